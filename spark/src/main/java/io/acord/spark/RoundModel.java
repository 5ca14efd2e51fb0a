package io.acord.spark;

import java.util.List;

/**
 * What a round takes, from what a block has: so many seconds a row, an arc and a number that is told. Fitted by least
 * squares of relative errors, so that small fleets count as much as large ones. Nothing takes less than no time: what
 * would is left out. Immutable.
 *
 * @param row seconds a row of a block takes in a round
 * @param arc seconds an arc takes
 * @param told seconds a number takes that a block tells another
 */
record RoundModel(double row, double arc, double told) {

    /**
     * A round that was measured.
     *
     * @param rows of a block
     * @param arcs of a block
     * @param told numbers that a block tells in the round
     */
    record Measured(double rows, double arcs, double told, double seconds) {}

    /** So many measured rounds at least are fitted: a model of three numbers fits any three. */
    static final int FEWEST = 6;

    /** Fits a model; numbers are NaN where what was measured does not tell them apart. */
    static RoundModel fit(List<Measured> rounds) {
        double[][] normal = new double[3][4];
        for (Measured round : rounds) {
            double[] parts = {round.rows(), round.arcs(), round.told(), round.seconds()};
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 4; c++) {
                    normal[r][c] += parts[r] * parts[c] / (round.seconds() * round.seconds());
                }
            }
        }
        RoundModel all = solved(normal, ALL);
        if (all.isPossible() || Double.isNaN(all.row())) {
            return all;
        }
        RoundModel best = new RoundModel(0, 0, 0);
        for (int parts = 1; parts < ALL; parts++) {
            RoundModel some = solved(normal, parts);
            if (some.isPossible() && some.squaredError(rounds) < best.squaredError(rounds)) {
                best = some;
            }
        }
        return best;
    }

    private static final int ALL = 0b111; // a bit of each part

    private boolean isPossible() {
        return row >= 0 && arc >= 0 && told >= 0;
    }

    private double squaredError(List<Measured> rounds) {
        return rounds.stream().mapToDouble(round -> error(round) * error(round)).sum();
    }

    /**
     * Some parts by elimination, the others being 0; the matrix is symmetric and positive, so that no row has to be
     * sought.
     */
    private static RoundModel solved(double[][] equations, int parts) {
        double[][] normal = new double[3][];
        for (int r = 0; r < 3; r++) {
            normal[r] = equations[r].clone();
            for (int c = 0; c < 4; c++) {
                boolean isIn = (parts >> r & 1) == 1 && (c == 3 || (parts >> c & 1) == 1);
                normal[r][c] = isIn ? normal[r][c] : r == c ? 1 : 0;
            }
        }
        for (int p = 0; p < 3; p++) {
            double largest = normal[p][p];
            for (int r = p + 1; r < 3; r++) {
                double factor = normal[r][p] / largest;
                double before = normal[r][r];
                for (int c = p; c < 4; c++) {
                    normal[r][c] -= factor * normal[p][c];
                }
                if (!(normal[r][r] > 1e-9 * before)) {
                    return new RoundModel(Double.NaN, Double.NaN, Double.NaN);
                }
            }
        }
        double[] x = new double[3];
        for (int r = 2; r >= 0; r--) {
            double sum = normal[r][3];
            for (int c = r + 1; c < 3; c++) {
                sum -= normal[r][c] * x[c];
            }
            x[r] = sum / normal[r][r];
        }
        return new RoundModel(x[0], x[1], x[2]);
    }

    /** What a round of such a block takes. */
    double seconds(double rows, double arcs, double numbersTold) {
        return row * rows + arc * arcs + told * numbersTold;
    }

    /** How far the model is off a measured round, relative to it. */
    double error(Measured round) {
        return seconds(round.rows(), round.arcs(), round.told()) / round.seconds() - 1;
    }
}
