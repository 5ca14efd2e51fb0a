package io.acord.paper.figure;

import io.acord.lab.figure.Figure;
import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.PolicyTimer;
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
import java.util.List;

/**
 * Figure 5: run time.
 *
 * <p>τ is the time that one agent needs for a round, as in the paper: that of all agents one after the other, divided
 * by N. Where neighbourhoods are the whole graph, all agents have the same problem, and the lab solves it once for all;
 * an agent of a real fleet would have to solve it itself, so there τ is the time of that one solve, not its N-th part.
 */
public final class Figure5 extends Study {

    private static final int AGENTS = 50;
    private static final int ITERATIONS = 15;
    private static final double BETA = 50;
    private static final int[] COSTS = {2, 8};
    private static final int[] DEGREES = {2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 49};
    private static final int[] QUICK_DEGREES = {2, 8, 16, 24, 49};
    private static final int[] OVER_RADIUS = {2, 4, 8, 16, 24};

    /** Radii that have a curve over D. */
    private static final int[] RADII = {1, 2, 3, 4, 6};

    private static final int TURNS = 21;
    private static final int QUICK_TURNS = 9;

    private static final String ACORD = "ACORD";

    public Figure5() {
        super("fig5", "Figure 5: run time");
    }

    private static PaperSetting setting(int degree) {
        return new PaperSetting(AGENTS, degree, BETA, ITERATIONS);
    }

    /**
     * τ of ACORD over τ of LPC(r), for all r, at one degree.
     *
     * @param neighborhood |N^1|
     * @param simulated the same as the lab plays it, solving once what all agents share
     */
    private record Times(int degree, int neighborhood, List<Statistics> ratios, List<Statistics> simulated) {

        boolean has(int radius) {
            return radius <= ratios.size();
        }

        Statistics ratio(int radius) {
            return ratios.get(radius - 1);
        }
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Contest> panels = Arrays.stream(COSTS)
                .mapToObj(degree -> Contest.ofAllRadii(setting(degree), setup))
                .toList();
        int[] degrees = setup.quick() ? QUICK_DEGREES : DEGREES;
        long share = 60; // of 100, is the timing's
        Contest.playAll(panels, setup, (done, all) -> progress.done((100 - share) * done, 100 * all));
        List<Times> times = new ArrayList<>();
        for (int degree : degrees) {
            times.add(time(setting(degree), setup));
            progress.done((100 - share) * degrees.length + share * times.size(), 100L * degrees.length);
        }
        return new Findings(
                List.of(figure(panels, times, setup)),
                List.of(degree(times), radius(times), lower(times), enough(panels)));
    }

    private static Times time(PaperSetting setting, StudySetup setup) {
        int turns = setup.quick() ? QUICK_TURNS : TURNS;
        List<Statistics> ratios = new ArrayList<>();
        List<Statistics> simulated = new ArrayList<>();
        int[] sizes = setting.neighborhoodSizes();
        for (int r = 1; r < sizes.length; r++) {
            Policy lpc = PaperSetting.lpc(setup, r);
            PolicyTimer stopwatch = new PolicyTimer(setting, List.of(setting.acord(setup), lpc), setup, turns);
            stopwatch.run();
            Statistics ratio = stopwatch.ratio(ACORD, lpc.name());
            simulated.add(ratio);
            boolean shared = sizes[r] == AGENTS && setup.boundary() == LpcBoundary.FULL;
            ratios.add(shared ? ratio.map(each -> each / AGENTS) : ratio);
        }
        return new Times(setting.degree(), sizes[1], ratios, simulated);
    }

    private static Figure figure(List<Contest> panels, List<Times> times, StudySetup setup) {
        List<Figure.Curve> overDegree = new ArrayList<>();
        for (int radius : RADII) {
            List<Times> with = times.stream().filter(t -> t.has(radius)).toList();
            if (with.size() > 1) {
                overDegree.add(Curves.curve(
                        "LPC(" + radius + ")",
                        Figure.Style.LINE,
                        with.stream().map(t -> (double) t.degree()).toList(),
                        with.stream().map(t -> t.ratio(radius)).toList()));
            }
        }
        List<Figure.Curve> overRadius = new ArrayList<>();
        for (int degree : OVER_RADIUS) {
            for (Times t : times) {
                if (t.degree() == degree) {
                    List<Double> radii = new ArrayList<>();
                    for (int r = 1; t.has(r); r++) {
                        radii.add((double) r);
                    }
                    overRadius.add(Curves.curve("D = " + degree, Figure.Style.LINE, radii, t.ratios()));
                }
            }
        }
        Figure.Axis ratio = Figure.Axis.log("time of ACORD / time of LPC(r)");
        Times ring = times.get(0);
        Times dense = times.get(times.size() - 1);
        return new Figure(
                "fig5",
                "Figure 5. Run time per agent and round: N = 50, beta = 50, K = 15",
                "LPC(r) gets slower compared with ACORD as D grows, for every r, and as r grows; K = 15 is enough for ACORD to beat LPC(r) for every r.",
                "On the ring ACORD takes " + Wording.mean(ring.ratio(1)) + " times as long as LPC(1) and "
                        + Wording.mean(ring.ratio(ring.ratios().size())) + " as long as LPC("
                        + ring.ratios().size()
                        + "); in the complete graph " + Wording.mean(dense.ratio(1))
                        + " as long as LPC(1), if every agent solves for itself. LPC's factor skips what is zero and is done with vector instructions, so it gets slower less steeply than the cube of the neighbourhood. "
                        + "The lab itself solves a problem that all agents share only once: played that way ACORD takes "
                        + Wording.mean(dense.simulated().get(0))
                        + " times as long as LPC(1) in the complete graph. Ratios depend on the machine.",
                setup.words() + "; median of turns, one thread; the costs of c and d over all seeds",
                2,
                List.of(
                        CostPanels.ratios("a", "Increasing D", Figure.Axis.linear("degree D"), ratio, overDegree),
                        CostPanels.ratios("b", "Increasing r", Figure.Axis.linear("radius r"), ratio, overRadius),
                        CostPanels.costs("c", "D = 2, K = 15", panels.get(0)),
                        CostPanels.costs("d", "D = 8, K = 15", panels.get(1))));
    }

    private static Claim degree(List<Times> times) {
        Evidence evidence = Evidence.about(
                        "fig5-degree",
                        "5.3, Figure 5a",
                        "LPC(r) gets slower compared with ACORD as D grows, for every r > 0.")
                .shownBy("fig5");
        List<String> rising = new ArrayList<>();
        List<String> falling = new ArrayList<>();
        for (int radius : RADII) {
            List<Times> with = times.stream().filter(t -> t.has(radius)).toList();
            if (with.size() < 2) {
                continue;
            }
            Trend trend = new Trend(with.stream().map(t -> t.ratio(radius)).toList());
            (trend.falls() ? falling : rising).add("r = " + radius);
            evidence.mean("LPC(" + radius + "), D = " + with.get(0).degree(), trend.first());
            evidence.mean(
                    "LPC(" + radius + "), D = " + with.get(with.size() - 1).degree(), trend.last());
        }
        boolean ends = RADII.length > 0
                && times.get(times.size() - 1).ratio(1).high95()
                        < times.get(0).ratio(1).low95();
        return evidence.dependsOnMachine(
                rising.isEmpty()
                        ? "for every r the ratio falls from the smallest D to the largest, and no step goes up."
                        : (ends
                                        ? "from the ring to the complete graph the ratio falls for r = 1"
                                        : "the ratio does not even fall for r = 1")
                                + (falling.isEmpty() ? "" : "; it falls throughout for " + String.join(", ", falling))
                                + ". Not for " + String.join(", ", rising)
                                + ": once a neighbourhood is nearly the whole graph it cannot grow any more, but ACORD's own work still grows with D.");
    }

    private static Claim radius(List<Times> times) {
        Evidence evidence = Evidence.about(
                        "fig5-radius", "5.3, Figure 5b", "LPC(r) gets slower compared with ACORD as r grows.")
                .shownBy("fig5");
        List<String> not = new ArrayList<>();
        boolean ends = true;
        for (Times t : times) {
            if (t.ratios().size() < 2) {
                continue;
            }
            Trend trend = new Trend(t.ratios());
            ends &= Trend.isBelow(trend.last(), trend.first());
            if (!trend.falls()) {
                not.add("D = " + t.degree());
            }
            evidence.mean("D = " + t.degree() + ", r = 1", trend.first());
            evidence.mean("D = " + t.degree() + ", r = " + t.ratios().size(), trend.last());
        }
        return evidence.dependsOnMachine(
                not.isEmpty()
                        ? "at every D the ratio falls from r = 1 to the diameter, and no step goes up."
                        : (ends
                                        ? "at every D the ratio is smaller at the diameter than at r = 1"
                                        : "the ratio does not fall from r = 1 to the diameter at every D")
                                + ", but it does not fall at every step for " + String.join(", ", not) + ".");
    }

    private static Claim lower(List<Times> times) {
        Evidence evidence = Evidence.about(
                        "fig5-lower-runtime", "5.4, item 3", "ACORD has a markedly lower run time than LPC(r).")
                .shownBy("fig5");
        int below = 0;
        int all = 0;
        for (Times t : times) {
            evidence.mean("time of ACORD / time of LPC(1), D = " + t.degree(), t.ratio(1));
            for (Statistics ratio : t.ratios()) {
                below += ratio.high95() < 1 ? 1 : 0;
                all++;
            }
        }
        double firstBelow = times.stream()
                .filter(t -> t.ratio(1).high95() < 1)
                .mapToDouble(Times::degree)
                .min()
                .orElse(Double.NaN);
        return evidence.dependsOnMachine(
                "ACORD is faster, with the whole interval, in " + below + " of " + all + " pairs of D and r."
                        + (below < all && !Double.isNaN(firstBelow)
                                ? " Against LPC(1) it is from D = " + Wording.number(firstBelow)
                                        + " on: on sparse graphs a solve with a few unknowns is done before K = 15 iterations are."
                                : ""));
    }

    private static Claim enough(List<Contest> panels) {
        Evidence evidence = Evidence.about(
                        "fig5-k15-enough",
                        "5.3, Figures 5c and 5d",
                        "With N = 50, K = 15 is enough for ACORD to beat LPC(r) for every r > 0, at D = 2 and at D = 8.")
                .shownBy("fig5");
        int below = 0;
        int all = 0;
        StringBuilder why = new StringBuilder();
        for (Contest panel : panels) {
            int diameter = panel.setting().diameter();
            int largest = 0;
            for (int r = 1; r <= diameter; r++) {
                Statistics ratio = panel.ratio(ACORD, "LPC(" + r + ")");
                boolean beaten = ratio.high95() < 1;
                below += beaten ? 1 : 0;
                all++;
                largest = beaten ? r : largest;
                if (r == 1 || r == diameter) {
                    evidence.mean(
                            "ACORD / LPC(" + r + "), D = " + panel.setting().degree(), ratio);
                }
            }
            why.append(" At D = " + panel.setting().degree() + " ACORD is cheaper up to r = " + largest + " of "
                    + diameter + ".");
        }
        return evidence.holds(
                below == all,
                "ACORD is cheaper, with the whole interval, in " + below + " of " + all + " comparisons." + why);
    }
}
