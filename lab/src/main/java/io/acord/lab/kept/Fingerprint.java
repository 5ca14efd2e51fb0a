package io.acord.lab.kept;

import io.acord.acord.Acord;
import io.acord.input.Complaints;
import io.acord.lab.options.Value;
import io.acord.lab.options.YamlFile;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When two plays are the same: the scenario as resolved, its data files as they are, the version of Acord, and the
 * classes that play, those of plugins among them. The commit alone would let changed code pass for played.
 */
public final class Fingerprint {

    private Fingerprint() {}

    /** Of what a scenario plays. */
    public static String of(Scenario scenario, String version) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(version);
        words.add(CodeChecksum.of(classes(scenario)));
        words.add(scenario.canonicalIn(Path.of("")));
        Set<Path> files = new LinkedHashSet<>();
        Optional<Value> root =
                YamlFile.parse(scenario.canonical(), scenario.source().file(), new Complaints());
        if (root.isPresent()) {
            named(root.get(), scenario.source().folder(), files);
        }
        for (Path file : files) {
            words.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
        }
        return of(String.join("\n", words));
    }

    /** Of any text. */
    public static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static Set<Class<?>> classes(Scenario scenario) {
        Set<Class<?>> classes = new LinkedHashSet<>(List.of(Acord.class, Scenario.class));
        classes.add(scenario.costs().getClass());
        classes.add(scenario.graph().getClass());
        scenario.forecasts().ifPresent(forecasts -> classes.add(forecasts.getClass()));
        scenario.algorithms().forEach(entry -> classes.add(entry.policy().getClass()));
        return classes;
    }

    /** Whatever word is the name of a file: every kind calls the keys of its files as it likes. */
    private static void named(Value value, Path folder, Set<Path> files) throws IOException {
        if (value instanceof Value.Mapping mapping) {
            for (Value.Entry entry : mapping.entries().values()) {
                named(entry.value(), folder, files);
            }
        } else if (value instanceof Value.Listing listing) {
            for (Value item : listing.items()) {
                named(item, folder, files);
            }
        } else if (value instanceof Value.Scalar scalar && !scalar.isNull()) {
            try {
                Path path = folder.resolve(scalar.text());
                if (Files.isRegularFile(path)) {
                    files.add(path);
                } else if (!scalar.text().isBlank() && Files.isDirectory(path)) { // of Parquet files, for one
                    try (Stream<Path> inside = Files.list(path)) {
                        inside.filter(Files::isRegularFile).sorted().forEach(files::add);
                    }
                }
            } catch (InvalidPathException noName) {
                // a word like any other
            }
        }
    }
}
