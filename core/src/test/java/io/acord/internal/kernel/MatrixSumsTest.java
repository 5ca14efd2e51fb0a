package io.acord.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Coupling;
import io.acord.linear.Packed;
import io.acord.linear.Symmetric;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrices on edges, packed: the bits of the plain loop over whole ones. */
class MatrixSumsTest {

    private static final int N = 60;

    private static double[][] draw(Random random, int d) {
        double[][] a = new double[1 + random.nextInt(d)][d];
        for (double[] row : a) {
            for (int c = 0; c < d; c++) {
                row[c] = random.nextInt(5) == 0 ? 0 : random.nextGaussian();
            }
        }
        return a;
    }

    /** @param isotropic one edge in so many is w I; 0: none */
    private static Coupling coupling(int d, int isotropic, Random random) {
        Coupling.Builder coupling = Coupling.builder(N, d);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < i; j++) {
                if (random.nextInt(7) != 0) {
                    continue;
                }
                if (isotropic > 0 && random.nextInt(isotropic) == 0) {
                    coupling.edge(i, j, 0.5 + random.nextDouble());
                } else {
                    coupling.edge(i, j, 0.5 + random.nextDouble(), draw(random, d), new double[d]);
                }
            }
        }
        return coupling.build();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9})
    void everyKernelHasTheBitsOfThePlainLoop(int d) {
        for (int isotropic : new int[] {0, 3}) {
            Random random = new Random(d);
            Coupling coupling = coupling(d, isotropic, random);
            Block block = Block.whole(coupling);
            double[] y = random.doubles((long) N * d, -10, 10).toArray();
            MatrixSums sums = new MatrixSums(block, Objects.requireNonNull(block.gramAt()));
            for (int i = 0; i < N; i++) {
                double[] expected = new double[d];
                for (int arc = block.firstArc()[i]; arc < block.firstArc()[i + 1]; arc++) {
                    int e = coupling.graph().edge(arc);
                    double[] whole = new double[d * d];
                    for (int k = 0; k < d * d; k++) {
                        whole[k] = coupling.gram(e, k / d, k % d);
                    }
                    if (coupling.isIsotropic(e)) {
                        for (int c = 0; c < d; c++) {
                            expected[c] += coupling.weight(e) * y[block.column()[arc] * d + c];
                        }
                    } else {
                        for (int r = 0; r < d; r++) {
                            double sum = 0;
                            for (int c = 0; c < d; c++) {
                                sum += whole[r * d + c] * y[block.column()[arc] * d + c];
                            }
                            expected[r] += sum;
                        }
                    }
                }
                double[] actual = random.doubles(d).toArray(); // what was there does not matter
                sums.write(i, y, actual);
                assertThat(actual).as("d = %d, row %d", d, i).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 8})
    void aPackedMatrixIsTheWholeOne(int d) {
        Random random = new Random(d);
        double[] whole = new double[d * d];
        double[] packed = new double[3 + Packed.size(d)];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c <= r; c++) {
                double entry = random.nextGaussian();
                whole[r * d + c] = entry;
                whole[c * d + r] = entry;
                packed[3 + Packed.index(c, r)] = entry;
            }
        }
        double[] x = random.doubles(d + 2L).toArray();
        double[] expected = random.doubles(d).toArray();
        double[] actual = expected.clone();
        Symmetric.addProduct(1, whole, 0, d, x, 2, expected, 0);
        Packed.addProduct(packed, 3, d, x, 2, actual);
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void matricesLieInTheOrderOfArcsAndEqualOnesLieThereOnce() {
        Coupling own = coupling(3, 0, new Random(1));
        Block block = Block.whole(own);
        for (int arc = 0; arc < block.column().length; arc++) {
            assertThat(Objects.requireNonNull(block.gramAt())[arc]).isEqualTo(arc * Packed.size(3));
        }
        Coupling.Builder shared = Coupling.builder(N, 3);
        for (int i = 1; i < N; i++) {
            shared.edge(i - 1, i, new double[][] {{1, 1, 0}});
        }
        assertThat(Block.whole(shared.build()).gram()).hasSize(Packed.size(3));
    }
}
