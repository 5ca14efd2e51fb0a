package io.acord.cli;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.MuRule;
import io.acord.lab.terminal.Console;
import io.acord.lab.text.FileTrouble;
import io.acord.paper.audit.ClaimsJson;
import io.acord.paper.audit.Reproduction;
import io.acord.paper.audit.StudyCatalog;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.VerdictCount;
import io.acord.recipe.From;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Redraws the paper's figures and audits its sentences.",
            "Writes every figure as PNG, SVG, PDF and CSV, claims.json, and index.html with everything. Run it again after an interruption: it goes on where it was."
        },
        mixinStandardHelpOptions = true)
final class ReproduceCommand extends TerminalCommand {

    private static final int SEEDS = 100;
    private static final int QUICK_SEEDS = 15;
    private static final String ALL = "all";
    private static final String THEOREMS = "theorems";
    private static final String NOTE = "note";

    @Parameters(
            arity = "0..*",
            paramLabel = "WHAT",
            description =
                    "all, fig1 ... fig6, settings (ACORD against LPC in all of them), theorems (all that is no figure), note (what the technical note shows, and the note), or any study by its id. Default: all.")
    private List<String> what = new ArrayList<>();

    @Option(names = "--quick", description = "Fewer seeds and coarser grids: under a minute.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the files go; runs/reproduce or runs/reproduce-quick if not given.")
    private @Nullable Path out;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many random instances a mean is taken over; 100, or 15 with --quick.")
    private @Nullable String seeds;

    @Option(names = "--seed", paramLabel = "S", description = "The first of them; 1 if not given.")
    private @Nullable String seed;

    @Option(
            names = "--boundary",
            paramLabel = "B",
            description =
                    "What LPC makes of the outer ring of a neighbourhood: full, literal or pinned. Default: full.")
    private String boundary = "full";

    @Option(
            names = "--mu",
            paramLabel = "M",
            description = "Where lambda takes its mu from: horizon, running or round. Default: horizon.")
    private String mu = "horizon";

    @Option(
            names = {"--from", "--start"},
            paramLabel = "Z",
            description = "Where the iterations of a round begin: zero (the paper) or previous. Default: zero.")
    private String from = "zero";

    @Option(names = "--threads", paramLabel = "N", description = "How many may be used; all if not given.")
    private @Nullable String threads;

    @Option(names = "--again", description = "Measures anew what was measured before.")
    private boolean again;

    @Option(
            names = "--json",
            description = "Prints the claims of what was asked for on standard output instead of the table.")
    private boolean json;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException {
        Complaints complaints = new Complaints();
        List<Study> chosen = chosen(complaints);
        StudySetup setup = setup(complaints);
        Path folder = out != null ? out : Path.of("runs", quick ? "reproduce-quick" : "reproduce");
        if (folder.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        complaints.throwIfAny();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--out " + folder,
                    "cannot be made (" + FileTrouble.words(e) + ")",
                    "a folder in a place that can be written to",
                    "give another --out");
        }
        Console console = console(quiet);
        PrintWriter stdout = console.out();
        PrintWriter stderr = console.err();
        Reproduction reproduction = new Reproduction(folder, setup, StudyCatalog.all(), Version.text(), command());
        Reproduction.Result result = reproduction.run(chosen, again, new Bars(console, chosen.size()));
        result.noPictures()
                .ifPresent(why -> stderr.println("acord: no PNG was written: " + why + ". SVG and CSV are there."));
        for (String promise : result.broken()) {
            stderr.println("acord: a promise was BROKEN: " + promise);
        }
        if (json) {
            stdout.print(ClaimsJson.of(result.asked()));
        } else if (!console.isQuiet()) {
            print(result.asked(), stdout);
            stdout.println("Look at " + folder.resolve(what.contains(NOTE) ? Reproduction.NOTE : "index.html"));
        }
        if (stdout.checkError()) {
            stderr.println("acord: standard output could not be written; the files are in " + folder);
            return ExitCode.FAILED;
        }
        return result.broken().isEmpty() ? 0 : ExitCode.PROMISE_BROKEN;
    }

    /** The studies that were asked for, in the order of the page. */
    private List<Study> chosen(Complaints complaints) {
        Set<String> ids = new LinkedHashSet<>();
        for (String name : what.isEmpty() ? List.of(ALL) : what) {
            if (name.equals(ALL)) {
                StudyCatalog.all().forEach(study -> ids.add(study.id()));
            } else if (name.equals(THEOREMS)) {
                StudyCatalog.theorems().forEach(study -> ids.add(study.id()));
            } else if (name.equals(NOTE)) {
                StudyCatalog.note().forEach(study -> ids.add(study.id()));
            } else if (StudyCatalog.named(name).isPresent()) {
                ids.add(name);
            } else {
                complaints.add(new Complaint(
                        "reproduce " + name,
                        "is no study",
                        "all, theorems, note, or one of "
                                + String.join(
                                        ", ",
                                        StudyCatalog.all().stream()
                                                .map(Study::id)
                                                .toList()),
                        "write one of these"));
            }
        }
        return StudyCatalog.all().stream()
                .filter(study -> ids.contains(study.id()))
                .toList();
    }

    private StudySetup setup(Complaints complaints) {
        long count = whole("--seeds", seeds, 2, 1_000_000, "a mean needs at least two for its interval", complaints)
                .orElse(quick ? QUICK_SEEDS : SEEDS);
        long first = whole("--seed", seed, 0, Long.MAX_VALUE - 1_000_000, "seeds count from 0", complaints)
                .orElse(1);
        long most = whole("--threads", threads, 1, 1024, "somebody has to do it", complaints)
                .orElse(Runtime.getRuntime().availableProcessors());
        LpcBoundary rim =
                word("--boundary", boundary, LpcBoundary.values(), complaints).orElse(LpcBoundary.FULL);
        From begin = word("--from", from, From.values(), complaints).orElse(From.ZERO);
        MuRule.Kind[] kinds = {MuRule.Kind.HORIZON, MuRule.Kind.RUNNING, MuRule.Kind.ROUND};
        MuRule rule = new MuRule(word("--mu", mu, kinds, complaints).orElse(MuRule.Kind.HORIZON), Double.NaN, "--mu");
        return new StudySetup(rim, rule, begin, (int) count, first, quick, (int) most);
    }

    private static OptionalLong whole(
            String option, @Nullable String text, long least, long most, String why, Complaints complaints) {
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return OptionalLong.of(value);
            }
        } catch (NumberFormatException e) {
            // complained about below
        }
        complaints.add(
                option,
                "is " + text,
                "a whole number from " + least + " to " + most + ", because " + why,
                "give such a number, or omit " + option);
        return OptionalLong.empty();
    }

    private static <E extends Enum<E>> Optional<E> word(String option, String text, E[] values, Complaints complaints) {
        List<String> words = new ArrayList<>();
        for (E value : values) {
            String word = value.name().toLowerCase(Locale.ROOT);
            if (word.equals(text)) {
                return Optional.of(value);
            }
            words.add(word);
        }
        complaints.add(option, "is " + text, "one of " + String.join(", ", words), "give one, or omit " + option);
        return Optional.empty();
    }

    /** The command line that does this again. */
    private String command() {
        ReplayCommand command = new ReplayCommand("reproduce");
        what.forEach(command::argument);
        return command.flag("--quick", quick)
                .option("--seeds", seeds)
                .option("--seed", seed)
                .option("--boundary", boundary.equals("full") ? null : boundary)
                .option("--mu", mu.equals("horizon") ? null : mu)
                .option("--from", from.equals("zero") ? null : from)
                .toString();
    }

    private static void print(List<Claim> claims, PrintWriter stdout) {
        int widest =
                claims.stream().mapToInt(claim -> claim.id().length()).max().orElse(0);
        int widestVerdict = claims.stream()
                .mapToInt(claim -> claim.verdict().toString().length())
                .max()
                .orElse(0);
        for (Claim claim : claims) {
            String pad = " ".repeat(widest - claim.id().length());
            String verdict = claim.verdict().toString();
            stdout.println(claim.id() + pad + "  " + verdict + " ".repeat(widestVerdict - verdict.length()) + "  "
                    + claim.claim());
        }
        stdout.println();
        stdout.println(VerdictCount.of(claims).inWords());
    }

    /** A bar per study. */
    private static final class Bars implements Reproduction.Watcher {
        private final Console console;
        private final int all;
        private int number;
        private Watcher bar = Watcher.NOBODY;

        Bars(Console console, int all) {
            this.console = console;
            this.all = all;
        }

        @Override
        public void begins(Study study) {
            number++;
            bar = console.progress("[" + number + "/" + all + "] " + study.title());
        }

        @Override
        public void progress(long done, long ofAll) {
            bar.progress(done, ofAll);
        }

        @Override
        public void kept(Study study) {
            number++;
            if (!console.isQuiet()) {
                console.err().println("[" + number + "/" + all + "] " + study.title() + ": measured before");
                console.err().flush();
            }
        }
    }
}
