package io.acord.swarm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files that others wrote: they may be half there, huge, or something else. */
public final class ForeignFiles {

    private static final JsonMapper MAPPER = new JsonMapper();

    private ForeignFiles() {}

    /** The whole text of a file of at most so many bytes; empty if there is none such. */
    public static Optional<String> text(Path file, int mostBytes) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            return bytes.length > mostBytes ? Optional.empty() : Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public static Optional<JsonNode> json(Path file, int mostBytes) {
        return text(file, mostBytes).flatMap(ForeignFiles::json);
    }

    public static Optional<JsonNode> json(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isObject() ? Optional.of(node) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * The folders in a folder, by name; links to elsewhere are left out. A name that was asked for is only ever looked
     * up in here, never made into a path.
     */
    public static List<Path> folders(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> found = new ArrayList<>(all.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !name(path).startsWith("."))
                    .toList());
            found.sort(Comparator.comparing(ForeignFiles::name));
            return found;
        } catch (IOException e) {
            return List.of();
        }
    }

    public static String name(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}
