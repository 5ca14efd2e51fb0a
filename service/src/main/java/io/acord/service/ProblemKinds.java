package io.acord.service;

import io.acord.web.Problem;

/** What can be wrong with a round, besides what can be wrong with any request. */
final class ProblemKinds {

    static final Problem.Kind BAD_ROUND = new Problem.Kind(400, "bad-round", "The round cannot be decided");

    static final Problem.Kind SCOPE_NEEDED = new Problem.Kind(403, "scope-needed", "The token does not allow that");

    static final Problem.Kind NOT_YET = new Problem.Kind(404, "not-yet", "The round has not been decided");

    static final Problem.Kind NO_LONGER_KEPT =
            new Problem.Kind(410, "no-longer-kept", "The round was decided long ago");

    static final Problem.Kind DECIDED_OTHERWISE =
            new Problem.Kind(409, "decided-otherwise", "The round was decided with another body");

    static final Problem.Kind OUT_OF_TURN = new Problem.Kind(409, "out-of-turn", "The rounds before come first");

    static final Problem.Kind OUT_OF_SERVICE =
            new Problem.Kind(503, "out-of-service", "The service has to be restarted");

    static final Problem.Kind CANNOT_WRITE =
            new Problem.Kind(507, "cannot-write", "The decision could not be written to disk");

    private ProblemKinds() {}
}
