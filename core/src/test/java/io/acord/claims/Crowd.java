package io.acord.claims;

import io.acord.Exact;
import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Variant;

/**
 * Agents in one round, each on its own, between whom anything may go wrong. Keeps account of what every agent used in
 * its last solve, and works out the certificate from that as theory 5.6 writes it.
 */
final class Crowd {

    private final RoundObjective objective;
    private final Round round;
    private final Graph graph;
    private final Coupling coupling;
    private final int n;
    private final int d;
    private final Exact.Minds minds;
    private final boolean jacobi;
    private final BlockRound[] agents; // each a block of one row
    private final Momentum[] momenta;
    private final double[][] mine; // what an agent shows
    private final double[][][] held; // what an agent last heard of another
    private final double[][] usedMine; // what it showed before its last solve
    private final double[][][] usedHeld; // what it held then

    Crowd(RoundObjective objective, Variant variant, From start, Exact.Minds minds) {
        this.objective = objective;
        this.round = objective.round();
        this.graph = round.graph();
        this.coupling = round.coupling();
        this.n = round.agents();
        this.d = round.dimension();
        this.minds = minds;
        this.jacobi = variant.pullsToNeighbors();
        this.agents = new BlockRound[n];
        this.momenta = new Momentum[n];
        this.mine = new double[n][d];
        this.held = new double[n][n][d];
        this.usedMine = new double[n][d];
        this.usedHeld = new double[n][n][d];
        double kappa = Play.contraction(objective).edgeKappa();
        for (int i = 0; i < n; i++) {
            int agent = i;
            agents[i] = BlockRound.open(
                    Block.of(Play.only(coupling, e -> minds.edge(agent, e)), i),
                    new HittingCost[] {round.cost(i)},
                    round.beta(),
                    new double[] {objective.regularization(i)},
                    objective.previous().of(i),
                    variant,
                    start);
            momenta[i] = variant.momentum(kappa);
            if (start == From.PREVIOUS) {
                mine[i] = objective.previous().of(i);
                for (int j = 0; j < n; j++) {
                    held[i][j] = objective.previous().of(j);
                    hear(i, j, held[i][j]);
                }
            }
        }
    }

    private void hear(int to, int from, double[] shown) {
        int column = agents[to].block().columnOf(from);
        if (column > 0) {
            agents[to].hear(column, shown);
        }
    }

    /** An iteration of one agent, from what it holds. */
    void iterate(int i) {
        usedMine[i] = mine[i];
        System.arraycopy(held[i], 0, usedHeld[i], 0, n);
        agents[i].iterate(momenta[i].next());
        mine[i] = new double[d];
        for (int c = 0; c < d; c++) {
            mine[i][c] = agents[i].shown(0, c);
        }
    }

    double[] shownBy(int i) {
        return mine[i];
    }

    /** A message that arrives, whenever it was sent. */
    void tell(int to, int from, double[] shown) {
        held[to][from] = shown;
        hear(to, from, shown);
    }

    /** What everybody plays if the round ends now. */
    Actions actions() {
        double[] flat = new double[n * d];
        for (int k = 0; k < flat.length; k++) {
            flat[k] = agents[k / d].action(0, k % d);
        }
        return Actions.flat(d, flat);
    }

    /**
     * Everybody's own share as the agents work it out once the round has ended and they have heard what the others
     * play.
     */
    double[] sharesByAgents() {
        Actions x = actions();
        double[] shares = new double[n];
        for (int i = 0; i < n; i++) {
            double[] unused = new double[d];
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                int j = graph.neighbor(arc);
                if (minds.edge(i, e)) {
                    agents[i].hearAction(agents[i].block().columnOf(j), x.of(j));
                    continue;
                }
                double[] apart = Lifted.minus(Lifted.minus(x.of(i), x.of(j)), Play.offset(coupling, i, e));
                for (int k = 0; k < d * d; k++) {
                    unused[k / d] += round.beta() * coupling.gram(e, k / d, k % d) * apart[k % d];
                }
            }
            double[] residual = new double[d];
            agents[i].residual(0, residual);
            for (int c = 0; c < d; c++) {
                residual[c] += unused[c];
            }
            shares[i] = agents[i].certificate(0, residual);
        }
        return shares;
    }

    /** |r_i|²/(2a_i) with r_i = β Σ_{e∋i} W_e (x_i − x_j − o) − 2β Σ_{e used by i} W_e (x_i − y_e). */
    double[] sharesByFormula() {
        Actions x = actions();
        double[] shares = new double[n];
        for (int i = 0; i < n; i++) {
            double[] r = new double[d];
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                int j = graph.neighbor(arc);
                double[] offset = Play.offset(coupling, i, e);
                for (int row = 0; row < d; row++) {
                    for (int c = 0; c < d; c++) {
                        double w = round.beta() * coupling.gram(e, row, c);
                        r[row] += w * (x.get(i, c) - x.get(j, c) - offset[c]);
                        if (minds.edge(i, e)) {
                            double own = jacobi ? x.get(i, c) : usedMine[i][c];
                            double y = (own + usedHeld[i][j][c] + offset[c]) / 2;
                            r[row] -= 2 * w * (x.get(i, c) - y);
                        }
                    }
                }
            }
            shares[i] = Lifted.dot(r, r) / (2 * objective.modulus(i));
        }
        return shares;
    }
}
