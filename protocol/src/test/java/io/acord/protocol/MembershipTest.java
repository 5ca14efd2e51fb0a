package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.IterationRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks that come and go, message by message. Three agents on a path, each a block. */
class MembershipTest {

    private static final IterationRule FIVE = IterationRule.fixed(5);

    private final MachineFleet fleet =
            new MachineFleet(Rules.builder().build(), Actions.zero(3, 1), MachineFleet.ones(3));

    private static Round path() {
        Coupling coupling = Coupling.builder(3, 1).edge(0, 1).edge(1, 2).build();
        Round.Builder round = Round.builder(3, 1).coupling(coupling);
        for (int i = 0; i < 3; i++) {
            round.cost(i, Quadratic.alpha(1, i));
        }
        return round.build();
    }

    private void open(int t, int... blocks) {
        for (int b : blocks) {
            fleet.tell(b, new Event.RoundOpened(t, fleet.local(b, path(), FIVE, Double.NaN)));
        }
        fleet.settle();
    }

    private List<Effect.RoundDone> over(int block, int round) {
        return fleet.of(block, Effect.RoundDone.class, done -> done.round() == round);
    }

    @Test
    void whoHasHeardAGoodbyeWaitsForNobodyAfterTheLastRound() {
        open(1, 0, 1, 2);
        fleet.tell(2, new Event.Leave());
        fleet.settle();
        assertThat(fleet.of(2, Effect.Leaves.class)).containsExactly(new Effect.Leaves(2));
        open(2, 0, 1, 2);
        assertThat(over(1, 2)).containsExactly(new Effect.RoundDone(2, false));
        open(3, 0, 1);
        assertThat(over(1, 3)).containsExactly(new Effect.RoundDone(3, false));
        assertThat(fleet.of(1, Effect.Booked.class, closed -> closed.round() == 3))
                .hasSize(1);
        assertThat(fleet.of(2, Effect.Booked.class, closed -> closed.round() == 2))
                .hasSize(1);
    }

    @Test
    void aGoodbyeThatWasMissedIsSaidAgainToWhoeverGoesOn() {
        fleet.delivers = (count, letter) -> letter.message().kind() != Message.Kind.LEAVES
                || letter.message().round() > 1;
        open(1, 0, 1, 2);
        fleet.tell(2, new Event.Leave());
        open(2, 0, 1, 2);
        open(3, 0, 1); // asks for what the leaver would say in round 3
        assertThat(over(1, 3)).hasSize(1);
        assertThat(fleet.of(1, Effect.PeerLeaves.class)).containsExactly(new Effect.PeerLeaves(2, 2));
        assertThat(fleet.of(1, Effect.Booked.class, closed -> closed.round() == 3))
                .as("the edge of round 3 is charged to neither")
                .hasSize(1);
    }

    @Test
    void whoLeavesOpensNoRoundAfterItsLast() {
        open(1, 0, 1, 2);
        fleet.tell(2, new Event.Leave());
        open(2, 0, 1, 2);
        open(3, 2);
        assertThat(fleet.of(2, Effect.Publish.class, publish -> publish.round() == 3))
                .isEmpty();
    }

    @Test
    void whoIsRemovedIsNotWaitedForInTheRoundThatIsOpen() {
        open(1, 0, 1, 2);
        open(2, 0, 1);
        assertThat(over(1, 2)).isEmpty();
        fleet.tell(1, new Event.PeerRemoved(2));
        fleet.settle();
        assertThat(over(1, 2)).hasSize(1);
        open(3, 0, 1);
        assertThat(over(1, 3)).containsExactly(new Effect.RoundDone(3, false));
        assertThat(fleet.of(1, Effect.BooksEnded.class))
                .as("nobody will ever know what it played in round 2")
                .hasSize(1);
    }

    @Test
    void somebodyNewTakesPartFromTheRoundThatItNames() {
        fleet.tell(1, new Event.PeerAdded(2));
        open(1, 0, 1);
        open(2, 0, 1);
        assertThat(over(1, 2)).containsExactly(new Effect.RoundDone(2, false));
        join();
        open(2, 2);
        assertThat(fleet.of(1, Effect.PeerJoins.class)).containsExactly(new Effect.PeerJoins(2, 4));
        open(3, 0, 1, 2);
        open(4, 0, 1, 2);
        assertThat(fleet.of(2, Effect.Publish.class)).hasSize(1).allMatch(publish -> publish.round() == 4);
        assertThat(over(1, 4)).containsExactly(new Effect.RoundDone(4, false));
        assertThat(fleet.of(2, Effect.Booked.class)).hasSize(1).allMatch(closed -> closed.round() == 4);
    }

    @Test
    void whoIsHeardToJoinTooLateIsToldThatItsFirstRoundHadNoEdge() {
        fleet.tell(1, new Event.PeerAdded(2));
        open(1, 0, 1);
        open(2, 0, 1);
        join();
        open(2, 2);
        open(3, 0, 1, 2);
        fleet.tell(1, new Event.PeerAdded(2)); // as if it had not heard yet from which round on
        open(4, 0, 1);
        open(5, 0, 1);
        open(4, 2);
        assertThat(over(2, 4)).as("it does not wait for its deadline").hasSize(1);
        assertThat(fleet.of(2, Effect.EdgeRefused.class))
                .containsExactly(new Effect.EdgeRefused(4, 1, Disagreement.NO_EDGE));
    }

    /** The third block has no journal, and says to be new. */
    private void join() {
        fleet.machines[2] = BlockMachine.joining(Rules.builder().build(), new int[] {2}, Actions.zero(1, 1));
        fleet.done.get(2).clear();
        fleet.perform(2, fleet.machines[2].start());
        fleet.tell(1, new Event.PeerBack(2, fleet.machines[2].epoch()));
        fleet.tell(2, new Event.PeerBack(1, fleet.machines[1].epoch()));
        fleet.settle();
    }

    @Test
    void whoSaysToBeNewAndIsNotHasNoBooks() {
        fleet.tell(1, new Event.PeerBack(2, 7));
        open(1, 0, 1, 2);
        open(2, 0, 1, 2);
        join();
        open(3, 0, 1, 2);
        assertThat(fleet.of(2, Effect.BooksEnded.class)).hasSize(1);
    }
}
