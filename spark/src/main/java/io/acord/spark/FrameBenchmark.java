package io.acord.spark;

import io.acord.internal.system.FolderTree;
import io.acord.spark.block.PlayedFile.Times;
import io.acord.spark.frame.PlayedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./acord bench spark}: what a frame takes from Parquet to actions, and whether they are those of a run. */
@Command(
        name = "acord bench spark",
        description = {
            "Makes fleets up in Parquet, plays them by blocks on executors of this machine and by the engine in memory, and compares times and every action.",
            "Reports what is alive in the driver, what bringing data to the blocks takes, and where a round's time goes."
        },
        mixinStandardHelpOptions = true)
public final class FrameBenchmark implements Callable<Integer> {

    private static final String JAVA_OPTIONS = "spark.executor.extraJavaOptions";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--agents", split = ",", paramLabel = "N", description = "Sizes of fleets; ${DEFAULT-VALUE}.")
    private List<Integer> agents = List.of(1_000_000);

    @Option(
            names = "--graph",
            split = ",",
            paramLabel = "G",
            description = "${COMPLETION-CANDIDATES}; both if not given.")
    private List<MadeUpFrame.Links> graphs = List.of(MadeUpFrame.Links.values());

    @Option(names = "--degree", split = ",", paramLabel = "D", description = "Even numbers; ${DEFAULT-VALUE}.")
    private List<Integer> degrees = List.of(10);

    @Option(
            names = "--minutes",
            defaultValue = "60",
            paramLabel = "M",
            description = "No other fleet is begun after so many; ${DEFAULT-VALUE}.")
    private int minutes;

    @Option(
            names = "--warm-up",
            defaultValue = "50000",
            paramLabel = "N",
            description =
                    "Agents of a fleet that is played first, so that executors have compiled their code; ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(names = "--rounds", defaultValue = "8", paramLabel = "T", description = "Rounds; ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--executors",
            defaultValue = "2",
            paramLabel = "E",
            description = "Executors of one core and one block each; ${DEFAULT-VALUE}.")
    private int executors;

    @Option(
            names = "--megabytes",
            defaultValue = "2048",
            paramLabel = "M",
            description = "Heap of an executor; ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--keep",
            defaultValue = "1",
            paramLabel = "N",
            description = "Blocks keep what they played every N rounds; ${DEFAULT-VALUE}.")
    private int every;

    @Option(
            names = "--links",
            description = "Blocks do not share memory, but talk over encrypted links as those of several hosts do.")
    private boolean links;

    @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark. Repeatable.")
    private List<String> conf = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Also writes the tables to spark.md there.")
    private @Nullable Path out;

    private final long begun = System.nanoTime();
    private String optionsOfExecutors = "";

    /** What was measured of one fleet. */
    private record Row(
            MadeUpFrame made,
            PlayedFrame played,
            double liveMegabytes,
            boolean isSame,
            long digest,
            List<Double> inMemory) {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new FrameBenchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        check();
        List<Row> rows = new ArrayList<>();
        SparkConf settings =
                Cluster.conf("local-cluster[" + executors + ",1," + megabytes + "]", "benchmark", conf, 50);
        if (links) {
            settings.set(JAVA_OPTIONS, settings.get(JAVA_OPTIONS, "") + " -Dacord.spark.links=true");
        }
        SparkSession spark = SparkSession.builder().config(settings).getOrCreate();
        String application = spark.sparkContext().applicationId();
        optionsOfExecutors = settings.get(JAVA_OPTIONS, "");
        try {
            if (warmUp > 0) {
                measure(spark, MadeUpFrame.Links.random, warmUp, degrees.get(0));
            }
            for (MadeUpFrame.Links graph : graphs) {
                for (int degree : degrees) {
                    for (int n : agents) {
                        if (System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(minutes)) {
                            rows.add(measure(spark, graph, n, degree));
                            write(rows); // what was measured is there, whatever comes next
                        } else {
                            say("left out, because " + minutes + " minutes are over: " + n + " agents, " + graph
                                    + ", degree " + degree);
                        }
                    }
                }
            }
        } finally {
            spark.stop();
            forget(application);
        }
        spec.commandLine().getOut().print(page(rows));
        spec.commandLine().getOut().flush();
        return rows.stream().allMatch(Row::isSame) ? 0 : 3;
    }

    private void check() {
        for (int degree : degrees) {
            if (degree < 2 || degree % 2 != 0) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(), "--degree is " + degree + "; needed: an even number from 2 on");
            }
        }
    }

    private void write(List<Row> rows) throws IOException {
        if (out != null) {
            Files.createDirectories(out);
            Files.writeString(out.resolve("spark.md"), page(rows));
        }
    }

    /** What executors leave behind below SPARK_HOME: copies of jars, and what they had to say. */
    private static void forget(String application) throws IOException {
        String home = System.getenv("SPARK_HOME");
        if (home != null) {
            FolderTree.delete(Path.of(home, "work", application));
        }
    }

    private Row measure(SparkSession spark, MadeUpFrame.Links graph, int n, int degree) throws IOException {
        Path folder = Files.createTempDirectory("acord-bench");
        Thread onInterrupt = new Thread(() -> deleteQuietly(folder));
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            MadeUpFrame made = new MadeUpFrame(folder, n, rounds, graph, degree);
            say("making up " + n + " agents, " + graph + ", degree " + degree);
            made.write(spark);
            say("playing them by blocks");
            PlayedFrame played;
            double live;
            try (LiveHeap heap = new LiveHeap()) {
                played = made.frame(spark).blocks(executors).keepEvery(every).play();
                live = Math.max(heap.most(), LiveHeap.now()) / 1e6;
            }
            long digest = MadeUpFrame.digest(played);
            say(played.toString());
            say("playing them in memory");
            played.rounds(); // read before its files are gone
            MadeUpFrame.InMemory memory = made.play(executors);
            return new Row(made, played, live, digest == memory.digest(), digest, memory.seconds());
        } finally {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
            FolderTree.delete(folder);
        }
    }

    private static void deleteQuietly(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // it is a folder for what is of no use any more
        }
    }

    private void say(String words) {
        PrintWriter stderr = spec.commandLine().getErr();
        stderr.println("acord bench, " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) + " s: " + words);
        stderr.flush();
    }

    private String page(List<Row> rows) {
        StringBuilder page = new StringBuilder("# Benchmarks: spark\n\n");
        page.append(String.format(
                Locale.ROOT,
                "`./acord bench spark%s`, %s, commit %s, on %d virtual processors, %s %s, Java %s, Spark %s.%n%n",
                spec.commandLine().getParseResult().originalArgs().stream()
                        .filter(word -> !word.equals("--out") && (out == null || !word.equals(out.toString())))
                        .map(word -> " " + word)
                        .collect(Collectors.joining()),
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("acord.commit", "unknown"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("java.version"),
                org.apache.spark.package$.MODULE$.SPARK_VERSION()));
        page.append("Fleets in Parquet, K = ").append(MadeUpFrame.ITERATIONS).append(", ");
        page.append(rounds)
                .append(" rounds, kept every ")
                .append(every)
                .append(", ")
                .append(executors)
                .append(" executors of one core, ");
        page.append(megabytes).append(" MB and one block each, all on this machine");
        page.append(warmUp > 0 ? ", which had played " + warmUp + " agents before." : ".");
        page.append(String.format(
                Locale.ROOT,
                " Java of executors: `%s`; of the engine in memory: %d MB, %s.%n%n",
                optionsOfExecutors,
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(MemoryManagerMXBean::getName)
                        .collect(Collectors.joining(" and "))));
        bringing(page, rows);
        playing(page, rows);
        model(page, rows);
        return page.toString();
    }

    private void bringing(StringBuilder page, List<Row> rows) {
        page.append("## From Parquet to blocks\n\n");
        page.append("Driver: the most that collections of garbage, one every two seconds, left alive in it.");
        page.append(" An edge: seconds until agents and edges were with their blocks, times executors, over edges;");
        page.append(" a cost: the same of costs, over agents and rounds.");
        page.append(" Same: whether all actions of all rounds are those of `acord run`, by digest.\n\n");
        page.append(
                "| graph | degree | agents | edges | edges cut % | driver MB | fleet s | µs an edge | costs s | µs a cost");
        page.append(" | digest | same |\n").append("|---".repeat(12)).append("|\n");
        for (Row row : rows) {
            PlayedFrame.FrameTimings took = row.played().timings();
            long edges = row.played().arcs() / 2;
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %.1f | %.0f | %.1f | %.2f | %.1f | %.2f | %016x | %s |%n",
                    row.made().links(),
                    row.made().degree(),
                    row.made().agents(),
                    edges,
                    100 * row.played().cutShare(),
                    row.liveMegabytes(),
                    took.fleet(),
                    1e6 * took.fleet() * executors / edges,
                    took.costs(),
                    1e6 * took.costs() * executors / ((double) row.made().agents() * rounds),
                    row.digest(),
                    row.isSame() ? "yes" : "**no**"));
        }
        page.append('\n');
    }

    /** Code is compiled while the first rounds are played. */
    private static DoubleStream fromThird(List<Double> seconds) {
        return seconds.stream().skip(2).mapToDouble(Double::doubleValue);
    }

    private void playing(StringBuilder page, List<Row> rows) {
        page.append("## A round\n\n");
        page.append("Seconds, means of rounds from the third on; of the block that computed longest.");
        page.append(" Memory: a `Fleet` with as many threads as there are executors, costs, certificates and books");
        page.append(" included; it neither reads costs from files nor keeps anything.\n\n");
        page.append("| graph | degree | agents | computing | exchanging | reading | keeping | a round | smallest");
        page.append(" | in memory | smallest | blocks over memory |\n" + "|---".repeat(12) + "|\n");
        for (Row row : rows) {
            double[] parts = new double[4];
            List<Double> whole = new ArrayList<>();
            for (PlayedRows.Round round : row.played().rounds()) {
                Times times = round.times();
                if (round.t() > 2) {
                    parts[0] += times.computing();
                    parts[1] += times.exchanging();
                    parts[2] += times.reading();
                    parts[3] += times.keeping();
                    whole.add(times.computing() + times.exchanging() + times.reading() + times.keeping());
                }
            }
            double count = Math.max(1, whole.size());
            double blocks = Arrays.stream(parts).sum() / count;
            double memory = fromThird(row.inMemory()).average().orElse(Double.NaN);
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f |%n",
                    row.made().links(),
                    row.made().degree(),
                    row.made().agents(),
                    parts[0] / count,
                    parts[1] / count,
                    parts[2] / count,
                    parts[3] / count,
                    blocks,
                    whole.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                    memory,
                    fromThird(row.inMemory()).min().orElse(Double.NaN),
                    blocks / memory));
        }
    }

    private RoundModel.Measured measured(Row row) {
        List<PlayedRows.Round> all = row.played().rounds();
        double seconds = all.stream()
                .filter(round -> round.t() > 2)
                .mapToDouble(round -> round.times().total())
                .min()
                .orElse(Double.NaN);
        return new RoundModel.Measured(
                (double) row.made().agents() / executors,
                (double) row.played().arcs() / executors,
                all.get(all.size() - 1).bytes() / 8.0 / executors,
                seconds);
    }

    /** Only fleets of several degrees tell rows and arcs apart. */
    private void model(StringBuilder page, List<Row> rows) {
        List<RoundModel.Measured> measured =
                rows.stream().filter(row -> rounds > 2).map(this::measured).toList();
        if (measured.size() < RoundModel.FEWEST) {
            return;
        }
        RoundModel model = RoundModel.fit(measured);
        page.append("\n## A model of a round\n\n");
        if (Double.isNaN(model.arc())) {
            page.append("These fleets do not tell rows, arcs and numbers apart: give more than one --degree.\n");
            return;
        }
        page.append(String.format(
                Locale.ROOT,
                "Fitted to the smallest times of a round: %.0f ns a row of a block, %.1f ns an arc and %.1f ns a number"
                        + " that it tells. Off by %.0f %% on average, by %.0f %% at most.%n%n",
                1e9 * model.row(),
                1e9 * model.arc(),
                1e9 * model.told(),
                100
                        * measured.stream()
                                .mapToDouble(each -> Math.abs(model.error(each)))
                                .average()
                                .orElse(0),
                100
                        * measured.stream()
                                .mapToDouble(each -> Math.abs(model.error(each)))
                                .max()
                                .orElse(0)));
        page.append("1e8 agents and 1e9 edges on 100 executors with cores like these, as far as computing goes:\n\n");
        page.append("| graph | rows of a block | arcs | numbers told | seconds a round |\n|---|---|---|---|---|\n");
        double rowsOfBlock = 1e6;
        double arcsOfBlock = 2e7;
        double exchanges = MadeUpFrame.ITERATIONS + 1;
        double blocksOfNeighbors = 99 * (1 - Math.pow(0.99, 20)); // of 20 that live anywhere
        double rim = 4 * Math.sqrt(rowsOfBlock); // of a square of a plane
        for (boolean isScattered : new boolean[] {true, false}) {
            double told = exchanges * (isScattered ? rowsOfBlock * blocksOfNeighbors : rim);
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f | %.0f | %.1f |%n",
                    isScattered ? "scattered" : "plane",
                    rowsOfBlock,
                    arcsOfBlock,
                    told,
                    model.seconds(rowsOfBlock, arcsOfBlock, told)));
        }
    }
}
