package io.acord.studio;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.PackagedText;
import io.acord.web.JsonDocument;
import io.acord.web.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scenarios to begin with. */
final class Examples {

    private static final List<String> OWN = List.of("small-world", "mixed", "thousand", "hundred-thousand");

    private Examples() {}

    /** Those that the command line knows first, then the applications, then the studio's own. */
    static Map<String, String> all(Map<String, String> first) {
        Map<String, String> all = new LinkedHashMap<>(first);
        all.putAll(ScenarioReader.examples());
        OWN.forEach(name -> all.put(name, own(name)));
        return all;
    }

    static String own(String name) {
        return PackagedText.of(Examples.class, "scenarios/" + name + ".yaml");
    }

    /** @param opened comes first, as it is now */
    static byte[] json(Optional<OpenedFile> opened, Map<String, String> examples) {
        return JsonDocument.array(json -> {
            opened.ifPresent(file -> {
                String text;
                try {
                    text = file.text();
                } catch (Problem unreadable) {
                    return; // it was there when the studio began; the others still are
                }
                json.writeStartObject();
                json.writeStringProperty("key", "file");
                json.writeStringProperty("title", file.name());
                json.writeStringProperty("text", text);
                json.writeStringProperty("version", OpenedFile.version(text));
                json.writeEndObject();
            });
            examples.forEach((key, text) -> {
                json.writeStartObject();
                json.writeStringProperty("key", key);
                json.writeStringProperty("title", title(key, text));
                json.writeStringProperty("text", text);
                json.writeEndObject();
            });
        });
    }

    /** The first sentence of the first comment. */
    private static String title(String key, String text) {
        String first = text.lines().findFirst().orElse("");
        if (!first.startsWith("# ")) {
            return key;
        }
        String sentence = first.substring(2);
        int end = sentence.indexOf(". ");
        return end < 0 ? sentence.replaceAll("\\.$", "") : sentence.substring(0, end);
    }
}
