package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Any two agents are joined with probability {@code p}, independently of all others. */
public final class ErdosRenyiGraph extends GraphKind {

    public ErdosRenyiGraph() {
        super("erdos-renyi", "every pair with a probability", "p: 0.1", "p: 0.5, every: 3");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        double p = options.required("p", 0, 1, "the probability of an edge");
        return GeneratedGraphs.random(key(), new ErdosRenyi(p), options, declared);
    }

    record ErdosRenyi(double p) implements Topology {

        @Override
        public double edges(int agents) {
            return 0.5 * agents * (agents - 1) * p;
        }

        /**
         * Walks the pairs (1, 0), (2, 0), (2, 1), (3, 0), … from edge to edge: the gaps between them are geometric
         * (Batagelj and Brandes 2005).
         */
        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            if (p == 0) {
                return;
            }
            double logOfNoEdge = StrictMath.log1p(-p); // −∞ for p = 1, where every gap is 0
            long pairs = (long) agents * (agents - 1) / 2;
            long pair = -1;
            int row = 1;
            long firstOfRow = 0;
            while (true) {
                double gap = Math.floor(StrictMath.log(1 - random.uniform()) / logOfNoEdge);
                if (!(gap < pairs - pair - 1)) {
                    return;
                }
                pair += 1 + (long) gap;
                while (pair - firstOfRow >= row) {
                    firstOfRow += row;
                    row++;
                }
                graph.edge(row, (int) (pair - firstOfRow));
            }
        }
    }
}
