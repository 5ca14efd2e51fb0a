package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Parabola;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.Recipe;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Theory 12: what the books of a round prove, in the smallest examples. */
class PlayedBooksTest {

    /** The round of the README. */
    private static Round readme(HittingCost second) {
        return Round.builder(3, 1)
                .cost(0, Quadratic.alpha(0.5, 1))
                .cost(1, second)
                .cost(2, Boxed.of(Quadratic.alpha(1, 3), 0, 2))
                .edge(0, 1)
                .edge(1, 2)
                .beta(2)
                .build();
    }

    private static Decision play(Round round) {
        return Acord.of(Recipe.standard())
                .decide(new RoundObjective(round, Actions.zero(3, 1), new double[] {1, 1, 1}));
    }

    @Test
    void theReadmesThreeAgentsAreCertifiedWithinAFewThousandths() {
        Round round = readme(AbsoluteDeviation.of(2, -1, 0.5));
        Decision decision = play(round);
        double paid = decision.cost().total();
        PlayedBooks played = PlayedBooks.lending(Actions.zero(3, 1));
        played.close(round, decision.actions(), decision.entries());
        assertThat(paid / played.books().atLeast()).isBetween(1.0, 1.004);
        assertThat(paid / played.atLeast()).isBetween(1.0, 1.004);
        double swept = HindsightSweeps.of(12)
                .improve(Actions.zero(3, 1), List.of(round), List.of(decision.actions()))
                .atLeast();
        assertThat(paid / swept).isBetween(1 - 1e-12, 1 + 1e-5);
    }

    /** x², and an argmin that says 5. */
    @Test
    void nothingIsProvedFromACostThatIsFoundOut() {
        HittingCost broken = new Parabola() {
            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                x[0] = 5;
                return 0;
            }
        };
        Round round = readme(broken);
        Actions start = Actions.zero(3, 1);
        Actions played = Actions.scalars(0, 1, 2);
        assertThat(HindsightSweeps.of(12)
                        .improve(start, List.of(round), List.of(played))
                        .atLeast())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
