package io.acord.lab.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A table for a terminal: the first column to the left, the others to the right, in several parts if it is narrow. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows;
    private final int[] width;

    private TextTable(List<List<String>> rows) {
        this.rows = rows;
        this.width = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        }
    }

    /**
     * The table as lines.
     *
     * @param rows the header first; of the same length
     * @param columns how wide it may be. What does not fit comes below, with the first column again
     */
    public static String of(List<List<String>> rows, OptionalInt columns) {
        return new TextTable(rows).text(columns.orElse(Integer.MAX_VALUE));
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        int next = 1;
        do {
            List<Integer> shown = new ArrayList<>(List.of(0));
            int used = width[0];
            while (next < width.length && (shown.size() == 1 || used + GAP.length() + width[next] <= most)) {
                used += GAP.length() + width[next];
                shown.add(next);
                next++;
            }
            if (text.length() > 0) {
                text.append(System.lineSeparator());
            }
            rows.forEach(row -> append(text, row, shown));
        } while (next < width.length);
        return text.toString();
    }

    private void append(StringBuilder text, List<String> row, List<Integer> shown) {
        for (int c : shown) {
            String pad = " ".repeat(width[c] - row.get(c).length());
            text.append(c == 0 ? row.get(c) + pad : GAP + pad + row.get(c));
        }
        text.append(System.lineSeparator());
    }
}
