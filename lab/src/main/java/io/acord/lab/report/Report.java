package io.acord.lab.report;

import io.acord.graph.Graph;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Convergence;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.model.Cost;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A run as one HTML page that needs nothing else: verdict, table, drawings, the scenario and how to play it again.
 *
 * <p>The page is well-formed XML too. Switching and hiding is done by the style sheet; the script only adds tips.
 */
public final class Report {

    /** Points of a curve; more would not be seen. */
    static final int MOST_POINTS = 240;

    private static final int MOST_SCENARIO = 200_000;

    private final RunResult run;
    private final List<PolicyEntry> entries;
    private final Headline headline;
    private final Markup out = new Markup();

    private Report(RunResult run) {
        this.run = run;
        this.entries = PolicyEntry.of(run);
        this.headline = new Headline(run, entries);
    }

    /** Writes the page. */
    public static void write(RunResult run, Appendable to) throws IOException {
        to.append(html(run));
    }

    /** The page; the same run always gives the same text. */
    public static String html(RunResult run) {
        return new Report(run).page();
    }

    private String page() {
        out.raw("<!DOCTYPE html>\n");
        out.open("html", "lang", "en");
        head();
        out.open("body");
        out.open("main");
        verdict();
        table();
        legend();
        run.domain().ifPresent(domain -> new DomainSection(run, domain, entries, out).write());
        cumulative();
        parts();
        ratios();
        actions();
        graph();
        convergence();
        talk();
        replay();
        out.closeLine();
        out.raw("<div id=\"tip\" role=\"status\" aria-live=\"polite\"></div>\n");
        out.raw("<script>//<![CDATA[\n" + resource("report.js") + "//]]></script>\n");
        out.closeLine();
        out.closeLine();
        return out.toString();
    }

    private void head() {
        out.open("head");
        out.empty("meta", "charset", "utf-8");
        // Even a mistake of ours could not fetch anything.
        out.empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.empty("meta", "name", "color-scheme", "content", "light dark");
        out.empty("meta", "name", "generator", "content", "Acord " + run.version());
        out.empty("link", "rel", "icon", "href", "data:,");
        out.leaf("title", run.name() + " · Acord report");
        out.raw("<style>/*<![CDATA[*/\n" + resource("report.css") + policyStyles() + "/*]]>*/</style>\n");
        out.closeLine();
    }

    /** Colour and visibility of each policy. */
    private String policyStyles() {
        StringBuilder css = new StringBuilder();
        for (PolicyEntry entry : entries) {
            String key = entry.key();
            String hidden = "body:has(#show-" + key + ":not(:checked)) ";
            css.append('.')
                    .append(key)
                    .append("{--c:var(")
                    .append(entry.look().color())
                    .append(")}\n");
            css.append(hidden).append(".line.").append(key).append(":not(.swatch),");
            css.append(hidden).append(".heat.").append(key).append(",");
            css.append(hidden).append(".picture.").append(key).append("{display:none}\n");
            css.append(hidden).append(".row.").append(key).append("{opacity:.12}\n");
            css.append(".heats:has(option[value=\"")
                    .append(key)
                    .append("\"]:checked) .heat:not(.")
                    .append(key);
            css.append("){display:none}\n");
        }
        return css.toString();
    }

    private static String resource(String name) {
        try (InputStream in = Report.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new AssertionError("not packaged: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void section(String id, String title, String words) {
        out.open("section", "id", id);
        out.leaf("h2", title);
        if (!words.isEmpty()) {
            out.leaf("p", words, "class", "lead");
        }
    }

    private void data(String id, String json) {
        out.raw("<script type=\"application/json\" id=\"" + id + "\">" + json + "</script>\n");
    }

    // 1. The verdict

    private void verdict() {
        boolean checked = headline.count(Verdict.Outcome.KEPT) + headline.count(Verdict.Outcome.BROKEN) > 0;
        String mood = !run.verdict().isKept() ? "broken" : checked ? "kept" : "skipped";
        out.open("header", "id", "verdict");
        out.open("p", "class", "overline");
        out.leaf("span", "Acord report", "class", "brand");
        out.leaf("span", Canvas.clip(run.name(), 120)).closeLine();
        out.open("h1");
        out.text(headline.paid() + " ");
        out.leaf("span", headline.promises(), "class", mood);
        out.closeLine();
        out.leaf("p", headline.context(), "class", "lead");
        out.leaf(
                "p",
                String.join(
                        " · ",
                        Numbers.count(run.agents(), "agent"),
                        Numbers.count(run.horizon(), "round"),
                        Numbers.count(run.dimension(), "dimension"),
                        "β " + betas(),
                        Numbers.count(run.repeats(), "repeat"),
                        "seed " + run.seed()),
                "class",
                "facts");
        headline.subject().ifPresent(this::tiles);
        if (run.verdict().checks().isEmpty()) {
            out.leaf("p", "This run came without checks.", "class", "empty");
        } else {
            checks();
        }
        out.closeLine();
    }

    private void checks() {
        out.open("ul", "class", "checks");
        for (Verdict.Check check : run.verdict().checks()) {
            out.open("li", "class", style(check.outcome()));
            out.leaf("span", symbol(check.outcome()) + " " + word(check.outcome()), "class", "outcome");
            out.open("span", "class", "words");
            out.text(check.words() + " ");
            out.leaf("span", check.id(), "class", "id");
            out.close().closeLine();
        }
        out.closeLine();
    }

    private static String style(Verdict.Outcome outcome) {
        return switch (outcome) {
            case KEPT -> "kept";
            case BROKEN -> "broken";
            case SKIPPED -> "skipped";
        };
    }

    private static String symbol(Verdict.Outcome outcome) {
        return switch (outcome) {
            case KEPT -> "✓";
            case BROKEN -> "✗";
            case SKIPPED -> "–";
        };
    }

    private static String word(Verdict.Outcome outcome) {
        return switch (outcome) {
            case KEPT -> "kept";
            case BROKEN -> "broken";
            case SKIPPED -> "not checked";
        };
    }

    private String betas() {
        double least =
                run.betas().stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double most =
                run.betas().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return least == most || Double.isNaN(least)
                ? Numbers.brief(least)
                : Numbers.brief(least) + " to " + Numbers.brief(most);
    }

    private void tiles(PolicyEntry subject) {
        AlgorithmResult result = subject.result();
        out.open("dl", "class", "tiles");
        tile(
                "Ratio to OPT",
                Numbers.brief(subject.meanRatio()),
                run.repeats() > 1
                        ? "at most " + Numbers.brief(subject.maxRatio()) + " in a repeat"
                        : "in the one repeat");
        Optional<AlgorithmResult.Bound> bound = result.bound();
        tile(
                "Proven bound",
                bound.map(b -> "≤ " + Numbers.brief(b.ratio()) + " · OPT").orElse("none"),
                bound.map(b -> "+ " + Numbers.brief(b.additive())
                                + (!b.holds()
                                        ? "; violated"
                                        : headline.rulesNothingOut(b) ? "; holds, but rules nothing out" : "; holds"))
                        .orElse("no theorem covers it"));
        tile(
                run.isPromiseBest() ? "Best ratio to promise" : "Promised ratio",
                Numbers.brief(run.promisedRatio()),
                !Double.isFinite(run.promisedRatio())
                        ? "no guarantee for these costs"
                        : run.isPromiseBest() ? "CR* of these costs" : "for exact play; weights change");
        tile(
                "Sent per round",
                Numbers.bytes(result.bytesPerRound()),
                "in " + Numbers.brief(result.messagesPerRound()) + " messages");
        out.closeLine();
    }

    private void tile(String name, String value, String more) {
        out.open("div");
        out.leaf("dt", name);
        out.open("dd");
        out.leaf("span", value, "class", "big");
        out.leaf("span", more, "class", "small");
        out.close().closeLine();
    }

    // 2. The table

    private void table() {
        section(
                "policies",
                "Who paid what",
                "Means over " + Numbers.count(run.repeats(), "repeat") + ", cheapest first"
                        + (run.repeats() > 1 ? "; brackets give the 95 % interval of the mean (Student’s t)" : "")
                        + ". Point at a number for all its digits.");
        out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Table of policies");
        out.open("table");
        out.open("thead").open("tr");
        for (String column : List.of("Policy", "Total cost", "Hitting", "Switching")) {
            out.leaf("th", column, "scope", "col");
        }
        column("Dissimil.", "dissimilarity cost");
        column("Ratio", "cost / hindsight optimum: mean, and largest over the repeats");
        column("Proven bound", "Theorem A: cost ≤ ratio · OPT + additive term");
        column("Certificate", "sum over the rounds of a bound on F(x) − min F, mean over the repeats");
        column("Iterations", "per round");
        column("Messages", "per round, whole fleet");
        column("Sent", "payload per round, whole fleet");
        column("Time", "the policy’s own computing time per round");
        out.close().closeLine();
        out.open("tbody");
        Optional<PolicyEntry> best = headline.bestOnline();
        for (PolicyEntry entry : entries) {
            row(entry, best.isPresent() && entry.is(best.get()));
        }
        out.closeLine();
        out.close().closeLine();
        out.leaf(
                "p",
                "Messages and bytes are those of the whole fleet in a round, 8 bytes a number. Ratio: mean, largest below."
                        + " A certificate bounds, summed over the rounds, how far the actions were from the best for"
                        + " their round.",
                "class",
                "note");
        out.closeLine();
    }

    private void column(String name, String meaning) {
        out.leaf("th", name, "scope", "col", "title", meaning);
    }

    private void row(PolicyEntry entry, boolean best) {
        AlgorithmResult result = entry.result();
        MeanInterval total = entry.total();
        out.open("tr", "class", entry.key() + (best ? " best" : ""));
        out.open("th", "scope", "row");
        out.open("span", "class", "who");
        HeatMaps.swatch(out, entry.look());
        out.leaf("span", Canvas.clip(entry.name(), 28), "class", "policy", "title", entry.name());
        out.close();
        if (best) {
            out.leaf("span", "best online", "class", "badge");
        } else if (!entry.isOnline()) {
            out.leaf("span", "knows the future", "class", "badge quiet");
        }
        result.caveat().ifPresent(why -> out.leaf("span", why, "class", "badge warned"));
        out.close();
        out.open(
                "td",
                "title",
                Numbers.exact(total.mean())
                        + (total.hasInterval()
                                ? " [" + Numbers.exact(total.low()) + ", " + Numbers.exact(total.high()) + "]"
                                : ""));
        out.leaf("span", Numbers.brief(total.mean()), "class", "main");
        if (total.hasInterval()) {
            out.leaf(
                    "span",
                    "[" + Numbers.brief(total.low()) + ", " + Numbers.brief(total.high()) + "]",
                    "class",
                    "sub");
        }
        out.close();
        number(entry.mean().hitting());
        number(entry.mean().switching());
        number(entry.mean().dissimilarity());
        out.open("td", "title", Numbers.exact(entry.meanRatio()) + ", largest " + Numbers.exact(entry.maxRatio()));
        out.leaf("span", cell(Numbers.brief(entry.meanRatio())), "class", "main");
        out.leaf("span", "max " + cell(Numbers.brief(entry.maxRatio())), "class", "sub")
                .close();
        bound(result);
        OptionalDouble certificate = result.meanCertificate();
        if (certificate.isPresent()) {
            number(certificate.getAsDouble());
        } else {
            missing(result.caveat().orElse("this policy has no certificate"));
        }
        number(result.iterationsPerRound());
        number(result.messagesPerRound());
        out.leaf("td", Numbers.bytes(result.bytesPerRound()), "title", Numbers.exact(result.bytesPerRound()) + " B");
        out.leaf(
                "td",
                Numbers.seconds(result.secondsPerRound()),
                "title",
                Numbers.exact(result.secondsPerRound()) + " s");
        out.closeLine();
    }

    /** In the table there is little room for words. */
    private static String cell(String brief) {
        return brief.equals(Numbers.UNKNOWN) ? "n/a" : brief;
    }

    private void number(double value) {
        if (Double.isNaN(value)) {
            missing(Numbers.UNKNOWN);
        } else {
            out.leaf("td", Numbers.brief(value), "title", Numbers.exact(value));
        }
    }

    private void missing(String why) {
        out.leaf("td", "–", "title", why, "class", "missing");
    }

    private void bound(AlgorithmResult result) {
        Optional<AlgorithmResult.Bound> bound = result.bound();
        if (bound.isEmpty()) {
            missing(result.caveat().orElse("no theorem covers this policy"));
            return;
        }
        AlgorithmResult.Bound b = bound.get();
        out.open(
                "td",
                "class",
                b.holds() ? "kept" : "broken",
                "title",
                Numbers.exact(b.ratio()) + " · OPT + " + Numbers.exact(b.additive()));
        out.leaf("span", Numbers.brief(b.ratio()) + " · OPT", "class", "main");
        out.leaf(
                        "span",
                        "+ " + cell(Numbers.brief(b.additive())) + (b.holds() ? " ✓ holds" : " ✗ violated"),
                        "class",
                        "sub outcome")
                .close();
    }

    // 3. – 9. The drawings

    private void legend() {
        out.open("nav", "class", "legend", "aria-label", "Policies shown in the drawings");
        for (PolicyEntry entry : entries) {
            String id = "show-" + entry.key();
            out.open("label", "for", id);
            out.empty("input", "type", "checkbox", "id", id, "checked", "checked");
            HeatMaps.swatch(out, entry.look());
            out.leaf("span", Canvas.clip(entry.name(), 28), "title", entry.name());
            out.closeLine();
        }
        out.closeLine();
    }

    private void radio(String group, String id, String label, boolean checked) {
        out.open("label", "for", id);
        if (checked) {
            out.empty("input", "type", "radio", "name", group, "id", id, "checked", "checked");
        } else {
            out.empty("input", "type", "radio", "name", group, "id", id);
        }
        out.leaf("span", label).close();
    }

    private void radios(String legend, String group, String... idsAndLabels) {
        out.open("fieldset");
        out.leaf("legend", legend);
        for (int n = 0; n < idsAndLabels.length; n += 2) {
            radio(group, idsAndLabels[n], idsAndLabels[n + 1], n == 0);
        }
        out.closeLine();
    }

    private void nothing(String why) {
        out.leaf("p", why, "class", "empty");
    }

    private void cumulative() {
        section(
                "cumulative",
                "What the rounds add up to",
                "Cumulative cost, mean over the repeats"
                        + (run.repeats() > 1 ? "; the bands are 95 % intervals of the mean" : "")
                        + ".");
        int[] rounds = EvenSample.pick(run.horizon(), MOST_POINTS);
        List<LineChart.Line> lines = entries.stream()
                .map(entry -> cumulative(entry, rounds))
                .filter(line -> line.points() > 0)
                .toList();
        double normal =
                lines.stream().mapToDouble(LineChart.Line::largest).max().orElse(0);
        if (lines.isEmpty()) {
            nothing("No round was played.");
            out.closeLine();
            return;
        }
        out.open("div", "class", "controls");
        radios("Axis", "cum-unit", "cum-raw", "cost", "cum-norm", "normalised to [0, 1]");
        radios("Scale", "cum-scale", "cum-linear", "linear", "cum-log", "log");
        out.closeLine();
        LineChart linear = chart(lines, false, normal > 0 ? normal : 1);
        out.open("div", "class", "view linear");
        Canvas.both(out, "cumulative-linear", linear);
        out.closeLine();
        out.open("div", "class", "view log");
        if (normal > 0) {
            Canvas.both(out, "cumulative-log", chart(lines, true, normal));
        } else {
            nothing("Nothing was paid, so there is nothing to show on a log scale.");
        }
        out.closeLine();
        data("cumulative-data", linear.data());
        if (rounds.length < run.horizon()) {
            out.leaf(
                    "p",
                    "Drawn at " + rounds.length + " of the " + Numbers.count(run.horizon())
                            + " rounds, evenly picked; costs.csv has all of them.",
                    "class",
                    "note");
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

    private void parts() {
        section(
                "parts",
                "What the cost is made of",
                "Hitting is what agents pay for where they are, switching for moving, dissimilarity for differing from"
                        + " their neighbours.");
        out.open("div", "class", "controls");
        radios("Bars", "parts-unit", "parts-cost", "cost", "parts-share", "share");
        out.open("ul", "class", "key");
        for (int part = 0; part < PartsChart.PARTS.size(); part++) {
            out.open("li");
            out.open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true");
            out.empty("rect", "class", "part part" + part, "width", "18", "height", "12");
            out.close();
            out.text(PartsChart.PARTS.get(part)).close();
        }
        out.close().closeLine();
        out.raw("<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
                + "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\""
                + " patternTransform=\"rotate(45)\"><rect class=\"hatch-ground\" width=\"5\" height=\"5\"/>"
                + "<rect class=\"hatch-line\" width=\"2\" height=\"5\"/></pattern></defs></svg>\n");
        out.open("div", "class", "view cost");
        Canvas.both(out, "parts-cost-chart", new PartsChart(entries, false));
        out.closeLine();
        out.open("div", "class", "view share");
        Canvas.both(out, "parts-share-chart", new PartsChart(entries, true));
        out.closeLine();
        out.closeLine();
    }

    /** CR*, where that is what is promised. */
    private double bestRatio() {
        return run.isPromiseBest() ? run.promisedRatio() : Double.POSITIVE_INFINITY;
    }

    private void ratios() {
        section(
                "ratios",
                "Against the hindsight optimum",
                "Each mark is a repeat, the tall tick the mean. 1 is what a planner pays who knew all costs beforehand."
                        + (Double.isFinite(bestRatio())
                                ? " CR* is the best ratio that an online policy can promise for such costs."
                                : ""));
        boolean any =
                entries.stream().anyMatch(entry -> !entry.result().ratios().isEmpty());
        if (any) {
            out.open("div", "class", "controls");
            radios("Axis", "ratio-unit", "ratio-times", "ratio", "ratio-excess", "excess, log");
            out.closeLine();
            out.open("div", "class", "view times");
            Canvas.both(out, "ratio-chart", new RatioChart(entries, bestRatio(), false));
            out.closeLine();
            out.open("div", "class", "view excess");
            Canvas.both(out, "excess-chart", new RatioChart(entries, bestRatio(), true));
            out.closeLine();
        } else {
            nothing("The hindsight optimum was not computed.");
        }
        if (any && run.repeats() > RatioChart.MOST_DOTS) {
            out.leaf(
                    "p",
                    RatioChart.MOST_DOTS + " of the " + Numbers.count(run.repeats())
                            + " repeats are drawn, evenly picked by rank; means are over all.",
                    "class",
                    "note");
        }
        List<String> why = run.optima().stream()
                .filter(optimum -> optimum instanceof HindsightOptimum.Bracketed)
                .map(optimum -> ((HindsightOptimum.Bracketed) optimum).whyStopped())
                .distinct()
                .limit(5)
                .toList();
        if (!why.isEmpty()) {
            out.leaf(
                    "p",
                    "Bars instead of marks: the optimum is only known to lie between two bounds, because the solver"
                            + " stopped early (" + String.join("; ", why) + ").",
                    "class",
                    "note");
        }
        out.closeLine();
    }

    private void actions() {
        HeatMaps maps = new HeatMaps(entries, run.agentNames());
        section(
                "actions",
                "What the agents did",
                (run.dimension() > 1 ? "The first coordinate of every action" : "Every action")
                        + (run.repeats() > 1 ? " of the first repeat" : "")
                        + ": agents from top to bottom, rounds from left to right, one colour scale for all policies.");
        if (maps.isEmpty()) {
            nothing("No actions were kept for this page.");
            out.closeLine();
            return;
        }
        out.open("div", "class", "heats");
        out.open("div", "class", "controls");
        if (maps.entries().size() > 1) {
            out.open("label", "for", "heat-choice", "class", "choice");
            out.leaf("span", "Policy");
            out.open("select", "id", "heat-choice");
            out.leaf("option", "all", "value", "all");
            for (PolicyEntry entry : maps.entries()) {
                out.leaf("option", Canvas.clip(entry.name(), 40), "value", entry.key());
            }
            out.close().closeLine();
        }
        out.open("span", "class", "ramp");
        out.leaf("span", Numbers.brief(maps.low()), "title", Numbers.exact(maps.low()));
        out.empty(
                "img",
                "src",
                HeatMaps.ramp(),
                "alt",
                "from dark blue for low to yellow for high",
                "width",
                "180",
                "height",
                "12");
        out.leaf("span", Numbers.brief(maps.high()), "title", Numbers.exact(maps.high()));
        out.closeLine();
        out.closeLine();
        out.open("div", "class", "heat-all");
        maps.write(out);
        out.closeLine();
        out.closeLine();
        data("heat-data", maps.data());
        List<String> notes = new ArrayList<>();
        if (maps.isClipped()) {
            notes.add("The colours span the middle 96 % of all actions; what lies beyond has the colour of the end.");
        }
        if (!maps.showsEverything(run.horizon(), run.agents())) {
            notes.add("Shown are " + maps.extent() + ", evenly picked from " + Numbers.count(run.agents(), "agent")
                    + " and " + Numbers.count(run.horizon(), "round") + ".");
        }
        if (!notes.isEmpty()) {
            out.leaf("p", String.join(" ", notes), "class", "note");
        }
        out.closeLine();
    }

    private void graph() {
        Graph graph = run.graph().graph();
        GraphDrawing drawing = new GraphDrawing(run.graph(), run.agentNames());
        section(
                "graph",
                "Who talks to whom",
                run.graphChanges()
                        ? "The graph of round 1; later rounds have other graphs."
                        : "The graph, the same in every round.");
        out.open("div", "class", "beside");
        Canvas.both(out, "graph-drawing", drawing);
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < graph.agents(); i++) {
            least = Math.min(least, graph.degree(i));
            most = Math.max(most, graph.degree(i));
        }
        out.open("dl", "class", "list");
        item("Agents", Numbers.count(graph.agents()));
        item("Edges", Numbers.count(graph.edges()));
        item(
                "Neighbours",
                least == most
                        ? Numbers.count(least) + " each"
                        : Numbers.count(least) + " to " + Numbers.count(most) + ", mean "
                                + Numbers.brief(2.0 * graph.edges() / graph.agents()));
        item("Components", Numbers.count(graph.components().count()));
        double light = drawing.leastWeight();
        double heavy = drawing.largestWeight();
        if (graph.edges() > 0) {
            item(
                    "Edge weights",
                    light == heavy
                            ? "all " + Numbers.brief(light)
                            : Numbers.brief(light) + " to " + Numbers.brief(heavy));
        }
        out.closeLine();
        out.closeLine();
        List<String> notes = new ArrayList<>();
        if (!drawing.isDrawn()) {
            notes.add("A drawing of " + Numbers.count(graph.agents())
                    + " agents would be a blot; the bars say how many neighbours they have.");
        } else if (graph.edges() > GraphDrawing.MOST_EDGES) {
            notes.add(Numbers.count(GraphDrawing.MOST_EDGES) + " of the " + Numbers.count(graph.edges())
                    + " edges are drawn, evenly picked.");
        }
        if (graph.edges() == 0) {
            notes.add("There are no edges: nobody talks to anybody, and nobody pays for differing.");
        } else if (drawing.isDrawn() && light != heavy) {
            notes.add("The thicker an edge, the larger its weight.");
        }
        if (!notes.isEmpty()) {
            out.leaf("p", String.join(" ", notes), "class", "note");
        }
        out.closeLine();
    }

    private void item(String name, String value) {
        out.open("div");
        out.leaf("dt", name);
        out.leaf("dd", value).closeLine();
    }

    private void convergence() {
        section(
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
            thinned |= c.gaps().size() > MOST_POINTS;
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
            nothing(
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
        data("convergence-data", chart.data());
        List<String> notes = new ArrayList<>();
        if (zero) {
            notes.add("Where a curve is interrupted, the gap is below what floating point can tell from 0.");
        }
        if (thinned) {
            notes.add("Curves are drawn at " + MOST_POINTS + " evenly picked iterations.");
        }
        if (!notes.isEmpty()) {
            out.leaf("p", String.join(" ", notes), "class", "note");
        }
        out.closeLine();
    }

    private static LineChart.Line line(
            String name, LineStyle look, String style, List<Double> values, boolean labeled) {
        int[] picked = EvenSample.pick(values.size(), MOST_POINTS);
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

    private void talk() {
        section(
                "talk",
                "What talking buys",
                "Mean cost against what the whole fleet sends in a round. Lower is cheaper, further left is quieter.");
        Canvas.both(out, "talk-chart", new TalkChart(entries));
        out.closeLine();
    }

    // 10. How to play it again

    private void replay() {
        section("replay", "Play it again", "The same scenario and seed give the same actions and costs.");
        out.leaf("pre", run.command(), "class", "command");
        out.open("dl", "class", "list");
        item("Scenario", Canvas.clip(run.name(), 200));
        item("Seed", Long.toString(run.seed()));
        item("Repeats", Numbers.count(run.repeats()));
        item("Version", "Acord " + run.version());
        long solved = run.optima().stream()
                .filter(optimum -> optimum instanceof HindsightOptimum.Solved)
                .count();
        item(
                "Hindsight optimum",
                run.optima().isEmpty()
                        ? "not computed"
                        : solved == run.optima().size()
                                ? "solved in every repeat"
                                : "solved in " + solved + " of "
                                        + Numbers.count(run.optima().size(), "repeat"));
        out.closeLine();
        out.leaf("h3", "The scenario");
        boolean whole = run.scenario().length() <= MOST_SCENARIO;
        out.leaf(
                "pre",
                whole ? run.scenario() : run.scenario().substring(0, MOST_SCENARIO),
                "class",
                "scenario",
                "tabindex",
                "0");
        if (!whole) {
            out.leaf(
                    "p",
                    "The scenario has " + Numbers.count(run.scenario().length()) + " characters; these are the first "
                            + Numbers.count(MOST_SCENARIO) + ".",
                    "class",
                    "note");
        }
        out.closeLine();
    }
}
