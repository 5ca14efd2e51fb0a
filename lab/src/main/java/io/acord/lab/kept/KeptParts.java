package io.acord.lab.kept;

import io.acord.internal.system.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Parts of a long play that are over, a file each, called by what was played: another play does not find them.
 *
 * @param folder in which they lie
 * @param ending of their names
 */
public record KeptParts(Path folder, String ending) {

    /** How much of a fingerprint a name has: enough that nobody meets two that are alike. */
    private static final int DIGITS = 24;

    private Path file(String fingerprint) {
        return folder.resolve(fingerprint.substring(0, DIGITS) + ending);
    }

    /** Keeps a part in one step: whoever is killed meanwhile leaves it whole or not at all. */
    public void keep(String fingerprint, byte[] part) throws IOException {
        WholeFile.write(file(fingerprint), part);
    }

    /** What was kept; empty if nothing was. */
    public Optional<byte[]> kept(String fingerprint) throws IOException {
        Path file = file(fingerprint);
        return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }
}
