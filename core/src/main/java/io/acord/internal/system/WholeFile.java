package io.acord.internal.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is replaced in one step: whoever reads it meanwhile sees the old one or the new one, whole. */
public final class WholeFile {

    private WholeFile() {}

    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    public static void write(Path file, byte[] bytes) throws IOException {
        Path fresh = fresh(file);
        Files.write(fresh, bytes);
        move(fresh, file);
    }

    /** Where the new file grows until it is moved. */
    public static Path fresh(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".new");
    }

    /** Puts a file that is complete in the place of another. What has to survive a power cut is synced before. */
    public static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
