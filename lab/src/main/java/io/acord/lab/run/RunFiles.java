package io.acord.lab.run;

import io.acord.foresight.ForesightDecision;
import io.acord.input.Complaints;
import io.acord.internal.system.WholeFile;
import io.acord.lab.application.FieldFiles;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Instance;
import io.acord.lab.kept.PartFiles;
import io.acord.lab.kept.PartialFolder;
import io.acord.lab.scenario.ActionsFormat;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.text.CsvText;
import io.acord.lab.text.FileTrouble;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run. They grow in a hidden folder beside their place and move there when all is done: whoever looks
 * sees all of a run or nothing of it.
 */
public final class RunFiles implements Watcher, AutoCloseable {

    private static final String ACTIONS = "actions.csv";
    private static final String FORESIGHT = "foresight.csv";
    private static final String AGENT_COSTS = "agent-costs.csv";
    private static final String SETPOINTS = "setpoints.csv";

    /** Every name that a file of a run can have. */
    private static final List<String> OWN = List.of(
            ACTIONS,
            "actions.parquet",
            AGENT_COSTS,
            "calendar.csv",
            "costs.csv",
            "books.csv",
            "figure-certified.pdf",
            "figure-certified.png",
            "figure-certified.svg",
            "figure-cost.pdf",
            "figure-cost.png",
            "figure-cost.svg",
            FORESIGHT,
            "origin.json",
            "repeats.csv",
            "report.html",
            "rounds.csv",
            "scenario.yaml",
            SETPOINTS,
            "summary.json",
            "times.json");

    private final Path folder;
    private final PartialFolder partial;
    private final List<String> algorithms;
    private final boolean withActions;
    private final boolean withAgentCosts;
    private final boolean withSetpoints;
    private final Map<String, Actions> previous = new ConcurrentHashMap<>(); // of a policy in a repeat
    private final Map<String, Setpoints> setpoints = new ConcurrentHashMap<>(); // of a policy in the first repeat
    private volatile List<String> times = List.of();
    private final @Nullable ActionsFormat format; // null for CSV
    private final PartFiles parts;
    private final List<String> earlier; // names of files of an earlier run
    private final List<String> written = new ArrayList<>();

    /**
     * Prepares the files of a run.
     *
     * @param folder where they will be, made when they are complete
     * @param algorithms names, in the order of the plan
     * @param actions how actions are written
     * @throws io.acord.input.BadInputException if they cannot be there, or if another run is going to be
     */
    public RunFiles(Path folder, List<String> algorithms, Scenario.ActionsFile actions) throws IOException {
        this(folder, algorithms, new Scenario.Output(actions, false), Resumption.NONE);
    }

    /**
     * What a run goes on from that was interrupted: repeats that were over, if the same was played.
     *
     * @param fingerprint of what is played; empty: nothing is kept
     * @param repeats that it has
     */
    public record Resumption(String fingerprint, int repeats) {

        /** Nothing is kept. */
        public static final Resumption NONE = new Resumption("", 0);
    }

    /**
     * The same.
     *
     * @param output what is written
     * @param resumption what is kept of it, should it be interrupted
     */
    public RunFiles(Path folder, List<String> algorithms, Scenario.Output output, Resumption resumption)
            throws IOException {
        this(
                folder,
                algorithms,
                output,
                resumption,
                taken(folder.toAbsolutePath(), resumption)
                        .orElseThrow(() -> Complaints.refuse(
                                "--out " + folder,
                                "is where another run is going to write",
                                "a folder of its own for every run that is played at the same time",
                                "give another --out, or wait until that run is over")));
    }

    private RunFiles(
            Path folder, List<String> algorithms, Scenario.Output output, Resumption resumption, PartialFolder partial)
            throws IOException {
        this.folder = folder.toAbsolutePath();
        this.partial = partial;
        this.earlier = earlier(this.folder);
        this.parts = new PartFiles(partial, resumption.fingerprint(), resumption.repeats());
        this.algorithms = List.copyOf(algorithms);
        this.withActions = output.actions() != Scenario.ActionsFile.NONE;
        this.withAgentCosts = output.agentCosts();
        this.withSetpoints = output.setpoints();
        this.format = output.actions() == Scenario.ActionsFile.PARQUET
                ? ActionsFormat.named("parquet").orElseThrow(() -> new IOException("acord-parquet is not there"))
                : null;
    }

    /** The same, if nobody else is playing into that folder, or was interrupted there and can still go on. */
    public static Optional<RunFiles> ifFree(
            Path folder, List<String> algorithms, Scenario.Output output, Resumption resumption) throws IOException {
        if (PartialFolder.isOfAnother(folder.toAbsolutePath(), resumption.fingerprint())) {
            return Optional.empty();
        }
        Optional<PartialFolder> partial = taken(folder.toAbsolutePath(), resumption);
        return partial.isEmpty()
                ? Optional.empty()
                : Optional.of(new RunFiles(folder, algorithms, output, resumption, partial.get()));
    }

    /**
     * Looks at where files for programs of the field will be, before anything is played.
     *
     * @throws io.acord.input.BadInputException if somebody else's are in their place
     */
    public void expect(Setpoints field) {
        refuseFilesOfOthers(folder, FieldFiles.names(algorithms, field), earlier);
    }

    /** How many repeats had been played before. */
    public int played() {
        return parts.count();
    }

    @Override
    public Optional<byte[]> remembered(int repeat) {
        return parts.remembered(repeat);
    }

    @Override
    public boolean isKeeping() {
        return parts.isKeeping();
    }

    @Override
    public void over(int repeat, Optional<byte[]> record) {
        if (repeat == 0) {
            writeFieldFiles();
        }
        parts.over(repeat, record);
        if (repeat == 0) {
            refuseFilesOfOthers(folder, parts.wholes(), earlier); // of fields that do not say their names beforehand
        }
    }

    /** Only who has played the first repeat to its end can do it. */
    private void writeFieldFiles() {
        FieldFiles.write(algorithms, a -> Optional.ofNullable(setpoints.remove(key(SETPOINTS, a, 0))), parts::whole);
    }

    /**
     * The names of files for programs of the field, once the first repeat is over.
     *
     * @throws io.acord.input.BadInputException if somebody else's are in their place
     */
    public List<String> fieldFiles() {
        writeFieldFiles();
        refuseFilesOfOthers(folder, parts.wholes(), earlier);
        return parts.wholes();
    }

    /** The names of files that are of an earlier run, other than those that every run has. */
    private static List<String> earlier(Path folder) {
        List<String> names = new ArrayList<>(SummaryJson.fieldFiles(folder));
        names.addAll(PartialFolder.moved(folder));
        return names;
    }

    /** A folder that holds files of our names but no summary is not one of ours: those may be somebody's data. */
    private static void refuseFilesOfOthers(Path folder) {
        boolean ours = Files.isRegularFile(folder.resolve("summary.json"));
        refuseFilesOfOthers(folder, OWN, ours ? OWN : PartialFolder.moved(folder));
    }

    /** @param ours those that are of an earlier run */
    private static void refuseFilesOfOthers(Path folder, List<String> names, List<String> ours) {
        Complaints complaints = new Complaints();
        for (String name : names) {
            Path file = folder.resolve(name);
            if (Files.isDirectory(file) || (Files.exists(file) && !ours.contains(name))) {
                complaints.add(
                        file.toString(),
                        "exists and is not of a run",
                        "a folder without files of these names, or one of an earlier run",
                        "give another --out");
            }
        }
        complaints.throwIfAny();
    }

    private static Optional<PartialFolder> taken(Path folder, Resumption resumption) {
        refuseFilesOfOthers(folder);
        try {
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new IOException("it is not a folder");
            }
            return PartialFolder.take(folder, resumption.fingerprint());
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--out " + folder,
                    "cannot be made (" + FileTrouble.words(e) + ")",
                    "a folder in a place that can be written to",
                    "give another --out");
        }
    }

    /** Says which time a round is; without times rounds are numbers. */
    public void calendar(List<String> known) {
        times = List.copyOf(known);
    }

    /** Where the files will be. */
    public Path folder() {
        return folder;
    }

    /** The names of the files that were moved to their place. */
    public List<String> written() {
        return List.copyOf(written);
    }

    @Override
    public void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {
        Actions before = previous.getOrDefault(key("", algorithm, repeat), instance.start());
        if (withAgentCosts) {
            parts.append(
                    AGENT_COSTS,
                    algorithm,
                    repeat,
                    out -> paid(out, algorithm, repeat, round, instance, actions, before));
        }
        if (withSetpoints && repeat == 0) {
            setpoints(algorithm, instance).ifPresent(field -> {
                double[] numbers = field.played(round, before, actions);
                parts.append(
                        SETPOINTS, algorithm, repeat, out -> told(out, algorithm, round, instance, field, numbers));
            });
        }
        if (withAgentCosts || setpoints.containsKey(key(SETPOINTS, algorithm, repeat))) {
            previous.put(key("", algorithm, repeat), actions);
        }
        if (!withActions) {
            return;
        }
        parts.append(ACTIONS, algorithm, repeat, out -> write(out, algorithm, repeat, round, instance, actions));
    }

    /** Those of the field, from the first round on; empty if the run is of none. */
    private Optional<Setpoints> setpoints(int algorithm, Instance instance) {
        String key = key(SETPOINTS, algorithm, 0);
        if (!setpoints.containsKey(key)) {
            instance.setpoints().ifPresent(field -> {
                setpoints.put(key, field);
                parts.header(SETPOINTS, String.join(",", field.columns()));
            });
        }
        return Optional.ofNullable(setpoints.get(key));
    }

    /** What controllers take. */
    private void told(
            BufferedWriter out, int algorithm, int round, Instance instance, Setpoints field, double[] numbers)
            throws IOException {
        String time = times.isEmpty() ? "" : CsvText.field(times.get(round - 1)) + ",";
        String prefix = CsvText.field(algorithms.get(algorithm)) + "," + round + "," + time;
        int columns = field.columns().size();
        for (int i = 0; i < instance.agents(); i++) {
            out.write(prefix + CsvText.field(instance.name(i)));
            for (int c = 0; c < columns; c++) {
                out.write("," + CsvText.number(numbers[i * columns + c]));
            }
            out.write('\n');
        }
    }

    @Override
    public void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {
        followed(algorithm, repeat, round, instance, FollowedPlan.of(decision));
    }

    @Override
    public void followed(int algorithm, int repeat, int round, Instance instance, FollowedPlan plan) {
        if (!withActions) {
            return; // it has a line for every action
        }
        parts.append(FORESIGHT, algorithm, repeat, out -> {
            String prefix = CsvText.field(algorithms.get(algorithm)) + "," + repeat + "," + round + ",";
            for (int i = 0; i < instance.agents(); i++) {
                out.write(prefix + CsvText.field(instance.name(i)) + "," + CsvText.number(plan.gammas()[i]) + ","
                        + CsvText.number(plan.accounts()[i]));
                for (int c = 0; c < instance.dimension(); c++) {
                    out.write("," + CsvText.number(plan.planned().get(i, c)) + ","
                            + CsvText.number(plan.expert().get(i, c)));
                }
                out.write('\n');
            }
        });
    }

    private static String key(String of, int algorithm, int repeat) {
        return of + "-" + algorithm + "-" + repeat;
    }

    private void write(BufferedWriter out, int algorithm, int repeat, int round, Instance instance, Actions actions)
            throws IOException {
        String prefix = CsvText.field(algorithms.get(algorithm)) + "," + repeat + "," + round + ",";
        for (int i = 0; i < actions.agents(); i++) {
            out.write(prefix);
            out.write(CsvText.field(instance.name(i)));
            for (int c = 0; c < actions.dimension(); c++) {
                out.write(',');
                out.write(CsvText.number(actions.get(i, c)));
            }
            out.write('\n');
        }
    }

    /** What every agent paid: of an edge either end has half. */
    private void paid(
            BufferedWriter out, int algorithm, int repeat, int t, Instance instance, Actions actions, Actions before)
            throws IOException {
        Round round = instance.round(t);
        int d = actions.dimension();
        double[] all = actions.toArray();
        for (int i = 0; i < actions.agents(); i++) {
            double moved = 0;
            for (int c = 0; c < d; c++) {
                double step = actions.get(i, c) - before.get(i, c);
                moved += step * step;
            }
            double hitting = round.cost(i).at(actions.of(i));
            double switching = round.switchingWeight(i) / 2 * moved;
            double dissimilarity = round.halfEdges(i, all);
            out.write(CsvText.field(algorithms.get(algorithm)) + "," + repeat + "," + t + ","
                    + CsvText.field(instance.name(i)) + ","
                    + CsvText.number(hitting) + "," + CsvText.number(switching) + "," + CsvText.number(dissimilarity)
                    + ","
                    + CsvText.number(hitting + switching + dissimilarity) + "\n");
        }
    }

    /** Adds a file of its own. */
    public void add(String name, String text) throws IOException {
        add(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a file of its own. */
    public void add(String name, byte[] bytes) throws IOException {
        Files.write(partial.resolve(name), bytes);
    }

    /** Writes what is left and moves everything to its place. */
    public void finish(RunResult result, String report) throws IOException {
        finish(result, report, json -> {});
    }

    /**
     * Writes what is left and moves everything to its place.
     *
     * @param section of the summary: what only those who carried the play know
     */
    public void finish(RunResult result, String report, SummaryJson.Section section) throws IOException {
        if (withActions) {
            StringBuilder header = new StringBuilder("algorithm,repeat,round,agent");
            for (int c = 0; c < result.dimension(); c++) {
                header.append(",x").append(c);
            }
            putTogether(ACTIONS, header, result);
        }
        if (withAgentCosts) {
            putTogether(
                    AGENT_COSTS,
                    new StringBuilder("algorithm,repeat,round,agent,hitting,switching,dissimilarity,total"),
                    result);
        }
        Optional<String> columns = parts.header(SETPOINTS);
        if (columns.isPresent()) {
            StringBuilder header = new StringBuilder("algorithm,round,").append(times.isEmpty() ? "" : "time,");
            putTogether(SETPOINTS, header.append("agent,").append(columns.get()), result);
        }
        for (String file : fieldFiles()) {
            parts.copy(file);
        }
        if (parts.has(FORESIGHT)) {
            StringBuilder header = new StringBuilder("algorithm,repeat,round,agent,gamma,account");
            for (int c = 0; c < result.dimension(); c++) {
                header.append(",planned").append(c).append(",expert").append(c);
            }
            putTogether(FORESIGHT, header, result);
        }
        if (format != null) {
            Path csv = partial.resolve(ACTIONS);
            format.convert(csv, partial.resolve(format.fileName()));
            Files.delete(csv);
        }
        RunTables tables = new RunTables(result);
        tables.writeCosts(partial.resolve("costs.csv"));
        tables.writeBooks(partial.resolve("books.csv"));
        tables.writeRounds(partial.resolve("rounds.csv"));
        Files.writeString(partial.resolve("summary.json"), SummaryJson.of(result, section));
        Files.writeString(partial.resolve("times.json"), SummaryJson.times(result, section));
        Files.writeString(partial.resolve("report.html"), report);
        parts.finish(this::move);
    }

    private void move() throws IOException {
        Files.createDirectories(folder);
        List<Path> complete = partial.complete();
        List<String> before = new ArrayList<>(OWN);
        before.addAll(earlier);
        List<String> moving = new ArrayList<>(earlier);
        complete.forEach(file -> moving.add(file.getFileName().toString()));
        partial.moving(moving);
        for (Path file : complete) {
            WholeFile.move(file, folder.resolve(file.getFileName()));
            written.add(file.getFileName().toString());
        }
        for (String other : before) {
            if (!written.contains(other)) {
                // of an earlier run into the same folder: it is not of this one
                Files.deleteIfExists(folder.resolve(other));
            }
        }
    }

    private void putTogether(String file, StringBuilder header, RunResult result) throws IOException {
        try (OutputStream out = Files.newOutputStream(partial.resolve(file))) {
            out.write(header.append('\n').toString().getBytes(StandardCharsets.UTF_8));
            parts.putTogether(file, algorithms.size(), result.repeats(), out);
        }
    }

    /**
     * Ends a run in the middle. Repeats that are over stay where they are, for the same run to go on from.
     *
     * @return how many
     */
    public int suspend() throws IOException {
        return parts.suspend();
    }

    /** Leaves nothing in its place if the run did not finish; repeats that are over stay as if it was suspended. */
    @Override
    public void close() throws IOException {
        parts.close();
    }
}
