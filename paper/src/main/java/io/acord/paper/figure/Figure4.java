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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figure 4: how many agents there are. */
public final class Figure4 extends Study {

    private static final int ITERATIONS = 6;
    private static final double BETA = 50;
    private static final int[] PANELS = {20, 60, 200};
    private static final int[] QUICK_PANELS = {20, 60};
    private static final int[] SIZES = {20, 40, 60, 100, 140, 200};
    private static final int[] QUICK_SIZES = {20, 40, 60};

    private static final String ACORD = "ACORD";
    private static final String LPC = "LPC(1)";

    /** What counts as "close". */
    private static final double CLOSE = 0.05;

    /** What counts as "irrespective of network size": the ratios of all sizes lie within this. */
    private static final double UNIFORM = 0.1;

    /** How the degree follows from N. */
    private enum Density {
        RING("D = 2"),
        QUARTER("D = N/4"),
        HALF("D = N/2"),
        THREE_QUARTERS("D = 3N/4"),
        COMPLETE("D = N − 1");

        private final String words;

        Density(String words) {
            this.words = words;
        }

        int degree(int agents) {
            return switch (this) {
                case RING -> 2;
                case QUARTER -> agents / 4;
                case HALF -> agents / 2;
                case THREE_QUARTERS -> 3 * agents / 4;
                case COMPLETE -> agents - 1;
            };
        }
    }

    public Figure4() {
        super("fig4", "Figure 4: how many agents there are");
    }

    private static PaperSetting setting(int agents, Density density) {
        return new PaperSetting(agents, density.degree(agents), BETA, ITERATIONS);
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Contest> panels = Arrays.stream(setup.quick() ? QUICK_PANELS : PANELS)
                .mapToObj(agents -> Contest.ofAllRadii(setting(agents, Density.QUARTER), setup))
                .toList();
        Map<Density, List<Contest>> sweep = new LinkedHashMap<>();
        for (Density density : Density.values()) {
            List<Contest> contests = new ArrayList<>();
            for (int agents : setup.quick() ? QUICK_SIZES : SIZES) {
                PaperSetting setting = setting(agents, density);
                contests.add(panels.stream()
                        .filter(panel -> panel.setting().equals(setting))
                        .findFirst()
                        .orElseGet(() -> Contest.ofNearest(setting, setup)));
            }
            sweep.put(density, contests);
        }
        List<Contest> all = new ArrayList<>(panels);
        sweep.values().forEach(all::addAll);
        Contest.playAll(all, setup, progress);
        return new Findings(List.of(figure(panels, sweep, setup)), List.of(ring(sweep), dense(sweep), between(sweep)));
    }

    private static Figure figure(List<Contest> panels, Map<Density, List<Contest>> sweep, StudySetup setup) {
        List<Figure.Panel> plots = new ArrayList<>();
        String[] ids = {"a", "b", "c"};
        for (int k = 0; k < panels.size(); k++) {
            PaperSetting setting = panels.get(k).setting();
            plots.add(CostPanels.costs(
                    ids[k],
                    "N = " + setting.agents() + ", D = " + setting.degree() + ", K = " + ITERATIONS,
                    panels.get(k)));
        }
        List<Figure.Curve> curves = new ArrayList<>();
        sweep.forEach((density, contests) -> curves.add(Curves.curve(
                density.words,
                Figure.Style.LINE,
                contests.stream().map(c -> (double) c.setting().agents()).toList(),
                ratios(contests))));
        plots.add(CostPanels.ratios(
                "d",
                "Cost of LPC(1) / cost of ACORD over N",
                Figure.Axis.linear("agents N"),
                Figure.Axis.linear("cost ratio"),
                curves));
        return new Figure(
                "fig4",
                "Figure 4. How many agents there are: beta = 50, T = 20, D = N/4 in "
                        + (setup.quick() ? "a and b" : "a to c"),
                "On the ring ACORD is uniformly better whatever N; in the complete graph LPC is close to ACORD for small and large N; "
                        + "in between ACORD is superior for small N, and the gap shrinks as N grows.",
                "LPC(1) / ACORD from the smallest N to the largest: ring "
                        + ends(sweep, Density.RING) + ", D = N/4 " + ends(sweep, Density.QUARTER) + ", D = N/2 "
                        + ends(sweep, Density.HALF) + ", D = 3N/4 " + ends(sweep, Density.THREE_QUARTERS)
                        + ", complete " + ends(sweep, Density.COMPLETE) + ".",
                setup.words() + "; circulant graphs",
                2,
                plots);
    }

    private static List<Statistics> ratios(List<Contest> contests) {
        return contests.stream().map(c -> c.ratio(LPC, ACORD)).toList();
    }

    private static String ends(Map<Density, List<Contest>> sweep, Density density) {
        List<Statistics> ratios = ratios(sweep.getOrDefault(density, List.of()));
        return Wording.mean(ratios.get(0)) + " to " + Wording.mean(ratios.get(ratios.size() - 1));
    }

    private static Evidence measured(Evidence evidence, Map<Density, List<Contest>> sweep, Density... densities) {
        for (Density density : densities) {
            for (Contest contest : sweep.getOrDefault(density, List.of())) {
                String name = "LPC(1) / ACORD, " + density.words + ", N = "
                        + contest.setting().agents();
                evidence.mean(name, contest.ratio(LPC, ACORD));
            }
        }
        return evidence;
    }

    private static Claim ring(Map<Density, List<Contest>> sweep) {
        List<Statistics> ratios = ratios(sweep.getOrDefault(Density.RING, List.of()));
        boolean better = ratios.stream().allMatch(ratio -> ratio.low95() > 1);
        double least = ratios.stream().mapToDouble(Statistics::mean).min().orElseThrow();
        double most = ratios.stream().mapToDouble(Statistics::mean).max().orElseThrow();
        boolean flat = most - least <= UNIFORM * least;
        return measured(
                        Evidence.about(
                                        "fig4-ring-uniform",
                                        "5.2, trend with N, Figure 4d",
                                        "On the ring ACORD is uniformly better than LPC(1), whatever the number of agents.")
                                .shownBy("fig4"),
                        sweep,
                        Density.RING)
                .holds(
                        better && flat,
                        better,
                        (better
                                        ? "ACORD is cheaper at every N, with the whole interval"
                                        : "ACORD is not cheaper at every N")
                                + (flat
                                        ? ", and the mean ratios of all N lie within "
                                        : ", but the mean ratios of all N do not lie within ")
                                + Wording.number(100 * UNIFORM) + " % of each other: from " + Wording.number(least)
                                + " to "
                                + Wording.number(most) + ".");
    }

    private static boolean isClose(Statistics ratio) {
        return Math.abs(ratio.mean() - 1) < CLOSE;
    }

    private static Claim dense(Map<Density, List<Contest>> sweep) {
        List<Contest> contests = sweep.getOrDefault(Density.COMPLETE, List.of());
        List<Statistics> ratios = ratios(contests);
        boolean close = ratios.stream().allMatch(Figure4::isClose);
        boolean closeAtLast = isClose(ratios.get(ratios.size() - 1));
        boolean cheaper = ratios.stream().allMatch(ratio -> ratio.high95() < 1);
        double farthest = ratios.stream()
                .mapToDouble(ratio -> Math.abs(ratio.mean() - 1))
                .max()
                .orElseThrow();
        return measured(
                        Evidence.about(
                                        "fig4-dense-close",
                                        "5.2, trend with N, Figure 4d",
                                        "In the complete graph LPC is close to ACORD for small and for large networks.")
                                .shownBy("fig4"),
                        sweep,
                        Density.COMPLETE)
                .holds(
                        close,
                        closeAtLast,
                        "Close is taken as a mean within 5 %. "
                                + (close
                                        ? "All N are; the farthest is " + Wording.number(100 * farthest) + " % away."
                                        : closeAtLast
                                                ? "Large N are; the farthest mean is " + Wording.number(100 * farthest)
                                                        + " % away, at a small N."
                                                : "Even the largest N is not.")
                                + (cheaper
                                        ? " At every N it is LPC(1), which sees everybody here, that is the cheaper one: K = "
                                                + ITERATIONS + " iterations have not come to an end."
                                        : ""));
    }

    private static Claim between(Map<Density, List<Contest>> sweep) {
        List<Density> between = List.of(Density.QUARTER, Density.HALF, Density.THREE_QUARTERS);
        boolean superior = true;
        boolean falls = true;
        for (Density density : between) {
            Trend trend = new Trend(ratios(sweep.getOrDefault(density, List.of())));
            superior &= trend.first().low95() > 1;
            falls &= trend.falls();
        }
        return measured(
                        Evidence.about(
                                        "fig4-gap-falls",
                                        "5.2, trend with N, Figure 4d",
                                        "At D = N/4, N/2 and 3N/4 ACORD is superior for small networks, and the gap to LPC(1) shrinks as the network grows.")
                                .shownBy("fig4"),
                        sweep,
                        between.toArray(Density[]::new))
                .holds(
                        superior && falls,
                        superior && falls
                                ? "At each of the three, ACORD is cheaper at the smallest N and the ratio falls to the largest, with no step up."
                                : "At one of the three, ACORD is not cheaper at the smallest N or the ratio does not fall throughout.");
    }
}
