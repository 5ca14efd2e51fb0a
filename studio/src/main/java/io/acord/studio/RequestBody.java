package io.acord.studio;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the body of a request says. */
final class RequestBody {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(20).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode body;

    private RequestBody(JsonNode body) {
        this.body = body;
    }

    static RequestBody read(byte[] body) {
        JsonNode node;
        try {
            node = MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw StudioProblems.unreadable("The body is not JSON: " + e.getOriginalMessage());
        }
        if (!node.isObject()) {
            throw StudioProblems.unreadable("The body is not a JSON object; {} is the least.");
        }
        return new RequestBody(node);
    }

    boolean has(String key) {
        return body.has(key);
    }

    String text(String key) {
        JsonNode node = body.get(key);
        if (node == null || !node.isString()) {
            throw StudioProblems.unreadable("The body has no text under \"" + key + "\".");
        }
        return node.stringValue();
    }

    /** The texts under a key; none if there is no such key. */
    List<String> texts(String key) {
        JsonNode node = body.get(key);
        List<String> texts = new ArrayList<>();
        if (node == null) {
            return texts;
        }
        if (!node.isArray() || node.size() > 1000) {
            throw StudioProblems.unreadable("\"" + key + "\" is not a list of at most 1000 texts.");
        }
        for (JsonNode item : node) {
            if (!item.isString()) {
                throw StudioProblems.unreadable("\"" + key + "\" has an entry that is not a text.");
            }
            texts.add(item.stringValue());
        }
        return texts;
    }

    int whole(String key, int fallback, int least, int most) {
        JsonNode node = body.get(key);
        if (node == null) {
            return fallback;
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < least || node.intValue() > most) {
            throw StudioProblems.unreadable(
                    "\"" + key + "\" is not a whole number from " + least + " to " + most + ".");
        }
        return node.intValue();
    }

    double number(String key, double fallback) {
        JsonNode node = body.get(key);
        if (node == null) {
            return fallback;
        }
        double value =
                node.isNumber() ? Double.parseDouble(node.toString()) : Double.NaN; // also of four hundred digits
        if (!Double.isFinite(value)) {
            throw StudioProblems.unreadable("\"" + key + "\" is not a finite number.");
        }
        return value;
    }

    boolean isText(String key) {
        JsonNode node = body.get(key);
        return node != null && node.isString();
    }
}
