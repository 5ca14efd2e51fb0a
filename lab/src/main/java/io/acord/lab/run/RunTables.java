package io.acord.lab.run;

import io.acord.lab.text.CsvText;
import io.acord.model.Cost;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tables of a run that is over: a line a policy, repeat and round. */
record RunTables(RunResult result) {

    void writeCosts(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("algorithm,repeat,round,hitting,switching,dissimilarity,total\n");
            for (AlgorithmResult algorithm : result.algorithms()) {
                for (int r = 0; r < algorithm.costs().size(); r++) {
                    int t = 0;
                    for (Cost cost : algorithm.costs().get(r)) {
                        t++;
                        row(out, algorithm, r, t, cost.hitting(), cost.switching(), cost.dissimilarity(), cost.total());
                    }
                }
            }
        }
    }

    void writeBooks(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("algorithm,repeat,round,paid,books,atLeast\n");
            for (AlgorithmResult algorithm : result.algorithms()) {
                RunBooks kept = algorithm.books().orElse(new RunBooks(List.of(), List.of()));
                for (int r = 0; r < kept.books().size(); r++) {
                    List<Double> books = kept.books().get(r);
                    double paid = 0;
                    for (int t = 1; t <= books.size(); t++) {
                        paid += algorithm.costs().get(r).get(t - 1).total();
                        row(
                                out,
                                algorithm,
                                r,
                                t,
                                paid,
                                books.get(t - 1),
                                kept.atLeast().get(r).get(t - 1));
                    }
                }
            }
        }
    }

    /** One line for everything that is known of a policy's round but its actions. */
    void writeRounds(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("algorithm,repeat,round,cost,iterations,certificate,atLeast,ratioAtMost\n");
            for (AlgorithmResult algorithm : result.algorithms()) {
                for (int r = 0; r < algorithm.rounds().size(); r++) {
                    int repeat = r;
                    double paid = 0;
                    for (int t = 1; t <= algorithm.rounds().get(r).size(); t++) {
                        int at = t - 1;
                        double cost = algorithm.costs().get(r).get(at).total();
                        paid += cost;
                        RoundRecord round = algorithm.rounds().get(r).get(at);
                        double least = algorithm
                                .books()
                                .map(kept -> kept.atLeast().get(repeat).get(at))
                                .orElse(Double.NaN);
                        double ratio = Double.isNaN(least) ? Double.NaN : RunBooks.ratio(paid, least);
                        row(out, algorithm, r, t, cost, round.iterations(), round.certificate(), least, ratio);
                    }
                }
            }
        }
    }

    private static void row(BufferedWriter out, AlgorithmResult algorithm, int repeat, int round, double... numbers)
            throws IOException {
        out.write(CsvText.field(algorithm.name()) + "," + repeat + "," + round);
        for (double number : numbers) {
            out.write("," + (Double.isNaN(number) ? "" : CsvText.number(number))); // empty: nobody knows
        }
        out.write('\n');
    }
}
