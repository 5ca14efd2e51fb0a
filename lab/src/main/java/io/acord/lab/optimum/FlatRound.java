package io.acord.lab.optimum;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.model.Round;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A round copied to flat arrays, agent by agent, so that it can be solved many times over without asking a cost for
 * anything. Quadratic costs are dissolved into numbers; of the others the object is kept. Immutable, but for the
 * minimisers, which {@link #findMinimizers} adds.
 */
public final class FlatRound {

    final int n;
    final int d;
    final double beta;
    final Coupling coupling;
    final double[] curvature; // Q, d x d an agent; zero where the cost is not quadratic
    final double[] linear; // Qv, d an agent; zero where the cost is not quadratic
    final double[] target; // v, d an agent; zero where the cost is not quadratic
    final double[] mu;
    final double[] switching; // b
    final @Nullable HittingCost @Nullable [] general; // the costs that are not quadratic; null: all are
    private double @Nullable [] minimizers; // argmin f, d an agent

    private FlatRound(Round round, double @Nullable [] shift) {
        n = round.agents();
        d = round.dimension();
        beta = round.beta();
        coupling = round.coupling();
        curvature = new double[Math.multiplyExact(n, d * d)];
        linear = new double[Math.multiplyExact(n, d)];
        target = new double[linear.length];
        mu = new double[n];
        switching = new double[n];
        @Nullable HittingCost[] others = null;
        for (int i = 0; i < n; i++) {
            HittingCost cost = round.cost(i);
            mu[i] = cost.mu();
            switching[i] = round.switchingWeight(i);
            if (cost instanceof Quadratic quadratic) {
                dissolve(i, quadratic, shift);
            } else {
                others = others == null ? new HittingCost[n] : others;
                others[i] = shift == null ? cost : new ShiftedCost(cost, shift, i * d);
            }
        }
        general = others;
    }

    public static FlatRound of(Round round) {
        return new FlatRound(round, null);
    }

    /** The round in which every agent's cost is moved along: f(x − shift), d numbers an agent. */
    public static FlatRound shifted(Round round, double[] shift) {
        return new FlatRound(round, shift.clone());
    }

    private void dissolve(int i, Quadratic cost, double @Nullable [] shift) {
        for (int c = 0; c < d; c++) {
            target[i * d + c] = cost.target(c) + (shift == null ? 0 : shift[i * d + c]);
        }
        cost.addCurvatureTo(curvature, i * d * d);
        if (shift == null) {
            cost.addLinearTo(linear, i * d);
            return;
        }
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                linear[i * d + r] += curvature[(i * d + r) * d + c] * target[i * d + c];
            }
        }
    }

    public Coupling coupling() {
        return coupling;
    }

    /** An agent's cost, if it is not quadratic. */
    @Nullable
    HittingCost general(int agent) {
        return general == null ? null : general[agent];
    }

    /** Finds argmin f of every agent, once; pinned agents stand there. Not for several threads at a time. */
    public void findMinimizers() {
        if (minimizers != null) {
            return;
        }
        double[] found = target.clone();
        QuadraticPull none = new QuadraticPull(d);
        double[] x = new double[d];
        for (int i = 0; general != null && i < n; i++) {
            HittingCost cost = general[i];
            if (cost != null) {
                Arrays.fill(x, 0);
                cost.argmin(none, x);
                System.arraycopy(x, 0, found, i * d, d);
            }
        }
        minimizers = found;
    }

    /** argmin f, d numbers an agent. */
    double[] minimizers() {
        double[] found = minimizers;
        if (found == null) {
            throw new AssertionError("findMinimizers was not called");
        }
        return found;
    }
}
