package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.series.PublishedColumn;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.text.TextSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file that a scenario names under {@code file}, or its lines, which stand in the scenario itself under {@code data}.
 *
 * @param name what complaints call it
 * @param lines what stands in the scenario; null if it is a file
 * @param headers what the file calls columns that we call otherwise, by our names
 * @param ignoresOthers whether columns that nobody asks for are passed over
 * @param joined columns of a series that come from files of others
 */
public record DataFile(
        String name,
        Path path,
        @Nullable String lines,
        Complaints complaints,
        Map<String, String> headers,
        boolean ignoresOthers,
        List<PublishedColumn> joined) {

    /** A file whose columns have our names, and no others. */
    public DataFile(String name, Path path, Complaints complaints) {
        this(name, path, null, complaints, Map.of(), false, List.of());
    }

    /**
     * The lines that are in the file under {@code file}, or stand under {@code data}; complains if neither is there.
     */
    static Optional<DataFile> lines(Options options, DeclaredSize declared) {
        if (!options.has("data")) {
            return of(options, "file", declared);
        }
        if (options.has("file")) {
            options.complain("data", "either file or data", "drop one of the two");
        }
        String place = options.value("data").map(Value::place).orElse("");
        return options.text("data")
                .map(text -> new DataFile(
                        place + ": data", declared.folder(), text, options.complaints(), Map.of(), false, List.of()));
    }

    /**
     * The table that is named under a key, with what is said of its columns: {@code columns: {time: "Datetime (UTC)"}}
     * and {@code extra: ignore}, or {@code KEY-columns} and {@code KEY-extra} where the key is not {@code file}; and
     * for series {@code KEY-with}, columns that come from files of others.
     */
    public static Optional<DataFile> table(Options options, String key, DeclaredSize declared) {
        Optional<DataFile> found = key.equals("file") ? lines(options, declared) : of(options, key, declared);
        String prefix = key.equals("file") ? "" : key + "-";
        Map<String, String> headers = new LinkedHashMap<>();
        Optional<Value> columns = options.value(prefix + "columns");
        if (columns.isPresent() && columns.get() instanceof Value.Mapping mapping) {
            mapping.entries().forEach((ours, entry) -> {
                if (entry.value() instanceof Value.Scalar theirs && !theirs.isNull()) {
                    headers.put(ours, theirs.text().strip());
                } else {
                    options.complain(prefix + "columns", "names of columns", "write time: \"Datetime (UTC)\"");
                }
            });
        } else if (columns.isPresent()) {
            options.complain(prefix + "columns", "our names and those of the file", "write {time: \"Datetime (UTC)\"}");
        }
        boolean ignores = options.word(prefix + "extra", "refuse", "ignore").equals("ignore");
        List<PublishedColumn> joined = PublishedColumn.read(options, prefix + "with", declared.folder());
        return found.map(file ->
                new DataFile(file.name, file.path, file.lines, file.complaints, Map.copyOf(headers), ignores, joined));
    }

    /** The table that is named under {@code file}. */
    public static Optional<DataFile> table(Options options, DeclaredSize declared) {
        return table(options, "file", declared);
    }

    /** What reads the lines of a file. */
    interface LineConsumer {
        void read(LineReader lines) throws IOException;
    }

    /** The file of these options; empty if there is none that could be read, which is complained about. */
    public static Optional<DataFile> of(Options options, DeclaredSize declared) {
        return of(options, "file", declared);
    }

    /** The same; it may be a folder in which the data lies in files that end so, as clusters write it. */
    public static Optional<DataFile> orFolder(Options options, DeclaredSize declared, String ending) {
        Optional<Path> folder = options.text("file").flatMap(name -> folder(declared.folder(), name, ending));
        return folder.isPresent()
                ? Optional.of(new DataFile(folder.get().toString(), folder.get(), options.complaints()))
                : of(options, declared);
    }

    private static Optional<Path> folder(Path base, String name, String ending) {
        try (Stream<Path> files = Files.list(base.resolve(name))) {
            return files.anyMatch(file -> file.toString().endsWith(ending))
                    ? Optional.of(base.resolve(name))
                    : Optional.empty();
        } catch (InvalidPathException | IOException impossible) {
            return Optional.empty(); // said by whoever looks for a file
        }
    }

    /** The file that is named under a key; empty if there is none that could be read, which is complained about. */
    public static Optional<DataFile> of(Options options, String key, DeclaredSize declared) {
        Optional<String> given = options.text(key);
        if (given.isEmpty()) {
            options.need(key, "the name of a file, relative to the scenario's folder");
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

    /** Complains about something in the file. */
    public void complain(String where, String found, String needed, String fix) {
        complaints.add(where, found, needed, fix);
    }

    /** Reads the lines; what the disk answers wrongly is complained about. */
    void read(LineConsumer consumer) {
        try (LineReader reader = new LineReader(open(), name)) {
            consumer.read(reader);
        } catch (TextSource.NoText other) {
            complaints.add(name, other.found(), "text, or text packed by gzip or zstd", other.fix());
        } catch (IOException broken) {
            complaints.add(
                    name, "cannot be read to its end: " + broken.getMessage(), "a readable file", "copy it anew");
        }
    }

    private InputStream open() throws IOException {
        return lines == null ? TextSource.open(path) : new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
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
