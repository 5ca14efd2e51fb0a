package io.acord.lab.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table as a picture of an application: the first column names what a row is about. On narrow screens it is scrolled
 * by itself. Scratch; one thread.
 */
public final class TableDrawing {

    private final String title;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param title for who cannot see it
     * @param columns with their units
     */
    public TableDrawing(String title, List<String> columns) {
        this.title = title;
        this.columns = List.copyOf(columns);
    }

    /** Adds a row, as many texts as there are columns. */
    public TableDrawing row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    public String markup() {
        Markup out = new Markup();
        out.open("div.wide", "tabindex", "0", "role", "region", "aria-label", title);
        out.open("table").open("thead").open("tr");
        columns.forEach(column -> out.leaf("th", column, "scope", "col"));
        out.close().close().open("tbody");
        for (List<String> row : rows) {
            out.open("tr").leaf("th", row.get(0), "scope", "row");
            row.subList(1, row.size()).forEach(cell -> out.leaf("td", cell));
            out.close();
        }
        out.close().close().close();
        return out.toString();
    }
}
