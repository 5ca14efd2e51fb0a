package io.acord.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page, which are packaged with the studio. */
final class PageFiles {

    /** No name in it begins with a dot, so no path leads up. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,5}");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "json", "application/json",
            "txt", "text/plain; charset=utf-8",
            "woff2", "font/woff2");

    private PageFiles() {}

    /** A file and what it is. */
    @SuppressWarnings("ArrayRecordComponent") // sent and forgotten
    record Content(String type, byte[] bytes) {}

    static Optional<Content> read(String name) {
        if (name.length() > 200 || !NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (@Nullable InputStream in = PageFiles.class.getResourceAsStream("page/" + name)) {
            return in == null || type == null ? Optional.empty() : Optional.of(new Content(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
