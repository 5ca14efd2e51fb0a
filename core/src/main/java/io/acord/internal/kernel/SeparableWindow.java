package io.acord.internal.kernel;

import io.acord.cost.HittingCosts;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.List;

/**
 * Hindsight sweeps (theory 12.2) over one coordinate of rounds in which coordinates do not know of each other, in flat
 * arrays. In a sweep every agent solves all rounds together: its local problem is tridiagonal in time, and is factored
 * once for all sweeps. Steps are conjugate residuals: all rounds lie in one place, so that sums over the whole fleet
 * are to be had, and what the books lose is a square of the residual, which these make as small as so many sweeps can.
 * Graph, β and weights may change from round to round. Immutable; one thread.
 */
public final class SeparableWindow {

    /**
     * How much of M⁻¹ times the last residual is added in the end: it is known anyway. Eigenvalues of M⁻¹A lie between
     * 0 and 2, so that all of it would leave the largest as they are.
     */
    private static final double LAST_STEP = 0.7;

    /** So little of the first residual, squared, is none. */
    private static final double SOLVED = 0x1p-104;

    private final List<Stage> stages;
    private final int coordinate;
    private final int n;
    private final NeighborSums[] sums;
    private final double[][] constant; // what a right hand side has whatever anybody plays
    private final double[][] diagonal;
    private final double[][] moving; // b of a round, 0 of the first: what holds it to the books is in the diagonal
    private final double[][] inverse; // of the pivots
    private final double[][] carried; // b of a round over the pivot of the round before
    private final double[] beta;
    private final double[] zeros; // zeros: of the round after the last

    /**
     * One round, as it lies in a window.
     *
     * @param block of its coupling, in the order of agents
     */
    public record Stage(Round round, Block block, Actions played) {

        /** Whether a window can have this round: all costs are ½ Σ cₖ (xₖ − vₖ)², and all edges w I. */
        public static boolean fits(Round round) {
            return round.costs().areColumns() && round.coupling().isIsotropic();
        }

        /** Closes the round in books, with these actions instead of what was played. */
        public void close(double[] x, Books books, Scratch scratch) {
            if (round.dimension() == 1) {
                closeNumbers(x, books, scratch);
            } else {
                closeVectors(x, books);
            }
        }

        private void closeNumbers(double[] x, Books books, Scratch scratch) {
            boolean isFirst = x.length > 0 && books.curvature(0) == Double.POSITIVE_INFINITY;
            if (block.weight() != null || block.offset() != null || isFirst) {
                closeEach(x, books);
                return;
            }
            Scratch.LookedAt room = scratch.look();
            Books.Window window = room.books;
            NeighborDifferences differences = new NeighborDifferences(block);
            int n;
            for (int from = 0; from < x.length; from += n) {
                n = Math.min(Books.PAGE, x.length - from);
                System.arraycopy(x, from, window.x, 0, n);
                System.arraycopy(x, from, window.before, 0, n); // nobody asks who has overpaid
                round.costs().copyColumns(from, from + n, window.mu, room.targets);
                round.copySwitchingWeights(from, from + n, window.b);
                differences.write(from, from + n, x, window.x, room.near, room.roundings, window.h, window.halfEdges);
                charge(n, round.beta(), room.targets, window);
                books.closeScalars(from, n, window);
            }
        }

        /** Sums of differences become slopes and half of what the edges cost. */
        private static void charge(int n, double beta, double[] targets, Books.Window window) {
            double[] c = window.mu;
            double[] x = window.x;
            double[] slopes = window.h;
            double[] hitting = window.hitting;
            for (int i = 0; i < n; i++) {
                double off = x[i] - targets[i];
                slopes[i] = c[i] * off + beta * slopes[i];
                hitting[i] = 0.5 * (c[i] * off * off);
            }
            double[] halfEdges = window.halfEdges;
            for (int i = 0; i < n; i++) {
                halfEdges[i] = beta / 4 * halfEdges[i];
            }
        }

        private void closeEach(double[] x, Books books) {
            HittingCosts costs = round.costs();
            int[] firstArc = block.firstArc();
            int[] column = block.column();
            double[] weight = block.weight();
            double[] offset = block.offset();
            double beta = round.beta();
            for (int i = 0; i < x.length; i++) {
                double pull = 0;
                double squared = 0;
                for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
                    double apart = x[i] - x[column[arc]] - (offset == null ? 0 : offset[arc]);
                    double weighted = weight == null ? apart : weight[arc] * apart;
                    pull += weighted;
                    squared += weighted * apart;
                }
                double c = costs.curvature(i, 0);
                double off = x[i] - costs.target(i, 0);
                double paid = 0.5 * c * off * off + beta / 4 * squared;
                books.close(i, round.switchingWeight(i), c, paid, x[i], c * off + beta * pull);
            }
        }

        private void closeVectors(double[] x, Books books) {
            HittingCosts costs = round.costs();
            int d = round.dimension();
            int[] firstArc = block.firstArc();
            int[] column = block.column();
            double[] weight = block.weight();
            double[] offset = block.offset();
            double beta = round.beta();
            double[] slope = new double[x.length];
            for (int i = 0; i < round.agents(); i++) {
                double paid = 0;
                for (int k = 0; k < d; k++) {
                    double pull = 0;
                    double squared = 0;
                    for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
                        double shift = offset == null ? 0 : offset[arc * d + k];
                        double apart = x[i * d + k] - x[column[arc] * d + k] - shift;
                        double weighted = weight == null ? apart : weight[arc] * apart;
                        pull += weighted;
                        squared += weighted * apart;
                    }
                    double c = costs.curvature(i, k);
                    double off = x[i * d + k] - costs.target(i, k);
                    paid += 0.5 * c * off * off + beta / 4 * squared;
                    slope[i * d + k] = c * off + beta * pull;
                }
                books.close(i, round.switchingWeight(i), costs.mu(i), 0, paid, x, slope);
            }
        }

        /** What was played of one coordinate. */
        private double[] coordinate(int k) {
            double[] all = played.toArray();
            int d = round.dimension();
            if (d == 1) {
                return all;
            }
            double[] x = new double[round.agents()];
            for (int i = 0; i < x.length; i++) {
                x[i] = all[i * d + k];
            }
            return x;
        }
    }

    /**
     * Improves what was played in all rounds together. Every sweep looks at each arc of every round once.
     *
     * @param before books that were closed up to the round before the first of these
     * @return the actions of every round
     */
    public static List<Actions> sweep(Books before, List<Stage> stages, int sweeps) {
        int n = stages.get(0).round().agents();
        int d = stages.get(0).round().dimension();
        double[][] all = new double[stages.size()][n * d];
        for (int k = 0; k < d; k++) {
            double[][] x = new SeparableWindow(before, stages, k).sweep(sweeps);
            for (int t = 0; t < x.length; t++) {
                for (int i = 0; i < n; i++) {
                    boolean isNumber = Double.isFinite(x[t][i]); // what is beyond doubles stays as it was
                    all[t][i * d + k] =
                            isNumber ? x[t][i] : stages.get(t).played().get(i, k);
                }
            }
        }
        return Arrays.stream(all).map(x -> Actions.flat(d, x)).toList();
    }

    private SeparableWindow(Books before, List<Stage> stages, int coordinate) {
        this.stages = stages;
        this.coordinate = coordinate;
        this.n = stages.get(0).round().agents();
        int count = stages.size();
        this.sums = new NeighborSums[count];
        this.constant = new double[count][n];
        this.diagonal = new double[count][n];
        this.moving = new double[count][n];
        this.inverse = new double[count][n];
        this.carried = new double[count][n];
        this.beta = new double[count];
        this.zeros = new double[n];
        for (int t = 0; t < count; t++) {
            prepare(t, before);
        }
    }

    private void prepare(int t, Books before) {
        Stage stage = stages.get(t);
        Round round = stage.round();
        HittingCosts costs = round.costs();
        boolean isKnown = t > 0 && stages.get(t - 1).block() == stage.block();
        sums[t] = isKnown ? sums[t - 1] : new NeighborSums(stage.block());
        beta[t] = round.beta();
        double[] b = moving[t];
        round.copySwitchingWeights(0, n, b);
        double[] movingOn = inverse[t]; // until the pivots are known
        if (t + 1 < stages.size()) {
            stages.get(t + 1).round().copySwitchingWeights(0, n, movingOn);
        }
        double[] c = carried[t]; // as long
        copyColumn(costs, c, constant[t]);
        whole(n, c, beta[t], stage.block().weightSum(), movingOn, diagonal[t]);
        multiply(n, c, constant[t]);
        double[] offsetPull = stage.block().offsetPull();
        for (int i = 0; offsetPull != null && i < n; i++) {
            constant[t][i] += beta[t] * offsetPull[i * round.dimension() + coordinate];
        }
        if (t == 0) {
            for (int i = 0; i < n; i++) {
                double hold = before.hold(i, b[i]);
                constant[t][i] += hold * before.centre(i, coordinate);
                diagonal[t][i] += hold;
            }
            Arrays.fill(b, 0);
            Arrays.fill(carried[t], 0);
        } else {
            carry(n, b, inverse[t - 1], carried[t], diagonal[t]);
        }
        pivot(n, diagonal[t], b, carried[t], inverse[t]);
    }

    private void copyColumn(HittingCosts costs, double[] curvatures, double[] targets) {
        if (costs.dimension() == 1) {
            costs.copyColumns(0, n, curvatures, targets);
            return;
        }
        for (int i = 0; i < n; i++) {
            curvatures[i] = costs.curvature(i, coordinate);
            targets[i] = costs.target(i, coordinate);
        }
    }

    private static void whole(int n, double[] c, double beta, double[] weightSum, double[] movingOn, double[] whole) {
        for (int i = 0; i < n; i++) {
            whole[i] = c[i] + beta * weightSum[i] + movingOn[i];
        }
    }

    private static void multiply(int n, double[] c, double[] targets) {
        for (int i = 0; i < n; i++) {
            targets[i] = c[i] * targets[i];
        }
    }

    private static void carry(int n, double[] b, double[] inverse, double[] carried, double[] whole) {
        for (int i = 0; i < n; i++) {
            whole[i] += b[i];
            carried[i] = b[i] * inverse[i];
        }
    }

    private static void pivot(int n, double[] whole, double[] moving, double[] carried, double[] inverse) {
        for (int i = 0; i < n; i++) {
            inverse[i] = 1 / (whole[i] - moving[i] * carried[i]);
        }
    }

    private double[][] sweep(int sweeps) {
        int count = stages.size();
        double[][] x = new double[count][];
        for (int t = 0; t < count; t++) {
            x[t] = stages.get(t).coordinate(coordinate);
        }
        Scratch scratch = new Scratch(1);
        double[][] image = new double[count][n]; // A z; at first the residual r
        multiply(x, image, scratch);
        for (int t = 0; t < count; t++) {
            subtractFrom(constant[t], image[t]);
        }
        double[][] z = new double[count][n]; // M⁻¹ r
        for (int t = 0; t < count; t++) {
            forward(n, image[t], carried[t], t == 0 ? zeros : z[t - 1], z[t]);
        }
        backward(image, z);
        double[][] direction = new double[count][n]; // p
        double[][] directionImage = new double[count][n]; // A p
        double[][] preconditioned = new double[count][n]; // M⁻¹ A p
        double first = 0;
        double last = 0;
        for (int k = 1; k < sweeps; k++) {
            double curvature = multiply(z, image, scratch); // zᵀ A z
            first = k == 1 ? curvature : first;
            if (!(curvature > SOLVED * first)) {
                return x; // what is left is rounding, and steps that follow from it lead anywhere
            }
            double conjugacy = k == 1 ? 0 : curvature / last;
            double[] before = zeros;
            for (int t = 0; t < count; t++) {
                extend(n, conjugacy, z[t], direction[t], image[t], directionImage[t]);
                forward(n, directionImage[t], carried[t], before, preconditioned[t]);
                before = preconditioned[t];
            }
            double length = curvature / backward(directionImage, preconditioned); // zᵀAz / (Ap)ᵀM⁻¹Ap
            if (!(length > 0) || length == Double.POSITIVE_INFINITY) {
                return x; // numbers are beyond what can be told
            }
            for (int t = 0; t < count; t++) {
                advance(n, length, direction[t], x[t], preconditioned[t], z[t]);
            }
            last = curvature;
        }
        for (int t = 0; t < count; t++) {
            add(n, LAST_STEP, z[t], x[t]);
        }
        return x;
    }

    /** Writes A y, A being the Hessian of all rounds; returns yᵀ A y. */
    private double multiply(double[][] y, double[][] into, Scratch scratch) {
        int last = stages.size() - 1;
        double product = 0;
        for (int t = 0; t <= last; t++) {
            sums[t].write(0, n, y[t], into[t], scratch);
            double[] before = y[Math.max(t - 1, 0)]; // times 0 in the first round
            double[] after = t == last ? zeros : moving[t + 1];
            couple(n, beta[t], diagonal[t], moving[t], before, after, y[Math.min(t + 1, last)], y[t], into[t]);
            product += dot(y[t], into[t]);
        }
        return product;
    }

    /** Σ_j w_ij y_j becomes a round's part of the product. */
    private static void couple(
            int n,
            double beta,
            double[] diagonal,
            double[] moving,
            double[] before,
            double[] movingOn,
            double[] after,
            double[] y,
            double[] into) {
        for (int i = 0; i < n; i++) { // two loops: the compiler does not vectorise one of so many arrays
            into[i] = diagonal[i] * y[i] - beta * into[i];
        }
        for (int i = 0; i < n; i++) {
            into[i] -= moving[i] * before[i] + movingOn[i] * after[i];
        }
    }

    private static void subtractFrom(double[] constant, double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = constant[i] - into[i];
        }
    }

    /** p = z + βp and Ap = Az + βAp, β being what keeps directions conjugate. */
    private static void extend(
            int n, double conjugacy, double[] z, double[] direction, double[] image, double[] directionImage) {
        for (int i = 0; i < n; i++) {
            direction[i] = z[i] + conjugacy * direction[i];
            directionImage[i] = image[i] + conjugacy * directionImage[i];
        }
    }

    private static void advance(
            int n, double length, double[] direction, double[] x, double[] preconditioned, double[] z) {
        for (int i = 0; i < n; i++) {
            x[i] += length * direction[i];
            z[i] -= length * preconditioned[i];
        }
    }

    private static void add(int n, double multiple, double[] fresh, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] += multiple * fresh[i];
        }
    }

    /** With four accumulators: a single one is bound by the latency of addition. */
    private static double dot(double[] a, double[] b) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int i = 0;
        for (; i + 3 < a.length; i += 4) {
            first += a[i] * b[i];
            second += a[i + 1] * b[i + 1];
            third += a[i + 2] * b[i + 2];
            fourth += a[i + 3] * b[i + 3];
        }
        for (; i < a.length; i++) {
            first += a[i] * b[i];
        }
        return (first + second) + (third + fourth);
    }

    /**
     * Ends what {@link #forward} began, the solving of every agent's own rounds together, its neighbours staying where
     * they are: M⁻¹ times the right-hand side. Returns the product of both.
     */
    private double backward(double[][] right, double[][] solved) {
        double product = 0;
        double[] after = zeros;
        double[] tie = zeros;
        for (int t = stages.size() - 1; t >= 0; t--) {
            backward(n, inverse[t], tie, after, solved[t]);
            product += dot(right[t], solved[t]);
            after = solved[t];
            tie = carried[t];
        }
        return product;
    }

    private static void forward(int n, double[] y, double[] carried, double[] before, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] = y[i] + carried[i] * before[i];
        }
    }

    private static void backward(int n, double[] inverse, double[] carried, double[] after, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] = inverse[i] * into[i] + carried[i] * after[i];
        }
    }
}
