package io.acord.paper.foresight;

import static io.acord.paper.foresight.ForecastPanel.COMMON;
import static io.acord.paper.foresight.ForecastPanel.EPSILON;
import static io.acord.paper.foresight.ForecastPanel.EXPERT;
import static io.acord.paper.foresight.ForecastPanel.LPC1;
import static io.acord.paper.foresight.ForecastPanel.OWN;

import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Wording;
import io.acord.paper.foresight.ForecastTable.Believed;
import io.acord.paper.foresight.ForecastTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the table of forecasts says of Theorems G and H, sentence by sentence. */
record ForesightClaims(ForecastTable table) {

    private static final String THEOREM_G = "theory 14, Theorem G";
    private static final String THEOREM_H = "theory 14, Theorem H";

    /**
     * How small and how large ratios have to be where moving is dear.
     *
     * @param own with accounts of their own and one round forecast exactly, at most
     * @param common with one account and four rounds forecast exactly, at most
     * @param garbage with accounts of their own and four rounds of garbage, at most
     * @param lpcGarbage of LPC(1, 4) with the same garbage, at least
     */
    private record Limits(ForecastSetting setting, double own, double common, double garbage, double lpcGarbage) {}

    private static final List<Limits> LIMITS = List.of(
            new Limits(ForecastSetting.ALL.get(1), 1.01, 1.0005, 1.2, 4),
            new Limits(ForecastSetting.ALL.get(2), 1.08, 1.003, 1.85, 8),
            new Limits(ForecastSetting.ALL.get(3), 1.025, 1.001, 1.6, 16));

    /**
     * Where theory 14 itself has LPC(1, k) ahead: differing is cheap, so that a neighbour's forecast is worth little.
     */
    private static final List<Place> LPC_AHEAD = List.of(
            new Place(ForecastSetting.ALL.get(2), Believed.EXACT_1),
            new Place(ForecastSetting.ALL.get(2), Believed.EXACT_4));

    /** @param promises the contests with garbage over many seeds, by setting */
    List<Claim> all(Map<ForecastSetting, ForecastContest> promises) {
        return List.of(exactOwn(), exactCommon(), promiseKept(promises), garbageMeans(), equalKnowledge());
    }

    private Claim exactOwn() {
        Evidence evidence = Evidence.about(
                        "foresight-exact-own",
                        THEOREM_H,
                        "With accounts of their own, agents that know their next cost exactly pay little more than the optimum, and less than the expert.")
                .shownBy("foresight");
        boolean holds = true;
        List<String> limits = new ArrayList<>();
        for (Limits limit : LIMITS) {
            ForecastContest contest = table.at(limit.setting(), Believed.EXACT_1);
            Statistics ratio = contest.ratio(OWN);
            evidence.mean(limit.setting().words(), ratio);
            evidence.mean(limit.setting().words() + ", over the expert", contest.against(OWN, EXPERT));
            holds &= ratio.mean() <= limit.own() && contest.against(OWN, EXPERT).high95() < 1;
            limits.add(PaperSetting.plain(limit.own()));
        }
        return evidence.oursHolds(
                holds,
                "Holds if the mean cost/OPT is at most " + String.join(", ", limits)
                        + " in turn, and the interval of cost over the expert's lies below 1.");
    }

    private Claim exactCommon() {
        Evidence evidence = Evidence.about(
                        "foresight-exact-common",
                        THEOREM_G,
                        "With one account and four rounds known exactly the fleet pays the optimum within a few thousandths.")
                .shownBy("foresight");
        boolean holds = true;
        List<String> limits = new ArrayList<>();
        for (Limits limit : LIMITS) {
            Statistics ratio = table.at(limit.setting(), Believed.EXACT_4).ratio(COMMON);
            evidence.mean(limit.setting().words() + ", cost/OPT − 1", ratio.map(each -> each - 1));
            holds &= ratio.mean() <= limit.common();
            limits.add(PaperSetting.plain(limit.common()));
        }
        return evidence.oursHolds(
                holds, "Holds if the mean cost/OPT is at most " + String.join(", ", limits) + " in turn.");
    }

    private static Claim promiseKept(Map<ForecastSetting, ForecastContest> promises) {
        Evidence evidence = Evidence.about(
                        "foresight-promise",
                        "theory 14, Theorems G and H",
                        "Whatever is forecast, no run pays more than 1 + ε times the expert.")
                .shownBy("foresight");
        boolean holds = true;
        int seeds = 0;
        for (Map.Entry<ForecastSetting, ForecastContest> promise : promises.entrySet()) {
            ForecastContest contest = promise.getValue();
            seeds = contest.seeds();
            for (ForecastPanel who : List.of(OWN, COMMON)) {
                double worst = contest.worstAgainst(who, EXPERT);
                evidence.number(
                        "worst run over its expert, " + who.title() + ", "
                                + promise.getKey().words(),
                        worst);
                holds &= isKept(worst);
            }
        }
        return evidence.oursHolds(
                holds,
                "Proved; tried here with garbage for four rounds ahead, " + seeds
                        + " seeds in each setting. Holds if the worst of them is at most "
                        + PaperSetting.plain(1 + EPSILON) + ".");
    }

    /** Whether a run that paid so many times what its expert did is within the promise, up to rounding. */
    static boolean isKept(double timesTheExpert) {
        return timesTheExpert <= (1 + EPSILON) * (1 + 1e-9);
    }

    private Claim garbageMeans() {
        Evidence evidence = Evidence.about(
                        "foresight-garbage", THEOREM_H, "Garbage costs foresight little where it ruins LPC(1, 4).")
                .shownBy("foresight");
        boolean holds = true;
        List<String> limits = new ArrayList<>();
        List<String> lpcLimits = new ArrayList<>();
        for (Limits limit : LIMITS) {
            ForecastContest contest = table.at(limit.setting(), Believed.GARBAGE_4);
            evidence.mean("foresight, " + limit.setting().words(), contest.ratio(OWN));
            evidence.mean("LPC(1, 4), " + limit.setting().words(), contest.ratio(LPC1));
            holds &= contest.ratio(OWN).mean() <= limit.garbage()
                    && contest.ratio(LPC1).mean() >= limit.lpcGarbage();
            limits.add(PaperSetting.plain(limit.garbage()));
            lpcLimits.add(PaperSetting.plain(limit.lpcGarbage()));
        }
        return evidence.oursHolds(
                holds,
                "Holds if the mean cost/OPT is at most " + String.join(", ", limits)
                        + " in turn, and that of LPC(1, 4) at least " + String.join(", ", lpcLimits) + ".");
    }

    private Claim equalKnowledge() {
        Evidence evidence = Evidence.about(
                        "foresight-against-lpc",
                        THEOREM_H,
                        "At equal knowledge of the future foresight pays no more than LPC(1, k), which moreover sees its neighbours' costs.")
                .shownBy("foresight");
        List<String> above = new ArrayList<>();
        List<String> unforeseen = new ArrayList<>();
        for (Place place : table.places()) {
            Statistics over = table.at(place).against(OWN, LPC1);
            evidence.mean(place.words(), over);
            if (over.low95() > 1) {
                above.add(place.words() + " (" + Wording.percent(over.mean()) + ")");
                if (!LPC_AHEAD.contains(place)) {
                    unforeseen.add(place.words());
                }
            }
        }
        return evidence.oursHolds(
                unforeseen.isEmpty(),
                "Cost over that of LPC(1, k), accounts of their own; above means that the whole interval is above 1. Above: "
                        + (above.isEmpty() ? "nowhere" : String.join("; ", above))
                        + ". Holds if that is so nowhere but at "
                        + String.join("; ", LPC_AHEAD.stream().map(Place::words).toList())
                        + ": differing is cheap there, and an account of an agent's own keeps it from following a good plan at once.");
    }
}
