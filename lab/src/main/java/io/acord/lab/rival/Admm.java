package io.acord.lab.rival;

import io.acord.cost.QuadraticPull;
import io.acord.lab.options.Options;
import io.acord.lab.policy.AgentView;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.linear.Symmetric;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * ADMM on F_t with a copy of either end's action on every edge (the splitting of Shi, Ling, Yuan, Wu, Yin 2014, for
 * differing that is charged instead of forbidden). Each round, with φ_i = f + λ b/2 ‖x − x_{t−1}‖² and u = x_{t−1} at
 * first,
 *
 * <pre>
 *   x_i = argmin φ_i + ρ/2 Σ_{e∋i} ‖x − u_e^i + y_e^i‖²,   tell s_i = x_i + y_e^i,
 *   u   = argmin β/2 ‖A_e(u^i − u^j − o_e)‖² + ρ/2 ‖u^i − s_i‖² + ρ/2 ‖u^j − s_j‖²,   y_e^i = s_i − u_e^i
 * </pre>
 *
 * <p>It begins with the y that would keep u where it is, βW_e(u^i − u^j − o_e)/ρ, for which neighbours tell each other
 * their previous actions first, or with 0. It sends what ACORD sends, d numbers over every arc in an iteration, but a
 * different message over every edge, and needs a ρ that both ends of an edge agree on.
 *
 * @param iterations K of every round
 * @param rho ρ; empty: on every edge {@link #ruleOfThumb}
 * @param duals what y is at first
 * @param lambda λ of F_t; empty: λ₁ with the scenario's μ
 */
public record Admm(String name, int iterations, OptionalDouble rho, Duals duals, Optional<LambdaRule> lambda)
        implements Policy {

    /** What y is at first. */
    public enum Duals {
        ZERO,

        /** Of the previous actions: one exchange more a round. */
        PREVIOUS
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return lambda.orElse(papers);
    }

    /**
     * ρ where none is given: β times the largest eigenvalue of the edge's W, over 3. Both ends know these; the third
     * was chosen by measurement (docs/decisions.md).
     */
    public static double ruleOfThumb(double beta, double steepness) {
        return beta * steepness / 3;
    }

    @Override
    public Player start(Setting setting) {
        int d = setting.dimension();
        return outlook -> {
            EdgeCopies copies = new EdgeCopies(outlook.agents(), d);
            if (duals == Duals.PREVIOUS) {
                outlook.exchange();
            }
            Actions at = outlook.each(copies::minimize);
            for (int k = 1; k < iterations; k++) {
                outlook.tell(d, copies::tell);
                at = outlook.each((me, x) -> {
                    copies.settle(me, x);
                    copies.minimize(me, x);
                });
            }
            return at;
        };
    }

    /** What the agents keep of their edges in a round, each its own. */
    private final class EdgeCopies {
        private final int d;
        private final double[][][] copy; // u_e^i: agent, neighbour, coordinate
        private final double[][][] dual; // y_e^i
        private final QuadraticPull pull;
        private final double[] target;

        EdgeCopies(int agents, int d) {
            this.d = d;
            this.copy = new double[agents][][];
            this.dual = new double[agents][][];
            this.pull = new QuadraticPull(d);
            this.target = new double[d];
        }

        private double rho(AgentView me, int a) {
            return rho.orElseGet(() -> ruleOfThumb(me.beta(), me.steepness(a)));
        }

        private void open(AgentView me) {
            int i = me.agent();
            copy[i] = new double[me.degree()][];
            dual[i] = new double[me.degree()][d];
            for (int a = 0; a < me.degree(); a++) {
                copy[i][a] = me.previous();
                if (duals == Duals.PREVIOUS && rho(me, a) > 0) {
                    double[] difference = me.heard(a);
                    double[] offset = me.offset(a);
                    for (int c = 0; c < d; c++) {
                        difference[c] = copy[i][a][c] - difference[c] - offset[c];
                    }
                    Symmetric.addProduct(me.beta() / rho(me, a), me.gram(a), 0, d, difference, 0, dual[i][a], 0);
                }
            }
        }

        /** x_i = argmin φ_i + ρ/2 Σ ‖x − u + y‖². */
        void minimize(AgentView me, double[] x) {
            int i = me.agent();
            if (copy[i] == null) {
                open(me);
            }
            pull.clear();
            pull.add(me.regularization(), me.previous());
            for (int a = 0; a < me.degree(); a++) {
                for (int c = 0; c < d; c++) {
                    target[c] = copy[i][a][c] - dual[i][a][c];
                }
                pull.add(rho(me, a), target);
            }
            me.cost().argmin(pull, x);
        }

        /** s_i = x_i + y. */
        void tell(AgentView me, int a, double[] x, double[] message) {
            for (int c = 0; c < d; c++) {
                message[c] = x[c] + dual[me.agent()][a][c];
            }
        }

        /** The mean of both copies is that of what was told; they differ by δ with (ρ + 2βW)δ = ρ(s_i − s_j) + 2βWo. */
        void settle(AgentView me, double[] x) {
            int i = me.agent();
            double[] difference = new double[d];
            for (int a = 0; a < me.degree(); a++) {
                double rho = rho(me, a);
                if (rho == 0) {
                    continue; // by the rule of thumb where differing is free: the edge pulls nobody
                }
                double[] theirs = me.heard(a);
                double[] gram = me.gram(a);
                double[] h = new double[d * d];
                for (int k = 0; k < h.length; k++) {
                    h[k] = 2 * me.beta() * gram[k] + (k % (d + 1) == 0 ? rho : 0);
                }
                for (int c = 0; c < d; c++) {
                    difference[c] = rho * (x[c] + dual[i][a][c] - theirs[c]);
                }
                Symmetric.addProduct(2 * me.beta(), gram, 0, d, me.offset(a), 0, difference, 0);
                if (!Symmetric.factor(h, 0, d)) {
                    throw new AssertionError("rho I + 2 beta W is not positive definite");
                }
                Symmetric.solve(h, 0, d, difference, 0);
                for (int c = 0; c < d; c++) {
                    double mine = x[c] + dual[i][a][c];
                    copy[i][a][c] = (mine + theirs[c] + difference[c]) / 2;
                    dual[i][a][c] = mine - copy[i][a][c];
                }
            }
        }
    }

    /** {@code admm: {iterations: 12, rho: 30, duals: previous | zero, lambda: riccati}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super(
                    "admm",
                    "ADMM with copies on edges: its own cost, a message an edge",
                    "",
                    "iterations: 30, rho: 5",
                    "duals: zero, lambda: paper");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Admm(
                    name,
                    RivalOptions.iterations(options),
                    RivalOptions.positive(options, "rho", "it is the price of copies that differ from actions"),
                    options.word("duals", "previous", "zero").equals("zero") ? Duals.ZERO : Duals.PREVIOUS,
                    RivalOptions.lambda(options));
        }
    }
}
