package io.acord.protocol.machine;

import io.acord.protocol.Disagreement;
import io.acord.protocol.Message;
import io.acord.protocol.Rejection;
import org.jspecify.annotations.Nullable;

/** What a block says to peers that ask, and asks of those that it misses. */
record PeerAnswers(Outbox outbox, BlockBooks books) {

    /** Tells again what was played, if that is all that is asked; returns whether there was something to tell. */
    boolean tellPlayed(int peer, Message question) {
        return question.kind() == Message.Kind.ASK
                && question.detail() == Message.ONLY_PLAYED
                && books.tell(peer, question.round());
    }

    /** There is no edge to this peer in the round. */
    void refuse(int peer, int round) {
        outbox.tell(peer, Message.Kind.REFUSED, round, Disagreement.NO_EDGE.code());
    }

    /** Before the first round of this life; returns whether there was something to answer. */
    boolean answerIdle(int peer, Message message, int committed) {
        boolean question = message.kind() == Message.Kind.ASK
                || (message.kind() == Message.Kind.HERE && message.detail() == Message.ARE_YOU_THERE);
        if (message.round() == committed && (question || message.kind().isNumbered())) {
            // a round that this life did not play
            outbox.tell(peer, Message.Kind.GAVE_UP, message.round(), 0);
        } else if (question) {
            outbox.tell(peer, Message.Kind.HERE, committed + 1, 0);
        } else {
            return false;
        }
        return true;
    }

    /** Tells again what is asked for; or where this block is, which shows that it lives. */
    void answer(RoundInProgress now, @Nullable RoundInProgress before, int peer, Message question) {
        RoundInProgress asked = question.round() == now.round ? now : before;
        RoundLink link = asked == null ? null : asked.links.to(peer);
        if (asked != null && link != null && asked.round == question.round()) {
            boolean onlyPlayed = question.detail() == Message.ONLY_PLAYED;
            resend(asked, link, onlyPlayed ? asked.numberOfPlayed(link) : question.number());
            return;
        }
        if (asked != null && question.round() == asked.round) { // or it would wait for edges that are not meant here
            outbox.reject(peer, Rejection.NOT_A_NEIGHBOR);
            refuse(peer, question.round());
            return;
        }
        outbox.tell(peer, Message.Kind.HERE, now.round, 0);
    }

    /** Two messages at most: nobody has room for more, and whoever is further behind asks on. */
    void resend(RoundInProgress of, RoundLink link, int from) {
        for (int number = from; number < Math.min(from + 2, link.sent.size()); number++) {
            outbox.tell(link.peer, link.sent.get(number));
        }
        if (from >= link.sent.size()) {
            boolean gone = link.state == RoundLink.State.HELD || link.state == RoundLink.State.OUT;
            outbox.tell(link.peer, of.links.control(gone ? Message.Kind.GAVE_UP : Message.Kind.HERE, link, 0));
        }
    }

    /** A certificate may still become complete. */
    void askForPlayed(@Nullable RoundInProgress of) {
        if (of == null || !of.isDone() || of.isCertified()) {
            return;
        }
        for (RoundLink link : of.links.all()) {
            if (link.played == null && !link.quarantined) {
                outbox.tell(link.peer, of.links.control(Message.Kind.ASK, link, Message.ONLY_PLAYED));
            }
        }
    }
}
