package io.acord.lab.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of a file of comma separated values, one at a time, with columns by name. For files of an application's own.
 */
public final class CsvRows {

    private CsvRows() {}

    /** One row; valid until the next. */
    public static final class Row {
        private final CsvTable csv;

        Row(CsvTable csv) {
            this.csv = csv;
        }

        /** Whether the column is there and has something in this row. */
        public boolean has(String column) {
            int at = csv.column(column);
            return at >= 0 && !csv.fields().isEmpty(at);
        }

        /** A name; empty if there is none that will do, which is complained about. */
        public String name(String column) {
            int at = csv.column(column);
            CsvFields fields = csv.fields();
            String problem = NameTable.problem(fields.bytes(), fields.from(at), fields.to(at));
            if (!problem.isEmpty()) {
                csv.complaints().add(place(column), problem, "a name on one line", "write the name");
                return "";
            }
            return fields.text(at);
        }

        /** A finite number; NaN if there is none, which is complained about. */
        public double number(String column) {
            return csv.number(csv.column(column), column);
        }

        /** A finite number within bounds; NaN if there is none, which is complained about. */
        public double number(String column, double low, double high, String why) {
            double number = number(column);
            if (number < low || number > high) {
                csv.complaints()
                        .add(
                                place(column),
                                "is " + number,
                                (high == Double.POSITIVE_INFINITY ? low + " or more" : "from " + low + " to " + high)
                                        + ", because " + why,
                                "correct it");
                return Double.NaN;
            }
            return number;
        }

        /** Complains about a column of this row. */
        public void complain(String column, String found, String needed, String fix) {
            csv.complaints().add(place(column), found, needed, fix);
        }

        public int line() {
            return csv.line();
        }

        /** {@code file:line:column: name}. */
        public String place(String column) {
            return csv.place(csv.column(column)) + ": " + column;
        }

        /** {@code file:line}. */
        public String place() {
            return csv.linePlace();
        }
    }

    /**
     * Reads all rows. What is wrong with the header or the shape of a row is complained about to the file's complaints.
     *
     * @param needed columns
     * @param optional columns
     */
    public static void read(DataFile file, List<String> needed, List<String> optional, Consumer<Row> each) {
        List<String> all = new ArrayList<>(needed);
        all.addAll(optional);
        file.read(lines -> {
            CsvTable csv = CsvTable.open(file, lines, needed, optional::contains, String.join(",", all));
            if (csv != null) {
                rows(csv, each);
            }
        });
    }

    private static void rows(CsvTable csv, Consumer<Row> each) throws IOException {
        Row row = new Row(csv);
        while (csv.next(() -> {})) {
            each.accept(row);
        }
    }
}
