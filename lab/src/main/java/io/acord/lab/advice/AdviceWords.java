package io.acord.lab.advice;

import io.acord.lab.run.Statistics;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code advice.md}: what to do, why, and what everything that was tried came to. */
final class AdviceWords {

    private static final double SMALLEST = 5e-5;

    private AdviceWords() {}

    /** What is advised, in a few lines; every line is a paragraph. */
    static List<String> summary(Advice advice) {
        Trial recommended = advice.recommended();
        Statistics saving = advice.saving();
        String headline = advice.isToStay()
                ? words(
                        "Stay with what the scenario plays: %s.",
                        recommended.candidate().inWords())
                : words("Play %s.", recommended.candidate().inWords());
        String won = advice.isToStay()
                ? ""
                : words(
                        " In rounds %d to %d, which chose nothing, it pays %s what the scenario plays now%s.",
                        advice.choosing() + 1,
                        advice.scenario().horizon(),
                        amount(saving.mean()) + (isSmall(saving.mean()) ? " as" : " than"),
                        isSmall(saving.mean()) ? "" : interval(advice, saving));
        return List.of(
                headline + won,
                words(
                        "It pays %s in all, %s; it sends %.4g messages with %.4g bytes a round.",
                        number(recommended.paid()),
                        ratio(advice, recommended),
                        recommended.effort().messagesPerRound(),
                        recommended.effort().bytesPerRound()),
                advice.holdsUp()
                        ? "Everything that the first half of the rounds chose holds up in the second."
                        : "NOT everything that the first half of the rounds chose holds up in the second: see below.");
    }

    private static String interval(Advice advice, Statistics saving) {
        if (advice.scenario().repeats() < 2) {
            return "";
        }
        String ends = words(" (95 %%: from %s to %s)", amount(saving.low95()), amount(saving.high95()));
        return saving.low95() <= 0 && saving.high95() >= 0 ? ends + "; by so many repeats that is not certain" : ends;
    }

    private static String ratio(Advice advice, Trial trial) {
        double ratio = advice.ratio(trial);
        if (!Double.isFinite(ratio)) {
            return "and nothing is known of the hindsight optimum";
        }
        return words(
                advice.isSolved()
                        ? "%.4f times the hindsight optimum"
                        : "certified at most %.4f times the hindsight optimum, which was not solved",
                ratio);
    }

    static String markdown(Advice advice, String command) {
        StringBuilder text =
                new StringBuilder("# Advice for " + advice.scenario().name() + "\n\n");
        summary(advice).forEach(line -> text.append(line).append("\n\n"));
        text.append(words(
                "%d agents, %d rounds, %s. Rounds 1 to %d chose, the rest confirmed; who pays at most %s more than the least"
                        + " is as good as the least, and of those the one with the fewest messages is taken.\n\n",
                advice.scenario().agents(),
                advice.scenario().horizon(),
                advice.scenario().repeats() == 1
                        ? "one repeat"
                        : advice.scenario().repeats() + " repeats",
                advice.choosing(),
                percent(advice.within())));
        text.append("## Why\n\n");
        advice.findings()
                .forEach(finding -> text.append("- ")
                        .append(finding.words())
                        .append(finding.holdsUp() ? "\n" : " **Not borne out.**\n"));
        text.append("\n## Everything that was played\n\n");
        text.append(words(
                "| setting | rounds 1 to %d | the rest | %s | certificate | messages a round | bytes a round |\n",
                advice.choosing(), advice.isSolved() ? "x OPT" : "x OPT, at most"));
        text.append("|---|---|---|---|---|---|---|\n");
        text.append(advice.trials().stream()
                .sorted(Comparator.comparingDouble(Trial::paid))
                .map(trial -> row(advice, trial))
                .collect(Collectors.joining()));
        return text.append("\nThe same again: `").append(command).append("`\n").toString();
    }

    private static String row(Advice advice, Trial trial) {
        String mark =
                trial.equals(advice.recommended()) ? " **(advised)**" : trial.equals(advice.yours()) ? " (yours)" : "";
        double ratio = advice.ratio(trial);
        return words(
                "| %s%s | %s | %s | %s | %s | %.4g | %.6g |\n",
                trial.candidate().inWords(),
                mark,
                number(trial.paidFirst()),
                number(trial.paidRest()),
                Double.isFinite(ratio) ? words("%.4f", ratio) : "–",
                Double.isFinite(trial.certificateShare()) ? percent(trial.certificateShare()) : "–",
                trial.effort().messagesPerRound(),
                trial.effort().bytesPerRound());
    }

    static String words(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** What somebody pays who saves such a share. */
    static String amount(double saving) {
        return isSmall(saving) ? "as much" : percent(Math.abs(saving)) + (saving < 0 ? " more" : " less");
    }

    /** Whether a share is not worth words. */
    static boolean isSmall(double share) {
        return Math.abs(share) < SMALLEST;
    }

    static String percent(double share) {
        return words("%.2f %%", 100 * share);
    }

    private static String number(double value) {
        return words("%.6g", value);
    }
}
