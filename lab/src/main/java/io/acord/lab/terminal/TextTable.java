package io.acord.lab.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A table for a terminal: words to the left, numbers to the right, in several parts if it is narrow. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows;
    private final int words;
    private final int[] width;

    private TextTable(List<List<String>> rows, int words) {
        this.rows = rows;
        this.words = words;
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
     * @param words how many columns have words; the others have numbers
     * @param columns how wide it may be. What does not fit comes below, with the words again
     */
    public static String of(List<List<String>> rows, int words, OptionalInt columns) {
        return new TextTable(rows, words).text(columns.orElse(Integer.MAX_VALUE));
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        int next = words;
        do {
            List<Integer> shown = new ArrayList<>();
            int used = -GAP.length();
            for (int c = 0; c < words; c++) {
                shown.add(c);
                used += GAP.length() + width[c];
            }
            while (next < width.length && (shown.size() == words || used + GAP.length() + width[next] <= most)) {
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
            text.append(c == 0 ? "" : GAP).append(c < words ? row.get(c) + pad : pad + row.get(c));
        }
        text.append(System.lineSeparator());
    }
}
