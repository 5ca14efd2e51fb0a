package io.acord.bench;

import io.acord.model.RoundObjective;
import java.util.Arrays;

/** The weights of {@code optimized} with other constants. */
final class OtherWeights extends SlowRun {

    private final double gamma;
    private final int patience;
    private final boolean common;
    private final double[] theta;
    private final int[] uphill;

    /**
     * Opens a round.
     *
     * @param gamma the weight of the correction
     * @param patience steps uphill in a row after which one starts afresh
     * @param steady the first iterations, in which nobody does
     * @param common all start afresh together, when their steps together led uphill: what neighbours cannot know
     */
    OtherWeights(RoundObjective objective, double gamma, int patience, int steady, boolean common) {
        super(objective, steady);
        this.gamma = gamma;
        this.patience = patience;
        this.common = common;
        int n = objective.round().agents();
        theta = new double[n];
        uphill = new int[n];
        Arrays.fill(theta, 1);
    }

    @Override
    double[] show(double[] now, double[] before, double[] shown) {
        int n = now.length;
        double[] slope = new double[n];
        double slopes = 0;
        for (int i = 0; i < n; i++) {
            slope[i] = (shown[i] - now[i]) * (now[i] - before[i]);
            slopes += slope[i];
        }
        double[] next = new double[n];
        for (int i = 0; i < n; i++) {
            uphill[i] = (common ? slopes : slope[i]) > 0 ? uphill[i] + 1 : 0;
            if (uphill[i] >= patience && isPastSteady()) {
                uphill[i] = 0;
                theta[i] = 1;
            }
            double after = (1 + Math.sqrt(1 + 4 * theta[i] * theta[i])) / 2;
            next[i] = now[i]
                    + (theta[i] - 1) / after * (now[i] - before[i])
                    + gamma * theta[i] / after * (now[i] - shown[i]);
            theta[i] = after;
        }
        return next;
    }
}
