package io.acord.lab.policy;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * ACORD: agents that talk to their neighbours only (Algorithm 1 and its variants).
 *
 * @param own what it plays; {@link #recipe} says with which λ
 * @param playsLambda1 whether λ is the paper's λ₁ with the scenario's μ instead of the recipe's
 */
public record AcordPolicy(String name, Recipe own, boolean playsLambda1) implements Policy {

    @Override
    public Role role() {
        return Role.ACORD;
    }

    @Override
    public Optional<Recipe> engineRecipe(LambdaRule papers) {
        return Optional.of(recipe(papers));
    }

    /** What it plays where this is the paper's rule. */
    public Recipe recipe(LambdaRule papers) {
        return playsLambda1 ? own.with(papers) : own;
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return recipe(papers).lambda();
    }

    @Override
    public Optional<String> inWords() {
        boolean isDefault = !playsLambda1 && own.lambda().equals(LambdaRule.riccati());
        return Optional.of(own.inWords()
                + (isDefault
                        ? ""
                        : ", lambda " + (playsLambda1 ? "paper" : own.lambda().inWords())));
    }

    /** The keys by which {@link Kind} reads it again, with their values; those of what is played in processes. */
    public Map<String, String> inKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        IterationRule rule = own.iterations();
        if (rule instanceof IterationRule.Fixed fixed) {
            keys.put("iterations", Integer.toString(fixed.k()));
        } else if (rule instanceof IterationRule.Accuracy accuracy) {
            keys.put("accuracy", Double.toString(accuracy.epsilon()));
        } else if (rule instanceof IterationRule.Crawl crawl) {
            keys.put("budget", "crawl");
            crawl.given().ifPresent(epsilon -> keys.put("epsilon", Double.toString(epsilon)));
        } else {
            throw new AssertionError(rule + " needs the whole fleet in one place");
        }
        keys.put("variant", own.variant().word());
        keys.put("from", own.from().word());
        keys.put("lambda", playsLambda1 ? "paper" : own.lambda().inWords());
        return keys;
    }

    @Override
    public Player start(Setting setting) {
        Recipe recipe = recipe(setting.lambdaRule());
        return outlook -> outlook.play(recipe).actions();
    }

    /**
     * {@code acord: {iterations: 12 | accuracy: 1e-8 | budget: bounded | crawl, variant, theta, from, lambda, epsilon,
     * cost-cap, diameter-cap}}.
     */
    public static final class Kind extends PolicyKind {

        private static final double LARGEST = Double.MAX_VALUE;

        public Kind() {
            super("acord", "ACORD: its own cost, its neighbours' actions", everyRule());
        }

        /** Every variant, every iteration rule. */
        private static String[] everyRule() {
            Stream<String> variants = Variant.all().stream().map(variant -> "variant: " + variant.word());
            return Stream.concat(
                            variants,
                            Stream.of(
                                    "",
                                    "from: zero, lambda: 1",
                                    "lambda: paper",
                                    "accuracy: 1e-8",
                                    "budget: crawl, variant: accelerated, theta: certified",
                                    "budget: bounded, cost-cap: 2000, diameter-cap: 30, epsilon: 1e-3"))
                    .toArray(String[]::new);
        }

        @Override
        public Policy create(String name, Options options) {
            Optional<LambdaRule> lambda = lambda(options, Optional.of(LambdaRule.riccati()));
            IterationRule iterations = iterations(options, lambda);
            Recipe standard = Recipe.standard(iterations);
            Variant variant = variant(options, standard.variant());
            String word = options.word("from", From.PREVIOUS.word(), From.ZERO.word());
            From from = !options.has("from") ? standard.from() : word.equals("zero") ? From.ZERO : From.PREVIOUS;
            Complaints refused = new Complaints();
            Recipe.check(variant, from, iterations, refused);
            for (Complaint complaint : refused.all()) {
                options.complain(complaint.where(), complaint.needed(), complaint.fix());
            }
            if (!refused.isEmpty()) {
                return new AcordPolicy(name, standard, false); // never played: there are complaints
            }
            LambdaRule rule = lambda.orElse(standard.lambda());
            return new AcordPolicy(name, new Recipe(variant, from, iterations, rule), lambda.isEmpty());
        }

        /**
         * λ of a policy: {@code riccati} or a positive number; empty for {@code paper}, the scenario's λ₁.
         *
         * @param standard if nothing is said
         */
        public static Optional<LambdaRule> lambda(Options options, Optional<LambdaRule> standard) {
            Value value = options.value("lambda").orElse(null);
            String word = value instanceof Value.Scalar scalar ? scalar.text() : "";
            if (value == null) {
                return standard;
            }
            if (word.equals("paper")) {
                return Optional.empty();
            }
            if (word.equals("riccati")) {
                return Optional.of(LambdaRule.riccati());
            }
            int before = options.complaints().size();
            OptionalDouble number = options.number("lambda");
            if (options.complaints().size() == before && !(number.orElse(0) > 0)) {
                options.complain(
                        "lambda",
                        "paper, riccati or a number above 0, because it weighs the previous action",
                        "omit it for the default, or write 1 for the myopic weight");
            }
            return number.orElse(0) > 0 ? Optional.of(LambdaRule.fixed(number.getAsDouble())) : Optional.empty();
        }

        private static Variant variant(Options options, Variant standard) {
            String word = options.word("variant", Variant.words());
            Variant variant = options.has("variant") ? Variant.of(word).orElse(standard) : standard;
            boolean certified = options.has("theta");
            options.word("theta", Variant.CERTIFIED.word());
            if (!certified) {
                return variant;
            }
            if (variant != Variant.ACCELERATED) {
                options.complain(
                        "theta",
                        "variant: accelerated, because theta is the weight of its momentum",
                        "add variant: accelerated, or drop theta");
            }
            return Variant.CERTIFIED;
        }

        private static IterationRule iterations(Options options, Optional<LambdaRule> lambda) {
            String budget = budget(options);
            OptionalInt k = options.integer("iterations", 1, Integer.MAX_VALUE);
            OptionalDouble accuracy = positive(options, "accuracy", "no finite number of iterations is exact");
            OptionalDouble epsilon = positive(options, "epsilon", "no finite number of iterations is exact");
            refuseSecond(options);
            double costCap = cap(options, "cost-cap", budget, "a bound on every hitting cost");
            double diameterCap = cap(options, "diameter-cap", budget, "a bound on the distance of any two actions");
            if (budget.isEmpty() && options.has("epsilon")) {
                options.complain(
                        "epsilon",
                        "budget: bounded or crawl, because it is the gap that they promise",
                        "drop it, or write accuracy: instead of epsilon:");
            }
            if (!budget.isEmpty()
                    && epsilon.isEmpty()
                    && !options.has("epsilon")
                    && lambda.flatMap(LambdaRule::whyNotGuaranteed).isPresent()) {
                options.missing(
                        "epsilon",
                        "the gap allowed per round, because Theorem A, which gives the default, says nothing of a lambda fixed by hand");
            }
            if (accuracy.isPresent()) {
                return IterationRule.accuracy(accuracy.getAsDouble());
            }
            return switch (budget) {
                case "bounded" -> new IterationRule.Bounded(costCap, diameterCap, epsilon);
                case "crawl" -> new IterationRule.Crawl(epsilon);
                default -> IterationRule.fixed(k.orElse(Recipe.DEFAULT_ITERATIONS));
            };
        }

        /** The word, or "" if there is none or no such one. */
        private static String budget(Options options) {
            if (!options.has("budget")) {
                return "";
            }
            int before = options.complaints().size();
            String word = options.word("budget", "bounded", "crawl");
            return options.complaints().size() == before ? word : "";
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
    }
}
