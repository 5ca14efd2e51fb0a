package io.acord.protocol.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.protocol.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Controllers that are late, die, repeat themselves, change their minds and skip ahead. */
class LiveRoundsTest {

    private static final long PATIENCE = 100;

    private static final AgentRound ALONE = new AgentRound(null, List.of(), 1);

    private static LiveRounds one(LatePolicy policy) {
        return new LiveRounds(new int[] {7}, List.of("a"), List.of(ALONE), 2, policy, PATIENCE);
    }

    private static LiveRounds two(LatePolicy policy) {
        AgentRound a = new AgentRound(null, List.of(LiveEdge.of(4, 1), LiveEdge.of(9, 3)), 1);
        AgentRound b = new AgentRound(null, List.of(LiveEdge.of(3, 1)), 1);
        return new LiveRounds(new int[] {3, 4}, List.of("a", "b"), List.of(a, b), 2, policy, PATIENCE);
    }

    private static HittingCost wish(double v) {
        return Quadratic.alpha(1, v);
    }

    private static Offer offer(int round, int agent, double v) {
        return offer(round, agent, v, null, OptionalDouble.empty());
    }

    private static Offer offer(int round, int agent, double v, @Nullable List<LiveEdge> edges, OptionalDouble beta) {
        String body = round + " " + agent + " " + v + " " + edges + " " + beta;
        return new Offer(round, agent, body, wish(v), edges, beta, OptionalDouble.empty());
    }

    private static double wishOf(Decision decision, int row) {
        double[] x = new double[1];
        HittingCost cost = Objects.requireNonNull(decision.agents().get(row).cost());
        cost.argmin(new QuadraticPull(1), x);
        return x[0];
    }

    private static Decision decided(LiveRounds rounds, long now) {
        return Objects.requireNonNull(rounds.poll(now));
    }

    @Test
    void aRoundIsPlayedWhenEverybodyHasSpokenAndNotBefore() {
        LiveRounds rounds = two(LatePolicy.HOLD);
        rounds.ask(1, 0);
        assertThat(rounds.poll(0)).isNull();
        rounds.offer(offer(1, 3, 5));
        assertThat(rounds.poll(50)).isNull();
        assertThat(rounds.wakeAfter(50)).isEqualTo(50);
        rounds.offer(offer(1, 4, 6));
        Decision decision = decided(rounds, 60);
        assertThat(decision.isMissed()).isFalse();
        assertThat(wishOf(decision, 0)).isEqualTo(5);
        assertThat(wishOf(decision, 1)).isEqualTo(6);
        assertThat(decision.whys()).containsExactly("", "");
    }

    @Test
    void whoIsLateHoldsItsMemberAndThatIsSaid() {
        LiveRounds rounds = two(LatePolicy.HOLD);
        rounds.offer(offer(1, 3, 5));
        rounds.ask(1, 0);
        assertThat(rounds.poll(PATIENCE - 1)).isNull();
        Decision decision = decided(rounds, PATIENCE);
        assertThat(decision.isMissed()).isTrue();
        assertThat(decision.whys()).containsExactly("held together with b", "no cost came in time");
    }

    @Test
    void withHeldCostsTheLastOneIsPlayedAndThatIsSaid() {
        LiveRounds rounds = one(LatePolicy.HELD_COST);
        rounds.offer(offer(1, 7, 5));
        rounds.ask(1, 0);
        assertThat(rounds.poll(0)).isNotNull();
        rounds.ask(2, 0);
        Decision second = decided(rounds, PATIENCE);
        assertThat(second.isMissed()).isFalse();
        assertThat(wishOf(second, 0)).isEqualTo(5);
        assertThat(second.whys()).containsExactly("no cost came in time: played with that of round 1");
    }

    @Test
    void withoutAnyCostAtAllNothingCanBePlayed() {
        LiveRounds rounds = one(LatePolicy.HELD_COST);
        assertThat(rounds.hasBegun()).isFalse();
        rounds.ask(1, 0);
        Decision decision = decided(rounds, PATIENCE);
        assertThat(decision.isMissed()).isTrue();
        assertThat(rounds.past(1)).isEmpty();
    }

    @Test
    void theSameBodyIsAnsweredTheSameAndAnotherOneIsRefused() {
        LiveRounds rounds = one(LatePolicy.HOLD);
        assertThat(rounds.offer(offer(1, 7, 5))).isEqualTo(new Reply.Taken(true, null));
        assertThat(rounds.offer(offer(1, 7, 5))).isEqualTo(new Reply.Taken(false, null));
        rounds.ask(1, 0);
        rounds.poll(0);
        rounds.answer(1, 7, "x");
        assertThat(rounds.offer(offer(1, 7, 5))).isEqualTo(new Reply.Taken(false, "x"));
        assertThat(rounds.offer(offer(1, 7, 6)))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        refused -> assertThat(refused.cause()).isEqualTo(Reply.Cause.OTHER_BODY));
    }

    @Test
    void aCostThatComesLateIsAnsweredWithTheHeldActionAndTheBooksChargeIt() {
        LiveRounds rounds = one(LatePolicy.HOLD);
        rounds.offer(offer(1, 7, 5));
        rounds.ask(1, 0);
        rounds.poll(0);
        rounds.ask(2, 1000);
        rounds.poll(1000 + PATIENCE);
        rounds.answer(2, 7, "held");
        assertThat(wishOf(rounds.past(2).orElseThrow(), 0)).isEqualTo(5); // nothing better is known
        assertThat(rounds.offer(offer(2, 7, 8))).isEqualTo(new Reply.Taken(true, "held"));
        assertThat(wishOf(rounds.past(2).orElseThrow(), 0)).isEqualTo(8);
        assertThat(rounds.offer(offer(2, 7, 9))).isInstanceOf(Reply.Refused.class);
    }

    /** What was believed two rounds ahead then is one round ahead now, if it is still believed. */
    @Test
    void aForecastHoldsForTheRoundThatItWasToldWithAndCostsAreHeldWithoutIt() {
        LiveRounds rounds = one(LatePolicy.HELD_COST);
        rounds.offer(new Offer(
                1,
                7,
                "told",
                wish(5),
                null,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(wish(6), wish(7))));
        rounds.ask(1, 0);
        assertThat(decided(rounds, 0).forecasts().rounds()).isEqualTo(2);
        rounds.ask(2, 1000);
        Decision late = decided(rounds, 1000 + PATIENCE);
        assertThat(wishOf(late, 0)).isEqualTo(5);
        assertThat(late.forecasts().rounds()).isZero();
    }

    @Test
    void ofWhatComesLateTheBooksChargeCostAndSwitchingButNotEdgesAndBeta() {
        LiveRounds rounds = one(LatePolicy.HOLD);
        rounds.offer(offer(1, 7, 5));
        rounds.ask(1, 0);
        rounds.poll(0);
        rounds.ask(2, 1000);
        rounds.poll(1000 + PATIENCE);
        rounds.offer(new Offer(
                2, 7, "late", wish(8), List.of(LiveEdge.of(9, 4)), OptionalDouble.of(3), OptionalDouble.of(0.5)));
        Decision past = rounds.past(2).orElseThrow();
        assertThat(past.agents().get(0).switching()).isEqualTo(0.5);
        assertThat(past.agents().get(0).edges()).isEmpty();
        assertThat(past.beta()).isEqualTo(2);
    }

    @Test
    void edgesAndBetaStayAsTheyWereToldAlsoByOneWhoWasLate() {
        LiveRounds rounds = one(LatePolicy.HELD_COST);
        rounds.offer(offer(1, 7, 5));
        rounds.ask(1, 0);
        rounds.poll(0);
        rounds.ask(2, 0);
        rounds.poll(PATIENCE);
        rounds.offer(offer(2, 7, 6, List.of(LiveEdge.of(9, 4)), OptionalDouble.of(3)));
        rounds.offer(offer(3, 7, 7));
        rounds.ask(3, 0);
        Decision third = decided(rounds, 0);
        assertThat(third.beta()).isEqualTo(3);
        assertThat(third.agents().get(0).edges()).containsExactly(LiveEdge.of(9, 4));
    }

    @Test
    void roundsMayBeToldAheadButNotFar() {
        LiveRounds rounds = one(LatePolicy.HOLD);
        for (int t = 1 + LiveRounds.AHEAD; t >= 1; t--) {
            assertThat(rounds.offer(offer(t, 7, t))).isEqualTo(new Reply.Taken(true, null));
        }
        assertThat(rounds.offer(offer(2 + LiveRounds.AHEAD, 7, 0)))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        refused -> assertThat(refused.cause()).isEqualTo(Reply.Cause.FAR_AHEAD));
        for (int t = 1; t <= 1 + LiveRounds.AHEAD; t++) {
            rounds.ask(t, 0);
            Decision decision = decided(rounds, 0);
            assertThat(wishOf(decision, 0)).isEqualTo(t);
        }
    }

    @Test
    void aMemberThatSkipsRoundsSaysWhichIsNext() {
        LiveRounds rounds = one(LatePolicy.HOLD);
        rounds.offer(offer(1, 7, 5));
        rounds.ask(40, 0);
        assertThat(rounds.offer(offer(1, 7, 5))).isInstanceOfSatisfying(Reply.Refused.class, refused -> {
            assertThat(refused.cause()).isEqualTo(Reply.Cause.FORGOTTEN);
            assertThat(refused.why()).contains("40");
        });
        rounds.offer(offer(40, 7, 6));
        assertThat(rounds.poll(0)).isNotNull();
        rounds.answer(39, 7, "held"); // the member says what became of the rounds in between
        assertThat(wishOf(rounds.past(39).orElseThrow(), 0)).isPositive();
    }

    @Test
    void anEdgeBetweenTwoAgentsOfAMemberIsUsedOnceAndOnlyIfBothMeanIt() {
        LiveRounds rounds = two(LatePolicy.HOLD);
        rounds.offer(offer(1, 3, 5));
        rounds.offer(offer(1, 4, 6));
        rounds.ask(1, 0);
        Decision agreed = decided(rounds, 0);
        assertThat(agreed.agents().get(0).edges()).containsExactly(LiveEdge.of(4, 1), LiveEdge.of(9, 3));
        assertThat(agreed.agents().get(1).edges()).isEmpty();
        rounds.offer(offer(2, 3, 5));
        rounds.offer(offer(2, 4, 6, List.of(LiveEdge.of(3, 2)), OptionalDouble.empty()));
        rounds.ask(2, 0);
        Decision apart = decided(rounds, 0);
        assertThat(apart.agents().get(0).edges()).containsExactly(LiveEdge.of(9, 3));
        assertThat(apart.whys())
                .allSatisfy(why -> assertThat(why).contains("a and b").contains("not used"));
    }

    @Test
    void offsetsOfTheTwoEndsHaveOppositeSigns() {
        LiveEdge there = new LiveEdge(4, 1, Numbers.NONE, Numbers.of(1, -2));
        LiveEdge back = new LiveEdge(3, 1, Numbers.NONE, Numbers.of(-1, 2));
        assertThat(there.isMirroredBy(back)).isTrue();
        assertThat(there.isMirroredBy(there)).isFalse();
    }

    @Test
    void agentsOfAMemberCannotMeanDifferentPricesOfDiffering() {
        LiveRounds rounds = two(LatePolicy.HOLD);
        rounds.offer(offer(1, 3, 5, null, OptionalDouble.of(3)));
        assertThat(rounds.offer(offer(1, 4, 6, null, OptionalDouble.of(4))))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        refused -> assertThat(refused.cause()).isEqualTo(Reply.Cause.OTHER_BETA));
    }

    @Test
    void whatIsKeptIsBounded() {
        LiveRounds rounds = one(LatePolicy.HELD_COST);
        for (int t = 1; t <= 1000; t++) {
            rounds.offer(offer(t, 7, t));
            rounds.ask(t, 0);
            rounds.poll(0);
            rounds.answer(t, 7, "x" + t);
        }
        assertThat(rounds.answerOf(1000, 7)).contains("x1000");
        assertThat(rounds.answerOf(1000 - LiveRounds.WINDOW, 7)).isPresent();
        assertThat(rounds.answerOf(999 - LiveRounds.WINDOW, 7)).isEmpty();
        assertThat(rounds.offer(offer(3, 7, 3))).isInstanceOf(Reply.Refused.class);
        assertThat(rounds.origins()).hasSize(1);
    }

    /** What a journal rests on. */
    @Test
    void theSameStoryToldAgainGivesTheSameRounds() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            LiveRounds first = two(LatePolicy.HELD_COST);
            List<Runnable> story = new ArrayList<>();
            LiveRounds second = two(LatePolicy.HELD_COST);
            long now = 0;
            for (int t = 1; t <= 30; t++) {
                first.ask(t, now);
                for (int k = 0; k < 3; k++) {
                    int round = Math.max(1, t - 2 + random.nextInt(5));
                    List<LiveEdge> edges = random.nextBoolean() ? null : List.of(LiveEdge.of(9, random.nextInt(3)));
                    OptionalDouble beta =
                            random.nextInt(4) > 0 ? OptionalDouble.empty() : OptionalDouble.of(random.nextInt(3));
                    Offer offer = offer(round, 3 + random.nextInt(2), random.nextInt(9), edges, beta);
                    if (first.offer(offer) instanceof Reply.Taken taken && taken.isNew()) {
                        story.add(() -> second.tell(offer));
                    }
                }
                now += random.nextInt(2) * PATIENCE;
                Decision decision = first.poll(now);
                if (decision != null) {
                    story.add(() -> second.decide(decision.round(), decision.isMissed()));
                }
            }
            story.forEach(Runnable::run);
            assertThat(second.nextRound()).as("seed " + seed).isLessThanOrEqualTo(first.nextRound());
            for (int t = 1; t <= 30; t++) {
                assertThat(second.decided(t)).as("seed " + seed).isEqualTo(first.decided(t));
                assertThat(second.past(t)).as("seed " + seed).isEqualTo(first.past(t));
            }
            assertThat(second.pending()).as("seed " + seed).isEqualTo(first.pending());
        }
    }
}
