package io.acord.lab.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Texts that are packaged beside a class. */
public final class PackagedText {

    private PackagedText() {}

    /** The text of a file that has to be there. */
    public static String of(Class<?> beside, String name) {
        return find(beside, name).orElseThrow(() -> new AssertionError("not packaged: " + name));
    }

    static Optional<String> find(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
