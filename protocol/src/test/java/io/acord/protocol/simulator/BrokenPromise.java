package io.acord.protocol.simulator;

/** A run in which the protocol did not keep a promise. Its message says how to see it again. */
public final class BrokenPromise extends AssertionError {

    private static final long serialVersionUID = 1;

    BrokenPromise(String message) {
        super(message);
    }

    BrokenPromise(String message, Throwable cause) {
        super(message, cause);
    }
}
