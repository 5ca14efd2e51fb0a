package io.acord.paper.audit;

import io.acord.acord.Acord;
import io.acord.input.Complaints;
import io.acord.internal.system.WholeFile;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.FigureDrawing;
import io.acord.lab.kept.CodeChecksum;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures studies and shows what they found: per figure a PNG, an SVG and a CSV per panel; {@code claims.json}; and
 * {@code index.html} with everything. Where the studies of the technical note are among them, {@code note/} has it.
 *
 * <p>What a study found is kept in {@code studies/}. A second run with the same setup and the same code takes it from
 * there, so that whatever interrupts a long run costs one study at most. Every file is written under another name first
 * and then renamed.
 */
public final class Reproduction {

    private static final String PAGE = "index.html";
    /** The technical note, within the folder. */
    public static final String NOTE = "note/index.html";

    private static final String CLAIMS = "claims.json";

    private final Path folder;
    private final StudySetup setup;
    private final String version;
    private final String command;
    private final String fingerprint;
    private final List<Study> all;
    private Optional<String> noPictures = Optional.empty();

    /** Hears how a reproduction goes. */
    public interface Watcher {

        /** A study is about to be measured. */
        void begins(Study study);

        /** How much of it is done, from any thread. */
        void progress(long done, long ofAll);

        /** A study was found measured already. */
        void kept(Study study);
    }

    /**
     * What is there now.
     *
     * @param claims of all studies that have been measured with this setup, now or before
     * @param asked those of them that belong to the chosen studies
     * @param broken promises of our own that did not hold
     * @param noPictures why there are no PNGs, if there are none
     */
    public record Result(List<Claim> claims, List<Claim> asked, List<String> broken, Optional<String> noPictures) {
        public Result {
            claims = List.copyOf(claims);
            asked = List.copyOf(asked);
            broken = List.copyOf(broken);
        }
    }

    /**
     * A reproduction.
     *
     * @param all studies that belong together on the page, in order
     * @param version of Acord, for figures and page
     * @param command that does it again
     */
    public Reproduction(Path folder, StudySetup setup, List<Study> all, String version, String command) {
        this.folder = folder;
        this.setup = setup;
        this.all = List.copyOf(all);
        this.version = version;
        this.command = command;
        this.fingerprint = setup.words() + (setup.quick() ? ", quick" : "") + "; " + version + "; " + code();
    }

    /** Which classes measure: those of core and paper. */
    static String code() {
        return CodeChecksum.of(List.of(Acord.class, Study.class));
    }

    /**
     * Measures the chosen studies, unless that was done before, and shows everything there is.
     *
     * @param again whether to measure in any case
     */
    public Result run(List<Study> chosen, boolean again, Watcher watcher) throws IOException {
        prepare();
        Map<String, Findings> known = new LinkedHashMap<>(); // by id
        for (Study study : all) {
            kept(study).ifPresent(findings -> known.put(study.id(), findings));
        }
        for (Study study : chosen) {
            Findings found = known.get(study.id());
            if (found != null && !again) {
                watcher.kept(study);
                draw(found);
                continue;
            }
            watcher.begins(study);
            found = study.find(setup, watcher::progress);
            known.put(study.id(), found);
            draw(found);
            // Last, so that findings are kept only once their figures are there.
            write("studies/" + study.id() + ".json", FindingsFile.write(found, fingerprint));
            show(known, chosen);
        }
        return show(known, chosen);
    }

    private void prepare() throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw Complaints.refuse(
                    "--out " + folder, "is a file", "a folder, or a name that is free", "give another --out");
        }
        boolean ours = Files.isDirectory(folder.resolve("studies"));
        Complaints complaints = new Complaints();
        for (String name : List.of(PAGE, CLAIMS)) {
            if (Files.exists(folder.resolve(name)) && !ours) {
                complaints.add(
                        folder.resolve(name).toString(),
                        "exists and is not of a reproduction",
                        "a folder without files of these names, or one of an earlier reproduction",
                        "give another --out");
            }
        }
        complaints.throwIfAny();
        Files.createDirectories(folder.resolve("studies"));
    }

    private Optional<Findings> kept(Study study) throws IOException {
        Path file = folder.resolve("studies").resolve(study.id() + ".json");
        return Files.isRegularFile(file) ? FindingsFile.read(Files.readString(file), fingerprint) : Optional.empty();
    }

    private void draw(Findings findings) throws IOException {
        for (Table table : findings.tables()) {
            write(table.id() + ".csv", FigureCsv.of(table));
        }
        for (Figure figure : findings.figures()) {
            FigureDrawing drawing = new FigureDrawing(figure, version);
            write(figure.id() + ".svg", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + drawing.svg());
            for (Figure.Panel panel : figure.panels()) {
                write(figure.id() + "-" + panel.id() + ".csv", FigureCsv.of(panel));
            }
            if (noPictures.isEmpty()) {
                try {
                    write(figure.id() + ".png", drawing.png());
                    write(figure.id() + ".pdf", drawing.pdf());
                } catch (FigureDrawing.NoPictures e) {
                    noPictures = Optional.ofNullable(e.getMessage());
                }
            }
        }
    }

    private Result show(Map<String, Findings> known, List<Study> chosen) throws IOException {
        List<AuditPage.Part> parts = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        List<Claim> asked = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        for (Study study : all) {
            Findings findings = known.get(study.id());
            parts.add(new AuditPage.Part(study, Optional.ofNullable(findings)));
            if (findings != null) {
                claims.addAll(findings.claims());
                if (chosen.stream().anyMatch(one -> one.id().equals(study.id()))) {
                    asked.addAll(findings.claims());
                }
                broken.addAll(findings.broken());
            }
        }
        note(known);
        write(CLAIMS, ClaimsJson.of(claims));
        write(PAGE, AuditPage.html(parts, setup, version, command, noPictures.isEmpty()));
        return new Result(claims, asked, broken, noPictures);
    }

    /** The technical note, once everything that it shows is known. */
    private void note(Map<String, Findings> known) throws IOException {
        Map<String, Findings> shown = new LinkedHashMap<>();
        for (Study study : StudyCatalog.note()) {
            Findings findings = known.get(study.id());
            if (findings == null) {
                return;
            }
            shown.put(study.id(), findings);
        }
        Files.createDirectories(folder.resolve("note"));
        String how = setup.words() + (setup.quick() ? ", quick: coarser grids" : "");
        NoteResults results = new NoteResults(version, command, how, shown);
        write("note/results.json", FindingsFile.write(results));
        write(NOTE, NotePage.html(results));
    }

    private void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] bytes) throws IOException {
        WholeFile.write(folder.resolve(name), bytes);
    }
}
