package io.acord.studio;

import io.acord.theory.CompetitiveRatio;
import io.acord.theory.LowerBound;
import io.acord.web.JsonDocument;
import io.acord.web.Problem;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * The lower bound as a game (theory 9.3). Quiet rounds cost μ/2 x² each; in the end everybody is called to 1 by a steep
 * cost. Who moves before is caught: the adversary stops there, and hindsight would have paid nothing. Who waits pays
 * for the way alone, while hindsight has gone it step by step.
 */
final class Adversary {

    private static final double FINAL_MU = 1e6;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_GAMES = 32;

    private final Map<String, Duel> duels = new LinkedHashMap<>(16, 0.75f, true);
    private final SecureRandom random = new SecureRandom();

    private static double mu(double mu) {
        if (!(mu >= 1e-6 && mu <= 1e5)) {
            throw StudioProblems.unreadable("mu is a number from 1e-6 to 1e5.");
        }
        return mu;
    }

    private static int rounds(int rounds) {
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw StudioProblems.unreadable("rounds is a whole number from 1 to " + MOST_ROUNDS + ".");
        }
        return rounds;
    }

    /** What the adversary can force, by the number of quiet rounds. */
    static byte[] curves(double asked, int askedRounds) {
        double mu = mu(asked);
        int rounds = rounds(askedRounds);
        List<LowerBound> bounds = IntStream.rangeClosed(1, rounds)
                .mapToObj(n -> LowerBound.ofEqualAgents(1, mu, n, FINAL_MU))
                .toList();
        return JsonDocument.object(json -> {
            JsonDocument.number(json, "mu", mu);
            JsonDocument.number(json, "finalMu", FINAL_MU);
            JsonDocument.number(json, "bestRatio", leastPromise(mu, rounds));
            JsonDocument.counted(json, "rounds", rounds);
            series(json, "ratios", bounds, Adversary::acordRatio);
            // λ = 1 answers the last round best, and before it there is nothing to answer.
            series(json, "myopic", bounds, LowerBound::ratio);
            series(json, "leastOfAnybody", bounds, LowerBound::ratio);
            JsonDocument.numbers(json, "hindsight", path(bounds.get(rounds - 1)));
        });
    }

    /** 1/a_{T−1}: nobody can promise less for the quiet rounds and the call (theory 13). */
    private static double leastPromise(double mu, int quiet) {
        return CompetitiveRatio.overRounds(mu, 1, 1, quiet + 1);
    }

    /** λ of ACORD in a round, t from 1: ℓ_t of Theorem F after quiet rounds, b = 1. */
    private static double lambda(double mu, int t) {
        double ell = 1;
        for (int n = 1; n < t; n++) {
            ell = (mu + ell) / (1 + mu + ell);
        }
        return ell;
    }

    /** Cost over OPT of ACORD, which waits and answers the call by its λ. */
    static double acordRatio(LowerBound bound) {
        double lambda = lambda(bound.mu(), bound.rounds() + 1);
        double x = bound.finalMu() / (bound.finalMu() + lambda);
        return (bound.finalMu() / 2 * (1 - x) * (1 - x) + x * x / 2) / bound.opt();
    }

    private static void series(
            JsonGenerator json, String key, List<LowerBound> bounds, ToDoubleFunction<LowerBound> value) {
        JsonDocument.numbers(json, key, bounds.stream().mapToDouble(value).toArray());
    }

    /**
     * The optimum's actions: it sets out long before the call. x_{T+1} = μ'/(a_T + μ'), x_n = x_{n+1}/(a_{n−1} + μ +
     * 1).
     */
    static double[] path(LowerBound bound) {
        int rounds = bound.rounds();
        double[] a = new double[rounds + 1];
        a[0] = 1;
        for (int n = 0; n < rounds; n++) {
            a[n + 1] = (a[n] + bound.mu()) / (a[n] + bound.mu() + 1);
        }
        double[] x = new double[rounds + 1];
        x[rounds] = bound.finalMu() / (a[rounds] + bound.finalMu());
        for (int n = rounds - 1; n >= 0; n--) {
            x[n] = x[n + 1] / (a[n] + bound.mu() + 1);
        }
        return x;
    }

    byte[] open(double mu, int rounds) {
        Duel duel = new Duel(
                Long.toHexString(random.nextLong()), LowerBound.ofEqualAgents(1, mu(mu), rounds(rounds), FINAL_MU));
        synchronized (duels) {
            duels.put(duel.id, duel);
            if (duels.size() > MOST_GAMES) {
                duels.remove(duels.keySet().iterator().next());
            }
        }
        return duel.json();
    }

    private Duel get(String id) {
        synchronized (duels) {
            Duel duel = duels.get(id);
            if (duel == null) {
                throw StudioProblems.missing("There is no such game; start another.");
            }
            return duel;
        }
    }

    byte[] look(String id) {
        return get(id).json();
    }

    byte[] move(String id, RequestBody asked) {
        Duel duel = get(id);
        if (asked.isText("action")) {
            if (!asked.text("action").equals("acord")) {
                throw StudioProblems.unreadable("\"action\" is a number, or \"acord\".");
            }
            return duel.moveLikeAcord();
        }
        if (!asked.has("action")) {
            throw StudioProblems.unreadable("\"action\" is missing: a number, or \"acord\".");
        }
        return duel.move(asked.number("action", 0));
    }

    /** One game. */
    private static final class Duel {

        /**
         * What was played: cumulative cost, and the ratio if everybody were called in the next round and answered as
         * well as possible.
         */
        private record Played(int round, double action, double cost, double optimum, double ratio) {}

        private final String id;
        private final LowerBound bound;
        private final List<Played> history = new ArrayList<>();
        private double x;
        private double cost;
        private boolean caught;

        Duel(String id, LowerBound bound) {
            this.id = id;
            this.bound = bound;
        }

        private int round() {
            return history.size() + 1;
        }

        private boolean isOver() {
            return caught || history.size() == bound.rounds() + 1;
        }

        synchronized byte[] moveLikeAcord() {
            checkOpen();
            double lambda = lambda(bound.mu(), round());
            double curvature = bound.curvature(round());
            return move((curvature * bound.target(round()) + lambda * x) / (curvature + lambda));
        }

        private void checkOpen() {
            if (isOver()) {
                throw new Problem(StudioProblems.GAME_OVER, "Start another.");
            }
        }

        synchronized byte[] move(double action) {
            checkOpen();
            if (!(Math.abs(action) <= 1e6)) {
                throw StudioProblems.unreadable("\"action\" is a number from -1e6 to 1e6.");
            }
            int t = round();
            double off = action - bound.target(t);
            cost += bound.curvature(t) / 2 * off * off + (action - x) * (action - x) / 2;
            x = action;
            boolean called = t == bound.rounds() + 1;
            double optimum = LowerBound.ofEqualAgents(1, bound.mu(), called ? t - 1 : t, bound.finalMu())
                    .opt();
            double answer = called ? 0 : bound.finalMu() / (1 + bound.finalMu()) * (1 - x) * (1 - x) / 2;
            history.add(new Played(t, action, cost, called ? optimum : 0, (cost + answer) / optimum));
            caught = !called && cost > 0;
            return json();
        }

        synchronized byte[] json() {
            return JsonDocument.object(json -> {
                json.writeStringProperty("id", id);
                JsonDocument.number(json, "mu", bound.mu());
                json.writeNumberProperty("rounds", bound.rounds());
                JsonDocument.number(json, "bestRatio", leastPromise(bound.mu(), bound.rounds()));
                json.writeNumberProperty("round", history.size());
                JsonDocument.number(json, "action", x);
                json.writeObjectPropertyStart("yours");
                JsonDocument.number(json, "cost", cost);
                json.writeEndObject();
                Played last = history.isEmpty() ? null : history.get(history.size() - 1);
                JsonDocument.number(json, "optimum", last == null ? 0 : last.optimum);
                JsonDocument.number(json, "ratio", last == null || caught ? Double.NaN : last.ratio);
                json.writeBooleanProperty("over", isOver());
                json.writeBooleanProperty("caught", caught);
                json.writeBooleanProperty("isCalled", !isOver() && round() == bound.rounds() + 1);
                json.writeStringProperty("words", words());
                JsonDocument.objects(json, "history", history, played -> {
                    json.writeNumberProperty("round", played.round);
                    JsonDocument.number(json, "action", played.action);
                    JsonDocument.number(json, "cost", played.cost);
                    JsonDocument.number(json, "optimum", played.optimum);
                    JsonDocument.number(json, "ratio", played.ratio);
                });
            });
        }

        private String words() {
            if (caught) {
                return "You moved although nothing called you, and the adversary stopped there: hindsight would have stayed and paid nothing, so no ratio bounds what you paid.";
            }
            if (isOver()) {
                return "You were called to 1 and paid " + ShortNumber.of(cost)
                        + "; hindsight, which had set out in time, paid "
                        + ShortNumber.of(bound.opt()) + ". Your ratio is " + ShortNumber.of(cost / bound.opt())
                        + "; nobody who waits can have less than " + ShortNumber.of(bound.ratio())
                        + " here, and the least that anybody can promise for "
                        + (bound.rounds() + 1) + " rounds is "
                        + ShortNumber.of(leastPromise(bound.mu(), bound.rounds())) + ".";
            }
            if (round() == bound.rounds() + 1) {
                return "The call: this round costs " + ShortNumber.of(bound.finalMu()) + "/2 (x - 1)^2.";
            }
            return "Round " + round() + " of " + bound.rounds() + ": being at x costs " + ShortNumber.of(bound.mu())
                    + "/2 x^2, and moving costs half the square of the way. When will you be called?";
        }
    }

    /** For numbers out of an address. */
    static double number(String text, String what) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw StudioProblems.unreadable(what + " is a number.");
        }
    }
}
