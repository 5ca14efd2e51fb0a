package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Optional;

/**
 * Rows and columns, numbered row by row: everybody with those above, below, left and right. Without {@code rows} the
 * grid is the full rectangle nearest to a square, which for a prime number of agents is a single row. {@code torus:
 * true} joins the ends of rows and columns.
 */
public final class GridGraph extends GraphKind {

    public GridGraph() {
        super("grid", "rows and columns, or a torus", "", "torus: true");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int rows = options.integer("rows", 0, 1, Integer.MAX_VALUE);
        boolean torus = CommonOptions.flag(options, "torus");
        return GeneratedGraphs.fixed(key(), new Grid(rows, torus), options, declared);
    }

    /**
     * A grid.
     *
     * @param givenRows 0 for the squarest
     */
    record Grid(int givenRows, boolean torus) implements Topology {

        @Override
        public Optional<Misfit> misfit(int agents) {
            if (givenRows == 0 || agents % givenRows == 0) {
                return Optional.empty();
            }
            int squarest = squarest(agents);
            return Optional.of(new Misfit(
                    "rows",
                    "is " + givenRows,
                    "a number that divides the " + agents + " agents, because rows are equally long",
                    "write rows: " + squarest + " for " + squarest + " x " + agents / squarest
                            + ", or change the number of agents"));
        }

        private static int squarest(int agents) {
            int rows = (int) Math.sqrt(agents);
            while (agents % rows != 0) {
                rows--;
            }
            return rows;
        }

        @Override
        public double edges(int agents) {
            return 2.0 * agents;
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            int rows = givenRows == 0 ? squarest(agents) : givenRows;
            int columns = agents / rows;
            for (int i = 0; i < agents; i++) {
                if (i % columns + 1 < columns) {
                    graph.edge(i, i + 1);
                } else if (torus && columns > 2) {
                    graph.edge(i, i - columns + 1);
                }
                if (i < agents - columns) {
                    graph.edge(i, i + columns);
                } else if (torus && rows > 2) {
                    graph.edge(i, i % columns);
                }
            }
        }
    }
}
