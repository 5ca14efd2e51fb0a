package io.acord.lab.text;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What files of JSON are put together from. */
public final class JsonParts {

    private JsonParts() {}

    /** A whole object. */
    public static String object(Consumer<JsonGenerator> properties) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            properties.accept(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    /** A list of objects, one for each item. */
    public static <T> void objects(JsonGenerator json, String key, Iterable<T> items, Consumer<T> properties) {
        json.writeArrayPropertyStart(key);
        for (T item : items) {
            json.writeStartObject();
            properties.accept(item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** A list of texts. */
    public static void texts(JsonGenerator json, String key, Iterable<String> texts) {
        json.writeArrayPropertyStart(key);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
