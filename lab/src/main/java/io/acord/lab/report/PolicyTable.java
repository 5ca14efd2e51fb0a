package io.acord.lab.report;

import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The table of the policies: who paid what, by how much more than the optimum, and at what expense. */
record PolicyTable(RunResult run, List<PolicyEntry> entries, Headline headline, Markup out) {

    void write() {
        page().section(
                        "policies",
                        "Who paid what",
                        "Means over " + Numbers.count(run.repeats(), "repeat") + ", cheapest first"
                                + (run.repeats() > 1
                                        ? "; brackets give the 95 % interval of the mean (Student’s t)"
                                        : "")
                                + ". Point at a number for all its digits.");
        out.open("div.scroll", "tabindex", "0", "role", "region", "aria-label", "Table of policies")
                .open("table");
        out.open("thead").open("tr");
        for (String column : List.of("Policy", "Total cost", "Hitting", "Switching")) {
            out.leaf("th", column, "scope", "col");
        }
        column("Dissimil.", "dissimilarity cost");
        column(
                "Ratio",
                "cost / hindsight optimum: mean, and largest over the repeats; ≤ where a lower bound stands for it");
        column(
                "Proven",
                "by its own books: cost ≤ ratio · OPT, mean and largest; else Theorem A: cost ≤ ratio · OPT + additive term");
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
        out.closeLine().close().closeLine();
        out.leaf(
                "p.note",
                "Messages and bytes are those of the whole fleet in a round, 8 bytes a number. Ratio: mean, largest below."
                        + " A certificate bounds, summed over the rounds, how far the actions were from the best for"
                        + " their round.");
        out.closeLine();
    }

    private void column(String name, String meaning) {
        out.leaf("th", name, "scope", "col", "title", meaning);
    }

    private void row(PolicyEntry entry, boolean best) {
        AlgorithmResult result = entry.result();
        MeanInterval total = entry.total();
        out.open("tr", "class", entry.key() + (best ? " best" : ""))
                .open("th", "scope", "row")
                .open("span.who");
        HeatMaps.swatch(out, entry.look());
        out.leaf("span.policy", Canvas.clip(entry.name(), 28), "title", entry.name())
                .close();
        if (best) {
            out.leaf("span.badge", "best online");
        } else if (!entry.isOnline()) {
            out.leaf("span.badge.quiet", "knows the future");
        }
        result.recipe().ifPresent(words -> out.leaf("span.badge.quiet", words));
        result.caveat().ifPresent(why -> out.leaf("span.badge.warned", why));
        out.close();
        out.open(
                "td",
                "title",
                Numbers.exact(total.mean())
                        + (total.hasInterval()
                                ? " [" + Numbers.exact(total.low()) + ", " + Numbers.exact(total.high()) + "]"
                                : ""));
        out.leaf("span.main", Numbers.brief(total.mean()));
        if (total.hasInterval()) {
            out.leaf("span.sub", "[" + Numbers.brief(total.low()) + ", " + Numbers.brief(total.high()) + "]");
        }
        out.close();
        number(entry.mean().hitting());
        number(entry.mean().switching());
        number(entry.mean().dissimilarity());
        ratio(entry);
        if (result.booksRatios().stream().anyMatch(Double::isFinite)) {
            certified(result);
        } else {
            bound(result);
        }
        OptionalDouble certificate = result.meanCertificate();
        if (certificate.isPresent()) {
            number(certificate.getAsDouble());
        } else {
            missing(result.caveat().orElse("this policy has no certificate"));
        }
        number(result.effort().iterationsPerRound());
        number(result.effort().messagesPerRound());
        out.leaf(
                "td",
                Numbers.bytes(result.effort().bytesPerRound()),
                "title",
                Numbers.exact(result.effort().bytesPerRound()) + " B");
        out.leaf(
                "td",
                Numbers.seconds(result.effort().secondsPerRound()),
                "title",
                Numbers.exact(result.effort().secondsPerRound()) + " s");
        out.closeLine();
    }

    /** To the hindsight optimum; certified, where nobody solved it. */
    private void ratio(PolicyEntry entry) {
        List<Double> atMost = entry.result().ratiosAtMost();
        if (entry.result().ratios().isEmpty() && !atMost.isEmpty()) {
            double mean = entry.result().meanRatioAtMost();
            double most = atMost.stream().mapToDouble(ratio -> ratio).max().orElseThrow();
            out.open("td", "title", "at most " + Numbers.exact(mean) + ", largest " + Numbers.exact(most));
            out.leaf("span.main", "≤ " + cell(Numbers.brief(mean)));
            out.leaf("span.sub", "max " + cell(Numbers.brief(most))).close();
            return;
        }
        out.open("td", "title", Numbers.exact(entry.meanRatio()) + ", largest " + Numbers.exact(entry.maxRatio()));
        out.leaf("span.main", cell(Numbers.brief(entry.meanRatio())));
        out.leaf("span.sub", "max " + cell(Numbers.brief(entry.maxRatio()))).close();
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

    /** What its own books prove. */
    private void certified(AlgorithmResult result) {
        double mean = result.booksRatios().stream()
                .mapToDouble(ratio -> ratio)
                .average()
                .orElseThrow();
        double most =
                result.booksRatios().stream().mapToDouble(ratio -> ratio).max().orElseThrow();
        out.open("td", "title", Numbers.exact(mean) + ", largest " + Numbers.exact(most));
        out.leaf("span.main", "≤ " + cell(Numbers.brief(mean)) + " · OPT");
        out.leaf("span.sub", "max " + cell(Numbers.brief(most))).close();
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
        out.leaf("span.main", Numbers.brief(b.ratio()) + " · OPT");
        out.leaf(
                        "span.sub.outcome",
                        "+ " + cell(Numbers.brief(b.additive())) + (b.holds() ? " ✓ holds" : " ✗ violated"))
                .close();
    }

    private PageParts page() {
        return new PageParts(out);
    }
}
