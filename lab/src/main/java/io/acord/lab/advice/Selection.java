package io.acord.lab.advice;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The one rule by which everything is chosen: of those that pay at most {@code within} more than the least in the first
 * rounds, the one that sends the fewest messages, then bytes, then the first. The rest of the rounds has to bear it
 * out.
 *
 * @param within a share, such as 0.001
 */
record Selection(double within) {

    /**
     * What was chosen among several.
     *
     * @param chosen by the first rounds
     * @param kept after the rest was looked at
     */
    record Choice(Trial chosen, Trial kept) {
        boolean holdsUp() {
            return chosen.equals(kept);
        }
    }

    /**
     * Chooses; where the rest of the rounds contradicts, among those that it does not contradict, by all rounds.
     *
     * @param safe what is taken if nothing is better: the others have to stand the comparison with it
     */
    Choice choose(List<Trial> trials, Trial safe) {
        Trial chosen = pick(trials, Trial::paidFirst);
        if (isBorneOut(chosen, safe)) {
            return new Choice(chosen, chosen);
        }
        List<Trial> others =
                trials.stream().filter(trial -> isBorneOut(trial, safe)).toList();
        return new Choice(chosen, pick(others, Trial::paid));
    }

    /** By the first rounds alone. */
    Trial pick(List<Trial> trials) {
        return pick(trials, Trial::paidFirst);
    }

    private Trial pick(List<Trial> trials, ToDoubleFunction<Trial> paid) {
        double least = trials.stream().mapToDouble(paid).min().orElseThrow();
        return trials.stream()
                .filter(trial -> isNear(paid.applyAsDouble(trial), least))
                .min(Comparator.comparingDouble((Trial trial) -> trial.effort().messagesPerRound())
                        .thenComparingDouble(trial -> trial.effort().bytesPerRound()))
                .orElseThrow();
    }

    /**
     * Who talks no more than the safe one may pay a little more than it in the confirming rounds; others have to pay
     * less.
     */
    private boolean isBorneOut(Trial trial, Trial safe) {
        boolean talksNoMore = trial.effort().messagesPerRound() <= safe.effort().messagesPerRound()
                && trial.effort().bytesPerRound() <= safe.effort().bytesPerRound();
        return trial.equals(safe)
                || (talksNoMore ? isNear(trial.paidRest(), safe.paidRest()) : trial.paidRest() < safe.paidRest());
    }

    boolean isNear(double paid, double least) {
        return paid <= least + within * Math.abs(least);
    }
}
