package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Rules;
import io.acord.recipe.IterationRule;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Faults against the books: whatever is lost, late, cut or dead, what they prove is never above the hindsight optimum
 * of what was charged; and when it is over, it is what the same actions give in peace. {@code acord.sim.books} is the
 * number of runs, {@code acord.sim.seed} plays one only.
 */
class BooksUnderFaultsTest {

    private static final int FEW = 150;

    @Test
    void theBoundIsNeverAboveTheOptimumAndWholeOnceAllIsHealed() {
        int runs = Integer.getInteger("acord.sim.books", FEW);
        Long only = Long.getLong("acord.sim.seed");
        AtomicInteger rounds = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        LongStream.rangeClosed(only == null ? 1 : only, only == null ? runs : only)
                .parallel()
                .forEach(seed -> {
                    Outcome outcome = play(seed);
                    rounds.addAndGet(outcome.rounds());
                    closed.addAndGet(outcome.booked());
                });
        System.out.println("books under faults: " + runs + " runs, closed " + closed + " of " + rounds + " rounds");
        assertThat(closed.get()).isGreaterThan(rounds.get() / 2);
    }

    private static Outcome play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = 8 + random.nextInt(9);
        int agents = 3 + random.nextInt(6);
        Rules rules = Setting.anyRules(random, 4);
        Setting setting = Setting.of(length)
                .withFleet(agents, 2 + random.nextInt(agents - 1))
                .withBudget(IterationRule.fixed(3 + random.nextInt(6)))
                .withEdges(1 + random.nextInt(2), random.nextBoolean())
                .withRules(rules);
        Faults faults = Faults.mix(random, length);
        faults.crash = random.nextBoolean() ? 0.2 * random.nextDouble() : 0;
        faults.downtime = 3 * random.nextDouble();
        faults.gone = random.nextInt(4) == 0 ? 1 : 0;
        return Simulation.run(
                seed,
                setting,
                faults,
                "mvn -pl protocol -am test -Dtest=BooksUnderFaultsTest -Dacord.sim.seed=" + seed
                        + " -Dsurefire.failIfNoSpecifiedTests=false");
    }
}
