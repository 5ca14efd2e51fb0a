package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.Fleet;
import io.acord.acord.SweptBooks;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Round;
import io.acord.theory.Books;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class ServedFleetTest {

    private static final int WINDOW = 4;
    private static final List<String> NAMES = List.of("a", "b");
    private static final Coupling COUPLING =
            Coupling.unit(Graph.builder(2).edge(0, 1).build(), 1);

    /** A cost that does not say that it is quadratic, counts how often it is solved, and may fail in one of them. */
    private static final class CountedCost implements HittingCost {
        private final HittingCost cost;
        private final IntPredicate fails;
        private int solves;

        CountedCost(double target, IntPredicate fails) {
            this.cost = Quadratic.alpha(1, target);
            this.fails = fails;
        }

        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public double at(double[] x) {
            return cost.at(x);
        }

        @Override
        public double mu() {
            return cost.mu();
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            if (fails.test(++solves)) {
                throw new IllegalStateException("not there");
            }
            return cost.argmin(pull, x);
        }
    }

    private static Round round(HittingCost a, int t) {
        return Round.builder(2, 1)
                .cost(0, a)
                .cost(1, Quadratic.alpha(1, 3.0 * (t % 3)))
                .coupling(COUPLING)
                .beta(2)
                .build();
    }

    private static Round round(int t) {
        return round(new CountedCost(t % 5, solve -> false), t);
    }

    private static ServedFleet fleet() {
        SweptBooks swept = new SweptBooks(new SweptBooks.Pace(WINDOW, 5), new Books(1, new double[2]), false);
        return new ServedFleet.Plain(Fleet.builder(2).build(), swept);
    }

    private static String decide(ServedFleet fleet, Round round) {
        return new String(fleet.decide(round, Forecasts.builder(2).build(), NAMES), UTF_8);
    }

    @Test
    void aCostThatFailsWhenHindsightLooksAtItIsNoReasonToRefuseTheRound() {
        int failing = WINDOW + 2;
        ServedFleet sound = fleet();
        ServedFleet fleet = fleet();
        Fleet alone = Fleet.builder(2).build();
        for (int t = 1; t < failing; t++) {
            assertThat(decide(fleet, round(t))).isEqualTo(decide(sound, round(t)));
            alone.decideUninterruptibly(round(t));
        }
        assertThat(fleet.swept().isSwept()).isTrue();
        CountedCost counted = new CountedCost(1, solve -> false);
        alone.decideUninterruptibly(round(counted, failing));
        int needed = counted.solves; // to decide; the next is for hindsight
        CountedCost brittle = new CountedCost(1, solve -> solve > needed);
        decide(sound, round(counted, failing));
        decide(fleet, round(brittle, failing));

        assertThat(brittle.solves).isEqualTo(needed + 1);
        assertThat(fleet.actions()).isEqualTo(sound.actions());
        assertThat(fleet.cost()).isEqualTo(sound.cost());
        assertThat(fleet.swept().isSwept()).isFalse();
        assertThat(fleet.swept().waiting()).isZero();
        assertThat(fleet.guarantee()).isEqualTo(fleet.ownGuarantee());
        assertThat(fleet.swept().settled().toArray()).isEqualTo(alone.books().toArray());
        for (int t = failing + 1; t <= failing + WINDOW; t++) {
            decide(fleet, round(t));
        }
        assertThat(fleet.swept().isSwept()).isTrue(); // a window later there is hindsight again
    }

    @Test
    void aCostThatFailsDuringSweepsLosesTheirBoundAlone() {
        ServedFleet fleet = fleet();
        Fleet alone = Fleet.builder(2).build();
        for (int t = 1; t < WINDOW; t++) {
            decide(fleet, round(t));
            alone.decideUninterruptibly(round(t));
        }
        CountedCost counted = new CountedCost(1, solve -> false);
        alone.decideUninterruptibly(round(counted, WINDOW));
        int needed = counted.solves;
        decide(fleet, round(new CountedCost(1, solve -> solve > needed + 1), WINDOW));
        assertThat(fleet.rounds()).isEqualTo(WINDOW);
        assertThat(fleet.swept().isSwept()).isFalse();
        assertThat(fleet.swept().waiting()).isZero();
    }

    @Test
    void aRoundWhoseCostFailsBesideNoOtherBooksLeavesTheseAsTheyWere() {
        SweptBooks swept = new SweptBooks(new SweptBooks.Pace(WINDOW, 5), new Books(1, new double[2]), false);
        Fleet fleet = Fleet.builder(2).build();
        swept.close(round(1), fleet.decideUninterruptibly(round(1)).actions());
        Round failing = round(new CountedCost(1, solve -> true), 2);
        assertThatThrownBy(() -> swept.close(failing, fleet.actions())).hasMessage("not there");
        assertThat(swept.waiting()).isEqualTo(1);
    }
}
