package io.acord.paper.foresight;

import static io.acord.paper.foresight.ForecastPanel.COMMON;
import static io.acord.paper.foresight.ForecastPanel.EPSILON;
import static io.acord.paper.foresight.ForecastPanel.EXPERT;
import static io.acord.paper.foresight.ForecastPanel.LPC1;
import static io.acord.paper.foresight.ForecastPanel.MPC;
import static io.acord.paper.foresight.ForecastPanel.OWN;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Beyond the paper, Theorems G and H: what forecasts are worth, what wrong ones cost, and that nothing breaks the
 * promise (theory 14).
 */
public final class ForesightStudy extends Study {

    /** A mean over fewer says little where costs spike. */
    private static final int LEAST_SEEDS = 20;

    /** A promise is about every run, so that more are looked at than a mean needs. */
    private static final int PROMISE_SEEDS = 1000;

    private static final int AHEAD = 4;

    public ForesightStudy() {
        super("foresight", "Beyond the paper: forecasts, right and wrong");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Long> seeds = seeds(setup, Math.max(LEAST_SEEDS, setup.seeds()));
        String conventions = "LPC boundary " + setup.boundary().name().toLowerCase(Locale.ROOT) + ", " + seeds.size()
                + " seeds from " + setup.seed();
        ForecastTable table = ForecastTable.play(seeds, setup, progress.part(0, 3));
        Map<ForecastSetting, ForecastContest> promises = promises(setup, progress.part(1, 3));
        Figure figure = overNoise(seeds, setup, conventions, progress.part(2, 3));
        return new Findings(
                List.of(figure),
                List.of(table.shown(conventions)),
                new ForesightClaims(table).all(promises),
                broken(promises));
    }

    private static List<Long> seeds(StudySetup setup, int count) {
        return LongStream.range(setup.seed(), setup.seed() + count).boxed().toList();
    }

    private static Map<ForecastSetting, ForecastContest> promises(StudySetup setup, Progress progress) {
        List<Long> seeds = seeds(setup, setup.quick() ? LEAST_SEEDS : PROMISE_SEEDS);
        Map<ForecastSetting, ForecastContest> promises = new LinkedHashMap<>();
        for (ForecastSetting setting : ForecastSetting.ALL) {
            Progress part = progress.part(promises.size(), ForecastSetting.ALL.size());
            promises.put(
                    setting,
                    ForecastContest.play(setting, "garbage", AHEAD, List.of(EXPERT, OWN, COMMON), seeds, setup, part));
        }
        return promises;
    }

    private static List<String> broken(Map<ForecastSetting, ForecastContest> promises) {
        List<String> broken = new ArrayList<>();
        promises.forEach((setting, contest) -> {
            for (ForecastPanel who : List.of(OWN, COMMON)) {
                double worst = contest.worstAgainst(who, EXPERT);
                if (!ForesightClaims.isKept(worst)) {
                    broken.add(who.title() + " paid " + Wording.number(worst)
                            + " times what its expert did, promised were " + Wording.number(1 + EPSILON)
                            + " (foresight, " + setting.words() + ")");
                }
            }
        });
        return broken;
    }

    // ---- Cost over the noise of forecasts

    private static Figure overNoise(List<Long> seeds, StudySetup setup, String conventions, Progress progress) {
        List<Double> noise =
                setup.quick() ? List.of(0.1, 1.0, 10.0, 100.0) : List.of(0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0);
        List<Panel> panels = new ArrayList<>();
        StringBuilder found = new StringBuilder();
        double worst = 0;
        for (ForecastSetting setting : ForecastSetting.ALL) {
            List<ForecastContest> contests = new ArrayList<>();
            Progress ofSetting = progress.part(panels.size(), ForecastSetting.ALL.size());
            for (double sd : noise) {
                contests.add(ForecastContest.play(
                        setting,
                        "noise, sd: " + sd,
                        AHEAD,
                        List.of(EXPERT, OWN, COMMON, LPC1, MPC),
                        seeds,
                        setup,
                        ofSetting.part(contests.size(), noise.size())));
            }
            panels.add(panel("abcd".substring(panels.size(), panels.size() + 1), setting, noise, contests));
            found.append(found(setting, noise, contests));
            for (ForecastContest contest : contests) {
                worst = Math.max(worst, contest.worstAgainst(OWN, EXPERT));
                worst = Math.max(worst, contest.worstAgainst(COMMON, EXPERT));
            }
        }
        return new Figure(
                "foresight",
                "Cost/OPT over the noise of forecasts of four rounds; N = 20, D = 2, T = 20, K = 12, ε = 0.5",
                "",
                "The worst run of foresight paid " + Wording.number(worst) + " times what its expert did, promised are "
                        + PaperSetting.plain(1 + EPSILON) + "." + found,
                conventions,
                2,
                panels);
    }

    private static Panel panel(String id, ForecastSetting setting, List<Double> noise, List<ForecastContest> contests) {
        List<Double> expert =
                means(contests, EXPERT).stream().map(Statistics::mean).toList();
        List<Double> promised =
                expert.stream().map(ratio -> (1 + EPSILON) * ratio).toList();
        List<Curve> curves = new ArrayList<>();
        for (ForecastPanel who : List.of(OWN, COMMON, LPC1, MPC)) {
            String name = who == LPC1 || who == MPC ? who.title().replace("k", "4") : who.title();
            curves.add(Curves.means(name, noise, means(contests, who)));
        }
        curves.add(Curves.dashed("expert, no forecasts", noise, expert));
        curves.add(Curves.dashed("promised, 1.5 × expert", noise, promised));
        return Curves.plot(
                id,
                setting.words(),
                Axis.log("standard deviation of forecasts one round ahead"),
                Axis.log("cost/OPT"),
                curves);
    }

    private static List<Statistics> means(List<ForecastContest> contests, ForecastPanel who) {
        return contests.stream().map(contest -> contest.ratio(who)).toList();
    }

    private static String found(ForecastSetting setting, List<Double> noise, List<ForecastContest> contests) {
        ForecastContest last = contests.get(contests.size() - 1);
        return " " + setting.words() + ": LPC(1, 4) pays more than the expert "
                + firstAbove(LPC1, 1, noise, contests) + " and more than what foresight promises "
                + firstAbove(LPC1, 1 + EPSILON, noise, contests) + ", mpc "
                + firstAbove(MPC, 1, noise, contests) + " and " + firstAbove(MPC, 1 + EPSILON, noise, contests)
                + "; at noise " + PaperSetting.plain(noise.get(noise.size() - 1)) + " foresight pays "
                + Wording.number(last.against(OWN, EXPERT).mean()) + " times the expert, LPC(1, 4) "
                + Wording.number(last.against(LPC1, EXPERT).mean()) + ", mpc "
                + Wording.number(last.against(MPC, EXPERT).mean()) + ".";
    }

    /** "from noise 3 on": the least noise measured at which a policy paid so many times what the expert did. */
    private static String firstAbove(
            ForecastPanel who, double times, List<Double> noise, List<ForecastContest> contests) {
        for (int k = 0; k < noise.size(); k++) {
            if (contests.get(k).against(who, EXPERT).low95() > times) {
                return (k == 0 ? "at every noise from " : "from noise ") + PaperSetting.plain(noise.get(k)) + " on";
            }
        }
        return "at no noise";
    }
}
