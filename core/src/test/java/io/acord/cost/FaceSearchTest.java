package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaceSearchTest {

    /** The slow twin: minimises on every face there is and takes the best. */
    private static double lowestOverAllFaces(HittingCost f, Composite parts, QuadraticPull pull) {
        int d = parts.dimension();
        double[] h = pull.curvature().clone();
        double[] b = pull.linear().clone();
        parts.addQuadraticTo(h, b);
        double lowest = Double.POSITIVE_INFINITY;
        for (int[] place : places(parts, 0, new int[d])) {
            for (int planes = 1; planes < 1 << parts.maxTerms().get(0).size(); planes++) {
                if (Integer.bitCount(planes) <= d + 1) {
                    double[] x = minimiserOnFace(parts, h, b, place, planes);
                    parts.clip(x);
                    double value = f.at(x) + pull.at(x);
                    lowest = value < lowest ? value : lowest;
                }
            }
        }
        return lowest;
    }

    /** All choices of a piece (even) or a kink (odd) for every coordinate. */
    private static List<int[]> places(Composite parts, int c, int[] chosen) {
        if (c == parts.dimension()) {
            return List.of(chosen.clone());
        }
        List<int[]> all = new ArrayList<>();
        for (int place = 0; place <= 2 * parts.pieces(c).kinks(); place++) {
            if (place % 2 == 1 || Double.isFinite(parts.pieces(c).intercept(place / 2))) {
                chosen[c] = place;
                all.addAll(places(parts, c + 1, chosen));
            }
        }
        return all;
    }

    private static double[] minimiserOnFace(Composite parts, double[] h, double[] b, int[] place, int planes) {
        int d = place.length;
        MaxTerm term = parts.maxTerms().get(0);
        int first = Integer.numberOfTrailingZeros(planes);
        List<double[]> rows = new ArrayList<>(); // of the equations: normal and right-hand side
        for (int c = 0; c < d; c++) {
            if (place[c] % 2 == 1) {
                double[] row = new double[d + 1];
                row[c] = 1;
                row[d] = parts.pieces(c).kink(place[c] / 2);
                rows.add(row);
            }
        }
        for (int k = first + 1; k < term.size(); k++) {
            if ((planes >> k & 1) == 1) {
                double[] row = new double[d + 1];
                for (int c = 0; c < d; c++) {
                    row[c] = term.slope(k, c) - term.slope(first, c);
                }
                row[d] = term.below(k, first, new double[d]);
                rows.add(row);
            }
        }
        int n = d + rows.size();
        DMatrixRMaj kkt = new DMatrixRMaj(n, n);
        DMatrixRMaj right = new DMatrixRMaj(n, 1);
        for (int r = 0; r < d; r++) {
            boolean free = place[r] % 2 == 0;
            double slope = free ? parts.pieces(r).slope(place[r] / 2) : 0;
            double intercept = free ? parts.pieces(r).intercept(place[r] / 2) : 0;
            for (int c = 0; c < d; c++) {
                kkt.set(r, c, h[r * d + c] + (r == c ? slope : 0));
            }
            right.set(r, 0, b[r] - intercept - term.slope(first, r));
        }
        for (int k = 0; k < rows.size(); k++) {
            for (int c = 0; c < d; c++) {
                kkt.set(d + k, c, rows.get(k)[c]);
                kkt.set(c, d + k, rows.get(k)[c]);
            }
            right.set(d + k, 0, rows.get(k)[d]);
        }
        DMatrixRMaj solution = new DMatrixRMaj(n, 1);
        double[] x = new double[d];
        if (CommonOps_DDRM.solve(kkt, right, solution)) {
            System.arraycopy(solution.data, 0, x, 0, d);
        }
        return x;
    }

    @ParameterizedTest(name = "{0} dimensions")
    @ValueSource(ints = {2, 3})
    void theMinimiserIsThatOfTheBestOfAllFaces(int d) {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            double[][] slopes = new double[4][];
            for (int k = 0; k < slopes.length; k++) {
                slopes[k] = Pulls.vector(random, d, 5);
            }
            HittingCost f = EveryCostTest.boxed(
                    random,
                    Sum.of(
                            MaxAffine.of(slopes, Pulls.vector(random, 4, 2), 0.1, new double[d]),
                            EveryCostTest.absolute(random, d)));
            QuadraticPull pull = Pulls.random(random, d);
            double[] x = new double[d];
            f.argmin(pull, x);
            double ours = f.at(x) + pull.at(x);
            double lowest = lowestOverAllFaces(f, Composite.of(f), pull);
            double size = Math.abs(ours) + Math.abs(pull.linear()[0] * x[0]) + 100;
            double pullSize = 0;
            for (int c = 0; c < d; c++) {
                pullSize += Math.abs(pull.linear()[c] * x[c]);
            }
            assertThat(ours).as("seed %d", seed).isLessThanOrEqualTo(lowest + 1e-14 * (size + pullSize));
            assertThat(lowest)
                    .as("the twin itself, seed %d", seed)
                    .isLessThanOrEqualTo(ours + 1e-9 * (size + pullSize));
        }
    }

    /** Where more planes meet than the dimension needs, ties follow from each other, and steps have no length. */
    @Test
    void aPyramidIsMinimisedAtItsTip() {
        int sides = 12;
        double[][] slopes = new double[sides][];
        for (int k = 0; k < sides; k++) {
            double angle = 2 * Math.PI * k / sides;
            slopes[k] = new double[] {5 * Math.cos(angle), 5 * Math.sin(angle)};
        }
        HittingCost f = MaxAffine.of(slopes, new double[sides], 1, new double[2]);
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(1, new double[] {2, 0.7, 0.7, 1}, new double[] {0.6, -0.8});
        for (double[] x : new double[][] {{3, 4}, {-2, 0}, {0, 0}, {1e-9, -1e-9}}) {
            assertThat(f.argmin(pull, x)).isZero();
            assertThat(x[0]).isCloseTo(0, offset(1e-15));
            assertThat(x[1]).isCloseTo(0, offset(1e-15));
        }
    }

    /** An axis of a box that touches a ridge: the same place is on the face for two reasons. */
    @Test
    void kinksAndRidgesMayCoincide() {
        HittingCost f = Boxed.of(
                MaxAffine.of(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, new double[4], 1, new double[] {1, 1}),
                new double[] {0, 0},
                new double[] {2, 2});
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(3, new double[] {1, 0.5, 0.5, 1}, new double[] {-5, -5});
        double[] x = {2, 1};
        assertThat(f.argmin(pull, x)).isZero();
        assertThat(x).containsExactly(0, 0);
    }

    @Test
    void coordinatesEndExactlyOnTheirKinks() {
        HittingCost f = AbsoluteDeviation.of(1000, new double[] {0.1, -0.3, 1e-17}, 0.5);
        QuadraticPull pull = new QuadraticPull(3);
        Random random = new Random(5);
        pull.add(1, Pulls.rotated(random, new double[] {1, 5, 20}), new double[] {1, 2, 3});
        double[] x = new double[3];
        f.argmin(pull, x);
        assertThat(x).containsExactly(0.1, -0.3, 1e-17);
    }

    @Test
    void manyKinksAndPlanesAreNoObstacle() {
        Random random = new Random(11);
        int d = 8;
        List<HittingCost> costs = new ArrayList<>();
        for (int k = 0; k < 30; k++) {
            costs.add(EveryCostTest.absolute(random, d));
            costs.add(EveryCostTest.huber(random, d));
        }
        costs.add(EveryCostTest.maxAffine(random, d));
        costs.add(EveryCostTest.maxAffine(random, d));
        HittingCost f = Sum.of(costs);
        double[] near = new double[d];
        double[] far = Pulls.vector(random, d, 1e6);
        QuadraticPull pull = new QuadraticPull(d);
        pull.add(1, Pulls.rotated(random, new double[] {1, 2, 3, 4, 5, 1e3, 1e4, 1e6}), Pulls.vector(random, d, 1));
        assertThat(f.argmin(pull, near)).isZero();
        assertThat(f.argmin(pull, far)).isZero();
        for (int c = 0; c < d; c++) {
            assertThat(far[c]).isCloseTo(near[c], offset(1e-9));
        }
    }

    /**
     * A step of length 1e9 loses nine digits, and a condition number of 1e8 most of the rest, unless the solve is
     * refined.
     */
    @Test
    void aFarGuessCostsNoDigits() {
        Random random = new Random(3);
        int d = 5;
        double[] gram = Pulls.rotated(random, new double[] {1e8, 1e6, 1e4, 1e2, 1});
        for (int k = 0; k < 50; k++) {
            HittingCost f = AbsoluteDeviation.of(1, Pulls.vector(random, d, 1), 1);
            QuadraticPull pull = new QuadraticPull(d);
            pull.add(1, gram, Pulls.vector(random, d, 1));
            double[] near = new double[d];
            double[] far = Pulls.vector(random, d, 1e9);
            f.argmin(pull, near);
            f.argmin(pull, far);
            for (int c = 0; c < d; c++) {
                assertThat(far[c]).isCloseTo(near[c], offset(1e-7));
            }
        }
    }
}
