package io.acord.fleet.identity;

import java.nio.file.Path;
import java.util.Optional;

/** Credentials that leave one check of their files out, to see that a test notices. For tests in other packages. */
public final class WeakCredentials {

    private WeakCredentials() {}

    /** Takes a key that everybody may read. */
    public static Credentials takingOpenKeys(Identity identity, Credentials.Places files) {
        return Credentials.read(identity, files, new FileChecks() {
            @Override
            Optional<String> openToOthers(Path key) {
                return Optional.empty();
            }
        });
    }

    /** Reads a file that has changed once, and never again if that does not work. */
    public static Credentials readingOnce(Identity identity, Credentials.Places files) {
        return Credentials.read(identity, files, new FileChecks() {
            @Override
            boolean readsAgain() {
                return false;
            }
        });
    }
}
