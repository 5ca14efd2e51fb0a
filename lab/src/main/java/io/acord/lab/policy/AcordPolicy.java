package io.acord.lab.policy;

import io.acord.acord.Acord;
import io.acord.acord.Budget;
import io.acord.acord.Decision;
import io.acord.acord.IterationWatcher;
import io.acord.acord.LambdaRule;
import io.acord.acord.Lambdas;
import io.acord.acord.Start;
import io.acord.acord.Variant;
import io.acord.lab.instance.Instance;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.TheoremA;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * ACORD: agents that talk to their neighbours only (Algorithm 1 and its variants).
 *
 * @param iterations how a round's K is found
 * @param lambda one λ for everybody; empty: the scenario's rule, which is the one with the guarantee
 */
public record AcordPolicy(String name, Variant variant, Start start, Iterations iterations, OptionalDouble lambda)
        implements Policy {

    /** The paper's, in its experiments. */
    private static final int USUAL_ITERATIONS = 12;

    /** How a round's K is found, once the run is known. */
    public interface Iterations {

        /**
         * The budget of a round.
         *
         * @param leastLambda the smallest λ of the run so far, this round included: from the first round on that of the
         *     whole run if μ was declared
         */
        Budget budget(int horizon, double leastLambda);
    }

    @Override
    public Player start(Setting setting) {
        return new Run(setting, false);
    }

    /**
     * A player whose rounds, which may be long, end by a {@link CancellationException} when the thread that plays them
     * is interrupted.
     */
    public Player startInterruptible(Setting setting) {
        return new Run(setting, true);
    }

    /** How a round that was played came about. */
    public record Replay(RoundObjective objective, Budget budget, Decision decision) {}

    /**
     * Plays one round of a run again, before the eyes of somebody who wants to see its iterations.
     *
     * @param previous what was played in the round before
     */
    public Replay replay(Setting setting, Instance instance, int t, Actions previous, IterationWatcher watcher) {
        Run run = new Run(setting, false);
        for (int before = 1; before < t; before++) {
            run.weights(instance.round(before));
        }
        Round round = instance.round(t);
        RoundObjective objective = new RoundObjective(round, previous, run.weights(round));
        Decision decision = run.acord().decide(objective, watcher);
        return new Replay(objective, iterations.budget(setting.horizon(), run.lambdas.least()), decision);
    }

    private final class Run implements Player {
        private final Setting setting;
        private final Lambdas lambdas;
        private @Nullable Budget budget;
        private final boolean isInterruptible;
        private @Nullable Acord acord;

        Run(Setting setting, boolean isInterruptible) {
            this.setting = setting;
            this.isInterruptible = isInterruptible;
            LambdaRule rule = lambda.isPresent() ? LambdaRule.fixed(lambda.getAsDouble()) : setting.lambdaRule();
            this.lambdas = new Lambdas(rule, setting.agents());
        }

        @Override
        public Move decide(Outlook outlook, Actions previous) {
            Round round = outlook.now();
            RoundObjective objective = new RoundObjective(round, previous, weights(round));
            Decision decision = acord().decide(objective, isInterruptible ? endingWhenInterrupted() : null);
            return new Move(decision.actions(), decision.iterations(), decision.traffic());
        }

        private static IterationWatcher endingWhenInterrupted() {
            Thread playing = Thread.currentThread(); // others may help it
            return (k, state, from, to) -> {
                if (playing.isInterrupted()) {
                    throw new CancellationException("interrupted");
                }
            };
        }

        /** λ of a round; rounds come in turn. */
        double[] weights(Round round) {
            double[] weights = lambdas.of(round);
            lambdas.remember(round, weights);
            return weights;
        }

        /** The same as in the round before, unless the budget depends on a λ that has become smaller. */
        private Acord acord() {
            Budget wanted = iterations.budget(setting.horizon(), lambdas.least());
            Acord known = acord;
            if (known == null || !wanted.equals(budget)) {
                known = Acord.builder()
                        .variant(variant)
                        .start(start)
                        .budget(wanted)
                        .threads(setting.threads())
                        .build();
                acord = known;
                budget = wanted;
            }
            return known;
        }
    }

    /**
     * {@code acord: {iterations: 12 | accuracy: 1e-8 | budget: bounded | crawl | paper, variant, theta, from, lambda,
     * epsilon, cost-cap, diameter-cap}}.
     */
    public static final class Kind implements PolicyKind {

        private static final double LARGEST = Double.MAX_VALUE;

        @Override
        public String key() {
            return "acord";
        }

        @Override
        public Policy create(String name, Options options) {
            OptionalDouble lambda = lambda(options);
            String budget = budget(options);
            Iterations iterations = iterations(options, budget, lambda);
            Variant variant = variant(options);
            Start start = options.word("from", "zero", "previous").equals("zero") ? Start.ZERO : Start.PREVIOUS;
            refuseUnproved(options, budget, variant, start);
            return new AcordPolicy(name, variant, start, iterations, lambda);
        }

        /** {@code optimal}, or a positive number. */
        private static OptionalDouble lambda(Options options) {
            Value value = options.value("lambda").orElse(null);
            if (value == null
                    || (value instanceof Value.Scalar word && word.text().equals("optimal"))) {
                return OptionalDouble.empty();
            }
            int before = options.complaints().size();
            OptionalDouble number = options.number("lambda");
            if (options.complaints().size() == before && !(number.orElse(0) > 0)) {
                options.complain(
                        "lambda",
                        "optimal or a number above 0, because it weighs the previous action",
                        "leave it out for lambda1, or write 1 for the myopic weight");
            }
            return number.orElse(0) > 0 ? number : OptionalDouble.empty();
        }

        private static Variant variant(Options options) {
            String word = options.word("variant", "plain", "accelerated", "jacobi", "optimized", "auto");
            boolean certified = options.has("theta");
            options.word("theta", "certified");
            if (certified && !word.equals("accelerated")) {
                options.complain(
                        "theta",
                        "variant: accelerated, because theta is the weight of its momentum",
                        "add variant: accelerated, or drop theta");
            }
            return switch (word) {
                case "accelerated" -> certified ? Variant.ACCELERATED_CERTIFIED : Variant.ACCELERATED;
                case "jacobi" -> Variant.JACOBI;
                case "optimized" -> Variant.OPTIMIZED;
                case "auto" -> Variant.POLYNOMIAL; // the best we know
                default -> Variant.PLAIN;
            };
        }

        /** The word, or "" if there is none or no such one. */
        private static String budget(Options options) {
            if (!options.has("budget")) {
                return "";
            }
            int before = options.complaints().size();
            String word = options.word("budget", "bounded", "crawl", "paper");
            return options.complaints().size() == before ? word : "";
        }

        private static Iterations iterations(Options options, String budget, OptionalDouble lambda) {
            OptionalInt k = options.integer("iterations", 1, Integer.MAX_VALUE);
            OptionalDouble accuracy = positive(options, "accuracy", "no finite number of iterations is exact");
            OptionalDouble epsilon = positive(options, "epsilon", "no finite number of iterations is exact");
            boolean promising = budget.equals("bounded") || budget.equals("crawl");
            refuseSecond(options);
            double costCap = cap(options, "cost-cap", budget, "a bound on every hitting cost");
            double diameterCap = cap(options, "diameter-cap", budget, "a bound on the distance of any two actions");
            if (options.has("epsilon") && !promising) {
                options.complain(
                        "epsilon",
                        "budget: bounded or crawl, because it is the gap that they promise",
                        "drop it, or write accuracy: instead of epsilon:");
            }
            if (promising && epsilon.isEmpty() && !options.has("epsilon") && lambda.isPresent()) {
                options.missing(
                        "epsilon",
                        "the gap allowed per round, because Theorem A, which gives the usual one, is about the optimal lambda");
            }
            if (accuracy.isPresent()) {
                Budget fixed = Budget.accuracy(accuracy.getAsDouble());
                return (horizon, least) -> fixed;
            }
            return switch (budget) {
                case "bounded" ->
                    (horizon, least) -> new Budget.Bounded(costCap, diameterCap, epsilonOr(epsilon, horizon, least));
                case "crawl" -> (horizon, least) -> new Budget.Crawl(epsilonOr(epsilon, horizon, least));
                case "paper" -> (horizon, least) -> new Budget.PaperFormula(horizon);
                default -> {
                    Budget fixed = Budget.iterations(k.orElse(USUAL_ITERATIONS));
                    yield (horizon, least) -> fixed;
                }
            };
        }

        private static double epsilonOr(OptionalDouble epsilon, int horizon, double leastLambda) {
            return epsilon.isPresent() ? epsilon.getAsDouble() : new TheoremA(leastLambda).roundBudget(horizon);
        }

        private static OptionalDouble positive(Options options, String key, String why) {
            OptionalDouble number = options.number(key);
            if (number.isPresent() && !(number.getAsDouble() > 0)) {
                options.complain(key, "a number above 0, because " + why, "write a small number such as 1e-6");
                return OptionalDouble.empty();
            }
            return number;
        }

        /** One way to find K is enough. */
        private static void refuseSecond(Options options) {
            List<String> given = List.of("iterations", "accuracy", "budget").stream()
                    .filter(options::has)
                    .toList();
            for (int second = 1; second < given.size(); second++) {
                options.complain(
                        given.get(second),
                        "one of iterations, accuracy and budget, and there is " + given.get(0) + " already",
                        "drop one of the two");
            }
        }

        private static double cap(Options options, String key, String budget, String what) {
            if (budget.equals("bounded")) {
                return options.required(key, 0, LARGEST, what + ", because budget: bounded computes K from it");
            }
            if (options.has(key)) {
                options.complain(
                        key, "budget: bounded, which computes K from it", "add budget: bounded, or drop " + key);
            }
            return 0;
        }

        /** Only combinations for which a sufficient K is proved. */
        private static void refuseUnproved(Options options, String budget, Variant variant, Start start) {
            boolean promising = budget.equals("bounded") || budget.equals("crawl");
            if (promising && variant == Variant.ACCELERATED) {
                options.missing("theta", "certified, because a sufficient K is proved for the constant theta only");
            }
            if (promising && (variant == Variant.JACOBI || variant.hasOwnMomentum())) {
                options.complain(
                        "variant",
                        "plain, or accelerated with theta: certified, because only for these a sufficient K is proved",
                        "change the variant, or use accuracy: instead of budget:");
            }
            if (budget.equals("paper") && variant != Variant.PLAIN) {
                options.complain(
                        "variant",
                        "plain, because the paper's formula is about Algorithm 1",
                        "drop the variant, or use another budget");
            }
            if ((budget.equals("bounded") || budget.equals("paper")) && start == Start.PREVIOUS) {
                options.complain(
                        "from",
                        "zero, because this budget caps the start gap for a common start only",
                        "drop it, or use budget: crawl");
            }
        }
    }
}
