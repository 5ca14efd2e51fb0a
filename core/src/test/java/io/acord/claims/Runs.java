package io.acord.claims;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Random runs of six rounds with their hindsight optima, worked out once for all claims. */
final class Runs {

    static final int HORIZON = 6;

    /**
     * A run.
     *
     * @param start x_0, the same point for everybody
     * @param optimum what OPT plays
     * @param opt what it pays
     */
    record Run(long seed, List<Round> rounds, Actions start, List<Actions> optimum, double opt) {

        int agents() {
            return start.agents();
        }

        int dimension() {
            return start.dimension();
        }

        /** The smallest μ of each agent over the horizon. */
        double[] leastMu() {
            double[] least = new double[agents()];
            Arrays.setAll(
                    least,
                    i -> rounds.stream().mapToDouble(r -> r.cost(i).mu()).min().orElseThrow());
            return least;
        }

        /**
         * λ of every agent in round t, counted from 0, by theory 8.1: from the smallest μ of all rounds, or of those so
         * far (8.2).
         */
        double[] lambda(int t, boolean running) {
            double[] lambda = new double[agents()];
            for (int i = 0; i < lambda.length; i++) {
                double mu = Double.POSITIVE_INFINITY;
                for (int s = 0; s < (running ? t + 1 : rounds.size()); s++) {
                    mu = Math.min(mu, rounds.get(s).cost(i).mu());
                }
                lambda[i] = 2 / (1 + Math.sqrt(1 + 4 * rounds.get(t).switchingWeight(i) / mu));
            }
            return lambda;
        }

        /** The smallest of all λ. */
        double leastLambda() {
            return Arrays.stream(lambda(0, false)).min().orElseThrow();
        }

        /** The two rules that keep the guarantee. */
        LambdaRule rule(boolean running) {
            return running ? LambdaRule.running() : LambdaRule.declared(leastMu());
        }

        double cost(List<Actions> actions) {
            return Exact.cost(rounds, start, actions);
        }
    }

    private static final List<Run> KNOWN = new ArrayList<>();

    private Runs() {}

    static synchronized List<Run> all() {
        for (long seed = KNOWN.size() + 1L; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            List<Round> rounds = given.run(HORIZON);
            Actions start = Actions.everybodyAt(given.n, given.point(1));
            List<Actions> optimum = Exact.hindsight(rounds, start);
            KNOWN.add(new Run(seed, rounds, start, optimum, Exact.cost(rounds, start, optimum)));
        }
        return List.copyOf(KNOWN);
    }
}
