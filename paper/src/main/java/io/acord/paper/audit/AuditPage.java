package io.acord.paper.audit;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.FigureDrawing;
import io.acord.lab.report.Markup;
import io.acord.lab.report.Numbers;
import io.acord.lab.source.PackagedText;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import io.acord.paper.finding.VerdictCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The audit as one HTML page that needs nothing else: what became of each sentence, and every figure beside what the
 * paper says of it.
 *
 * <p>The page is well-formed XML too, has no script, and the same findings always give the same bytes.
 */
final class AuditPage {

    /** Numbers of a claim that are shown at once; more are folded away. */
    private static final int SHOWN = 5;

    private final List<Part> parts;
    private final StudySetup setup;
    private final String version;
    private final String command;
    private final boolean pictures;
    private final List<Claim> claims = new ArrayList<>();
    private final Markup out = new Markup();

    /** A study and what it found, if it has been measured. */
    record Part(Study study, Optional<Findings> findings) {}

    private AuditPage(List<Part> parts, StudySetup setup, String version, String command, boolean pictures) {
        this.parts = parts;
        this.setup = setup;
        this.version = version;
        this.command = command;
        this.pictures = pictures;
        for (Part part : parts) {
            part.findings().ifPresent(findings -> claims.addAll(findings.claims()));
        }
    }

    /** @param pictures whether there are PNGs to link to */
    static String html(List<Part> parts, StudySetup setup, String version, String command, boolean pictures) {
        return new AuditPage(parts, setup, version, command, pictures).page();
    }

    private String page() {
        out.raw("<!DOCTYPE html>\n");
        out.open("html", "lang", "en");
        String styles = PackagedText.of(AuditPage.class, "audit.css");
        out.head("The paper, redrawn and audited · Acord", version, "", styles);
        out.open("body").open("main");
        headline();
        claims();
        for (Part part : parts) {
            part.findings().ifPresent(findings -> {
                findings.figures().forEach(this::figure);
                findings.tables().forEach(this::table);
            });
        }
        foot();
        out.closeLine().closeLine().closeLine();
        return out.toString();
    }

    // ---- The headline

    private void headline() {
        VerdictCount count = VerdictCount.of(claims);
        out.open("header").open("p.overline").leaf("span.brand", "Acord");
        out.leaf("span", "The paper, redrawn and audited").closeLine();
        out.open("h1").text(Numbers.count(count.judged(), "sentence") + " of the paper tested: ");
        out.leaf("span.good", count.reproducedInWords()).text(", ").leaf("span.mixed", count.correctedInWords());
        out.text(", ").leaf("span.bad", count.replacedInWords()).text(", ").leaf("span.bad", count.not() + " not");
        out.text(".").closeLine();
        if (count.ofMachine() > 0) {
            out.leaf("p.lead", count.ofMachineInWords());
        }
        if (count.ours() > 0) {
            out.leaf("p.lead", count.oursInWords());
        }
        out.leaf(
                "p.lead",
                "The paper is “Optimal Decentralized Smoothed Online Convex Optimization” by Bhuyan, Mukherjee and Wierman, arXiv:2411.08355v2. "
                        + "Its sentences stand here in our words. Verdicts are computed from what was measured, by the rule that stands with each.");
        out.leaf(
                "p.facts",
                String.join(
                        " · ",
                        setup.words(),
                        setup.quick() ? "quick: coarser grids and fewer seeds than the figures ask for" : "full grids",
                        version));
        List<String> broken = new ArrayList<>();
        parts.forEach(part -> part.findings().ifPresent(findings -> broken.addAll(findings.broken())));
        for (String promise : broken) {
            out.leaf("p.alarm", "A promise of Acord itself did not hold: " + promise);
        }
        List<String> missing = parts.stream()
                .filter(part -> part.findings().isEmpty())
                .map(part -> part.study().id())
                .toList();
        if (!missing.isEmpty()) {
            out.leaf(
                    "p.note",
                    "Not measured with this setup yet: " + String.join(", ", missing)
                            + ". The page grows with every study that is.");
        }
        glance();
        out.open("nav.contents", "aria-label", "Figures and tables").leaf("a", "Sentences", "href", "#claims");
        for (Part part : parts) {
            part.findings().ifPresent(findings -> {
                findings.figures().forEach(figure -> out.leaf("a", name(figure), "href", "#" + figure.id()));
                findings.tables()
                        .forEach(table -> out.leaf("a", table.id().replace('-', ' '), "href", "#" + table.id()));
            });
        }
        out.closeLine().closeLine();
    }

    /** All sentences by their ids, those that need attention first. */
    private void glance() {
        out.open("nav.glance", "aria-label", "Sentences by verdict");
        for (Claim.Verdict verdict : Claim.Verdict.values()) {
            out.open("p");
            for (Claim claim : claims) {
                if (claim.verdict() == verdict) {
                    chip(claim);
                }
            }
            out.closeLine();
        }
        out.closeLine();
    }

    private void chip(Claim claim) {
        out.leaf(
                "a",
                sign(claim.verdict()) + claim.id(),
                "class",
                "chip " + mood(claim.verdict()),
                "href",
                "#claim-" + claim.id());
        out.text(" ");
    }

    /** "Figure 2" for the paper's, the id for others. */
    private static String name(Figure figure) {
        return figure.id().matches("fig\\d")
                ? "Figure " + figure.id().charAt(3)
                : figure.id().replace('-', ' ');
    }

    // ---- The sentences

    private void claims() {
        out.open("section", "id", "claims").leaf("h2", "Sentence by sentence");
        out.leaf(
                "p.lead",
                "Numbers are means over seeds with their 95 % intervals in brackets; run times are medians with theirs.");
        Map<Boolean, List<Claim>> beyond = claims.stream()
                .collect(Collectors.partitioningBy(claim -> claim.verdict().isBeyondThePaper()));
        List<Claim> papers = beyond.getOrDefault(false, List.of());
        List<Claim> ours = beyond.getOrDefault(true, List.of());
        if (!papers.isEmpty()) {
            sentences("The paper says", papers);
        }
        if (!ours.isEmpty()) {
            out.leaf("h3", "Beyond the paper");
            sentences("We say", ours);
        }
        out.closeLine();
    }

    private void sentences(String who, List<Claim> said) {
        out.open("div.scroll", "tabindex", "0", "role", "region", "aria-label", "Table of sentences: " + who);
        out.open("table").open("thead").open("tr");
        for (String column : List.of("Verdict", who, "Measured", "Why")) {
            out.leaf("th", column, "scope", "col");
        }
        out.close().closeLine();
        out.open("tbody");
        said.forEach(this::row);
        out.closeLine().closeLine().closeLine();
    }

    private static String mood(Claim.Verdict verdict) {
        return switch (verdict) {
            case REPRODUCED -> "good";
            case CORRECTED -> "mixed";
            case REPLACED, NOT_REPRODUCED -> "bad";
            case DEPENDS_ON_MACHINE -> "open";
            case OURS_HOLDS -> "good";
            case OURS_FAILS -> "bad";
        };
    }

    private static String sign(Claim.Verdict verdict) {
        return switch (verdict) {
            case REPRODUCED -> "✓ ";
            case CORRECTED -> "± ";
            case REPLACED -> "⇄ ";
            case NOT_REPRODUCED -> "✗ ";
            case DEPENDS_ON_MACHINE -> "◷ ";
            case OURS_HOLDS -> "✓ ";
            case OURS_FAILS -> "✗ ";
        };
    }

    private void row(Claim claim) {
        out.open("tr", "id", "claim-" + claim.id(), "class", mood(claim.verdict()))
                .open("td");
        out.leaf("span.badge", sign(claim.verdict()) + claim.verdict());
        if (claim.basis() != Claim.Basis.MEASURED) {
            out.leaf("p.where", claim.basis().toString());
        }
        out.close();
        out.open("td.says").leaf("p", claim.claim());
        out.open("p.where").leaf("span", claim.section()).leaf("a.id", claim.id(), "href", "#claim-" + claim.id());
        out.close().close();
        out.open("td.measured");
        measured(claim);
        out.close();
        out.open("td.why").leaf("p", claim.why());
        out.open("p.where");
        for (String figure : claim.figures()) {
            if (isShown(figure)) {
                out.leaf("a", figure, "href", "#" + figure).text(" ");
            }
        }
        out.close().close().closeLine();
    }

    private boolean isShown(String figure) {
        return parts.stream()
                .flatMap(part -> part.findings().stream())
                .flatMap(findings -> findings.figures().stream())
                .anyMatch(shown -> shown.id().equals(figure));
    }

    private void measured(Claim claim) {
        List<String> names = List.copyOf(claim.measured().keySet());
        int first = names.size() <= SHOWN + 1 ? names.size() : SHOWN;
        list(claim, names.subList(0, first));
        if (first < names.size()) {
            out.open("details").leaf("summary", (names.size() - first) + " more");
            list(claim, names.subList(first, names.size()));
            out.close();
        }
    }

    private void list(Claim claim, List<String> names) {
        out.open("dl");
        for (String name : names) {
            Claim.Measured value = claim.measured().get(name);
            if (value == null) {
                throw new AssertionError("not measured: " + name);
            }
            out.open("div").leaf("dt", name);
            out.open("dd", "title", Numbers.exact(value.value())).leaf("b", Numbers.brief(value.value()));
            if (value.low() != value.high() && Double.isFinite(value.low())) {
                out.text(" ");
                out.leaf("span.interval", "[" + Numbers.brief(value.low()) + ", " + Numbers.brief(value.high()) + "]");
            }
            out.close().close();
        }
        out.close();
    }

    // ---- The figures

    private void figure(Figure figure) {
        out.open("section", "id", figure.id()).leaf("h2", figure.title());
        out.open("div.beside");
        if (!figure.paper().isEmpty()) {
            out.open("div")
                    .leaf("h3", "The paper says")
                    .leaf("p", figure.paper())
                    .close();
        }
        out.open("div").leaf("h3", "We see").leaf("p", figure.found()).close().closeLine();
        out.open("div.figure").raw(new FigureDrawing(figure, version).svg()).closeLine();
        out.open("p.files");
        for (Claim claim : claims) {
            if (claim.figures().contains(figure.id())) {
                chip(claim);
            }
        }
        out.leaf("a", "SVG", "href", figure.id() + ".svg").text(" ");
        if (pictures) {
            out.leaf("a", "PNG", "href", figure.id() + ".png").text(" ");
        }
        for (Figure.Panel panel : figure.panels()) {
            String file = figure.id() + "-" + panel.id() + ".csv";
            out.leaf("a", "CSV " + panel.id().toLowerCase(Locale.ROOT), "href", file)
                    .text(" ");
        }
        out.closeLine().closeLine();
    }

    private void table(Table table) {
        out.open("section", "id", table.id()).leaf("h2", table.title()).leaf("p", table.found());
        out.open("div.scroll", "tabindex", "0", "role", "region", "aria-label", table.title());
        out.raw(TableMarkup.of(table)).closeLine();
        out.leaf("p.note", table.conventions());
        out.open("p.files")
                .leaf("a", "CSV", "href", table.id() + ".csv")
                .closeLine()
                .closeLine();
    }

    private void foot() {
        out.open("section", "id", "again").leaf("h2", "Do it again").leaf("pre", command);
        out.leaf(
                "p.note",
                "What the paper leaves open is named on every figure and can be changed: --boundary for the outer ring of LPC’s neighbourhoods, --mu for where λ₁ takes its μ from, --start for z⁰. "
                        + "claims.json has all numbers of this page.");
        out.closeLine();
    }
}
