package io.acord.lab.run;

import io.acord.acord.Acord;
import io.acord.acord.Budget;
import io.acord.acord.Decision;
import io.acord.acord.LambdaRule;
import io.acord.acord.Lambdas;
import io.acord.acord.Variant;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.Contraction;
import io.acord.theory.GapBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the variants of ACORD approach the minimum of the first round, k by k, against what is proved and what they
 * certify.
 */
final class Convergences {

    private static final int ITERATIONS = 40;
    private static final int MOST_AGENTS = 2_000;

    private Convergences() {}

    /** Empty for uncoupled rounds and for fleets so large that the picture would cost more than the run. */
    static List<Convergence> of(Instance instance, LambdaRule rule) {
        Round round = instance.round(1);
        if (!round.isCoupled() || round.agents() > MOST_AGENTS) {
            return List.of();
        }
        RoundObjective objective =
                new RoundObjective(round, instance.start(), new Lambdas(rule, round.agents()).of(round));
        double minimum = objective.at(exact(objective));
        List<Convergence> all = new ArrayList<>();
        for (Variant variant : Variant.values()) {
            all.add(of(objective, variant, minimum));
        }
        return all;
    }

    /** argmin F_t, as exactly as doubles allow. */
    static Actions exact(RoundObjective objective) {
        return Acord.builder()
                .variant(Variant.ACCELERATED)
                .budget(new Budget.Accuracy(1e-300, 20_000))
                .build()
                .decide(objective)
                .actions();
    }

    private static Convergence of(RoundObjective objective, Variant variant, double minimum) {
        Round round = objective.round();
        double[] a = new double[round.agents()];
        Arrays.setAll(a, objective::modulus);
        double kappa = Contraction.of(round.coupling(), round.beta(), a).edgeKappa();
        double startGap = Math.max(0, start(objective) - minimum);
        List<Double> gaps = new ArrayList<>();
        List<Double> proven = new ArrayList<>();
        List<Double> certified = new ArrayList<>();
        for (int k = 1; k <= ITERATIONS; k++) {
            Decision decision = Acord.builder()
                    .variant(variant)
                    .budget(Budget.iterations(k))
                    .build()
                    .decide(objective);
            gaps.add(Math.max(0, objective.at(decision.actions()) - minimum));
            certified.add(decision.certificate());
            if (variant == Variant.PLAIN) {
                proven.add(GapBound.plain(startGap, kappa, k));
            } else if (variant == Variant.ACCELERATED_CERTIFIED) {
                proven.add(GapBound.accelerated(startGap, kappa, k));
            }
        }
        return new Convergence(nameOf(variant), gaps, proven, certified);
    }

    /** g(z⁰) for z⁰ = 0: the local problems' values at the first iterate, which minimises them. */
    private static double start(RoundObjective objective) {
        Round round = objective.round();
        Actions first = Acord.builder()
                .budget(Budget.iterations(1))
                .build()
                .decide(objective)
                .actions();
        int d = round.dimension();
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            sum += objective.ownPart(i, first.of(i));
            for (int arc = round.graph().firstArc(i); arc < round.graph().endArc(i); arc++) {
                int e = round.graph().edge(arc);
                double sign = i < round.graph().neighbor(arc) ? 0.5 : -0.5;
                for (int r = 0; r < d; r++) {
                    for (int c = 0; c < d; c++) {
                        double left = first.get(i, r) - sign * round.coupling().offset(e, r);
                        double right = first.get(i, c) - sign * round.coupling().offset(e, c);
                        sum += round.beta() * left * round.coupling().gram(e, r, c) * right;
                    }
                }
            }
        }
        return sum;
    }

    static String nameOf(Variant variant) {
        return switch (variant) {
            case PLAIN -> "plain";
            case JACOBI -> "jacobi";
            case ACCELERATED -> "accelerated";
            case OPTIMIZED -> "optimized";
            case POLYNOMIAL -> "auto";
            case ACCELERATED_CERTIFIED -> "accelerated, certified theta";
        };
    }
}
