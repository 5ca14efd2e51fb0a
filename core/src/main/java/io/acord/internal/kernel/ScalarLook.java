package io.acord.internal.kernel;

import io.acord.cost.HittingCosts;
import io.acord.theory.Books;
import org.jspecify.annotations.Nullable;

/**
 * The last look at rows of one coordinate whose costs lie in columns: r_i = c (x_i − v) + λb (x_i − x_{i,t−1}) + β Σ_j
 * w_ij (x_i − x_j − o), the slope of F_t at whatever was played. It takes one number from each neighbour, its action,
 * and the same walk tells what the edges cost. Several threads may look.
 *
 * <p>Rows are looked at one by one, or in windows with the same bits: neighbour by neighbour where all rows have theirs
 * at the same distances, and strip by strip where neighbours lie anywhere.
 */
final class ScalarLook {

    private final Block block;
    private final HittingCosts costs;
    private final double beta;
    private final Anchors anchors;
    private final NeighborDifferences differences;
    private final int[] firstArc;
    private final int[] column;
    private final double @Nullable [] weight;
    private final double @Nullable [] offset;

    ScalarLook(Block block, HittingCosts costs, double beta, Anchors anchors) {
        this.block = block;
        this.costs = costs;
        this.beta = beta;
        this.anchors = anchors;
        this.differences = new NeighborDifferences(block);
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.weight = block.weight();
        this.offset = block.offset();
    }

    /**
     * Writes r_i; leaves Σ_j w (x_i − x_j − o)² in {@link Scratch#differences}.
     *
     * @return a bound on what rounding may have added to r_i
     */
    double gradient(int i, double[] x, Scratch scratch, double[] into) {
        double xi = x[i];
        double pull = 0;
        double squares = 0;
        double offsets = 0;
        int end = firstArc[i + 1];
        for (int arc = firstArc[i]; arc < end; arc++) {
            double w = weight == null ? 1 : weight[arc];
            double o = offset == null ? 0 : offset[arc];
            double difference = xi - x[column[arc]] - o;
            pull += w * difference;
            squares += w * (difference * difference);
            offsets += w * Math.abs(o);
        }
        scratch.differences = squares;
        double c = costs.curvature(i, 0);
        double v = costs.target(i, 0);
        double held = anchors.weight(i);
        double before = anchors.point(i, 0);
        into[0] = c * (xi - v) + (held * (xi - before) + beta * pull);
        double weights = block.weightSum()[i];
        double size = (c + (held + 2 * beta * weights)) * Math.abs(xi) + (Math.abs(c * v) + Math.abs(held * before));
        // Σ w |x_j| ≤ Σ w |x_i| + Σ w |o| + √(Σ w · Σ w (x_i − x_j − o)²), which takes no sum of its own
        size = size + beta * Math.sqrt(weights * squares) + beta * offsets;
        return Rows.rounding(end - firstArc[i], size);
    }

    /** {@link #gradient} of the rows from .. to − 1, at most {@link Scratch#WINDOW}, for {@link Scratch#look}. */
    void look(int from, int to, double[] x, Scratch scratch) {
        Scratch.LookedAt found = scratch.look();
        load(from, to, x, found);
        if (weight != null || offset != null) {
            for (int i = from; i < to; i++) {
                found.roundings[i - from] = gradient(i, x, scratch, scratch.sum);
                found.residuals[i - from] = scratch.sum[0];
                found.differences[i - from] = scratch.differences;
            }
            return;
        }
        differences.write(from, to, x, found.books.x, found.near, found.roundings, found.residuals, found.differences);
        finish(from, to, found);
    }

    /** Takes what {@link #lookGathered} needs of the neighbours of a whole strip, if there is one; returns its end. */
    int gather(int from, double[] x, Scratch scratch) {
        Tiles tiles = block.tiles();
        if (tiles.isNone() || weight != null || offset != null) {
            return from;
        }
        int strip = tiles.stripOf(from);
        scratch.strip().gather(tiles, strip, firstArc, x);
        return tiles.endRow(strip);
    }

    void lookGathered(int from, int to, double[] x, Scratch scratch) {
        Scratch.LookedAt found = scratch.look();
        load(from, to, x, found);
        scratch.strip().copy(from, to, found.residuals, found.differences);
        finish(from, to, found);
    }

    /** Brings what a window of rows in columns needs to {@code found}. */
    private void load(int from, int to, double[] x, Scratch.LookedAt found) {
        System.arraycopy(x, from, found.books.x, 0, to - from);
        costs.copyColumns(from, to, found.books.mu, found.targets);
        anchors.copyWeights(from, to, found.regularization);
        anchors.copyPoints(from, to, found.books.before, 0);
    }

    /**
     * {@link #gradient} of loaded rows whose edges weigh 1: where residuals will be are their sums over neighbours, and
     * Σ w is their degree.
     */
    private void finish(int from, int to, Scratch.LookedAt found) {
        int n = to - from;
        Books.Window own = found.books;
        double[] degrees = found.near;
        block.copyWeightSums(from, to, degrees);
        slope(n, beta, own.mu, found.targets, found.regularization, own.before, own.x, found.residuals);
        measure(n, beta, own.mu, found.targets, found.regularization, own.before, own.x, degrees, found.roundings);
        bound(n, beta, degrees, found.differences, found.roundings);
    }

    /** Sums of differences become residuals. */
    private static void slope(
            int n,
            double beta,
            double[] c,
            double[] v,
            double[] held,
            double[] before,
            double[] x,
            double[] residuals) {
        for (int i = 0; i < n; i++) {
            residuals[i] = c[i] * (x[i] - v[i]) + (held[i] * (x[i] - before[i]) + beta * residuals[i]);
        }
    }

    /** The sizes of what residuals are made of, but for neighbours' actions. */
    private static void measure(
            int n,
            double beta,
            double[] c,
            double[] v,
            double[] held,
            double[] before,
            double[] x,
            double[] degrees,
            double[] sizes) {
        for (int i = 0; i < n; i++) {
            double curvature = c[i] + (held[i] + 2 * beta * degrees[i]);
            sizes[i] = curvature * Math.abs(x[i]) + (Math.abs(c[i] * v[i]) + Math.abs(held[i] * before[i]));
        }
    }

    /** Sizes become bounds on what rounding may have added to residuals. */
    private static void bound(int n, double beta, double[] degrees, double[] differences, double[] sizes) {
        for (int i = 0; i < n; i++) {
            double size = sizes[i] + beta * Math.sqrt(degrees[i] * differences[i]);
            sizes[i] = (degrees[i] + 8) * 0x1p-53 * size; // rounding(degree, size)
        }
    }
}
