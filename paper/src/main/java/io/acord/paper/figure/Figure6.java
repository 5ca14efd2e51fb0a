package io.acord.paper.figure;

import io.acord.lab.figure.Figure;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import java.util.ArrayList;
import java.util.List;

/** Figure 6: the graphs, and what the paper says of them. */
public final class Figure6 extends Study {

    private static final int AGENTS = 40;
    private static final int[] DEGREES = {2, 10, 20, 30, 39};

    public Figure6() {
        super("fig6", "Figure 6: the graphs");
    }

    private static PaperSetting setting(int agents, int degree) {
        return new PaperSetting(agents, degree, 50, 12);
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        progress.done(1, 2);
        List<Figure.Panel> panels = new ArrayList<>();
        for (int degree : DEGREES) {
            PaperSetting setting = setting(AGENTS, degree);
            panels.add(new Figure.Drawing(
                    String.valueOf((char) ('a' + panels.size())),
                    "D = " + degree + ", diameter " + setting.diameter(),
                    setting.graph()));
        }
        Findings findings = new Findings(
                List.of(new Figure(
                        "fig6",
                        "Figure 6. The graphs for N = 40",
                        "Regular graphs from the ring to the complete graph; the paper does not say which ones.",
                        "Circulant graphs: everybody with the D/2 nearest on either side, and with the opposite agent if D is odd.",
                        "circulant graphs",
                        3,
                        panels)),
                List.of(diameter(), ring()));
        progress.done(2, 2);
        return findings;
    }

    private static Claim diameter() {
        boolean even = true;
        boolean all = true;
        List<String> up = new ArrayList<>();
        int before = Integer.MAX_VALUE;
        int evenBefore = Integer.MAX_VALUE;
        Evidence evidence = Evidence.about(
                        "remark-diameter",
                        "5.2, remark on D and r",
                        "With N fixed, the diameter of a D-regular graph falls as D grows, from N/2 rounded down at D = 2 to 1 at D = N − 1.")
                .shownBy("fig6");
        for (int degree = 2; degree < AGENTS; degree++) {
            int diameter = setting(AGENTS, degree).diameter();
            if (diameter > before) {
                all = false;
                up.add("from " + before + " at D = " + (degree - 1) + " to " + diameter + " at D = " + degree);
            }
            before = diameter;
            if (degree % 2 == 0) {
                even &= diameter <= evenBefore;
                evenBefore = diameter;
            }
            if (degree <= 6 || degree == 10 || degree == 20 || degree == 38 || degree == 39) {
                evidence.number("diameter, D = " + degree, diameter);
            }
        }
        boolean ends = setting(AGENTS, 2).diameter() == AGENTS / 2
                && setting(AGENTS, AGENTS - 1).diameter() == 1;
        return evidence.holds(
                ends && all,
                ends && even,
                (ends ? "Both ends are as stated (N = 40)." : "The ends are not as stated.")
                        + (all
                                ? ""
                                : " In between the degree alone does not decide: the diameter goes up "
                                        + (up.size() > 3
                                                ? String.join(", ", up.subList(0, 3)) + " and in " + (up.size() - 3)
                                                        + " more places"
                                                : String.join(", ", up))
                                        + ", because an odd degree brings an edge across the circle."
                                        + (even ? " Over even degrees it never goes up." : "")));
    }

    private static Claim ring() {
        Evidence evidence = Evidence.about(
                        "ring-neighborhood",
                        "4, remark on the ring graph",
                        "On a ring an r-hop neighbourhood has 2r + 1 agents.")
                .shownBy("fig6");
        boolean withinRing = true;
        boolean all = true;
        for (int agents : new int[] {20, 40, 50}) {
            int[] sizes = setting(agents, 2).neighborhoodSizes();
            for (int r = 1; r < sizes.length; r++) {
                boolean fits = sizes[r] == 2 * r + 1;
                all &= fits;
                withinRing &= fits || 2 * r + 1 > agents;
            }
            evidence.number("|N^1|, N = " + agents, sizes[1]);
            evidence.number("|N^" + (sizes.length - 1) + "|, N = " + agents, sizes[sizes.length - 1]);
        }
        return evidence.holds(
                all,
                withinRing,
                all
                        ? "It has, for every r up to the diameter."
                        : "It has as long as 2r + 1 ≤ N; at the diameter of a ring with an even N the two ends of the neighbourhood are one agent, and there are N.");
    }
}
