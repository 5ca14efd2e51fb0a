package io.acord.lab.run;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.text.FileTrouble;
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

    /** The heap was too small. */
    public static final int OUT_OF_MEMORY = 4;

    private ExitCode() {}

    /**
     * Says what went wrong, and returns the exit code: complaints one by one for bad input, one line for what went
     * wrong otherwise, a heap that was too small included; a stack trace only where it is our bug.
     *
     * @param comfort what holds after bad input, like "nothing was done"
     */
    public static int explain(Throwable thrown, String comfort, PrintWriter err) {
        if (isOutOfMemory(thrown)) {
            err.println("acord: memory ran out: the heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MB is too small for this. Give it more with ./acord --heap 8g, or ACORD_HEAP=8g;"
                    + " a run takes less with --set optimum=bound, --set threads=1 or a shorter horizon.");
            return OUT_OF_MEMORY;
        }
        if (thrown instanceof BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                err.println(complaint);
            }
            int count = refused.complaints().size();
            err.println(count + (count == 1 ? " complaint; " : " complaints; ") + comfort + ".");
            return BAD_INPUT;
        }
        Throwable trouble = thrown instanceof UncheckedIOException wrapped ? wrapped.getCause() : thrown;
        if (trouble instanceof IOException io) {
            err.println("acord: " + FileTrouble.words(io));
            return FAILED;
        }
        thrown.printStackTrace(err);
        return FAILED;
    }

    /** Also where somebody wrapped it on the way, as thread pools do. */
    private static boolean isOutOfMemory(Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && !(cause instanceof OutOfMemoryError)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
