package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.NearestWord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object of a document, as their reader asks for them: what {@code Options} is to a scenario. Scratch;
 * one thread.
 */
final class JsonFields {

    /** Fields of one object; a thousand are no slip of the pen. */
    private static final int MOST_UNKNOWN = 100;

    private final JsonNode.Obj object;
    private final String path; // of the object in its document, "" at the top
    private final JsonPlaces places;
    private final Complaints complaints;
    private final Set<String> asked = new LinkedHashSet<>();

    JsonFields(JsonNode.Obj object, String path, JsonPlaces places, Complaints complaints) {
        this.object = object;
        this.path = path;
        this.places = places;
        this.complaints = complaints;
    }

    /** The object on a line; null if there is none, which is complained about. */
    static @Nullable JsonFields of(LineReader line, DataFile file) {
        if (line.isTooLong()) {
            file.tooLong(line);
            return null;
        }
        try {
            return new JsonFields(JsonNode.Reader.object(line), "", new JsonPlaces.InLine(line), file.complaints());
        } catch (JsonNode.Malformed malformed) {
            file.complain(
                    line.place(line.start() + malformed.at()),
                    malformed.problem(),
                    "one JSON object a line",
                    "write every object on a line of its own, in UTF-8");
            return null;
        }
    }

    @Nullable
    JsonNode get(String key) {
        asked.add(key);
        return object.fields().get(key);
    }

    boolean has(String key) {
        JsonNode json = get(key);
        return json != null && !(json instanceof JsonNode.Word word && word.isNull());
    }

    boolean isObject(String key) {
        return get(key) instanceof JsonNode.Obj;
    }

    /** Where the object stands. */
    String place() {
        return places.of(object, "");
    }

    private String at(String key) {
        return places.inner(path, key);
    }

    void complain(String key, JsonNode json, String needed, String fix) {
        complaints.add(places.of(json, at(key)), "is " + json.shown(), needed, fix);
    }

    void missing(String key, String why) {
        asked.add(key);
        complain(key, "is missing", why, "add \"" + key + "\": …");
    }

    /** Takes over a complaint about what this object describes. */
    void complain(String where, String found, String needed, String fix) {
        complaints.add(places.of(object, at(where)), found, needed, fix);
    }

    /** Complains about the object as a whole. */
    void complain(String found, String needed, String fix) {
        complaints.add(places.of(object, path), found, needed, fix);
    }

    /** The names of all fields, in their order. */
    Set<String> names() {
        return object.fields().keySet();
    }

    /** Complains about a field that may be called anything. */
    void complainOf(String name, String found, String needed, String fix) {
        asked.add(name);
        JsonNode value = object.fields().get(name);
        complaints.add(places.of(value == null ? object : value, places.named(path, name)), found, needed, fix);
    }

    /** An object under a name that may be anything; null if it is none, which is complained about. */
    @Nullable
    JsonFields member(String name) {
        JsonNode json = get(name);
        if (json instanceof JsonNode.Obj inner) {
            return new JsonFields(inner, places.named(path, name), places, complaints);
        }
        complainOf(name, json == null ? "is missing" : "is " + json.shown(), "an object", "write {…}");
        return null;
    }

    /** The objects of a list under a name that may be anything; what is none is complained about. */
    List<JsonFields> members(String name) {
        List<JsonFields> found = new ArrayList<>();
        if (!(get(name) instanceof JsonNode.Arr list)) {
            complainOf(name, "is not a list", "a list of objects", "write [{…}, …]");
            return found;
        }
        for (int k = 0; k < list.items().size(); k++) {
            JsonNode json = list.items().get(k);
            String place = places.inner(places.named(path, name), Integer.toString(k));
            if (json instanceof JsonNode.Obj inner) {
                found.add(new JsonFields(inner, place, places, complaints));
            } else {
                complaints.add(places.of(json, place), "is " + json.shown(), "an object", "write {…}");
            }
        }
        return found;
    }

    /** The items of a list that must be there; none if it is wrong, which is complained about. */
    List<JsonNode> list(String key) {
        JsonNode json = get(key);
        if (json instanceof JsonNode.Arr list) {
            return list.items();
        }
        if (json == null) {
            missing(key, "a list");
        } else {
            complain(key, json, "a list", "write \"" + key + "\": […]");
        }
        return List.of();
    }

    /** A round, from 1; 0 if it is wrong or missing, which is complained about. */
    int round() {
        return round("round");
    }

    int round(String key) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "the round, counted from 1");
            return 0;
        }
        if (json instanceof JsonNode.Num number
                && number.isWhole()
                && number.value() >= 1
                && number.value() <= Integer.MAX_VALUE) {
            return (int) number.value();
        }
        complain(key, json, "a whole number from 1", "count rounds from 1");
        return 0;
    }

    /**
     * The name of an agent, written as a text or a whole number; null if it is wrong or missing, which is complained
     * about.
     */
    @Nullable
    String name(String key) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "the name of an agent");
            return null;
        }
        if (json instanceof JsonNode.Text text) {
            return text.text();
        }
        if (json instanceof JsonNode.Num number && number.isWhole() && Math.abs(number.value()) < 1e15) {
            return number.shown();
        }
        complain(key, json, "the name of an agent", "write it in quotes");
        return null;
    }

    /** A number that must be there; NaN if it is wrong or missing, which is complained about. */
    double number(String key) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "a number");
            return Double.NaN;
        }
        if (json instanceof JsonNode.Num number && Double.isFinite(number.value())) {
            return number.value();
        }
        complain(key, json, "a finite number", "write a number such as 0.5 or 1e-6");
        return Double.NaN;
    }

    /** A number that a field reads; NaN if it is wrong or missing, which is complained about. */
    double reading(FieldRounds.Reading reading) {
        asked.add(reading.name());
        if (!has(reading.name()) && !Double.isNaN(reading.fallback())) {
            return reading.fallback();
        }
        double number = number(reading.name());
        if (number < reading.low() || number > reading.high()) {
            complain(
                    reading.name(),
                    "is " + number,
                    "from " + reading.low() + " to " + reading.high() + ", because " + reading.why(),
                    "correct the number, or its unit");
        }
        return number;
    }

    /**
     * A vector that must be there; null if it is wrong or missing, which is complained about. A single number is a
     * vector of one.
     */
    double @Nullable [] vector(String key) {
        return vector(key, Double.NaN);
    }

    /** A vector in which null stands for a number. */
    double @Nullable [] vector(String key, double forNull) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "a list of numbers");
            return null;
        }
        return row(key, json, forNull);
    }

    private double @Nullable [] row(String key, JsonNode json, double forNull) {
        List<JsonNode> items = json instanceof JsonNode.Arr list ? list.items() : List.of(json);
        double[] vector = new double[items.size()];
        for (int c = 0; c < vector.length; c++) {
            JsonNode item = items.get(c);
            if (item instanceof JsonNode.Num number && Double.isFinite(number.value())) {
                vector[c] = number.value();
            } else if (item instanceof JsonNode.Word word && word.isNull() && !Double.isNaN(forNull)) {
                vector[c] = forNull;
            } else {
                complain(key, item, "finite numbers", "write a list such as [0.5, 1]");
                return null;
            }
        }
        if (vector.length == 0) {
            complain(key, json, "at least one number", "write one for every coordinate");
            return null;
        }
        return vector;
    }

    /**
     * A matrix by rows of equal length that must be there; null if it is wrong or missing, which is complained about.
     */
    double @Nullable [] @Nullable [] matrix(String key) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "a list of rows");
            return null;
        }
        if (!(json instanceof JsonNode.Arr rows) || rows.items().isEmpty()) {
            complain(key, json, "a list of rows", "write a matrix such as [[2, 0], [0, 1]]");
            return null;
        }
        double[][] matrix = new double[rows.items().size()][];
        for (int r = 0; r < matrix.length; r++) {
            JsonNode row = rows.items().get(r);
            double[] numbers = row instanceof JsonNode.Arr ? row(key + "[" + r + "]", row, Double.NaN) : null;
            if (numbers == null) {
                if (!(row instanceof JsonNode.Arr)) {
                    complain(key + "[" + r + "]", row, "a row of numbers", "write a matrix such as [[2, 0], [0, 1]]");
                }
                return null;
            }
            if (numbers.length != (r == 0 ? numbers : matrix[0]).length) {
                complain(key + "[" + r + "]", row, "rows of equal length", "complete the row");
                return null;
            }
            matrix[r] = numbers;
        }
        return matrix;
    }

    /** An object that must be there; null if it is wrong or missing, which is complained about. */
    @Nullable
    JsonFields section(String key) {
        JsonNode json = get(key);
        if (json == null) {
            missing(key, "an object");
            return null;
        }
        if (json instanceof JsonNode.Obj inner) {
            return new JsonFields(inner, at(key), places, complaints);
        }
        complain(key, json, "an object", "write \"" + key + "\": {…}");
        return null;
    }

    /** One object of a list. */
    @Nullable
    JsonFields item(String key, JsonNode json, int index) {
        String name = key + "[" + index + "]";
        if (json instanceof JsonNode.Obj inner) {
            return new JsonFields(inner, at(name), places, complaints);
        }
        complain(name, json, "an object", "write {…}");
        return null;
    }

    /** Complains about every field that nobody asked for, as far as somebody may have meant them. */
    void refuseUnknown() {
        int unknown = 0;
        for (var field : object.fields().entrySet()) {
            String key = field.getKey();
            if (!asked.contains(key) && unknown++ < MOST_UNKNOWN) {
                String shown = key.length() > 60 ? key.substring(0, 60) : key;
                complaints.add(
                        places.of(field.getValue(), places.named(path, key)),
                        "is not known here",
                        "one of " + String.join(", ", asked),
                        NearestWord.hint(shown, asked, "drop it"));
            }
        }
    }
}
