package io.acord.protocol.machine;

import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.Fingerprint;
import io.acord.protocol.Message;
import io.acord.protocol.Rejection;
import io.acord.protocol.Rules;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Brings what a peer says to where it belongs: the open round, the one before, the books; or says why nowhere. */
record MessageRouter(
        Rules rules,
        MessageInspection inspection,
        Outbox outbox,
        PeerRoster roster,
        BlockMembership membership,
        BlockBooks books,
        BlockRounds rounds,
        PeerAnswers answers) {

    void hear(int peer, Message message) {
        if (!roster.hear(peer, message.epoch())) {
            outbox.reject(peer, Rejection.STALE_EPOCH);
            return;
        }
        if (message.kind() == Message.Kind.JOINS || message.kind() == Message.Kind.LEAVES) {
            hearMembership(peer, message);
            return;
        }
        if (message.kind() == Message.Kind.HERE && message.detail() == Message.KNOWN_OF_OLD && membership.hasJoined()) {
            books.forget("an earlier life of this block has been here, and its books are lost");
        }
        if (rounds.isNewAndIdle()) {
            membership.note(peer, message.round());
        }
        noticeComing(peer, message);
        if (membership.isBeyondTheEnd(message.round())) {
            membership.tellLeaving(peer, rounds.latest());
            return;
        }
        RoundInProgress now = rounds.current();
        if (now == null) {
            hearIdle(peer, message);
            return;
        }
        RoundLink link = now.links.to(peer);
        if (message.round() >= now.round) {
            roster.find(peer);
            if (link != null) {
                link.heard();
            }
        }
        boolean isBehind = message.round() < now.round; // it asks about rounds that are over, and will come to this one
        if (!isBehind && roster.welcome(peer) && link != null && message.round() == now.round) {
            answers.resend(now, link, 0);
            outbox.tell(peer, now.links.control(Message.Kind.HERE, link, 0)); // the rest is there for it to ask
        }
        if (message.kind().isNumbered()) {
            hearNumbered(now, peer, message);
        } else {
            hearControl(now, link, peer, message);
        }
        checkQuarantine(now);
    }

    /** A round has been opened: hears what was said of it before. */
    void hearEarly(RoundInProgress now) {
        TreeMap<Integer, Message> waiting = new TreeMap<>(rounds.early());
        rounds.early().clear();
        waiting.forEach((peer, message) -> {
            if (message.round() == now.round) {
                hearNumbered(now, peer, message);
            }
        });
        checkQuarantine(now);
    }

    // ---- who takes part

    private void hearMembership(int peer, Message message) {
        int named = message.number();
        if (message.kind() == Message.Kind.JOINS) {
            if (roster.isReborn(peer)) {
                outbox.tell(peer, Message.Kind.HERE, rounds.round(), Message.KNOWN_OF_OLD);
            }
            join(peer, named);
        } else if (membership.leaves(peer, named)) {
            roster.find(peer);
            rounds.leaveOut(peer);
        }
    }

    private void join(int peer, int first) {
        if (membership.joins(peer, first)) {
            rounds.leaveOut(peer);
        }
    }

    /** Whoever opens a round takes part in the next that is not open here, if it was not known to. */
    private void noticeComing(int peer, Message opening) {
        RoundInProgress now = rounds.current();
        int committed = rounds.committed().round();
        int open = now == null ? committed : now.round;
        boolean isOpening = opening.kind() == Message.Kind.OPENING;
        if (isOpening && !membership.isIn(peer, opening.round()) && opening.round() >= open) {
            join(peer, Math.max(opening.round(), Math.max(open, committed) + 1));
        }
    }

    // ---- messages of rounds

    /** Before the first round of this life. */
    private void hearIdle(int peer, Message message) {
        if (answers.tellPlayed(peer, message) || hearAnswer(peer, message)) {
            return;
        }
        int committed = rounds.committed().round();
        if (message.kind() == Message.Kind.OPENING && message.round() > committed) {
            rounds.early().put(peer, message);
        } else if (!answers.answerIdle(peer, message, committed) && message.kind() != Message.Kind.HERE) {
            outbox.reject(peer, Rejection.EARLY);
        }
    }

    private void hearControl(RoundInProgress now, @Nullable RoundLink link, int peer, Message message) {
        boolean isOver = message.round() < now.round || (message.round() == now.round && now.isDone());
        if (isOver && message.kind() == Message.Kind.REFUSED) {
            Disagreement cause = Disagreement.of(message.detail()).orElse(Disagreement.START);
            if (!books.hearRefusal(peer, message.round(), cause)) {
                outbox.reject(peer, Rejection.OLD_ROUND);
            }
            return;
        }
        if (message.kind() == Message.Kind.ASK) {
            if (answers.tellPlayed(peer, message)) {
                return;
            }
            if (rounds.isMissed(message.round())) {
                outbox.tell(peer, Message.Kind.GAVE_UP, message.round(), 0);
            } else {
                answers.answer(now, rounds.before(), peer, message);
            }
            return;
        }
        if (message.kind() == Message.Kind.HERE && message.detail() == Message.ARE_YOU_THERE) {
            if (link == null) {
                outbox.tell(peer, Message.Kind.HERE, now.round, 0);
            } else {
                outbox.tell(peer, now.links.control(Message.Kind.HERE, link, 0));
            }
        }
        if (message.round() < now.round) {
            outbox.reject(peer, Rejection.OLD_ROUND);
            return;
        }
        if (link == null) {
            if (message.kind() != Message.Kind.HERE) {
                outbox.reject(peer, Rejection.NOT_A_NEIGHBOR);
            }
            return;
        }
        if (message.round() > now.round + 1) {
            now.lose(link, Effect.Loss.GONE_ON);
        } else if (message.round() == now.round) {
            switch (message.kind()) {
                case HERE -> link.known = Math.max(link.known, message.number() - 1);
                case GAVE_UP -> now.lose(link, Effect.Loss.GAVE_US_UP);
                case REFUSED -> Disagreement.of(message.detail()).ifPresent(cause -> now.refuse(link, cause));
                default -> throw new AssertionError("unhandled " + message.kind());
            }
        }
    }

    private void hearNumbered(RoundInProgress now, int peer, Message message) {
        if (hearAnswer(peer, message)) {
            return;
        }
        int compared = inspection.compareRound(message, now);
        if (compared < 0) {
            hearLate(peer, message);
            return;
        }
        if (compared > 0 && rounds.isMissed(message.round())) {
            outbox.tell(peer, Message.Kind.GAVE_UP, message.round(), 0);
            return;
        }
        if (compared > 0) {
            keepEarly(peer, message);
            return;
        }
        RoundLink link = inspection.linkOf(peer, now);
        if (link == null) {
            outbox.reject(peer, Rejection.NOT_A_NEIGHBOR);
            if (message.kind() == Message.Kind.OPENING) {
                answers.refuse(peer, message.round());
            }
            return;
        }
        take(now, link, message);
    }

    /** Takes a peer's answer to what it played in a round that is over; returns whether the message is one. */
    private boolean hearAnswer(int peer, Message message) {
        Fingerprint theirs = message.fingerprint();
        if (message.kind() != Message.Kind.PLAYED || theirs == null) {
            return false;
        }
        RoundInProgress now = rounds.current();
        RoundInProgress before = rounds.before();
        boolean isOpen = now != null && now.round == message.round() && !now.isDone();
        Rejection why = isOpen ? Rejection.OUT_OF_ORDER : books.hear(peer, message, theirs, inspection);
        if (why != null) {
            outbox.reject(peer, why);
        } else if (now != null) {
            now.certify();
            if (before != null) {
                before.certify();
            }
        }
        return true;
    }

    private void take(RoundInProgress now, RoundLink link, Message message) {
        boolean listens = link.state == RoundLink.State.AWAITED || link.state == RoundLink.State.IN;
        if (link.quarantined) {
            outbox.reject(link.peer, Rejection.EDGE_OUT);
        } else if (message.number() < link.next || link.inbox.containsKey(message.number()) || link.stopped) {
            outbox.reject(link.peer, Rejection.DUPLICATE);
        } else if (listens && message.number() >= link.next + now.window()) {
            link.known = Math.max(link.known, message.number());
            outbox.reject(link.peer, Rejection.EARLY);
        } else {
            Rejection nonsense = inspection.nonsenseIn(message, link, now);
            if (nonsense != null) {
                link.hostile++;
                outbox.reject(link.peer, nonsense);
            } else if (listens) {
                link.inbox.put(message.number(), message);
            } else if (message.kind() == Message.Kind.PLAYED) {
                link.takePlayed(message);
                now.certify();
            } else if (message.number() == link.next) {
                Fingerprint theirs = message.fingerprint();
                link.agreed |=
                        theirs != null && link.fingerprint.disagreement(theirs).isEmpty();
                link.next++; // its opening, or an iteration of somebody who does not know yet that it was given up
                tellOut(now, link, message);
            } else {
                outbox.reject(link.peer, Rejection.EDGE_OUT);
            }
        }
    }

    /** Somebody who still shows iterations is not aware that it is held here. */
    private void tellOut(RoundInProgress now, RoundLink link, Message message) {
        if (message.kind() != Message.Kind.OPENING) {
            outbox.tell(link.peer, now.links.control(Message.Kind.GAVE_UP, link, 0));
        }
    }

    private void hearLate(int peer, Message message) {
        RoundInProgress late = rounds.before();
        RoundLink link = late == null ? null : late.links.to(peer);
        boolean missed = late != null
                && link != null
                && late.round == message.round()
                && message.kind() == Message.Kind.PLAYED
                && link.played == null;
        if (!missed || late == null || link == null) {
            outbox.reject(peer, Rejection.OLD_ROUND);
            boolean isMeantThereOnly = late != null && link == null && late.round == message.round();
            if (isMeantThereOnly && message.kind() == Message.Kind.OPENING) {
                answers.refuse(peer, message.round());
            }
        } else {
            take(late, link, message);
            late.certify();
        }
    }

    /**
     * A neighbour of the next round may have opened it already; there is room for that, and it says no more until it is
     * answered.
     */
    private void keepEarly(int peer, Message message) {
        int following = rounds.latest() + 1; // after rounds that were sat out, too
        boolean next = message.round() == following && message.kind() == Message.Kind.OPENING;
        Message kept = rounds.early().get(peer);
        if (kept != null && kept.round() == message.round() && kept.epoch() == message.epoch() && next) {
            outbox.reject(peer, Rejection.DUPLICATE);
        } else if (next) {
            rounds.early().put(peer, message);
        } else {
            outbox.reject(peer, Rejection.EARLY);
        }
    }

    private void checkQuarantine(RoundInProgress now) {
        for (RoundLink link : now.links.all()) {
            if (!link.quarantined && link.hostile >= rules.quarantineAfter()) {
                roster.quarantine(link.peer, now.round + 1);
                now.lose(link, Effect.Loss.QUARANTINED);
                link.quarantined = true;
            }
        }
        now.proceed();
    }
}
