package io.acord.paper.study;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.instance.FixedRounds;
import io.acord.model.Round;
import io.acord.theory.LowerBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The adversary of the lower bound (theory 9.3): T quiet rounds, then a steep one elsewhere. */
final class Adversary {

    private Adversary() {}

    /** Everybody is called to 1 in the last round. */
    static FixedRounds ofEqualAgents(LowerBound bound, Coupling coupling, double beta) {
        boolean[] called = new boolean[coupling.agents()];
        Arrays.fill(called, true);
        double[] mu = new double[coupling.agents()];
        Arrays.fill(mu, bound.mu());
        return rounds(bound, coupling, beta, mu, called);
    }

    /** Only the agent of smallest μ is. */
    static FixedRounds ofUnequalAgents(LowerBound bound, Coupling coupling, double beta, double[] mu) {
        boolean[] called = new boolean[mu.length];
        int least = 0;
        for (int i = 1; i < mu.length; i++) {
            least = mu[i] < mu[least] ? i : least;
        }
        called[least] = true;
        return rounds(bound, coupling, beta, mu, called);
    }

    private static FixedRounds rounds(LowerBound bound, Coupling coupling, double beta, double[] mu, boolean[] called) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= bound.rounds() + 1; t++) {
            HittingCost[] costs = new HittingCost[mu.length];
            for (int i = 0; i < mu.length; i++) {
                costs[i] = called[i]
                        ? Quadratic.diagonal(new double[] {bound.curvature(t)}, bound.target(t))
                        : Quadratic.diagonal(new double[] {mu[i]}, 0);
            }
            rounds.add(Round.builder(mu.length, 1)
                    .costs(costs)
                    .coupling(coupling)
                    .beta(beta)
                    .build());
        }
        return new FixedRounds(rounds);
    }
}
