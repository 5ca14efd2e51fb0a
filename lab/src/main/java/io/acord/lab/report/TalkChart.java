package io.acord.lab.report;

import io.acord.lab.draw.Scale;
import java.util.ArrayList;
import java.util.List;

/**
 * What each policy paid against what it sent per round. Who sends nothing stands on the left, off the logarithmic axis.
 */
record TalkChart(List<PolicyEntry> entries) implements Canvas.Picture {

    private record Box(double left, double top, double right, double bottom) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    @Override
    public void draw(Markup out, Canvas.Size size, String id) {
        double height = size.isWide() ? 430 : 340;
        double left = size.isWide() ? 66 : 52;
        double right = size.width - (size.isWide() ? 40 : 14);
        double top = 34;
        double bottom = height - 44;
        double strip = size.isWide() ? 172 : 74;
        boolean silent = entries.stream().anyMatch(entry -> !sends(entry));
        boolean loud = entries.stream().anyMatch(TalkChart::sends);
        Scale y = yScale(bottom, top);
        double first = silent ? left + strip : left;
        Scale x = xScale(loud ? first + 16 : right, right - 16);
        Canvas canvas = new Canvas(
                out,
                id,
                size.width,
                height,
                "Mean cost against bytes sent per round",
                "One marker per policy; further left sends less, further down pays less. The table above has the same"
                        + " numbers.",
                "class",
                "marks",
                "tabindex",
                "0");
        canvas.text(0, 14, "start", "axis-title", "mean cost" + (y.log() ? " (log scale)" : ""));
        for (double tick : y.ticks(6)) {
            canvas.line(left, y.at(tick), right, y.at(tick), tick == 0 ? "base" : "grid");
            canvas.text(left - 8, y.at(tick) + 4, "end", "tick", Numbers.brief(tick));
        }
        canvas.line(left, bottom, right, bottom, "base");
        if (loud) {
            for (double tick : x.ticks(size.isWide() ? 8 : 4)) {
                canvas.line(x.at(tick), bottom, x.at(tick), bottom + 4, "base");
                canvas.text(x.at(tick), bottom + 18, "middle", "tick", Numbers.bytes(tick));
            }
            canvas.text(
                    (first + right) / 2,
                    bottom + 38,
                    "middle",
                    "axis-title",
                    "sent per round, whole fleet (log scale)");
        }
        if (silent) {
            canvas.box(left, top, strip, bottom - top, "strip");
            canvas.text(left + strip / 2, bottom + 18, "middle", "tick", size.isWide() ? "sends nothing" : "nothing");
        }
        points(canvas, x, y, left + (size.isWide() ? 24 : 12), right, size);
        canvas.done();
    }

    private static boolean sends(PolicyEntry entry) {
        return entry.result().effort().bytesPerRound() > 0
                && Double.isFinite(entry.result().effort().bytesPerRound());
    }

    private Scale yScale(double bottom, double top) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (PolicyEntry entry : entries) {
            double mean = entry.total().mean();
            if (Double.isFinite(mean)) {
                least = Math.min(least, mean);
                most = Math.max(most, mean);
            }
        }
        if (least > 0 && most > 5 * least && most > 0) {
            return Scale.log(least / 1.3, most * 1.3, bottom, top);
        }
        return Scale.linear(0, most * 1.15, bottom, top);
    }

    private Scale xScale(double from, double to) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (PolicyEntry entry : entries) {
            if (sends(entry)) {
                least = Math.min(least, entry.result().effort().bytesPerRound());
                most = Math.max(most, entry.result().effort().bytesPerRound());
            }
        }
        return most > 0 ? Scale.log(least / 1.5, most * 1.5, from, to) : Scale.log(1, 10, from, to);
    }

    private void points(Canvas canvas, Scale x, Scale y, double silentX, double right, Canvas.Size size) {
        List<Box> taken = new ArrayList<>();
        for (PolicyEntry entry : entries) {
            if (Double.isFinite(entry.total().mean())) {
                double at = sends(entry) ? x.at(entry.result().effort().bytesPerRound()) : silentX;
                double up = y.at(entry.total().mean());
                taken.add(new Box(at - 6, up - 6, at + 6, up + 6));
            }
        }
        for (PolicyEntry entry : entries) {
            if (!Double.isFinite(entry.total().mean())) {
                continue;
            }
            double at = sends(entry) ? x.at(entry.result().effort().bytesPerRound()) : silentX;
            double up = y.at(entry.total().mean());
            canvas.group("class", "line " + entry.key());
            if (entry.total().hasInterval()) {
                canvas.line(
                        at, y.at(entry.total().low()), at, y.at(entry.total().high()), "error");
            }
            canvas.marker(
                    entry.look(),
                    at,
                    up,
                    5.5,
                    "mark tip",
                    entry.name() + "\nmean cost " + Numbers.brief(entry.total().mean()) + "\nsends "
                            + Numbers.bytes(entry.result().effort().bytesPerRound()) + " a round");
            name(canvas, Canvas.clip(entry.name(), size.isWide() ? 20 : 10), at, up, right, taken);
            canvas.end();
        }
    }

    /**
     * Puts the name where it hides nothing: on the right, on the left, or a little higher or lower; else leaves it out.
     */
    private static void name(Canvas canvas, String name, double x, double y, double right, List<Box> taken) {
        double width = 7.2 * name.length();
        for (double shift : new double[] {0, -13, 13, -26, 26}) {
            for (boolean toTheRight : new boolean[] {true, false}) {
                double start = toTheRight ? x + 10 : x - 10 - width;
                Box box = new Box(start, y + shift - 6, start + width, y + shift + 6);
                if (box.left() < 40
                        || box.right() > right + 30
                        || taken.stream().anyMatch(box::meets)) {
                    continue;
                }
                taken.add(box);
                canvas.text(toTheRight ? x + 10 : x - 10, y + shift + 4, toTheRight ? "start" : "end", "name", name);
                return;
            }
        }
    }
}
