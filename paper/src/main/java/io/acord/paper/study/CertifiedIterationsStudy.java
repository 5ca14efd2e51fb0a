package io.acord.paper.study;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Panel;
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
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import io.acord.theory.PaperRule;
import io.acord.theory.Sigma;
import io.acord.theory.SufficientIterations;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Beyond the paper: a certified K, from what the ends of edges know, against the paper's K and what is needed. */
public final class CertifiedIterationsStudy extends Study {

    private static final int HORIZON = 20;
    private static final int MOST = 60_000;

    /** A fleet on a graph; μ of every agent lies between the two numbers. */
    private record Scene(String words, String graph, int agents, double leastMu, double mostMu) {}

    private static final List<Scene> SCENES = List.of(
            new Scene("ring of 20", "{kind: ring}", 20, 0.5, 0.5),
            new Scene("complete graph of 40", "{kind: complete}", 40, 0.5, 0.5),
            new Scene("star of 40", "{kind: star}", 40, 0.5, 0.5),
            new Scene("random graph of 100, μ from 0.2 to 3", "{kind: erdos-renyi, p: 0.08}", 100, 0.2, 3));

    /** Iterations for one β. */
    private record Counts(double paper, double plain, double accelerated, double needed, double neededAccelerated) {}

    private record Spot(Scene scene, double beta) {}

    public CertifiedIterationsStudy() {
        super("certified-iterations", "Beyond the paper: certified K against the paper's K");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Double> betas = setup.quick() ? List.of(1.0, 10.0) : List.of(0.1, 1.0, 5.0, 20.0, 50.0);
        List<Spot> spots = new ArrayList<>();
        SCENES.forEach(scene -> betas.forEach(beta -> spots.add(new Spot(scene, beta))));
        List<Counts> counts = ParallelMap.map(spots, setup, progress, spot -> count(spot, setup.seed()));
        List<Panel> panels = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int s = 0; s < SCENES.size(); s++) {
            List<Counts> here = counts.subList(s * betas.size(), (s + 1) * betas.size());
            for (Counts count : here) {
                least = Math.min(least, count.paper() / count.accelerated());
                most = Math.max(most, count.paper() / count.accelerated());
            }
            panels.add(Curves.plot(
                    String.valueOf((char) ('a' + s)),
                    SCENES.get(s).words(),
                    Axis.log("β"),
                    Axis.log("iterations K"),
                    List.of(
                            Curves.dashed("paper's formula, exact σ", betas, of(here, Counts::paper)),
                            Curves.dashed("certified, plain", betas, of(here, Counts::plain)),
                            Curves.dashed("certified, accelerated", betas, of(here, Counts::accelerated)),
                            Curves.line("needed, plain", betas, of(here, Counts::needed)),
                            Curves.line("needed, accelerated", betas, of(here, Counts::neededAccelerated)))));
        }
        Figure figure = new Figure(
                "certified-iterations",
                "Iterations that are certain to bring a round within λ²/(48T⁴) of its minimum, T = 20",
                "",
                "The paper's formula, though given the exact σ that no agent knows, asks for " + Wording.number(least)
                        + " to " + Wording.number(most) + " times the certified K of the accelerated variant.",
                "mu of the round, from zero; seed " + setup.seed(),
                2,
                panels);
        return new Findings(List.of(figure), List.of());
    }

    private static List<Double> of(List<Counts> counts, Function<Counts, Double> what) {
        return counts.stream().map(what).toList();
    }

    private static Counts count(Spot spot, long seed) {
        RoundObjective objective = objective(spot, seed);
        Round round = objective.round();
        RoundMinimum minimum = RoundMinimum.of(objective);
        double[] a = RandomInstances.moduli(objective);
        double leastLambda = 1;
        double mostA = 0;
        for (int i = 0; i < a.length; i++) {
            leastLambda = Math.min(leastLambda, objective.lambda(i));
            mostA = Math.max(mostA, a[i]);
        }
        double budget = new TheoremA(leastLambda).roundBudget(HORIZON);
        double atStart = objective.at(objective.previous());
        double startGap = atStart - minimum.value();
        double kappa = Contraction.of(round.coupling(), spot.beta(), a).edgeKappa();
        double sigma = Sigma.of(round.coupling(), spot.beta(), a).exact();
        return new Counts(
                new PaperRule(HORIZON, spot.beta(), 1, sigma, mostA, leastLambda).unbounded(atStart),
                SufficientIterations.plain(startGap, budget, kappa),
                SufficientIterations.accelerated(startGap, budget, kappa),
                Iterates.needed(objective, minimum, Variant.PLAIN, budget, MOST),
                Iterates.needed(objective, minimum, Variant.CERTIFIED, budget, MOST));
    }

    private static RoundObjective objective(Spot spot, long seed) {
        Graph graph = RandomInstances.graph(spot.scene().graph(), spot.scene().agents(), seed);
        SeededRandom random = new SeededRandom(seed, "certified".hashCode());
        Round.Builder round = Round.builder(graph.agents(), 1)
                .coupling(Coupling.unit(graph, 1))
                .beta(spot.beta());
        for (int i = 0; i < graph.agents(); i++) {
            double mu = random.uniform(spot.scene().leastMu(), spot.scene().mostMu());
            round.cost(i, Quadratic.alpha(mu / 2, random.uniform(-10, 10)));
        }
        return RandomInstances.objective(round.build(), Actions.zero(graph.agents(), 1));
    }
}
