package io.acord.internal.kernel;

import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import org.jspecify.annotations.Nullable;

/**
 * What holds the rows of a block to where they were: λ_i b_i/2 ‖x − x_{i,t−1}‖². Of a round whose rows are its agents
 * in their order both are read where they are; other rows have arrays of their own. Several threads may read.
 */
final class Anchors {

    private static final double[] NONE = {};

    private final int d;
    private final double[] weights; // λ_i b_i of each row; none: they are the objective's
    private final double[] points; // x_{t−1} of each row; none: they are the objective's
    private final @Nullable RoundObjective objective; // null: what the rows have was given
    private final int @Nullable [] order; // whose each row is, of an objective

    private Anchors(
            int d, double[] weights, double[] points, @Nullable RoundObjective objective, int @Nullable [] order) {
        this.d = d;
        this.weights = weights;
        this.points = points;
        this.objective = objective;
        this.order = order;
    }

    /** Of rows that have arrays of their own; takes them. */
    static Anchors of(int d, double[] weights, double[] points) {
        return new Anchors(d, weights, points, null, null);
    }

    /** Of the agents of a block; rows in another order than theirs have to be {@link #open}ed. */
    static Anchors of(Block block, RoundObjective objective, Buffers buffers) {
        int d = block.dimension();
        int[] order = block.order();
        return order == null
                ? new Anchors(d, NONE, NONE, objective, null)
                : new Anchors(d, buffers.take(order.length), buffers.take(order.length * d), objective, order);
    }

    /** Brings what the rows from .. to − 1 need to where they are; several threads may share it out among them. */
    void open(int from, int to) {
        if (objective == null || order == null) {
            return;
        }
        Actions previous = objective.previous();
        for (int row = from; row < to; row++) {
            int agent = order[row];
            weights[row] = objective.regularization(agent);
            for (int c = 0; c < d; c++) { // few: a call to copy them takes longer
                points[row * d + c] = previous.get(agent, c);
            }
        }
    }

    /** λ_i b_i. */
    double weight(int row) {
        return objective == null || order != null ? weights[row] : objective.regularization(row);
    }

    /** One coordinate of x_{t−1}. */
    double point(int row, int coordinate) {
        return objective == null || order != null
                ? points[row * d + coordinate]
                : objective.previous().get(row, coordinate);
    }

    /** Writes λ_i b_i of the rows from .. to − 1, from 0 on. */
    void copyWeights(int from, int to, double[] into) {
        if (objective == null || order != null) {
            System.arraycopy(weights, from, into, 0, to - from);
        } else {
            objective.copyRegularization(from, to, into);
        }
    }

    /** Writes x_{t−1} of the rows from .. to − 1, d numbers each, from {@code at} on. */
    void copyPoints(int from, int to, double[] into, int at) {
        if (objective == null || order != null) {
            System.arraycopy(points, from * d, into, at, (to - from) * d);
        } else {
            objective.previous().copyTo(from, to, into, at);
        }
    }
}
