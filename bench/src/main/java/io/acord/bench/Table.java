package io.acord.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers with a title, to be read by people, by documents and by programs. */
final class Table {

    private final String title;
    private final String note;
    private final List<String> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    /** @param columns their names, as in the head of a table in Markdown: {@code graph | agents | ms} */
    Table(String title, String note, String columns) {
        this.title = title;
        this.note = note;
        this.columns = List.of(columns.split(" \\| "));
    }

    /** Adds a row of texts and numbers; NaN stands for nothing. */
    Table row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new AssertionError(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    private static String text(Object cell) {
        if (cell instanceof Double number) {
            return number.isNaN() ? "" : digits(number);
        }
        return cell.toString();
    }

    /** Three digits that count. */
    private static String digits(double number) {
        double size = Math.abs(number);
        if (size >= 1e6 || (size > 0 && size < 1e-3)) {
            return String.format(Locale.ROOT, "%.1e", number);
        }
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    String plain() {
        int[] width = new int[columns.size()];
        for (int c = 0; c < width.length; c++) {
            width[c] = columns.get(c).length();
            for (List<Object> row : rows) {
                width[c] = Math.max(width[c], text(row.get(c)).length());
            }
        }
        StringBuilder out = new StringBuilder(title).append('\n');
        if (!note.isEmpty()) {
            out.append(note).append('\n');
        }
        List<List<Object>> all = new ArrayList<>();
        all.add(List.copyOf(columns));
        all.addAll(rows);
        for (List<Object> row : all) {
            for (int c = 0; c < width.length; c++) {
                String cell = text(row.get(c));
                String room = " ".repeat(width[c] - cell.length());
                out.append(c == 0 ? "  " + cell + room : "  " + room + cell);
            }
            out.append('\n');
        }
        return out.append('\n').toString();
    }

    String markdown() {
        StringBuilder out = new StringBuilder("## ").append(title).append("\n\n");
        if (!note.isEmpty()) {
            out.append(note).append("\n\n");
        }
        out.append("| ").append(String.join(" | ", columns)).append(" |\n");
        out.append("|---".repeat(columns.size())).append("|\n");
        for (List<Object> row : rows) {
            out.append("| " + String.join(" | ", row.stream().map(Table::text).toList()) + " |\n");
        }
        return out.append('\n').toString();
    }

    String json() {
        StringBuilder out = new StringBuilder("{\"title\":").append(quoted(title));
        out.append(",\"columns\":[")
                .append(String.join(",", columns.stream().map(Table::quoted).toList()))
                .append("],\"rows\":[");
        for (int r = 0; r < rows.size(); r++) {
            out.append((r == 0 ? "[" : ",[")
                    + String.join(",", rows.get(r).stream().map(Table::jsonCell).toList()) + "]");
        }
        return out.append("]}").toString();
    }

    private static String jsonCell(Object cell) {
        if (cell instanceof Double number) {
            return Double.isFinite(number) ? number.toString() : "null";
        }
        return cell instanceof Number ? cell.toString() : quoted(cell.toString());
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
