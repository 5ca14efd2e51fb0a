package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.lab.run.Ending;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.lab.scenario.Plugins;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.spark.scale.Fit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code acord spark}, and the main class for {@code spark-submit}. Exit codes: 0 done, 1 the run failed, 2 bad input,
 * 3 done but a promise was broken.
 */
@Command(
        name = "acord spark",
        description = {
            "Plays a scenario by blocks of agents, tasks of one Spark barrier stage that exchange actions directly.",
            "They play the scenario's first acord, in its first repeat, with the same bits as acord run.",
            "Writes actions, costs.csv, summary.json and report.html. A job that was interrupted goes on when it is started again."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken."})
public final class SparkCommand implements Callable<Integer> {

    private static final String USUAL_MASTER = "local-cluster[2,1,2048]";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO.yaml", description = "The scenario.")
    private @Nullable Path scenarioFile;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "How many blocks share the agents, a slot each; all slots of a local master if not given.")
    private int blocks;

    @Option(
            names = "--master",
            paramLabel = "M",
            description = "The cluster: local-cluster[EXECUTORS,CORES,MEGABYTES], spark://HOST:PORT, yarn, k8s://...; "
                    + USUAL_MASTER + " if not given.")
    private @Nullable String master;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the files go, on a file system that driver and executors share; runs/NAME-SEED-spark if not given.")
    private @Nullable Path out;

    @Option(
            names = "--checkpoint",
            paramLabel = "N",
            defaultValue = "1",
            description = "Blocks keep what they played every so many rounds; 1 if not given.")
    private int every;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "50",
            description =
                    "How long anybody waits for anybody: a master, slots, blocks, rounds that arrive; 50 if not given.")
    private int patience;

    @Option(
            names = "--rounds",
            paramLabel = "DIR",
            description = "Plays rounds as they arrive there: 1.json, 2.json, ..., as acord serve is sent them.")
    private @Nullable Path rounds;

    @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark. Repeatable.")
    private List<String> conf = new ArrayList<>();

    @Option(
            names = "--compare",
            description = "Then plays the same in memory, compares every action, and says what a round took there.")
    private boolean compare;

    @Option(
            names = "--fit",
            description =
                    "Instead of a scenario: plays fleets of several sizes, fits a model to what their rounds took, and extrapolates.")
    private boolean fit;

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SparkCommand())
                .setExecutionExceptionHandler(
                        (thrown, command, parsed) -> Ending.explain(thrown, "nothing was lost", command.getErr()))
                .setUsageHelpAutoWidth(true);
    }

    @Override
    public Integer call() throws IOException, GeneralSecurityException {
        Plugins.load(null); // the launcher says in ACORD_PLUGINS what --plugins says
        String cluster = master != null ? master : System.getProperty("spark.master", USUAL_MASTER);
        int count = check(cluster);
        Path file = scenarioFile;
        if (file == null) {
            Cluster.await(cluster, Duration.ofSeconds(patience));
            return measure(cluster, count);
        }
        Scenario scenario = ScenarioReader.read(file, sets);
        Cluster.await(cluster, Duration.ofSeconds(patience));
        return play(scenario, file, cluster, count);
    }

    private int measure(String cluster, int count) throws IOException, GeneralSecurityException {
        PrintWriter stderr = spec.commandLine().getErr();
        SparkContext spark = new SparkContext(Cluster.conf(cluster, "fit", conf, patience));
        try {
            Fit measured = Measurement.run(spark, count, words -> say(stderr, words));
            spec.commandLine().getOut().print(measured.words());
            spec.commandLine().getOut().flush();
            return 0;
        } finally {
            spark.stop();
        }
    }

    private int play(Scenario scenario, Path file, String cluster, int count)
            throws IOException, GeneralSecurityException {
        Path folder = (out != null ? out : Path.of("runs", scenario.name() + "-" + scenario.seed() + "-spark"))
                .toAbsolutePath();
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        Job.Plan plan = new Job.Plan(
                scenario,
                file.toAbsolutePath(),
                sets,
                count,
                folder.resolve("job"),
                every,
                Duration.ofSeconds(patience),
                rounds,
                compare);
        String name = scenario.acord().name();
        if (scenario.algorithms().size() > 1 || scenario.repeats() > 1) {
            say(stderr, "plays " + name + " of the first repeat; other algorithms and repeats are left to acord run");
        }
        try (RunFiles files =
                        new RunFiles(folder, List.of(name), scenario.output().actions());
                Job job = Job.prepare(plan, t -> say(stderr, "round " + t + " of " + scenario.horizon()))) {
            say(stderr, job.partition().toString());
            if (job.resumedAfter() > 0) {
                say(stderr, "goes on after round " + job.resumedAfter());
            }
            SparkContext spark = connect(job, cluster, scenario.name());
            try {
                job.play(new SparkStage(spark));
            } finally {
                spark.stop();
            }
            Finished finished = Finished.write(job, files, folder, command(file, count), Versions.text());
            Optional<InMemory> same = compare ? Optional.of(InMemory.play(job)) : Optional.empty();
            job.forget();
            print(finished, folder, stdout);
            same.ifPresent(memory -> say(json ? stderr : stdout, memory.words()));
            boolean kept = finished.result().verdict().isKept()
                    && same.map(InMemory::isSame).orElse(true);
            return kept ? 0 : Ending.PROMISE_BROKEN;
        }
    }

    private SparkContext connect(Job job, String cluster, String name) throws IOException {
        try {
            return new SparkContext(Cluster.conf(cluster, name, conf, patience));
        } catch (Exception e) { // Scala's constructors throw checked exceptions undeclared
            if (job.resumedAfter() == 0) {
                job.forget(); // nothing was played
            }
            throw Complaints.refuse(
                    "--master",
                    "cannot be used: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    "a cluster that can be reached, and settings that Spark takes",
                    "correct --master or --conf");
        }
    }

    /** Everything that can be known to be wrong before anything is started; returns the number of blocks. */
    private int check(String cluster) {
        Complaints complaints = new Complaints();
        if (fit == (scenarioFile != null)) {
            complaints.add(
                    "SCENARIO.yaml",
                    fit ? "is given with --fit" : "is missing",
                    "a scenario to play, or --fit",
                    fit ? "drop one of the two" : "name a scenario; ./acord new writes one");
        }
        Cluster.check(cluster, complaints);
        OptionalInt slots = Cluster.slots(cluster);
        boolean given = spec.commandLine().getParseResult().hasMatchedOption("--blocks");
        if (!given && slots.isEmpty()) {
            complaints.add(
                    "--blocks",
                    "is missing",
                    "how many blocks share the agents, because only a local master says how many slots it has",
                    "give one block a core of all executors");
        }
        int count = given ? blocks : slots.orElse(1);
        if (slots.isPresent() && count > slots.getAsInt()) {
            complaints.add(
                    "--blocks",
                    "is " + count + ", and " + cluster + " has " + slots.getAsInt()
                            + (slots.getAsInt() == 1 ? " slot" : " slots"),
                    "a free slot for every block, because they talk to each other and have to run at the same time",
                    "give fewer --blocks, or more executors or cores");
        }
        if (patience < 1 || patience > 110) {
            complaints.add(
                    "--patience", "is " + patience, "1 to 110 seconds", "take the usual 50, and start again to go on");
        }
        for (String setting : conf) {
            if (setting.indexOf('=') < 1) {
                complaints.add(
                        "--conf", "is \"" + setting + "\"", "KEY=VALUE", "write for instance spark.ui.enabled=true");
            }
        }
        if (out != null && out.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        complaints.throwIfAny();
        return count;
    }

    private static void say(PrintWriter to, String words) {
        to.println("acord: " + words);
        to.flush();
    }

    private void print(Finished finished, Path folder, PrintWriter stdout) {
        if (json) {
            stdout.print(finished.summary());
            stdout.flush();
            return;
        }
        RunResult result = finished.result();
        result.algorithms()
                .forEach(a -> stdout.println(String.format(
                        Locale.ROOT,
                        "%s paid %.6g: hitting %.6g, switching %.6g, dissimilarity %.6g; %s",
                        a.name(),
                        a.meanCost().total(),
                        a.meanCost().hitting(),
                        a.meanCost().switching(),
                        a.meanCost().dissimilarity(),
                        Double.isFinite(a.ratios().get(0).high())
                                ? String.format(
                                        Locale.ROOT,
                                        "at most %.6g times the hindsight optimum",
                                        a.ratios().get(0).high())
                                : "nothing is known of the hindsight optimum")));
        for (Verdict.Check check : result.verdict().checks()) {
            stdout.println(check.outcome().name().toLowerCase(Locale.ROOT) + ": " + check.words());
        }
        stdout.print(finished.words());
        stdout.println("Wrote " + folder);
        stdout.flush();
    }

    private String command(Path file, int count) {
        return new ReplayCommand("spark")
                .argument(file)
                .options("--set", sets)
                .option("--blocks", count)
                .option("--master", master)
                .option("--rounds", rounds)
                .option("--checkpoint", every)
                .option("--patience", patience)
                .options("--conf", conf)
                .toString();
    }
}
