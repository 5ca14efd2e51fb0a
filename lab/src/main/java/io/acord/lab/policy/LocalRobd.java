package io.acord.lab.policy;

import io.acord.acord.Lambdas;
import io.acord.lab.options.Options;
import io.acord.model.Round;

/**
 * ROBD for each agent on its own: argmin f(x) + λ₁b/2 ‖x − x_{t−1}‖². Blind to dissimilarity, its ratio grows with β
 * (the paper's naive approach).
 */
public record LocalRobd(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        Lambdas lambdas = new Lambdas(setting.lambdaRule(), setting.agents());
        return (outlook, previous) -> {
            Round round = outlook.now();
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            return Alone.decide(round, previous, i -> lambda[i] * round.switchingWeight(i));
        };
    }

    /** {@code local-robd}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("local-robd", "its own cost and ROBD's price of moving, neighbours left aside");
        }

        @Override
        public Policy create(String name, Options options) {
            return new LocalRobd(name);
        }
    }
}
