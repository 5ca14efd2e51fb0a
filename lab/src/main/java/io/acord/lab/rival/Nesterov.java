package io.acord.lab.rival;

import io.acord.lab.options.Options;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import java.util.Optional;

/**
 * Nesterov's accelerated descent on F_t (Nesterov 1983), K times from y = x = x_{t−1}:
 *
 * <pre>
 *   tell y_i,   x⁺ = y − ∇F_t(y)/L,   y = x⁺ + (√L − √m)/(√L + √m) (x⁺ − x)
 * </pre>
 *
 * <p>L as of {@link Gradient}, and m = min (μ + λ b), are declared by a centre in every round: four messages an agent,
 * which are counted.
 *
 * @param iterations K of every round
 * @param lambda λ of F_t; empty: λ₁ with the scenario's μ
 */
public record Nesterov(String name, int iterations, Optional<LambdaRule> lambda) implements Policy {

    @Override
    public Sight sight() {
        return Sight.polled();
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return lambda.orElse(papers);
    }

    @Override
    public Player start(Setting setting) {
        int d = setting.dimension();
        double[] gradient = new double[d];
        return outlook -> {
            Slope slope = new Slope(name, outlook.round());
            double steep = outlook.largest(slope::smoothness);
            double flat = -outlook.largest(me -> -slope.convexity(me));
            double momentum = (Math.sqrt(steep) - Math.sqrt(flat)) / (Math.sqrt(steep) + Math.sqrt(flat));
            double[][] shown = new double[outlook.agents()][0]; // y; nothing yet: x
            Actions at = Actions.zero(outlook.agents(), d);
            for (int k = 0; k < iterations; k++) {
                outlook.tell(d, (me, a, x, message) -> {
                    System.arraycopy(shown[me.agent()].length == 0 ? x : shown[me.agent()], 0, message, 0, d);
                });
                at = outlook.each((me, x) -> {
                    double[] y = shown[me.agent()].length == 0 ? x.clone() : shown[me.agent()];
                    shown[me.agent()] = y;
                    slope.at(me, y, gradient);
                    for (int c = 0; c < d; c++) {
                        double next = y[c] - gradient[c] / steep;
                        y[c] = next + momentum * (next - x[c]);
                        x[c] = next;
                    }
                });
            }
            return at;
        };
    }

    /** {@code nesterov: {iterations: 12, lambda: riccati}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super(
                    "nesterov",
                    "accelerated descent on a round's objective: its own cost, what neighbours show, L, m",
                    "",
                    "iterations: 40, lambda: paper");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Nesterov(name, RivalOptions.iterations(options), RivalOptions.lambda(options));
        }
    }
}
