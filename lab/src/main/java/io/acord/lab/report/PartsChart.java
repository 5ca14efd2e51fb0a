package io.acord.lab.report;

import io.acord.lab.draw.Scale;
import io.acord.model.Cost;
import java.util.List;

/**
 * The three parts of what each policy paid, side by side in one bar.
 *
 * @param shares whether every bar has the same length, so that the mix can be compared rather than the amount
 */
record PartsChart(List<PolicyEntry> entries, boolean shares) implements Canvas.Picture {

    static final List<String> PARTS = List.of("hitting", "switching", "dissimilarity");

    private static final double ROW = 32;

    @Override
    public void draw(Markup out, Canvas.Size size, String id) {
        double width = size.width;
        double top = 8;
        double bottom = top + ROW * entries.size();
        double left = size.isWide() ? 166 : 96;
        double right = width - (size.isWide() ? 90 : 66);
        double most = 0;
        for (PolicyEntry entry : entries) {
            double total = entry.mean().total();
            most = Double.isFinite(total) ? Math.max(most, total) : most;
        }
        Scale x = Scale.linear(0, shares ? 100 : most, left, right);
        Canvas canvas = new Canvas(
                out,
                id,
                width,
                bottom + 46,
                shares ? "Share of the three cost parts per policy" : "The three cost parts per policy",
                "One bar per policy, cheapest first, made of hitting, switching and dissimilarity cost. "
                        + "The table above has the same numbers.",
                "class",
                "marks",
                "tabindex",
                "0");
        for (double tick : x.ticks(size.isWide() ? 7 : 3)) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, tick == 0 ? "base" : "grid");
            canvas.text(x.at(tick), bottom + 18, "middle", "tick", Numbers.brief(tick) + (shares ? " %" : ""));
        }
        canvas.text(
                (left + right) / 2, bottom + 38, "middle", "axis-title", shares ? "share of the cost" : "mean cost");
        for (int row = 0; row < entries.size(); row++) {
            bar(canvas, entries.get(row), top + row * ROW, x, left, size);
        }
        canvas.done();
    }

    private void bar(Canvas canvas, PolicyEntry entry, double y, Scale x, double left, Canvas.Size size) {
        Cost cost = entry.mean();
        double total = cost.total();
        double unit = shares ? total / 100 : 1;
        double[] parts = {cost.hitting(), cost.switching(), cost.dissimilarity()};
        canvas.group("class", "row " + entry.key());
        canvas.marker(entry.look(), 8, y + ROW / 2, 4.4, "mark", "");
        canvas.text(20, y + ROW / 2 + 4, "start", "name", Canvas.clip(entry.name(), size.isWide() ? 20 : 10));
        double sum = 0;
        for (int part = 0; part < parts.length; part++) {
            double from = x.at(sum / unit);
            double to = x.at((sum + parts[part]) / unit);
            sum += parts[part];
            if (Double.isFinite(sum) && unit > 0 && to > from) {
                String share = Numbers.brief(100 * (parts[part] / total)) + " %";
                canvas.tipped(
                        entry.name() + "\n" + PARTS.get(part) + ": " + Numbers.brief(parts[part]) + " (" + share
                                + " of its cost)",
                        "class",
                        "tip");
                canvas.box(from, y + 6, to - from, ROW - 12, "part part" + part);
                canvas.end();
            }
        }
        double end = Double.isFinite(total) && unit > 0 ? x.at(total / unit) : left;
        canvas.text(end + 8, y + ROW / 2 + 4, "start", "value", Numbers.brief(total));
        canvas.end();
    }
}
