package io.acord.web;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Documents that are sent: all digits of every number. What JSON cannot say, infinities, is null. */
public final class JsonDocument {

    /** Digits are the same in every Java version. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private JsonDocument() {}

    public static byte[] object(Consumer<JsonGenerator> content) {
        return value(json -> {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        });
    }

    public static byte[] array(Consumer<JsonGenerator> content) {
        return value(json -> {
            json.writeStartArray();
            content.accept(json);
            json.writeEndArray();
        });
    }

    private static byte[] value(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
            content.accept(json);
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    public static void number(JsonGenerator json, String key, double value) {
        json.writeName(key);
        number(json, value);
    }

    public static void number(JsonGenerator json, double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    public static void strings(JsonGenerator json, String key, Iterable<String> values) {
        json.writeArrayPropertyStart(key);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    /** The numbers from 1 to {@code last}. */
    public static void counted(JsonGenerator json, String key, int last) {
        json.writeArrayPropertyStart(key);
        for (int n = 1; n <= last; n++) {
            json.writeNumber(n);
        }
        json.writeEndArray();
    }

    /** A list of objects, one for each item. */
    public static <T> void objects(JsonGenerator json, String key, Iterable<T> items, Consumer<T> content) {
        json.writeArrayPropertyStart(key);
        for (T item : items) {
            json.writeStartObject();
            content.accept(item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    public static void numbers(JsonGenerator json, String key, double[] values) {
        json.writeName(key);
        numbers(json, values);
    }

    public static void numbers(JsonGenerator json, double[] values) {
        json.writeStartArray();
        for (double value : values) {
            number(json, value);
        }
        json.writeEndArray();
    }

    /** Points of d numbers each, from a flat array. */
    public static void points(JsonGenerator json, String key, double[] flat, int d) {
        json.writeArrayPropertyStart(key);
        for (int at = 0; at < flat.length; at += d) {
            json.writeStartArray();
            for (int c = 0; c < d; c++) {
                number(json, flat[at + c]);
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
