package io.acord.spark;

import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.system.DaemonThread;
import io.acord.internal.system.FolderTree;
import io.acord.lab.block.BlockFile;
import io.acord.lab.partition.Partition;
import io.acord.model.Round;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.spark.block.BlockJob;
import io.acord.spark.block.Places;
import io.acord.spark.block.RoundFile;
import io.acord.spark.block.RoundOutlook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands rounds out to the blocks, a few ahead of what they have kept: splits each into one file a block, and each graph
 * when it first appears. Runs beside the job on the driver, and is the one who notices how far the blocks are and that
 * a task has refused to go on.
 *
 * <p>What was handed out is entered in a ledger of checksums. A job that goes on after its driver ended hands
 * everything out again and compares: rounds that have changed since are refused.
 */
final class Feeder implements AutoCloseable {

    /** Rounds that are handed out before they are wanted. */
    private static final int AHEAD = 2;

    private static final long PAUSE_MS = 20;

    private final BlockJob job;
    private final Places places;
    private final Partition partition;
    private final KnownRounds rounds;
    private final int k; // iterations of every round
    private final Lambdas lambdas;
    private final Map<Integer, String> ledger;
    private final IntConsumer progress;
    private final Thread thread;
    private @Nullable Coupling lastCoupling;
    private long lastGraphSum;
    private int graphs; // how many were handed out
    private int next = 1; // the round to hand out
    private long iterations;
    private volatile int kept; // the last round that all blocks have kept
    private volatile boolean closed;
    private volatile @Nullable Exception failure;
    private volatile Runnable onFailure = () -> {};

    Feeder(BlockJob job, Places places, Partition partition, KnownRounds rounds, Recipe recipe, IntConsumer progress)
            throws IOException {
        this.job = job;
        this.places = places;
        this.partition = partition;
        this.rounds = rounds;
        this.k = recipe.iterations()
                .known()
                .orElseThrow(() -> new AssertionError(recipe.iterations() + " was not refused"));
        this.progress = progress;
        this.lambdas = new Lambdas(recipe.lambda(), rounds.instance().agents());
        this.ledger = readLedger(places);
        this.kept = lastKept();
        this.thread = DaemonThread.of(this::run, "acord-feeder");
    }

    private static Map<Integer, String> readLedger(Places places) throws IOException {
        Map<Integer, String> sums = new HashMap<>();
        if (Files.exists(places.ledger())) {
            for (String line : Files.readAllLines(places.ledger())) {
                String[] parts = line.split(" ", -1);
                if (parts.length == 2 && parts[1].length() == 16) { // a last line may be torn
                    sums.put(Integer.valueOf(parts[0]), parts[1]);
                }
            }
        }
        return sums;
    }

    /** Hands out what a job needs to begin, or to go on: tasks that are started afterwards do not wait for it. */
    void handOutFirst() throws IOException {
        int first = Math.min(job.horizon(), kept + 1);
        while (next <= first) {
            handOut(next++);
        }
    }

    /** Goes on handing out; {@code onFailure} is called once if the job cannot go on. */
    void start(Runnable ending) {
        onFailure = ending;
        thread.start();
    }

    /** After which round a job goes on that was begun before. */
    int kept() {
        return kept;
    }

    /** Throws what went wrong here, or what a task complained about. */
    void throwIfFailed() throws IOException {
        Exception thrown = failure;
        if (thrown instanceof IOException e) {
            throw e;
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
    }

    /** The λ's of all rounds, once they have been handed out. */
    Lambdas lambdas() {
        return lambdas;
    }

    boolean graphChanges() {
        return graphs > 1;
    }

    double iterationsPerRound() {
        return (double) iterations / job.horizon();
    }

    private void run() {
        try {
            while (next <= job.horizon() && !closed) {
                while (!closed && next > kept + job.every() + AHEAD) {
                    look();
                }
                handOut(next++);
            }
            while (!closed && kept < job.horizon()) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            fail(e);
        } catch (Error e) { // out of memory, say: blocks would wait for rounds that never come
            fail(new IOException("handing out round " + (next - 1) + " failed: " + e, e));
            throw e;
        }
    }

    private void fail(Exception e) {
        if (!closed) {
            failure = e;
            onFailure.run();
        }
    }

    private void look() throws IOException, InterruptedException {
        Thread.sleep(PAUSE_MS);
        if (Files.exists(places.refusal())) {
            throw new BadInputException(List.of(new Complaint(
                    "a block",
                    "was refused:\n" + Files.readString(places.refusal()),
                    "rounds that can be played",
                    "see there")));
        }
        giveUpIfSilentAgain();
        int before = kept;
        kept = keptByAll(before);
        for (int t = before + 1; t <= kept; t++) {
            progress.accept(t);
            delete(t);
        }
    }

    /** Two attempts in which somebody told nothing, after the same round: a third would end in the same way. */
    private void giveUpIfSilentAgain() throws IOException {
        Path silences = places.silences();
        if (!Files.exists(silences)) {
            return;
        }
        Map<String, Path> first = new HashMap<>(); // by the round after which they went on
        try (Stream<Path> files = Files.list(silences)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (first.put(name.substring(0, name.indexOf('-')), file) != null) {
                    throw new IOException("two attempts got no further: " + Files.readString(file)
                            + "; what was played is kept in " + places.folder() + ", start again to go on");
                }
            }
        }
    }

    /**
     * Rounds that are of no use any more: should what was kept last be damaged, a block goes back to what was kept
     * before.
     */
    private void delete(int t) throws IOException {
        int old = t - 2 * job.every();
        if (old > 0) {
            FolderTree.delete(places.rounds().resolve(Integer.toString(old)));
        }
    }

    /** The last round up to which all blocks have kept what they played, for a job that was begun before. */
    private int lastKept() throws IOException {
        int last = 0;
        for (int t : Places.rounds(places.played())) {
            last = isKeptByAll(t) ? t : last;
        }
        return last;
    }

    private boolean isKeptByAll(int t) {
        return IntStream.range(0, job.blocks()).allMatch(b -> Files.exists(places.played(t, b)));
    }

    /** The same, knowing an earlier one. Nobody can be further than the rounds that were handed out. */
    private int keptByAll(int known) {
        int found = known;
        for (int t = known + 1; t <= Math.min(job.horizon(), known + job.every() + AHEAD); t++) {
            found = isKeptByAll(t) ? t : found;
        }
        return found;
    }

    private void handOut(int t) throws IOException {
        Round round = rounds.round(t);
        double[] lambda = lambdas.of(round);
        lambdas.remember(round, lambda);
        long sum = graph(round.coupling());
        BlockJob.Lookahead how = job.lookahead();
        RoundOutlook outlook = how == null ? null : RoundOutlook.of(how.window(), rounds.forecasts(t, how.window()));
        for (int b = 0; b < job.blocks(); b++) {
            RoundFile file = RoundFile.of(t, round, k, graphs - 1, lambda, outlook, partition.agents(b));
            iterations += b == 0 ? file.iterations() : 0;
            sum = 31 * sum + file.write(places.round(t, b));
        }
        enter(t, String.format(Locale.ROOT, "%016x", sum));
        if (t <= kept) {
            delete(t); // handed out only to see that it is what it was
        }
    }

    /** Hands a graph out if it is another one than in the round before; returns its checksum. */
    private long graph(Coupling coupling) throws IOException {
        if (lastCoupling == coupling) {
            return lastGraphSum;
        }
        long sum = 0;
        for (int b = 0; b < job.blocks(); b++) {
            Block block = Block.of(coupling, partition.agents(b));
            int[] hosts = new int[block.columns() - block.rows()];
            Arrays.setAll(hosts, h -> partition.blockOf(block.agent(block.rows() + h)));
            sum = 31 * sum + BlockFile.of(block, hosts).write(places.graph(graphs, b));
        }
        if (graphs > 0 && !job.isStatic()) {
            deleteOldGraphs();
        }
        graphs++;
        lastCoupling = coupling;
        lastGraphSum = sum;
        return sum;
    }

    /** Blocks may be as far back as what all have kept; older graphs than those since then are of no use. */
    private void deleteOldGraphs() throws IOException {
        int old = graphs - 3 * job.every() - AHEAD - 1;
        if (old >= 0) {
            FolderTree.delete(places.graph(old));
        }
    }

    private void enter(int t, String sum) throws IOException {
        String before = ledger.put(t, sum);
        if (before == null) {
            Files.writeString(
                    places.ledger(), t + " " + sum + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } else if (!before.equals(sum)) {
            throw Complaints.refuse(
                    "round " + t,
                    "is not what it was when this job began",
                    "the same costs and edges, because blocks go on from what they played of them",
                    "bring the old files back, or start anew with another --out");
        }
    }

    /** All blocks are done: waits until that has been noticed here, too. */
    void finish() {
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(5000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
