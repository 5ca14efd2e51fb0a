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
import java.util.List;
import java.util.stream.Stream;

/** Figure 3: how dense the graph is. */
public final class Figure3 extends Study {

    private static final int AGENTS = 40;
    private static final int ITERATIONS = 12;
    private static final double BETA = 50;
    private static final int[] PANELS = {2, 10, 39};

    private static final String ACORD = "ACORD";
    private static final String LPC = "LPC(1)";

    /** What counts as "a much better job" where the paper gives no number. */
    private static final double MUCH = 1.5;

    public Figure3() {
        super("fig3", "Figure 3: how dense the graph is");
    }

    private static PaperSetting setting(int degree) {
        return new PaperSetting(AGENTS, degree, BETA, ITERATIONS);
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Contest> panels = Arrays.stream(PANELS)
                .mapToObj(degree -> Contest.ofAllRadii(setting(degree), setup))
                .toList();
        List<Contest> sweep = new ArrayList<>();
        for (int degree = 2; degree < AGENTS; degree++) {
            boolean coarse = degree % 6 == 2 || degree % 6 == 3;
            boolean kept = !setup.quick() || coarse || degree == AGENTS - 1;
            if (kept && PaperSetting.isFeasible(AGENTS, degree)) {
                sweep.add(Contest.ofNearest(setting(degree), setup));
            }
        }
        Contest.playAll(Stream.concat(panels.stream(), sweep.stream()).toList(), setup, progress);
        return new Findings(List.of(figure(panels, sweep, setup)), List.of(trend(sweep), sparse(panels.get(0))));
    }

    /** The contests with even or odd degrees, and the complete graph, which ends both. */
    private static List<Contest> family(List<Contest> sweep, int parity) {
        return sweep.stream()
                .filter(c -> c.setting().degree() % 2 == parity || c.setting().degree() == AGENTS - 1)
                .toList();
    }

    private static List<Statistics> ratios(List<Contest> contests) {
        return contests.stream().map(c -> c.ratio(LPC, ACORD)).toList();
    }

    private static List<Double> degrees(List<Contest> contests) {
        return contests.stream().map(c -> (double) c.setting().degree()).toList();
    }

    private static Figure figure(List<Contest> panels, List<Contest> sweep, StudySetup setup) {
        List<Figure.Panel> plots = new ArrayList<>();
        String[] ids = {"a", "b", "c"};
        for (int k = 0; k < ids.length; k++) {
            plots.add(CostPanels.costs(ids[k], "D = " + PANELS[k] + ", K = " + ITERATIONS, panels.get(k)));
        }
        List<Contest> even = family(sweep, 0);
        List<Contest> odd = family(sweep, 1);
        plots.add(CostPanels.ratios(
                "d",
                "Cost of LPC(1) / cost of ACORD over D",
                Figure.Axis.linear("degree D"),
                Figure.Axis.linear("cost ratio"),
                List.of(
                        Curves.curve(
                                "even D: the nearest around the circle",
                                Figure.Style.LINE,
                                degrees(even),
                                ratios(even)),
                        Curves.curve(
                                "odd D: the opposite agent too", Figure.Style.DASHED, degrees(odd), ratios(odd)))));
        return new Figure(
                "fig3",
                "Figure 3. How dense the graph is: N = 40, beta = 50, T = 20",
                "The denser the graph, the smaller the gap between LPC(1) and ACORD; in sparse graphs ACORD does a much better job.",
                "LPC(1) pays " + Wording.mean(panels.get(0).ratio(LPC, ACORD)) + ", "
                        + Wording.mean(panels.get(1).ratio(LPC, ACORD))
                        + " and " + Wording.mean(panels.get(2).ratio(LPC, ACORD))
                        + " times what ACORD pays at D = 2, 10 and 39. In the complete graph, where LPC(1) sees everybody, it is the cheaper one. "
                        + "Odd degrees lie above even ones: the edge to the opposite agent leads out of the neighbourhood.",
                setup.words() + "; circulant graphs",
                2,
                plots);
    }

    private static Claim trend(List<Contest> sweep) {
        Trend even = new Trend(ratios(family(sweep, 0)));
        Trend odd = new Trend(ratios(family(sweep, 1)));
        Evidence evidence = Evidence.about(
                        "fig3-trend",
                        "5.2, trend with graph density, Figure 3",
                        "As the degree grows, the gap between LPC(1) and ACORD shrinks.")
                .shownBy("fig3");
        for (Contest contest : sweep) {
            int degree = contest.setting().degree();
            if (degree == 2 || degree == 3 || degree == 10 || degree == 20 || degree == 30 || degree == AGENTS - 1) {
                evidence.mean("LPC(1) / ACORD, D = " + degree, contest.ratio(LPC, ACORD));
            }
        }
        boolean holds = even.falls() && odd.falls();
        return evidence.holds(
                holds,
                (holds
                                ? "Over even degrees and over odd degrees the ratio falls from the first to the last and no step goes up."
                                : "Over even or over odd degrees the ratio does not fall throughout.")
                        + " The two are told apart because an odd degree adds the edge to the opposite agent, which no even one has.");
    }

    private static Claim sparse(Contest ring) {
        Statistics ratio = ring.ratio(LPC, ACORD);
        return Evidence.about(
                        "fig3-sparse",
                        "5.2, trend with graph density",
                        "In sparse graphs, where deciding locally is hardest, ACORD does much better than LPC.")
                .shownBy("fig3")
                .mean("LPC(1) / ACORD, D = 2", ratio)
                .holds(
                        ratio.low95() > MUCH,
                        "Much better is taken as LPC(1) paying more than 1.5 times as much on the ring, with the whole interval. ACORD was cheaper in "
                                + ring.wins(ACORD, LPC) + " of " + ring.seeds() + " seeds.");
    }
}
