package io.acord.lab.run;

import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.policy.Policy;
import io.acord.recipe.Recipe;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds a run against what was promised of it. */
final class Judge {

    /** Sums of many costs differ in their last digits by the order of summation; promises are not about those. */
    private static final double ROUNDING = 1e-9;

    /** Certificates of more than this share of what was paid are worth a hint. */
    private static final double LARGE_SHARE = 0.1;

    private Judge() {}

    /** What Theorem A promises of one policy in one repeat. */
    record Promise(TheoremA theorem, double paid, double atMost) {
        boolean isKept() {
            return paid <= atMost + ROUNDING * Math.abs(atMost);
        }
    }

    /** Empty where λ comes from a rule of which nothing is promised, or an action left the domain of its cost. */
    static Optional<Promise> promise(Repeat.Outcome outcome, Repeat.Played played) {
        if (!Double.isFinite(played.gaps)) {
            return Optional.empty();
        }
        // OPT pays at most the upper bound, so the promise is at most this.
        return played.lambdas
                .theorem(outcome.shift())
                .map(theorem -> new Promise(
                        theorem,
                        played.total(),
                        theorem.bestBound(outcome.optimum().upperBound(), Math.max(0, played.gaps))));
    }

    /** @param convergence of the variants in round 1, for hints */
    static Verdict verdict(
            List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes, List<Convergence> convergence) {
        List<Verdict.Check> checks = new ArrayList<>();
        checks.add(optimum(outcomes));
        trust(algorithms, outcomes).ifPresent(checks::add);
        if (!outcomes.stream().allMatch(outcome -> outcome.optimum().wasSought())) {
            checks.add(nobodyBelowBound(algorithms, outcomes));
            checks.add(new Verdict.Check("theorem-a", Verdict.Outcome.SKIPPED, withoutOptimum(algorithms)));
            return new Verdict(checks);
        }
        checks.add(nobodyBelowOptimum(algorithms, outcomes));
        checks.add(books(algorithms, outcomes, convergence));
        checks.add(theoremA(algorithms, outcomes));
        checks.add(exactWithinBestRatio(algorithms, outcomes));
        return new Verdict(checks);
    }

    /** Theorems G and H: whoever looks ahead pays at most 1 + ε times what it would have paid without. */
    private static Optional<Verdict.Check> trust(List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes) {
        String id = "trust";
        double worst = 0;
        String words = "";
        for (int a = 0; a < algorithms.size(); a++) {
            for (int r = 0; r < outcomes.size(); r++) {
                Repeat.Played played = outcomes.get(r).played().get(a);
                Repeat.Trusted last = played.trusted;
                if (last == null || algorithms.get(a).caveat().isPresent()) {
                    continue;
                }
                if (last.whyNotPromised().isPresent()) {
                    return Optional.of(new Verdict.Check(
                            id,
                            Verdict.Outcome.SKIPPED,
                            words(
                                    "Nothing is promised of %s in repeat %d: %s.",
                                    algorithms.get(a).name(),
                                    r,
                                    last.whyNotPromised().get())));
                }
                double atMost = 1 + last.epsilon();
                double ratio = played.expertPaid > 0 ? played.total() / played.expertPaid : 1;
                if (played.total() > atMost * played.expertPaid * (1 + ROUNDING) + Double.MIN_NORMAL) {
                    return Optional.of(new Verdict.Check(
                            id,
                            Verdict.Outcome.BROKEN,
                            words(
                                    "%s paid %s times what it would have paid without forecasts in repeat %d, above the promised %s.",
                                    algorithms.get(a).name(), number(ratio), r, number(atMost))));
                }
                if (ratio >= worst) {
                    worst = ratio;
                    words = words(
                            "Forecasts stayed harmless: at most %s times what would have been paid without them, by %s in repeat %d; promised was %s.",
                            number(ratio), algorithms.get(a).name(), r, number(atMost));
                }
            }
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(new Verdict.Check(id, Verdict.Outcome.KEPT, words));
    }

    private static Verdict.Check optimum(List<Repeat.Outcome> outcomes) {
        for (int r = 0; r < outcomes.size(); r++) {
            HindsightOptimum optimum = outcomes.get(r).optimum();
            if (optimum instanceof HindsightOptimum.Bounded bounded) {
                return new Verdict.Check(
                        "optimum-solved",
                        Verdict.Outcome.SKIPPED,
                        "The hindsight optimum was not solved: " + bounded.why() + ".");
            }
            if (optimum instanceof HindsightOptimum.Bracketed bracketed) {
                return new Verdict.Check(
                        "optimum-solved",
                        Verdict.Outcome.SKIPPED,
                        words(
                                "The hindsight optimum of repeat %d is only known to lie between %s and %s: %s.",
                                r,
                                number(bracketed.lowerBound()),
                                number(bracketed.upperBound()),
                                bracketed.whyStopped()));
            }
        }
        return new Verdict.Check(
                "optimum-solved", Verdict.Outcome.KEPT, "The hindsight optimum was solved in every repeat.");
    }

    /** Whoever paid less than what nobody can have paid less than has shown that a cost is not what it says. */
    private static Verdict.Check nobodyBelowBound(List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes) {
        String id = "books";
        for (int r = 0; r < outcomes.size(); r++) {
            double least = outcomes.get(r).optimum().lowerBound();
            double most = outcomes.get(r).optimum().upperBound();
            if (least > most + ROUNDING * Math.abs(most)) {
                return new Verdict.Check(
                        id,
                        Verdict.Outcome.BROKEN,
                        words(
                                "The books say in repeat %d that nobody pays less than %s, and somebody can pay %s: a cost is not what it says.",
                                r, number(least), number(most)));
            }
        }
        String certified = algorithms.stream()
                .filter(a -> Double.isFinite(a.meanRatioAtMost()))
                .map(a -> words("%s at most %.4g times", a.name(), a.meanRatioAtMost()))
                .collect(Collectors.joining(", "));
        return new Verdict.Check(
                id,
                certified.isEmpty() ? Verdict.Outcome.SKIPPED : Verdict.Outcome.KEPT,
                certified.isEmpty()
                        ? "No lower bound above 0 is known, so nothing is certified: more iterations, or variant: auto, would make certificates smaller."
                        : "Certified by a lower bound on the hindsight optimum, if the costs are what they say: "
                                + certified
                                + " the best that anyone who had known everything could have paid, on average."
                                + hints(algorithms, List.of()));
    }

    private static String withoutOptimum(List<AlgorithmResult> algorithms) {
        boolean isCertified =
                algorithms.stream().flatMap(a -> a.certificates().stream()).allMatch(Double::isFinite);
        return "Nothing was held against the optimum, which is not known."
                + (isCertified ? "" : " Some round has no certificate, so that nothing would be promised either.");
    }

    private static Verdict.Check nobodyBelowOptimum(List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes) {
        for (int r = 0; r < outcomes.size(); r++) {
            double least = outcomes.get(r).optimum().lowerBound();
            for (int a = 0; a < algorithms.size(); a++) {
                double paid = outcomes.get(r).played().get(a).total();
                if (paid < least - ROUNDING * Math.abs(least)) {
                    return new Verdict.Check(
                            "nobody-below-optimum",
                            Verdict.Outcome.BROKEN,
                            words(
                                    "%s paid %s in repeat %d, less than the hindsight optimum, %s: something is computed wrongly.",
                                    algorithms.get(a).name(), number(paid), r, number(least)));
                }
            }
        }
        return new Verdict.Check(
                "nobody-below-optimum", Verdict.Outcome.KEPT, "Nobody paid less than the hindsight optimum.");
    }

    /** The books never promise more than the truth; and what they prove, one number first. */
    private static Verdict.Check books(
            List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes, List<Convergence> convergence) {
        String id = "books";
        for (int r = 0; r < outcomes.size(); r++) {
            double most = outcomes.get(r).optimum().upperBound();
            for (int a = 0; a < algorithms.size(); a++) {
                Repeat.Played played = outcomes.get(r).played().get(a);
                double least = played.atLeast(played.books.size() - 1);
                if (least > most + ROUNDING * Math.abs(most)) {
                    return new Verdict.Check(
                            id,
                            Verdict.Outcome.BROKEN,
                            words(
                                    "The books of %s say in repeat %d that nobody pays less than %s, and the hindsight optimum is %s: a cost is not what it says.",
                                    algorithms.get(a).name(), r, number(least), number(most)));
                }
            }
        }
        String certified = algorithms.stream()
                .filter(a -> a.role() == Policy.Role.ACORD)
                .filter(a -> Double.isFinite(mean(a.booksRatios())))
                .map(a -> words("%s at most %.4g times", a.name(), mean(a.booksRatios())))
                .collect(Collectors.joining(", "));
        return new Verdict.Check(
                id,
                Verdict.Outcome.KEPT,
                certified.isEmpty()
                        ? "Nobody's books promise more than the hindsight optimum."
                        : "Certified by the agents' own books, if the costs are what they say: " + certified
                                + " the best that anyone who had known everything could have paid, on average."
                                + hints(algorithms, convergence));
    }

    /** Where certificates are a large share of what was paid: what would make them small, by round 1. */
    private static String hints(List<AlgorithmResult> algorithms, List<Convergence> convergence) {
        List<AlgorithmResult> few = algorithms.stream()
                .filter(a -> a.role() == Policy.Role.ACORD && certificateShare(a) > LARGE_SHARE)
                .toList();
        return few.isEmpty()
                ? ""
                : words(
                        " Too few iterations for these costs: certificates are a large share of what was paid, of %s.%s",
                        few.stream()
                                .map(a -> words("%s %s", a.name(), percent(certificateShare(a))))
                                .collect(Collectors.joining(", ")),
                        remedy(few.get(0), convergence));
    }

    /** 0 where there is no certificate to be made smaller. */
    private static double certificateShare(AlgorithmResult algorithm) {
        double share = mean(algorithm.certificates()) / mean(algorithm.totals());
        return Double.isFinite(share) ? share : 0;
    }

    /** The fewest iterations of the default variant that leave a certificate of a hundredth of what round 1 cost. */
    private static String remedy(AlgorithmResult algorithm, List<Convergence> convergence) {
        double wanted = algorithm.costs().get(0).get(0).total() / 100;
        String variant = Recipe.standard().variant().word();
        for (Convergence curve : convergence) {
            for (int k = 0;
                    curve.variant().equals(variant) && k < curve.certified().size();
                    k++) {
                if (curve.certified().get(k) <= wanted) {
                    return words(
                            " In round 1, iterations: %d of variant: %s leave less than a hundredth.", k + 1, variant);
                }
            }
        }
        return "";
    }

    private static double mean(List<Double> numbers) {
        return numbers.stream().mapToDouble(n -> n).average().orElse(Double.NaN);
    }

    private static Verdict.Check theoremA(List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes) {
        String id = "theorem-a";
        double tightest = 0;
        String of = "";
        for (int r = 0; r < outcomes.size(); r++) {
            for (int a = 0; a < algorithms.size(); a++) {
                Optional<Promise> given =
                        promise(outcomes.get(r), outcomes.get(r).played().get(a));
                if (algorithms.get(a).caveat().isPresent() || given.isEmpty()) {
                    continue;
                }
                Promise promise = given.get();
                if (!promise.isKept()) {
                    return new Verdict.Check(
                            id,
                            Verdict.Outcome.BROKEN,
                            words(
                                    "%s paid %s in repeat %d, more than the %s that Theorem A allows with its certificates.",
                                    algorithms.get(a).name(), number(promise.paid()), r, number(promise.atMost())));
                }
                double share = promise.atMost() > 0 ? promise.paid() / promise.atMost() : 0;
                if (share >= tightest) {
                    tightest = share;
                    of = algorithms.get(a).name();
                }
            }
        }
        return of.isEmpty()
                ? new Verdict.Check(id, Verdict.Outcome.SKIPPED, "No bound applies: " + whyNoPromise(outcomes) + ".")
                : new Verdict.Check(
                        id,
                        Verdict.Outcome.KEPT,
                        words(
                                "Everybody stayed below Theorem A's bound with the measured certificates; closest was %s with %s of it.",
                                of, percent(tightest)));
    }

    private static String whyNoPromise(List<Repeat.Outcome> outcomes) {
        return outcomes.stream()
                .flatMap(outcome -> outcome.played().stream())
                .flatMap(played -> played.lambdas.whyNotPromised().stream())
                .findFirst()
                .orElse("some round has no certificate");
    }

    private static Verdict.Check exactWithinBestRatio(List<AlgorithmResult> algorithms, List<Repeat.Outcome> outcomes) {
        String id = "ratio-to-optimum";
        double largest = 0;
        String of = "";
        int at = 0;
        for (int r = 0; r < outcomes.size(); r++) {
            Repeat.Outcome outcome = outcomes.get(r);
            for (int a = 0; a < algorithms.size(); a++) {
                Policy.Role role = algorithms.get(a).role();
                boolean exact = role == Policy.Role.EXACT;
                if (!exact && role != Policy.Role.ACORD) {
                    continue;
                }
                double optimum = outcome.optimum().upperBound() - outcome.shift();
                Repeat.Played played = outcome.played().get(a);
                double paid = played.total() - outcome.shift();
                double best = played.lambdas
                        .theorem(outcome.shift())
                        .map(TheoremA::competitiveRatio)
                        .orElse(Double.POSITIVE_INFINITY);
                if (exact && paid > best * optimum * (1 + ROUNDING) + Double.MIN_NORMAL) {
                    return new Verdict.Check(
                            id,
                            Verdict.Outcome.BROKEN,
                            words(
                                    "%s paid %s times the hindsight optimum in repeat %d, above the promised %s.",
                                    algorithms.get(a).name(), number(paid / optimum), r, number(best)));
                }
                double ratio = optimum > 0 ? paid / optimum : 1;
                if (ratio >= largest) {
                    largest = ratio;
                    of = algorithms.get(a).name();
                    at = r;
                }
            }
        }
        if (of.isEmpty()) {
            return new Verdict.Check(
                    id,
                    Verdict.Outcome.SKIPPED,
                    "Neither acord nor robd was played, and of others nothing is promised.");
        }
        return new Verdict.Check(
                id,
                Verdict.Outcome.KEPT,
                words(
                        "The largest ratio to the hindsight optimum of a regularising policy was %s (%s in repeat %d). %s %s.",
                        number(largest),
                        of,
                        at,
                        outcomes.get(at).promise().isLeast()
                                ? "The least that any online algorithm can promise over as many rounds of such costs is"
                                : "Promised beforehand of exact play with these costs was at most",
                        number(outcomes.get(at).promise().ratio())));
    }

    private static String words(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
