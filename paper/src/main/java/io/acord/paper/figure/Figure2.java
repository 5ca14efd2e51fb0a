package io.acord.paper.figure;

import io.acord.lab.figure.Figure;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Trend;
import io.acord.paper.finding.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Figure 2: the weight of dissimilarity. */
public final class Figure2 extends Study {

    private static final int AGENTS = 20;

    private static final List<PaperSetting> PANELS = List.of(
            new PaperSetting(AGENTS, 2, 10, 6),
            new PaperSetting(AGENTS, 2, 50, 12),
            new PaperSetting(AGENTS, 2, 250, 15));

    private static final double[] BETAS = {1, 2, 5, 10, 25, 50, 100, 250, 500, 1000};
    private static final double[] QUICK_BETAS = {1, 10, 50, 250, 1000};

    private static final String ACORD = "ACORD";
    private static final String TWELVE = "ACORD, K = 12";
    private static final String LPC = "LPC(1)";

    public Figure2() {
        super("fig2", "Figure 2: the weight of dissimilarity");
    }

    /** The paper's K for the nearest of its three β, nearest by ratio. */
    private static int iterations(double beta) {
        PaperSetting nearest = PANELS.get(0);
        for (PaperSetting panel : PANELS) {
            if (Math.abs(Math.log(panel.beta() / beta)) < Math.abs(Math.log(nearest.beta() / beta))) {
                nearest = panel;
            }
        }
        return nearest.iterations();
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Contest> panels =
                PANELS.stream().map(panel -> Contest.ofAllRadii(panel, setup)).toList();
        List<Contest> sweep = new ArrayList<>();
        for (double beta : setup.quick() ? QUICK_BETAS : BETAS) {
            PaperSetting setting = new PaperSetting(AGENTS, 2, beta, iterations(beta));
            sweep.add(Contest.ofNearest(setting, setup, PaperSetting.acord(setup, TWELVE, 12)));
        }
        Contest.playAll(Stream.concat(panels.stream(), sweep.stream()).toList(), setup, progress);
        return new Findings(
                List.of(figure(panels, sweep, setup)), List.of(trend(panels, sweep), dissimilarity(panels)));
    }

    private static Figure figure(List<Contest> panels, List<Contest> sweep, StudySetup setup) {
        List<Figure.Panel> plots = new ArrayList<>();
        String[] ids = {"a", "b", "c"};
        for (int k = 0; k < ids.length; k++) {
            PaperSetting setting = PANELS.get(k);
            plots.add(CostPanels.costs(
                    ids[k],
                    "beta = " + PaperSetting.plain(setting.beta()) + ", K = " + setting.iterations(),
                    panels.get(k)));
        }
        List<Double> betas =
                sweep.stream().map(contest -> contest.setting().beta()).toList();
        plots.add(CostPanels.ratios(
                "d",
                "Cost of ACORD / cost of LPC(1) over beta",
                Figure.Axis.log("beta"),
                Figure.Axis.linear("cost ratio"),
                List.of(
                        Curves.curve(
                                "the paper's K of the nearest beta",
                                Figure.Style.LINE,
                                betas,
                                sweep.stream().map(c -> c.ratio(ACORD, LPC)).toList()),
                        Curves.curve(
                                "K = 12 throughout",
                                Figure.Style.DASHED,
                                betas,
                                sweep.stream().map(c -> c.ratio(TWELVE, LPC)).toList()))));
        return new Figure(
                "fig2",
                "Figure 2. The weight of dissimilarity: N = 20, D = 2, T = 20",
                "The larger beta, the larger the gap between LPC(1) and ACORD: ACORD handles dissimilarity much more efficiently.",
                "ACORD pays " + Wording.mean(panels.get(0).ratio(ACORD, LPC)) + ", "
                        + Wording.mean(panels.get(1).ratio(ACORD, LPC))
                        + " and " + Wording.mean(panels.get(2).ratio(ACORD, LPC))
                        + " of what LPC(1) pays at beta = 10, 50 and 250. LPC(10), which sees the whole ring, pays "
                        + Wording.more(panels.get(0).ratio("LPC(10)", ACORD).mean()) + ", "
                        + Wording.more(panels.get(1).ratio("LPC(10)", ACORD).mean()) + " and "
                        + Wording.more(panels.get(2).ratio("LPC(10)", ACORD).mean()) + " than ACORD.",
                setup.words() + "; K in d: 6 below beta 22, 15 above 112, else 12",
                2,
                plots);
    }

    private static Claim trend(List<Contest> panels, List<Contest> sweep) {
        Evidence evidence = Evidence.about(
                        "fig2-trend",
                        "5.2, trend with beta, Figure 2",
                        "As beta grows, the gap between LPC(1) and ACORD grows.")
                .shownBy("fig2");
        for (Contest panel : panels) {
            evidence.mean(
                    "ACORD / LPC(1), beta = "
                            + PaperSetting.plain(panel.setting().beta()),
                    panel.ratio(ACORD, LPC));
        }
        Trend three = new Trend(panels.stream().map(c -> c.ratio(ACORD, LPC)).toList());
        Trend all = new Trend(sweep.stream().map(c -> c.ratio(ACORD, LPC)).toList());
        Trend twelve = new Trend(sweep.stream().map(c -> c.ratio(TWELVE, LPC)).toList());
        evidence.mean("ACORD / LPC(1), smallest beta of the sweep", all.first());
        evidence.mean("ACORD / LPC(1), largest beta of the sweep", all.last());
        return evidence.holds(
                three.falls() && all.falls(),
                (three.falls() && all.falls()
                                ? "The ratio falls from the first beta to the last and no step goes up, over the paper's three beta and over the sweep"
                                : "The ratio does not fall throughout")
                        + (twelve.falls()
                                ? ", and so it does with K = 12 throughout."
                                : "; with K = 12 throughout it does not fall throughout.")
                        + (all.first().low95() > 1
                                ? " At the smallest beta of the sweep, "
                                        + PaperSetting.plain(
                                                sweep.get(0).setting().beta())
                                        + ", LPC(1) is the cheaper one."
                                : ""));
    }

    private static Claim dissimilarity(List<Contest> panels) {
        Evidence evidence = Evidence.about(
                        "fig2-dissimilarity",
                        "5.2, trend with beta",
                        "ACORD handles dissimilarity costs much more efficiently than LPC.")
                .shownBy("fig2");
        boolean holds = true;
        List<Statistics> shares = new ArrayList<>();
        for (Contest panel : panels) {
            Statistics ratio = panel.ofParts(ACORD, LPC, (a, b) -> a.dissimilarity() / b.dissimilarity());
            shares.add(ratio);
            evidence.mean(
                    "dissimilarity cost of ACORD / of LPC(1), beta = "
                            + PaperSetting.plain(panel.setting().beta()),
                    ratio);
            holds &= ratio.high95() < 1;
        }
        return evidence.holds(
                holds,
                "Compared is the dissimilarity part of the two costs alone, against LPC(1); it must be below 1 at all three beta, with the whole interval. It is "
                        + String.join(", ", shares.stream().map(Wording::mean).toList()) + ".");
    }
}
