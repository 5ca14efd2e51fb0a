package io.acord.spark.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Fleet;
import io.acord.cost.HittingCost;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaint;
import io.acord.internal.kernel.Block;
import io.acord.lab.block.BlockFile;
import io.acord.lab.block.CostRows;
import io.acord.lab.block.NumberFile;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is alive while a block of costs of many kinds plays, and while the engine in memory plays the same rows. */
class BlockMemoryTest {

    private static final int AGENTS = 60_000;
    private static final int HORIZON = 3;
    private static final double BETA = 5;

    @TempDir
    private static Path folder;

    private static long live() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Path file(int t) {
        return folder.resolve("round-" + t);
    }

    /** Rounds whose costs are read and made when they are asked for; looks at the heap when the second is kept. */
    private static final class MixedRounds implements BlockFiles {
        private static final long serialVersionUID = 1;

        private long most;
        private int kept; // the last round that was

        @Override
        public Played newest(int block) {
            return Played.start(new double[AGENTS], 1, true);
        }

        @Override
        public Played played(int t, int block) {
            throw new AssertionError("nothing is kept");
        }

        @Override
        public BlockFile graph(int graph, int block) {
            int[] all = new int[AGENTS];
            Arrays.setAll(all, i -> i);
            return BlockFile.of(Block.of(ring(), all), new int[0]);
        }

        @Override
        public synchronized void await(int t, int block, Duration patience, Watch watch) throws IOException {
            try {
                while (kept < t - 1) { // or it would depend on the machine how much of the next round is there already
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }

        @Override
        public boolean isThere(int t, int block) {
            return true;
        }

        @Override
        public RoundPart round(int t, int block, RowsOf rows) throws IOException {
            try (NumberFile.Reader in = new NumberFile.Reader(file(t), 1)) {
                CostRows told = CostRows.read(in);
                in.end();
                return new RoundPart(t, BETA, 4, true, 0, told.costs(1), null, null, null);
            }
        }

        @Override
        public synchronized void keep(int t, int block, List<Played> rounds) {
            most = Math.max(most, t < HORIZON ? live() : 0);
            kept = t;
            notifyAll();
        }

        @Override
        public void refuse(List<Complaint> complaints) {
            throw new AssertionError(complaints);
        }

        @Override
        public void silent(int after, int attempt, String message) {
            throw new AssertionError(message);
        }

        @Override
        public Credentials credentials(Identity identity) {
            return Credentials.inFolder(folder, identity);
        }
    }

    private static Coupling ring() {
        Graph.Builder graph = Graph.builder(AGENTS);
        for (int i = 0; i < AGENTS; i++) {
            graph.edge(i, (i + 1) % AGENTS);
        }
        return Coupling.unit(graph.build(), 1);
    }

    /** Draws costs, writes them down as a driver does, and lets go of them. */
    private static void writeCosts() throws IOException {
        Path scenario = Files.writeString(folder.resolve("mixed.yaml"), """
                name: mixed
                horizon: %d
                agents: %d
                beta: 5
                costs: {kind: mixed}
                graph: {kind: ring}
                algorithms: [acord]
                """.formatted(HORIZON, AGENTS));
        Scenario read = ScenarioReader.read(scenario, List.of());
        Instance instance = read.instance(1);
        for (int t = 1; t <= HORIZON; t++) {
            @Nullable HittingCost[] costs = new HittingCost[AGENTS];
            for (int i = 0; i < AGENTS; i++) {
                costs[i] = instance.round(t).cost(i);
            }
            CostRows rows = Objects.requireNonNull(CostRows.of(1, costs));
            try (NumberFile.Writer out = new NumberFile.Writer(file(t), 1, false)) {
                rows.write(out);
                out.finish();
            }
        }
    }

    private static long ofEngine(long before) throws IOException {
        MixedRounds files = new MixedRounds();
        Coupling coupling = ring();
        Fleet fleet = Fleet.builder(AGENTS)
                .recipe(Recipe.standard().with(IterationRule.fixed(4)))
                .build();
        long most = 0;
        for (int t = 1; t <= HORIZON; t++) {
            Round.Builder round = fleet.round().beta(BETA).coupling(coupling);
            RoundPart part = files.round(t, 0, unused -> new int[0]);
            for (int i = 0; i < AGENTS; i++) {
                round.cost(i, part.costs().cost(i));
            }
            Round built = round.build();
            assertThat(fleet.decide(built).iterations()).isEqualTo(4);
            most = Math.max(most, live());
            assertThat(built.agents()).isEqualTo(AGENTS);
        }
        return most - before;
    }

    private static long ofBlock(long before) throws Exception {
        MixedRounds files = new MixedRounds();
        Recipe recipe = Recipe.standard();
        BlockJob job = new BlockJob(
                files,
                "job",
                "fleet",
                1,
                AGENTS,
                1,
                HORIZON,
                true,
                recipe.variant(),
                recipe.from(),
                1,
                Duration.ofSeconds(20),
                recipe.lambda(),
                1,
                null);
        new BlockTask(job, new Alone()).play();
        return files.most - before;
    }

    /** A gang of one. */
    private record Alone() implements BlockTask.Gang {
        @Override
        public int block() {
            return 0;
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public String host() {
            return "127.0.0.1";
        }

        @Override
        public String[] gather(String mine) {
            return new String[] {mine};
        }

        @Override
        public void look() {
            // nobody wants it to end
        }
    }

    /** In a process of its own: in that of other tests sessions of Spark leave memory whenever they like. */
    public static void main(String[] args) throws Exception {
        folder = Path.of(args[0]);
        Authority.forOneRun("fleet", List.of(Places.name(0)), folder);
        writeCosts();
        long need = ofEngine(live());
        long held = ofBlock(live());
        System.out.println(need + " " + held);
    }

    @Test
    void aBlockOfMixedCostsHoldsAtMostAThirdMoreThanItsRowsNeed() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BlockMemoryTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        String[] numbers = said.substring(said.stripTrailing().lastIndexOf('\n') + 1)
                .strip()
                .split(" ", -1);
        long need = Long.parseLong(numbers[0]);
        long held = Long.parseLong(numbers[1]);
        assertThat(need).as("bytes of the engine in memory").isGreaterThan(AGENTS * 100L);
        assertThat((double) held / need).as("%d bytes over %d", held, need).isBetween(0.5, 1.3);
    }
}
