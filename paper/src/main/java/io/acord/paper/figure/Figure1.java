package io.acord.paper.figure;

import io.acord.lab.figure.Figure;
import io.acord.lab.policy.FollowTheMinimizer;
import io.acord.lab.policy.Local;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Robd;
import io.acord.lab.run.Statistics;
import io.acord.model.Cost;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figure 1: all algorithms on a ring. */
public final class Figure1 extends Study {

    private static final PaperSetting RING = new PaperSetting(20, 2, 50, 12);

    private static final String ACORD = "ACORD";
    private static final String NEAR = "LPC(1)";
    private static final String FAR = "LPC(10)";
    private static final String LOCAL = "LOCAL";
    private static final String FTM = "FTM";
    private static final String ROBD = "exact ROBD";

    /** What counts as "much worse" where the paper gives no number. */
    private static final double MUCH = 2;

    public Figure1() {
        super("fig1", "Figure 1: all algorithms on a ring");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Policy> policies = List.of(
                new FollowTheMinimizer(FTM),
                new Local(LOCAL),
                PaperSetting.lpc(setup, 1),
                PaperSetting.lpc(setup, RING.diameter()),
                RING.acord(setup));
        Contest contest = new Contest(RING, policies, true, setup);
        Contest exact = new Contest(RING, List.of(new Robd(ROBD)), true, setup);
        List<ParallelMap.Task> units = new ArrayList<>(contest.units());
        units.addAll(exact.units());
        ParallelMap.runAll(units, setup.threads(), progress);
        List<String> broken = exact.shareOfPromise(ROBD) > 1 + 1e-9
                        && setup.mu()
                                .lambdaRule(RING.instance(setup.seed()))
                                .whyNotGuaranteed()
                                .isEmpty()
                ? List.of("exact ROBD paid " + Wording.number(exact.shareOfPromise(ROBD))
                        + " times what its competitive ratio allows (fig1)")
                : List.of();
        return new Findings(
                List.of(figure(contest, setup)),
                List.of(order(contest), muchWorse(contest), ftmWorse(contest), reasons(contest)),
                broken);
    }

    private static Figure figure(Contest contest, StudySetup setup) {
        StringBuilder found = new StringBuilder("Times the hindsight optimum:");
        for (String name : List.of(FTM, LOCAL, NEAR, FAR, ACORD)) {
            found.append((name.equals(FTM) ? " " : ", ") + name + " " + Wording.mean(contest.ratio(name, Contest.OPT)));
        }
        return new Figure(
                "fig1",
                "Figure 1. All algorithms, " + RING.words() + ", T = 20",
                "FTM and LOCAL do much worse than ACORD and LPC, because they do not look at dissimilarity; FTM is worst, because it ignores moving as well.",
                found
                        + ". LPC(10), which sees the whole ring, is below ACORD at K = 12. OPT, which knows the future, is not in the paper's figure.",
                setup.words(),
                2,
                List.of(
                        CostPanels.costs("a", "K = 12", contest),
                        new Figure.Drawing("b", "N = 20, D = 2", RING.graph())));
    }

    private static Claim order(Contest contest) {
        List<String> order = List.of(FTM, LOCAL, NEAR, ACORD);
        Evidence evidence = Evidence.about(
                        "fig1-order",
                        "5.1, Figure 1",
                        "From the most expensive to the cheapest the algorithms are FTM, LOCAL, LPC, ACORD.")
                .shownBy("fig1");
        boolean holds = true;
        for (int k = 1; k < order.size(); k++) {
            Statistics ratio = contest.ratio(order.get(k - 1), order.get(k));
            evidence.mean(order.get(k - 1) + " / " + order.get(k), ratio);
            holds &= ratio.low95() > 1;
        }
        Statistics far = contest.ratio(ACORD, FAR);
        evidence.mean("ACORD / LPC(10)", far);
        return evidence.holds(
                holds && far.low95() <= 1,
                holds,
                (holds
                                ? "Every step of the order holds with LPC(1), the only LPC with the same access to the network as ACORD."
                                : "A step of the order has an interval that reaches 1.")
                        + (far.low95() > 1
                                ? " With LPC(10), which sees the whole ring, the last two change places: ACORD pays "
                                        + Wording.more(far.mean()) + "."
                                : ""));
    }

    private static Claim muchWorse(Contest contest) {
        Evidence evidence = Evidence.about(
                        "fig1-naive-much-worse", "5.1, Figure 1", "FTM and LOCAL are much worse than ACORD and LPC.")
                .shownBy("fig1");
        boolean holds = true;
        for (String naive : List.of(FTM, LOCAL)) {
            for (String nuanced : List.of(ACORD, NEAR)) {
                Statistics ratio = contest.ratio(naive, nuanced);
                evidence.mean(naive + " / " + nuanced, ratio);
                holds &= ratio.low95() > MUCH;
            }
        }
        return evidence.holds(holds, "Much worse is taken as more than twice the cost, with the whole interval.");
    }

    private static Claim ftmWorse(Contest contest) {
        Statistics ratio = contest.ratio(FTM, LOCAL);
        int wins = contest.wins(LOCAL, FTM);
        return Evidence.about("fig1-ftm-worst", "5.1, Figure 1", "FTM is worse than LOCAL.")
                .shownBy("fig1")
                .mean("FTM / LOCAL", ratio)
                .holds(ratio.low95() > 1, "LOCAL was cheaper in " + wins + " of " + contest.seeds() + " seeds.");
    }

    /** What part of a difference in cost is a difference in one of its parts. */
    private static Statistics share(Contest contest, String dear, String cheap, ToDoubleFunction<Cost> part) {
        return contest.ofParts(
                dear, cheap, (d, c) -> (part.applyAsDouble(d) - part.applyAsDouble(c)) / (d.total() - c.total()));
    }

    private static Claim reasons(Contest contest) {
        Statistics local = share(contest, LOCAL, Contest.OPT, Cost::dissimilarity);
        Statistics ftm = share(contest, FTM, Contest.OPT, Cost::dissimilarity);
        Statistics moving = share(contest, FTM, LOCAL, Cost::switching);
        Statistics differing = share(contest, FTM, LOCAL, Cost::dissimilarity);
        Evidence evidence = Evidence.about(
                        "fig1-reasons",
                        "5.1, Figure 1",
                        "The two do badly because they neglect dissimilarity, and FTM is the worse because it neglects moving too.")
                .shownBy("fig1");
        evidence.mean("dissimilarity's share of LOCAL − OPT", local);
        evidence.mean("dissimilarity's share of FTM − OPT", ftm);
        evidence.mean("switching's share of FTM − LOCAL", moving);
        evidence.mean("dissimilarity's share of FTM − LOCAL", differing);
        boolean first = local.low95() > 0.5 && ftm.low95() > 0.5;
        boolean second = moving.low95() > 0.5;
        return evidence.holds(
                first && second,
                first,
                "A cause counts if it makes up more than half of the difference, with the whole interval. "
                        + (first ? "Dissimilarity does, for both. " : "Dissimilarity does not. ")
                        + (second
                                ? "And switching makes up most of what FTM pays more than LOCAL."
                                : "But of what FTM pays more than LOCAL, switching itself is only "
                                        + Wording.number(moving.mean())
                                        + " and dissimilarity " + Wording.number(differing.mean())
                                        + ": by not moving far, LOCAL's agents also stay closer together."));
    }
}
