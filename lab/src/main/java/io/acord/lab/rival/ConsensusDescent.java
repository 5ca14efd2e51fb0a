package io.acord.lab.rival;

import io.acord.cost.QuadraticPull;
import io.acord.lab.options.Options;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import java.util.OptionalDouble;

/**
 * Decentralised online descent towards consensus (Akbari, Gharesifard, Linder 2015; Hosseini, Chapman, Mesbahi 2016;
 * Yuan, Proutiere, Shi 2021), one message a round: agents average what they played with Metropolis weights, and descend
 * from there,
 *
 * <pre>
 *   y_i = Σ_j w_ij (x_j + o_ij),   x_i = argmin f(x) + ‖x − y_i‖²/(2 η)
 * </pre>
 *
 * <p>The descent is proximal where the works take a gradient step, so that steep costs and costs with kinks can be
 * played; that is kinder to it. It wants everybody at the same point: weights and matrices on edges do not count,
 * offsets do, and so does the graph, which may change. It does not know what moving and differing cost.
 *
 * @param eta η, the length of a step; empty: 1/√T, by which its regret grows no faster than √T
 */
public record ConsensusDescent(String name, OptionalDouble eta) implements Policy {

    @Override
    public Player start(Setting setting) {
        double step = eta.orElse(1 / Math.sqrt(setting.horizon()));
        QuadraticPull pull = new QuadraticPull(setting.dimension());
        return outlook -> {
            Metropolis.tell(outlook, me -> me.previous());
            return outlook.each((me, x) -> {
                pull.clear();
                pull.add(1 / step, Metropolis.average(me, x, true));
                me.cost().argmin(pull, x);
            });
        };
    }

    /** {@code consensus-descent: {eta: 1}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("consensus-descent", "online descent from neighbours' average: one message a round", "", "eta: 0.5");
        }

        @Override
        public Policy create(String name, Options options) {
            return new ConsensusDescent(name, RivalOptions.positive(options, "eta", "it is the length of a step"));
        }
    }
}
