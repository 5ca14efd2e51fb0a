package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that a scenario names under {@code file}.
 *
 * @param name what complaints call it
 */
public record DataFile(String name, Path path, Complaints complaints) {

    /** What reads the lines of a file. */
    interface Reading {
        void read(LineReader lines) throws IOException;
    }

    /** The file of these options; empty if there is none that could be read, which is complained about. */
    public static Optional<DataFile> of(Options options, DeclaredSize declared) {
        return of(options, "file", declared);
    }

    /** The file that is named under a key; empty if there is none that could be read, which is complained about. */
    public static Optional<DataFile> of(Options options, String key, DeclaredSize declared) {
        Optional<String> given = options.text(key);
        if (given.isEmpty()) {
            if (!options.has(key)) {
                options.missing(key, "the name of a file, relative to the scenario's folder");
            }
            return Optional.empty();
        }
        Path path;
        try {
            path = declared.folder().resolve(given.get());
        } catch (InvalidPathException impossible) {
            options.complain(key, "the name of a file", "correct the name");
            return Optional.empty();
        }
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            String fix = Files.isDirectory(path)
                    ? "name a file in this folder"
                    : near(path)
                            .map(name -> "did you mean " + name + "?")
                            .orElse("correct the name; it is looked for at " + path);
            options.complain(key, "a file that can be read", fix);
            return Optional.empty();
        }
        return Optional.of(new DataFile(path.toString(), path, options.complaints()));
    }

    private static Optional<String> near(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        Path name = path.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.limit(200)
                    .filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
            return NearestWord.to(name.toString(), names);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Reads the lines; what the disk answers wrongly is complained about. */
    void read(Reading reading) {
        try (LineReader lines = new LineReader(Files.newInputStream(path), name)) {
            reading.read(lines);
        } catch (IOException broken) {
            complaints.add(
                    name, "cannot be read to its end: " + broken.getMessage(), "a readable file", "copy it anew");
        }
    }

    /** Complains about a line that was left out for its length. */
    void tooLong(LineReader lines) {
        complaints.add(
                lines.place(),
                "is longer than " + LineReader.LONGEST + " bytes",
                "a line a record",
                "write the file as text with line ends");
    }

    void empty() {
        complaints.add(name, "is empty", "at least one line of data", "write the file again");
    }
}
