package io.acord.paper.finding;

import io.acord.paper.finding.Claim.Measured;
import java.util.List;

/**
 * Measured numbers in rows and columns, for what no curve would show better.
 *
 * @param id of its file
 * @param title what is shown, with the parameters
 * @param found what is seen here, in a sentence or two
 * @param conventions whatever must be known to measure it again
 * @param stub what the names of the rows are
 * @param columns what the numbers of a row are, in order
 */
public record Table(
        String id, String title, String found, String conventions, String stub, List<String> columns, List<Row> rows) {

    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.values().size() != columns.size()) {
                throw new AssertionError(row.name() + " has " + row.values().size() + " numbers in " + columns.size()
                        + " columns of " + id);
            }
        }
    }

    /** One number for every column. */
    public record Row(String name, List<Measured> values) {
        public Row {
            values = List.copyOf(values);
        }
    }
}
