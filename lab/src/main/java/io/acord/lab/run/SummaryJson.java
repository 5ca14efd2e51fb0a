package io.acord.lab.run;

import io.acord.lab.application.Domain;
import io.acord.lab.application.FieldFiles;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.Interval;
import io.acord.lab.text.CsvText;
import io.acord.lab.text.JsonParts;
import io.acord.model.Cost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** {@code summary.json}. Numbers that JSON cannot say, infinities, are null. */
public final class SummaryJson {

    private static final String FIELD_FILES = "fieldFiles";

    private SummaryJson() {}

    /** What only those who carried a play know: further properties of the summary. */
    public interface Section {
        void write(JsonGenerator json);

        /** What it knows of times, for {@code times.json}. */
        default void writeTimes(JsonGenerator json) {}
    }

    public static String of(RunResult result) {
        return of(result, json -> {});
    }

    public static String of(RunResult result, Section section) {
        return JsonParts.object(json -> {
                    write(result, json);
                    section.write(json);
                })
                + "\n";
    }

    /** {@code times.json}: what is not the same when the run is played again, so that the summary is. */
    public static String times(RunResult result, Section section) {
        return JsonParts.object(json -> {
                    JsonParts.objects(json, "algorithms", result.algorithms(), algorithm -> {
                        json.writeStringProperty("name", algorithm.name());
                        number(json, "secondsPerRound", algorithm.effort().secondsPerRound());
                    });
                    section.writeTimes(json);
                })
                + "\n";
    }

    /**
     * {@code origin.json}: what made the files of a run.
     *
     * @param command that plays it again
     * @param version of Acord, with the commit if it is known
     */
    public static String origin(String command, String version) {
        return origin(command, version, List.of());
    }

    /**
     * The same.
     *
     * @param fieldFiles names of files for programs of a field: no other of that kind is of the run
     */
    public static String origin(String command, String version, List<String> fieldFiles) {
        return JsonParts.object(json -> {
                    json.writeStringProperty("command", command);
                    json.writeStringProperty("version", version);
                    for (String property :
                            List.of("java.vm.name", "java.version", "os.name", "os.version", "os.arch")) {
                        json.writeStringProperty(property, System.getProperty(property, ""));
                    }
                    json.writeNumberProperty("processors", Runtime.getRuntime().availableProcessors());
                    if (!fieldFiles.isEmpty()) {
                        JsonParts.texts(json, FIELD_FILES, fieldFiles);
                    }
                })
                + "\n";
    }

    /** The field files of the run that a folder holds, by its {@code origin.json}; none if that cannot be read. */
    static List<String> fieldFiles(Path folder) {
        List<String> names = new ArrayList<>();
        Path origin = folder.resolve("origin.json");
        if (!Files.isRegularFile(origin)) {
            return names;
        }
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), Files.readString(origin))) {
            JsonToken token = json.nextToken();
            while (token != null) {
                boolean isListed = token == JsonToken.VALUE_STRING
                        && json.streamReadContext().inArray()
                        && FIELD_FILES.equals(
                                json.streamReadContext().getParent().currentName());
                if (isListed && FieldFiles.isName(json.getString())) {
                    names.add(json.getString());
                }
                token = json.nextToken();
            }
            return names;
        } catch (IOException | JacksonException e) {
            return List.of();
        }
    }

    private static void write(RunResult result, JsonGenerator json) {
        json.writeStringProperty("name", result.name());
        json.writeNumberProperty("seed", result.seed());
        json.writeNumberProperty("repeats", result.repeats());
        json.writeNumberProperty("agents", result.agents());
        json.writeNumberProperty("horizon", result.horizon());
        json.writeNumberProperty("dimension", result.dimension());
        json.writeArrayPropertyStart("algorithms");
        for (AlgorithmResult algorithm : result.algorithms()) {
            write(algorithm, json);
        }
        json.writeEndArray();
        result.domain().ifPresent(domain -> write(domain, json));
        writeOptimum(result, json);
        number(json, "competitiveRatio", result.promise().ratio());
        writeVerdict(result.verdict(), json);
        json.writeStringProperty("version", result.version());
        json.writeStringProperty("command", result.command());
    }

    private static void write(AlgorithmResult algorithm, JsonGenerator json) {
        Statistics total = Statistics.of(algorithm.totals());
        Cost cost = algorithm.meanCost();
        json.writeStartObject();
        json.writeStringProperty("name", algorithm.name());
        json.writeStringProperty("kind", algorithm.kind());
        algorithm.recipe().ifPresent(words -> json.writeStringProperty("recipe", words));
        algorithm.caveat().ifPresent(why -> json.writeStringProperty("caveat", why));
        write(json, "total", total);
        number(json, "hitting", cost.hitting());
        number(json, "switching", cost.switching());
        number(json, "dissimilarity", cost.dissimilarity());
        json.writeObjectPropertyStart("ratioToOpt");
        // Where OPT is only bracketed, the larger end: a ratio is never reported smaller than it may be. Null where
        // nobody solved it: ratioAtMost is what is certified then.
        number(json, "mean", algorithm.meanRatio().high());
        number(json, "max", algorithm.maxRatio().high());
        number(
                json,
                "low",
                algorithm.ratios().stream().mapToDouble(Interval::low).min().orElse(Double.NaN));
        json.writeEndObject();
        writeRatios(json, "ratioAtMost", algorithm.ratiosAtMost());
        writeRatios(json, "booksRatio", algorithm.booksRatios());
        if (algorithm.bound().isPresent()) {
            AlgorithmResult.Bound bound = algorithm.bound().get();
            json.writeObjectPropertyStart("bound");
            number(json, "ratio", bound.ratio());
            number(json, "additive", bound.additive());
            json.writeBooleanProperty("holds", bound.holds());
            json.writeEndObject();
        } else {
            json.writeNullProperty("bound");
        }
        number(json, "certificate", algorithm.meanCertificate().orElse(Double.NaN));
        number(json, "iterationsPerRound", algorithm.effort().iterationsPerRound());
        number(json, "messagesPerRound", algorithm.effort().messagesPerRound());
        number(json, "bytesPerRound", algorithm.effort().bytesPerRound());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String key, Statistics statistics) {
        json.writeObjectPropertyStart(key);
        number(json, "mean", statistics.mean());
        number(json, "low95", statistics.low95());
        number(json, "high95", statistics.high95());
        json.writeEndObject();
    }

    private static void writeRatios(JsonGenerator json, String name, List<Double> ratios) {
        json.writeObjectPropertyStart(name);
        number(json, "mean", ratios.stream().mapToDouble(r -> r).average().orElse(Double.NaN));
        number(json, "max", ratios.stream().mapToDouble(r -> r).max().orElse(Double.NaN));
        json.writeEndObject();
    }

    private static void write(Domain domain, JsonGenerator json) {
        json.writeObjectPropertyStart("domain");
        json.writeStringProperty("kind", domain.kind());
        JsonParts.texts(json, "remarks", domain.remarks());
        JsonParts.objects(json, "measures", domain.measures(), measure -> {
            json.writeStringProperty("key", measure.key());
            json.writeStringProperty("unit", measure.unit());
            json.writeStringProperty("better", measure.better().toString());
            json.writeStringProperty("words", measure.words());
        });
        JsonParts.objects(json, "algorithms", domain.policies(), policy -> {
            json.writeStringProperty("name", policy.name());
            for (int m = 0; m < domain.measures().size(); m++) {
                Statistics values = Statistics.of(policy.values().get(m));
                write(json, domain.measures().get(m).key(), values);
            }
        });
        json.writeEndObject();
    }

    private static void writeOptimum(RunResult result, JsonGenerator json) {
        json.writeObjectPropertyStart("optimum");
        json.writeBooleanProperty(
                "solved", result.optima().stream().allMatch(o -> o instanceof HindsightOptimum.Solved));
        number(json, "meanLowerBound", mean(result, false));
        number(json, "meanUpperBound", mean(result, true));
        json.writeEndObject();
    }

    private static double mean(RunResult result, boolean upper) {
        return result.optima().stream()
                .mapToDouble(o -> upper ? o.upperBound() : o.lowerBound())
                .average()
                .orElse(Double.NaN);
    }

    private static void writeVerdict(Verdict verdict, JsonGenerator json) {
        json.writeObjectPropertyStart("verdict");
        json.writeBooleanProperty("kept", verdict.isKept());
        JsonParts.objects(json, "checks", verdict.checks(), check -> {
            json.writeStringProperty("id", check.id());
            json.writeStringProperty("outcome", check.outcome().name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("words", check.words());
        });
        json.writeEndObject();
    }

    /** A number, or null where JSON cannot say it. */
    public static void number(JsonGenerator json, String name, double value) {
        if (Double.isFinite(value)) {
            json.writeName(name);
            if (value == Math.rint(value) && Math.abs(value) < 1e15) {
                json.writeNumber((long) value);
            } else {
                json.writeRawValue(CsvText.number(value));
            }
        } else {
            json.writeNullProperty(name);
        }
    }
}
