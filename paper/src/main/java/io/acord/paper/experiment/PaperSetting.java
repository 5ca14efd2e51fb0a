package io.acord.paper.experiment;

import io.acord.graph.Graph;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.Lpc;
import io.acord.lab.policy.Policy;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A setting of the paper's experiments (section 5 and Appendix H): N agents around a circle, each with its 𝒟 nearest,
 * spiking costs in one dimension, 20 rounds, K iterations of ACORD. Of one seed, settings with the same N have the same
 * costs: what differs between them is the graph and β alone.
 */
public record PaperSetting(int agents, int degree, double beta, int iterations) {

    public static final int HORIZON = 20;

    private static final String COSTS = "{kind: spikes, p: 0.7, q: 0.9}";

    /** As plots and tables call it. */
    public String words() {
        return "N = " + agents + ", D = " + degree + ", beta = " + plain(beta) + ", K = " + iterations;
    }

    public static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** Whether a regular graph of this degree exists. */
    public static boolean isFeasible(int agents, int degree) {
        return degree < agents && (long) agents * degree % 2 == 0;
    }

    /** The setting as a scenario, which the lab can play by itself too. */
    Scenario scenario() {
        String text = "name: paper\nhorizon: " + HORIZON + "\nagents: " + agents + "\nbeta: " + beta + "\ncosts: "
                + COSTS + "\ngraph: {kind: circulant, degree: " + degree + "}\nalgorithms: [acord]\n";
        return ScenarioReader.readText(text, "paper.yaml", Path.of(""), List.of());
    }

    public Instance instance(long seed) {
        return scenario().instance(seed);
    }

    public Graph graph() {
        return instance(1).round(1).graph();
    }

    /** d_max. Around a circle everybody is as far from the others as agent 0 is. */
    public int diameter() {
        int[] sizes = neighborhoodSizes();
        return sizes.length - 1;
    }

    /** |N^0|, |N^1|, … of an agent, up to the whole graph. */
    public int[] neighborhoodSizes() {
        Graph graph = graph();
        int[] distance = new int[graph.agents()];
        Arrays.fill(distance, -1);
        int[] queue = new int[graph.agents()];
        distance[0] = 0;
        int end = 1;
        List<Integer> sizes = new ArrayList<>();
        for (int at = 0; at < end; at++) {
            int i = queue[at];
            if (at > 0 && distance[i] > distance[queue[at - 1]]) {
                sizes.add(at);
            }
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int j = graph.neighbor(arc);
                if (distance[j] < 0) {
                    distance[j] = distance[i] + 1;
                    queue[end++] = j;
                }
            }
        }
        sizes.add(end);
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** ACORD as the paper runs it here. */
    public Policy acord(StudySetup setup) {
        return acord(setup, "ACORD", iterations);
    }

    public static Policy acord(StudySetup setup, String name, int iterations) {
        return acord(setup, name, Variant.PLAIN, iterations, OptionalDouble.empty());
    }

    /**
     * A variant of ACORD with so many iterations.
     *
     * @param lambda of everybody; empty: λ₁ by the setup's rule
     */
    public static Policy acord(StudySetup setup, String name, Variant variant, int iterations, OptionalDouble lambda) {
        Recipe recipe = Recipe.of(variant, setup.from(), IterationRule.fixed(iterations));
        return lambda.isPresent()
                ? new AcordPolicy(name, recipe.with(LambdaRule.fixed(lambda.getAsDouble())), false)
                : new AcordPolicy(name, recipe, true);
    }

    /** LPC(r) without predictions. */
    public static Policy lpc(StudySetup setup, int radius) {
        return new Lpc("LPC(" + radius + ")", radius, 1, setup.boundary(), 0);
    }

    /** LPC(1) … LPC(d_max). */
    public List<Policy> lpcs(StudySetup setup) {
        List<Policy> all = IntStream.rangeClosed(1, diameter())
                .mapToObj(r -> lpc(setup, r))
                .toList();
        return all;
    }
}
