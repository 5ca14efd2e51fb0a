package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/** Agents at random places in the unit square; those at most {@code radius} apart are joined. */
public final class GeometricGraph extends GraphKind {

    public GeometricGraph() {
        super("geometric", "places in the unit square, joined within a radius", "radius: 0.2", "radius: 0.5, every: 3");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        options.need("radius", "the distance up to which agents of the unit square are joined");
        double radius = CommonOptions.nonNegative(options, "radius", 0, "it is a distance");
        return GeneratedGraphs.random(key(), new Geometric(radius), options, declared);
    }

    record Geometric(double radius) implements Topology {

        @Override
        public double edges(int agents) {
            return 0.5 * agents * (agents - 1) * Math.min(1, Math.PI * radius * radius);
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            double[] x = new double[agents];
            double[] y = new double[agents];
            for (int i = 0; i < agents; i++) {
                x[i] = random.uniform();
                y[i] = random.uniform();
            }
            Cells cells = new Cells(x, y, radius);
            for (int i = 0; i < agents; i++) {
                cells.joinWithLarger(i, radius, graph);
            }
        }
    }

    /**
     * The unit square cut into square cells at least a radius wide: whoever is near lives in the same cell or one
     * around it.
     */
    private static final class Cells {

        private final double[] x;
        private final double[] y;
        private final int side; // cells a row
        private final int[] first; // agents of cell c are agents[first[c]] .. agents[first[c + 1] − 1], ascending
        private final int[] agents;

        Cells(double[] x, double[] y, double radius) {
            this.x = x;
            this.y = y;
            int enough = (int) Math.ceil(Math.sqrt(x.length)); // more would be empty ones
            // A little wider than the radius, lest rounding puts somebody two cells away.
            this.side = Math.max(1, (int) Math.min(enough, Math.floor(0.999 / radius)));
            this.first = new int[side * side + 1];
            this.agents = new int[x.length];
            for (int i = 0; i < x.length; i++) {
                first[cell(i) + 1]++;
            }
            for (int c = 0; c < side * side; c++) {
                first[c + 1] += first[c];
            }
            int[] next = Arrays.copyOf(first, side * side);
            for (int i = 0; i < x.length; i++) {
                agents[next[cell(i)]++] = i;
            }
        }

        private int column(int i) {
            return Math.min(side - 1, (int) (x[i] * side));
        }

        private int row(int i) {
            return Math.min(side - 1, (int) (y[i] * side));
        }

        private int cell(int i) {
            return row(i) * side + column(i);
        }

        void joinWithLarger(int i, double radius, Graph.Builder graph) {
            for (int r = Math.max(0, row(i) - 1); r <= Math.min(side - 1, row(i) + 1); r++) {
                for (int c = Math.max(0, column(i) - 1); c <= Math.min(side - 1, column(i) + 1); c++) {
                    for (int k = first[r * side + c]; k < first[r * side + c + 1]; k++) {
                        int j = agents[k];
                        double dx = x[i] - x[j];
                        double dy = y[i] - y[j];
                        if (j > i && dx * dx + dy * dy <= radius * radius) {
                            graph.edge(i, j);
                        }
                    }
                }
            }
        }
    }
}
