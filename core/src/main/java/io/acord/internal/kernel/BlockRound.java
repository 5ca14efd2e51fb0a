package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.HittingCosts;
import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.OwnMomentum;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import io.acord.theory.Certificate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One round of ACORD for the agents of a block. Mutable; whoever drives it carries the messages.
 *
 * <pre>
 *   open, and hear what the halo starts from if it begins from PREVIOUS
 *   K times: iterate, tell each neighbour {@link #shown}, {@link #hear} what the halo shows
 *   instead of the last exchange: tell {@link #action}, {@link #hearAction}; then {@link #certificate} holds
 * </pre>
 *
 * <p>The last exchange serves the certificate only: the actions stand after the K-th {@link #iterate}.
 */
public final class BlockRound {

    private static final double[] NOWHERE = {};

    private final Block block;
    private final int d;
    private final double beta;
    private final HittingCosts costs; // row by row
    private final Anchors anchors; // of the rows
    private final @Nullable RoundObjective objective; // null: what there is of it was given row by row
    private final double @Nullable [] switching; // b of each row; null: of the objective, or nobody's
    private final From from;
    private final double[] own; // room of the rows', d = 1
    private final double[] gain;
    private final Rows rows;
    private final Scratch scratch;
    private final double @Nullable [] tau; // per row what its last solve left open; null: all are quadratic
    private final boolean momentum;
    private final @Nullable OwnMomentum paces; // if every row has its own
    private double[] used; // y^{k−1} of all columns, from which x^k was computed
    private double[] shown; // y^k of all columns
    private final Buffers buffers;
    private double[] x; // x^k of all columns; without momentum the same array as shown
    private boolean isStartUnread; // whether x is written before anybody reads it
    private double @Nullable [] spare; // where x^{k+1} goes as long as x^k is kept; null: where that is
    private final boolean[] heard; // per halo column, whether x^k of it is known
    private final boolean wasTame; // before its rows were brought into another order
    private boolean first = true; // nothing has been solved yet
    private int iterations; // of all rows together

    private BlockRound(
            Block block,
            HittingCosts costs,
            double beta,
            Anchors anchors,
            @Nullable RoundObjective objective,
            double @Nullable [] switching,
            Variant variant,
            From from,
            Buffers buffers,
            boolean actsElsewhere) {
        this.block = block;
        this.buffers = buffers;
        this.d = block.dimension();
        this.beta = beta;
        this.costs = costs;
        this.anchors = anchors;
        this.objective = objective;
        this.switching = switching;
        this.from = from;
        this.wasTame = true;
        this.momentum = variant.hasMomentum();
        this.paces = buffers.momentum(variant, block.rows(), d);
        this.tau = costs.areQuadratic() ? null : new double[block.rows()];
        boolean jacobi = variant.pullsToNeighbors();
        this.scratch = new Scratch(d);
        int local = block.rows() * d;
        int numbers = Math.multiplyExact(block.columns(), d);
        this.shown = buffers.take(numbers);
        this.used = buffers.take(numbers);
        this.x = !momentum ? shown : actsElsewhere && isInOrder() ? NOWHERE : buffers.take(numbers);
        Arrays.fill(shown, local, numbers, 0);
        Arrays.fill(used, local, numbers, 0);
        this.heard = new boolean[block.columns() - block.rows()];
        if (x != NOWHERE) {
            Arrays.fill(x, local, numbers, 0);
        }
        if (d == 1) {
            this.own = buffers.take(local);
            this.gain = buffers.take(local);
            this.rows = new ScalarRows(block, costs, beta, anchors, jacobi, tau, own, gain);
        } else {
            this.own = NOWHERE;
            this.gain = NOWHERE;
            prepareState(0, block.rows());
            this.rows = new VectorRows(block, costs, beta, anchors, jacobi, tau);
        }
    }

    /** A round that has been played, to be looked at in the order of its agents. */
    private BlockRound(BlockRound played, RoundObjective objective, Block whole, double[] actions) {
        this.block = whole;
        this.buffers = played.buffers;
        this.own = NOWHERE;
        this.gain = NOWHERE;
        this.d = played.d;
        this.beta = played.beta;
        this.costs = objective.round().costs();
        this.anchors = Anchors.of(whole, objective, new Buffers()); // in order, so that none is taken
        this.objective = objective;
        this.switching = null;
        this.from = played.from;
        this.wasTame = played.rows.isTame();
        this.momentum = false;
        this.paces = null;
        this.tau = null;
        this.scratch = played.scratch;
        this.shown = actions;
        this.used = actions;
        this.x = actions;
        this.heard = played.heard;
        this.first = false;
        this.rows = new ScalarRows(whole, costs, beta, anchors, false, null, own, gain);
    }

    /** Whether the rows are agents of one coordinate in their order. */
    private boolean isInOrder() {
        return d == 1 && block.order() == null;
    }

    /**
     * Room for all that is known when this round is over, in the order of its agents: where it can be, in arrays that
     * its iterations need and its end does not.
     *
     * @param room for the rest; that of this round if nobody asks for its end any more when another one begins
     */
    public RoundEnd end(Buffers room) {
        boolean isWhole = objective != null && block.segments() == 1 && heard.length == 0;
        boolean areFree = momentum && isInOrder() && isWhole && costs.areColumns();
        return room == buffers && areFree
                ? new RoundEnd(used, own, gain)
                : new RoundEnd(block.rows(), d, isExact(), room);
    }

    /**
     * Whether the end of this round is better looked at {@link #byAgent}: its rows lie in an order of their own, and
     * all that is needed lies in columns. There it is found in long loops, and one walk over arcs that lead far costs
     * less than looking at rows one by one.
     */
    public boolean isLookedAtByAgent() {
        boolean isWhole = objective != null && block.segments() == 1 && heard.length == 0;
        return d == 1 && isWhole && block.order() != null && costs.areColumns() && !first;
    }

    /**
     * This round, played to its end, with its rows in the order of its agents.
     *
     * @param whole all agents in their order
     * @param actions what {@link #copyActions} has written of all of them
     */
    public BlockRound byAgent(Block whole, double[] actions) {
        RoundObjective known = objective;
        if (known == null) {
            throw new AssertionError("rows that were given have no order of agents");
        }
        return new BlockRound(this, known, whole, actions);
    }

    /**
     * Actions of this round are to be written here, if there is no better place for them while it lasts: to be said of
     * one that was {@link #begin begun}, before its rows are {@link #prepare}d.
     *
     * @param byAgent d numbers an agent
     */
    public void actInto(double[] byAgent) {
        if (momentum && isInOrder()) {
            x = byAgent;
            isStartUnread = tau == null && paces != null && !paces.needsActions();
        }
    }

    /**
     * From the next iteration on, x^k is to stay whole until x^{k+1} is, for whoever asks for both after every
     * iteration: then a round can end where it is, in the midst of an iteration. Done only where it costs little: where
     * neighbours lie anywhere, an iteration takes far longer than writing actions does.
     *
     * @return whether it is done
     */
    public boolean keepActions() {
        boolean isUnread = paces != null && !paces.needsActions() && tau == null && heard.length == 0;
        if (isUnread && rows.areCut() && block.segments() == 1 && block.order() == null) {
            spare = buffers.take(block.rows());
        }
        return spare != null;
    }

    /**
     * Makes the rows from .. to − 1 ready for their first iteration; several threads may share it out among them.
     *
     * @return whether all constants came out finite; {@link #checkPrepared} then says which did not
     */
    public boolean prepare(int first, int to, Scratch threadScratch) {
        if (d > 1) {
            return true; // was done on opening
        }
        prepareState(first, to);
        return rows.open(first, to, threadScratch);
    }

    /** Refuses the first row whose constants are not finite. */
    public void checkPrepared() {
        rows.checkOpen();
    }

    private void prepareState(int first, int to) {
        anchors.open(first, to);
        boolean isZero = from != From.PREVIOUS;
        start(first, to, shown, isZero);
        if (block.segments() > 1 || heard.length > 0) {
            start(first, to, used, isZero); // segments turn at different times, and each must find the start in either
        }
        if (momentum && !isStartUnread) {
            start(first, to, x, isZero);
        }
    }

    private void start(int first, int to, double[] into, boolean isZero) {
        if (isZero) {
            Arrays.fill(into, first * d, to * d, 0);
        } else {
            anchors.copyPoints(first, to, into, first * d);
        }
    }

    /**
     * Opens a round.
     *
     * @param costs f_t of each row
     * @param regularization λ_i b_i of each row
     * @param previous x_{t−1} of the rows, d numbers each
     */
    public static BlockRound open(
            Block block,
            HittingCost[] costs,
            double beta,
            double[] regularization,
            double[] previous,
            Variant variant,
            From from) {
        return open(block, HittingCosts.of(block.dimension(), costs), beta, regularization, previous, variant, from);
    }

    /** The same for costs that lie in columns. */
    public static BlockRound open(
            Block block,
            HittingCosts costs,
            double beta,
            double[] regularization,
            double[] previous,
            Variant variant,
            From from) {
        checkSizes(block, costs, regularization, previous);
        Anchors anchors = Anchors.of(block.dimension(), regularization.clone(), previous.clone());
        return new BlockRound(block, costs, beta, anchors, null, null, variant, from, new Buffers(), false).prepared();
    }

    /**
     * The same for whoever plays one round of a block after the other, and changes none of these arrays while one
     * lasts. The {@link RoundEnd} of such a round is in the order of rows, so they have to be called by their numbers.
     *
     * @param switching b_i of each row
     * @param buffers of the rounds before
     */
    public static BlockRound open(
            Block block,
            HittingCosts costs,
            double beta,
            double[] regularization,
            double[] switching,
            double[] previous,
            Variant variant,
            From from,
            Buffers buffers) {
        checkSizes(block, costs, regularization, previous);
        buffers.begin();
        Anchors anchors = Anchors.of(block.dimension(), regularization, previous);
        return new BlockRound(block, costs, beta, anchors, null, switching, variant, from, buffers, false).prepared();
    }

    private static void checkSizes(Block block, HittingCosts costs, double[] regularization, double[] previous) {
        if (costs.agents() != block.rows()
                || regularization.length != block.rows()
                || previous.length != block.rows() * block.dimension()) {
            throw Complaints.refuse(
                    "block",
                    "is opened with " + costs.agents() + " costs, " + regularization.length + " weights and "
                            + previous.length + " numbers of previous actions",
                    block.rows() + " rows of " + block.dimension() + " coordinates",
                    "give one of each for every row");
        }
    }

    private BlockRound prepared() {
        if (!prepare(0, block.rows(), scratch)) {
            checkPrepared();
        }
        return this;
    }

    /** Opens a round for the agents of a block, of which everything is known here. */
    public static BlockRound open(Block block, RoundObjective objective, Variant variant, From from) {
        return begin(block, objective, variant, from, new Buffers(), false).prepared();
    }

    /** The same, which has yet to be told where to {@link #actInto}, and all of whose rows to be {@link #prepare}d. */
    public static BlockRound begin(Block block, RoundObjective objective, Variant variant, From from, Buffers buffers) {
        return begin(block, objective, variant, from, buffers, true);
    }

    private static BlockRound begin(
            Block block, RoundObjective objective, Variant variant, From from, Buffers buffers, boolean actsElsewhere) {
        Round round = objective.round();
        buffers.begin();
        HittingCosts costs = round.costs().inOrder(block.order());
        Anchors anchors = Anchors.of(block, objective, buffers);
        return new BlockRound(
                block, costs, round.beta(), anchors, objective, null, variant, from, buffers, actsElsewhere);
    }

    /**
     * Iterations since a row last started afresh; as many as there can be where nobody ever does.
     *
     * @param k how many it has behind it
     */
    public int age(int row, int k) {
        return paces == null ? Integer.MAX_VALUE : paces.age(row, k);
    }

    public Block block() {
        return block;
    }

    /**
     * x^k of all rows, from what all columns have shown.
     *
     * @param weight of the momentum after this iteration; of no effect in variants without
     */
    public void iterate(double weight) {
        advance(0, block.rows(), weight, iterations++, Rows.Wanted.BOTH, scratch);
        turn();
    }

    /** The end of the rows from {@code row} on after which a pause in {@link #advance} costs nothing to speak of. */
    public int pauseAfter(int row) {
        return rows.pauseAfter(row);
    }

    /**
     * The computation of {@link #iterate} for some rows; several threads may share it out among them.
     *
     * @param k how many iterations these rows have behind them
     * @param isAsked whether anybody asks for {@link #action} after this iteration
     * @param isLast whether nobody asks for {@link #shown} any more
     */
    public void advance(
            int from, int to, double weight, int k, boolean isAsked, boolean isLast, Scratch threadScratch) {
        Rows.Wanted wanted = isLast ? Rows.Wanted.ACTION : isAsked ? Rows.Wanted.BOTH : Rows.Wanted.SHOWN;
        advance(from, to, weight, k, wanted, threadScratch);
    }

    /**
     * The same for rows that have iterations behind them since the last {@link #turn}, if all that they have their
     * neighbours among have as many. Not for rounds that {@link #keepActions}.
     *
     * @param k how many they had behind them then
     * @param ahead how many they have since
     */
    public void advanceAhead(int from, int to, double weight, int k, int ahead, boolean isLast, Scratch threadScratch) {
        boolean isTurned = (ahead & 1) == 1;
        Rows.Wanted wanted = isLast ? Rows.Wanted.ACTION : Rows.Wanted.SHOWN;
        double[] now = isTurned ? used : shown;
        double[] next = isTurned ? shown : used;
        rows.advance(from, to, now, next, momentum ? x : null, weight, paces, k + ahead, wanted, threadScratch);
    }

    private void advance(int from, int to, double weight, int k, Rows.Wanted wanted, Scratch threadScratch) {
        double[] next = spare == null ? x : spare;
        rows.advance(from, to, shown, used, momentum ? next : null, weight, paces, k, wanted, threadScratch);
    }

    /** Ends an iteration, once all rows have advanced. */
    public void turn() {
        turn(1);
    }

    /**
     * Ends so many iterations, once all rows have {@link #advanceAhead advanced} as often; of one, {@link #advance}.
     */
    public void turn(int ended) {
        if ((ended & 1) == 1) {
            double[] next = used;
            used = shown;
            shown = next;
        }
        int local = block.rows() * d;
        System.arraycopy(
                used,
                local,
                shown,
                local,
                shown.length - local); // a neighbour who falls silent is held at its last word
        double[] whole = spare;
        if (whole != null) {
            spare = x;
            x = whole;
        }
        if (!momentum) {
            x = shown;
        }
        Arrays.fill(heard, false);
        first = false;
    }

    /** Whether anything has been solved; before that there is no action of this round. */
    public boolean hasIterated() {
        return !first;
    }

    /** One coordinate of what a row tells its neighbours: y^k. */
    public double shown(int row, int coordinate) {
        return shown[row * d + coordinate];
    }

    /** One coordinate of a row's action so far: x^k. */
    public double action(int row, int coordinate) {
        return x[row * d + coordinate];
    }

    /** What some rows tell their neighbours, d numbers each. */
    public void copyShown(int[] rows, double[] into) {
        copy(shown, rows, into);
    }

    /** The actions of some rows so far, d numbers each. */
    public void copyActions(int[] rows, double[] into) {
        copy(x, rows, into);
    }

    private void copy(double[] numbers, int[] rows, double[] into) {
        if (d > 1) {
            for (int k = 0; k < rows.length; k++) {
                System.arraycopy(numbers, rows[k] * d, into, k * d, d);
            }
            return;
        }
        for (int k = 0; k < rows.length; k++) {
            into[k] = numbers[rows[k]];
        }
    }

    /**
     * The same of rows that have {@link #advanceAhead advanced} so often since the last {@link #turn}, and no further
     * than once more.
     */
    public void copyShownAhead(int[] rows, int ahead, double[] into) {
        copy((ahead & 1) == 1 ? used : shown, rows, into);
    }

    /** Takes what some halo columns show after so many iterations since the last {@link #turn}, d numbers each. */
    public void hearAhead(int[] columns, int ahead, double[] y) {
        take(columns, y, (ahead & 1) == 1 ? used : shown);
    }

    /** Takes what some halo columns show, d numbers each. */
    public void hear(int[] columns, double[] y) {
        take(columns, y, shown);
        for (int k = 0; !momentum && k < columns.length; k++) {
            markHeard(columns[k]);
        }
    }

    /** Takes the final actions of some halo columns, d numbers each. */
    public void hearActions(int[] columns, double[] actions) {
        take(columns, actions, x);
        for (int column : columns) {
            markHeard(column);
        }
    }

    private void take(int[] columns, double[] told, double[] into) {
        if (d > 1) {
            for (int k = 0; k < columns.length; k++) {
                System.arraycopy(told, k * d, into, columns[k] * d, d);
            }
            return;
        }
        for (int k = 0; k < columns.length; k++) {
            into[columns[k]] = told[k];
        }
    }

    /** Takes what a halo column shows. */
    public void hear(int column, double[] y) {
        System.arraycopy(y, 0, shown, column * d, d);
        if (!momentum) {
            markHeard(column);
        }
    }

    /** Takes the final action of a halo column, for the certificate. */
    public void hearAction(int column, double[] action) {
        System.arraycopy(action, 0, x, column * d, d);
        markHeard(column);
    }

    private void markHeard(int column) {
        if (column >= block.rows()) {
            heard[column - block.rows()] = true;
        }
    }

    /**
     * Row i's share of the certificate: Σ_i of it bounds F_t(x) − min F_t (theory 5.6), whatever was lost or late on
     * the way, as long as the actions of the neighbours are the ones they play. +∞ as long as nothing has been solved
     * or a neighbour's action is not known, and if there is {@link #doubt} about the row's cost.
     */
    public double certificate(int row) {
        return certificate(row, scratch);
    }

    public double certificate(int row, Scratch threadScratch) {
        return doubt(row, threadScratch) == null ? share(row, threadScratch) : Double.POSITIVE_INFINITY;
    }

    /**
     * What shows that a row's cost is not what it says, by its last answer (three values of a cost that is not
     * quadratic); null: nothing does.
     */
    public HittingCostCheck.@Nullable Violation doubt(int row, Scratch threadScratch) {
        return first ? null : rows.doubt(row, used, x, threadScratch);
    }

    public HittingCostCheck.@Nullable Violation doubt(int row) {
        return doubt(row, scratch);
    }

    /** The certificate of a row that takes its cost at its word, for looks on the way. */
    public double share(int row) {
        return share(row, scratch);
    }

    public double share(int row, Scratch threadScratch) {
        threadScratch.rounding = rows.residual(row, used, x, threadScratch, threadScratch.sum);
        return certificate(row, norm(threadScratch.sum), threadScratch.rounding);
    }

    /** What the certificate of a row would be if its residual were rounding alone: it cannot come out much smaller. */
    public double floor(int row, Scratch threadScratch) {
        return certificate(row, 0, threadScratch.rounding);
    }

    /**
     * Whether the row's share of the certificate is about as small as doubles allow: twice the residual that rounding
     * leaves.
     */
    public boolean isFinest(int row) {
        double share = share(row, scratch);
        return share <= FINEST * floor(row, scratch);
    }

    public static final double FINEST = 4;

    /** a_i/(a_i + 2β s_i) of a row: the least of them is a lower bound on 1 − ρ (theory 5.1). */
    public double kappa(int row) {
        double a = modulus(row);
        return a / (a + 2 * beta * block.largestEigenvalueBound(row));
    }

    /** a_i of a row. */
    private double modulus(int row) {
        return costs.mu(row) + anchors.weight(row);
    }

    /**
     * The last look at the rows from .. to − 1, once the actions of all their neighbours are known: one walk over their
     * arcs for certificate, costs and books. Several threads may share it out among them.
     *
     * @return whether all of them have a certificate; then all their actions are finite, too
     */
    public boolean look(int from, int to, RoundEnd end, Scratch threadScratch) {
        boolean areAlike = areAlike();
        boolean areCertified = true;
        boolean areSummed = from == 0; // all rows so far
        int gathered = from;
        int next;
        for (int start = from; start < to; start = next) {
            gathered = start < gathered ? gathered : rows.gather(start, used, x, threadScratch);
            next = Math.min(to, Scratch.windowEnd(start));
            if (start < gathered) {
                next = Math.min(next, gathered);
                rows.lookGathered(start, next, x, threadScratch);
            } else {
                rows.look(start, next, used, x, threadScratch);
            }
            if (areAlike && write(start, next, areSummed, end, threadScratch)) {
                continue;
            }
            areSummed = false;
            if (end.books != null) {
                throw new AssertionError("numbers that were thought tame are not finite");
            }
            for (int row = start; row < next; row++) {
                write(row, row - start, end, threadScratch);
                areCertified &= end.certificates[block.agent(row)] < Double.POSITIVE_INFINITY;
            }
        }
        return areCertified;
    }

    /** Whether all that is known of the rows is in their order, and their costs lie in columns. */
    private boolean areAlike() {
        return d == 1 && costs.areColumns() && !first && (switching == null ? isWholeFleet() : areAllHeard());
    }

    /** Whether the rows are those of all agents in order. */
    private boolean isWholeFleet() {
        return objective != null && heard.length == 0 && block.order() == null;
    }

    private boolean areAllHeard() {
        boolean areHeard = true;
        for (boolean one : heard) {
            areHeard &= one;
        }
        return areHeard;
    }

    /**
     * Whether the last {@link #look} is certain to find finite numbers: then it may close books, which nobody could
     * open again.
     *
     * @param k how many iterations the rows have behind them
     */
    public boolean mayCloseBooks(int k) {
        boolean areKnownSmall = k <= Rows.TAME_ITERATIONS;
        return areAlike() && wasTame && rows.isTame() && (areKnownSmall || areSmall(x));
    }

    private static boolean areSmall(double[] numbers) {
        boolean areSmall = true;
        for (double number : numbers) {
            areSmall &= Math.abs(number) < Rows.TAME_ACTION;
        }
        return areSmall;
    }

    /**
     * What {@link Rows#look} found of rows whose costs lie in columns, and their books while all that they need is at
     * hand.
     *
     * @param isSummed whether these rows follow those of {@link RoundEnd#sums}
     * @return whether all of it is finite; otherwise nothing was written
     */
    private boolean write(int from, int to, boolean isSummed, RoundEnd end, Scratch threadScratch) {
        int n = to - from;
        Scratch.LookedAt found = threadScratch.look();
        Books.Window window = found.books;
        subtract(n, found.regularization, window.x, window.before, found.residuals, window.h);
        certify(n, found.residuals, found.roundings, found.regularization, window.mu, found.certificates);
        if (!areFinite(n, window.h, found.certificates)) {
            return false;
        }
        copySwitchingWeights(from, to, window.b);
        value(n, window.mu, found.targets, window.x, window.hitting);
        halve(n, beta / 4, found.differences, window.halfEdges);
        System.arraycopy(found.certificates, 0, end.certificates, from, n);
        if (isSummed) {
            end.sums.add(n, window, found.certificates);
        }
        if (!isSummed || end.books == null) {
            System.arraycopy(window.hitting, 0, end.hitting, from, n);
            System.arraycopy(window.halfEdges, 0, end.halfEdges, from, n);
        }
        if (end.books == null) { // else they are told now, and nobody asks again
            System.arraycopy(window.h, 0, end.subgradients, from, n);
        } else {
            end.books.closeScalars(from, n, window);
            System.arraycopy(window.overpaid, 0, end.overpaid, from, n);
        }
        return true;
    }

    private void copySwitchingWeights(int from, int to, double[] into) {
        if (switching != null) {
            System.arraycopy(switching, from, into, 0, to - from);
        } else if (objective != null) {
            objective.round().copySwitchingWeights(from, to, into);
        }
    }

    /** q/2 (x − v)². */
    private static void value(int n, double[] q, double[] v, double[] x, double[] values) {
        for (int i = 0; i < n; i++) {
            double off = x[i] - v[i];
            values[i] = 0.5 * (q[i] * off * off);
        }
    }

    /** Σ ‖A_e(x_i − x_j − o_e)‖² becomes half of what these edges cost. */
    private static void halve(int n, double quarter, double[] differences, double[] halfEdges) {
        for (int i = 0; i < n; i++) {
            halfEdges[i] = quarter * differences[i];
        }
    }

    /** Residuals without the pull of the previous actions. */
    private static void subtract(
            int n, double[] regularization, double[] x, double[] previous, double[] residuals, double[] h) {
        for (int i = 0; i < n; i++) {
            h[i] = residuals[i] - regularization[i] * (x[i] - previous[i]);
        }
    }

    private static void certify(
            int n,
            double[] residuals,
            double[] roundings,
            double[] regularization,
            double[] mu,
            double[] certificates) {
        for (int i = 0; i < n; i++) {
            double size = Math.abs(residuals[i]) + roundings[i];
            certificates[i] = size * size / (2 * (mu[i] + regularization[i]));
        }
    }

    /** A certificate is finite only where what it is made of is. Four sums do not wait for each other. */
    private static boolean areFinite(int n, double[] h, double[] certificates) {
        double first = 0; // NaN once anything is not finite, as are the others
        double second = 0;
        double third = 0;
        double fourth = 0;
        int i = 0;
        for (; i + 3 < n; i += 4) {
            first += 0 * (h[i] + certificates[i]);
            second += 0 * (h[i + 1] + certificates[i + 1]);
            third += 0 * (h[i + 2] + certificates[i + 2]);
            fourth += 0 * (h[i + 3] + certificates[i + 3]);
        }
        for (; i < n; i++) {
            first += 0 * (h[i] + certificates[i]);
        }
        return first + second + third + fourth == 0;
    }

    /** What {@link Rows#look} found of a row. */
    private void write(int row, int at, RoundEnd end, Scratch threadScratch) {
        Scratch.LookedAt found = threadScratch.look();
        int agent = block.agent(row);
        double squared = 0;
        boolean isKnown = tau == null || doubt(row, threadScratch) == null;
        for (int c = 0; c < d; c++) {
            double r = found.residuals[at * d + c];
            int k = row * d + c;
            double h = r - anchors.weight(row) * (x[k] - anchors.point(row, c));
            squared += r * r;
            isKnown &= Double.isFinite(h);
            end.subgradients[agent * d + c] = h;
        }
        double norm = norm(found.residuals[at * d], squared, d);
        end.certificates[agent] = isKnown ? certificate(row, norm, found.roundings[at]) : Double.POSITIVE_INFINITY;
        end.halfEdges[agent] = beta / 4 * found.differences[at];
        end.hitting[agent] = hitting(row, threadScratch);
        if (tau != null) {
            end.leftOpen[agent] = tau[row];
            end.curvatures[agent] = wholeCurvature(row);
        }
    }

    /**
     * What the books of a row's agent need of this round (theory 12), once its certificate is known: writes h ∈
     * ∂H_t/∂x_i, the residual without the pull of the previous action.
     *
     * @param h receives d numbers from {@code at} on
     */
    public void subgradient(int row, Scratch threadScratch, double[] h, int at) {
        for (int c = 0; c < d; c++) {
            int k = row * d + c;
            h[at + c] = threadScratch.sum[c] - anchors.weight(row) * (x[k] - anchors.point(row, c));
        }
    }

    /**
     * Closes this round in the books of a row's agent, if it has a certificate: all its neighbours' actions are known.
     *
     * @param books of the rows, in their order
     * @return whether it was closed
     */
    public boolean close(int row, double b, double mu, Books books) {
        return Double.isFinite(close(row, b, mu, books, new double[block.rows() * d]));
    }

    /**
     * The same for whoever closes many rows; returns the row's {@link #certificate}, without which it is not closed.
     *
     * @param h scratch, d numbers a row
     */
    public double close(int row, double b, double mu, Books books, double[] h) {
        double certificate = certificate(row, scratch);
        if (Double.isFinite(certificate)) {
            subgradient(row, scratch, h, row * d);
            double paid = halfOfEdges(scratch) + hitting(row, scratch);
            books.close(row, b, mu, paid, x, h, leftOpen(row), wholeCurvature(row));
        }
        return certificate;
    }

    /** Whether all local problems are solved in closed form. */
    public boolean isExact() {
        return tau == null;
    }

    /** f_t of a row at its action. */
    public double hitting(int row, Scratch threadScratch) {
        return costs.at(row, x, row * d, threadScratch.point);
    }

    /** Half of what the edges of a row cost, once its certificate is known: their other ends count the other half. */
    public double halfOfEdges(Scratch threadScratch) {
        return beta / 4 * threadScratch.differences;
    }

    /** τ: what the last solve of a row left open; 0 for a quadratic cost. */
    public double leftOpen(int row) {
        return tau == null ? 0 : tau[row];
    }

    /** A bound on the curvature of a row's whole local problem. */
    public double wholeCurvature(int row) {
        return rows.wholeCurvature(row);
    }

    /** Writes r_i, the subgradient of F_t that a row is left with. */
    public void residual(int row, double[] into) {
        rows.residual(row, used, x, scratch, into);
    }

    /**
     * The row's share for a residual of the caller's: that of {@link #residual} plus β W_e(x_i − x_j − o_e) for every
     * edge that is charged but was not used here, because its other end was lost or refused.
     */
    public double certificate(int row, double[] residual) {
        if (doubt(row) != null) {
            return Double.POSITIVE_INFINITY;
        }
        return certificate(row, norm(residual), rows.residual(row, used, x, scratch, scratch.sum));
    }

    private static double norm(double[] residual) {
        double squared = 0;
        for (double r : residual) {
            squared += r * r;
        }
        return norm(residual[0], squared, residual.length);
    }

    /** ‖r‖ of a residual with this first coordinate and sum of squares; of a number, that is its size. */
    private static double norm(double first, double squared, int d) {
        return d == 1 ? Math.abs(first) : Math.sqrt(squared);
    }

    private double certificate(int row, double norm, double rounding) {
        double size = norm + rounding;
        double left = tau == null ? 0 : tau[row];
        if (first || !Double.isFinite(size * size) || !Double.isFinite(left) || !knowsNeighbors(row)) {
            return Double.POSITIVE_INFINITY; // also for a cost that answered nonsense: nothing is certain
        }
        return left == 0
                ? Certificate.ofAgent(size * size, modulus(row))
                : Certificate.ofAgent(size * size, modulus(row), left, beta, block.largestEigenvalueBound(row));
    }

    private boolean knowsNeighbors(int row) {
        if (heard.length == 0) {
            return true;
        }
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            int halo = block.column()[arc] - block.rows();
            if (halo >= 0 && !heard[halo]) {
                return false;
            }
        }
        return true;
    }

    /** Starts the iterations from points of the caller's, d numbers a row, instead of the {@link From}. */
    public void startFrom(double[] points) {
        System.arraycopy(points, 0, shown, 0, block.rows() * d);
        System.arraycopy(points, 0, used, 0, block.rows() * d); // segments turn at different times
        System.arraycopy(points, 0, x, 0, block.rows() * d);
    }

    /** Copies the actions of the rows from .. to − 1, d numbers a row. */
    public void copyRows(int from, int to, double[] byRow) {
        System.arraycopy(x, from * d, byRow, from * d, (to - from) * d);
    }

    /** Copies the actions of the rows from .. to − 1 to where their agents are; no iteration of theirs follows. */
    public void copyActions(int from, int to, double[] byAgent) {
        if (x == byAgent) {
            return;
        }
        if (block.order() == null) {
            System.arraycopy(x, from * d, byAgent, from * d, (to - from) * d);
            x = spare == null ? x : byAgent;
            return;
        }
        for (int row = from; row < to; row++) {
            int agent = block.agent(row);
            for (int c = 0; c < d; c++) { // few: a call to copy them takes longer
                byAgent[agent * d + c] = x[row * d + c];
            }
        }
    }
}
