package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.foresight.Trust;
import io.acord.protocol.Rules;
import io.acord.recipe.IterationRule;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Faults and hostile forecasts against the promise of a fleet that looks ahead: whatever is lost, late, cut, dead or
 * damaged, at most 1 + ε times what the experts pay is paid after every round, no account is overdrawn, and accounts
 * together hold no more than there is. {@code acord.sim.foresight} is the number of runs, {@code acord.sim.seed} plays
 * one only.
 */
class ForesightUnderFaultsTest {

    private static final int FEW = 60;

    @Test
    void whateverFailsAtMostWhatIsPromisedIsPaid() {
        int runs = Integer.getInteger("acord.sim.foresight", FEW);
        Long only = Long.getLong("acord.sim.seed");
        AtomicInteger rounds = new AtomicInteger();
        AtomicInteger restarts = new AtomicInteger();
        AtomicInteger degraded = new AtomicInteger();
        AtomicInteger strayed = new AtomicInteger();
        LongStream.rangeClosed(only == null ? 1 : only, only == null ? runs : only)
                .parallel()
                .forEach(seed -> {
                    Outcome outcome = play(seed);
                    rounds.addAndGet(outcome.rounds());
                    restarts.addAndGet(outcome.restarts());
                    degraded.addAndGet(outcome.degraded());
                    strayed.addAndGet(outcome.strayed());
                });
        System.out.println("foresight under faults: seeds 1 to " + runs + ", " + rounds + " rounds, " + degraded
                + " degraded, " + restarts + " restarts, a plan followed " + strayed + " times");
        assertThat(strayed.get()).isGreaterThan(rounds.get()); // or there would be nothing to promise
    }

    private static Outcome play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = 8 + random.nextInt(9);
        int agents = 3 + random.nextInt(6);
        Rules rules = Setting.anyRules(random, 4);
        Trust trust = new Trust(Math.exp(random.nextDouble(-3, 1)), Trust.Account.OWN);
        Setting setting = Setting.of(length)
                .withFleet(agents, 2 + random.nextInt(agents - 1))
                .withBudget(IterationRule.fixed(3 + random.nextInt(6)))
                .withEdges(1 + random.nextInt(2), random.nextBoolean())
                .withRules(rules)
                .withForesight(new ForesightChecker.Lookahead(1 + random.nextInt(3), trust));
        Faults faults = Faults.mix(random, length);
        faults.crash = random.nextBoolean() ? 0.3 * random.nextDouble() : 0;
        faults.downtime = 3 * random.nextDouble();
        faults.bitFlips = random.nextInt(4) == 0 ? 1e-2 : 0;
        faults.gone = random.nextInt(8) == 0 ? 1 : 0;
        return Simulation.run(
                seed,
                setting,
                faults,
                "mvn -pl protocol -am test -Dtest=ForesightUnderFaultsTest -Dacord.sim.seed=" + seed
                        + " -Dsurefire.failIfNoSpecifiedTests=false");
    }
}
