package io.acord.protocol.machine;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.protocol.Fingerprint;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at before a numbered message is used: whether it is of the open round, from a neighbour of it, and
 * whether its numbers make sense.
 */
class MessageInspection {

    /** Negative for a message of an earlier round than the open one, positive for one of a later round. */
    int compareRound(Message message, RoundInProgress now) {
        return Integer.compare(message.round(), now.round);
    }

    /** The link that a peer may speak on; null if it is not a neighbour in this round. */
    @Nullable
    RoundLink linkOf(int peer, RoundInProgress now) {
        return now.links.to(peer);
    }

    /** Whether a message has as many numbers as the edges that it is about ask for. */
    boolean hasFittingLength(Message message, RoundLink link, RoundInProgress now) {
        Numbers numbers = message.numbers();
        int agents = link.columns.length;
        Fingerprint theirs = message.fingerprint();
        boolean agreed = theirs == null || link.fingerprint.disagreement(theirs).isEmpty();
        int entries = ComponentFlood.ENTRY;
        return switch (message.kind()) {
            case OPENING -> !agreed || numbers.size() == agents * now.iterations.openingNumbers();
            case KAPPA -> numbers.size() == agents;
            case CRAWL, CRAWL_DONE, SHARES, SHARES_DONE ->
                numbers.size() % entries == 0 && numbers.size() <= entries * now.fleet();
            case SHOWN -> numbers.size() == agents * now.iterations.shownNumbers();
            case PLAYED -> numbers.size() == agents * now.iterations.playedNumbers();
            case ASK, HERE, GAVE_UP, REFUSED, JOINS, LEAVES -> true;
        };
    }

    /** How far from the origin an action may lie. */
    double largestNorm(RoundInProgress now) {
        return now.largestNorm;
    }

    /** What is wrong with a message as such; null: nothing. */
    @Nullable
    Rejection nonsenseIn(Message message, RoundLink link, RoundInProgress now) {
        boolean opening = message.kind() == Message.Kind.OPENING;
        if (opening != (message.number() == 0) || (opening && message.fingerprint() == null)) {
            return Rejection.OUT_OF_ORDER;
        }
        if (!hasFittingLength(message, link, now)) {
            return Rejection.WRONG_LENGTH;
        }
        Numbers numbers = message.numbers();
        if (opening || message.kind() == Message.Kind.SHOWN || message.kind() == Message.Kind.PLAYED) {
            return nonsenseInActions(numbers, now.dimension(), largestNorm(now));
        }
        boolean shares = message.kind() == Message.Kind.SHARES || message.kind() == Message.Kind.SHARES_DONE;
        for (int i = 0; i < numbers.size(); i++) {
            boolean unbounded = shares && numbers.get(i) == Double.POSITIVE_INFINITY; // no certificate is an answer
            if (!Double.isFinite(numbers.get(i)) && !unbounded) {
                return Rejection.NOT_FINITE;
            }
        }
        return null;
    }

    /** What is wrong with actions of so many coordinates; null: nothing. */
    @Nullable
    Rejection nonsenseInActions(Numbers actions, int dimension, double largestNorm) {
        double squared = 0;
        for (int i = 0; i < actions.size(); i++) {
            double number = actions.get(i);
            if (!Double.isFinite(number)) {
                return Rejection.NOT_FINITE;
            }
            squared = i % dimension == 0 ? number * number : squared + number * number;
            if (!(Math.sqrt(squared) <= largestNorm)) {
                return Rejection.TOO_LARGE;
            }
        }
        return null;
    }

    /**
     * How far from the origin an action of a neighbour can make sense, learned from this block's own costs: a million
     * times as far as their minimizers lie, and at least a million. What neighbours say has no part in it, so nobody
     * can raise it little by little. Mutable.
     */
    static final class PlausibleNorm {

        /** Neighbours pay for differing from each other; costs that lie further apart have different units. */
        private static final double FACTOR = 1e6;

        private double farthest = 1; // minimizer of own costs so far

        double limit() {
            return FACTOR * farthest;
        }

        /** Takes note of a round's costs; {@code dimension} of an action. */
        void learn(LocalRound local, int rows, int dimension) {
            for (int row = 0; row < rows; row++) {
                try {
                    double reach = reach(local.cost(row), dimension);
                    farthest = reach < Double.POSITIVE_INFINITY ? Math.max(farthest, reach) : farthest;
                } catch (RuntimeException broken) {
                    // a cost that cannot be evaluated teaches nothing; the round itself says what is wrong
                }
            }
        }

        /** ‖v‖ ≤ √(2 f(0) / μ) for the minimizer v of a μ-strongly convex f ≥ 0; v itself if f(0) does not tell. */
        private static double reach(HittingCost f, int dimension) {
            double atOrigin = f.at(new double[dimension]);
            if (atOrigin > 0 && atOrigin < Double.POSITIVE_INFINITY) {
                return Math.sqrt(2 * atOrigin / f.mu());
            }
            double[] v = new double[dimension];
            f.argmin(new QuadraticPull(dimension), v);
            double squared = 0;
            for (double x : v) {
                squared += x * x;
            }
            return Math.sqrt(squared);
        }
    }

    /**
     * Whether the books of a round wait for what was played over these links: one end of an edge must not count it
     * without the other.
     */
    boolean booksWaitFor(List<RoundLink> unknown) {
        return !unknown.isEmpty();
    }

    /** Whether the edges of a link whose far end is in doubt are charged the most that they can cost. */
    boolean chargesDoubt() {
        return true;
    }

    /** Whether whoever strays from its expert pays the other ends of its edges for it. */
    boolean settlesEdges() {
        return true;
    }
}
