package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierRun;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.scenario.Plugins;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.terminal.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * {@code acord spark}, and the main class for {@code spark-submit}. Exit codes: 0 done, 1 the run failed, 2 bad input,
 * 3 done but a promise was broken.
 */
@Command(
        name = "acord spark",
        description = {
            "Plays a scenario by blocks of agents, tasks of one Spark barrier stage that exchange actions directly.",
            "They play the scenario's first acord, or a foresight before it, in its first repeat, with the same bits as acord run.",
            "Writes actions, costs.csv, summary.json and report.html. A job that was interrupted goes on when it is started again."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken."})
public final class SparkCommand implements Callable<Integer> {

    private static final String DEFAULT_MASTER = "local-cluster[2,1,2048]";
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):/.*");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

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
                    + DEFAULT_MASTER + " if not given.")
    private @Nullable String master;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the files go, on a file system that driver and executors share; runs/NAME-SEED-spark if not given. Or hdfs://... or s3a://..., where they are put at the end.")
    private @Nullable String out;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "With such an address: the folder that driver and executors share, in which blocks meet; only local masters may do without.")
    private @Nullable Path work;

    @Option(
            names = "--checkpoint",
            paramLabel = "N",
            defaultValue = "1",
            description = "Blocks keep what they played every so many rounds; 1 if not given.")
    private int every;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            description =
                    "How agents are dealt out to blocks: best, by the whole graph in one place; streaming, in a few walks over it, for graphs of more than 10 million agents, whose default it is.")
    private Job.@Nullable Dealing partition;

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

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SparkCommand())
                .setExecutionStrategy(SparkCommand::execute)
                .setExecutionExceptionHandler(
                        (thrown, command, parsed) -> ExitCode.explain(thrown, "nothing was lost", command.getErr()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    private static int execute(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (OutOfMemoryError e) {
            return ExitCode.explain(
                    e, "nothing was lost", parsed.commandSpec().commandLine().getErr());
        }
    }

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        Plugins.load(null); // the launcher says in ACORD_PLUGINS what --plugins says
        String cluster = master != null ? master : System.getProperty("spark.master", DEFAULT_MASTER);
        Path folder = folder(cluster);
        RunStore store = store(cluster);
        Scenario scenario = ScenarioReader.read(file, sets);
        boolean given = spec.commandLine().getParseResult().hasMatchedOption("--blocks");
        OptionalInt count = given ? OptionalInt.of(blocks) : Cluster.slots(cluster);
        String command = new ReplayCommand("spark")
                .argument(file)
                .options("--set", sets)
                .option("--blocks", count.isPresent() ? count.getAsInt() : null)
                .option("--master", cluster)
                .option("--rounds", rounds)
                .option(
                        "--partition",
                        partition == null ? null : partition.name().toLowerCase(Locale.ROOT))
                .option("--checkpoint", every)
                .option("--patience", patience)
                .options("--conf", conf)
                .flag("--compare", compare)
                .toString();
        PrintWriter stderr = spec.commandLine().getErr();
        SparkCarrier carrier = new SparkCarrier(
                new SparkCarrier.Options(
                        file,
                        sets,
                        count,
                        cluster,
                        every,
                        patience,
                        rounds,
                        conf,
                        compare,
                        partition == null ? Job.Dealing.AUTOMATIC : partition),
                words -> {
                    stderr.println("acord: " + words);
                    stderr.flush();
                });
        Console console = Console.of(spec.commandLine().getOut(), stderr, false);
        return new CarrierRun(carrier, scenario, folder, new Carrier.Origin(command, Versions.text()))
                .play(json, console, written -> {
                    if (store != null) {
                        store.put(written);
                        stderr.println("acord: put the files to " + store.address());
                        stderr.flush();
                    }
                });
    }

    /** Whether {@code --out} is an address of a file system that is not this machine's. */
    private boolean isAddress() {
        Matcher address = ADDRESS.matcher(out == null ? "" : out);
        return address.matches() && !address.group(1).equalsIgnoreCase("file");
    }

    /** Where the run is played and its files are written; null: a folder of {@code runs}. */
    private @Nullable Path folder(String cluster) {
        String given = out;
        Path shared = work;
        if (isAddress()) {
            if (shared == null && Cluster.slots(cluster).isEmpty()) {
                throw Complaints.refuse(
                        "--work",
                        "is missing, and --out is " + given,
                        "a folder that driver and executors see under the same name, because blocks meet there",
                        "give --work /shared/run; its files are put to --out at the end");
            }
            return shared;
        }
        if (shared != null) {
            throw Complaints.refuse(
                    "--work",
                    "is given",
                    "an address as --out, because a folder is worked in itself",
                    "drop it, or give --out hdfs://namenode/run");
        }
        if (given == null) {
            return null;
        }
        return ADDRESS.matcher(given).matches() ? Path.of(given.substring(5).replaceFirst("^/+", "/")) : Path.of(given);
    }

    /**
     * Where files are put at the end, if {@code --out} is an address; refused before anything runs if that cannot be.
     */
    private @Nullable RunStore store(String cluster) throws IOException {
        String given = out;
        if (given == null || !isAddress()) {
            return null;
        }
        List<String> sound =
                conf.stream().filter(setting -> setting.indexOf('=') > 0).toList();
        return RunStore.at(
                given,
                SparkHadoopUtil.get().newConfiguration(Cluster.conf(cluster, "files", sound, Math.max(1, patience))));
    }
}
