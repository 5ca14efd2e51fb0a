package io.acord.lab.report;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.run.RunResult;
import io.acord.model.Cost;
import java.util.Arrays;
import java.util.List;

/** The drawings of what was paid: over the rounds, in its parts, against the optimum and against what was sent. */
record CostSections(RunResult run, List<PolicyEntry> entries, Markup out) {

    void cumulative() {
        page().section(
                        "cumulative",
                        "What the rounds add up to",
                        "Cumulative cost, mean over the repeats"
                                + (run.repeats() > 1 ? "; the bands are 95 % intervals of the mean" : "")
                                + ".");
        int[] rounds = EvenSample.pick(run.horizon(), PageParts.MOST_POINTS);
        List<LineChart.Line> lines = entries.stream()
                .map(entry -> cumulative(entry, rounds))
                .filter(line -> line.points() > 0)
                .toList();
        double normal =
                lines.stream().mapToDouble(LineChart.Line::largest).max().orElse(0);
        if (lines.isEmpty()) {
            page().nothing("No round was played.");
            out.closeLine();
            return;
        }
        out.open("div.controls");
        page().radios("Axis", "cum-unit", "cum-raw", "cost", "cum-norm", "normalised to [0, 1]");
        page().radios("Scale", "cum-scale", "cum-linear", "linear", "cum-log", "log");
        out.closeLine();
        LineChart linear = chart(lines, false, normal > 0 ? normal : 1);
        out.open("div.view.linear");
        Canvas.both(out, "cumulative-linear", linear);
        out.closeLine();
        out.open("div.view.log");
        if (normal > 0) {
            Canvas.both(out, "cumulative-log", chart(lines, true, normal));
        } else {
            page().nothing("Nothing was paid, so there is nothing to show on a log scale.");
        }
        out.closeLine();
        page().data("cumulative-data", linear.data());
        if (rounds.length < run.horizon()) {
            out.leaf(
                    "p.note",
                    "Drawn at " + rounds.length + " of the " + Numbers.count(run.horizon())
                            + " rounds, evenly picked; costs.csv has all of them.");
        }
        out.closeLine();
    }

    private static LineChart chart(List<LineChart.Line> lines, boolean log, double normal) {
        return new LineChart(
                "cumulative-data",
                "Cumulative cost per policy" + (log ? ", log scale" : ""),
                "One curve per policy over the rounds. The table above has what they end at.",
                "round",
                "cumulative cost",
                lines,
                log,
                normal);
    }

    private static LineChart.Line cumulative(PolicyEntry entry, int[] rounds) {
        List<List<Cost>> costs = entry.result().costs();
        int played = costs.stream().mapToInt(List::size).min().orElse(0);
        int points = (int) Arrays.stream(rounds).filter(round -> round < played).count();
        double[][] sums = new double[points][costs.size()];
        for (int repeat = 0; repeat < costs.size(); repeat++) {
            double sum = 0;
            int point = 0;
            int round = 0;
            for (Cost cost : costs.get(repeat)) {
                sum += cost.total();
                if (point < points && rounds[point] == round) {
                    sums[point++][repeat] = sum;
                }
                round++;
            }
        }
        double[] x = new double[points];
        double[] y = new double[points];
        double[] low = new double[points];
        double[] high = new double[points];
        for (int point = 0; point < points; point++) {
            MeanInterval spread = MeanInterval.of(sums[point]);
            x[point] = rounds[point] + 1;
            y[point] = spread.mean();
            low[point] = spread.low();
            high[point] = spread.high();
        }
        return new LineChart.Line(entry.name(), entry.look(), "", x, y, low, high, true);
    }

    void parts() {
        page().section(
                        "parts",
                        "What the cost is made of",
                        "Hitting is what agents pay for where they are, switching for moving, dissimilarity for differing from"
                                + " their neighbours.");
        out.open("div.controls");
        page().radios("Bars", "parts-unit", "parts-cost", "cost", "parts-share", "share");
        out.open("ul.key");
        for (int part = 0; part < PartsChart.PARTS.size(); part++) {
            out.open("li").open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true");
            out.empty("rect", "class", "part part" + part, "width", "18", "height", "12")
                    .close();
            out.text(PartsChart.PARTS.get(part)).close();
        }
        out.close().closeLine();
        out.raw("<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
                + "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\""
                + " patternTransform=\"rotate(45)\"><rect class=\"hatch-ground\" width=\"5\" height=\"5\"/>"
                + "<rect class=\"hatch-line\" width=\"2\" height=\"5\"/></pattern></defs></svg>\n");
        out.open("div.view.cost");
        Canvas.both(out, "parts-cost-chart", new PartsChart(entries, false));
        out.closeLine();
        out.open("div.view.share");
        Canvas.both(out, "parts-share-chart", new PartsChart(entries, true));
        out.closeLine().closeLine();
    }

    /** The least that can be promised, where that is known. */
    private double bestRatio() {
        return run.promise().isLeast() ? run.promise().ratio() : Double.POSITIVE_INFINITY;
    }

    void ratios() {
        page().section(
                        "ratios",
                        "Against the hindsight optimum",
                        "Each mark is a repeat, the tall tick the mean. 1 is what a planner pays who knew all costs beforehand."
                                + (Double.isFinite(bestRatio())
                                        ? " The line is the least ratio that an online policy can promise over as many rounds of such costs."
                                        : ""));
        boolean any =
                entries.stream().anyMatch(entry -> !entry.result().ratios().isEmpty());
        if (any) {
            out.open("div.controls");
            page().radios("Axis", "ratio-unit", "ratio-times", "ratio", "ratio-excess", "excess, log");
            out.closeLine();
            out.open("div.view.times");
            Canvas.both(out, "ratio-chart", new RatioChart(entries, bestRatio(), false));
            out.closeLine();
            out.open("div.view.excess");
            Canvas.both(out, "excess-chart", new RatioChart(entries, bestRatio(), true));
            out.closeLine();
        } else {
            page().nothing("The hindsight optimum was not solved"
                    + run.optima().stream()
                            .filter(HindsightOptimum.Bounded.class::isInstance)
                            .map(optimum -> ": " + ((HindsightOptimum.Bounded) optimum).why())
                            .findFirst()
                            .orElse("")
                    + ". The table says what a lower bound on it certifies.");
        }
        if (any && run.repeats() > RatioChart.MOST_DOTS) {
            out.leaf(
                    "p.note",
                    RatioChart.MOST_DOTS + " of the " + Numbers.count(run.repeats())
                            + " repeats are drawn, evenly picked by rank; means are over all.");
        }
        List<String> why = run.optima().stream()
                .filter(optimum -> optimum instanceof HindsightOptimum.Bracketed)
                .map(optimum -> ((HindsightOptimum.Bracketed) optimum).whyStopped())
                .distinct()
                .limit(5)
                .toList();
        if (!why.isEmpty()) {
            out.leaf(
                    "p.note",
                    "Bars instead of marks: the optimum is only known to lie between two bounds, because the solver"
                            + " stopped early (" + String.join("; ", why) + ").");
        }
        out.closeLine();
    }

    void traffic() {
        page().section(
                        "talk",
                        "What talking buys",
                        "Mean cost against what the whole fleet sends in a round. Lower is cheaper, further left is quieter.");
        Canvas.both(out, "talk-chart", new TalkChart(entries));
        out.closeLine();
    }

    private PageParts page() {
        return new PageParts(out);
    }
}
