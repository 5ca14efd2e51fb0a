package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.options.Options;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Plays policies, as the lab does. */
public final class Plays {

    private Plays() {}

    /** A policy by its key in scenarios and its options, which must be fine. */
    public static Policy policy(String key, Map<String, ?> options) {
        Complaints complaints = new Complaints();
        Options asked = Options.of(options, complaints);
        Policy policy = kind(key).create(key, asked);
        asked.refuseUnknownKeys();
        complaints.throwIfAny();
        return policy;
    }

    public static PolicyKind kind(String key) {
        return ServiceLoader.load(PolicyKind.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(kind -> kind.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    public static Setting setting(Instance instance, int threads) {
        return new Setting(
                instance.agents(),
                instance.dimension(),
                instance.horizon(),
                LambdaRule.declared(instance.leastMu()),
                7,
                threads);
    }

    public static List<Move> play(Policy policy, Instance instance) {
        return play(policy, instance, setting(instance, 1));
    }

    public static List<Move> play(Policy policy, Instance instance, Setting setting) {
        Contestant contestant = Contestant.of(policy, instance, setting);
        List<Move> moves = new ArrayList<>();
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            Move move = contestant.decide(t, at);
            moves.add(move);
            at = move.actions();
        }
        return moves;
    }

    public static List<Actions> actions(List<Move> moves) {
        return moves.stream().map(Move::actions).toList();
    }

    public static List<Round> rounds(Instance instance, int from, int to) {
        List<Round> rounds = new ArrayList<>();
        for (int t = from; t <= Math.min(to, instance.horizon()); t++) {
            rounds.add(instance.round(t));
        }
        return rounds;
    }

    /** x_{t−1} for t = 1, 2, … */
    public static Actions before(Instance instance, List<Move> moves, int t) {
        return t == 1 ? instance.start() : moves.get(t - 2).actions();
    }

    public static void assertClose(String what, double[] x, double[] expected, double accuracy) {
        assertThat(x).hasSameSizeAs(expected);
        double size = 1e-3;
        for (double number : expected) {
            size = Math.max(size, Math.abs(number));
        }
        for (int c = 0; c < x.length; c++) {
            assertThat(Math.abs(x[c] - expected[c]))
                    .as("%s, number %d: %s instead of %s", what, c, x[c], expected[c])
                    .isLessThanOrEqualTo(accuracy * size);
        }
    }
}
