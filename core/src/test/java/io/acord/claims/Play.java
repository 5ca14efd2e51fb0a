package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.ejml.simple.SimpleEVD;
import org.ejml.simple.SimpleMatrix;

/** Plays rounds, and what the claims need to say about them. */
public final class Play {

    public static final long SEEDS = 200;

    private Play() {}

    /** All variants in turn. */
    static Variant variant(long number) {
        return Variant.all().get((int) (number % Variant.all().size()));
    }

    /** x^1 .. x^K. */
    static List<Actions> iterates(RoundObjective objective, Variant variant, From start, int iterations) {
        BlockRound state = open(objective, variant, start);
        Momentum momentum = variant.momentum(contraction(objective).edgeKappa());
        List<Actions> iterates = new ArrayList<>();
        for (int k = 1; k <= iterations; k++) {
            state.iterate(momentum.next());
            iterates.add(actions(state));
        }
        return iterates;
    }

    /** One iteration, without momentum, from anywhere. */
    static Actions step(RoundObjective objective, Variant variant, Actions from) {
        BlockRound state = open(objective, variant, From.ZERO);
        for (int i = 0; i < from.agents(); i++) {
            state.hear(i, from.of(i));
        }
        state.iterate(0);
        return actions(state);
    }

    private static BlockRound open(RoundObjective objective, Variant variant, From start) {
        return BlockRound.open(Block.whole(objective.round().coupling()), objective, variant, start);
    }

    private static Actions actions(BlockRound state) {
        int n = state.block().rows();
        int d = state.block().dimension();
        double[] flat = new double[n * d];
        for (int k = 0; k < flat.length; k++) {
            flat[k] = state.action(k / d, k % d);
        }
        return Actions.flat(d, flat);
    }

    public static Decision decide(RoundObjective objective, Variant variant, From start, IterationRule budget) {
        return Acord.of(Recipe.of(variant, start, budget)).decide(objective);
    }

    static Contraction contraction(RoundObjective objective) {
        double[] a = new double[objective.round().agents()];
        for (int i = 0; i < a.length; i++) {
            a[i] = objective.modulus(i);
        }
        return Contraction.of(objective.round().coupling(), objective.round().beta(), a);
    }

    /** The largest difference of two coordinates. */
    static double distance(Actions x, Actions y) {
        double[] one = x.toArray();
        double[] two = y.toArray();
        double largest = 0;
        for (int k = 0; k < one.length; k++) {
            largest = Math.max(largest, Math.abs(one[k] - two[k]));
        }
        return largest;
    }

    static void assertSame(Actions found, Actions expected, double precision, String claim, long seed) {
        assertThat(distance(found, expected))
                .as("%s: distance of %s from %s, seed %d", claim, found, expected, seed)
                .isLessThanOrEqualTo(precision);
    }

    /** left ≤ right, up to the rounding of numbers of this size. */
    public static void assertAtMost(double left, double right, double size, String claim, long seed) {
        assertThat(left).as("%s, seed %d", claim, seed).isLessThanOrEqualTo(right + 1e-12 * (1 + Math.abs(size)));
    }

    /** A with AᵀA = W_e. */
    static double[][] root(Coupling coupling, int e) {
        int d = coupling.dimension();
        SimpleMatrix w = new SimpleMatrix(d, d);
        for (int k = 0; k < d * d; k++) {
            w.set(k / d, k % d, coupling.gram(e, k / d, k % d));
        }
        SimpleEVD<SimpleMatrix> eigen = w.eig();
        double[][] root = new double[d][d];
        for (int k = 0; k < d; k++) {
            SimpleMatrix v = eigen.getEigenVector(k);
            double scale = Math.sqrt(Math.max(0, eigen.getEigenvalue(k).getReal()));
            for (int c = 0; c < d; c++) {
                root[k][c] = scale * v.get(c);
            }
        }
        return root;
    }

    /** What an agent shall exceed the other end of its edge by. */
    static double[] offset(Coupling coupling, int agent, int e) {
        double[] offset = new double[coupling.dimension()];
        for (int c = 0; c < offset.length; c++) {
            offset[c] = agent == coupling.graph().tail(e) ? coupling.offset(e, c) : -coupling.offset(e, c);
        }
        return offset;
    }

    /** The same coupling with some edges only. */
    static Coupling only(Coupling coupling, IntPredicate edges) {
        return copy(coupling, edges, 1);
    }

    /** The same coupling, offsets scaled. */
    static Coupling withOffsets(Coupling coupling, double scale) {
        return copy(coupling, e -> true, scale);
    }

    private static Coupling copy(Coupling coupling, IntPredicate edges, double scale) {
        Graph graph = coupling.graph();
        Coupling.Builder builder = Coupling.builder(coupling.agents(), coupling.dimension());
        for (int e = 0; e < graph.edges(); e++) {
            if (edges.test(e)) {
                double[] offset = offset(coupling, graph.tail(e), e);
                for (int c = 0; c < offset.length; c++) {
                    offset[c] *= scale;
                }
                if (coupling.isIsotropic(e)) {
                    builder.edge(graph.tail(e), graph.head(e), coupling.weight(e), offset);
                } else {
                    builder.edge(graph.tail(e), graph.head(e), 1, root(coupling, e), offset);
                }
            }
        }
        return builder.build();
    }

    /** The same objective with another coupling. */
    static RoundObjective with(RoundObjective objective, Coupling coupling) {
        Round round = objective.round();
        int n = round.agents();
        Round.Builder builder =
                Round.builder(n, round.dimension()).coupling(coupling).beta(round.beta());
        double[] lambda = new double[n];
        double[] b = new double[n];
        for (int i = 0; i < n; i++) {
            builder.cost(i, round.cost(i));
            lambda[i] = objective.lambda(i);
            b[i] = round.switchingWeight(i);
        }
        return new RoundObjective(builder.switchingWeights(b).build(), objective.previous(), lambda);
    }
}
