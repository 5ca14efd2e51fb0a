package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Quadratic;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the rounds of a block are closed in its agents' books, and when they never are. */
class BooksTest {

    private static final IterationRule SIX = IterationRule.fixed(6);

    private static Rules rules() {
        return Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, SIX))
                .patience(2)
                .build();
    }

    /** Drones 0 - 1 - 2 in a row, the last with a kink. */
    private static Round path(int t) {
        return Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .edge(1, 2, 0.5)
                .costs(
                        Quadratic.alpha(0.5, -t),
                        Quadratic.alpha(1.5, 1 - t),
                        AbsoluteDeviation.of(1, new double[] {t}, 0.5))
                .build();
    }

    private static MachineFleet three() {
        return new MachineFleet(rules(), Actions.zero(3, 1), MachineFleet.ones(3));
    }

    private static void play(MachineFleet fleet, int t) {
        fleet.open(t, path(t), SIX, Double.NaN);
        fleet.settle();
    }

    private static void nudge(MachineFleet fleet, int times) {
        for (int k = 0; k < times; k++) {
            fleet.everybody(new Event.Nudge());
            fleet.settle();
        }
    }

    private static int closed(MachineFleet fleet, int drone) {
        return fleet.of(drone, Effect.Booked.class).stream()
                .mapToInt(Effect.Booked::round)
                .max()
                .orElse(0);
    }

    /** A new life of a drone, from what its last one committed. */
    private static void restart(MachineFleet fleet, int drone) {
        Snapshot last = fleet.machines[drone].committed();
        Snapshot read = Journal.recover(Journal.encode(last)).snapshot().orElseThrow();
        fleet.machines[drone] = new BlockMachine(rules(), new int[] {drone}, read, false);
        fleet.perform(drone, fleet.machines[drone].start());
    }

    private static void recall(MachineFleet fleet, int drone, int round) {
        fleet.tell(drone, new Event.Recalled(round, fleet.local(drone, path(round), SIX, Double.NaN)));
        fleet.settle();
    }

    @Test
    void inTheNormalCaseNoMessageIsToldForTheBooks() {
        MachineFleet fleet = three();
        play(fleet, 1);
        play(fleet, 2);
        for (int drone = 0; drone < 3; drone++) {
            int links = drone == 1 ? 2 : 1;
            // an opening, what five iterations show, what is played
            assertThat(fleet.of(drone, Effect.Tell.class)).hasSize(2 * links * (1 + 5 + 1));
            assertThat(closed(fleet, drone)).isEqualTo(2);
        }
    }

    @Test
    void aRoundIsClosedWhenTheLastNeighborsActionIsKnownAndNotBefore() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) -> letter.from() != 2; // nobody hears drone 2
        play(fleet, 1);
        nudge(fleet, 6);
        play(fleet, 2);
        nudge(fleet, 6);
        assertThat(closed(fleet, 0)).isEqualTo(2); // it has no edge with drone 2
        assertThat(closed(fleet, 1)).isZero();
        fleet.delivers = (count, letter) -> true;
        nudge(fleet, 4);
        for (int drone = 0; drone < 3; drone++) {
            assertThat(closed(fleet, drone)).isEqualTo(2);
        }
    }

    @Test
    void whoComesBackTellsItsPastActionsFromItsJournal() {
        MachineFleet fleet = three();
        play(fleet, 1);
        fleet.delivers = (count, letter) ->
                letter.from() != 2 || letter.message().kind() != Message.Kind.PLAYED; // its last word is lost
        play(fleet, 2);
        nudge(fleet, 2);
        assertThat(closed(fleet, 1)).isEqualTo(1);
        restart(fleet, 2);
        fleet.delivers = (count, letter) -> true;
        recall(fleet, 2, 2);
        nudge(fleet, 4);
        assertThat(closed(fleet, 1)).isEqualTo(2);
        assertThat(closed(fleet, 2)).isEqualTo(2);
    }

    @Test
    void heldActionsOfRoundsThatWereMissedAreClosedAsWell() {
        MachineFleet fleet = three();
        play(fleet, 1);
        for (int t = 2; t <= 4; t++) { // drone 2 is away
            fleet.delivers = (count, letter) -> letter.to() != 2;
            fleet.tell(0, new Event.RoundOpened(t, fleet.local(0, path(t), SIX, Double.NaN)));
            fleet.tell(1, new Event.RoundOpened(t, fleet.local(1, path(t), SIX, Double.NaN)));
            fleet.settle();
            for (int k = 0; k < 4; k++) {
                fleet.tell(0, new Event.Nudge());
                fleet.tell(1, new Event.Nudge());
                fleet.settle();
            }
        }
        restart(fleet, 2);
        fleet.delivers = (count, letter) -> true;
        recall(fleet, 2, 1);
        play(fleet, 5);
        for (int t = 2; t <= 4; t++) {
            recall(fleet, 2, t);
        }
        nudge(fleet, 8);
        assertThat(fleet.of(2, Effect.Recall.class))
                .extracting(Effect.Recall::round)
                .containsExactly(1, 2, 3, 4);
        for (int drone = 0; drone < 3; drone++) {
            assertThat(closed(fleet, drone)).isEqualTo(5);
        }
    }

    @Test
    void ifNobodyKnowsWhatAPastRoundWasTheBooksEndBeforeIt() {
        MachineFleet fleet = three();
        play(fleet, 1);
        play(fleet, 2);
        restart(fleet, 2);
        fleet.tell(2, new Event.Recalled(2, null));
        assertThat(fleet.of(2, Effect.BooksEnded.class))
                .singleElement()
                .satisfies(end -> assertThat(end.round()).isEqualTo(1));
        play(fleet, 3);
        assertThat(closed(fleet, 2)).isEqualTo(2); // of its first life
        restart(fleet, 2);
        assertThat(fleet.of(2, Effect.Recall.class)).hasSize(1); // the next life does not try again
    }

    @Test
    void whoNeverComesBackEndsTheBooksOfItsNeighborsAndNobodyElses() {
        MachineFleet fleet = three();
        play(fleet, 1);
        fleet.delivers = (count, letter) -> letter.to() != 2;
        for (int t = 2; t <= 140; t++) {
            fleet.tell(0, new Event.RoundOpened(t, fleet.local(0, path(1), SIX, Double.NaN)));
            fleet.tell(1, new Event.RoundOpened(t, fleet.local(1, path(1), SIX, Double.NaN)));
            fleet.settle();
            for (int k = 0; t < 4 && k < 4; k++) {
                fleet.tell(0, new Event.Nudge());
                fleet.tell(1, new Event.Nudge());
                fleet.settle();
            }
        }
        assertThat(fleet.of(0, Effect.BooksEnded.class)).isEmpty();
        assertThat(closed(fleet, 0)).isEqualTo(140);
        assertThat(fleet.of(1, Effect.BooksEnded.class))
                .containsExactly(new Effect.BooksEnded(1, "too many rounds wait for what neighbours played"));
        assertThat(Journal.encode(fleet.machines[1].committed()).length).isLessThan(2_000);
    }

    @Test
    void anEdgeThatTheEndsMeanDifferentlyIsCountedByNeither() {
        MachineFleet fleet = three();
        Round heavier = Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .edge(1, 2, 0.75)
                .costs(path(1).cost(0), path(1).cost(1), path(1).cost(2))
                .build();
        fleet.delivers = (count, letter) ->
                letter.message().kind() != Message.Kind.OPENING || letter.from() == 0 || letter.to() == 0;
        fleet.tell(0, new Event.RoundOpened(1, fleet.local(0, path(1), SIX, Double.NaN)));
        fleet.tell(1, new Event.RoundOpened(1, fleet.local(1, path(1), SIX, Double.NaN)));
        fleet.tell(2, new Event.RoundOpened(1, fleet.local(2, heavier, SIX, Double.NaN)));
        fleet.settle();
        nudge(fleet, 6); // they give each other up, and never compare what they mean by their openings
        fleet.delivers = (count, letter) -> true;
        nudge(fleet, 6);
        Round without = Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .costs(path(1).cost(0), path(1).cost(1), path(1).cost(2))
                .build();
        MachineFleet unjoined = three();
        unjoined.open(1, without, SIX, Double.NaN);
        unjoined.settle();
        for (int drone = 0; drone < 3; drone++) {
            assertThat(fleet.of(drone, Effect.BooksEnded.class)).isEmpty();
            Effect.Booked booked = fleet.of(drone, Effect.Booked.class).get(0);
            Effect.Booked needed = unjoined.of(drone, Effect.Booked.class).get(0);
            for (int k = 0; k < booked.numbers().size(); k++) {
                assertThat(booked.numbers().get(k)).isCloseTo(needed.numbers().get(k), within(1e-9));
            }
        }
    }

    @Test
    void anEdgeThatOneEndKnowsNothingOfIsCountedByNeither() {
        MachineFleet fleet = three();
        Round without = Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .costs(path(1).cost(0), path(1).cost(1), path(1).cost(2))
                .build();
        fleet.tell(0, new Event.RoundOpened(1, fleet.local(0, path(1), SIX, Double.NaN)));
        fleet.tell(1, new Event.RoundOpened(1, fleet.local(1, path(1), SIX, Double.NaN)));
        fleet.tell(2, new Event.RoundOpened(1, fleet.local(2, without, SIX, Double.NaN)));
        fleet.settle();
        assertThat(fleet.of(1, Effect.EdgeRefused.class))
                .containsExactly(new Effect.EdgeRefused(1, 2, Disagreement.NO_EDGE));
        assertThat(fleet.of(1, Effect.Certified.class))
                .allSatisfy(certified -> assertThat(certified.sum()).isFinite());
        for (int drone = 0; drone < 3; drone++) {
            assertThat(closed(fleet, drone)).isEqualTo(1);
        }
    }

    @Test
    void whoHasSatARoundOutSaysSoAndNobodyWaitsForIt() {
        MachineFleet fleet = three();
        play(fleet, 1);
        fleet.tell(0, new Event.RoundOpened(2, fleet.local(0, path(2), SIX, Double.NaN)));
        fleet.settle();
        fleet.tell(2, new Event.RoundMissed(2)); // before its neighbour opens the round
        fleet.tell(1, new Event.RoundOpened(2, fleet.local(1, path(2), SIX, Double.NaN)));
        fleet.settle();
        assertThat(fleet.of(1, Effect.Publish.class).get(1).level()).isEqualTo(Effect.Level.FINAL);
        fleet.tell(0, new Event.RoundOpened(3, fleet.local(0, path(3), SIX, Double.NaN)));
        fleet.tell(1, new Event.RoundOpened(3, fleet.local(1, path(3), SIX, Double.NaN)));
        fleet.settle();
        fleet.tell(2, new Event.RoundMissed(3)); // and after
        fleet.settle();
        assertThat(fleet.of(1, Effect.Publish.class).get(2).level()).isEqualTo(Effect.Level.FINAL);
        // What the rounds were is told later: then they are closed, too.
        fleet.tell(2, new Event.Recalled(2, fleet.local(2, path(2), SIX, Double.NaN)));
        fleet.settle();
        fleet.tell(2, new Event.Recalled(3, fleet.local(2, path(3), SIX, Double.NaN)));
        nudge(fleet, 3);
        for (int drone = 0; drone < 3; drone++) {
            assertThat(closed(fleet, drone)).isEqualTo(3);
        }
    }

    @Test
    void nonsenseAboutPastRoundsIsNotTakenForAnAction() {
        MachineFleet fleet = three();
        fleet.delivers = (count, letter) ->
                letter.from() != 2 || letter.message().kind() != Message.Kind.PLAYED || letter.to() != 1;
        play(fleet, 1);
        nudge(fleet, 1);
        Fingerprint print = fleet.of(2, Effect.Tell.class).stream()
                .map(tell -> tell.message().fingerprint())
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElseThrow();
        for (double[] nonsense :
                List.of(new double[] {Double.NaN}, new double[] {1e300}, new double[] {}, new double[] {1, 2})) {
            Message lie = new Message(Message.Kind.PLAYED, 1, 1, 0, 1, print, 0, Numbers.of(nonsense));
            fleet.tell(1, new Event.Heard(2, lie));
            fleet.tell(0, new Event.Heard(2, lie)); // who is no neighbour of it
        }
        assertThat(closed(fleet, 1)).isZero();
        assertThat(Arrays.stream(new int[] {0, 1})
                        .map(drone -> fleet.of(drone, Effect.Rejected.class).size())
                        .toArray())
                .containsExactly(4, 4);
    }
}
