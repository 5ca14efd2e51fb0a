package io.acord.paper.study;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the graph of each round after it has seen what was played in the round before, as Definition 2.3 allows. The
 * costs are those of an instance; actions are numbers.
 */
enum GraphAdversary {
    /** Couples the lower half of the actions with the upper half, everybody with everybody. */
    FARTHEST {
        @Override
        Graph graph(int t, Round costs, Actions played, double[] lambda) {
            return halves(ascending(played));
        }
    },
    /** Leaves everybody alone in one round, and in the next couples those who went apart. */
    LURE {
        @Override
        Graph graph(int t, Round costs, Actions played, double[] lambda) {
            return t % 2 == 1 ? Graph.of(played.agents(), new int[0][]) : halves(ascending(played));
        }
    },
    /** Of some graphs takes the one on which an exact round is the most expensive. */
    MOST_EXPENSIVE {
        @Override
        Graph graph(int t, Round costs, Actions played, double[] lambda) {
            List<Integer> order = ascending(played);
            Graph worst = costs.coupling().graph(); // drawn beforehand
            double most = exact(costs, worst, played, lambda);
            for (Graph graph :
                    List.of(halves(order), opposites(order), star(order, 0), star(order, order.size() - 1))) {
                double paid = exact(costs, graph, played, lambda);
                if (paid > most) {
                    most = paid;
                    worst = graph;
                }
            }
            return worst;
        }
    };

    /**
     * The graph of round t.
     *
     * @param costs the round, with a graph that is not played
     * @param played in the round before
     * @param lambda λ of this round
     */
    abstract Graph graph(int t, Round costs, Actions played, double[] lambda);

    /** A game: the rounds as the adversary made them, and what was played in them. */
    record Game(Instance rounds, PlayedRun run) {}

    /** Lets a policy play with λ₁ of the smallest μ of every agent. */
    Game play(Policy policy, Instance costs) {
        LambdaRule rule = LambdaRule.declared(costs.leastMu());
        Setting setting = new Setting(costs.agents(), costs.dimension(), costs.horizon(), rule, 1, 1);
        Lambdas lambdas = new Lambdas(rule, costs.agents());
        Unfolding rounds = new Unfolding(costs, new ArrayList<>());
        Contestant contestant = Contestant.of(policy, rounds, setting);
        Actions played = costs.start();
        for (int t = 1; t <= costs.horizon(); t++) {
            Round round = costs.round(t);
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            rounds.known().add(with(round, graph(t, round, played, lambda)));
            played = contestant.decide(t, played).actions();
        }
        Instance made = new FixedRounds(rounds.known(), costs.start());
        return new Game(made, PlayedRun.by(policy, made)); // the same actions again: nothing in a policy is random
    }

    /** An instance of which only those rounds exist that the adversary has made. */
    private record Unfolding(Instance costs, List<Round> known) implements Instance {
        @Override
        public int agents() {
            return costs.agents();
        }

        @Override
        public String name(int agent) {
            return costs.name(agent);
        }

        @Override
        public int dimension() {
            return costs.dimension();
        }

        @Override
        public int horizon() {
            return costs.horizon();
        }

        @Override
        public Actions start() {
            return costs.start();
        }

        @Override
        public Round round(int t) {
            return known.get(t - 1);
        }
    }

    private static double exact(Round costs, Graph graph, Actions played, double[] lambda) {
        Round round = with(costs, graph);
        RoundObjective objective = new RoundObjective(round, played, lambda);
        return round.cost(RoundMinimum.of(objective).actions(), played).total();
    }

    private static Round with(Round costs, Graph graph) {
        return Round.builder(costs.agents(), 1)
                .costs(IntStream.range(0, costs.agents()).mapToObj(costs::cost).toArray(HittingCost[]::new))
                .coupling(Coupling.unit(graph, 1))
                .beta(costs.beta())
                .build();
    }

    private static List<Integer> ascending(Actions played) {
        return IntStream.range(0, played.agents())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> played.get(i)))
                .toList();
    }

    private static Graph halves(List<Integer> order) {
        List<int[]> edges = new ArrayList<>();
        for (int low : order.subList(0, order.size() / 2)) {
            for (int high : order.subList(order.size() / 2, order.size())) {
                edges.add(new int[] {low, high});
            }
        }
        return Graph.of(order.size(), edges.toArray(int[][]::new));
    }

    private static Graph opposites(List<Integer> order) {
        int[][] edges = new int[order.size() / 2][];
        Arrays.setAll(edges, k -> new int[] {order.get(k), order.get(order.size() - 1 - k)});
        return Graph.of(order.size(), edges);
    }

    private static Graph star(List<Integer> order, int place) {
        int centre = order.get(place);
        return Graph.of(
                order.size(),
                order.stream()
                        .filter(i -> i != centre)
                        .map(i -> new int[] {centre, i})
                        .toArray(int[][]::new));
    }
}
