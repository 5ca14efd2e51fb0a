package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.Fleet;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCosts;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that are closed on the last walk over a round are those that are closed after it. */
class BookClosingTest {

    private static final int AGENTS = 80_000; // several windows, and enough for two threads

    private static Round round(Random random, double scale, boolean weights) {
        double[] curvatures = random.doubles(AGENTS, 0.1, 3).toArray();
        double[] targets = random.doubles(AGENTS, -10 * scale, 10 * scale).toArray();
        Round.Builder round = Round.builder(AGENTS, 1).beta(5);
        for (int i = 0; i < AGENTS; i++) {
            round.edge(i, (i + 1) % AGENTS);
            if (i % 7 == 0) {
                round.edge(i, (i + 2500) % AGENTS);
            }
        }
        if (weights) {
            round.switchingWeights(random.doubles(AGENTS, 0, 2).toArray());
        }
        return round.costs(HittingCosts.quadratics(1, curvatures, targets)).build();
    }

    private static RoundObjective objective(Round round, Actions previous) {
        double[] lambda = new double[AGENTS];
        Arrays.fill(lambda, 0.5);
        return new RoundObjective(round, previous, lambda);
    }

    private static Acord engine(Variant variant, int iterations, int threads) {
        return Acord.of(Recipe.of(variant, From.PREVIOUS, IterationRule.fixed(iterations)), threads);
    }

    @ParameterizedTest(name = "{0} iterations")
    @ValueSource(ints = {12, 40})
    void booksHaveTheSameBits(int iterations) {
        for (Variant variant : new Variant[] {Variant.AUTO, Variant.PLAIN, Variant.JACOBI}) {
            for (int threads = 1; threads <= 2; threads++) {
                Random random = new Random(threads);
                Acord acord = engine(variant, iterations, threads);
                Actions last = Actions.zero(AGENTS, 1);
                Books after = new Books(1, last.toArray());
                Books onTheWay = new Books(1, last.toArray());
                for (int t = 1; t <= 4; t++) {
                    Round round = round(random, 1, t % 2 == 0);
                    Decision decision = acord.decide(objective(round, last));
                    double[] overpaid = new double[AGENTS];
                    decision.entries().closeAfter(last, round, after, overpaid);
                    BookClosing closing = new BookClosing(onTheWay, t > 1);
                    Decision same = acord.decide(objective(round, last), Bell.never(), closing);
                    assertThat(same).isEqualTo(decision);
                    assertThat(closing.isDone()).isEqualTo(t > 1);
                    if (t == 1) {
                        same.entries().closeAfter(last, round, onTheWay, closing.overpaid());
                    }
                    assertThat(closing.overpaid()).isEqualTo(overpaid);
                    assertThat(onTheWay.toArray()).isEqualTo(after.toArray());
                    last = decision.actions();
                }
            }
        }
    }

    /** Nobody can close books half: where numbers might leave the range of doubles they wait. */
    @Test
    void booksAreLeftAloneWhereSomethingCouldStillFail() {
        Round wild = round(new Random(1), 1e70, false);
        Round kinked =
                Round.builder(1, 1).cost(0, AbsoluteDeviation.of(1, 0, 0.5)).build();
        Actions start = Actions.zero(AGENTS, 1);
        BookClosing closing = new BookClosing(new Books(1, start.toArray()), true);
        engine(Variant.AUTO, 12, 1).decide(objective(wild, start), Bell.never(), closing);
        assertThat(closing.hasBegun()).isFalse();
        RoundObjective ofOne = new RoundObjective(kinked, Actions.zero(1, 1), new double[] {1});
        engine(Variant.AUTO, 12, 1).decide(ofOne, Bell.never(), closing);
        assertThat(closing.hasBegun()).isFalse();
    }

    @Test
    void whatAFleetsBooksWereToldIsNotKept() {
        Decision decision = Fleet.of(AGENTS).decide(round(new Random(1), 1, false));
        assertThatThrownBy(decision::entries)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("decision.entries are not kept");
    }

    @Test
    void aRoundThatIsRefusedChangesNothing() {
        Fleet fleet = Fleet.of(AGENTS);
        Random random = new Random(3);
        fleet.decide(round(random, 1, false));
        fleet.decide(round(random, 1, false));
        byte[] before = fleet.save();
        assertThatThrownBy(() -> fleet.decide(round(random, 1e160, false))).isInstanceOf(BadInputException.class);
        assertThat(fleet.save()).isEqualTo(before);
    }
}
