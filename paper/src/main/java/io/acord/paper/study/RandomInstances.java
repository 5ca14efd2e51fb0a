package io.acord.paper.study;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.CompetitiveRatio;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Random instances of the lab's kinds, in the words of scenarios. */
final class RandomInstances {

    private RandomInstances() {}

    /**
     * A run of agents in one dimension.
     *
     * @param costs as in scenarios: {@code {kind: mixed, mu: 0.5}}
     * @param graph as in scenarios: {@code {kind: ring}}
     */
    static Instance instance(String costs, String graph, int agents, int horizon, double beta, long seed) {
        String text = "name: study\nhorizon: " + horizon + "\nagents: " + agents + "\nbeta: " + beta + "\ncosts: "
                + costs + "\ngraph: " + graph + "\nalgorithms: [acord]\n";
        return ScenarioReader.readText(text, "study.yaml", Path.of(""), List.of())
                .instance(seed);
    }

    static Graph graph(String graph, int agents, long seed) {
        return instance("{kind: drift}", graph, agents, 1, 1, seed).round(1).graph();
    }

    /** A round of equal agents, μ/2 (x − v)² with v in [−10, 10], everybody coming from 0. */
    static RoundObjective equalAgents(Graph graph, double beta, double mu, long seed) {
        SeededRandom random = new SeededRandom(seed, "equal".hashCode());
        Round.Builder round = Round.builder(graph.agents(), 1)
                .coupling(Coupling.unit(graph, 1))
                .beta(beta);
        for (int i = 0; i < graph.agents(); i++) {
            round.cost(i, Quadratic.alpha(mu / 2, random.uniform(-10, 10)));
        }
        return objective(round.build(), Actions.zero(graph.agents(), 1));
    }

    /** F_t with λ₁ of this round's μ. */
    static RoundObjective objective(Round round, Actions previous) {
        double[] lambda = new double[round.agents()];
        Arrays.setAll(lambda, i -> CompetitiveRatio.lambda1(round.mu(i), round.switchingWeight(i)));
        return new RoundObjective(round, previous, lambda);
    }

    /** a_i of every agent. */
    static double[] moduli(RoundObjective objective) {
        double[] a = new double[objective.round().agents()];
        Arrays.setAll(a, objective::modulus);
        return a;
    }
}
