package io.acord.lab.report;

import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.run.Verdict;
import java.util.List;
import java.util.Optional;

/** The head of the page: the run in a sentence, what was promised and what became of it. */
record VerdictSection(RunResult run, Headline headline, Markup out) {

    void write() {
        boolean checked = headline.count(Verdict.Outcome.KEPT) + headline.count(Verdict.Outcome.BROKEN) > 0;
        String mood = !run.verdict().isKept() ? "broken" : checked ? "kept" : "skipped";
        out.open("header", "id", "verdict").open("p.overline").leaf("span.brand", "Acord report");
        out.leaf("span", Canvas.clip(run.name(), 120)).closeLine();
        out.open("h1")
                .text(headline.paid() + " ")
                .leaf("span", headline.promises(), "class", mood)
                .closeLine();
        out.leaf("p.lead", headline.context());
        out.leaf(
                "p.facts",
                String.join(
                        " · ",
                        Numbers.count(run.agents(), "agent"),
                        Numbers.count(run.horizon(), "round"),
                        Numbers.count(run.dimension(), "dimension"),
                        "β " + betas(),
                        Numbers.count(run.repeats(), "repeat"),
                        "seed " + run.seed()));
        headline.subject().ifPresent(this::tiles);
        if (run.verdict().checks().isEmpty()) {
            out.leaf("p.empty", "This run came without checks.");
        } else {
            checks();
        }
        out.closeLine();
    }

    private void checks() {
        out.open("ul.checks");
        for (Verdict.Check check : run.verdict().checks()) {
            out.open("li", "class", style(check.outcome()));
            out.leaf("span.outcome", symbol(check.outcome()) + " " + word(check.outcome()));
            out.open("span.words")
                    .text(check.words() + " ")
                    .leaf("span.id", check.id())
                    .close()
                    .closeLine();
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
        out.open("dl.tiles");
        ratioToOptimum(subject);
        if (result.books().isPresent()) {
            Statistics certified = Statistics.of(result.booksRatios());
            double most =
                    result.booksRatios().stream().mapToDouble(r -> r).max().orElse(Double.NaN);
            tile(
                    "Certified",
                    "≤ " + Numbers.brief(certified.mean()) + " · OPT",
                    "by its own books" + (run.repeats() > 1 ? "; ≤ " + Numbers.brief(most) + " in a repeat" : ""));
        } else {
            theoremA(result.bound());
        }
        tile(
                run.promise().isLeast() ? "Least ratio to promise" : "Promised ratio",
                Numbers.brief(run.promise().ratio()),
                !Double.isFinite(run.promise().ratio())
                        ? "no guarantee for these costs"
                        : (run.promise().isLeast() ? "over as many rounds" : "for exact play; weights change")
                                + (run.repeats() > 1 ? "; largest of the repeats" : ""));
        tile(
                "Sent per round",
                Numbers.bytes(result.effort().bytesPerRound()),
                "in " + Numbers.brief(result.effort().messagesPerRound()) + " messages");
        out.closeLine();
    }

    private void ratioToOptimum(PolicyEntry subject) {
        List<Double> atMost = subject.result().ratiosAtMost();
        if (subject.result().ratios().isEmpty() && !atMost.isEmpty()) {
            double most = atMost.stream().mapToDouble(r -> r).max().orElse(Double.NaN);
            tile(
                    "Ratio to OPT, at most",
                    Numbers.brief(subject.result().meanRatioAtMost()),
                    "by a lower bound; OPT was not solved"
                            + (run.repeats() > 1 ? "; ≤ " + Numbers.brief(most) + " in a repeat" : ""));
            return;
        }
        tile(
                "Ratio to OPT",
                Numbers.brief(subject.meanRatio()),
                run.repeats() > 1
                        ? "at most " + Numbers.brief(subject.maxRatio()) + " in a repeat"
                        : "in the one repeat");
    }

    /** What is proved where nobody kept books. */
    private void theoremA(Optional<AlgorithmResult.Bound> bound) {
        tile(
                "Proven bound",
                bound.map(b -> "≤ " + Numbers.brief(b.ratio()) + " · OPT").orElse("none"),
                bound.map(b -> "+ " + Numbers.brief(b.additive())
                                + (!b.holds()
                                        ? "; violated"
                                        : headline.rulesNothingOut(b) ? "; holds, but rules nothing out" : "; holds"))
                        .orElse("no theorem covers it"));
    }

    private void tile(String name, String value, String more) {
        out.open("div").leaf("dt", name);
        out.open("dd").leaf("span.big", value).leaf("span.small", more).close().closeLine();
    }
}
