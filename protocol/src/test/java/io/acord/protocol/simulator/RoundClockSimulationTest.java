package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.acord.Acord;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.protocol.Rules;
import io.acord.protocol.clock.GullibleClock;
import io.acord.protocol.clock.HastyClock;
import io.acord.protocol.clock.RoundClock;
import io.acord.protocol.clock.StubbornClock;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that nudge, give up, hurry and catch up by their own clocks, on simulated time. */
class RoundClockSimulationTest {

    static final int ROUNDS = 80;

    /** After this many rounds without faults nobody misses anybody any more. */
    private static final int TO_MEET_AGAIN = 8;

    static Setting setting(int members) {
        Rules rules = Rules.builder()
                .recipe(Recipe.of(io.acord.recipe.Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .patience(Integer.MAX_VALUE)
                .build();
        return Setting.of(ROUNDS)
                .withFleet(2 * members, members)
                .withBudget(IterationRule.fixed(5))
                .withRules(rules)
                .withPace(40_000, 300_000, 0);
    }

    private static Faults cut(Faults.Cut kind) {
        Faults faults = new Faults();
        faults.cut = kind;
        faults.cutFrom = 5;
        faults.cutRounds = 25;
        return faults;
    }

    @Test
    void withoutFaultsTheActionsAreTheEnginesAndTheRunReplays() {
        for (long seed = 1; seed <= 4; seed++) {
            Setting setting = setting(4);
            MemberSimulation.Result result = MemberSimulation.run(seed, setting, new Faults(), RoundClock::start);
            assertThat(result.degraded()).isZero();
            assertThat(result.actions()).as("seed %d", seed).isEqualTo(reference(seed, setting));
            assertThat(MemberSimulation.run(seed, setting, new Faults(), RoundClock::start)
                            .trace())
                    .isEqualTo(result.trace());
        }
    }

    private static List<Actions> reference(long seed, Setting setting) {
        return reference(seed, setting, List.of());
    }

    /** What the engine plays of whom the costs of all rounds are known, after the rounds that were played already. */
    private static List<Actions> reference(long seed, Setting setting, List<Actions> given) {
        Acord acord = Acord.of(Recipe.of(setting.rules().recipe().variant(), From.ZERO, setting.budget()), 1);
        Lambdas lambdas = new Lambdas(LambdaRule.riccati(), setting.agents());
        List<Actions> played = new ArrayList<>(given);
        Actions at =
                given.isEmpty() ? Actions.zero(setting.agents(), setting.dimension()) : given.get(given.size() - 1);
        int t = 0;
        for (Round round : MemberSimulation.rounds(seed, setting)) {
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            if (++t > given.size()) {
                at = acord.decide(new RoundObjective(round, at, lambda)).actions();
                played.add(at);
            }
        }
        return played;
    }

    /** Whoever was away is told what it has missed: λ rests on the costs of all rounds, of those without it as well. */
    @Test
    void membersThatSkippedRoundsHaveTheEnginesBitsAsSoonAsTheyMissNobody() {
        Faults late = new Faults();
        late.lastRound = 40;
        late.sourceLate = 0.05;
        late.crash = 0.03;
        late.downtime = 40;
        int skipped = 0;
        for (long seed = 1; seed <= 8; seed++) {
            for (Faults faults : List.of(cut(Faults.Cut.ONE), cut(Faults.Cut.HALVES), unseenCut(), late)) {
                Setting setting = setting(4);
                MemberSimulation.Result result = MemberSimulation.run(seed, setting, faults, RoundClock::start);
                List<Actions> played = result.actions();
                assertThat(played)
                        .as("seed %d: %s: %s", seed, faults, result)
                        .isEqualTo(reference(seed, setting, played.subList(0, result.lastDegraded())))
                        .hasSizeGreaterThan(result.lastDegraded());
                skipped += result.skipped();
            }
        }
        assertThat(skipped).isPositive();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void membersThatLostEachOtherMeetAgain(long seed) {
        for (Faults.Cut kind : List.of(Faults.Cut.HALVES, Faults.Cut.ONE, Faults.Cut.RING, Faults.Cut.ASYMMETRIC)) {
            MemberSimulation.Result result = MemberSimulation.run(seed, setting(4), cut(kind), RoundClock::start);
            assertThat(result.lastDegraded())
                    .as("%s: %s", kind, result)
                    .isLessThanOrEqualTo(result.calmRound() + TO_MEET_AGAIN);
        }
    }

    /**
     * The livelock: members that are connected all the time but could not hear each other for a while, as when one is
     * paused, ran side by side for good, some rounds apart, each leaving the other out.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void membersThatDidNotHearEachOtherForAWhileMeetAgain(long seed) {
        MemberSimulation.Result result = MemberSimulation.run(seed, setting(3), unseenCut(), RoundClock::start);
        assertThat(result.gaveUp()).as("the cut was felt").isPositive();
        assertThat(result.lastDegraded())
                .as("%s", result)
                .isPositive()
                .isLessThanOrEqualTo(result.calmRound() + TO_MEET_AGAIN);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 4, 5, 7, 8})
    void withoutWaitingForTheSlowTheyNeverMeetAgainAndThatIsNoticed(long seed) {
        MemberSimulation.Result result = MemberSimulation.run(seed, setting(3), unseenCut(), HastyClock::new);
        assertThat(result.lastDegraded())
                .as("degraded to the very end, %d rounds after the cut", ROUNDS - result.calmRound())
                .isEqualTo(ROUNDS);
    }

    /** A pace that is no shorter than the deadline, so that who is late cannot make it good by waiting less. */
    private static Setting slow(int members, long pace) {
        return setting(members).withPace(pace, 300_000, 0);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void membersWithAPaceAsLongAsTheirDeadlineMeetAgainWithinTwoRounds(long seed) {
        for (Faults.Cut kind : List.of(Faults.Cut.ASYMMETRIC, Faults.Cut.ONE, Faults.Cut.RING)) {
            for (long pace : new long[] {300_000, 500_000}) {
                Faults seen = cut(kind);
                Faults unseen = cut(kind);
                unseen.cutUnseen = true;
                for (Faults faults : List.of(seen, unseen)) {
                    MemberSimulation.Result result =
                            MemberSimulation.run(seed, slow(4, pace), faults, RoundClock::start);
                    assertThat(result.degraded()).as("the cut was felt").isPositive();
                    assertThat(result.lastDegraded())
                            .as("%s, pace %d: %s", kind, pace, result)
                            .isLessThanOrEqualTo(result.calmRound() + 2);
                }
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 3, 4, 5, 7, 8})
    void whoCountsEveryPaceFromItsOwnOpeningNeverMeetsTheOthersAgainAndThatIsNoticed(long seed) {
        MemberSimulation.Result result =
                MemberSimulation.run(seed, slow(4, 500_000), cut(Faults.Cut.ASYMMETRIC), StubbornClock::new);
        assertThat(result.lastDegraded()).isEqualTo(ROUNDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void sourcesOfDifferentSpeedDriveNobodyApart(long seed) {
        Setting setting = slow(4, 300_000);
        MemberSimulation.Result result = MemberSimulation.run(seed, setting, new Faults(), RoundClock::start);
        assertThat(result.degraded()).isZero();
        assertThat(result.actions()).isEqualTo(reference(seed, setting));
        assertThat(MemberSimulation.run(seed, setting, new Faults(), StubbornClock::new)
                        .degraded())
                .as("without following those who have gone on")
                .isPositive();
    }

    private static Faults unseenCut() {
        Faults faults = cut(Faults.Cut.ONE);
        faults.cutUnseen = true;
        return faults;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sourcesThatFailOrAreStuckAndMembersThatDieLeaveNoRoundWithoutItsOneAction(long seed) {
        Faults faults = new Faults();
        faults.lastRound = 40;
        faults.sourceFails = 0.03;
        faults.sourceLate = 0.02;
        faults.crash = 0.02;
        faults.downtime = 12;
        faults.dropData = 0.02;
        faults.dropControl = 0.02;
        MemberSimulation.Result result = MemberSimulation.run(seed, setting(4), faults, RoundClock::start);
        assertThat(result.actions()).hasSize(ROUNDS);
        assertThat(result.held()).isPositive();
        assertThat(result.lastDegraded()).as("%s", result).isLessThanOrEqualTo(result.calmRound() + TO_MEET_AGAIN);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void controllersThatAreLateDieOrChangeTheirMindsAndMembersThatDieLeaveNoRoundWithoutItsOneAction(long seed) {
        Faults faults = new Faults();
        faults.controllers = true;
        faults.lastRound = 40;
        faults.controllerLate = 0.03;
        faults.controllerDies = 0.01;
        faults.controllerWrong = 0.2;
        faults.crash = 0.02;
        faults.downtime = 12;
        faults.dropData = 0.02;
        faults.dropControl = 0.02;
        MemberSimulation.Result result = MemberSimulation.run(seed, setting(4), faults, RoundClock::start);
        assertThat(result.actions()).hasSize(ROUNDS);
        assertThat(result.held()).isPositive();
        assertThat(result.lastDegraded())
                .as("%s", result)
                .isLessThanOrEqualTo(result.calmRound() + TO_MEET_AGAIN + 4); // the dead say nothing for four rounds
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void controllersWhoSpeakInTimeChangeNothing(long seed) {
        Faults faults = new Faults();
        faults.controllers = true;
        MemberSimulation.Result fed = MemberSimulation.run(seed, setting(4), faults, RoundClock::start);
        assertThat(fed.actions())
                .isEqualTo(MemberSimulation.run(seed, setting(4), new Faults(), RoundClock::start)
                        .actions());
        assertThat(fed.held()).isZero();
    }

    static Faults liar(boolean deaths) {
        Faults faults = new Faults();
        faults.farAhead = true;
        faults.lastRound = 40;
        faults.crash = deaths ? 0.03 : 0;
        faults.downtime = 12;
        return faults;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aPeerThatSaysToBeFarAheadTakesNobodyWithIt(long seed) {
        for (int members : List.of(2, 3, 4)) {
            MemberSimulation.Result calm = MemberSimulation.run(seed, setting(members), liar(false), RoundClock::start);
            assertThat(calm.held()).isZero();
            assertThat(calm.skipped()).isZero();
            MemberSimulation.run(seed, slow(members, 300_000), liar(false), RoundClock::start);
            // While others die and come back, a member may be alone with the liar; the pace is checked as it goes.
            MemberSimulation.Result result =
                    MemberSimulation.run(seed, setting(members), liar(true), RoundClock::start);
            assertThat(result.actions()).hasSize(ROUNDS);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void withoutTheBoundOnRoundsThatIsNoticed(long seed) {
        for (int members : List.of(2, 3)) {
            assertThatThrownBy(() -> {
                        for (long s = seed; s < seed + 4; s++) {
                            MemberSimulation.run(s, setting(members), liar(true), GullibleClock::new);
                        }
                    })
                    .isInstanceOf(BrokenPromise.class)
                    .hasMessageContaining("before the pace allows it");
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whoHasLostItsJournalTakesPartAgainAndPlaysNothingTwice(long seed) {
        Faults faults = lostJournals();
        for (int members : List.of(2, 3, 4)) {
            MemberSimulation.Result result = MemberSimulation.run(seed, setting(members), faults, RoundClock::start);
            assertThat(result.lastDegraded()).as("%s", result).isLessThanOrEqualTo(result.calmRound() + TO_MEET_AGAIN);
        }
    }

    @Test
    void aBlockThatTakesALostJournalForAnEmptyOnePlaysTwiceAndThatIsNoticed() {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= 4; seed++) {
                        MemberSimulation.run(seed, setting(3), lostJournals(), RoundClock::start, BlockMachine::new);
                    }
                })
                .isInstanceOf(BrokenPromise.class)
                .hasMessageContaining("two actions of round");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aStolenKeyThatGreetsAsTheLastLifeShutsNobodyOut(long seed) {
        for (int members : List.of(2, 3, 4)) {
            MemberSimulation.Result result =
                    MemberSimulation.run(seed, setting(members), stolenKey(), RoundClock::start);
            assertThat(result.degraded())
                    .as("the owner is back before a round is over")
                    .isZero();
        }
    }

    /** Whoever believes messages alone about lives, and not the greeting, believes the thief for good. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void withoutLivesInGreetingsThatIsNoticed(long seed) {
        Faults faults = stolenKey();
        faults.livesUnknown = true;
        MemberSimulation.Result result = MemberSimulation.run(seed, setting(3), faults, RoundClock::start);
        assertThat(result.lastDegraded()).isEqualTo(ROUNDS);
    }

    static Faults stolenKey() {
        Faults faults = new Faults();
        faults.keyStolen = true;
        faults.lastRound = 40;
        return faults;
    }

    static Faults lostJournals() {
        Faults faults = new Faults();
        faults.journalLost = true;
        faults.lastRound = 40;
        faults.crash = 0.02;
        faults.downtime = 12;
        return faults;
    }
}
