package io.acord.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** A DuckDB that keeps nothing: no file of its own, no network, bounded memory, rows in the order of the file. */
final class DuckDb {

    private DuckDb() {}

    static Connection open() throws IOException {
        Properties settings = new Properties();
        settings.setProperty("jdbc_stream_results", "true");
        settings.setProperty("threads", "1");
        settings.setProperty("preserve_insertion_order", "true");
        settings.setProperty("memory_limit", "1GB");
        settings.setProperty("temp_directory", "");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        try {
            Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", settings);
            if (connection == null) {
                throw new AssertionError("DuckDB does not know its own address");
            }
            return connection;
        } catch (SQLException | LinkageError | IllegalStateException refused) {
            throw new IOException("DuckDB, which reads and writes Parquet, does not start: " + words(refused), refused);
        }
    }

    /**
     * A path to read from, a folder meaning the Parquet files in it; DuckDB takes names with *, ? or [ for patterns
     * otherwise, and reads what they match.
     */
    static String source(Path path) {
        String name = path.toAbsolutePath().toString().replaceAll("[*?\\[]", "[$0]");
        return Files.isDirectory(path) ? name + "/*.parquet" : name;
    }

    /** What went wrong, on one line and without the query. */
    static String words(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        int end = message.indexOf('\n');
        String first = end < 0 ? message : message.substring(0, end);
        return first.replaceFirst("^[\\w ]* Error: ", "").replaceAll("\\p{Cntrl}", "?");
    }
}
