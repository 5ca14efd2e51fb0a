package io.acord.lab.report;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Domain;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.draw.EvenSample;
import io.acord.lab.run.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The part of the page in which a run is seen with the eyes of its field: measures, curves and pictures of its own. */
record DomainSection(RunResult run, Domain domain, List<PolicyEntry> entries, Markup out) {

    private static final int LEAST_DIGITS = 4;
    private static final int MOST_DIGITS = 9;
    private static final double ROUNDING = 1e-6; // relative: less is no difference
    private static final double NOTHING = 1e-12; // of the largest in a column

    void write() {
        out.open("section", "id", "domain").leaf("h2", "What it means for " + domain.kind());
        out.leaf(
                "p.lead",
                "Means over " + Numbers.count(run.repeats(), "repeat")
                        + (run.repeats() > 1 ? "; brackets give the 95 % interval of the mean (Student’s t)" : "")
                        + ". A star marks the best online policy of a column, and those that it did not beat"
                        + (run.repeats() > 1 ? " repeat by repeat with 95 % confidence." : " by more than rounding."));
        for (String remark : domain.remarks()) {
            out.leaf("p", remark);
        }
        table();
        out.open("dl.list");
        for (Measure measure : domain.measures()) {
            out.open("div")
                    .leaf("dt", measure.title())
                    .leaf("dd", measure.words())
                    .closeLine();
        }
        out.closeLine();
        for (int c = 0; c < domain.charts().size(); c++) {
            chart(c);
        }
        pictures();
        out.closeLine();
    }

    private Domain.OfPolicy of(PolicyEntry entry) {
        return domain.policies().stream()
                .filter(policy -> policy.name().equals(entry.name()))
                .findFirst()
                .orElseThrow();
    }

    private void table() {
        out.open("div.scroll", "tabindex", "0", "role", "region", "aria-label", "Measures of the field");
        out.open("table").open("thead").open("tr").leaf("th", "Policy", "scope", "col");
        for (Measure measure : domain.measures()) {
            out.leaf("th", measure.title(), "scope", "col", "title", measure.words());
        }
        out.close().closeLine();
        out.open("tbody");
        for (PolicyEntry entry : entries) {
            out.open("tr", "class", entry.key()).open("th", "scope", "row").open("span.who");
            HeatMaps.swatch(out, entry.look());
            out.leaf("span.policy", Canvas.clip(entry.name(), 28), "title", entry.name())
                    .close()
                    .close();
            for (int m = 0; m < domain.measures().size(); m++) {
                cell(entry, m);
            }
            out.closeLine();
        }
        out.closeLine().close().closeLine();
    }

    private void cell(PolicyEntry entry, int m) {
        MeanInterval spread = spread(entry, m);
        int digits = digits(m);
        out.open("td", "title", Numbers.exact(spread.mean()));
        out.leaf("span.main", (isBest(entry, m) ? "★ " : "") + shown(spread.mean(), m, digits));
        if (spread.hasInterval()) {
            out.leaf("span.sub", "[" + shown(spread.low(), m, digits) + ", " + shown(spread.high(), m, digits) + "]");
        }
        out.close();
    }

    /** A number of a column; what is nothing beside the column's others is rounding, and 0. */
    private String shown(double value, int m, int digits) {
        double largest = entries.stream()
                .mapToDouble(entry -> Math.abs(spread(entry, m).mean()))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Numbers.plain(Math.abs(value) < NOTHING * largest ? 0 : value, digits);
    }

    /** As many as tell policies apart that differ by more than rounding, at least four. */
    private int digits(int m) {
        int digits = LEAST_DIGITS;
        for (PolicyEntry one : entries) {
            for (PolicyEntry other : entries) {
                double a = spread(one, m).mean();
                double b = spread(other, m).mean();
                while (digits < MOST_DIGITS
                        && differ(a, b)
                        && Numbers.plain(a, digits).equals(Numbers.plain(b, digits))) {
                    digits++;
                }
            }
        }
        return digits;
    }

    private static boolean differ(double a, double b) {
        return Math.abs(a - b) > ROUNDING * Math.max(Math.abs(a), Math.abs(b));
    }

    /**
     * Whether the policy with the best mean does not beat this one, though it beats some. Who knows the future does not
     * compete.
     */
    private boolean isBest(PolicyEntry entry, int m) {
        boolean competes = entry.isOnline() && !Double.isNaN(spread(entry, m).mean());
        if (domain.measures().get(m).better() == Measure.Better.NEITHER || !competes) {
            return false;
        }
        double sign = domain.measures().get(m).better() == Measure.Better.HIGHER ? 1 : -1;
        List<PolicyEntry> online =
                entries.stream().filter(PolicyEntry::isOnline).toList();
        PolicyEntry best = online.stream()
                .filter(other -> !Double.isNaN(spread(other, m).mean()))
                .max(Comparator.comparingDouble(other -> sign * spread(other, m).mean()))
                .orElse(entry);
        return online.stream().anyMatch(other -> beats(best, other, m)) && !beats(best, entry, m);
    }

    /** Whether it is better over the repeats, compared repeat by repeat: seeds differ far more than policies do. */
    private boolean beats(PolicyEntry one, PolicyEntry other, int m) {
        List<Double> its = of(one).values().get(m);
        List<Double> others = of(other).values().get(m);
        double sign = domain.measures().get(m).better() == Measure.Better.HIGHER ? 1 : -1;
        MeanInterval ahead = MeanInterval.of(IntStream.range(0, its.size())
                .mapToDouble(r -> sign * (its.get(r) - others.get(r)))
                .toArray());
        return differ(spread(one, m).mean(), spread(other, m).mean())
                && (ahead.hasInterval() ? ahead.low() > 0 : ahead.mean() > 0);
    }

    private MeanInterval spread(PolicyEntry entry, int m) {
        return MeanInterval.of(of(entry).values().get(m));
    }

    private void chart(int c) {
        Chart chart = domain.charts().get(c);
        out.leaf("h3", chart.title()).leaf("p.note", chart.words());
        List<LineChart.Line> lines =
                entries.stream().map(entry -> line(entry, c)).toList();
        String id = "domain-" + c;
        LineChart drawing = new LineChart(
                id + "-data", chart.title(), chart.words(), "round", chart.axis(), lines, false, Double.NaN);
        Canvas.both(out, id, drawing);
        out.raw("<script type=\"application/json\" id=\"" + id + "-data\">" + drawing.data() + "</script>\n");
    }

    private LineChart.Line line(PolicyEntry entry, int c) {
        List<double[]> repeats = of(entry).series().get(c);
        int[] picked = EvenSample.pick(run.horizon(), PageParts.MOST_POINTS);
        int points = picked.length;
        double[] x = new double[points];
        double[] y = new double[points];
        double[] low = new double[points];
        double[] high = new double[points];
        for (int point = 0; point < points; point++) {
            int t = picked[point];
            MeanInterval spread = MeanInterval.of(
                    repeats.stream().mapToDouble(repeat -> repeat[t]).toArray());
            x[point] = t + 1;
            y[point] = spread.mean();
            low[point] = spread.low();
            high[point] = spread.high();
        }
        return new LineChart.Line(entry.name(), entry.look(), "", x, y, low, high, true);
    }

    /** Pictures by their title, those of the policies beside one another. */
    private void pictures() {
        List<Meter> meters = entries.stream().map(entry -> of(entry).first()).toList();
        Map<String, List<PolicyEntry>> owners = new LinkedHashMap<>();
        Map<String, List<Picture>> pictures = new LinkedHashMap<>();
        for (PolicyEntry entry : entries) {
            for (Picture picture : of(entry).first().pictures("domain-" + entry.key(), meters)) {
                owners.computeIfAbsent(picture.title(), title -> new ArrayList<>())
                        .add(entry);
                pictures.computeIfAbsent(picture.title(), title -> new ArrayList<>())
                        .add(picture);
            }
        }
        pictures.forEach((title, all) -> {
            out.leaf("h3", title);
            out.leaf("p.note", all.get(0).words() + (run.repeats() > 1 ? " The first repeat is shown." : ""));
            out.open("div.pictures");
            for (int p = 0; p < all.size(); p++) {
                PolicyEntry entry = owners.getOrDefault(title, List.of()).get(p);
                out.open("figure", "class", "picture " + entry.key()).open("figcaption");
                HeatMaps.swatch(out, entry.look());
                out.leaf("span", Canvas.clip(entry.name(), 28)).close();
                out.raw(all.get(p).markup()).closeLine();
            }
            out.closeLine();
        });
    }
}
