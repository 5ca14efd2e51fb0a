package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Theory 12.1: what agents lend each other is there. */
class CurvatureLoansTest {

    private static double[] own(Random random, int n) {
        double[] own = new double[n];
        Arrays.setAll(own, i -> Math.pow(10, 8 * random.nextDouble() - 4));
        return own;
    }

    private static Coupling coupling(Random random, int n, int d) {
        Coupling.Builder builder = Coupling.builder(n, d);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (random.nextBoolean()) {
                    continue;
                }
                if (random.nextBoolean()) {
                    double[][] a = new double[1 + random.nextInt(d + 1)][];
                    Arrays.setAll(a, r -> random.doubles(d).map(u -> 2 * u - 1).toArray());
                    builder.edge(i, j, a);
                } else {
                    builder.edge(i, j, Math.pow(10, 4 * random.nextDouble() - 2));
                }
            }
        }
        return builder.build();
    }

    /** diag(a + lent) ⪯ diag(a) + βL, with everybody above 0. */
    @Test
    void nobodyIsLentWhatIsNotThere() {
        int lenders = 0;
        for (int seed = 1; seed <= 1000; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(5);
            int d = 1 + random.nextInt(3);
            Coupling coupling = coupling(random, n, d);
            double beta = Math.pow(10, 6 * random.nextDouble() - 3);
            double[] own = own(random, n);
            double[] lent = CurvatureLoans.of(coupling, beta, own);
            double[] rest = laplacian(coupling, beta);
            for (int i = 0; i < n; i++) {
                assertThat(own[i] + lent[i]).as("seed %d", seed).isPositive();
                lenders += lent[i] < 0 ? 1 : 0;
                for (int c = 0; c < d; c++) {
                    rest[(i * d + c) * n * d + i * d + c] -= lent[i];
                }
            }
            double[] eigenvalues = Symmetric.eigenvalues(rest, 0, n * d);
            assertThat(eigenvalues[0]).as("seed %d", seed).isGreaterThanOrEqualTo(-1e-13 * eigenvalues[n * d - 1]);
        }
        assertThat(lenders).isGreaterThan(500);
    }

    private static double[] laplacian(Coupling coupling, double beta) {
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        int all = graph.agents() * d;
        double[] l = new double[all * all];
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e) * d;
            int j = graph.head(e) * d;
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    double w = beta * coupling.gram(e, r, c);
                    l[(i + r) * all + i + c] += w;
                    l[(j + r) * all + j + c] += w;
                    l[(i + r) * all + j + c] -= w;
                    l[(j + r) * all + i + c] -= w;
                }
            }
        }
        return l;
    }

    @Test
    void whereNobodyIsCoupledNobodyLends() {
        double[] own = {1e-3, 1, 1e3};
        assertThat(CurvatureLoans.of(Coupling.none(3, 1), 1, own)).containsOnly(0);
        Coupling pair = Coupling.builder(3, 1).edge(0, 1).edge(1, 2).build();
        assertThat(CurvatureLoans.of(pair, 0, own)).containsOnly(0);
        assertThat(CurvatureLoans.of(pair, 1, own)[0]).isPositive();
        assertThat(CurvatureLoans.of(pair, 1, new double[] {1, 1, 1})).containsOnly(0);
    }
}
