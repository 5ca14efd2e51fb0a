package io.acord.lab.options;

import java.util.List;
import java.util.Map;

/** A value of a scenario file that knows where it stands. Immutable. */
public sealed interface Value {

    /** {@code file:line:column}, or the option of the command line that gave it. */
    String place();

    /** How it would be called in a complaint. */
    String shown();

    /**
     * One word or number.
     *
     * @param isNull whether the file says nothing here, as after {@code key:}
     */
    record Scalar(String text, boolean isNull, String place) implements Value {
        @Override
        public String shown() {
            return isNull ? "empty" : "\"" + text + "\"";
        }
    }

    record Listing(List<Value> items, String place) implements Value {
        @Override
        public String shown() {
            return "a list of " + items.size();
        }
    }

    /** Keys in the order of the file, each with its own place. */
    record Mapping(Map<String, Entry> entries, String place) implements Value {
        @Override
        public String shown() {
            return "a mapping";
        }
    }

    record Entry(String keyPlace, Value value) {}
}
