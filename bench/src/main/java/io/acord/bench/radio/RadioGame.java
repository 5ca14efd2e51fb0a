package io.acord.bench.radio;

import io.acord.acord.Acord;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Random;

/** What is played over the radio: two agents a host on a ring, seeded rounds, and what an engine in memory plays. */
final class RadioGame {

    static final int HOSTS = 4;
    static final int EACH = 2; // agents of a host
    static final int AGENTS = HOSTS * EACH;
    static final int ITERATIONS = 6;

    static final Recipe RECIPE = Recipe.of(Variant.ACCELERATED, From.ZERO, IterationRule.fixed(ITERATIONS));

    private static final Coupling RING = ring();

    private final Acord acord = Acord.of(RECIPE, 1);
    private final Lambdas lambdas = new Lambdas(LambdaRule.riccati(), AGENTS);
    private int last; // round whose λ is known

    private static Coupling ring() {
        Coupling.Builder ring = Coupling.builder(AGENTS, 1);
        for (int i = 0; i < AGENTS; i++) {
            ring.edge(i, (i + 1) % AGENTS);
        }
        return ring.build();
    }

    /** Round t of everybody; the same whenever it is asked for. */
    static Round round(int t) {
        Random random = new Random(31L * t + 7);
        Round.Builder round = Round.builder(AGENTS, 1).beta(3);
        for (int i = 0; i < AGENTS; i++) {
            round.cost(i, Quadratic.alpha(0.5 + random.nextDouble(), random.nextGaussian()));
        }
        return round.coupling(RING).build();
    }

    /** What the round that follows the last one that was asked for has to be, from where everybody was before. */
    Actions next(Actions before) {
        Round round = round(++last);
        double[] lambda = lambdas.of(round);
        lambdas.remember(round, lambda);
        return acord.decide(new RoundObjective(round, before, lambda)).actions();
    }
}
