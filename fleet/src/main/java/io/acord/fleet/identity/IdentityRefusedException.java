package io.acord.fleet.identity;

import java.security.cert.CertificateException;

/** A peer's certificate was refused; the cause is one word, to be counted by. */
public final class IdentityRefusedException extends CertificateException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Cause {
        UNKNOWN_AUTHORITY,
        NOT_VALID_NOW,
        NO_IDENTITY,
        OTHER_FLEET,
        OTHER_MEMBER,
        DENIED
    }

    private final Cause cause;

    IdentityRefusedException(Cause cause, String message) {
        super(message);
        this.cause = cause;
    }

    public Cause why() {
        return cause;
    }
}
