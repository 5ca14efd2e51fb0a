package io.acord.internal.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** A file with a secret, which nobody but its owner may read. */
public final class PrivateFile {

    private PrivateFile() {}

    /** Its permissions, as {@code rw-r--r--}, if others may read it; empty where files have no such permissions. */
    public static Optional<String> openToOthers(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return Optional.empty();
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        boolean open = permissions.contains(PosixFilePermission.GROUP_READ)
                || permissions.contains(PosixFilePermission.OTHERS_READ);
        return open ? Optional.of(PosixFilePermissions.toString(permissions)) : Optional.empty();
    }
}
