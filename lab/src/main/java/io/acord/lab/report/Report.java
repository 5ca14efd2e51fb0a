package io.acord.lab.report;

import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.run.RunResult;
import io.acord.lab.source.PackagedText;
import java.util.List;

/**
 * A run as one HTML page that needs nothing else: verdict, table, drawings, the scenario and how to play it again.
 *
 * <p>The page is well-formed XML too. Switching and hiding is done by the style sheet; the script only adds tips.
 */
public final class Report {

    private static final int MOST_SCENARIO = 200_000;

    private final RunResult run;
    private final List<PolicyEntry> entries;
    private final Headline headline;
    private final Markup out = new Markup();
    private final PageParts page = new PageParts(out);

    private Report(RunResult run) {
        this.run = run;
        this.entries = PolicyEntry.of(run);
        this.headline = new Headline(run, entries);
    }

    /** The page; the same run always gives the same text. */
    public static String html(RunResult run) {
        return new Report(run).page();
    }

    /** What the policy paid that the scenario names first, as a sentence: how every account of a run begins. */
    public static String headline(RunResult run) {
        return new Headline(run, PolicyEntry.of(run)).paid();
    }

    private String page() {
        out.raw("<!DOCTYPE html>\n");
        out.open("html", "lang", "en");
        String styles = resource("report.css") + policyStyles();
        out.head(run.name() + " · Acord report", run.version(), "script-src 'unsafe-inline'; ", styles);
        out.open("body").open("main");
        new VerdictSection(run, headline, out).write();
        new PolicyTable(run, entries, headline, out).write();
        legend();
        run.domain().ifPresent(domain -> new DomainSection(run, domain, entries, out).write());
        CostSections costs = new CostSections(run, entries, out);
        costs.cumulative();
        costs.parts();
        costs.ratios();
        FleetSections fleet = new FleetSections(run, entries, out);
        fleet.actions();
        fleet.graph();
        new ConvergenceSection(run, out).write();
        costs.traffic();
        replay();
        out.closeLine();
        out.raw("<div id=\"tip\" role=\"status\" aria-live=\"polite\"></div>\n");
        out.raw("<script>//<![CDATA[\n" + resource("report.js") + "//]]></script>\n")
                .closeLine()
                .closeLine();
        return out.toString();
    }

    /** Colour and visibility of each policy. */
    private String policyStyles() {
        StringBuilder css = new StringBuilder();
        for (PolicyEntry entry : entries) {
            String key = entry.key();
            String hidden = "body:has(#show-" + key + ":not(:checked)) ";
            css.append("." + key + "{--c:var(" + entry.look().color() + ")}\n");
            css.append(hidden).append(".line.").append(key).append(":not(.swatch),");
            css.append(hidden).append(".heat.").append(key).append(",");
            css.append(hidden).append(".picture.").append(key).append("{display:none}\n");
            css.append(hidden).append(".row.").append(key).append("{opacity:.12}\n");
            css.append(".heats:has(option[value=\"" + key + "\"]:checked) .heat:not(." + key);
            css.append("){display:none}\n");
        }
        return css.toString();
    }

    private static String resource(String name) {
        return PackagedText.of(Report.class, name);
    }

    private void legend() {
        out.open("nav.legend", "aria-label", "Policies shown in the drawings");
        for (PolicyEntry entry : entries) {
            String id = "show-" + entry.key();
            out.open("label", "for", id).empty("input", "type", "checkbox", "id", id, "checked", "checked");
            HeatMaps.swatch(out, entry.look());
            out.leaf("span", Canvas.clip(entry.name(), 28), "title", entry.name())
                    .closeLine();
        }
        out.closeLine();
    }

    private void replay() {
        page.section("replay", "Play it again", "The same scenario and seed give the same actions and costs.");
        out.leaf("pre.command", run.command());
        out.open("dl.list");
        page.item("Scenario", Canvas.clip(run.name(), 200));
        page.item("Seed", Long.toString(run.seed()));
        page.item("Repeats", Numbers.count(run.repeats()));
        page.item("Version", "Acord " + run.version());
        long solved = run.optima().stream()
                .filter(optimum -> optimum instanceof HindsightOptimum.Solved)
                .count();
        page.item(
                "Hindsight optimum",
                run.optima().stream().noneMatch(HindsightOptimum::wasSought)
                        ? "not solved"
                        : solved == run.optima().size()
                                ? "solved in every repeat"
                                : "solved in " + solved + " of "
                                        + Numbers.count(run.optima().size(), "repeat"));
        out.closeLine();
        out.leaf("h3", "The scenario");
        boolean whole = run.scenario().length() <= MOST_SCENARIO;
        out.leaf("pre.scenario", whole ? run.scenario() : run.scenario().substring(0, MOST_SCENARIO), "tabindex", "0");
        if (!whole) {
            out.leaf(
                    "p.note",
                    "The scenario has " + Numbers.count(run.scenario().length()) + " characters; these are the first "
                            + Numbers.count(MOST_SCENARIO) + ".");
        }
        out.closeLine();
    }
}
