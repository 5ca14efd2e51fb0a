package io.acord.studio;

import io.acord.lab.run.IterationRecord;
import io.acord.web.JsonDocument;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The iterations of a round, as JSON. */
final class IterationDocuments {

    private IterationDocuments() {}

    static byte[] iterations(IterationRecord record) {
        List<Integer> all = IntStream.rangeClosed(0, record.kept()).boxed().toList();
        if (record.iterations() > record.kept()) {
            all.add(record.iterations());
        }
        boolean proven = all.stream().anyMatch(k -> Double.isFinite(record.proven(k)));
        return JsonDocument.object(json -> {
            json.writeArrayPropertyStart("k");
            all.forEach(json::writeNumber);
            json.writeEndArray();
            series(json, "gap", all, record::gap);
            series(json, "certificate", all, record::certificate);
            if (proven) {
                series(json, "proven", all, record::proven);
            } else {
                json.writeNullProperty("proven");
            }
            JsonDocument.number(json, "minimum", record.minimum());
            json.writeNumberProperty("iterations", record.iterations());
            json.writeStringProperty("variant", record.recipe().variant().word());
        });
    }

    private static void series(JsonGenerator json, String key, List<Integer> all, IntToDoubleFunction value) {
        JsonDocument.numbers(
                json, key, all.stream().mapToDouble(value::applyAsDouble).toArray());
    }

    /** Which iteration is meant; the last if none is said. */
    static int iteration(IterationRecord record, @Nullable String asked) {
        if (asked == null) {
            return record.iterations();
        }
        int k = asked.matches("\\d{1,9}") ? Integer.parseInt(asked) : -1;
        if (k < 0 || (k > record.kept() && k != record.iterations())) {
            throw StudioProblems.missing(
                    "There are the iterations 0 to " + record.kept() + " and " + record.iterations() + ".");
        }
        return k;
    }

    static byte[] iteration(LivePlay play, IterationRecord record, int t, int k) {
        LivePlay.Ready ready = play.needReady();
        return JsonDocument.object(json -> {
            json.writeNumberProperty("k", k);
            PlayDocuments.actions(
                    json, ready, record.actions(k), record.objective().previous(), t);
            PlayDocuments.differences(json, ready, record.objective().round(), record.actions(k));
            JsonDocument.number(json, "gap", record.gap(k));
            JsonDocument.number(json, "certificate", record.certificate(k));
            JsonDocument.number(json, "proven", record.proven(k));
        });
    }
}
