package io.acord.lab.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.constraint.Ball;
import io.acord.constraint.Constrained;
import io.acord.constraint.HalfSpace;
import io.acord.constraint.Simplex;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Huber;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.cost.Smooth;
import io.acord.cost.SmoothFunction;
import io.acord.cost.Sum;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs of every kind go to a task as numbers, and what it makes of them is the same to the last bit. */
class CostRowsTest {

    private static final int D = 2;

    @TempDir
    Path folder;

    private static double[] vector(Random random) {
        return random.doubles(D, -5, 5).toArray();
    }

    private static HittingCost[] all(Random random) {
        double w = 0.1 + random.nextDouble();
        double mu = 0.1 + random.nextDouble();
        double[] v = vector(random);
        HittingCost quadratic = Quadratic.alpha(w, v);
        HittingCost full = Quadratic.matrix(new double[][] {{2 + w, 0.3}, {0.3, 1 + mu}}, v);
        double[] low = {v[0] - w, v[1] - mu};
        HittingCost band = Band.of(low, v, w, mu);
        HittingCost tariff = MaxAffine.of(new double[][] {vector(random), vector(random)}, vector(random), mu, v);
        return new HittingCost[] {
            quadratic,
            full,
            AbsoluteDeviation.of(w, v, mu),
            band,
            Huber.of(w, mu, v, w * mu),
            tariff,
            Sum.of(full, AbsoluteDeviation.of(w, low, mu), tariff),
            Boxed.of(Huber.of(w, mu, v, w), new double[] {Double.NEGATIVE_INFINITY, -1}, new double[] {w, mu}),
            Boxed.of(Sum.of(band, quadratic), new double[] {-1, -1}, new double[] {w, mu}),
            Constrained.of(full, Ball.of(low, w)),
            Constrained.of(quadratic, HalfSpace.of(v, w)),
            Constrained.of(band, Simplex.of(D, w)),
        };
    }

    private CostRows throughAFile(CostRows rows) throws Exception {
        Path file = folder.resolve("rows");
        Files.deleteIfExists(file);
        try (NumberFile.Writer out = new NumberFile.Writer(file, 1, false)) {
            rows.write(out);
            out.finish();
        }
        try (NumberFile.Reader in = new NumberFile.Reader(file, 1)) {
            CostRows read = CostRows.read(in);
            in.end();
            return read;
        }
    }

    @Test
    void aCostThatTravelledAsNumbersAnswersWithTheSameBits() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            HittingCost[] made = all(random);
            CostRows rows = Objects.requireNonNull(CostRows.of(D, made));
            HittingCosts read = throughAFile(rows).costs(D);
            for (int row = 0; row < made.length; row++) {
                HittingCost cost = read.cost(row);
                double[] x = vector(random);
                assertThat(cost.getClass()).isEqualTo(made[row].getClass());
                assertThat(cost.at(x)).as("seed %d, %s", seed, made[row]).isEqualTo(made[row].at(x));
                assertThat(cost.mu()).isEqualTo(made[row].mu());
                QuadraticPull pull = new QuadraticPull(D);
                pull.add(0.7, vector(random));
                double[] here = x.clone();
                assertThat(cost.argmin(pull, here)).isEqualTo(made[row].argmin(pull, x));
                assertThat(here).as("seed %d, %s", seed, made[row]).isEqualTo(x);
            }
        }
    }

    /** Memory of a task goes by its own rows: what it is told of them, and nothing of anybody else's. */
    @Test
    void aTaskIsToldAsManyNumbersAsItsRowsAreMadeOf() {
        HittingCost[] made = all(new Random(1));
        CostRows rows = Objects.requireNonNull(CostRows.of(D, made));
        int most = 0;
        for (HittingCost cost : made) {
            most += cost.numbers().orElseThrow() + 5; // its kind, and the kinds of its parts
        }
        assertThat(rows.others().length).isLessThan(most);
        assertThat(rows.curvature()).hasSize(D * made.length);
    }

    @Test
    void whoHasNoCostHasNoneAfterwards() throws Exception {
        @Nullable HittingCost[] some = new HittingCost[all(new Random(1)).length];
        for (int row = 0; row < some.length; row += 2) {
            some[row] = all(new Random(1))[row];
        }
        CostRows rows = Objects.requireNonNull(CostRows.of(D, some));
        @Nullable HittingCost[] read = throughAFile(rows).each(D);
        for (int row = 0; row < some.length; row++) {
            assertThat(String.valueOf(read[row])).isEqualTo(String.valueOf(some[row]));
        }
    }

    @Test
    void aCostThatIsSomebodysCodeIsNotToldByNumbers() {
        HittingCost code = Smooth.of(
                new SmoothFunction() {
                    @Override
                    public double at(double[] x) {
                        return x[0] * x[0] + x[1] * x[1];
                    }

                    @Override
                    public void gradient(double[] x, double[] into) {
                        into[0] = 2 * x[0];
                        into[1] = 2 * x[1];
                    }

                    @Override
                    public void hessian(double[] x, double[] rowByRowInto) {
                        rowByRowInto[0] = 2;
                        rowByRowInto[3] = 2;
                    }
                },
                2,
                D);
        assertThat(CostRows.of(D, new HittingCost[] {code})).isNull();
        assertThat(CostRows.of(D, new HittingCost[] {Boxed.of(code, new double[] {-1, -1}, new double[] {1, 1})}))
                .isNull();
    }
}
