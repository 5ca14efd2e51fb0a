package io.acord.lab.network;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * {@code graph: {kind: matrix-market, file: …}}: a square matrix of the coordinate format, whose entry at row i and
 * column j is the weight of the edge between agents i − 1 and j − 1, counted from 0 as agents without names are.
 * {@code first: 1} counts agents from 1.
 */
public final class MatrixMarketGraph extends GraphKind {

    public MatrixMarketGraph() {
        super("matrix-market", "entries of a sparse matrix of MatrixMarket as weights", "file: graph.mtx");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int first = options.integer("first", 0, 0, 1);
        return NetworkFile.graph(options, declared, (file, in) -> read(file, in, first));
    }

    private static void read(NetworkFile file, BufferedReader in, int first) throws IOException {
        if (!file.next(in, "%%%")) {
            file.complain("is empty", "a MatrixMarket file", "write the file again");
            return;
        }
        List<String> header = List.of(file.line().toLowerCase(Locale.ROOT).split("\\s+", -1));
        boolean fits = header.size() == 5
                && header.get(0).equals("%%matrixmarket")
                && header.get(1).equals("matrix")
                && header.get(2).equals("coordinate");
        boolean isPattern = fits && header.get(3).equals("pattern");
        if (!fits
                || !List.of("real", "integer", "pattern").contains(header.get(3))
                || !List.of("general", "symmetric").contains(header.get(4))) {
            file.complain(
                    "is not the header of a sparse matrix that could be read",
                    "%%MatrixMarket matrix coordinate, then real, integer or pattern, then general or symmetric",
                    "export the matrix in this format");
            return;
        }
        if (!file.next(in, "%") || !file.line().matches("\\d{1,9}\\s+\\d{1,9}\\s+\\d{1,18}")) {
            file.complain("does not say the size", "rows, columns and entries", "write three whole numbers");
            return;
        }
        String[] size = file.words();
        int rows = Integer.parseInt(size[0]);
        long entries = Long.parseLong(size[2]);
        if (!size[0].equals(size[1])) {
            file.complain(
                    "has " + size[0] + " rows and " + size[1] + " columns",
                    "as many rows as columns, one for every agent",
                    "export the matrix of the graph");
            return;
        }
        long read = 0;
        while (file.next(in, "%")) {
            read++;
            entry(file, rows, isPattern, first);
        }
        if (read != entries) {
            file.complain(
                    "is the last of " + read + " entries", entries + ", as the file says of itself", "copy it anew");
        }
    }

    private static void entry(NetworkFile file, int rows, boolean isPattern, int first) {
        String[] words = file.words();
        int needed = isPattern ? 2 : 3;
        if (words.length != needed) {
            file.complain(
                    "has " + words.length + (words.length == 1 ? " word" : " words"),
                    isPattern ? "a row and a column" : "a row, a column and a number",
                    "correct the line");
            return;
        }
        double weight = isPattern ? 1 : file.number(words[2], "weight");
        int i = index(file, words[0], rows);
        int j = index(file, words[1], rows);
        if (i > 0 && j > 0 && !Double.isNaN(weight)) {
            file.edge(Integer.toString(i - 1 + first), Integer.toString(j - 1 + first), weight);
        }
    }

    /** A row or column, from 1; 0 if it is none, which is complained about. */
    private static int index(NetworkFile file, String word, int rows) {
        if (word.matches("\\d{1,9}")) {
            int index = Integer.parseInt(word);
            if (index >= 1 && index <= rows) {
                return index;
            }
        }
        String shown = word.length() > 60 ? word.substring(0, 60) + "…" : word;
        file.complain("has the row or column " + shown, "a whole number from 1 to " + rows, "correct the line");
        return 0;
    }
}
