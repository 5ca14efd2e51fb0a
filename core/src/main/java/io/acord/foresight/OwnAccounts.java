package io.acord.foresight;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.util.Arrays;

/**
 * Theorem H: every agent keeps an account B of its own, at first 0, and takes the largest γ with
 *
 * <pre>
 *     B + (1+ε) [f(e) + b/2 ‖e − e'‖²] − f(x) − b/2 ‖x − x'‖² − ρ (b/2 + βs) ‖x − e‖²  ≥  0,      x = e + γ (p − e)
 * </pre>
 *
 * <p>where e', x' are of the round before and s bounds Σ_e W_e of its edges. Then it enters (1+ε) times what the expert
 * paid less what was played, edges at half and half, but for ρβ/2 (‖A_e d_i‖² − ‖A_e d_j‖²), d = x − e, that the one
 * who is farther from its expert pays to the other. So B ≥ ρ b/2 ‖x − e‖² always, whatever was forecast.
 */
final class OwnAccounts extends Accounts {

    private final Trust trust;
    private final double[] balance;

    OwnAccounts(Trust trust, double[] balance) {
        this.trust = trust;
        this.balance = balance;
    }

    @Override
    double[] gammas(Choice choice) {
        double[] gammas = new double[balance.length];
        Arrays.setAll(gammas, i -> gamma(i, choice));
        return gammas;
    }

    private double gamma(int i, Choice choice) {
        Round round = choice.round();
        HittingCost f = round.cost(i);
        double b = round.switchingWeight(i);
        double[] e = choice.expert().of(i);
        double[] before = choice.before().of(i);
        double allowed = balance[i]
                + (1 + trust.epsilon())
                        * (f.at(e)
                                + b
                                        / 2
                                        * squaredDistance(
                                                e, choice.expertBefore().of(i)));
        double reserve = trust.rho() * (b / 2 + round.beta() * steepness(round.coupling(), i));
        double[] x = new double[e.length];
        return largest(gamma -> {
            choice.write(i, gamma, x);
            return allowed - f.at(x) - b / 2 * squaredDistance(x, before) - reserve * squaredDistance(x, e);
        });
    }

    /** A bound on the largest eigenvalue of Σ_e W_e of an agent's edges. */
    private static double steepness(Coupling coupling, int agent) {
        Graph graph = coupling.graph();
        double sum = 0;
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            sum += coupling.largestEigenvalue(graph.edge(arc));
        }
        return sum;
    }

    @Override
    void enter(Choice choice, Actions played, Cost paid, Cost expertPaid) {
        Round round = choice.round();
        double[] x = played.toArray();
        double[] e = choice.expert().toArray();
        double more = 1 + trust.epsilon();
        for (int i = 0; i < balance.length; i++) {
            HittingCost f = round.cost(i);
            double b = round.switchingWeight(i);
            double[] xi = played.of(i);
            double[] ei = choice.expert().of(i);
            double expertCost =
                    f.at(ei) + b / 2 * squaredDistance(ei, choice.expertBefore().of(i)) + round.halfEdges(i, e);
            double charged = f.at(xi)
                    + b / 2 * squaredDistance(xi, choice.before().of(i))
                    + round.halfEdges(i, x)
                    + (trust.account() == Trust.Account.HALVES ? 0 : settled(i, round, x, e));
            balance[i] += more * expertCost - charged;
        }
    }

    /** ρβ/2 Σ_e (‖A_e d_i‖² − ‖A_e d_j‖²): what an agent owes its neighbours for being farther from its expert. */
    private double settled(int agent, Round round, double[] x, double[] e) {
        Coupling coupling = round.coupling();
        Graph graph = coupling.graph();
        double sum = 0;
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            int edge = graph.edge(arc);
            int other = graph.tail(edge) == agent ? graph.head(edge) : graph.tail(edge);
            sum += length(coupling, edge, agent, x, e) - length(coupling, edge, other, x, e);
        }
        return trust.rho() * round.beta() / 2 * sum;
    }

    /** ‖A_e (x − e)‖² of an agent. */
    private static double length(Coupling coupling, int edge, int agent, double[] x, double[] e) {
        int d = coupling.dimension();
        double sum = 0;
        for (int r = 0; r < d; r++) {
            double row = x[agent * d + r] - e[agent * d + r];
            for (int c = 0; c < d; c++) {
                double weight = coupling.isIsotropic(edge) && r != c ? 0 : coupling.gram(edge, r, c);
                sum += row * weight * (x[agent * d + c] - e[agent * d + c]);
            }
        }
        return sum;
    }

    @Override
    double[] toArray() {
        return balance.clone();
    }

    @Override
    double balance(int agent) {
        return balance[agent];
    }
}
