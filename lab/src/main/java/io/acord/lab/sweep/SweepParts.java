package io.acord.lab.sweep;

import io.acord.lab.kept.KeptParts;
import io.acord.lab.text.JsonParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.json.JsonFactory;

/** The combinations that have been played: another scenario, other data or another Acord does not find them. */
final class SweepParts {

    private final KeptParts parts;

    SweepParts(Path folder) {
        this.parts = new KeptParts(folder, ".json");
    }

    /**
     * One combination that was played.
     *
     * @param broken promises that were, in words
     */
    record Part(List<SweepRow> rows, List<String> broken) {}

    void keep(String fingerprint, Part part) throws IOException {
        String text = JsonParts.object(json -> {
            JsonParts.texts(json, "broken", part.broken());
            JsonParts.objects(json, "rows", part.rows(), row -> {
                json.writeStringProperty("policy", row.policy());
                json.writeNumberProperty("repeat", row.repeat());
                row.numbers()
                        .forEach((column, value) ->
                                json.writeStringProperty(column, NumberOutput.toString(value, true)));
            });
        });
        parts.keep(fingerprint, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What was kept; empty if nothing was, or not by us. */
    Optional<Part> kept(String fingerprint, List<String> combination) throws IOException {
        Optional<byte[]> bytes = parts.kept(fingerprint);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), bytes.get())) {
            List<String> broken = new ArrayList<>();
            List<SweepRow> rows = new ArrayList<>();
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isRows = json.currentName().equals("rows");
                json.nextToken();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    if (isRows) {
                        rows.add(row(json, combination));
                    } else {
                        broken.add(json.getString());
                    }
                }
            }
            return rows.isEmpty() ? Optional.empty() : Optional.of(new Part(rows, broken));
        } catch (JacksonException | NumberFormatException damaged) {
            return Optional.empty(); // played again
        }
    }

    private static SweepRow row(JsonParser json, List<String> combination) {
        String policy = "";
        int repeat = 0;
        Map<String, Double> numbers = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "policy" -> policy = json.getString();
                case "repeat" -> repeat = json.getIntValue();
                default -> numbers.put(name, Double.valueOf(json.getString()));
            }
        }
        return new SweepRow(combination, policy, repeat, numbers);
    }
}
