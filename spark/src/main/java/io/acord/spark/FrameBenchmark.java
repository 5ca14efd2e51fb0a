package io.acord.spark;

import io.acord.internal.system.FolderTree;
import io.acord.spark.block.PlayedFile.Times;
import io.acord.spark.frame.PlayedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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
            "Makes fleets of degree 10 up in Parquet, plays them by blocks on executors of this machine and by the engine in memory, and compares times and every action.",
            "Reports what is alive in the driver, what bringing data to the blocks takes, and where a round's time goes."
        },
        mixinStandardHelpOptions = true)
public final class FrameBenchmark implements Callable<Integer> {

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

    @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark. Repeatable.")
    private List<String> conf = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Also writes the tables to spark.md there.")
    private @Nullable Path out;

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
        List<Row> rows = new ArrayList<>();
        SparkSession spark = SparkSession.builder()
                .config(Cluster.conf("local-cluster[" + executors + ",1," + megabytes + "]", "benchmark", conf, 50))
                .getOrCreate();
        try {
            for (MadeUpFrame.Links graph : graphs) {
                for (int n : agents) {
                    rows.add(measure(spark, graph, n));
                }
            }
        } finally {
            spark.stop();
        }
        String page = page(rows);
        spec.commandLine().getOut().print(page);
        spec.commandLine().getOut().flush();
        if (out != null) {
            Files.createDirectories(out);
            Files.writeString(out.resolve("spark.md"), page);
        }
        return rows.stream().allMatch(Row::isSame) ? 0 : 3;
    }

    private Row measure(SparkSession spark, MadeUpFrame.Links graph, int n) throws IOException {
        Path folder = Files.createTempDirectory("acord-bench");
        try {
            MadeUpFrame made = new MadeUpFrame(folder, n, rounds, graph);
            say("making up " + n + " agents, " + graph);
            made.write(spark);
            say("playing them by blocks");
            PlayedFrame played;
            double live;
            try (LiveHeap heap = new LiveHeap()) {
                played = made.frame(spark).blocks(executors).keepEvery(every).play();
                live = Math.max(heap.most(), LiveHeap.now()) / 1e6;
            }
            long digest = MadeUpFrame.digest(played);
            say(played + "\nacord bench: playing them in memory");
            played.rounds(); // read before its files are gone
            MadeUpFrame.InMemory memory = made.play(executors);
            return new Row(made, played, live, digest == memory.digest(), digest, memory.seconds());
        } finally {
            FolderTree.delete(folder);
        }
    }

    private void say(String words) {
        PrintWriter stderr = spec.commandLine().getErr();
        stderr.println("acord bench: " + words + " ...");
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
        page.append("Fleets of degree 10 in Parquet, K = ")
                .append(MadeUpFrame.ITERATIONS)
                .append(", ");
        page.append(rounds).append(" rounds, ").append(executors).append(" executors of one core, ");
        page.append(megabytes).append(" MB and one block each, all on this machine.\n\n");
        bringing(page, rows);
        playing(page, rows);
        return page.toString();
    }

    private void bringing(StringBuilder page, List<Row> rows) {
        page.append("## From Parquet to blocks\n\n");
        page.append("Driver: the most that collections of garbage, one every two seconds, left alive in it.");
        page.append(" An edge: seconds until agents and edges were with their blocks, times executors, over edges;");
        page.append(" a cost: the same of costs, over agents and rounds.");
        page.append(" Same: whether all actions of all rounds are those of `acord run`, by digest.\n\n");
        page.append("| graph | agents | edges | edges cut % | driver MB | fleet s | µs an edge | costs s | µs a cost");
        page.append(" | digest | same |\n").append("|---".repeat(11)).append("|\n");
        for (Row row : rows) {
            PlayedFrame.FrameTimings took = row.played().timings();
            long edges = row.played().arcs() / 2;
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.1f | %.0f | %.1f | %.2f | %.1f | %.2f | %016x | %s |%n",
                    row.made().links(),
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
        page.append("| graph | agents | computing | exchanging | reading | keeping | a round | smallest");
        page.append(" | in memory | smallest | blocks over memory |\n")
                .append("|---".repeat(11))
                .append("|\n");
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
                    "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f |%n",
                    row.made().links(),
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
}
