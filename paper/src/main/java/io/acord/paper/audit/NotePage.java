package io.acord.paper.audit;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.FigureDrawing;
import io.acord.lab.report.Markup;
import io.acord.lab.report.Numbers;
import io.acord.lab.source.PackagedText;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The technical note: statements and proofs, which a template has, and what was measured, which takes the places that
 * the template leaves free. No measured number stands in the template, so that none can go stale.
 *
 * <p>The page is well-formed XML too, has no script, and the same results always give the same bytes.
 */
final class NotePage {

    /** {@code {{figure ID}}}, {@code {{table ID}}}, {@code {{claims STUDY}}}, {@code {{command}}}, … */
    static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)(?: ([\\w-]+))?}}");

    /** A formula of the template, inline or on lines of its own. */
    static final Pattern FORMULA = Pattern.compile("<(i|pre)>(.*?)</\\1>", Pattern.DOTALL);

    /** x_t and x_{t+1}. */
    private static final Pattern SUBSCRIPT = Pattern.compile("_(?:\\{([^{}]*)}|([\\p{L}\\d]))");

    private final NoteResults results;

    private NotePage(NoteResults results) {
        this.results = results;
    }

    static String html(NoteResults results) {
        return new NotePage(results).page();
    }

    static String template() {
        return PackagedText.of(NotePage.class, "note.html");
    }

    private String page() {
        Markup out = new Markup();
        out.raw("<!DOCTYPE html>\n");
        out.open("html", "lang", "en");
        String styles = PackagedText.of(NotePage.class, "note.css");
        out.head("Theorems E, F and H · Acord", results.version(), "", styles);
        out.open("body").open("main");
        out.raw("\n" + PLACE.matcher(typeset()).replaceAll(place -> Matcher.quoteReplacement(fill(place))));
        out.closeLine().closeLine().closeLine();
        return out.toString();
    }

    /** The template with indices of formulas set as such. */
    private static String typeset() {
        return FORMULA.matcher(template())
                .replaceAll(formula -> Matcher.quoteReplacement(
                        SUBSCRIPT.matcher(formula.group()).replaceAll("<sub>$1$2</sub>")));
    }

    private String fill(MatchResult place) {
        String id = place.group(2) == null ? "" : place.group(2);
        return switch (place.group(1)) {
            case "figure" -> figure(id);
            case "table" -> table(id);
            case "claims" -> claims(results.study(id));
            case "command" -> new Markup().text(results.command()).toString();
            case "setup" -> new Markup().text(results.setup()).toString();
            case "version" -> new Markup().text(results.version()).toString();
            default -> throw new AssertionError("nobody fills " + place.group());
        };
    }

    private String figure(String id) {
        Figure figure = results.studies().values().stream()
                .flatMap(findings -> findings.figures().stream())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no figure " + id));
        Markup out = new Markup().open("figure", "id", id);
        out.raw(new FigureDrawing(figure, results.version()).svg());
        out.open("figcaption").leaf("b", figure.title() + ".").text(" " + figure.found() + " ");
        out.leaf("span.conventions", "(" + figure.conventions() + ")");
        return out.close().closeLine().toString();
    }

    private String table(String id) {
        Table table = results.studies().values().stream()
                .flatMap(findings -> findings.tables().stream())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
        Markup out = new Markup().open("div.tabular", "id", id);
        out.open("p").leaf("b", table.title() + ".").text(" " + table.found() + " ");
        out.leaf("span.conventions", "(" + table.conventions() + ")").closeLine();
        out.raw(TableMarkup.of(table));
        return out.closeLine().toString();
    }

    private static String claims(Findings findings) {
        Markup out = new Markup().open("dl.sentences");
        for (Claim claim : findings.claims()) {
            out.leaf("dt", claim.claim() + " (" + claim.section() + ": " + claim.verdict() + ")");
            out.leaf("dd", claim.why() + " Measured: " + measured(claim) + ".");
        }
        return out.closeLine().toString();
    }

    private static String measured(Claim claim) {
        List<String> words = new ArrayList<>();
        claim.measured()
                .forEach((name, value) -> words.add(name + " " + Numbers.brief(value.value())
                        + (value.low() == value.high()
                                ? ""
                                : " [" + Numbers.brief(value.low()) + ", " + Numbers.brief(value.high()) + "]")));
        return String.join("; ", words);
    }
}
