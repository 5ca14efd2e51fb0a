package io.acord.lab.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/** The files of a run that {@link Setpoints} give for the programs of a field. */
public final class FieldFiles {

    private static final String PREFIX = "field-"; // so that nobody's file has the name of another one of the run

    private FieldFiles() {}

    /**
     * Hands over names and texts of all policies.
     *
     * @param field of each policy, empty if it was not played
     */
    public static void write(
            List<String> policies, IntFunction<Optional<Setpoints>> field, BiConsumer<String, String> to) {
        List<String> parts = parts(policies);
        for (int a = 0; a < parts.size(); a++) {
            String name = parts.get(a);
            field.apply(a).ifPresent(each -> each.files(name, (file, text) -> to.accept(PREFIX + file, text)));
        }
    }

    /** The names that will be written, whichever policy's set-points are asked. */
    public static List<String> names(List<String> policies, Setpoints field) {
        return parts(policies).stream()
                .flatMap(policy -> field.fileNames(policy).stream())
                .map(file -> PREFIX + file)
                .distinct()
                .toList();
    }

    /** Names of policies as parts of the names of files. */
    private static List<String> parts(List<String> policies) {
        List<String> parts = new ArrayList<>();
        for (int a = 0; a < policies.size(); a++) {
            String safe = policies.get(a).replaceAll("[^A-Za-z0-9._-]", "_");
            parts.add(parts.contains(safe) ? safe + "-" + a : safe);
        }
        return parts;
    }

    /** Whether a file could be one of these, by its name, which is of a file and not of a path. */
    public static boolean isName(String name) {
        return name.startsWith(PREFIX) && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0);
    }
}
