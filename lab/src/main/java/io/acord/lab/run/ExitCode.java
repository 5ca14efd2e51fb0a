package io.acord.lab.run;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** How commands end: 0 done, or one of these. */
public final class ExitCode {

    /** The run failed. */
    public static final int FAILED = 1;

    public static final int BAD_INPUT = 2;

    /** Done, but a promise was broken. */
    public static final int PROMISE_BROKEN = 3;

    private ExitCode() {}

    /**
     * Says what went wrong, and returns the exit code: complaints one by one for bad input, one line for what went
     * wrong otherwise; a stack trace only where it is our bug.
     *
     * @param comfort what holds after bad input, like "nothing was done"
     */
    public static int explain(Exception thrown, String comfort, PrintWriter err) {
        if (thrown instanceof BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                err.println(complaint);
            }
            int count = refused.complaints().size();
            err.println(count + (count == 1 ? " complaint; " : " complaints; ") + comfort + ".");
            return BAD_INPUT;
        }
        Throwable trouble = thrown instanceof UncheckedIOException wrapped ? wrapped.getCause() : thrown;
        if (trouble instanceof IOException) {
            // Of its subclasses many say in their names alone what the trouble is with the file in their message.
            err.println("acord: " + (trouble.getClass() == IOException.class ? trouble.getMessage() : trouble));
            return FAILED;
        }
        thrown.printStackTrace(err);
        return FAILED;
    }
}
