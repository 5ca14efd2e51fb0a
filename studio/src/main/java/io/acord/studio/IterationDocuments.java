package io.acord.studio;

import io.acord.lab.run.IterationRecord;
import io.acord.web.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The iterations of a round, as JSON. */
final class IterationDocuments {

    private IterationDocuments() {}

    static byte[] iterations(IterationRecord course) {
        List<Integer> all = new ArrayList<>();
        for (int k = 0; k <= course.kept(); k++) {
            all.add(k);
        }
        if (course.iterations() > course.kept()) {
            all.add(course.iterations());
        }
        boolean proven = all.stream().anyMatch(k -> Double.isFinite(course.proven(k)));
        return JsonDocument.object(json -> {
            json.writeArrayPropertyStart("k");
            all.forEach(json::writeNumber);
            json.writeEndArray();
            series(json, "gap", all, course::gap);
            series(json, "certificate", all, course::certificate);
            if (proven) {
                series(json, "proven", all, course::proven);
            } else {
                json.writeNullProperty("proven");
            }
            JsonDocument.number(json, "minimum", course.minimum());
            json.writeNumberProperty("iterations", course.iterations());
            json.writeStringProperty("variant", course.recipe().variant().word());
        });
    }

    private static void series(JsonGenerator json, String key, List<Integer> all, IntToDoubleFunction value) {
        JsonDocument.numbers(
                json, key, all.stream().mapToDouble(value::applyAsDouble).toArray());
    }

    /** Which iteration is meant; the last if none is said. */
    static int iteration(IterationRecord course, @Nullable String asked) {
        if (asked == null) {
            return course.iterations();
        }
        int k = asked.matches("\\d{1,9}") ? Integer.parseInt(asked) : -1;
        if (k < 0 || (k > course.kept() && k != course.iterations())) {
            throw StudioProblems.missing(
                    "There are the iterations 0 to " + course.kept() + " and " + course.iterations() + ".");
        }
        return k;
    }

    static byte[] iteration(LivePlay play, IterationRecord course, int t, int k) {
        LivePlay.Ready ready = play.needReady();
        return JsonDocument.object(json -> {
            json.writeNumberProperty("k", k);
            PlayDocuments.actions(
                    json, ready, course.actions(k), course.objective().previous(), t);
            PlayDocuments.differences(json, ready, course.objective().round(), course.actions(k));
            JsonDocument.number(json, "gap", course.gap(k));
            JsonDocument.number(json, "certificate", course.certificate(k));
            JsonDocument.number(json, "proven", course.proven(k));
        });
    }
}
