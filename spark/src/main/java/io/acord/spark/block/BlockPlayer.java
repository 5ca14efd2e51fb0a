package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Variant;
import io.acord.spark.block.PlayedFile.Played;
import io.acord.theory.Books;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays one block, round after round, from the round after {@code from} to the horizon. The arithmetic is that of
 * {@link BlockRound}; here are the order in which blocks talk, and what is kept.
 *
 * <p>Times of frames: round · 2³² + iteration, iteration 0 being what a round starts from.
 */
final class BlockPlayer {

    private final BlockJob job;
    private final int me;
    private final Exchange exchange;
    private final Exchange.Watch watch;
    private final int[] peers; // all that there may ever be an edge to
    private final List<Played> unkept = new ArrayList<>();
    private final int rows;
    private double[] previous;
    private @Nullable Books books; // of the rows; null: a cost was found not to be what it says
    private int graph = -1;
    private @Nullable Block block;
    private @Nullable BlockBoundary boundary;
    private Clock clock = new Clock();

    /** Goes on after what was played last. */
    BlockPlayer(BlockJob job, int me, Played last, int[] peers, Exchange exchange, Exchange.Watch watch) {
        this.job = job;
        this.peers = peers;
        this.me = me;
        this.exchange = exchange;
        this.watch = watch;
        this.previous = last.actions();
        this.rows = previous.length / job.dimension();
        this.books = last.books().length == 0 ? null : Books.of(job.dimension(), last.books());
    }

    /** Where the time of a round goes. */
    private static final class Clock {
        private long last = System.nanoTime();
        private double waiting;
        private double reading;
        private double computing;
        private double exchanging;

        private double lap() {
            long now = System.nanoTime();
            double seconds = (now - last) / 1e9;
            last = now;
            return seconds;
        }
    }

    void play(int from) throws IOException {
        double keeping = 0;
        for (int t = from + 1; t <= job.horizon(); t++) {
            clock = new Clock();
            RoundFile round = read(t);
            Played played = play(round);
            // what keeping took is known after it was kept: it is told with the next round
            PlayedFile.Times times =
                    new PlayedFile.Times(clock.waiting, clock.reading, clock.computing, clock.exchanging, keeping);
            unkept.add(played.with(times));
            previous = played.actions();
            clock.lap();
            if (t % job.every() == 0 || t == job.horizon()) {
                keep(t);
            }
            keeping = clock.lap();
        }
        sayGoodbye();
    }

    /** A block's part of a round, as soon as the driver has handed it out. */
    private RoundFile read(int t) throws IOException {
        Path file = job.places().round(t, me);
        // The driver may wait itself, for a round to arrive; it knows better what is missing, so it gives up first.
        Duration patience = job.patience().plusSeconds(10);
        long end = System.nanoTime() + patience.toNanos();
        long pause = 1;
        while (!NumberFile.isThere(file)) {
            watch.look();
            if (System.nanoTime() - end > 0) {
                throw new IOException("round " + t + " was not handed out for " + patience.toSeconds() + " s: " + file
                        + " is not there");
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for round " + t, e);
            }
            pause = Math.min(50, 2 * pause);
        }
        clock.waiting += clock.lap();
        RoundFile round = RoundFile.read(file);
        if (round.t() != t || round.regularization().length != rows) {
            throw new IOException(file + " is of another round or block");
        }
        return round;
    }

    private Block block(int wanted) throws IOException {
        Block known = block;
        if (known == null || graph != wanted) {
            BlockFile file = BlockFile.read(job.places().graph(wanted, me));
            known = file.block();
            if (known.rows() != rows) {
                throw new IOException(job.places().graph(wanted, me) + " has " + known.rows() + " agents, not " + rows);
            }
            block = known;
            boundary = BlockBoundary.of(known, file.hosts());
            graph = wanted;
        }
        return known;
    }

    private HittingCost[] costs(RoundFile file, Block here) throws IOException {
        HittingCost[] costs = file.costs();
        if (costs != null) {
            return costs;
        }
        Round whole = job.rounds().round(file.t());
        HittingCost[] mine = new HittingCost[rows];
        for (int row = 0; row < rows; row++) {
            mine[row] = whole.cost(here.agent(row));
        }
        return mine;
    }

    private Played play(RoundFile round) throws IOException {
        Block here = block(round.graph());
        BlockBoundary border = boundary;
        if (border == null) {
            throw new AssertionError("a block without a boundary");
        }
        HittingCost[] costs = costs(round, here);
        clock.reading += clock.lap();
        Variant variant = job.variant();
        BlockRound state =
                BlockRound.open(here, costs, round.beta(), round.regularization(), previous, variant, job.from());
        clock.computing += clock.lap();
        boolean talks = round.isCoupled();
        int exchanges = 0;
        if (talks && job.from() == From.PREVIOUS) {
            exchange(border, state, when(round.t(), 0), false);
            exchanges++;
        }
        Momentum momentum = talks ? variant.momentum(Double.NaN) : Momentum.none();
        for (int k = 1; k <= round.iterations(); k++) {
            state.iterate(momentum.next());
            clock.computing += clock.lap();
            if (talks) {
                // The last exchange is of actions, for certificates and costs; without momentum they are what is shown.
                boolean last = k == round.iterations();
                exchange(border, state, when(round.t(), k), last && variant.hasMomentum());
                exchanges++;
            }
        }
        Played played = account(round, here, costs, state, border, exchanges);
        clock.computing += clock.lap();
        return played;
    }

    private static long when(int t, int k) {
        return (long) t << 32 | k;
    }

    private void exchange(BlockBoundary border, BlockRound state, long when, boolean actions) throws IOException {
        for (int p = 0; p < border.peers(); p++) {
            exchange.tell(border.peer(p), border.frame(p, when, state, actions));
        }
        for (int p = 0; p < border.peers(); p++) {
            byte[] frame = exchange.hear(border.peer(p), when);
            if (!border.take(p, frame, state, actions)) {
                throw new IOException("block " + border.peer(p) + " told " + frame.length
                        + " bytes, which are not of the agents that have neighbours here");
            }
        }
        clock.exchanging += clock.lap();
    }

    /** What the round cost this block, and how good it was. */
    private Played account(
            RoundFile round, Block here, HittingCost[] costs, BlockRound state, BlockBoundary border, int exchanges) {
        int d = job.dimension();
        double[] actions = new double[rows * d];
        double[] x = new double[d];
        double hitting = 0;
        double switching = 0;
        double dissimilarity = 0;
        double certificate = 0;
        double shift = 0;
        Books kept = books;
        double[] h = new double[kept == null ? 0 : rows * d];
        for (int row = 0; row < rows; row++) {
            double moved = 0;
            for (int c = 0; c < d; c++) {
                x[c] = state.action(row, c);
                actions[row * d + c] = x[c];
                double step = x[c] - previous[row * d + c];
                moved += step * step;
            }
            double cost = costs[row].at(x);
            checkFinite(round.t(), here.agent(row), x, cost + moved);
            hitting += cost;
            switching += round.switchingWeight(row) / 2 * moved;
            certificate += kept == null
                    ? state.certificate(row)
                    : state.close(row, round.switchingWeight(row), costs[row].mu(), kept, h);
            if (!(costs[row] instanceof Quadratic)) {
                shift += Math.min(0, costs[row].minimum());
            }
            for (int arc = here.firstArc()[row]; arc < here.firstArc()[row + 1]; arc++) {
                if (here.agent(row) < here.agent(here.column()[arc])) { // each edge once
                    dissimilarity += squaredDifference(here, state, row, arc);
                }
            }
        }
        long bytes = 0;
        for (int p = 0; p < border.peers(); p++) {
            bytes += 8L * border.numbers(p);
        }
        if (!Double.isFinite(certificate)) {
            kept = null; // nothing follows from what cannot be trusted, in no later round either
            books = null;
        }
        Cost cost = new Cost(hitting, switching, round.beta() / 2 * dissimilarity);
        return new Played(
                round.t(),
                cost,
                certificate,
                shift,
                kept == null ? Double.NEGATIVE_INFINITY : kept.atLeast(),
                (long) exchanges * border.peers(),
                exchanges * bytes,
                PlayedFile.Times.NONE,
                actions,
                kept == null ? new double[0] : kept.toArray());
    }

    /** (x_i − x_j − o)ᵀ W (x_i − x_j − o), the offset o seen from the row. */
    private static double squaredDifference(Block here, BlockRound state, int row, int arc) {
        int j = here.column()[arc];
        int d = here.dimension();
        double total = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                double w = here.gram(arc, r, c);
                if (w != 0) {
                    sum += w * (state.action(row, c) - state.action(j, c) - here.offset(arc, c));
                }
            }
            total += sum * (state.action(row, r) - state.action(j, r) - here.offset(arc, r));
        }
        return Math.max(0, total);
    }

    private static void checkFinite(int t, int agent, double[] x, double cost) {
        boolean finite = Double.isFinite(cost);
        for (double c : x) {
            finite &= Double.isFinite(c);
        }
        if (!finite) {
            throw Complaints.refuse(
                    "round " + t + ", agent " + agent,
                    "acts at " + java.util.Arrays.toString(x) + " for " + cost,
                    "actions and costs within the range of doubles",
                    "check its hitting cost, or lower beta, the weights or the costs");
        }
    }

    private void keep(int t) throws IOException {
        if (!job.keepsAll()) {
            List<Played> accounts = unkept.stream().map(Played::withoutActions).toList();
            new PlayedFile(accounts).write(job.places().account(t, me));
            unkept.subList(0, unkept.size() - 1).clear();
        }
        new PlayedFile(List.copyOf(unkept)).write(job.places().played(t, me));
        unkept.clear();
        int old = t - 2 * job.every(); // the one before this is kept: another block may have to go on from it
        if (!job.keepsAll() && old > 0) {
            Files.deleteIfExists(job.places().played(old, me));
        }
    }

    /** Nobody leaves before everybody has heard all. */
    private void sayGoodbye() throws IOException {
        for (int peer : peers) {
            exchange.tell(peer, BlockBoundary.empty(Long.MAX_VALUE));
        }
        for (int peer : peers) {
            exchange.hearLast(peer, Long.MAX_VALUE);
        }
    }

    /** The newest of a block's files that is whole, or the one of round 0. */
    static Played newest(Places places, int block) throws IOException {
        List<Integer> rounds;
        try {
            rounds = new ArrayList<>(Places.rounds(places.played()));
        } catch (NoSuchFileException e) {
            throw new IOException(
                    places.played()
                            + " cannot be seen here: the folder of a run has to be on a file system that driver and executors share",
                    e);
        }
        Collections.reverse(rounds);
        IOException damaged = null;
        for (int t : rounds) {
            try {
                return PlayedFile.read(places.played(t, block)).last();
            } catch (NoSuchFileException e) {
                // of another block, which was further
            } catch (IOException e) {
                damaged = e; // torn: the one before will do
            }
        }
        throw new IOException("block " + block + " has nothing to start from", damaged);
    }
}
