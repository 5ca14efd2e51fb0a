package io.acord.studio;

import io.acord.input.BadInputException;
import io.acord.web.Problem;

/** What can be wrong with what the studio is asked for, besides what can be wrong with any request. */
final class StudioProblems {

    /** What complaints call a scenario that came from the page. */
    static final String SCENARIO = "scenario.yaml";

    static final Problem.Kind EVENTS_ONLY = new Problem.Kind(406, "events-only", "This is a stream of events");

    static final Problem.Kind NOT_YET = new Problem.Kind(409, "not-yet", "Not yet");

    static final Problem.Kind GAME_OVER = new Problem.Kind(409, "game-over", "The game is over");

    static final Problem.Kind NOT_OF_THE_SWARM =
            new Problem.Kind(409, "not-of-the-swarm", "This is not a process of the swarm");

    static final Problem.Kind DID_NOT_WORK = new Problem.Kind(409, "did-not-work", "It did not work");

    static final Problem.Kind CHANGED_MEANWHILE =
            new Problem.Kind(409, "changed-meanwhile", "The file was changed meanwhile");

    static final Problem.Kind UNPLAYABLE = new Problem.Kind(422, "unplayable", "This cannot be played");

    static final Problem.Kind OUR_FAULT = Problem.ourFaultOf("studio");

    static final Problem.Kind BUSY = new Problem.Kind(503, "busy", "Busy");

    private StudioProblems() {}

    static Problem refused(BadInputException refused) {
        int count = refused.complaints().size();
        return Problem.ofDocument(
                UNPLAYABLE,
                count == 1 ? "1 complaint; nothing was done." : count + " complaints; nothing was done.",
                SCENARIO,
                refused.complaints());
    }

    static Problem unreadable(String detail) {
        return new Problem(Problem.UNREADABLE, detail);
    }

    static Problem missing(String detail) {
        return new Problem(Problem.NO_SUCH_PLACE, detail);
    }
}
