package io.acord.lab.text;

import tools.jackson.core.io.NumberOutput;

/** What stands between the commas of a CSV file. */
public final class CsvText {

    private CsvText() {}

    /** The shortest digits that read back as the same double, the same in every Java version. */
    public static String number(double value) {
        return NumberOutput.toString(value, true);
    }

    /** A field, quoted if it has to be. */
    public static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain && !text.isEmpty() ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
