package io.acord.lab.rival;

import io.acord.lab.options.Options;
import io.acord.lab.policy.AgentView;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * D-OSPA, the distributed online smooth projection-free algorithm (Wang et al. 2023), which follows the perturbed
 * leader in a ball around the origin. It plays before it sees f_t, keeps its action for blocks of L = ⌈√T⌉ rounds, adds
 * up the gradients there, and tells neighbours once a block:
 *
 * <pre>
 *   z_i = Σ_j w_ij z_j + Σ_{τ in the block} ∇f_τ(x_i),   x_i = mean over s = 1 .. L of −R (η z_i + v_s)/‖η z_i + v_s‖
 * </pre>
 *
 * <p>w are Metropolis weights of the graph at a block's beginning, v_s uniform in the unit ball, drawn by every agent
 * for itself. The constants L, the number of perturbations and the default of η are our reading of the work. It is made
 * for static regret in a bounded space: where to move and differ costs, and targets wander, that is another question.
 *
 * @param radius R of the ball
 * @param eta η; empty: 1/√T
 * @param seed of the perturbations, apart from the run's
 */
public record DOspa(String name, double radius, OptionalDouble eta, int seed) implements Policy {

    /** What perturbations are drawn for, apart from anything else that the seed is used for. */
    private static final long PERTURBATIONS = 0x646f737061L;

    @Override
    public Player start(Setting setting) {
        int n = setting.agents();
        int d = setting.dimension();
        int block = (int) Math.ceil(Math.sqrt(setting.horizon()));
        double[][] leader = new double[n][d]; // z
        double[][] added = new double[n][d]; // gradients of the block so far
        double[][] action = new double[n][d];
        double[] gradient = new double[d];
        return outlook -> {
            int t = outlook.round();
            boolean begins = (t - 1) % block == 0;
            if (t == 1) {
                Arrays.stream(leader).forEach(z -> Arrays.fill(z, 0));
                Arrays.stream(added).forEach(sum -> Arrays.fill(sum, 0));
            } else if (begins) {
                Metropolis.tell(outlook, me -> leader[me.agent()]);
            }
            Slope slope = new Slope(name, t);
            return outlook.each((me, x) -> {
                int i = me.agent();
                if (begins && t > 1) {
                    follow(me, added[i], leader[i]);
                }
                if (begins) {
                    perturb(me, setting, t, block, leader[i], action[i]);
                }
                System.arraycopy(action[i], 0, x, 0, d);
                slope.cost(me).gradient(x, gradient);
                for (int c = 0; c < d; c++) {
                    added[i][c] += gradient[c];
                }
            });
        };
    }

    /** z_i = the neighbours' average and what was added up, which begins anew. */
    private static void follow(AgentView me, double[] added, double[] leader) {
        double[] average = Metropolis.average(me, leader, false);
        for (int c = 0; c < leader.length; c++) {
            leader[c] = average[c] + added[c];
            added[c] = 0;
        }
    }

    private void perturb(AgentView me, Setting setting, int t, int perturbations, double[] leader, double[] action) {
        SeededRandom random = new SeededRandom(setting.seed(), PERTURBATIONS, seed, t, me.agent());
        double step = eta.orElse(1 / Math.sqrt(setting.horizon()));
        Arrays.fill(action, 0);
        double[] direction = new double[leader.length];
        for (int s = 0; s < perturbations; s++) {
            drawInUnitBall(random, direction);
            double norm = 0;
            for (int c = 0; c < direction.length; c++) {
                direction[c] += step * leader[c];
                norm = Math.hypot(norm, direction[c]);
            }
            for (int c = 0; norm > 0 && c < direction.length; c++) {
                action[c] -= radius * direction[c] / norm / perturbations;
            }
        }
    }

    /** A direction from normal numbers, and a length whose d-th power is uniform. */
    private static void drawInUnitBall(SeededRandom random, double[] into) {
        double norm = 0;
        for (int c = 0; c < into.length; c++) {
            into[c] = random.gaussian();
            norm = Math.hypot(norm, into[c]);
        }
        double length = Math.pow(random.uniform(), 1.0 / into.length);
        for (int c = 0; c < into.length; c++) {
            into[c] *= length / norm;
        }
    }

    /** {@code d-ospa: {radius: 20, eta: 0.2, seed: 0}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super(
                    "d-ospa",
                    "perturbed leader in a ball, before it sees its cost: a message in √T rounds",
                    "radius: 3",
                    "radius: 3, eta: 0.5, seed: 4");
        }

        @Override
        public Policy create(String name, Options options) {
            return new DOspa(
                    name,
                    RivalOptions.requiredPositive(options, "radius", "it plays in a ball around the origin"),
                    RivalOptions.positive(options, "eta", "it weighs gradients against perturbations"),
                    options.integer("seed", 0, 0, Integer.MAX_VALUE));
        }
    }
}
