package io.acord.parquet;

import io.acord.lab.scenario.ActionsFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * {@code output: {actions: parquet}}: {@code algorithm} and {@code agent} as VARCHAR, {@code repeat} and {@code round}
 * as INTEGER, {@code x0}, {@code x1}, … as DOUBLE.
 */
public final class ParquetActions implements ActionsFormat {

    /** A group of rows is held in memory until it is written: so many numbers, as far as columns allow. */
    private static final int NUMBERS_IN_GROUP = 1 << 23;

    @Override
    public String key() {
        return "parquet";
    }

    @Override
    public String fileName() {
        return "actions.parquet";
    }

    @Override
    public void convert(Path csv, Path into) throws IOException {
        String[] header;
        try (BufferedReader in = Files.newBufferedReader(csv)) {
            header = String.valueOf(in.readLine()).split(",", -1);
        }
        String columns = Arrays.stream(header)
                .map(column -> quoted(column) + ": '" + type(column) + "'")
                .collect(Collectors.joining(", "));
        int group = Math.max(2048, Math.min(122_880, NUMBERS_IN_GROUP / header.length));
        String copy = "COPY (SELECT * FROM read_csv(" + quoted(DuckDb.source(csv)) + ", columns = {" + columns
                + "}, auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"', new_line = '\\n',"
                + " allow_quoted_nulls = false, max_line_size = 16777216, parallel = false)) TO "
                + quoted(into.toAbsolutePath().toString())
                + " (FORMAT parquet, ROW_GROUP_SIZE " + group + ")";
        try (Connection connection = DuckDb.open();
                Statement statement = connection.createStatement()) {
            statement.execute(copy);
        } catch (SQLException refused) {
            throw new IOException("the actions cannot be written as Parquet: " + DuckDb.words(refused), refused);
        }
    }

    private static String type(String column) {
        return switch (column) {
            case "algorithm", "agent" -> "VARCHAR";
            case "repeat", "round" -> "INTEGER";
            default -> "DOUBLE";
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
