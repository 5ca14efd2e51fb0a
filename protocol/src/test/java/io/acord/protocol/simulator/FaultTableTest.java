package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Rejection;
import io.acord.protocol.Rules;
import io.acord.protocol.simulator.Faults.Cut;
import io.acord.protocol.simulator.Faults.Difference;
import io.acord.protocol.simulator.Faults.Lie;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * The rows of the fault table that a simulation can play: 64 agents, graphs that change every round, K = 20. At share 1
 * ({@code mvn -Pnightly}) the table's own numbers of runs, 200 rounds each; at a smaller share fewer runs of fewer
 * rounds, see {@link FaultTable}.
 *
 * <p>One seed of one row again: {@code mvn -pl protocol -am test -Dtest=FaultTableTest -Dacord.sim.row=7
 * -Dacord.sim.seed=123 -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class FaultTableTest {

    private static final FaultTable TABLE = new FaultTable();

    @AfterAll
    static void write() {
        TABLE.write();
    }

    /** Variants, starts, dimensions and blocks of all kinds. */
    private static Setting any(long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(seed);
        Setting setting = Setting.of(rounds).withRules(Setting.anyRules(random, 8));
        if (random.nextInt(4) == 0) {
            setting = setting.withEdges(2, true);
        }
        return random.nextInt(4) == 0 ? setting.withFleet(64, 16) : setting;
    }

    private static Setting patient(Setting setting, int patience) {
        Rules rules = Rules.builder()
                .recipe(Recipe.of(
                        setting.rules().recipe().variant(),
                        setting.rules().recipe().from(),
                        IterationRule.fixed(12)))
                .patience(patience)
                .build();
        return setting.withRules(rules);
    }

    @Test
    void row01WithoutFaultsEveryRoundHasTheBitsOfTheReferenceAndEveryRunReplays() {
        TABLE.play(1, "none", 1_000, (seed, rounds, run) -> {
            Outcome outcome = run.play(any(seed, rounds), new Faults());
            assertThat(outcome.degraded()).isZero();
            assertThat(outcome.rejections()).isZero();
            if (seed % 4 == 1) {
                assertThat(run.play(any(seed, rounds), new Faults()).trace()).isEqualTo(outcome.trace());
            }
            return outcome;
        });
    }

    @Test
    void row02DroppedMessagesAreRepeatedUntilTheRoundIsWhole() {
        TABLE.play(2, "message drop", 5_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            double rate = List.of(0.01, 0.1, 0.3, 0.2).get((int) (seed % 4));
            faults.dropData = seed % 3 == 1 ? 0 : rate;
            faults.dropControl = seed % 3 == 2 ? 0 : rate;
            faults.dropCorrelation = seed % 4 == 3 ? 0.75 : 0;
            Setting setting = patient(any(seed, rounds), 60).withPace(1_600_000, 1_500_000, 4_000);
            Outcome outcome = run.play(setting, faults);
            // Bursts of heavy loss may outlast a deadline; then the round is degraded and certified, as every run
            // checks.
            assertThat(outcome.clean())
                    .as("rounds that were whole, seed %d", seed)
                    .isGreaterThanOrEqualTo(rate <= 0.1 ? rounds : rounds / 2);
            return outcome;
        });
    }

    @Test
    void row03DelaysChangeNothingAsLongAsTheyFitTheDeadline() {
        TABLE.play(3, "delay, jitter", 2_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.delay = seed % 3 == 0 ? 50_000 : 75_000;
            faults.jitter = seed % 3 == 0 ? 10_000 : 50_000;
            faults.tail = seed % 3 == 2 ? 0.01 : 0;
            Setting setting = patient(any(seed, rounds), 60).withPace(6_000_000, 5_500_000, 400_000);
            Outcome outcome = run.play(setting, faults);
            assertThat(faults.tail > 0 || outcome.degraded() == 0).isTrue();
            return outcome;
        });
    }

    @Test
    void row04RepeatedAndReplayedMessagesAreCountedAndChangeNothing() {
        TABLE.play(4, "duplicate / replay", 2_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.duplicate = 0.5 * (seed % 11) / 10;
            faults.replay = seed % 2 == 0 ? 0.3 : 0;
            Setting setting = any(seed, rounds).withPace(400_000, 360_000, 40_000);
            Outcome outcome = run.play(setting, faults);
            assertThat(outcome.degraded()).isZero();
            int counted = outcome.rejected().getOrDefault(Rejection.DUPLICATE, 0)
                    + outcome.rejected().getOrDefault(Rejection.OLD_ROUND, 0);
            assertThat(counted).as("repetitions counted, seed %d", seed).isEqualTo(outcome.injected());
            return outcome;
        });
    }

    @Test
    void row05ReorderedMessagesChangeNothing() {
        TABLE.play(5, "reorder", 2_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.reorder = 0.2;
            faults.reorderWindow = 8;
            Setting setting = any(seed, rounds).withPace(800_000, 760_000, 40_000);
            Outcome outcome = run.play(setting, faults);
            assertThat(outcome.degraded()).isZero();
            return outcome;
        });
    }

    @Test
    void row06APartitionCostsItsRoundsOnlyAndIsCertified() {
        TABLE.play(6, "partition", 3_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            Cut[] cuts = {Cut.HALVES, Cut.ONE, Cut.RING, Cut.ASYMMETRIC, Cut.SWIZZLE};
            faults.cut = cuts[(int) (seed % cuts.length)];
            SplittableRandom random = new SplittableRandom(seed);
            faults.cutRounds = 1 + random.nextInt(Math.min(20, rounds / 2));
            faults.cutFrom = 1 + random.nextInt(rounds - faults.cutRounds - 2);
            return run.play(any(seed, rounds), faults);
        });
    }

    @Test
    void row07AKilledBlockGoesOnWhereItWasAndNeverActsTwice() {
        TABLE.play(7, "kill -9", 5_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.lastRound = rounds - 4;
            faults.torn = seed % 2 == 0;
            faults.crash = List.of(1.0 / 64, 0.25, 0.3).get((int) (seed % 3));
            faults.crashAll = seed % 3 == 2;
            faults.downtime = seed % 5 == 0 ? 1.5 : 0.1;
            return run.play(any(seed, rounds), faults);
        });
    }

    @Test
    void row08ADamagedJournalIsNoticedAndThePreviousCommitUsed() {
        TABLE.play(8, "torn or corrupt checkpoint", 1_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.lastRound = rounds - 4;
            faults.torn = true;
            faults.bitFlips = seed % 2 == 0 ? 1e-3 : 1e-2;
            faults.crash = 0.1;
            faults.downtime = 0.5;
            return run.play(any(seed, rounds), faults);
        });
    }

    @Test
    void row12PoisonIsRejectedAndCostsAtMostTheEdgeItCameOver() {
        TABLE.play(12, "poison values", 1_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.poisoners = 1 + (int) (seed % 3);
            faults.poison = List.of(0.05, 0.5, 1.0).get((int) (seed % 3));
            Outcome outcome = run.play(any(seed, rounds), faults);
            int hostile = outcome.rejected().entrySet().stream()
                    .filter(entry -> entry.getKey().isHostile())
                    .mapToInt(java.util.Map.Entry::getValue)
                    .sum();
            assertThat(hostile).isPositive();
            assertThat(outcome.rejections()).isGreaterThanOrEqualTo(outcome.injected());
            return outcome;
        });
    }

    @Test
    void row15EndsThatDisagreeRefuseTheEdgeAndNameTheCause() {
        TABLE.play(15, "disagreement", 1_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            List<Difference> all = List.of(
                    Difference.EDGE,
                    Difference.BETA,
                    Difference.BUDGET,
                    Difference.VARIANT,
                    Difference.START,
                    Difference.MISSING_EDGE);
            faults.difference = all.get((int) (seed % all.size()));
            Rules rules = any(seed, rounds).rules();
            Outcome outcome = run.play(Setting.of(rounds).withRules(rules), faults);
            assertThat(outcome.refused()).isPositive();
            return outcome;
        });
    }

    @Test
    void row16LiarsMoveNobodyFurtherThanClippingAllows() {
        TABLE.play(16, "Byzantine neighbour", 1_000, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.liars = 1 + (int) (seed % 3);
            faults.lie = List.of(Lie.values()).get((int) (seed % 4));
            Rules rules = Rules.builder()
                    .recipe(Recipe.of(
                            Variant.PLAIN, seed % 2 == 0 ? From.ZERO : From.PREVIOUS, IterationRule.fixed(12)))
                    .clip(12, 0)
                    .build();
            return run.play(Setting.of(rounds).withRules(rules), faults);
        });
    }

    @Test
    void row18AfterAnyMixOfFaultsTheFleetIsWholeWithinTwoRounds() {
        TABLE.play(18, "soak", 20_000, (seed, rounds, run) -> {
            Faults faults = Faults.mix(new SplittableRandom(seed), rounds);
            Setting setting = patient(any(seed, rounds), 12).withPace(1_000_000, 900_000, 6_000);
            return run.play(setting, faults);
        });
    }

    @Test
    void row19LostEdgesThatAreChargedAreCertified() {
        TABLE.play(19, "lost-edge cost", 500, (seed, rounds, run) -> {
            Faults faults = new Faults();
            faults.cut = Cut.EDGES;
            faults.cutEdges = 0.15;
            int k = List.of(2, 20, 100).get((int) (seed % 3));
            Setting setting =
                    any(seed, rounds).withBudget(IterationRule.fixed(k)).withPace(600_000, 560_000, 4_000);
            Outcome outcome = run.play(setting, faults);
            assertThat(outcome.certified())
                    .as("certified rounds, seed %d", seed)
                    .isEqualTo(rounds);
            return outcome;
        });
    }

    @Test
    void row21APeerThatSaysToBeFarAheadTakesNobodyWithIt() {
        TABLE.playMembers(
                21, "a peer says to be in round 2,000,000,000", 5_000, 3, RoundClockSimulationTest.liar(true));
    }

    @Test
    void row22WhoHasLostItsJournalTakesPartAgainWithinThreeRoundsAndPlaysNothingTwice() {
        TABLE.playMembers(22, "lost journals", 5_000, 3, RoundClockSimulationTest.lostJournals());
    }

    @Test
    void row32AStolenKeyThatGreetsAsTheLastLifeShutsNobodyOut() {
        TABLE.playMembers(32, "a stolen key greets in life 2^63 - 1", 5_000, 3, RoundClockSimulationTest.stolenKey());
    }
}
