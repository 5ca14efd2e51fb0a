package io.acord.paper.study;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Panel;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.experiment.WorstCaseSearch;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.LambdaRule;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Beyond the paper, Theorem F: an adversary looks for the run on which exact play does worst, with Theorem F's weights,
 * with λ₁ and with λ = 1. Over T rounds nobody can promise less than 1/a_{T−1} (theory 13).
 */
public final class MinimaxStudy extends Study {

    private static final int MOST_ROUNDS = 8;
    private static final int SEARCHES = 20;

    public MinimaxStudy() {
        super("minimax", "Beyond the paper: the least ratio that can be promised over T rounds");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Integer> rounds = setup.quick()
                ? List.of(1, 2, 4, MOST_ROUNDS)
                : IntStream.rangeClosed(1, MOST_ROUNDS).boxed().toList();
        List<Double> x = rounds.stream().map(Integer::doubleValue).toList();
        List<Panel> panels = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        StringBuilder found = new StringBuilder();
        for (double mu : new double[] {0.05, 1}) {
            List<Double> least = rounds.stream()
                    .map(t -> CompetitiveRatio.overRounds(mu, 1, 1, t))
                    .toList();
            List<LambdaRule> rules =
                    List.of(LambdaRule.riccati(), LambdaRule.fixed(CompetitiveRatio.lambda1(mu)), LambdaRule.fixed(1));
            List<List<Double>> worst = new ArrayList<>();
            for (LambdaRule rule : rules) {
                Progress part = progress.part(3 * panels.size() + worst.size(), 6);
                worst.add(ParallelMap.map(rounds, setup, part, t -> worst(mu, rule, t, setup)));
            }
            for (int k = 0; k < rounds.size(); k++) {
                if (worst.get(0).get(k) > least.get(k) * (1 + 1e-9)) {
                    broken.add("exact play of Theorem F's weights paid "
                            + Wording.number(worst.get(0).get(k))
                            + " times OPT over " + rounds.get(k) + " rounds, promised were "
                            + Wording.number(least.get(k)) + " (minimax)");
                }
            }
            for (int t : new int[] {2, MOST_ROUNDS}) {
                int k = rounds.indexOf(t);
                found.append(" μ = " + Wording.number(mu) + ", T = " + t + ": "
                        + Wording.number(worst.get(0).get(k)) + " with Theorem F's weights, "
                        + Wording.number(worst.get(1).get(k)) + " with λ₁, "
                        + Wording.number(worst.get(2).get(k)) + " with λ = 1; nobody can promise less than "
                        + Wording.number(least.get(k)) + ".");
            }
            panels.add(Curves.plot(
                    panels.isEmpty() ? "a" : "b",
                    "μ = " + Wording.number(mu),
                    Axis.linear("rounds T"),
                    Axis.linear("worst cost/OPT found"),
                    List.of(
                            Curves.line("least that can be promised, 1/a_{T−1}", x, least),
                            Curves.points("Theorem F's weights", x, worst.get(0)),
                            Curves.points("λ₁", x, worst.get(1)),
                            Curves.points("λ = 1, myopic", x, worst.get(2)))));
        }
        Figure figure = new Figure(
                "minimax",
                "The worst run of T rounds that an adversary finds for exact play",
                "",
                "Worst cost/OPT found." + found,
                "one agent; the worst of " + SEARCHES + " searches by differential evolution, seeds from "
                        + setup.seed(),
                2,
                panels);
        return new Findings(List.of(figure), List.of(), broken);
    }

    /** The worst of many searches: a single one may end on a lower hill. */
    private static double worst(double mu, LambdaRule rule, int rounds, StudySetup setup) {
        int generations = setup.quick() ? 200 : 400;
        return IntStream.range(0, SEARCHES)
                .mapToDouble(k -> WorstCaseSearch.search(mu, rule, 1, rounds, generations, setup.seed() + k))
                .max()
                .orElseThrow();
    }
}
