package io.acord.web;

import io.javalin.http.Context;

/** What a server does for its own sake, whatever it answers. */
class Guards {

    /** Throws a problem if a page of another site asks for a change. */
    void checkPage(Context ctx) {
        OwnPages.check(ctx);
    }

    /** Whether what a client has not read yet is kept in memory, and not by the thread that answers. */
    boolean keepsAnswers() {
        return true;
    }
}
