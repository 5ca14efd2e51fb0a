package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.foresight.Trust;
import io.acord.protocol.Effect;
import io.acord.protocol.GullibleJournal;
import io.acord.protocol.machine.WeakParts;
import io.acord.recipe.IterationRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every check is needed: without it a promise breaks, with it none does. */
class ChecksTest {

    private static final int ROUNDS = 9;

    @Test
    void withoutTheChecksumADamagedSnapshotIsTakenForARealOne() {
        Faults faults = new Faults();
        faults.lastRound = ROUNDS - 4;
        faults.crash = 0.3;
        faults.downtime = 0.3;
        faults.torn = true;
        faults.bitFlips = 1e-2;
        assertThat(brokenWith(BlockParts.SOUND.withJournal(GullibleJournal::recover), faults))
                .contains("from a snapshot that it never wrote");
    }

    @Test
    void withoutTheRoundCheckReplayedMessagesAreUsed() {
        Faults faults = new Faults();
        faults.replay = 0.5;
        faults.delay = 1_000;
        faults.jitter = 900;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::takingAnyRound), faults))
                .isNotEmpty();
    }

    @Test
    void withoutSyncBeforePublishABlockActsTwice() {
        Faults faults = new Faults();
        faults.lastRound = ROUNDS - 4;
        faults.crash = 0.4;
        faults.downtime = 1.2;
        assertThat(brokenWith(BlockParts.SOUND.withOrder(ChecksTest::publishingFirst), faults))
                .contains("published two actions");
    }

    @Test
    void withoutTheAllowListAStrangersMessageIsUsed() {
        Faults faults = new Faults();
        faults.intrusions = 20;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::listeningToStrangers), faults))
                .contains("used a message of nature INTRUDING");
    }

    @Test
    void withoutTheSizeLimitAMessageOfTheWrongLengthIsUsed() {
        Faults faults = new Faults();
        faults.poisoners = 2;
        faults.poison = 0.3;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::takingAnyLength), faults))
                .contains("used a message of nature POISONED");
    }

    @Test
    void withoutTheLimitOnNormsAnActionFarFromAllSenseIsUsed() {
        Faults faults = new Faults();
        faults.poisoners = 2;
        faults.poison = 0.3;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::takingAnyNorm), faults))
                .contains("used a message of nature POISONED");
    }

    /** Its other end counts the edge alone: of such books nothing follows. */
    @Test
    void withoutWaitingForNeighboursAnEdgeIsCountedAlone() {
        Faults faults = new Faults();
        faults.lastRound = ROUNDS - 4;
        faults.crash = 0.4;
        faults.downtime = 1.2;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::closingAlone), faults))
                .containsPattern("agent \\d+ has \\S+ in its books of round \\d+, and these actions give");
    }

    /** Nobody pays for its other end being unknown: accounts hold more than there is. */
    @Test
    void withoutChargingDoubtAccountsHoldMoreThanThereIs() {
        Faults faults = new Faults();
        faults.cut = Faults.Cut.HALVES;
        faults.cutFrom = 2;
        faults.cutRounds = 4;
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::forgivingDoubt), faults, lookingAhead(0.05)))
                .containsPattern("accounts hold \\S+ together, and there is \\S+");
    }

    /** Half of an edge is not what a neighbour that runs far from its expert can cost. */
    @Test
    void withEdgesChargedHalfAndHalfANeighbourOverdrawsAnAccount() {
        assertThat(brokenWith(BlockParts.SOUND.withMachine(WeakParts::chargingHalves), new Faults(), lookingAhead(0.5)))
                .containsPattern("the account of agent \\d+ holds \\S+ after round \\d+");
    }

    private static Setting lookingAhead(double epsilon) {
        return Setting.of(ROUNDS)
                .withFleet(16, 16)
                .withBudget(IterationRule.fixed(8))
                .withForesight(new ForesightChecker.Lookahead(2, new Trust(epsilon, Trust.Account.OWN)));
    }

    /** A driver that gives an action out before it is on disk. */
    private static List<Effect> publishingFirst(List<Effect> effects) {
        List<Effect> order = new ArrayList<>(effects);
        for (int at = 0; at + 1 < order.size(); at++) {
            if (order.get(at) instanceof Effect.Persist && order.get(at + 1) instanceof Effect.Publish) {
                Collections.swap(order, at, at + 1);
            }
        }
        return order;
    }

    /** What breaks first with a part that leaves a check out; the same runs with sound parts must not break. */
    private static String brokenWith(BlockParts weak, Faults faults) {
        return brokenWith(weak, faults, Setting.of(ROUNDS).withFleet(16, 16).withBudget(IterationRule.fixed(8)));
    }

    private static String brokenWith(BlockParts weak, Faults faults, Setting setting) {
        for (long seed = 1; seed <= 12; seed++) {
            Simulation.run(seed, setting, faults, "ChecksTest, seed " + seed);
            try {
                Simulation.run(seed, setting, faults, "ChecksTest, seed " + seed, weak);
            } catch (BrokenPromise broken) {
                assertThat(broken.getMessage()).contains("seed " + seed).contains("replay: ");
                return broken.toString();
            }
        }
        return "";
    }
}
