package io.acord.lab.report;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Domain;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of the page in which a run is seen with the eyes of its field: measures, curves and pictures of its own. */
final class DomainSection {

    private final RunResult run;
    private final Domain domain;
    private final List<Entry> entries;
    private final Markup out;

    DomainSection(RunResult run, Domain domain, List<Entry> entries, Markup out) {
        this.run = run;
        this.domain = domain;
        this.entries = entries;
        this.out = out;
    }

    void write() {
        out.open("section", "id", "domain");
        out.leaf("h2", "What it means for " + domain.kind());
        out.leaf(
                "p",
                "Means over " + Numbers.count(run.repeats(), "repeat")
                        + (run.repeats() > 1 ? "; brackets give the 95 % interval of the mean (Student’s t)" : "")
                        + ". A star marks the best of a column.",
                "class",
                "lead");
        table();
        out.open("dl", "class", "list");
        for (Measure measure : domain.measures()) {
            out.open("div");
            out.leaf("dt", measure.title());
            out.leaf("dd", measure.words()).closeLine();
        }
        out.closeLine();
        for (int c = 0; c < domain.charts().size(); c++) {
            chart(c);
        }
        pictures();
        out.closeLine();
    }

    private Domain.OfPolicy of(Entry entry) {
        return domain.policies().stream()
                .filter(policy -> policy.name().equals(entry.name()))
                .findFirst()
                .orElseThrow();
    }

    private void table() {
        out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Measures of the field");
        out.open("table").open("thead").open("tr");
        out.leaf("th", "Policy", "scope", "col");
        for (Measure measure : domain.measures()) {
            out.leaf("th", measure.title(), "scope", "col", "title", measure.words());
        }
        out.close().closeLine();
        out.open("tbody");
        for (Entry entry : entries) {
            out.open("tr", "class", entry.key());
            out.open("th", "scope", "row").open("span", "class", "who");
            HeatMaps.swatch(out, entry.look());
            out.leaf("span", Canvas.clip(entry.name(), 28), "class", "policy", "title", entry.name());
            out.close().close();
            for (int m = 0; m < domain.measures().size(); m++) {
                cell(entry, m);
            }
            out.closeLine();
        }
        out.closeLine();
        out.close().closeLine();
    }

    private void cell(Entry entry, int m) {
        Spread spread = spread(entry, m);
        boolean best = domain.measures().get(m).better() != Measure.Better.NEITHER
                && !Double.isNaN(spread.mean())
                && entries.stream()
                        .noneMatch(other -> isBetter(m, spread(other, m).mean(), spread.mean()));
        out.open("td", "title", Numbers.exact(spread.mean()));
        out.leaf("span", (best ? "★ " : "") + Numbers.brief(spread.mean()), "class", "main");
        if (spread.hasInterval()) {
            out.leaf(
                    "span",
                    "[" + Numbers.brief(spread.low()) + ", " + Numbers.brief(spread.high()) + "]",
                    "class",
                    "sub");
        }
        out.close();
    }

    private boolean isBetter(int m, double one, double other) {
        return domain.measures().get(m).better() == Measure.Better.HIGHER ? one > other : one < other;
    }

    private Spread spread(Entry entry, int m) {
        return Spread.of(of(entry).values().get(m));
    }

    private void chart(int c) {
        Chart chart = domain.charts().get(c);
        out.leaf("h3", chart.title());
        out.leaf("p", chart.words(), "class", "note");
        List<LineChart.Line> lines =
                entries.stream().map(entry -> line(entry, c)).toList();
        String id = "domain-" + c;
        LineChart drawing = new LineChart(
                id + "-data", chart.title(), chart.words(), "round", chart.axis(), lines, false, Double.NaN);
        Canvas.both(out, id, drawing);
        out.raw("<script type=\"application/json\" id=\"" + id + "-data\">" + drawing.data() + "</script>\n");
    }

    private LineChart.Line line(Entry entry, int c) {
        List<double[]> repeats = of(entry).series().get(c);
        int[] picked = Thinning.pick(run.horizon(), Report.MOST_POINTS);
        int points = picked.length;
        double[] x = new double[points];
        double[] y = new double[points];
        double[] low = new double[points];
        double[] high = new double[points];
        for (int point = 0; point < points; point++) {
            int t = picked[point];
            Spread spread =
                    Spread.of(repeats.stream().mapToDouble(repeat -> repeat[t]).toArray());
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
        Map<String, List<Entry>> owners = new LinkedHashMap<>();
        Map<String, List<Picture>> pictures = new LinkedHashMap<>();
        for (Entry entry : entries) {
            for (Picture picture : of(entry).first().pictures("domain-" + entry.key(), meters)) {
                owners.computeIfAbsent(picture.title(), title -> new ArrayList<>())
                        .add(entry);
                pictures.computeIfAbsent(picture.title(), title -> new ArrayList<>())
                        .add(picture);
            }
        }
        pictures.forEach((title, all) -> {
            out.leaf("h3", title);
            out.leaf(
                    "p",
                    all.get(0).words() + (run.repeats() > 1 ? " The first repeat is shown." : ""),
                    "class",
                    "note");
            out.open("div", "class", "pictures");
            for (int p = 0; p < all.size(); p++) {
                Entry entry = owners.getOrDefault(title, List.of()).get(p);
                out.open("figure", "class", "picture " + entry.key());
                out.open("figcaption");
                HeatMaps.swatch(out, entry.look());
                out.leaf("span", Canvas.clip(entry.name(), 28)).close();
                out.raw(all.get(p).markup());
                out.closeLine();
            }
            out.closeLine();
        });
    }
}
