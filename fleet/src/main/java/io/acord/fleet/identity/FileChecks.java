package io.acord.fleet.identity;

import io.acord.internal.system.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What is asked of a member's files before they are believed. */
class FileChecks {

    /** The permissions of a key that others than its owner may read; empty if it is its owner's alone. */
    Optional<String> openToOthers(Path key) throws IOException {
        return PrivateFile.openToOthers(key);
    }

    /** Whether files that could not be read when they changed are read once more, so that no revocation is missed. */
    boolean readsAgain() {
        return true;
    }
}
