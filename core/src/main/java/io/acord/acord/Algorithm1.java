package io.acord.acord;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The paper's Algorithm 1, each of its lines above the code that does it: slow, obvious, for any hitting cost. The
 * engine is tested against it.
 */
public final class Algorithm1 {

    private Algorithm1() {}

    /** The whole run. Input: strong convexity parameters {μᵢ}, and here x₀, the rounds and K_t too. */
    public static List<Actions> play(double[] mu, Actions x0, List<Round> rounds, int... iterations) {
        List<Actions> x = new ArrayList<>(List.of(x0));
        for (int t = 1; t <= rounds.size(); t++) { // for t = 1, 2, …, T do
            Round round = rounds.get(t - 1); // receive f_t¹(x), …, f_tᴺ(x), β and {A_tᵉ}
            double[] lambda1 = new double[mu.length]; // initialise λ₁ⁱ = 2/(1 + √(1 + 4/μᵢ)); b = 1 in the paper
            Arrays.setAll(lambda1, i -> CompetitiveRatio.lambda1(mu[i], round.switchingWeight(i)));
            x.add(playRound(new RoundObjective(round, x.get(t - 1), lambda1), iterations[t - 1]));
        }
        return x.subList(1, x.size());
    }

    /** Round t, for the f_t, x_{t−1} and λ₁ that the objective holds. */
    public static Actions playRound(RoundObjective objective, int iterations) {
        Coupling coupling = objective.round().coupling();
        Graph g = coupling.graph();
        double beta = objective.round().beta();
        double[][] x = new double[g.agents()][coupling.dimension()];
        double[][] z = new double[g.edges()][coupling.dimension()]; // (zₑ)₀: the paper leaves it open (E20), here 0
        for (int k = 1; k <= iterations; k++) { // for k ∈ {1, …, K_t} do
            for (int i = 0; i < g.agents(); i++) { // ∀ i
                // (xⁱ_t)ₖ ← argmin_x { f_tⁱ(x) + λ₁ⁱ/2 ‖x − xⁱ_{t−1}‖² + β Σ_{e∋i} ‖Aₑx − Aₑ(zₑ)ₖ₋₁‖² }
                QuadraticPull pull = new QuadraticPull(coupling.dimension());
                pull.add(objective.regularization(i), objective.previous().of(i));
                for (int arc = g.firstArc(i); arc < g.endArc(i); arc++) {
                    int e = g.edge(arc);
                    pull.add(2 * beta, coupling.gram(e), seenFrom(i, e, z[e], coupling));
                }
                objective.round().cost(i).argmin(pull, x[i]);
            }
            for (int e = 0; e < g.edges(); e++) {
                for (int c = 0; c < coupling.dimension(); c++) {
                    z[e][c] = (x[g.tail(e)][c] + x[g.head(e)][c]) / 2; // (zₑ)ₖ ← ((xⁱ_t)ₖ + (xʲ_t)ₖ)/2
                }
            }
        }
        return Actions.of(x); // xⁱ_t ← (xⁱ_t)_{K_t} ∀ i
    }

    /** Beyond the paper: the ends of an edge with an offset oₑ meet at zₑ ± oₑ/2. */
    private static double[] seenFrom(int agent, int e, double[] z, Coupling coupling) {
        double[] target = z.clone();
        Arrays.setAll(target, c -> z[c] + (agent == coupling.graph().tail(e) ? 0.5 : -0.5) * coupling.offset(e, c));
        return target;
    }
}
