package io.acord.lab.scenario;

import io.acord.input.Complaints;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.GraphKind;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jars of others, from which this process has kinds of policies, costs and graphs besides its own. */
public final class Plugins {

    private static final String OPTION = "--plugins";
    private static final String VARIABLE = "ACORD_PLUGINS";

    private static List<String> jars = List.of();

    private Plugins() {}

    /**
     * Makes the kinds in jars known: in those that an option names, and in those of {@value #VARIABLE}.
     *
     * @param option names of jars with {@link File#pathSeparator} between them; null: it was not given
     * @throws io.acord.input.BadInputException with all that is wrong with them; known is then what was known before
     */
    public static synchronized void load(@Nullable String option) {
        Complaints complaints = new Complaints();
        Map<Path, String> found = new LinkedHashMap<>();
        List<URL> urls = new ArrayList<>();
        find(OPTION, option, found, urls, complaints);
        find(VARIABLE, System.getenv(VARIABLE), found, urls, complaints);
        complaints.throwIfAny();
        KnownKinds kinds = null;
        if (!found.isEmpty()) {
            // Never closed: its classes are used until the process ends.
            ClassLoader loader =
                    new URLClassLoader("plugins", urls.toArray(new URL[0]), Plugins.class.getClassLoader());
            kinds = KnownKinds.found(loader, OPTION + " " + joined(found.values()), complaints);
            complaints.throwIfAny();
        }
        KnownKinds.set(kinds);
        jars = List.copyOf(found.values());
    }

    private static void find(
            String where, @Nullable String names, Map<Path, String> found, List<URL> urls, Complaints complaints) {
        for (String name : names == null ? new String[0] : names.split(File.pathSeparator, -1)) {
            if (name.isBlank()) {
                continue;
            }
            Path path = Path.of(name);
            try (JarFile jar = new JarFile(path.toFile())) {
                if (Stream.of(PolicyKind.class, CostKind.class, GraphKind.class)
                        .allMatch(kind -> jar.getEntry("META-INF/services/" + kind.getName()) == null)) {
                    complaints.add(
                            where + " " + name,
                            "names no kinds",
                            "META-INF/services/" + PolicyKind.class.getName() + ", …" + CostKind.class.getSimpleName()
                                    + " or …" + GraphKind.class.getSimpleName() + " with the names of classes",
                            "add such a file (docs/extending.md), or omit the jar");
                }
                if (found.putIfAbsent(path.toRealPath(), name) == null) {
                    urls.add(path.toRealPath().toUri().toURL());
                }
            } catch (IOException e) {
                complaints.add(
                        where + " " + name,
                        Files.notExists(path) ? "does not exist" : "is not a jar",
                        "jars with " + File.pathSeparator + " between them",
                        "correct the name, or omit it");
            }
        }
    }

    /** Those that were loaded, as they were named, for whoever starts another process; empty if there are none. */
    public static synchronized String named() {
        return joined(jars);
    }

    /** The class path of a process that shall know the same kinds. */
    public static synchronized String classPath() {
        return joined(Stream.concat(Stream.of(System.getProperty("java.class.path")), jars.stream())
                .toList());
    }

    private static String joined(Iterable<String> names) {
        return String.join(File.pathSeparator, names);
    }
}
