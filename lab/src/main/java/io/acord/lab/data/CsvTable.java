package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.text.DecimalParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file of values with a header, whose columns may come in any order. What stands between the values is seen in the
 * header: commas, or semicolons or tabs, whose numbers may have decimal commas. Lines that begin with # above the
 * header are comments. Scratch; one thread.
 */
final class CsvTable {

    private static final int LOOKED_AT = 1000; // bytes, to see what a file is

    private final DataFile file;
    private final Complaints complaints;
    private final LineReader lines;
    private final CsvFields fields = new CsvFields();
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private String headerPlace = "";
    private int width; // fields of a line
    private boolean takesCommas; // in numbers
    private boolean hasCommas; // some number had one
    private boolean hasPoints;
    private boolean isMixed; // and that was complained about
    private byte[] pointed = new byte[32]; // a number with a point for its comma

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
        do {
            if (!lines.next()) {
                file.empty();
                return null;
            }
        } while (csv.isComment());
        if (csv.isForeign()) {
            return null;
        }
        csv.separate();
        return csv.split() && csv.header(needed, allowed, example) ? csv : null;
    }

    private boolean isComment() {
        return !lines.isTooLong() && lines.bytes()[lines.start()] == '#';
    }

    /** Looks in the header for what stands between values. */
    private void separate() {
        int[] count = new int[128];
        boolean quoted = false;
        for (int k = lines.start(); k < lines.end(); k++) {
            byte b = lines.bytes()[k];
            quoted ^= b == '"';
            if (b > 0 && !quoted) {
                count[b]++;
            }
        }
        if (count[','] == 0 && (count[';'] > 0 || count['\t'] > 0)) {
            fields.separator(count[';'] > 0 ? ';' : '\t');
            takesCommas = true;
        }
    }

    /** Whether the file is of another kind altogether, which is complained about. */
    private boolean isForeign() {
        String first = new String(
                        lines.bytes(),
                        lines.start(),
                        Math.min(LOOKED_AT, lines.end() - lines.start()),
                        StandardCharsets.UTF_8)
                .strip();
        String found = null;
        String fix = "";
        if (first.startsWith("<")) {
            boolean page = first.toLowerCase(Locale.ROOT).startsWith("<!doctype html")
                    || first.toLowerCase(Locale.ROOT).startsWith("<html");
            found = page ? "is a page of the web, and no data" : "is XML";
            fix = page
                    ? "download the file itself"
                    : "write kind: graphml if it is GraphML; otherwise export it as CSV";
        } else if (first.startsWith("{") || first.startsWith("[")) {
            found = "is JSON";
            fix = "write kind: jsonl, with an object on every line";
        } else if (first.startsWith("%%MatrixMarket")) {
            found = "is a MatrixMarket file";
            fix = "write kind: matrix-market, for a graph";
        } else if (first.matches("[^,;\\t\"]*") && first.matches("\\S+( +\\S+)+")) {
            found = "has blanks between values, and neither commas nor semicolons nor tabs";
            fix = "put commas between them; a graph without a header can be read by kind: edge-list";
        } else if (first.indexOf(0) >= 0 && !isUtf16()) {
            found = "is a binary file, or text of two bytes a character";
            fix = "save it as text in UTF-8";
        }
        if (found != null) {
            complaints.add(file.name(), found, "lines of values with a header", fix);
        }
        return found != null;
    }

    private boolean header(List<String> needed, Predicate<String> allowed, String example) {
        headerPlace = lines.place();
        if (isUtf16()) {
            complaints.add(lines.place(), "is not UTF-8 but UTF-16", "text in UTF-8", "save the file in UTF-8");
            return false;
        }
        String fix = "begin the file with the line " + example;
        if (!Double.isNaN(DecimalParser.parse(fields.bytes(), fields.from(0), fields.to(0)))) {
            complaints.add(lines.place(), "is no header but data", "a header that names the columns", fix);
            return false;
        }
        int before = complaints.size();
        width = fields.count();
        Set<String> headers = new HashSet<>();
        Predicate<String> known = name -> needed.contains(name) || allowed.test(name);
        for (int field = 0; field < fields.count(); field++) {
            String written = fields.text(field);
            headers.add(written);
            String column = ours(written, known);
            String where = lines.place(fields.column(field)) + ": column \"" + written + "\"";
            if (written.indexOf('\uFFFD') >= 0) {
                complaints.add(
                        where,
                        "is not UTF-8; it may be Latin-1 or Windows-1252",
                        "text in UTF-8",
                        "save the file as UTF-8");
            } else if (!known.test(column)) {
                if (file.ignoresOthers()) {
                    continue;
                }
                complaints.add(
                        where,
                        "is not known",
                        "columns as in " + example,
                        NearestWord.hint(
                                column.length() > 100 ? "" : column,
                                Arrays.asList(example.split(",")),
                                "drop it, say what it is by columns: {" + needed.get(0) + ": \"" + column
                                        + "\"}, or write extra: ignore"));
            } else if (columns.putIfAbsent(column, field) != null) {
                complaints.add(where, "is there twice", "every column once", "drop or rename one of them");
            }
        }
        file.headers().forEach((ours, theirs) -> {
            if (!headers.contains(theirs)) {
                complaints.add(
                        lines.place() + ": column \"" + theirs + "\"",
                        "is not there",
                        "the column that the scenario takes for " + ours,
                        "correct columns in the scenario");
            }
        });
        for (String column : needed) {
            if (!columns.containsKey(column) && complaints.size() == before) {
                complaints.add(
                        lines.place() + ": column \"" + column + "\"", "is missing", "columns as in " + example, fix);
            }
        }
        return complaints.size() == before;
    }

    private boolean isUtf16() {
        byte[] bytes = lines.bytes();
        return lines.end() - lines.start() >= 2
                && (bytes[lines.start()] & 0xFE) == 0xFE
                && (bytes[lines.start() + 1] & 0xFE) == 0xFE;
    }

    /** What we call a column: what the scenario says, or its name in lower case if only that is known. */
    private String ours(String written, Predicate<String> known) {
        for (Map.Entry<String, String> header : file.headers().entrySet()) {
            if (header.getValue().equals(written)) {
                return header.getKey();
            }
        }
        String lower = written.toLowerCase(Locale.ROOT);
        return !known.test(written) && known.test(lower) ? lower : written;
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

    /** The name of the column of a field. */
    String columnOf(int field) {
        return columns.entrySet().stream()
                .filter(column -> column.getValue() == field)
                .findFirst()
                .orElseThrow()
                .getKey();
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
            } else if (fields.count() != width) {
                complaints.add(
                        lines.place(),
                        "has " + fields.count() + (fields.count() == 1 ? " field" : " fields"),
                        width + ", as the header has",
                        isComment()
                                ? "put comments above the header"
                                : "write the numbers with points and without commas; quote names that have commas");
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
        double number = takesCommas
                ? withComma(field)
                : DecimalParser.parse(fields.bytes(), fields.from(field), fields.to(field));
        if (Double.isFinite(number)) {
            return number;
        }
        complaints.add(
                place(field) + ": " + name, shown(field), "a finite number", "write a number such as 0.5 or 1e-6");
        return Double.NaN;
    }

    /** A number that may have a decimal comma, if no number of the file has a point. */
    private double withComma(int field) {
        int length = fields.to(field) - fields.from(field);
        pointed = pointed.length < length ? new byte[length] : pointed;
        int commas = 0;
        for (int k = 0; k < length; k++) {
            byte b = fields.bytes()[fields.from(field) + k];
            hasPoints |= b == '.';
            commas += b == ',' ? 1 : 0;
            pointed[k] = b == ',' ? (byte) '.' : b;
        }
        hasCommas |= commas > 0;
        if (hasPoints && hasCommas && !isMixed) {
            isMixed = true;
            complaints.add(
                    place(field),
                    "is one of numbers with points and with commas",
                    "one of the two in the whole file, because 1,234 could be either",
                    "write all of them with points");
        }
        return DecimalParser.parse(pointed, 0, length);
    }

    /** A round, from 1; 0 if there is none, which is complained about. */
    int round(int field) {
        return round(field, "round");
    }

    /** The same in a column that is called otherwise. */
    int round(int field, String name) {
        int round = DecimalParser.positive(fields.bytes(), fields.from(field), fields.to(field));
        if (round > 0) {
            return round;
        }
        complaints.add(place(field) + ": " + name, shown(field), "a whole number from 1", "count rounds from 1");
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
