package io.acord.lab.advice;

import static io.acord.lab.advice.AdviceWords.amount;
import static io.acord.lab.advice.AdviceWords.isSmall;
import static io.acord.lab.advice.AdviceWords.percent;
import static io.acord.lab.advice.AdviceWords.words;

import io.acord.foresight.Trust;
import io.acord.input.Complaints;
import io.acord.lab.generate.PersistenceForecasts;
import io.acord.lab.optimum.OptimumRule;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Plays a scenario with one setting of ACORD after the other, and advises one: λ first, then K, the variant, where
 * iterations begin, and whether forecasts pay. Every question is decided by the first rounds, and the rest has to bear
 * the answer out. The same scenario gives the same advice. Mutable; one thread.
 */
public final class Advisor {

    /** How much more than the least is as good as the least, where nothing is said. */
    public static final double DEFAULT_WITHIN = 0.001;

    private static final int FEWEST_ROUNDS = 8;
    private static final List<Integer> LADDER = List.of(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64);
    private static final int PLENTY = 32; // iterations, where λ is asked about
    private static final List<Integer> WINDOWS = List.of(1, 2, 4, 8);
    private static final List<Double> TRUSTS = List.of(0.1, 2.0);
    private static final double SMALL_SHARE = 0.01; // of certificates in what was paid

    private final Scenario scenario;
    private final Function<String, Watcher> watchers;
    private final Selection selection;
    private final int choosing;
    private final OptionalInt period;
    private final Scenario played; // with forecasts, without the optimum
    private final Map<Candidate, Trial> trials = new LinkedHashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private Advisor(Scenario scenario, double within, OptionalInt period, Function<String, Watcher> watchers) {
        this.scenario = scenario;
        this.watchers = watchers;
        this.selection = new Selection(within);
        this.choosing = (scenario.horizon() + 1) / 2;
        this.period = scenario.forecasts().isPresent()
                ? OptionalInt.empty()
                : OptionalInt.of(period.orElseGet(() -> PeriodSearch.of(scenario, choosing)));
        Scenario unsolved = scenario.with(OptimumRule.NONE);
        this.played = scenario.forecasts().isPresent()
                ? unsolved
                : unsolved.with(PersistenceForecasts.of(this.period.getAsInt()));
    }

    /**
     * The advice for a scenario.
     *
     * @param within how much more than the least is as good as the least, as a share
     * @param period of forecasts by persistence, where the scenario has none of its own; empty: it is looked for
     * @param watchers sees how far each step is, by its name
     * @throws io.acord.input.BadInputException if there is no past to learn from
     */
    public static Advice advise(
            Scenario scenario, double within, OptionalInt period, Function<String, Watcher> watchers) {
        check(scenario, within, period);
        return new Advisor(scenario, within, period, watchers).advice();
    }

    private static void check(Scenario scenario, double within, OptionalInt period) {
        Complaints complaints = new Complaints();
        String file = scenario.source().file();
        if (scenario.costs().isOnline()) {
            complaints.add(
                    file + ": costs",
                    "come in while rounds are played",
                    "costs of rounds that are over, because advice is learned from them",
                    "write the rounds of a few days into a file, and use costs: {kind: jsonl, file: …}");
        } else if (scenario.horizon() < FEWEST_ROUNDS) {
            complaints.add(
                    file + ": horizon",
                    "is " + scenario.horizon(),
                    "at least " + FEWEST_ROUNDS + " rounds, because one half chooses and the other confirms",
                    "play more rounds");
        }
        if (!(within >= 0 && within < 1)) {
            complaints.add(
                    "--within",
                    "is " + within,
                    "a share from 0 to below 1: who pays so much more than the least is as good as the least",
                    "omit it for " + DEFAULT_WITHIN);
        }
        if (period.isPresent() && scenario.forecasts().isPresent()) {
            complaints.add(
                    "--period",
                    "is " + period.getAsInt(),
                    "a scenario without forecasts, because this one says itself what agents believe",
                    "drop --period, or give --set 'forecasts={kind: persistence, period: " + period.getAsInt() + "}'");
        } else if (period.isPresent() && period.getAsInt() < 1) {
            complaints.add("--period", "is " + period.getAsInt(), "a number of rounds, at least 1", "omit it");
        }
        complaints.throwIfAny();
    }

    private Advice advice() {
        Candidate now = scenario.algorithms().stream()
                .flatMap(entry -> Candidate.of(entry.policy()).stream())
                .findFirst()
                .orElse(Candidate.STANDARD);
        Trial yours = play("yours", List.of(now)).get(0);
        Trial weighted = lambda();
        Trial counted = iterations(weighted.candidate());
        Trial varied = variant(counted);
        Trial begun = from(varied);
        certificate(begun);
        Trial best = forecasts(begun);
        Trial recommended = compareWith(yours, best);
        List<Scenario.Algorithm> last = Stream.of(recommended, yours, begun)
                .map(Trial::candidate)
                .distinct()
                .map(candidate -> candidate.entry(candidate.inWords()))
                .toList();
        // The one play that asks for the optimum: what it says of these rounds holds for all trials.
        RunResult result = Experiment.of(played.with(scenario.optimum()).with(last), watchers.apply("optimum"), "", "")
                .play();
        return new Advice(
                scenario,
                choosing,
                selection.within(),
                List.copyOf(trials.values()),
                yours,
                recommended,
                period,
                List.copyOf(findings),
                result.optima(),
                result.verdict().isKept());
    }

    /** Plays what has not been played yet. */
    private List<Trial> play(String step, List<Candidate> candidates) {
        List<Candidate> fresh = candidates.stream()
                .distinct()
                .filter(candidate -> !trials.containsKey(candidate))
                .toList();
        if (!fresh.isEmpty()) {
            Scenario some = played.with(fresh.stream()
                    .map(candidate -> candidate.entry(candidate.inWords()))
                    .toList());
            RunResult result = Experiment.of(some, watchers.apply(step), "", "").play();
            for (int a = 0; a < fresh.size(); a++) {
                trials.put(
                        fresh.get(a), Trial.of(fresh.get(a), result.algorithms().get(a), choosing));
            }
        }
        return candidates.stream()
                .flatMap(candidate -> Optional.ofNullable(trials.get(candidate)).stream())
                .toList();
    }

    private Trial lambda() {
        Candidate plenty = Candidate.STANDARD.with(IterationRule.fixed(PLENTY));
        List<Trial> options = play("lambda", List.of(plenty, plenty.withLambda1(), plenty.with(LambdaRule.fixed(1))));
        Trial riccati = options.get(0);
        Selection.Choice choice = selection.choose(options, riccati);
        Trial kept = choice.kept();
        String answer = kept.equals(riccati)
                ? words(
                        "lambda: riccati, the default, stays: paper pays %s, 1 pays %s.",
                        compared(options.get(1), riccati, "it"), compared(options.get(2), riccati, "it"))
                : words(
                        "lambda: %s pays %s.",
                        lambdaWord(kept.candidate()), compared(kept, riccati, "the default, riccati"));
        find("lambda", choice, answer);
        return kept;
    }

    private static String lambdaWord(Candidate candidate) {
        return candidate.playsLambda1() ? "paper" : candidate.recipe().lambda().inWords();
    }

    /** The smallest K of the ladder that is near the best. */
    private Trial iterations(Candidate weighted) {
        List<Trial> options = play(
                "iterations",
                LADDER.stream().map(k -> weighted.with(IterationRule.fixed(k))).toList());
        Trial most = options.get(options.size() - 1);
        Selection.Choice choice = selection.choose(options, most);
        Trial kept = choice.kept();
        int at = options.indexOf(kept);
        String k = "iterations: " + LADDER.get(at);
        String fewer =
                at == 0 ? "" : words(" %d pay %s.", LADDER.get(at - 1), compared(options.get(at - 1), kept, "they do"));
        String more = kept.equals(most)
                ? " That is the most that was tried: still more may gain."
                : words(" %d pay %s.", LADDER.get(LADDER.size() - 1), compared(most, kept, "they do"));
        find("iterations", choice, k + " are the fewest after which nothing is gained." + fewer + more);
        return kept;
    }

    /**
     * Whether another variant pays less, or as much with fewer iterations; of those that agents can play who know
     * nothing of the whole fleet.
     */
    private Trial variant(Trial counted) {
        int k = counted.candidate().recipe().iterations().known().orElseThrow();
        List<Candidate> others = Variant.all().stream()
                .filter(variant -> !variant.needsKappa())
                .flatMap(variant -> LADDER.stream()
                        .filter(fewer -> fewer <= k)
                        .map(fewer -> counted.candidate().with(variant).with(IterationRule.fixed(fewer))))
                .toList();
        List<Trial> options = new ArrayList<>(List.of(counted));
        options.addAll(play("variant", others));
        Selection.Choice choice = selection.choose(options, counted);
        Trial kept = choice.kept();
        find(
                "variant",
                choice,
                kept.equals(counted)
                        ? words(
                                "variant: %s stays: no other pays less, or as much with fewer messages.",
                                counted.candidate().recipe().variant().word())
                        : words(
                                "variant: %s with iterations: %d pays %s.",
                                kept.candidate().recipe().variant().word(),
                                kept.candidate().recipe().iterations().known().orElseThrow(),
                                compared(kept, counted, "auto with " + k)));
        return kept;
    }

    private Trial from(Trial varied) {
        List<Trial> options = new ArrayList<>(List.of(varied));
        options.addAll(play("from", List.of(varied.candidate().with(From.ZERO))));
        Selection.Choice choice = selection.choose(options, varied);
        Trial zero = options.get(1);
        find(
                "from",
                choice,
                choice.kept().equals(zero)
                        ? words(
                                "from: zero needs an exchange less a round and pays %s.",
                                compared(zero, varied, "from: previous"))
                        : words("from: previous stays: zero pays %s.", compared(zero, varied, "it")));
        return choice.kept();
    }

    /** What the certificates are worth, and what would make them small. */
    private void certificate(Trial trial) {
        double share = trial.certificateShare();
        if (share <= SMALL_SHARE) {
            find("certificate", words("Its certificates are %s of what it pays.", percent(share)));
            return;
        }
        Optional<Trial> small = trials.values().stream()
                .filter(other -> other.candidate()
                        .recipe()
                        .with(trial.candidate().recipe().iterations())
                        .equals(trial.candidate().recipe()))
                .filter(other ->
                        other.candidate().playsLambda1() == trial.candidate().playsLambda1())
                .filter(other -> other.certificateShare() <= SMALL_SHARE)
                .min(Comparator.comparingDouble(other -> other.effort().iterationsPerRound()));
        find(
                "certificate",
                words(
                                "Its certificates are %s of what it pays, so that less is certified than is true; ",
                                percent(share))
                        + small.map(enough -> words(
                                        "iterations: %d leave %s.",
                                        enough.candidate()
                                                .recipe()
                                                .iterations()
                                                .known()
                                                .orElseThrow(),
                                        percent(enough.certificateShare())))
                                .orElse("none of the iterations that were tried leave less than 1 %."));
    }

    /** Whether looking ahead pays, and how far, and how trusting. */
    private Trial forecasts(Trial without) {
        Candidate base = without.candidate();
        List<Trial> options = new ArrayList<>(play(
                "forecasts",
                WINDOWS.stream()
                        .filter(window -> window < scenario.horizon())
                        .map(window -> base.with(window, Trust.STANDARD))
                        .toList()));
        int window = ahead(selection.pick(options)).window();
        options.addAll(play(
                "trust",
                TRUSTS.stream()
                        .map(epsilon -> base.with(window, new Trust(epsilon, Trust.Account.OWN)))
                        .toList()));
        Trust own = ahead(selection.pick(options)).trust();
        options.addAll(play("account", List.of(base.with(window, new Trust(own.epsilon(), Trust.Account.COMMON)))));
        Candidate soFar = selection.pick(options).candidate();
        int k = base.recipe().iterations().known().orElseThrow();
        // A plan is a longer action, and may need more iterations than the expert.
        options.addAll(play("plan", List.of(soFar.with(IterationRule.fixed(2 * k)))));
        Trial best = selection.pick(options);
        options.add(0, without);
        Selection.Choice choice = selection.choose(options, without);
        find("forecasts", choice, forecastWords(choice.kept(), best, without));
        return choice.kept();
    }

    private static Candidate.Ahead ahead(Trial trial) {
        return trial.candidate().ahead().orElseThrow();
    }

    private String forecastWords(Trial kept, Trial best, Trial without) {
        String whose = period.isEmpty()
                ? "The scenario's forecasts"
                : period.getAsInt() == 1
                        ? "Forecasts that the next rounds are like this one"
                        : words("Forecasts that a round is like the one %d rounds before", period.getAsInt());
        if (kept.equals(without)) {
            return words(
                    "%s do not pay: the best of them, window: %d with trust: %s, pays %s, and it sends more.",
                    whose,
                    ahead(best).window(),
                    ahead(best).trust().epsilon(),
                    compared(best, without, "acord without them"));
        }
        Candidate.Ahead looks = ahead(kept);
        return words(
                        "%s pay: foresight with window: %d, trust: %s, account: %s pays %s, for %.3g times the bytes.",
                        whose,
                        looks.window(),
                        looks.trust().epsilon(),
                        looks.trust().account().word(),
                        compared(kept, without, "acord without them"),
                        kept.effort().bytesPerRound() / without.effort().bytesPerRound())
                + (looks.trust().account() == Trust.Account.COMMON
                        ? " One account for all needs a place that knows all; account: own does not."
                        : "");
    }

    /** What the scenario plays now stays where it pays less, or where nothing is won. */
    private Trial compareWith(Trial yours, Trial best) {
        if (yours.candidate().equals(best.candidate())) {
            find("yours", "What the scenario plays now is what is advised.");
            return yours;
        }
        Selection.Choice choice = selection.choose(List.of(yours, best), yours);
        String setting = yours.candidate().inWords();
        if (choice.kept().equals(yours)) {
            find(
                    "yours",
                    choice,
                    words(
                            "What the scenario plays now, %s, stays: the best of the others, %s, pays %s.",
                            setting, best.candidate().inWords(), compared(best, yours, "it")));
            return yours;
        }
        find(
                "yours",
                choice,
                words(
                        "The scenario plays %s now. What is advised pays %s, with %.4g instead of %.4g messages and %.6g instead of %.6g bytes a round.",
                        setting,
                        compared(best, yours, "that"),
                        best.effort().messagesPerRound(),
                        yours.effort().messagesPerRound(),
                        best.effort().bytesPerRound(),
                        yours.effort().bytesPerRound()));
        return best;
    }

    /** How much more or less one pays than another, in either half of the rounds. */
    private static String compared(Trial one, Trial other, String name) {
        double first = one.savingOnFirst(other).mean();
        double rest = one.savingOnRest(other).mean();
        String inFirst = amount(first) + (isSmall(first) ? " as " : " than ") + name;
        return amount(first).equals(amount(rest))
                ? inFirst
                : words("%s in the rounds that chose and %s in the rest", inFirst, amount(rest));
    }

    private void find(String question, String answer) {
        findings.add(new Finding(question, true, answer));
    }

    private void find(String question, Selection.Choice choice, String answer) {
        String warning = choice.holdsUp()
                ? ""
                : words(
                        " Rounds 1 to %d alone had chosen %s; the rest does not bear that out.",
                        choosing, choice.chosen().candidate().inWords());
        findings.add(new Finding(question, choice.holdsUp(), answer + warning));
    }
}
