package io.acord.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files of the folder {@code deploy}, as tests read them. */
final class Deployed {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    static final Path FOLDER = ROOT.resolve("deploy");

    private static final Pattern METRIC = Pattern.compile("\\bacord_[a-z_0-9]+");

    private Deployed() {}

    static List<Path> files(Predicate<String> name) throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(FOLDER.resolve("docker/made")))
                    .filter(file -> name.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    /** The documents of a YAML file. Merges by {@code <<} are left as they are. */
    static List<Object> yaml(Path file) throws IOException {
        List<Object> documents = new ArrayList<>();
        new Load(LoadSettings.builder().setLabel(file.toString()).build())
                .loadAllFromString(Files.readString(file))
                .forEach(documents::add);
        return documents;
    }

    /** Every metric of ours that dashboards and alerts ask for, without what Prometheus adds to summaries. */
    static Set<String> metrics() throws IOException {
        Set<String> metrics = new TreeSet<>();
        for (Path file : files(name -> name.equals("alerts.yml") || name.endsWith(".json"))) {
            Matcher matcher = METRIC.matcher(Files.readString(file));
            while (matcher.find()) {
                metrics.add(matcher.group());
            }
        }
        return metrics;
    }

    /** All values under a key, however deep. */
    static List<Object> under(Object node, String key) {
        List<Object> found = new ArrayList<>();
        collect(node, key, found);
        return found;
    }

    private static void collect(Object node, String key, List<Object> found) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (name.equals(key)) {
                    found.add(value);
                }
                if (value != null) {
                    collect(value, key, found);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(each -> collect(each, key, found));
        }
    }
}
