package io.acord.studio;

import io.acord.lab.policy.Policy;
import io.acord.lab.scenario.Scenario;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.web.JsonDocument;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JsonGenerator;

/**
 * What of a scenario can be changed by a turn of a knob: its present value, and how to say another one. {@code beta=%}
 * is a change of the scenario when % is replaced by the value.
 */
record ScenarioControls(Map<?, ?> top, Scenario scenario) {

    static ScenarioControls of(Scenario scenario) {
        Object read = new Load(LoadSettings.builder().build()).loadFromString(scenario.canonical());
        return new ScenarioControls(read instanceof Map<?, ?> map ? map : Map.of(), scenario);
    }

    void write(JsonGenerator json) {
        Object beta = top.get("beta");
        Object degree = top.get("graph") instanceof Map<?, ?> graph ? graph.get("degree") : null;
        int at = firstAcord();
        Map<?, ?> acord = at < 0 ? null : acord(at);
        boolean counted = acord != null && !acord.containsKey("accuracy") && !acord.containsKey("budget");
        Object iterations =
                acord == null || !counted ? null : orDefault(acord, "iterations", Recipe.DEFAULT_ITERATIONS);
        boolean plain = at >= 0 && !(list().get(at) instanceof Map<?, ?>);
        String within = "algorithms." + at + (plain ? "={acord: {" : ".acord.");
        json.writeObjectPropertyStart("settings");
        value(json, "beta", beta instanceof Number ? beta : null);
        value(json, "degree", degree);
        value(json, "iterations", iterations);
        value(json, "variant", acord == null ? null : variant(at));
        json.writeArrayPropertyStart("variants");
        for (String word : Variant.words()) {
            json.writeString(word);
        }
        json.writeEndArray();
        json.writeNumberProperty("seed", scenario.seed());
        value(json, "of", at < 0 ? null : scenario.algorithms().get(at).name()); // whose K and variant these are
        json.writeEndObject();
        json.writeObjectPropertyStart("paths");
        value(json, "beta", beta instanceof Number ? "beta=%" : null);
        value(json, "degree", degree == null ? null : "graph.degree=%");
        value(json, "iterations", iterations == null ? null : within + (plain ? "iterations: %}}" : "iterations=%"));
        value(json, "variant", acord == null ? null : within + (plain ? "variant: %}}" : "variant=%"));
        value(json, "seed", "seed=%");
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, String key, @Nullable Object value) {
        if (value instanceof Integer || value instanceof Long) {
            json.writeNumberProperty(key, ((Number) value).longValue());
        } else if (value instanceof Number number) {
            JsonDocument.number(json, key, number.doubleValue());
        } else if (value != null) {
            json.writeStringProperty(key, value.toString());
        } else {
            json.writeNullProperty(key);
        }
    }

    private String variant(int at) {
        Recipe fallback = Recipe.standard();
        Policy policy = scenario.algorithms().get(at).policy();
        return policy.engineRecipe(fallback.lambda()).orElse(fallback).variant().word();
    }

    private static Object orDefault(Map<?, ?> options, String key, Object fallback) {
        Object given = options.get(key);
        return given == null ? fallback : given;
    }

    private List<?> list() {
        return top.get("algorithms") instanceof List<?> list ? list : List.of();
    }

    /** Where the first acord is among the algorithms; −1 if there is none. */
    private int firstAcord() {
        List<?> list = list();
        for (int at = 0; at < list.size(); at++) {
            Object entry = list.get(at);
            if ("acord".equals(entry) || (entry instanceof Map<?, ?> map && map.containsKey("acord"))) {
                return at;
            }
        }
        return -1;
    }

    private Map<?, ?> acord(int at) {
        return list().get(at) instanceof Map<?, ?> entry && entry.get("acord") instanceof Map<?, ?> options
                ? options
                : Map.of();
    }
}
