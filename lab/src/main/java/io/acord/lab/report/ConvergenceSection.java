package io.acord.lab.report;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.run.Convergence;
import io.acord.lab.run.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How fast the variants of ACORD approach the minimum of the first round. */
record ConvergenceSection(RunResult run, Markup out) {

    void write() {
        page().section(
                        "convergence",
                        "How fast ACORD gets there",
                        "How far the actions of iteration k are from the minimum of the first round’s F, what is proved about"
                                + " it, and what the certificate says without knowing the minimum.");
        List<LineChart.Line> lines = new ArrayList<>();
        boolean visible = false;
        boolean zero = false;
        boolean thinned = false;
        for (int n = 0; n < run.convergence().size(); n++) {
            Convergence c = run.convergence().get(n);
            LineStyle look = new LineStyle("v" + n % 10, "--k" + n % 10, "", n % 7);
            lines.add(line(c.variant(), look, "gap", c.gaps(), true));
            visible |= c.gaps().stream().anyMatch(gap -> gap > 0 && Double.isFinite(gap));
            zero |= c.gaps().stream().anyMatch(gap -> gap <= 0);
            thinned |= c.gaps().size() > PageParts.MOST_POINTS;
            if (!c.proven().isEmpty()) {
                lines.add(line(
                        c.variant() + ", proven",
                        new LineStyle(look.key(), "", "7 4", 0),
                        "proven",
                        c.proven(),
                        false));
            }
            if (!c.certified().isEmpty()) {
                lines.add(line(
                        c.variant() + ", certificate",
                        new LineStyle(look.key(), "", "1.5 3.5", 0),
                        "certified",
                        c.certified(),
                        false));
            }
        }
        if (!visible) {
            page().nothing(
                            run.convergence().isEmpty()
                                    ? "No variant of ACORD played, or its convergence was not recorded."
                                    : "The first iteration already hit the minimum exactly; there is no gap to draw.");
            out.closeLine();
            return;
        }
        out.raw("<div class=\"controls\"><ul class=\"key\">"
                + "<li><svg viewBox=\"0 0 30 12\" width=\"30\" height=\"12\" aria-hidden=\"true\">"
                + "<path class=\"sample\" d=\"M0,6H30\"/></svg>measured gap</li>"
                + "<li><svg viewBox=\"0 0 30 12\" width=\"30\" height=\"12\" aria-hidden=\"true\">"
                + "<path class=\"sample\" stroke-dasharray=\"7 4\" d=\"M0,6H30\"/></svg>proven bound</li>"
                + "<li><svg viewBox=\"0 0 30 12\" width=\"30\" height=\"12\" aria-hidden=\"true\">"
                + "<path class=\"sample\" stroke-dasharray=\"1.5 3.5\" d=\"M0,6H30\"/></svg>certificate</li>"
                + "</ul></div>\n");
        LineChart chart = new LineChart(
                "convergence-data",
                "Gap to the minimum of the first round over the iterations, log scale",
                "For each variant of ACORD: the measured gap, the proven bound on it, and the certificate.",
                "iteration k",
                "F(xᵏ) − min F (log scale)",
                lines,
                true,
                Double.NaN);
        Canvas.both(out, "convergence-chart", chart);
        page().data("convergence-data", chart.data());
        List<String> notes = new ArrayList<>();
        if (zero) {
            notes.add("Where a curve is interrupted, the gap is below what floating point can tell from 0.");
        }
        if (thinned) {
            notes.add("Curves are drawn at " + PageParts.MOST_POINTS + " evenly picked iterations.");
        }
        if (!notes.isEmpty()) {
            out.leaf("p.note", String.join(" ", notes));
        }
        out.closeLine();
    }

    private static LineChart.Line line(
            String name, LineStyle look, String style, List<Double> values, boolean labeled) {
        int[] picked = EvenSample.pick(values.size(), PageParts.MOST_POINTS);
        double[] x = new double[picked.length];
        double[] y = new double[picked.length];
        double[] none = new double[picked.length];
        Arrays.fill(none, Double.NaN);
        for (int n = 0; n < picked.length; n++) {
            x[n] = picked[n] + 1;
            y[n] = values.get(picked[n]);
        }
        return new LineChart.Line(name, look, style, x, y, none, none, labeled);
    }

    private PageParts page() {
        return new PageParts(out);
    }
}
