package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.recipe.IterationRule;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulated network is one of datagrams: each message is lost, late or repeated by itself, and none waits for
 * another. Here all of it at once, as on a bad radio, with short and long deadlines; every run checks its actions
 * against the engine, and its certificates and books against what the round and the run really lack.
 */
class DatagramsTest {

    private static final int ROUNDS = 12;

    private static Outcome play(long seed, long deadline) {
        SplittableRandom random = new SplittableRandom(seed);
        Faults faults = new Faults();
        faults.dropData = 0.3;
        faults.dropControl = 0.3;
        faults.delay = 75_000;
        faults.jitter = 50_000;
        faults.duplicate = 0.2;
        faults.reorder = 0.2;
        faults.lastRound = ROUNDS - 4;
        Setting setting = Setting.of(ROUNDS)
                .withFleet(8, 4)
                .withBudget(IterationRule.fixed(6))
                .withRules(Setting.anyRules(random, 60))
                .withPace(deadline + deadline / 10, deadline, Math.min(deadline / 10, 200_000));
        return Simulation.run(
                seed,
                setting,
                faults,
                "mvn -pl protocol -am test -Dtest=DatagramsTest -Dsurefire.failIfNoSpecifiedTests=false");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void withTimeEnoughEveryRoundIsWhole(long seed) {
        assertThat(play(seed, 60_000_000).clean()).isEqualTo(ROUNDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void withoutItEveryRoundHasActionsAndIsWholeAgainSoonAfterTheFaults(long seed) {
        Outcome outcome = play(seed, 2_500_000);
        assertThat(outcome.rounds()).isEqualTo(ROUNDS);
        assertThat(outcome.lost()).isZero();
        assertThat(outcome.duplicates()).isZero();
        assertThat(outcome.clean()).isGreaterThanOrEqualTo(2);
    }
}
