package io.acord.acord;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;

/**
 * A certificate for actions that no local solve produced: held ones, somebody else's, a human's.
 *
 * <p>Every agent takes one step of Algorithm 1 from what was played, x → x⁺, without acting on it. The step's own
 * certificate bounds F_t(x⁺) − min F_t, hence F_t(x) − min F_t ≤ F_t(x) − F_t(x⁺) + certificate(x⁺). It costs two
 * exchanges.
 *
 * <p>F_t(x) − F_t(x⁺) is added up term by term, u² − v² as (u − v)(u + v), so that rounding is that of what an agent
 * moves and not that of all that the fleet pays.
 */
public final class PlayedCertificate {

    private PlayedCertificate() {}

    /**
     * An upper bound on F_t(played) − min F_t; +∞ if somebody left the domain of its cost, or if a hitting cost was
     * found out.
     */
    public static double of(RoundObjective objective, Actions played) {
        Block block = Block.whole(objective.round().coupling());
        BlockRound step = BlockRound.open(block, objective, Variant.PLAIN, From.ZERO);
        step.startFrom(played.toArray());
        step.iterate(0);
        double[] after = new double[block.rows() * block.dimension()];
        step.copyActions(0, block.rows(), after);
        double certificate = 0;
        for (int row = 0; row < block.rows(); row++) {
            certificate += step.certificate(row);
        }
        Fall fall = new Fall(objective, played.toArray(), after);
        double bound = Math.max(0, fall.sum()) + fall.rounding() + certificate;
        return Double.isNaN(bound) ? Double.POSITIVE_INFINITY : bound;
    }

    /** F_t(x) − F_t(x⁺), and what rounding may have taken of it. */
    private static final class Fall {

        /** Operations of a product, more than any has, times the precision of one. */
        private static final double UNIT = 16 * 0x1p-53;

        private final RoundObjective objective;
        private final int d;
        private final double[] x;
        private final double[] then;
        private double sum;
        private double lost; // what the sum has lost of its terms, to be added to it
        private double rounding;

        Fall(RoundObjective objective, double[] x, double[] then) {
            this.objective = objective;
            this.d = objective.round().dimension();
            this.x = x;
            this.then = then;
            double[] point = new double[d];
            for (int i = 0; i < objective.round().agents(); i++) {
                addHolding(i);
                addHitting(i, point);
            }
            for (int e = 0; e < objective.round().graph().edges(); e++) {
                addEdge(e);
            }
        }

        double sum() {
            return sum + lost;
        }

        /** With what the compensated sum of the terms may still have lost: two units of their size. */
        double rounding() {
            return rounding * (1 + 1e-6);
        }

        private void addHolding(int i) {
            double fall = 0;
            double size = 0;
            for (int c = 0; c < d; c++) {
                int k = i * d + c;
                double before = objective.previous().get(i, c);
                double step = x[k] - then[k];
                fall += step * (x[k] + then[k] - 2 * before);
                size += Math.abs(step) * (Math.abs(x[k]) + Math.abs(then[k]) + 2 * Math.abs(before));
            }
            double half = objective.regularization(i) / 2;
            add(half * fall, half * d * size);
        }

        private void addHitting(int i, double[] point) {
            if (objective.round().cost(i) instanceof Quadratic f) {
                double fall = 0;
                double size = 0;
                for (int r = 0; r < d; r++) {
                    double step = x[i * d + r] - then[i * d + r];
                    for (int c = 0; c < d; c++) {
                        int k = i * d + c;
                        double q = f.curvature(r, c);
                        fall += step * q * (x[k] + then[k] - 2 * f.target(c));
                        size += Math.abs(step * q) * (Math.abs(x[k]) + Math.abs(then[k]) + 2 * Math.abs(f.target(c)));
                    }
                }
                add(fall / 2, d * d * size / 2);
                return;
            }
            System.arraycopy(x, i * d, point, 0, d);
            double before = objective.round().cost(i).at(point);
            if (!Double.isFinite(before)) {
                add(Double.POSITIVE_INFINITY, 0);
                return;
            }
            boolean hasMoved = false;
            for (int c = 0; c < d; c++) {
                hasMoved |= point[c] != then[i * d + c];
            }
            if (hasMoved) {
                System.arraycopy(then, i * d, point, 0, d);
                double after = objective.round().cost(i).at(point);
                add(before - after, Math.abs(before) + Math.abs(after));
            }
        }

        private void addEdge(int e) {
            Round round = objective.round();
            Graph graph = round.graph();
            Coupling coupling = round.coupling();
            int i = graph.tail(e) * d;
            int j = graph.head(e) * d;
            boolean isotropic = coupling.isIsotropic(e);
            double fall = 0;
            double size = 0;
            for (int r = 0; r < d; r++) {
                double mine = x[i + r] - then[i + r];
                double theirs = x[j + r] - then[j + r];
                for (int c = isotropic ? r : 0; c < (isotropic ? r + 1 : d); c++) {
                    double w = coupling.gram(e, r, c);
                    double offset = 2 * coupling.offset(e, c);
                    fall += (mine - theirs) * w * (x[i + c] - x[j + c] + then[i + c] - then[j + c] - offset);
                    size += (Math.abs(mine) + Math.abs(theirs))
                            * Math.abs(w)
                            * (Math.abs(x[i + c])
                                    + Math.abs(x[j + c])
                                    + Math.abs(then[i + c])
                                    + Math.abs(then[j + c])
                                    + Math.abs(offset));
                }
            }
            add(round.beta() / 2 * fall, round.beta() / 2 * d * d * size);
        }

        /** Neumaier's sum. */
        private void add(double term, double size) {
            double next = sum + term;
            lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
            sum = next;
            rounding += UNIT * size;
        }
    }
}
