package io.acord.paper.study;

import io.acord.cost.Quadratic;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.Consensus;
import io.acord.lab.policy.FollowTheMinimizer;
import io.acord.lab.policy.LocalRobd;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Robd;
import io.acord.model.Round;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.List;

/** What becomes of agents that ignore dissimilarity, or that know nothing else. */
public final class NaiveStudy extends Study {

    private static final int HORIZON = 20;
    private static final Policy ALONE = new LocalRobd("local ROBD");
    private static final Policy TOGETHER = new Consensus("consensus");
    private static final Policy EXACT = new Robd("exact ROBD");

    public NaiveStudy() {
        super("naive", "Naive approaches: local ROBD grows with β, consensus has no bound");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Double> betas = List.of(0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4);
        List<Double> alone = ratios(betas, beta -> apart(beta, HORIZON), ALONE);
        List<Double> exactByBeta = ratios(betas, beta -> apart(beta, HORIZON), EXACT);
        List<Double> curvatures = List.of(1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4);
        List<Double> together = ratios(curvatures, c -> steep(c, HORIZON), TOGETHER);
        List<Double> exactByCurvature = ratios(curvatures, c -> steep(c, HORIZON), EXACT);
        List<Double> following = ratios(curvatures, c -> steep(c, HORIZON), new FollowTheMinimizer("follow"));
        List<Double> horizons = List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
        List<Double> overTime = ratios(horizons, t -> steep(100, t.intValue()), TOGETHER);
        double slope = Curves.slope(betas.subList(6, betas.size()), alone.subList(6, alone.size()));
        double growth = Curves.slope(curvatures.subList(4, curvatures.size()), together.subList(4, together.size()));
        double bound = CompetitiveRatio.optimal(1);
        Figure figure = new Figure(
                "naive",
                "Cost/OPT of two agents with one edge that are called to opposite sides",
                "Local ROBD has a ratio of Ω(β); equal actions for all have no finite ratio (Appendix I).",
                "Local ROBD's ratio grows as β^" + Wording.number(slope) + ", to "
                        + Wording.number(alone.get(alone.size() - 1))
                        + " at β = 10⁴, where exact ROBD pays "
                        + Wording.number(exactByBeta.get(exactByBeta.size() - 1))
                        + ". Consensus grows as curvature^" + Wording.number(growth) + ", to "
                        + Wording.number(together.get(together.size() - 1)) + ".",
                "mu horizon; nothing is random",
                3,
                List.of(
                        Curves.plot(
                                "a",
                                "targets ±t, T = 20",
                                Axis.log("β"),
                                Axis.log("cost/OPT"),
                                List.of(
                                        Curves.line("local ROBD", betas, alone),
                                        Curves.line("exact ROBD", betas, exactByBeta))),
                        Curves.plot(
                                "b",
                                "targets ±1, β = 1, T = 20",
                                Axis.log("curvature of the costs"),
                                Axis.log("cost/OPT"),
                                List.of(
                                        Curves.line("consensus", curvatures, together),
                                        Curves.line("follow the minimiser", curvatures, following),
                                        Curves.line("exact ROBD", curvatures, exactByCurvature))),
                        Curves.plot(
                                "c",
                                "targets ±1, β = 1, curvature 100",
                                Axis.log("horizon T"),
                                Axis.log("cost/OPT"),
                                List.of(Curves.line("consensus", horizons, overTime)))));
        Claim robd = Evidence.about(
                        "corollary-naive-robd",
                        "Appendix I, Corollary I.1",
                        "Agents that follow ROBD each on its own, blind to dissimilarity, have a ratio of Ω(β).")
                .number("exponent of β, from 100 to 10⁴", slope)
                .number("ratio at β = 100", alone.get(betas.indexOf(100.0)))
                .number("ratio at β = 10⁴", alone.get(betas.indexOf(1e4)))
                .number(
                        "largest ratio of exact ROBD",
                        exactByBeta.stream()
                                .mapToDouble(Double::doubleValue)
                                .max()
                                .orElseThrow())
                .shownBy("naive")
                .holds(
                        slope > 0.95 && slope < 1.05,
                        "The paper's instance: targets t and −t, μ = 1. Reproduced if the ratio grows as β to the power of 0.95 to 1.05. Exact ROBD stays below CR* = "
                                + Wording.number(bound) + ". (For the second v¹ read v², E30.)");
        Claim consensus = Evidence.about(
                        "corollary-consensus",
                        "Appendix I, Corollary I.2",
                        "Forcing all agents to one action makes the competitive ratio unbounded.")
                .number("exponent of the curvature, from 100 to 10⁴", growth)
                .number("ratio at curvature 100", together.get(curvatures.indexOf(100.0)))
                .number("ratio at curvature 10⁴", together.get(curvatures.indexOf(1e4)))
                .number("ratio of following the minimiser at curvature 10⁴", following.get(curvatures.size() - 1))
                .number("ratio at T = 1, curvature 100", overTime.get(0))
                .number("ratio at T = 100, curvature 100", overTime.get(horizons.size() - 1))
                .shownBy("naive")
                .holds(
                        growth > 0.95
                                && together.get(curvatures.size() - 1) > 100
                                && following.get(curvatures.size() - 1) < 3,
                        "Targets 1 and −1, β = 1. Reproduced if the ratio grows in proportion to the curvature of the costs, to more than 100, where following the minimiser stays below 3.");
        return new Findings(List.of(figure), List.of(robd, consensus));
    }

    private interface Instances {
        Instance of(Double parameter);
    }

    private static List<Double> ratios(List<Double> parameters, Instances instances, Policy policy) {
        List<Double> ratios = new ArrayList<>();
        for (Double parameter : parameters) {
            Instance instance = instances.of(parameter);
            ratios.add(PlayedRun.by(policy, instance).total()
                    / Hindsight.solve(instance, 1).optimum().upperBound());
        }
        return ratios;
    }

    /** Two agents of μ = 1 whose targets move away from each other: t and −t. */
    private static Instance apart(double beta, int horizon) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= horizon; t++) {
            rounds.add(Round.builder(2, 1)
                    .costs(Quadratic.alpha(0.5, t), Quadratic.alpha(0.5, -t))
                    .edge(0, 1)
                    .beta(beta)
                    .build());
        }
        return new FixedRounds(rounds);
    }

    /** Two agents whose targets stay at 1 and −1, with costs as steep as one likes. */
    private static Instance steep(double curvature, int horizon) {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(curvature / 2, 1), Quadratic.alpha(curvature / 2, -1))
                .edge(0, 1)
                .beta(1)
                .build();
        return new FixedRounds(java.util.Collections.nCopies(horizon, round));
    }
}
