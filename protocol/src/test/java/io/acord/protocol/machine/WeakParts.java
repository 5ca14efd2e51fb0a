package io.acord.protocol.machine;

import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of a block that leave one check out, to see that a test notices. For tests in other packages. */
public final class WeakParts {

    private WeakParts() {}

    /** A block that takes messages of any round for those of the open one. */
    public static BlockMachine takingAnyRound(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            int compareRound(Message message, RoundInProgress now) {
                return 0;
            }
        });
    }

    /** A block that listens to strangers as if they were its first neighbour. */
    public static BlockMachine listeningToStrangers(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            @Nullable
            RoundLink linkOf(int peer, RoundInProgress now) {
                RoundLink link = super.linkOf(peer, now);
                return link == null ? now.links.all().stream().findFirst().orElse(null) : link;
            }
        });
    }

    /** A block that takes messages of any length. */
    public static BlockMachine takingAnyLength(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            boolean hasFittingLength(Message message, RoundLink link, RoundInProgress now) {
                return true;
            }
        });
    }

    /** A block that takes any finite number for an action. */
    public static BlockMachine takingAnyNorm(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            double largestNorm(RoundInProgress now) {
                return Double.POSITIVE_INFINITY;
            }
        });
    }

    /** A block that closes its books without the edges over which it does not know what was played. */
    public static BlockMachine closingAlone(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            boolean booksWaitFor(List<RoundLink> unknown) {
                return false;
            }
        });
    }

    /** A block that looks ahead and counts no edge over which it does not know what was played. */
    public static BlockMachine forgivingDoubt(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            boolean chargesDoubt() {
                return false;
            }
        });
    }

    /** A block that looks ahead and is charged half of every edge, whoever strays. */
    public static BlockMachine chargingHalves(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        return new BlockMachine(rules, agents, last, inDoubt, new MessageInspection() {
            @Override
            boolean settlesEdges() {
                return false;
            }
        });
    }
}
