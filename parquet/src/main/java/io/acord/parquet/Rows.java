package io.acord.parquet;

import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.options.NearestWord;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet file one after the other. Scratch; one thread. */
final class Rows {

    private static final Set<String> WHOLE = Set.of(
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT");

    /** The type of a column in which everything is null, as some writers have it. */
    private static final String NOTHING = "\"NULL\"";

    /** What reads the rows of a file. */
    interface Reading {
        void read(Rows rows) throws SQLException;
    }

    private final String file;
    private final Complaints complaints;
    private final ResultSet rows;
    private final Map<String, Integer> columns = new LinkedHashMap<>(); // from 1, as JDBC counts
    private final List<String> types = new ArrayList<>();
    private int number;

    private Rows(DataFile file, ResultSet rows) throws SQLException {
        this.file = file.name();
        this.complaints = file.complaints();
        this.rows = rows;
        ResultSetMetaData header = rows.getMetaData();
        for (int c = 1; c <= header.getColumnCount(); c++) {
            columns.put(header.getColumnName(c), c);
            types.add(header.getColumnTypeName(c));
        }
    }

    /** Reads a file; false if it cannot be read to its end, which is complained about. */
    static boolean read(DataFile file, Reading reading) {
        try (Connection connection = DuckDb.open();
                // A folder called round=3 is no column.
                PreparedStatement query =
                        connection.prepareStatement("SELECT * FROM read_parquet(?, hive_partitioning = false)")) {
            query.setString(1, DuckDb.source(file.path()));
            try (ResultSet result = query.executeQuery()) {
                reading.read(new Rows(file, result));
            }
            return true;
        } catch (SQLException broken) {
            file.complain(
                    file.name(),
                    "cannot be read as Parquet: " + DuckDb.words(broken),
                    "a Parquet file that is whole",
                    "write it anew, or name its kind if it is of another one");
        } catch (IOException absent) {
            file.complain(file.name(), "cannot be read: " + absent.getMessage(), "DuckDB", "write the data as csv");
        }
        return false;
    }

    /**
     * Whether the columns will do; complains if not.
     *
     * @param needed columns that must be there
     * @param allowed whether a further column may be there
     * @param example of all columns
     */
    boolean hasColumns(List<String> needed, Predicate<String> allowed, String example) {
        int before = complaints.size();
        for (String column : columns.keySet()) {
            if (!needed.contains(column) && !allowed.test(column)) {
                complaints.add(
                        columnPlace(column),
                        "is not known",
                        "columns as in " + example,
                        NearestWord.hint(
                                column.length() > 100 ? "" : column,
                                Arrays.asList(example.split(",")),
                                "rename or drop it"));
            }
        }
        for (String column : needed) {
            if (!has(column) && complaints.size() == before) {
                complaints.add(
                        columnPlace(column), "is missing", "columns as in " + example, "add it, or rename the column");
            }
        }
        return complaints.size() == before;
    }

    /**
     * Whether columns, where they are there, hold what they should; complains if not.
     *
     * @param numbers columns of numbers
     * @param names columns of names, as text or whole numbers
     */
    boolean hasTypes(List<String> numbers, List<String> names) {
        int before = complaints.size();
        for (String column : numbers) {
            if (has(column) && !isNumber(type(column)) && !type(column).equals(NOTHING)) {
                refuseType(column, "numbers: an integer type, FLOAT, DOUBLE or DECIMAL", "write the column as numbers");
            }
        }
        for (String column : names) {
            if (has(column) && !isName(type(column)) && !type(column).equals(NOTHING)) {
                refuseType(column, "names: text or an integer type", "write the column as text");
            }
        }
        return complaints.size() == before;
    }

    private static boolean isName(String type) {
        return type.equals("VARCHAR") || WHOLE.contains(type);
    }

    private static boolean isNumber(String type) {
        return WHOLE.contains(type) || type.equals("FLOAT") || type.equals("DOUBLE") || type.startsWith("DECIMAL(");
    }

    private void refuseType(String column, String needed, String fix) {
        String type = type(column);
        complaints.add(
                columnPlace(column),
                "has the type " + (type.length() > 60 ? type.substring(0, 60) + "…" : type),
                needed,
                fix);
    }

    private String type(String column) {
        return types.get(column(column) - 1);
    }

    private String columnPlace(String column) {
        return file + ": column \"" + column.replaceAll("\\p{Cntrl}", "?") + "\"";
    }

    /** The names of all columns. */
    List<String> columns() {
        return new ArrayList<>(columns.keySet());
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Where a column is, from 1; 0 if it is not there. */
    int column(String name) {
        return columns.getOrDefault(name, 0);
    }

    /** Moves on to the next row. */
    boolean next() throws SQLException {
        if (!rows.next()) {
            return false;
        }
        number = Math.addExact(number, 1);
        return true;
    }

    /** Counts from 1. */
    int number() {
        return number;
    }

    /** {@code file:row N}. */
    String place() {
        return file + ":row " + number;
    }

    boolean isNull(int column) throws SQLException {
        return rows.getObject(column) == null;
    }

    /** A finite number; NaN if there is none, which is complained about. */
    double number(int column, String name) throws SQLException {
        Object value = rows.getObject(column);
        double number = value(value);
        if (Double.isFinite(number)) {
            return number;
        }
        complaints.add(place() + ": " + name, shown(value), "a finite number", "write a number, or leave the row out");
        return Double.NaN;
    }

    /** A round, from 1; 0 if there is none, which is complained about. */
    int round(int column) throws SQLException {
        Object value = rows.getObject(column);
        double number = value(value);
        if (number >= 1 && number <= Integer.MAX_VALUE && number == Math.rint(number)) {
            return (int) number;
        }
        complaints.add(place() + ": round", shown(value), "a whole number from 1", "count rounds from 1");
        return 0;
    }

    /** A name; null if there is none, which is complained about. */
    @Nullable
    String name(int column, String name) throws SQLException {
        Object value = rows.getObject(column);
        String text = value == null ? "" : value.toString();
        if (text.isEmpty()) {
            complaints.add(
                    place() + ": " + name,
                    value == null ? "is null" : "is empty",
                    "the name of an agent",
                    "name the agent");
            return null;
        }
        return text;
    }

    /** NaN for null. */
    private static double value(@Nullable Object value) {
        if (value instanceof BigDecimal || value instanceof BigInteger) {
            return Double.parseDouble(value.toString()); // rounds correctly in every Java version
        }
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "is null" : "is " + value;
    }
}
