package io.acord.studio;

import io.acord.internal.system.WholeFile;
import io.acord.lab.text.FileTrouble;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The scenario that the studio was started with: the one file that the page may write. Whoever writes says which text
 * was read before, so that nobody overwrites what somebody else has saved meanwhile.
 *
 * @param path absolute
 */
record OpenedFile(Path path) {

    private static final int MOST_BYTES = 1 << 20;

    /** A file, or what a link leads to: saving shall not put a file in the place of the link. */
    static OpenedFile of(Path path) {
        try {
            return new OpenedFile(path.toRealPath());
        } catch (IOException e) {
            return new OpenedFile(path.toAbsolutePath());
        }
    }

    /** As the page calls it. */
    String name() {
        return String.valueOf(path.getFileName());
    }

    /** The folder that the files it names are relative to. */
    Path folder() {
        return Objects.requireNonNull(path.toAbsolutePath().getParent(), "a file is in a folder");
    }

    String text() {
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new Problem(StudioProblems.DID_NOT_WORK, name() + " is larger than a scenario can be here.");
            }
            return Files.readString(path);
        } catch (IOException e) {
            throw new Problem(StudioProblems.DID_NOT_WORK, name() + " cannot be read: " + FileTrouble.words(e));
        }
    }

    /** What tells one text from another. */
    static String version(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /**
     * Writes the file.
     *
     * @param read the version that the text was made from
     * @return the version it has now
     */
    synchronized String save(String text, String read) {
        if (!version(text()).equals(read)) {
            throw new Problem(
                    StudioProblems.CHANGED_MEANWHILE,
                    name() + " was changed by somebody else since it was read. Save a copy, then load the page anew.");
        }
        try {
            WholeFile.write(path, text);
            return version(text);
        } catch (IOException e) {
            throw new Problem(StudioProblems.DID_NOT_WORK, name() + " cannot be written: " + FileTrouble.words(e));
        }
    }
}
