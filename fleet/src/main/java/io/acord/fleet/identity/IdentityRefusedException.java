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
        DENIED,
        /** Of this fleet, and yet nobody to talk to. */
        NOT_A_PEER,
        /** Not heard for a while. */
        QUARANTINED,
        /** Its owner has a newer one. */
        SUPERSEDED
    }

    private final Cause cause;

    public IdentityRefusedException(Cause cause, String message) {
        super(message);
        this.cause = cause;
    }

    public Cause why() {
        return cause;
    }
}
