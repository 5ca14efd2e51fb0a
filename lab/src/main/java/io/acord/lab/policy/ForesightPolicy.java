package io.acord.lab.policy;

import io.acord.foresight.Foresight;
import io.acord.foresight.Trust;
import io.acord.lab.options.Options;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.util.Locale;
import java.util.Optional;

/**
 * ACORD that looks ahead: every agent plans with forecasts of its own next costs, and an account keeps the fleet near
 * what ACORD does without (theory 14).
 *
 * @param expert what is played without forecasts, and how the plan is found
 * @param window rounds ahead
 * @param trust how far plans are followed
 */
public record ForesightPolicy(String name, AcordPolicy expert, int window, Trust trust) implements Policy {

    @Override
    public Sight sight() {
        return Sight.forecasting(window);
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return expert.lambdaRule(papers);
    }

    @Override
    public Optional<String> inWords() {
        return Optional.of(String.format(
                Locale.ROOT,
                "%s, %d rounds ahead, trust %s, %s",
                expert.inWords().orElse(""),
                window,
                trust.epsilon(),
                trust.account() == Trust.Account.COMMON ? "one account" : "accounts of their own"));
    }

    @Override
    public Optional<String> caveat() {
        return trust.account() == Trust.Account.HALVES
                ? Optional.of("its accounts can be overdrawn by neighbours")
                : Optional.empty();
    }

    @Override
    public Player start(Setting setting) {
        Recipe recipe = expert.recipe(setting.lambdaRule());
        return outlook -> outlook.playAhead(recipe, trust).actions();
    }

    /** {@code foresight: {window: 4, trust: 0.5, account: own | common}}, and what {@code acord} takes. */
    public static final class Kind extends PolicyKind {

        public Kind() {
            super(
                    "foresight",
                    "ACORD that plans ahead: its own cost and its forecasts, its neighbours' actions",
                    "",
                    "window: 1, account: common",
                    "window: 2, trust: 0.1, iterations: 6, variant: plain");
        }

        @Override
        public Policy create(String name, Options options) {
            String word = options.word("account", Trust.Account.words().toArray(String[]::new));
            return read(name, options, Trust.Account.of(word).orElse(Trust.Account.OWN));
        }

        private static Policy read(String name, Options options, Trust.Account account) {
            int window = options.integer("window", Foresight.Builder.DEFAULT_WINDOW, 1, 10_000);
            double epsilon = options.number("trust").orElse(Trust.STANDARD.epsilon());
            if (!Trust.isPossible(epsilon)) {
                options.complain(
                        "trust",
                        "a number from 1e-100 to 1e100, the share that may be paid more than acord does",
                        "write 0.5, or omit it");
                epsilon = Trust.STANDARD.epsilon();
            }
            Trust trust = new Trust(epsilon, account);
            AcordPolicy expert = (AcordPolicy) new AcordPolicy.Kind().create(name, options);
            if (expert.own().iterations().dependsOnRun()) {
                options.complain(
                        "budget",
                        "an epsilon beside it, because no theorem says how exact a plan has to be",
                        "add epsilon: 0.01, or write iterations: K instead");
            }
            return new ForesightPolicy(name, expert, window, trust);
        }
    }

    /**
     * {@code lado: {window: 4, trust: 0.5}}: Learning-Augmented Decentralized Online optimization (Li, Yang, Wierman,
     * Ren 2023), simplified: an account an agent as in Theorem H, but the price of an edge is shared half and half,
     * whoever is away from the expert. The expert, which the paper leaves open, is ACORD. The published algorithm has a
     * guarantee of its own; this reading of it has none.
     */
    public static final class LadoKind extends PolicyKind {

        public LadoKind() {
            super(
                    "lado",
                    "LADO as we read it: like foresight, edges charged half and half",
                    "",
                    "window: 2, trust: 0.1, iterations: 6");
        }

        @Override
        public Policy create(String name, Options options) {
            return Kind.read(name, options, Trust.Account.HALVES);
        }
    }
}
