package io.acord.lab.rival;

import io.acord.cost.QuadraticPull;
import io.acord.lab.options.Options;
import io.acord.lab.policy.AgentView;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import java.util.Optional;

/**
 * Consensus ADMM (Shi, Ling, Yuan, Wu, Yin 2014), which forbids to differ: each round, with φ_i = f + λ b/2 ‖x −
 * x_{t−1}‖², α = 0 and x = x_{t−1} at first, K times
 *
 * <pre>
 *   x_i ← argmin φ_i(x) + ⟨α_i, x⟩ + ρ Σ_j ‖x − (x_i + x_j + o_ij)/2‖²,   tell x_i,   α_i += ρ Σ_j (x_i − x_j − o_ij)
 * </pre>
 *
 * <p>With K it approaches one action for all, as far as offsets allow: a fleet that is charged for differing pays for
 * agreeing. Weights and matrices on edges do not count, because equal actions are equal in every metric.
 *
 * @param iterations K of every round
 * @param lambda λ of φ; empty: λ₁ with the scenario's μ
 */
public record ConsensusAdmm(String name, int iterations, double rho, Optional<LambdaRule> lambda) implements Policy {

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return lambda.orElse(papers);
    }

    @Override
    public Player start(Setting setting) {
        QuadraticPull pull = new QuadraticPull(setting.dimension());
        return outlook -> {
            double[][] alpha = new double[outlook.agents()][outlook.dimension()];
            outlook.exchange();
            Actions at = outlook.each((me, x) -> minimize(me, alpha[me.agent()], pull, x));
            for (int k = 1; k < iterations; k++) {
                outlook.exchange();
                at = outlook.each((me, x) -> {
                    rise(me, alpha[me.agent()], x);
                    minimize(me, alpha[me.agent()], pull, x);
                });
            }
            return at;
        };
    }

    private void minimize(AgentView me, double[] alpha, QuadraticPull pull, double[] x) {
        pull.clear();
        pull.add(me.regularization(), me.previous());
        double[] middle = new double[x.length];
        for (int a = 0; a < me.degree(); a++) {
            double[] theirs = me.heard(a);
            double[] offset = me.offset(a);
            for (int c = 0; c < x.length; c++) {
                middle[c] = (x[c] + theirs[c] + offset[c]) / 2;
            }
            pull.add(2 * rho, middle);
        }
        for (int c = 0; c < x.length; c++) {
            pull.linear()[c] -= alpha[c];
        }
        me.cost().argmin(pull, x);
    }

    /** α_i += ρ Σ_j (x_i − x_j − o_ij). */
    private void rise(AgentView me, double[] alpha, double[] x) {
        for (int a = 0; a < me.degree(); a++) {
            double[] theirs = me.heard(a);
            double[] offset = me.offset(a);
            for (int c = 0; c < x.length; c++) {
                alpha[c] += rho * (x[c] - theirs[c] - offset[c]);
            }
        }
    }

    /** {@code consensus-admm: {rho: 10, iterations: 12, lambda: riccati}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super(
                    "consensus-admm",
                    "ADMM towards one action for all: its own cost, its neighbours' actions",
                    "rho: 10",
                    "rho: 2, iterations: 30, lambda: 1");
        }

        @Override
        public Policy create(String name, Options options) {
            return new ConsensusAdmm(
                    name,
                    RivalOptions.iterations(options),
                    RivalOptions.requiredPositive(options, "rho", "it is the price of actions that differ"),
                    RivalOptions.lambda(options));
        }
    }
}
