package io.acord.paper.study;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.source.SeededRandom;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import java.util.ArrayList;
import java.util.List;

/** The formulas of the paper's applications: the price target, and the decoupling of UAV penalties. */
public final class ApplicationStudy extends Study {

    public ApplicationStudy() {
        super("applications", "Applications: what the pricing and UAV formulas of Appendix A come to");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Double> distances = new ArrayList<>();
        List<Double> charged = new ArrayList<>();
        List<Double> minimized = new ArrayList<>();
        double lost = 0;
        double atMidpoint = 0;
        for (int k = 1; k <= 20; k++) {
            double distance = k / 10.0;
            distances.add(distance);
            charged.add(Uav.penalty(distance));
            double least = Uav.leastOverMidpoint(distance);
            minimized.add(least);
            if (distance < 0.95) {
                lost = Math.max(lost, (Uav.penalty(distance) - least) / Uav.penalty(distance));
            }
            double[] half = {distance / 2, 0};
            double there = 2 * Uav.half(half[0], half[1]);
            atMidpoint = Math.max(atMidpoint, Math.abs(there - Uav.penalty(distance)) / (1 + Uav.penalty(distance)));
        }
        Figure figure = new Figure(
                "uav-decoupling",
                "Penalty γᵇ of two UAVs that should keep distance 1, as charged and as decoupled, k_p = 1",
                "The decoupled penalty is without bias.",
                "At distance 0.3 the penalty is " + Wording.number(Uav.penalty(0.3)) + "; minimised over z it is "
                        + Wording.number(Uav.leastOverMidpoint(0.3)) + ".",
                "nothing is random",
                1,
                List.of(Curves.plot(
                        "a",
                        "over the distance, in the plane",
                        Axis.linear("distance of the two"),
                        Axis.linear("penalty"),
                        List.of(
                                Curves.line("γᵇ as charged", distances, charged),
                                Curves.line("decoupled, least over z", distances, minimized)))));
        Claim uav = Evidence.about(
                        "uav-decoupling",
                        "Appendix A.1",
                        "The collision penalty γᵇ can be decoupled without bias by a variable z per pair, as dissimilarity costs are.")
                .number("γᵇ at distance 0.3", Uav.penalty(0.3))
                .number("least of the decoupled penalty over z at distance 0.3", Uav.leastOverMidpoint(0.3))
                .number("γᵇ at distance 1.5", Uav.penalty(1.5))
                .number("least of the decoupled penalty over z at distance 1.5", Uav.leastOverMidpoint(1.5))
                .number("largest share of the penalty that is lost", lost)
                .number("largest error with z at the midpoint", atMidpoint)
                .shownBy("uav-decoupling")
                .holds(
                        lost < 1e-6,
                        "Reproduced if the minimum over z is the penalty. For pairs that are too close it is 0: z moves aside until both keep their distance from it, and no collision is avoided (E27). "
                                + "The constants are right with z set to the midpoint, and only then; the penalties are not convex, and nothing is guaranteed. Formations by offsets are.");
        return new Findings(List.of(figure), List.of(pricing(setup), uav));
    }

    /** E26: −revenue against the two quadratic forms, which should differ from it by a constant. */
    private static Claim pricing(StudySetup setup) {
        double printed = 0;
        double corrected = 0;
        for (long seed : setup.allSeeds()) {
            Prices prices = new Prices(seed);
            double first = Double.NaN;
            double second = Double.NaN;
            for (int tries = 0; tries < 10; tries++) {
                double[][] x = prices.draw();
                double asPrinted = -prices.revenue(x) - prices.form(x, 1);
                double asCorrected = -prices.revenue(x) - prices.form(x, 0.5);
                if (tries == 0) {
                    first = asPrinted;
                    second = asCorrected;
                }
                double size = Math.abs(prices.revenue(x)) + 1;
                printed = Math.max(printed, Math.abs(asPrinted - first) / size);
                corrected = Math.max(corrected, Math.abs(asCorrected - second) / size);
            }
        }
        return Evidence.about(
                        "pricing-target",
                        "Appendix A.2",
                        "Maximising revenue is the minimisation of Σ ξ(x − a/ξ)² + b/2 (x_t − x_{t−1})² + Σ |γ|(x_i − x_j)².")
                .number("largest change of the difference, target a/ξ", printed)
                .number("largest change of the difference, target a/(2ξ)", corrected)
                .holds(
                        printed < 1e-9,
                        corrected < 1e-9,
                        "The two problems are the same if −revenue and the form differ by a constant, whatever the prices: measured as the largest change of their difference, relative to the revenue. "
                                + "With target a/ξ it changes; with a/(2ξ), b_{T+1} = 0 and γ ≤ 0 it does not (E26).");
    }

    /** A market of three products over four rounds. */
    private static final class Prices {
        private static final int PRODUCTS = 3;
        private static final int ROUNDS = 4;

        private final SeededRandom random;
        private final double[][] a = new double[ROUNDS][PRODUCTS];
        private final double[][] k = new double[ROUNDS][PRODUCTS];
        private final double[][] b = new double[ROUNDS + 1][PRODUCTS]; // of the round after the last: 0
        private final double[][][] eta = new double[ROUNDS][PRODUCTS][PRODUCTS]; // ≤ 0: of j on i

        Prices(long seed) {
            random = new SeededRandom(seed, "prices".hashCode());
            for (int t = 0; t < ROUNDS; t++) {
                for (int i = 0; i < PRODUCTS; i++) {
                    a[t][i] = random.uniform(1, 5);
                    k[t][i] = random.uniform(6, 9);
                    b[t][i] = random.uniform(0.1, 1);
                    for (int j = 0; j < PRODUCTS; j++) {
                        eta[t][i][j] = i == j ? 0 : -random.uniform(0.1, 1);
                    }
                }
            }
        }

        double[][] draw() {
            double[][] x = new double[ROUNDS][PRODUCTS];
            for (double[] round : x) {
                for (int i = 0; i < PRODUCTS; i++) {
                    round[i] = random.uniform(0, 3);
                }
            }
            return x;
        }

        /** Σ x d, everybody coming from price 0. */
        double revenue(double[][] x) {
            double sum = 0;
            for (int t = 0; t < ROUNDS; t++) {
                for (int i = 0; i < PRODUCTS; i++) {
                    double demand = a[t][i] - k[t][i] * x[t][i] + b[t][i] * before(x, t, i);
                    for (int j = 0; j < PRODUCTS; j++) {
                        demand -= eta[t][i][j] * x[t][j];
                    }
                    sum += x[t][i] * demand;
                }
            }
            return sum;
        }

        private static double before(double[][] x, int t, int i) {
            return t == 0 ? 0 : x[t - 1][i];
        }

        /** The quadratic form with targets share · a/ξ. */
        double form(double[][] x, double share) {
            double sum = 0;
            for (int t = 0; t < ROUNDS; t++) {
                for (int i = 0; i < PRODUCTS; i++) {
                    double xi = k[t][i] - (b[t][i] + b[t + 1][i]) / 2;
                    for (int j = 0; j < PRODUCTS; j++) {
                        double gamma = Math.abs(eta[t][i][j] + eta[t][j][i]) / 2;
                        xi -= gamma;
                        if (j > i) {
                            sum += gamma * (x[t][i] - x[t][j]) * (x[t][i] - x[t][j]);
                        }
                    }
                    double off = x[t][i] - share * a[t][i] / xi;
                    double step = x[t][i] - before(x, t, i);
                    sum += xi * off * off + b[t][i] / 2 * step * step;
                }
            }
            return sum;
        }
    }

    /** γᵇ for two UAVs in the plane, desired distance 1, k_p = 1. */
    private static final class Uav {

        private Uav() {}

        static double penalty(double distance) {
            double off = distance * distance - 1;
            return off * off / (distance * distance);
        }

        /** One agent's half of the decoupled penalty, z being (across, along) away from it. */
        static double half(double along, double across) {
            double squared = along * along + across * across;
            double off = 4 * squared - 1;
            return off * off / (8 * squared);
        }

        /** Minimised over z on the perpendicular through the midpoint, where by symmetry both halves are the same. */
        static double leastOverMidpoint(double distance) {
            double low = 0;
            double high = 2;
            double least = 2 * half(distance / 2, 0);
            for (int sweep = 0; sweep < 4; sweep++) {
                double step = (high - low) / 200;
                double best = low;
                for (int k = 0; k <= 200; k++) {
                    double here = 2 * half(distance / 2, low + k * step);
                    if (here < least) {
                        least = here;
                        best = low + k * step;
                    }
                }
                low = Math.max(0, best - step);
                high = best + step;
            }
            return least;
        }
    }
}
