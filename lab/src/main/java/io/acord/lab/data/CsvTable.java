package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A file of comma separated values with a header, whose columns may come in any order. Scratch; one thread. */
final class CsvTable {

    private final DataFile file;
    private final Complaints complaints;
    private final LineReader lines;
    private final CsvFields fields = new CsvFields();
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private String headerPlace = "";

    private CsvTable(DataFile file, LineReader lines) {
        this.file = file;
        this.complaints = file.complaints();
        this.lines = lines;
    }

    /**
     * Reads the header; null if it will not do, which is complained about.
     *
     * @param needed columns that must be there
     * @param allowed whether a further column may be there
     * @param example of a header
     */
    static @Nullable CsvTable open(
            DataFile file, LineReader lines, List<String> needed, Predicate<String> allowed, String example)
            throws IOException {
        CsvTable csv = new CsvTable(file, lines);
        if (!lines.next()) {
            file.empty();
            return null;
        }
        return csv.split() && csv.header(needed, allowed, example) ? csv : null;
    }

    private boolean header(List<String> needed, Predicate<String> allowed, String example) {
        headerPlace = lines.place();
        byte[] bytes = lines.bytes();
        if (lines.end() - lines.start() >= 2
                && (bytes[lines.start()] & 0xFE) == 0xFE
                && (bytes[lines.start() + 1] & 0xFE) == 0xFE) {
            complaints.add(lines.place(), "is not UTF-8 but UTF-16", "text in UTF-8", "save the file in UTF-8");
            return false;
        }
        String fix = "begin the file with the line " + example;
        if (!Double.isNaN(DecimalParser.parse(fields.bytes(), fields.from(0), fields.to(0)))) {
            complaints.add(lines.place(), "is no header but data", "a header that names the columns", fix);
            return false;
        }
        int before = complaints.size();
        for (int field = 0; field < fields.count(); field++) {
            String column = fields.text(field);
            String where = lines.place(fields.column(field)) + ": column \"" + column + "\"";
            if (!needed.contains(column) && !allowed.test(column)) {
                complaints.add(
                        where,
                        "is not known",
                        "columns as in " + example,
                        NearestWord.to(column.length() > 100 ? "" : column, Arrays.asList(example.split(",")))
                                .map(near -> "did you mean " + near + "?")
                                .orElse("rename or drop it"));
            } else if (columns.putIfAbsent(column, field) != null) {
                complaints.add(where, "is there twice", "every column once", "drop or rename one of them");
            }
        }
        for (String column : needed) {
            if (!columns.containsKey(column) && complaints.size() == before) {
                complaints.add(
                        lines.place() + ": column \"" + column + "\"", "is missing", "columns as in " + example, fix);
            }
        }
        return complaints.size() == before;
    }

    Complaints complaints() {
        return complaints;
    }

    /** {@code file:line} of the header. */
    String headerPlace() {
        return headerPlace;
    }

    /** The names in the header. */
    List<String> columns() {
        return new ArrayList<>(columns.keySet());
    }

    /** Where a column is, or −1. */
    int column(String name) {
        return columns.getOrDefault(name, -1);
    }

    /** Moves on to the next line that has as many fields as the header; the others are complained about and counted. */
    boolean next(Runnable leftOut) throws IOException {
        while (lines.next()) {
            if (!split()) {
                leftOut.run();
            } else if (fields.count() != columns.size()) {
                complaints.add(
                        lines.place(),
                        "has " + fields.count() + (fields.count() == 1 ? " field" : " fields"),
                        columns.size() + ", as the header has",
                        "write the numbers with points and without commas; quote names that have commas");
                leftOut.run();
            } else {
                return true;
            }
        }
        return false;
    }

    private boolean split() {
        if (lines.isTooLong()) {
            file.tooLong(lines);
            return false;
        }
        try {
            fields.split(lines);
            return true;
        } catch (CsvFields.Malformed malformed) {
            complaints.add(
                    lines.place(malformed.at()),
                    malformed.found(),
                    "quotes around a whole field, doubled within it",
                    "correct the quotes");
            return false;
        }
    }

    CsvFields fields() {
        return fields;
    }

    int line() {
        return lines.number();
    }

    /** {@code file:line}. */
    String linePlace() {
        return lines.place();
    }

    /** {@code file:line:column} of a field. */
    String place(int field) {
        return lines.place(fields.column(field));
    }

    /** A finite number; NaN if there is none, which is complained about. */
    double number(int field, String name) {
        double number = DecimalParser.parse(fields.bytes(), fields.from(field), fields.to(field));
        if (Double.isFinite(number)) {
            return number;
        }
        complaints.add(
                place(field) + ": " + name, shown(field), "a finite number", "write a number such as 0.5 or 1e-6");
        return Double.NaN;
    }

    /** A round, from 1; 0 if there is none, which is complained about. */
    int round(int field) {
        int round = DecimalParser.positive(fields.bytes(), fields.from(field), fields.to(field));
        if (round > 0) {
            return round;
        }
        complaints.add(place(field) + ": round", shown(field), "a whole number from 1", "count rounds from 1");
        return 0;
    }

    private String shown(int field) {
        if (fields.isEmpty(field)) {
            return "is empty";
        }
        String text = fields.text(field).replaceAll("\\p{Cntrl}", "?");
        return "is \"" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "\"";
    }
}
