package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.IterationRule;
import io.acord.protocol.Guards;
import io.acord.protocol.OpenGuards;
import org.junit.jupiter.api.Test;

/** Every guard is needed: without it a promise breaks, with it none does. */
class GuardsTest {

    private static final int ROUNDS = 9;

    @Test
    void withoutTheChecksumADamagedSnapshotIsTakenForARealOne() {
        Faults faults = new Faults();
        faults.lastRound = ROUNDS - 4;
        faults.crash = 0.3;
        faults.downtime = 0.3;
        faults.torn = true;
        faults.bitFlips = 1e-2;
        assertThat(brokenWithout("CHECKSUM", faults)).contains("from a snapshot that it never wrote");
    }

    @Test
    void withoutTheRoundCheckReplayedMessagesAreUsed() {
        Faults faults = new Faults();
        faults.replay = 0.5;
        faults.delay = 1_000;
        faults.jitter = 900;
        assertThat(brokenWithout("ROUND_CHECK", faults)).isNotEmpty();
    }

    @Test
    void withoutSyncBeforePublishABlockActsTwice() {
        Faults faults = new Faults();
        faults.lastRound = ROUNDS - 4;
        faults.crash = 0.4;
        faults.downtime = 1.2;
        assertThat(brokenWithout("SYNC_BEFORE_PUBLISH", faults)).contains("published two actions");
    }

    @Test
    void withoutTheAllowListAStrangersMessageIsUsed() {
        Faults faults = new Faults();
        faults.intrusions = 20;
        assertThat(brokenWithout("ALLOW_LIST", faults)).contains("used a message of nature INTRUDING");
    }

    @Test
    void withoutTheSizeLimitAMessageOfTheWrongLengthIsUsed() {
        Faults faults = new Faults();
        faults.poisoners = 2;
        faults.poison = 0.3;
        assertThat(brokenWithout("SIZE_LIMIT", faults)).contains("used a message of nature POISONED");
    }

    /** What breaks first with one guard off; the same runs with all guards on must not break. */
    private static String brokenWithout(String guard, Faults faults) {
        Setting setting = Setting.of(ROUNDS).withFleet(16, 16).withBudget(IterationRule.fixed(8));
        for (long seed = 1; seed <= 12; seed++) {
            Simulation.run(seed, setting, faults, "GuardsTest, seed " + seed, Guards.ALL);
            try {
                Simulation.run(seed, setting, faults, "GuardsTest, seed " + seed, OpenGuards.without(guard));
            } catch (BrokenPromise broken) {
                assertThat(broken.getMessage()).contains("seed " + seed).contains("replay: ");
                return broken.toString();
            }
        }
        return "";
    }
}
