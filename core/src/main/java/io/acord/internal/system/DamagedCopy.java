package io.acord.internal.system;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where a damaged file is kept as it was, when it is repaired. */
public final class DamagedCopy {

    private DamagedCopy() {}

    /** A name beside the file that is free. */
    public static Path of(Path file) {
        Path copy = file.resolveSibling(file.getFileName() + ".damaged");
        for (int k = 2; Files.exists(copy); k++) {
            copy = file.resolveSibling(file.getFileName() + ".damaged-" + k);
        }
        return copy;
    }
}
