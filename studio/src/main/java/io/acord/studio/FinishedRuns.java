package io.acord.studio;

import io.acord.swarm.ForeignFiles;
import io.acord.web.JsonDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** What {@code ./acord run} left in the folder of runs. */
record FinishedRuns(Path folder) {

    private static final int MOST_BYTES = 64 << 20;
    private static final String[] PARTS = {"hitting", "switching", "dissimilarity", "total"};

    private static final Pattern TOP_KEY = Pattern.compile("([a-z][a-z-]*):");

    byte[] list() {
        return JsonDocument.array(json -> {
            for (Path run : ForeignFiles.folders(folder)) {
                ForeignFiles.json(run.resolve("summary.json"), MOST_BYTES)
                        .ifPresent(summary -> entry(json, run, summary));
            }
        });
    }

    private static void entry(JsonGenerator json, Path run, JsonNode summary) {
        json.writeStartObject();
        json.writeStringProperty("key", ForeignFiles.name(run));
        json.writeStringProperty("name", summary.path("name").asString(""));
        for (String key : new String[] {"seed", "repeats", "agents", "horizon"}) {
            if (summary.path(key).isIntegralNumber() && summary.path(key).canConvertToLong()) {
                json.writeNumberProperty(key, summary.path(key).longValue());
            } else {
                json.writeNullProperty(key);
            }
        }
        try {
            json.writeStringProperty(
                    "when",
                    Files.getLastModifiedTime(run.resolve("summary.json"))
                            .toInstant()
                            .toString());
        } catch (IOException e) {
            json.writeNullProperty("when");
        }
        json.writeBooleanProperty(
                "hasReport", Files.isRegularFile(run.resolve("report.html"), LinkOption.NOFOLLOW_LINKS));
        json.writeEndObject();
    }

    /** The folder of a run, if there is one of that name. */
    private Path find(String key) {
        return ForeignFiles.folders(folder).stream()
                .filter(run -> ForeignFiles.name(run).equals(key))
                .findFirst()
                .orElseThrow(() -> StudioProblems.missing("There is no such run."));
    }

    byte[] one(String key) {
        Path run = find(key);
        String summary = ForeignFiles.text(run.resolve("summary.json"), MOST_BYTES)
                .filter(text -> ForeignFiles.json(text).isPresent())
                .orElseThrow(() -> StudioProblems.missing("This run has no summary."));
        Optional<String> costs = ForeignFiles.text(run.resolve("costs.csv"), MOST_BYTES);
        return JsonDocument.object(json -> {
            json.writeStringProperty("key", key);
            json.writeName("summary");
            json.writeRawValue(summary.strip());
            settings(json, run);
            json.writeName("curves");
            if (costs.isPresent()) {
                curves(json, costs.get());
            } else {
                json.writeNull();
            }
        });
    }

    /** What was played, key by key, but for what plays it: two runs are comparable where this is the same. */
    private static void settings(JsonGenerator json, Path run) {
        Optional<String> text = ForeignFiles.text(run.resolve("scenario.yaml"), MOST_BYTES);
        if (text.isEmpty()) {
            json.writeNullProperty("settings");
            return;
        }
        Map<String, StringBuilder> settings = new TreeMap<>();
        String key = "";
        for (String line : text.get().lines().toList()) {
            Matcher top = TOP_KEY.matcher(line);
            if (top.lookingAt()) {
                key = top.group(1);
                settings.put(key, new StringBuilder(line.substring(top.end()).strip()));
            } else if (settings.containsKey(key)) {
                settings.get(key).append(' ').append(line.strip());
            }
        }
        settings.keySet().removeAll(Set.of("name", "algorithms", "threads", "output", "optimum", "folder"));
        json.writeObjectPropertyStart("settings");
        settings.forEach(
                (name, value) -> json.writeStringProperty(name, value.toString().strip()));
        json.writeEndObject();
    }

    /** Mean over the repeats of what was paid in each round. */
    private static void curves(JsonGenerator json, String csv) {
        Map<String, List<double[]>> sums = new LinkedHashMap<>(); // [algorithm][round], the parts and how many
        csv.lines().skip(1).forEach(line -> add(sums, line));
        int rounds = sums.values().stream().mapToInt(List::size).max().orElse(0);
        json.writeStartObject();
        JsonDocument.counted(json, "rounds", rounds);
        json.writeArrayPropertyStart("algorithms");
        sums.forEach((name, costs) -> {
            json.writeStartObject();
            json.writeStringProperty("name", name);
            for (int part = 0; part < PARTS.length; part++) {
                int p = part;
                JsonDocument.numbers(
                        json,
                        PARTS[part],
                        costs.stream()
                                .mapToDouble(sum -> sum[p] / sum[PARTS.length])
                                .toArray());
            }
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    /** {@code algorithm,repeat,round,hitting,switching,dissimilarity,total}; a name may be quoted. */
    private static void add(Map<String, List<double[]>> sums, String line) {
        List<String> fields = fields(line);
        if (fields.size() != 3 + PARTS.length) {
            throw StudioProblems.missing("This run's costs.csv cannot be read.");
        }
        try {
            int round = Integer.parseInt(fields.get(2));
            List<double[]> rounds = sums.computeIfAbsent(fields.get(0), name -> new ArrayList<>());
            if (round < 1 || round > rounds.size() + 1) { // rounds come one after the other
                throw StudioProblems.missing("This run's costs.csv cannot be read.");
            }
            if (round > rounds.size()) {
                rounds.add(new double[PARTS.length + 1]);
            }
            double[] sum = rounds.get(round - 1);
            for (int part = 0; part < PARTS.length; part++) {
                sum[part] += Double.parseDouble(fields.get(3 + part));
            }
            sum[PARTS.length]++;
        } catch (NumberFormatException e) {
            throw StudioProblems.missing("This run's costs.csv cannot be read.");
        }
    }

    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"' && quoted && at + 1 < line.length() && line.charAt(at + 1) == '"') {
                field.append('"');
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    String report(String key) {
        return ForeignFiles.text(find(key).resolve("report.html"), MOST_BYTES)
                .orElseThrow(() -> StudioProblems.missing("This run has no report."));
    }
}
