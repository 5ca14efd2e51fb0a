package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.acord.Acord;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Ties;
import io.acord.input.BadInputException;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a block does when something goes wrong, one thing at a time. */
class MachineTest {

    private static final IterationRule SIX = IterationRule.fixed(6);

    private static Rules rules() {
        return Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .patience(2)
                .build();
    }

    /** Drones 0 - 1 - 2 in a row. */
    private static Round path(int t) {
        Round.Builder builder = Round.builder(3, 1).beta(2).edge(0, 1).edge(1, 2, 0.5);
        for (int i = 0; i < 3; i++) {
            builder.cost(i, Quadratic.alpha(0.5 + i, i - t));
        }
        return builder.build();
    }

    private static MachineFleet three() {
        return new MachineFleet(rules(), Actions.zero(3, 1), MachineFleet.ones(3));
    }

    private static Actions reference(int rounds) {
        Lambdas lambdas = new Lambdas(LambdaRule.riccati(), 3);
        Actions x = Actions.zero(3, 1);
        for (int t = 1; t <= rounds; t++) {
            double[] lambda = lambdas.of(path(t));
            x = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, SIX))
                    .decide(new RoundObjective(path(t), x, lambda))
                    .actions();
            lambdas.remember(path(t), lambda);
        }
        return x;
    }

    private static void play(MachineFleet fleet, int t) {
        fleet.open(t, path(t), SIX, Double.NaN);
        fleet.settle();
    }

    private static boolean isBefore(Message message, int k) {
        return message.kind() != Message.Kind.PLAYED
                && message.iteration() < k
                && message.kind().isNumbered();
    }

    @Test
    void aLostMessageIsAskedForAtTheSecondNudgeAndChangesNothing() {
        for (int lost = 0; lost < 28; lost++) {
            MachineFleet fleet = three();
            int missing = lost;
            fleet.delivers = (count, letter) -> count != missing;
            play(fleet, 1);
            fleet.everybody(new Event.Nudge()); // since the last one everybody has come on
            fleet.everybody(new Event.Nudge());
            fleet.settle();
            assertThat(fleet.played(1, 3, 1)).as("without message %d", lost).isEqualTo(reference(1));
            for (int b = 0; b < 3; b++) {
                assertThat(fleet.of(b, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, false));
                assertThat(fleet.of(b, Effect.Certified.class))
                        .allMatch(Effect.Certified::complete)
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void lossRepetitionAndReorderingTogetherChangeNothing(long seed) {
        Random random = new Random(seed);
        MachineFleet fleet = new MachineFleet(
                Rules.builder()
                        .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                        .patience(50)
                        .build(),
                Actions.zero(3, 1),
                MachineFleet.ones(3));
        fleet.delivers = (count, letter) -> {
            if (random.nextInt(4) == 0) {
                fleet.mail.add(letter);
            }
            return random.nextInt(4) > 0;
        };
        fleet.open(1, path(1), SIX, Double.NaN);
        for (int nudges = 0; nudges < 100; nudges++) {
            fleet.settle(random);
            fleet.everybody(new Event.Nudge());
        }
        fleet.settle(random);
        assertThat(fleet.played(1, 3, 1)).isEqualTo(reference(1));
    }

    @Test
    void aPeerThatFallsSilentIsHeldTheRoundIsDegradedAndTheNextOneLeavesItOut() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) -> letter.from() != 2 || isBefore(letter.message(), 2);
        play(fleet, 1);
        for (int nudges = 0; nudges < 5; nudges++) {
            fleet.everybody(new Event.Nudge());
            fleet.settle();
        }
        assertThat(fleet.of(1, Effect.EdgeLost.class)).containsExactly(new Effect.EdgeLost(1, 2, Effect.Loss.SILENT));
        assertThat(fleet.of(2, Effect.EdgeLost.class))
                .as("the lost one is told")
                .containsExactly(new Effect.EdgeLost(1, 1, Effect.Loss.GAVE_US_UP));
        assertThat(fleet.of(0, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, false));
        assertThat(fleet.of(1, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, true));
        assertThat(fleet.of(1, Effect.Certified.class)).noneMatch(Effect.Certified::complete);

        fleet.delivers = (count, letter) -> letter.from() != 2;
        play(fleet, 2);
        assertThat(fleet.of(1, Effect.EdgeLost.class)).contains(new Effect.EdgeLost(2, 2, Effect.Loss.ABSENT));
        assertThat(fleet.of(1, Effect.RoundDone.class)).contains(new Effect.RoundDone(2, true));

        fleet.delivers = (count, letter) -> true;
        fleet.everybody(new Event.Nudge());
        fleet.settle();
        play(fleet, 3);
        for (int b = 0; b < 3; b++) {
            assertThat(fleet.of(b, Effect.RoundDone.class)).contains(new Effect.RoundDone(3, false));
        }
    }

    @Test
    void whatALostPeerPlayedCompletesTheCertificateLate() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) -> letter.from() != 2;
        play(fleet, 1);
        for (int nudges = 0; nudges < 5; nudges++) {
            fleet.everybody(new Event.Nudge());
            fleet.settle();
        }
        assertThat(fleet.of(1, Effect.Certified.class)).hasSize(1).noneMatch(Effect.Certified::complete);
        fleet.delivers = (count, letter) -> true;
        fleet.everybody(new Event.Deadline(1));
        fleet.everybody(new Event.Nudge());
        fleet.settle();
        List<Effect.Certified> certificates = fleet.of(1, Effect.Certified.class);
        assertThat(certificates).hasSize(2);
        assertThat(certificates.get(1).complete()).isTrue();
    }

    @Test
    void atTheDeadlineTheLatestIterateIsPlayedAndThePeersGoOnWithoutIt() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) -> letter.to() != 0 || isBefore(letter.message(), 3);
        play(fleet, 1);
        fleet.tell(0, new Event.Deadline(1));
        fleet.settle();
        Effect.Publish early = fleet.of(0, Effect.Publish.class).get(0);
        assertThat(early.level()).isEqualTo(Effect.Level.ITERATE);
        assertThat(early.iteration()).isEqualTo(4);
        assertThat(fleet.of(1, Effect.EdgeLost.class)).contains(new Effect.EdgeLost(1, 0, Effect.Loss.GAVE_US_UP));
        assertThat(fleet.of(1, Effect.Publish.class).get(0).level()).isEqualTo(Effect.Level.FINAL);
        assertThat(fleet.of(2, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, false));
    }

    @Test
    void aBlockThatHeardNobodyPlaysItsOwnFirstSolve() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) -> false;
        play(fleet, 1);
        fleet.everybody(new Event.Deadline(1));
        for (int b = 0; b < 3; b++) {
            Effect.Publish publish = fleet.of(b, Effect.Publish.class).get(0);
            assertThat(publish.iteration()).isEqualTo(1);
            assertThat(fleet.of(b, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, true));
        }
    }

    @Test
    void aBlockCommitsBeforeItPublishesAndPublishesBeforeItTells() {
        MachineFleet fleet = three();
        play(fleet, 1);
        List<Effect> effects = fleet.done.get(0);
        int persist = effects.indexOf(
                fleet.of(0, Effect.Persist.class, p -> p.snapshot().round() == 1)
                        .get(0));
        int publish = effects.indexOf(fleet.of(0, Effect.Publish.class).get(0));
        int told =
                effects.indexOf(fleet.of(0, Effect.Tell.class, t -> t.message().kind() == Message.Kind.PLAYED)
                        .get(0));
        assertThat(persist).isLessThan(publish);
        assertThat(publish).isLessThan(told);
    }

    @Test
    void aBlockKilledAtAnyMessageReplaysTheRoundToTheSameBits() {
        for (int death = 0; death < 20; death++) {
            MachineFleet fleet = three();
            play(fleet, 1);
            int messages = death;
            int[] heard = {0};
            boolean[] dead = {false};
            fleet.delivers = (count, letter) -> {
                dead[0] |= letter.to() == 1 && heard[0]++ == messages;
                return letter.to() != 1 || !dead[0];
            };
            play(fleet, 2);
            fleet.delivers = (count, letter) -> true;
            Snapshot last = fleet.of(1, Effect.Persist.class)
                    .get(fleet.of(1, Effect.Persist.class).size() - 1)
                    .snapshot();
            fleet.machines[1] = new BlockMachine(rules(), new int[] {1}, last, false);
            fleet.perform(1, fleet.machines[1].start());
            fleet.tell(1, new Event.RoundOpened(2, fleet.local(1, path(2), SIX, Double.NaN)));
            fleet.settle();
            for (int nudges = 0; nudges < 3; nudges++) {
                fleet.everybody(new Event.Nudge());
                fleet.settle();
            }
            assertThat(fleet.played(2, 3, 1)).as("killed at message %d", death).isEqualTo(reference(2));
            assertThat(fleet.of(1, Effect.EdgeLost.class))
                    .as("killed at message %d", death)
                    .isEmpty();
        }
    }

    @Test
    void aRestartedBlockCommitsItsNewLifeAndRepeatsWhatItCommitted() {
        MachineFleet fleet = three();
        play(fleet, 1);
        Snapshot last = fleet.machines[0].committed();
        BlockMachine next = new BlockMachine(rules(), new int[] {0}, last, false);
        List<Effect> effects = next.start();
        assertThat(next.epoch()).isEqualTo(last.epoch() + 1);
        assertThat(effects).hasSize(3).endsWith(new Effect.Recall(1)); // its books of round 1 were not closed by then
        assertThat(effects.get(0))
                .isInstanceOfSatisfying(
                        Effect.Persist.class,
                        persist -> assertThat(persist.snapshot().epoch()).isEqualTo(next.epoch()));
        assertThat(effects.get(1))
                .isEqualTo(new Effect.Publish(1, last.actions(), Effect.Level.FINAL, last.iteration(), true));
    }

    @Test
    void roundsThatWereMissedArePublishedAsHeldOneByOne() {
        MachineFleet fleet = three();
        play(fleet, 1);
        Actions held = fleet.machines[0].committed().actions();
        fleet.tell(0, new Event.RoundOpened(4, fleet.local(0, path(4), SIX, Double.NaN)));
        assertThat(fleet.of(0, Effect.Publish.class, p -> p.round() > 1))
                .containsExactly(
                        new Effect.Publish(2, held, Effect.Level.HELD, 0, false),
                        new Effect.Publish(3, held, Effect.Level.HELD, 0, false));
    }

    @Test
    void aBlockInDoubtSitsOutWhatItMayHavePlayedAndSaysSo() {
        MachineFleet fleet = three();
        play(fleet, 1);
        Snapshot before = Snapshot.initial(Actions.zero(1, 1));
        fleet.machines[0] = new BlockMachine(rules(), new int[] {0}, before, true);
        fleet.perform(0, fleet.machines[0].start());
        play(fleet, 2);
        assertThat(fleet.of(0, Effect.Publish.class, p -> p.level() == Effect.Level.HELD))
                .containsExactly(
                        new Effect.Publish(1, before.actions(), Effect.Level.HELD, 0, true),
                        new Effect.Publish(2, before.actions(), Effect.Level.HELD, 0, false));
        assertThat(fleet.of(1, Effect.EdgeLost.class))
                .containsExactly(new Effect.EdgeLost(2, 0, Effect.Loss.GAVE_US_UP));
        play(fleet, 3);
        assertThat(fleet.of(0, Effect.RoundDone.class)).contains(new Effect.RoundDone(3, false));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e308, 1e13})
    void nonsenseIsRejectedAndTenTimesNonsenseIsQuarantined(double poison) {
        MachineFleet fleet = three();
        fleet.open(1, path(1), SIX, Double.NaN);
        for (int times = 1; times <= 10; times++) {
            Message bad = new Message(Message.Kind.SHOWN, 1, 1, 1, 1, null, 0, Numbers.of(poison));
            fleet.tell(1, new Event.Heard(0, bad));
            assertThat(fleet.of(1, Effect.EdgeLost.class)).hasSize(times < 10 ? 0 : 1);
        }
        fleet.settle();
        assertThat(fleet.of(1, Effect.EdgeLost.class))
                .containsExactly(new Effect.EdgeLost(1, 0, Effect.Loss.QUARANTINED));
        play(fleet, 2);
        assertThat(fleet.of(1, Effect.EdgeLost.class, lost -> lost.round() == 2))
                .containsExactly(new Effect.EdgeLost(2, 0, Effect.Loss.ABSENT));
        play(fleet, 3);
        assertThat(fleet.of(1, Effect.RoundDone.class)).contains(new Effect.RoundDone(3, false));
    }

    @Test
    void messagesOfStrangersOfOtherLengthsAndOfOtherPlacesAreRejectedByCause() {
        MachineFleet fleet = three();
        fleet.open(1, path(1), SIX, Double.NaN);
        Message shown = new Message(Message.Kind.SHOWN, 1, 1, 1, 1, null, 0, Numbers.of(0.5));
        Message longer = new Message(Message.Kind.SHOWN, 1, 1, 1, 1, null, 0, Numbers.of(0.5, 0.5));
        Message unsigned = new Message(Message.Kind.OPENING, 1, 0, 0, 1, null, 0, Numbers.NONE);
        Message old = new Message(Message.Kind.SHOWN, 0, 1, 1, 1, null, 0, Numbers.of(0.5));
        Message far = new Message(Message.Kind.SHOWN, 1, 2, 2, 1, null, 0, Numbers.of(0.5));
        fleet.tell(0, new Event.Heard(2, shown));
        fleet.tell(0, new Event.Heard(1, longer));
        fleet.tell(0, new Event.Heard(1, unsigned));
        fleet.tell(0, new Event.Heard(1, old));
        fleet.tell(0, new Event.Heard(1, far));
        assertThat(fleet.of(0, Effect.Rejected.class))
                .extracting(Effect.Rejected::why)
                .containsExactly(
                        Rejection.NOT_A_NEIGHBOR,
                        Rejection.WRONG_LENGTH,
                        Rejection.OUT_OF_ORDER,
                        Rejection.OLD_ROUND,
                        Rejection.EARLY);
        fleet.settle();
        assertThat(fleet.played(1, 3, 1)).isEqualTo(reference(1));
    }

    @Test
    void anEarlierLifeOfAPeerIsNotListenedTo() {
        MachineFleet fleet = three();
        play(fleet, 1);
        fleet.machines[1] = new BlockMachine(rules(), new int[] {1}, fleet.machines[1].committed(), false);
        fleet.perform(1, fleet.machines[1].start());
        play(fleet, 2);
        Message stale = new Message(Message.Kind.SHOWN, 2, 1, 1, 1, null, 0, Numbers.of(9));
        fleet.tell(0, new Event.Heard(1, stale));
        assertThat(fleet.rejections(0)).containsEntry(Rejection.STALE_EPOCH, 1);
    }

    @Test
    void endsThatDisagreeRefuseTheEdgeAndBothNameTheCause() {
        MachineFleet fleet = three();
        Round other = Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .edge(1, 2, 0.75)
                .costs(path(1).cost(0), path(1).cost(1), path(1).cost(2))
                .build();
        fleet.tell(0, new Event.RoundOpened(1, fleet.local(0, path(1), SIX, Double.NaN)));
        fleet.tell(1, new Event.RoundOpened(1, fleet.local(1, path(1), SIX, Double.NaN)));
        fleet.tell(2, new Event.RoundOpened(1, fleet.local(2, other, SIX, Double.NaN)));
        fleet.settle();
        assertThat(fleet.of(1, Effect.EdgeRefused.class))
                .containsExactly(new Effect.EdgeRefused(1, 2, Disagreement.EDGES));
        assertThat(fleet.of(2, Effect.EdgeRefused.class))
                .containsExactly(new Effect.EdgeRefused(1, 1, Disagreement.EDGES));
        assertThat(fleet.of(0, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, false));
        assertThat(fleet.of(1, Effect.RoundDone.class)).containsExactly(new Effect.RoundDone(1, true));
    }

    @Test
    void aCostThatFailsHoldsTheActionAndNobodyElseIsHarmed() {
        HittingCost failing = new HittingCost() {
            @Override
            public int dimension() {
                return 1;
            }

            @Override
            public double at(double[] x) {
                return x[0] * x[0];
            }

            @Override
            public double mu() {
                return 2;
            }

            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                throw new IllegalStateException("sensor lost");
            }
        };
        MachineFleet fleet = three();
        Round round = Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .edge(1, 2, 0.5)
                .costs(path(1).cost(0), path(1).cost(1), failing)
                .build();
        fleet.open(1, round, SIX, Double.NaN);
        fleet.settle();
        assertThat(fleet.of(2, Effect.CouldNotSolve.class)).containsExactly(new Effect.CouldNotSolve(1, "sensor lost"));
        assertThat(fleet.of(2, Effect.Publish.class).get(0).level()).isEqualTo(Effect.Level.HELD);
        assertThat(fleet.of(1, Effect.EdgeLost.class)).containsExactly(new Effect.EdgeLost(1, 2, Effect.Loss.STOPPED));
        assertThat(fleet.of(1, Effect.Publish.class).get(0).level()).isEqualTo(Effect.Level.FINAL);
    }

    @Test
    void whatIsHeardIsClippedToTheBallThatTheRulesTrust() {
        Rules clipping = Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .clip(1, 0)
                .build();
        Rules trusting = Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .build();
        double[] played = new double[2];
        for (int story = 0; story < 2; story++) {
            BlockMachine machine = new BlockMachine(
                    story == 0 ? clipping : trusting, new int[] {0}, Snapshot.initial(Actions.zero(1, 1)), false);
            machine.start();
            LocalRound local = LocalRound.builder(Block.of(new Ties(0, 1).with(1)))
                    .hosts(1)
                    .costs(Quadratic.alpha(1, 0))
                    .iterations(IterationRule.fixed(2))
                    .build();
            List<Effect> opened = machine.on(new Event.RoundOpened(1, local));
            Message opening = ((Effect.Tell) opened.get(0)).message();
            machine.on(new Event.Heard(1, opening));
            double told = story == 0 ? 50 : 1;
            List<Effect> last = machine.on(
                    new Event.Heard(1, new Message(Message.Kind.SHOWN, 1, 1, 1, 1, null, 0, Numbers.of(told))));
            played[story] = last.stream()
                    .filter(Effect.Publish.class::isInstance)
                    .map(effect -> ((Effect.Publish) effect).actions().get(0))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(played[0]).isEqualTo(played[1]);
    }

    @Test
    void aBudgetThatABlockCannotKnowIsRefusedWithAWayOut() {
        Rules rules = Rules.builder().recipe(Recipe.paper()).build();
        BlockMachine machine = new BlockMachine(rules, new int[] {0}, Snapshot.initial(Actions.zero(1, 1)), false);
        machine.start();
        LocalRound local = LocalRound.builder(Block.of(new Ties(0, 1).with(1)))
                .hosts(1)
                .costs(Quadratic.alpha(1, 0))
                .iterations(new IterationRule.Bounded(1, 1, 1))
                .fleet(2)
                .build();
        assertThatThrownBy(() -> machine.on(new Event.RoundOpened(1, local)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("give every block the same fixed K");
    }

    @Test
    void theStartIsPartOfWhatEndsMustAgreeOn() {
        Rules other = Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.PREVIOUS, IterationRule.fixed(12)))
                .build();
        MachineFleet fleet = three();
        fleet.machines[2] = new BlockMachine(other, new int[] {2}, Snapshot.initial(Actions.zero(1, 1)), false);
        fleet.machines[2].start();
        play(fleet, 1);
        assertThat(fleet.of(1, Effect.EdgeRefused.class))
                .containsExactly(new Effect.EdgeRefused(1, 2, Disagreement.START));
    }
}
