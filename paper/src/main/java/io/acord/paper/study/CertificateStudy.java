package io.acord.paper.study;

import io.acord.Agent;
import io.acord.graph.Graph;
import io.acord.graph.Ties;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.instance.Instance;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Beyond the paper: what the certificate said after a round against what the round really missed, with messages lost on
 * the way too.
 */
public final class CertificateStudy extends Study {

    private static final int AGENTS = 12;
    private static final double BETA = 3;

    /** Smaller gaps are rounding of two sums. */
    private static final double ROUNDING = 1e-10;

    /** How the messages fared. */
    private enum Weather {
        CLEAN("all messages arrive", 0),
        LOSSY("30 % of messages lost", 0.3),
        STORMY("80 % of messages lost", 0.8);

        private final String words;
        private final double loss;

        Weather(String words, double loss) {
            this.words = words;
            this.loss = loss;
        }
    }

    private record Point(double gap, double certificate) {}

    public CertificateStudy() {
        super("certificates", "Beyond the paper: what the certificate said against the true gap");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        int[] iterations = setup.quick() ? new int[] {1, 6, 24} : new int[] {1, 2, 4, 8, 16, 32, 64};
        List<Curve> curves = new ArrayList<>();
        double tightest = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        int below = 0;
        int all = 0;
        for (Weather weather : Weather.values()) {
            Progress part = progress.part(curves.size(), Weather.values().length);
            List<List<Point>> bySeed = ParallelMap.map(setup.allSeeds(), setup, part, seed -> {
                List<Point> points = new ArrayList<>();
                for (Variant variant : Variant.all()) {
                    if (variant.needsKappa()) {
                        continue; // messages get lost here, and nobody knows a constant of the fleet
                    }
                    for (int k : iterations) {
                        points.add(play(weather, variant, k, seed));
                    }
                }
                return points;
            });
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (Point point : bySeed.stream().flatMap(List::stream).toList()) {
                if (point.gap() > ROUNDING) {
                    all++;
                    below += point.certificate() < point.gap() ? 1 : 0;
                    x.add(point.gap());
                    y.add(point.certificate());
                    tightest = Math.max(tightest, point.gap() / point.certificate());
                    least = Math.min(least, point.gap());
                    most = Math.max(most, point.gap());
                }
            }
            curves.add(Curves.points(weather.words, x, y));
        }
        curves.add(Curves.dashed("certificate = gap", List.of(least, most), List.of(least, most)));
        Figure figure = new Figure(
                "certificates",
                "Certificate against F_t(x) − min F_t, N = 12, random graphs, β = 3, mixed costs, K from 1 to "
                        + iterations[iterations.length - 1],
                "",
                below + " of " + all
                        + " rounds (those with a gap above 10⁻¹⁰) missed their minimum by more than was certified; the largest gap was "
                        + Wording.number(tightest) + " of its certificate.",
                "mu of the round, from zero, " + setup.seeds() + " seeds from " + setup.seed(),
                1,
                List.of(Curves.plot(
                        "a",
                        "plain, Jacobi, accelerated and optimized",
                        Axis.log("true gap F_t(x) − min F_t"),
                        Axis.log("certificate"),
                        curves)));
        List<String> broken = below == 0 ? List.of() : List.of(below + " certificates were smaller than the true gap.");
        return new Findings(List.of(figure), List.of(), broken);
    }

    private static Point play(Weather weather, Variant variant, int iterations, long seed) {
        Instance instance = RandomInstances.instance(
                "{kind: mixed, mu: 0.5}", "{kind: erdos-renyi, p: 0.3}", AGENTS, 1, BETA, seed);
        Round round = instance.round(1);
        RoundObjective objective = RandomInstances.objective(round, instance.start());
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            Agent agent = Agent.builder(i, 0)
                    .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12))
                            .with(LambdaRule.perRound()))
                    .build();
            agent.open(round.cost(i), BETA, ties(agent, round.graph()));
            agents.add(agent);
        }
        SeededRandom random = new SeededRandom(seed, "weather".hashCode(), iterations);
        for (int k = 1; k <= iterations; k++) {
            List<double[]> shown = new ArrayList<>();
            agents.forEach(agent -> shown.add(agent.iterate()));
            boolean last = k == iterations;
            for (Agent agent : agents) {
                for (int j : neighbors(agent, round.graph())) {
                    if (last) {
                        agent.hearAction(j, agents.get(j).action()); // for the certificate, as often as it takes
                    } else if (!random.chance(weather.loss)) {
                        agent.hear(j, shown.get(j));
                    }
                }
            }
        }
        double[] x = new double[AGENTS];
        double certificate = 0;
        for (Agent agent : agents) {
            x[agent.id()] = agent.action()[0];
            certificate += agent.certificate();
        }
        return new Point(RoundMinimum.of(objective).gap(objective, Actions.scalars(x)), certificate);
    }

    private static Ties ties(Agent agent, Graph graph) {
        Ties ties = agent.ties();
        for (int j : neighbors(agent, graph)) {
            ties = ties.with(j);
        }
        return ties;
    }

    private static int[] neighbors(Agent agent, Graph graph) {
        int first = graph.firstArc(agent.id());
        int[] all = new int[graph.degree(agent.id())];
        Arrays.setAll(all, k -> graph.neighbor(first + k));
        return all;
    }
}
