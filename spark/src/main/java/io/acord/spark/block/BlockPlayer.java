package io.acord.spark.block;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.Buffers;
import io.acord.internal.kernel.Cascade;
import io.acord.internal.kernel.Crew;
import io.acord.internal.kernel.RoundEnd;
import io.acord.internal.kernel.Scratch;
import io.acord.lab.block.BlockFile;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Variant;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plays one block, round after round, from the round after {@code from} to the horizon. The arithmetic is that of
 * {@link BlockRound}; here are the order in which blocks talk, and what is kept.
 *
 * <p>Times of frames: round · 2³² + iteration, iteration 0 being what a round starts from.
 */
final class BlockPlayer {

    /** Fewer rows are done before another thread has begun. */
    private static final int ROWS_PER_THREAD = 2048;

    /** More iterations at once save hardly more time. */
    private static final int LONGEST_STRIDE = 12;

    private static final Pattern ROW = Pattern.compile("\\bagents\\[(\\d{1,9})]");

    private final Buffers buffers = new Buffers(); // what a thread that works alone needs
    private final Buffers ofPlans = new Buffers(); // the same for plans, which are longer
    private final BlockJob job;
    private final int me;
    private final Exchange exchange;
    private final BlockFiles.Watch watch;
    private final BackgroundFiles files;
    private final int[] peers; // all that there may ever be an edge to
    private final List<Played> unkept = new ArrayList<>();
    private final int rows;
    private final Scratch ends; // for the rows at both ends of a stride
    private final double[] ones; // b of the rows, if nobody says otherwise
    private final RowWeights weights;
    private final @Nullable BlockLookahead lookahead; // null: nobody looks ahead
    private double[] previous; // what was played last; where rows look ahead, by their experts
    private final BlockBooks books;
    private int graph = -1;
    private @Nullable BlockFile file;
    private @Nullable BlockBoundary boundary;
    private Clock clock = new Clock();
    private long frames; // told in this round
    private long bytes;

    /** Goes on after what was played last. */
    BlockPlayer(BlockJob job, int me, Played last, int[] peers, Exchange exchange, BlockFiles.Watch watch) {
        this.job = job;
        this.peers = peers;
        this.me = me;
        this.exchange = exchange;
        this.watch = watch;
        this.files = new BackgroundFiles(job.files(), me);
        this.previous =
                last.followed() == null ? last.actions() : last.followed().expert();
        this.weights = new RowWeights(job.lambda(), last.memory());
        this.rows = previous.length / job.dimension();
        this.ends = new Scratch(job.dimension());
        this.ones = new double[rows];
        Arrays.fill(ones, 1);
        this.books = new BlockBooks(job.dimension(), last);
        BlockJob.Lookahead how = job.lookahead();
        this.lookahead = how == null ? null : new BlockLookahead(job, how, last);
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
        try (files) {
            playFrom(from);
            files.finish();
        }
        sayGoodbye();
    }

    private void playFrom(int from) throws IOException {
        double keeping = 0;
        for (int t = from + 1; t <= job.horizon(); t++) {
            clock = new Clock();
            RoundPart round = read(t);
            int[] agents = graph(round.graph()).agents();
            if (t < job.horizon() && round.costs().areColumns()) { // objects would be held twice
                files.readAhead(t + 1, wanted -> wanted == round.graph() ? agents : agentsOf(wanted));
            }
            Played played = playNamed(round, agents);
            // what keeping took is known after it was kept: it is told with the next round
            PlayedFile.Times times =
                    new PlayedFile.Times(clock.waiting, clock.reading, clock.computing, clock.exchanging, keeping);
            unkept.add(played.with(times));
            previous = played.followed() == null
                    ? played.actions()
                    : played.followed().expert();
            clock.lap();
            if (t % job.every() == 0 || t == job.horizon()) {
                keep(t);
            }
            keeping = clock.lap();
        }
    }

    /** A block's part of a round, as soon as it is there. */
    private RoundPart read(int t) throws IOException {
        // The driver may wait itself, for a round to arrive; it knows better what is missing, so it gives up first.
        if (!files.isAhead(t)) {
            job.files().await(t, me, job.patience().plusSeconds(10), watch);
        }
        clock.waiting += clock.lap();
        RoundPart round = files.round(t, this::agentsOf);
        double[] given = round.regularization();
        if (round.t() != t || round.costs().agents() != rows || (given != null && given.length != rows)) {
            throw new IOException("what is there of round " + t + " is of another round or block");
        }
        return round;
    }

    private int[] agentsOf(int wanted) throws IOException {
        return job.files().graph(wanted, me).agents();
    }

    private BlockFile graph(int wanted) throws IOException {
        BlockFile known = file;
        if (known == null || graph != wanted) {
            known = job.files().graph(wanted, me);
            if (known.block().rows() != rows) {
                throw new IOException(
                        "graph " + wanted + " has " + known.block().rows() + " agents here, not " + rows);
            }
            file = known;
            boundary = BlockBoundary.of(known);
            graph = wanted;
        }
        return known;
    }

    /** Plays a round; what kernels complain of names agents as everybody knows them, not by their rows. */
    private Played playNamed(RoundPart round, int[] agents) throws IOException {
        clock.reading += clock.lap();
        double[] regularization = weights.regularization(round, switching(round), agents);
        try {
            return play(round, regularization);
        } catch (BadInputException refused) {
            throw new BadInputException(refused.complaints().stream()
                    .map(one -> new Complaint(
                            ROW.matcher(one.where())
                                    .replaceFirst(found -> "agents[" + agents[Integer.parseInt(found.group(1))] + "]"),
                            one.found(),
                            one.needed(),
                            one.fix()))
                    .toList());
        }
    }

    private Played play(RoundPart round, double[] regularization) throws IOException {
        BlockFile here = graph(round.graph());
        BlockBoundary border = boundary;
        if (border == null) {
            throw new AssertionError("a block without a boundary");
        }
        Variant variant = job.variant();
        BlockRound state = BlockRound.open(
                here.block(),
                round.costs(),
                round.beta(),
                regularization,
                switching(round),
                previous,
                variant,
                job.from(),
                buffers);
        BlockRound plan = lookahead == null ? null : lookahead.open(here, round);
        clock.computing += clock.lap();
        frames = 0;
        bytes = 0;
        boolean talks = round.isCoupled();
        if (talks && job.from() == From.PREVIOUS) {
            exchangeShown(border, state, plan, when(round.t(), 0));
        }
        Momentum momentum = talks ? variant.momentum(Double.NaN) : Momentum.none();
        Momentum ofPlan = talks ? variant.momentum(Double.NaN) : Momentum.none();
        Cascade cascade = plan == null ? Cascade.of(state) : null;
        int length;
        for (int k = 0; k < round.iterations(); k += length) {
            int left = round.iterations() - k;
            length = cascade == null ? 1 : cascade.iterations(Math.min(left, LONGEST_STRIDE), shortestPart(state));
            if (cascade != null && length > 1) {
                stride(new Stride(cascade, state, momentum, k, length, length == left), border, round);
            } else {
                iterate(state, momentum.next(), k, left == 1, buffers);
            }
            if (plan != null) {
                iterate(plan, ofPlan.next(), k, left == 1, ofPlans);
            }
            clock.computing += clock.lap();
            if (talks && length < left) {
                exchangeShown(border, state, plan, when(round.t(), k + length));
            }
        }
        double[] actions = actions(state);
        if (lookahead != null) {
            lookahead.decide(actions);
            clock.computing += clock.lap();
        }
        if (talks) {
            // The last exchange is of actions, for certificates, costs and accounts.
            exchangeActions(border, state, when(round.t(), round.iterations()));
        }
        Played played = account(round, state, actions);
        clock.computing += clock.lap();
        return played;
    }

    private double[] switching(RoundPart round) {
        double[] given = round.switchingWeights();
        return given == null ? ones : given;
    }

    private double[] actions(BlockRound state) {
        double[] actions = new double[rows * job.dimension()];
        state.copyRows(0, rows, actions);
        return actions;
    }

    /** One iteration of all rows, by all threads; nobody asks for actions before the last. */
    private void iterate(BlockRound state, double weight, int k, boolean isLast, Buffers kept) {
        Crew.run(members(), state.block().dimension(), kept, new Share(state.block(), (from, to, scratch) -> {
            state.advance(from, to, weight, k, isLast, isLast, scratch);
        }));
        state.turn();
    }

    /** The rows of the member that has the fewest. */
    private int shortestPart(BlockRound state) {
        int members = members();
        int shortest = rows;
        for (int member = 0; member < members; member++) {
            int start = state.block().shareStart(0, rows, member, members);
            shortest = Math.min(shortest, state.block().shareStart(0, rows, member + 1, members) - start);
        }
        return shortest;
    }

    /**
     * Some iterations at once. Rows that only have neighbours here are taken through all of them, one piece after the
     * other; then those at both ends iteration by iteration, with what other blocks tell in between. They are told the
     * same, in the same frames, as if all rows had been iterated at a time.
     */
    private void stride(Stride stride, BlockBoundary border, RoundPart round) throws IOException {
        Crew.run(members(), job.dimension(), buffers, stride);
        clock.computing += clock.lap();
        for (int ahead = 1; ahead < stride.length; ahead++) {
            if (round.isCoupled()) {
                int since = ahead;
                exchange(
                        border,
                        when(round.t(), stride.k + ahead),
                        job.dimension(),
                        (told, into) -> stride.state.copyShownAhead(told, since, into),
                        (columns, told) -> stride.state.hearAhead(columns, since, told));
            }
            stride.cascade.fillOne(0, ahead, stride.by(ends));
            clock.computing += clock.lap();
        }
        stride.state.turn(stride.length);
    }

    private int members() {
        return Math.max(1, Math.min(job.threads(), rows / ROWS_PER_THREAD));
    }

    private static long when(int t, int k) {
        return (long) t << 32 | k;
    }

    /** Blocks tell each other what their rows show, and of their plans after that. */
    private void exchangeShown(BlockBoundary border, BlockRound state, @Nullable BlockRound plan, long when)
            throws IOException {
        int d = job.dimension();
        if (plan == null) {
            exchange(border, when, d, state::copyShown, state::hear);
            return;
        }
        int ofPlan = plan.block().dimension();
        int width = d + ofPlan;
        double[] shown = new double[d];
        double[] planned = new double[ofPlan];
        exchange(
                border,
                when,
                width,
                (told, into) -> {
                    for (int k = 0; k < told.length; k++) {
                        copyShown(state, told[k], into, k * width);
                        copyShown(plan, told[k], into, k * width + d);
                    }
                },
                (columns, told) -> {
                    for (int k = 0; k < columns.length; k++) {
                        System.arraycopy(told, k * width, shown, 0, d);
                        System.arraycopy(told, k * width + d, planned, 0, ofPlan);
                        state.hear(columns[k], shown);
                        plan.hear(columns[k], planned);
                    }
                });
    }

    private static void copyShown(BlockRound state, int row, double[] into, int at) {
        for (int c = 0; c < state.block().dimension(); c++) {
            into[at + c] = state.shown(row, c);
        }
    }

    /** Blocks tell each other what their rows do, and where they look ahead what their experts do before that. */
    private void exchangeActions(BlockBoundary border, BlockRound state, long when) throws IOException {
        int d = job.dimension();
        BlockLookahead ahead = lookahead;
        if (ahead == null) {
            exchange(border, when, d, state::copyActions, state::hearActions);
            return;
        }
        double[] both = new double[2 * d];
        exchange(
                border,
                when,
                2 * d,
                (told, into) -> {
                    for (int k = 0; k < told.length; k++) {
                        ahead.write(told[k], both);
                        System.arraycopy(both, 0, into, k * 2 * d, 2 * d);
                    }
                },
                (columns, told) -> {
                    for (int k = 0; k < columns.length; k++) {
                        System.arraycopy(told, k * 2 * d, both, 0, 2 * d);
                        state.hearAction(columns[k], both);
                        ahead.told(columns[k], both);
                    }
                });
    }

    private void exchange(
            BlockBoundary border, long when, int width, BlockBoundary.Teller teller, BlockBoundary.Listener listener)
            throws IOException {
        for (int p = 0; p < border.peers(); p++) {
            exchange.tell(border.peer(p), when, border.told(p), width, teller);
            frames++;
            bytes += 8L * border.told(p).agents() * width;
        }
        for (int p = 0; p < border.peers(); p++) {
            if (!exchange.hear(border.peer(p), when, border.heard(p), width, listener)) {
                throw new IOException("block " + border.peer(p)
                        + " told something else than what the agents do that have neighbours here");
            }
        }
        clock.exchanging += clock.lap();
    }

    /** What the round cost this block, and how good it was. */
    private Played account(RoundPart round, BlockRound state, double[] actions) {
        int d = job.dimension();
        RoundEnd end = new RoundEnd(rows, d, state.isExact(), buffers);
        end.actions = actions;
        books.begin(round, state, switching(round), end);
        Crew.run(members(), d, buffers, new Share(state.block(), (from, to, scratch) -> {
            state.look(from, to, end, scratch);
        }));
        BlockBooks.Entry entry = books.close(round, switching(round), previous, end);
        BlockLookahead ahead = lookahead;
        return new Played(
                round.t(),
                ahead == null ? entry.cost() : ahead.paid(),
                entry.certificate(),
                round.costs().negativeMinima(),
                books.atLeast(),
                frames,
                bytes,
                PlayedFile.Times.NONE,
                ahead == null ? end.actions : ahead.played(),
                books.toArray(),
                weights.memory(),
                ahead == null ? null : ahead.close(entry.cost()));
    }

    /** What the members of a crew do with the rows of a block, once. */
    private record Share(Block block, Part part) implements Crew.Work {

        private interface Part {
            void of(int from, int to, Scratch scratch);
        }

        @Override
        public int phases() {
            return 1;
        }

        @Override
        public int start(int member, int members) {
            return block.shareStart(0, block.rows(), member, members);
        }

        @Override
        public void part(int phase, int from, int to, Scratch scratch) {
            part.of(from, to, scratch);
        }

        @Override
        public boolean end(int phase) {
            return true;
        }
    }

    private void keep(int t) throws IOException {
        files.keep(t, List.copyOf(unkept));
        unkept.clear();
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
}
