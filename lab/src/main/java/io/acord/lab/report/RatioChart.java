package io.acord.lab.report;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.draw.Scale;
import io.acord.lab.optimum.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many times the hindsight optimum each policy paid: a dot per repeat, or a bar where the optimum is only
 * bracketed.
 *
 * @param bestPossible the least ratio that can be promised, drawn as a line if it is finite
 * @param excess whether to draw ratio − 1 in per cent on a log scale, which tells apart those who are close to 1
 */
record RatioChart(List<PolicyEntry> entries, double bestPossible, boolean excess) implements Canvas.Picture {

    /** More repeats than this are thinned out. */
    static final int MOST_DOTS = 120;

    private static final double ROW = 34;

    @Override
    public void draw(Markup out, Canvas.Size size, String id) {
        double top = 30;
        double bottom = top + ROW * entries.size();
        double left = size.isWide() ? 166 : 104;
        double right = size.width - (size.isWide() ? 90 : 62);
        Scale x = scale(left, right);
        Canvas canvas = new Canvas(
                out,
                id,
                size.width,
                bottom + 46,
                excess
                        ? "Excess over the hindsight optimum per policy and repeat, log scale"
                        : "Ratio to the hindsight optimum per policy and repeat",
                "One row per policy, cheapest first; one dot per repeat; a tall tick marks the mean. "
                        + "The table above has mean and largest ratio.",
                "class",
                "marks",
                "tabindex",
                "0");
        for (double tick : x.ticks(size.isWide() ? 8 : 4)) {
            if (excess && x.at(tick) < left + 30) {
                continue;
            }
            canvas.line(x.at(tick), top, x.at(tick), bottom, tick == 1 && !excess ? "base" : "grid");
            canvas.text(x.at(tick), bottom + 18, "middle", "tick", Numbers.brief(tick) + (excess ? " %" : ""));
        }
        if (excess) { // zero has no place on a log scale
            canvas.line(left, top, left, bottom, "base");
            canvas.text(left, bottom + 18, "middle", "tick", "0");
        }
        canvas.text(
                (left + right) / 2,
                bottom + 38,
                "middle",
                "axis-title",
                (excess ? "cost beyond the hindsight optimum" : "cost / hindsight optimum")
                        + (x.log() ? " (log scale)" : ""));
        double promise = value(bestPossible);
        if (Double.isFinite(promise) && promise >= x.low() && promise <= x.high()) {
            double at = x.at(promise);
            canvas.line(at, top - 8, at, bottom, "promise");
            canvas.text(at, top - 14, anchor(at, left, right), "note", "least promise " + Numbers.brief(bestPossible));
        }
        canvas.text(size.width, top - 14, "end", "note", "mean");
        for (int row = 0; row < entries.size(); row++) {
            row(canvas, entries.get(row), top + (row + 0.5) * ROW, x, size);
        }
        canvas.done();
    }

    private static String anchor(double at, double left, double right) {
        return at < left + 40 ? "start" : at > right - 40 ? "end" : "middle";
    }

    private double value(double ratio) {
        return excess ? 100 * (ratio - 1) : ratio;
    }

    private Scale scale(double left, double right) {
        if (excess) {
            return excessScale(left, right);
        }
        double least = 1;
        double most = 1;
        for (PolicyEntry entry : entries) {
            for (Interval ratio : entry.result().ratios()) {
                if (ratio.low() > 0 && Double.isFinite(ratio.low())) {
                    least = Math.min(least, ratio.low());
                    most = Math.max(most, ratio.low());
                }
                most = Double.isFinite(ratio.high()) ? Math.max(most, ratio.high()) : most;
            }
        }
        if (Double.isFinite(bestPossible) && bestPossible < 3 * most) {
            most = Math.max(most, bestPossible);
        }
        if (most > 6 * least) {
            return Scale.log(least / 1.06, most * 1.06, left, right);
        }
        double room = Math.max(1e-3, (most - least) * 0.04);
        return Scale.linear(least - room, most + room, left, right);
    }

    /** From the smallest excess that is more than rounding; whoever has less stands on the left end. */
    private Scale excessScale(double left, double right) {
        double least = 100;
        double most = 1e-4;
        for (PolicyEntry entry : entries) {
            for (Interval ratio : entry.result().ratios()) {
                for (double end : new double[] {value(ratio.low()), value(ratio.high())}) {
                    if (Double.isFinite(end) && end > 1e-5) {
                        least = Math.min(least, end);
                        most = Math.max(most, end);
                    }
                }
            }
        }
        return Scale.log(Math.min(least, most) / 2.5, most * 1.2, left, right);
    }

    private void row(Canvas canvas, PolicyEntry entry, double y, Scale x, Canvas.Size size) {
        canvas.group("class", "row " + entry.key());
        canvas.marker(entry.look(), 8, y, 4.4, "mark", "");
        canvas.text(20, y + 4, "start", "name", Canvas.clip(entry.name(), size.isWide() ? 20 : 10));
        // Thinned by rank, so that the extremes stay.
        List<Integer> order = IntStream.range(0, entry.result().ratios().size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        repeat -> entry.result().ratios().get(repeat).high()))
                .toList();
        int endless = 0;
        for (int rank : EvenSample.pick(order.size(), MOST_DOTS)) {
            int repeat = order.get(rank);
            Interval ratio = entry.result().ratios().get(repeat);
            String tip = entry.name() + "\nrepeat " + repeat + ": " + Numbers.brief(ratio) + " × OPT";
            double dotY = y + 11 * jitter(repeat);
            if (ratio.isPoint() && Double.isFinite(ratio.low())) {
                canvas.marker(entry.look(), x.at(value(ratio.low())), dotY, 3, "dot tip", tip);
            } else if (Double.isFinite(ratio.low())) {
                canvas.tipped(tip, "class", "tip");
                double to = Double.isFinite(ratio.high()) ? x.at(value(ratio.high())) : x.to() + 8;
                canvas.line(
                        x.at(value(ratio.low())), dotY, Math.max(to, x.at(value(ratio.low())) + 1), dotY, "bracket");
                canvas.end();
            } else {
                endless++;
            }
        }
        Interval mean = entry.meanRatio();
        for (double end : new double[] {mean.low(), mean.high()}) {
            if (Double.isFinite(end)) {
                canvas.line(x.at(value(end)), y - 11, x.at(value(end)), y + 11, "mean");
            }
        }
        if (endless > 0) {
            canvas.text(x.to(), y + 4, "end", "note", "∞ or unknown in " + Numbers.count(endless, "repeat"));
        }
        String words = Double.isNaN(mean.low())
                ? "–"
                : excess && mean.isPoint() ? Numbers.brief(value(mean.low())) + " %" : Numbers.brief(mean);
        canvas.text(size.width, y + 4, "end", "value", Canvas.clip(words, size.isWide() ? 17 : 12));
        canvas.end();
    }

    /** Somewhere in [−1/2, 1/2], evenly spread over the repeats and always the same. */
    private static double jitter(int repeat) {
        double golden = repeat * 0.6180339887498949;
        return golden - Math.floor(golden) - 0.5;
    }
}
