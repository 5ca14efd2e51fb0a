package io.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.GoldenInstance.AcordEntry;
import io.acord.GoldenInstance.Edge;
import io.acord.GoldenInstance.Step;
import io.acord.acord.Decision;
import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden instances: what is played and paid by an independent computation, good to about 1e-12. */
class GoldenInstancesTest {

    /** Of actions relative to the largest of their round, of costs relative to themselves. */
    private static final double ACCURACY = 1e-12;

    /** Of actions relative to themselves; small ones are differences of large ones. */
    private static final double ACCURACY_OF_SMALL_ACTIONS = 1e-11;

    static final List<String> FOLDERS = List.of("ring", "changing", "matrices", "nonsmooth");

    /** What is played in a round after the previous actions. */
    private interface Policy {
        Actions play(Round round, Actions previous);
    }

    /** All but LPC, which the core does not have. */
    static Stream<Arguments> plays() {
        return FOLDERS.stream()
                .flatMap(folder -> GoldenInstance.read(folder).algorithms().stream()
                        .filter(algorithm -> !algorithm.startsWith("lpc-"))
                        .map(algorithm -> Arguments.of(folder, algorithm)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("plays")
    void everyAlgorithmPlaysTheGoldenActionsAtTheGoldenCosts(String folder, String algorithm) {
        GoldenInstance instance = GoldenInstance.read(folder);
        assertPlayed(run(instance, algorithm), instance.expected(algorithm));
    }

    @Test
    void seventeenPlaysAreCompared() {
        assertThat(plays()).hasSize(17);
    }

    @ParameterizedTest
    @FieldSource("FOLDERS")
    void acordComesToTheGoldenExactActionsIfItIteratesLongEnough(String folder) {
        GoldenInstance instance = GoldenInstance.read(folder);
        for (Variant variant : Variant.all()) {
            List<Decision> decisions = decide(instance, new AcordEntry(10_000, variant), instance.rounds());
            assertPlayed(steps(decisions), instance.expected("robd"));
        }
    }

    @ParameterizedTest
    @FieldSource("FOLDERS")
    void neitherTheOrderOfEdgeLinesNorThatOfTheirEndsChangesABit(String folder) {
        GoldenInstance instance = GoldenInstance.read(folder);
        Random random = new Random(20);
        for (int shuffle = 0; shuffle < 10; shuffle++) {
            List<Edge> lines = new ArrayList<>(instance.edges());
            Collections.shuffle(lines, random);
            lines.replaceAll(edge -> random.nextBoolean() ? edge.turned() : edge);
            for (Variant variant : Variant.all()) {
                AcordEntry acord = new AcordEntry(9, variant);
                List<Decision> inFileOrder = decide(instance, acord, instance.rounds());
                List<Decision> shuffled = decide(instance, acord, instance.rounds(lines));
                assertThat(steps(shuffled)).isEqualTo(steps(inFileOrder));
                assertThat(shuffled.stream().map(Decision::certificate))
                        .containsExactlyElementsOf(
                                inFileOrder.stream().map(Decision::certificate).toList());
            }
        }
    }

    private static List<Step> run(GoldenInstance instance, String algorithm) {
        int n = instance.agents();
        double[] mu = instance.horizonMu();
        return switch (algorithm) {
            case "robd" ->
                play(
                        instance,
                        exact(Arrays.stream(mu).map(CompetitiveRatio::lambda1).toArray()));
            case "myopic" -> play(instance, exact(ones(n)));
            case "local" -> play(instance, alone(1));
            case "follow-the-minimizer" -> play(instance, alone(0));
            case "opt" -> offline(instance);
            default -> steps(decide(instance, instance.acord(algorithm), instance.rounds()));
        };
    }

    private static List<Decision> decide(GoldenInstance instance, AcordEntry acord, List<Round> rounds) {
        Fleet fleet = Fleet.builder(instance.agents())
                .dimension(instance.dimension)
                .recipe(Recipe.of(acord.variant(), From.ZERO, IterationRule.fixed(acord.iterations()))
                        .with(LambdaRule.declared(instance.horizonMu())))
                .build();
        return rounds.stream().map(fleet::decide).toList();
    }

    private static List<Step> steps(List<Decision> decisions) {
        return decisions.stream()
                .map(decision -> new Step(decision.actions(), decision.cost()))
                .toList();
    }

    private static List<Step> play(GoldenInstance instance, Policy policy) {
        List<Step> steps = new ArrayList<>();
        Actions previous = Actions.zero(instance.agents(), instance.dimension);
        for (Round round : instance.rounds()) {
            Actions x = policy.play(round, previous);
            steps.add(new Step(x, round.cost(x, previous)));
            previous = x;
        }
        return steps;
    }

    private static Policy exact(double[] lambda) {
        return (round, previous) -> Exact.minimizer(new RoundObjective(round, previous, lambda));
    }

    /** Each agent minimises its own cost and weight/2 ‖x − x_{t−1}‖², and does not care for the others. */
    private static Policy alone(double weight) {
        return (round, previous) -> {
            int d = round.dimension();
            double[] all = new double[round.agents() * d];
            for (int i = 0; i < round.agents(); i++) {
                QuadraticPull pull = new QuadraticPull(d);
                pull.add(weight, previous.of(i));
                double[] x = previous.of(i);
                round.cost(i).argmin(pull, x);
                System.arraycopy(x, 0, all, i * d, d);
            }
            return Actions.flat(d, all);
        };
    }

    /** The whole horizon as one round of T·N agents: moving couples each with itself a round later. */
    private static List<Step> offline(GoldenInstance instance) {
        int n = instance.agents();
        int d = instance.dimension;
        int all = n * instance.horizon();
        double[] b = new double[all];
        Arrays.fill(b, 0, n, 1); // only in the first round do agents come from x_0
        Round.Builder whole = Round.builder(all, d).beta(instance.beta).switchingWeights(b);
        for (int t = 1; t <= instance.horizon(); t++) {
            int first = (t - 1) * n;
            for (int i = 0; i < n; i++) {
                whole.cost(first + i, instance.cost(t, i));
                if (t > 1) {
                    whole.edge(first - n + i, first + i, 1 / instance.beta);
                }
            }
            for (Edge edge : instance.edges()) {
                if (edge.isIn(t)) {
                    edge.addTo(whole, first);
                }
            }
        }
        double[] x = Exact.minimizer(new RoundObjective(whole.build(), Actions.zero(all, d), ones(all)))
                .toArray();
        int[] next = {0};
        return play(instance, (round, previous) -> {
            int from = n * d * next[0]++;
            return Actions.flat(d, Arrays.copyOfRange(x, from, from + n * d));
        });
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static void assertPlayed(List<Step> played, List<Step> expected) {
        assertThat(played).hasSameSizeAs(expected);
        for (int t = 0; t < expected.size(); t++) {
            String round = " in round " + (t + 1);
            assertActions(
                    "actions" + round, played.get(t).actions(), expected.get(t).actions());
            Cost paid = played.get(t).cost();
            Cost cost = expected.get(t).cost();
            assertCost("hitting" + round, paid.hitting(), cost.hitting(), cost.total());
            assertCost("switching" + round, paid.switching(), cost.switching(), cost.total());
            assertCost("dissimilarity" + round, paid.dissimilarity(), cost.dissimilarity(), cost.total());
            assertCost("total" + round, paid.total(), cost.total(), cost.total());
        }
    }

    private static void assertActions(String what, Actions played, Actions expected) {
        double[] x = played.toArray();
        double[] y = expected.toArray();
        assertThat(x).as(what).hasSameSizeAs(y);
        double largest = Arrays.stream(y).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < y.length; k++) {
            double allowed = Math.min(ACCURACY * largest, ACCURACY_OF_SMALL_ACTIONS * Math.abs(y[k]));
            assertThat(x[k]).as("%s, number %d", what, k).isCloseTo(y[k], within(allowed));
        }
    }

    /** A part that vanishes is off by the square of what the actions are off by. */
    private static void assertCost(String what, double paid, double expected, double total) {
        double allowed = Math.max(ACCURACY * expected, ACCURACY * ACCURACY * total);
        assertThat(paid).as(what).isCloseTo(expected, within(allowed));
    }
}
