package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HindsightTest {

    private static List<Round> rounds(RandomRun run) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= run.horizon(); t++) {
            rounds.add(run.round(t));
        }
        return rounds;
    }

    @ParameterizedTest
    @CsvSource({"1, QUADRATIC, true", "3, QUADRATIC, false", "1, ANY, false", "3, ANY, true"})
    void theHindsightOptimumIsTheObviousOne(int d, Costs costs, boolean changing) {
        for (int seed = 1; seed <= 12; seed++) {
            RandomRun run = new RandomRun(seed, 5, d, 5, costs, changing);
            Hindsight hindsight = Hindsight.solve(run, 1);
            List<Actions> expected = new ObviousSolver(rounds(run), run.start()).actions();
            double best = run.cost(expected);
            assertThat(hindsight.optimum()).isInstanceOf(HindsightOptimum.Solved.class);
            assertThat(hindsight.optimum().upperBound()).isCloseTo(best, within(1e-11 * best));
            assertThat(run.cost(hindsight.actions())).isCloseTo(best, within(1e-11 * best));
            for (int t = 0; t < 5; t++) {
                double[] x = hindsight.actions().get(t).toArray();
                double[] y = expected.get(t).toArray();
                for (int c = 0; c < y.length; c++) {
                    assertThat(x[c]).isCloseTo(y[c], within(1e-8));
                }
            }
        }
    }

    @Test
    void aRunThatNeedsToPayNothingIsSolved() {
        Round round = Round.builder(3, 1)
                .costs(Quadratic.alpha(1, 2), Quadratic.alpha(3, 2), Quadratic.alpha(1e6, 2))
                .edge(0, 1)
                .edge(1, 2)
                .beta(50)
                .build();
        RandomRun run = new RandomRun(Actions.everybodyAt(3, 2), List.of(round, round, round));
        HindsightOptimum optimum = Hindsight.solve(run, 1).optimum();
        assertThat(optimum).isInstanceOf(HindsightOptimum.Solved.class);
        assertThat(optimum.upperBound()).isCloseTo(0, within(1e-20));
    }

    @Test
    void costsThatAreSolvedRoughlyLeaveABracketAroundTheOptimum() {
        List<Round> rounds = new ArrayList<>();
        List<Round> exact = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Round.Builder rough = Round.builder(2, 1).edge(0, 1).beta(2);
            Round.Builder fine = Round.builder(2, 1).edge(0, 1).beta(2);
            for (int i = 0; i < 2; i++) {
                Quadratic cost = Quadratic.alpha(0.5 + i, 3.0 * i - t);
                rough.cost(i, new Rough(cost));
                fine.cost(i, cost);
            }
            rounds.add(rough.build());
            exact.add(fine.build());
        }
        Actions start = Actions.zero(2, 1);
        double best = Hindsight.solve(new RandomRun(start, exact), 1).optimum().upperBound();
        HindsightOptimum bracket =
                Hindsight.solve(new RandomRun(start, rounds), 1).optimum();
        assertThat(bracket).isInstanceOf(HindsightOptimum.Bracketed.class);
        assertThat(bracket.lowerBound()).isBetween(0.0, best);
        assertThat(bracket.upperBound()).isGreaterThanOrEqualTo(best);
        assertThat(((HindsightOptimum.Bracketed) bracket).whyStopped()).contains("certificate");
    }

    /** Answers to three digits, and says so. */
    private record Rough(Quadratic cost) implements HittingCost {
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
            cost.argmin(pull, x);
            double off = Math.rint(x[0] * 1000) / 1000 - x[0];
            x[0] += off;
            return (cost.mu() + pull.curvature()[0]) / 2 * off * off;
        }
    }

    @Test
    void threadsDoNotChangeABitOfALargeRun() {
        int n = 4000;
        List<Round> rounds = new ArrayList<>();
        Round.Builder edges = Round.builder(n, 1);
        for (int i = 0; i < n; i++) {
            edges.cost(i, Quadratic.alpha(1, 0)).edge(i, (i + 1) % n);
            if (i < n / 2 - 2) {
                edges.edge(i, i + n / 2);
            }
        }
        Round first = edges.build();
        for (int t = 0; t < 6; t++) {
            Round.Builder round = Round.builder(n, 1).coupling(first.coupling()).beta(50);
            for (int i = 0; i < n; i++) {
                round.cost(i, Quadratic.alpha(0.1 + (i * 7 + t) % 11, (i * 13 + 5 * t) % 17));
            }
            rounds.add(round.build());
        }
        RandomRun run = new RandomRun(Actions.zero(n, 1), rounds);
        Hindsight one = Hindsight.solve(run, 1);
        assertThat(one.optimum()).isInstanceOf(HindsightOptimum.Solved.class);
        assertThat(Hindsight.solve(run, 2).actions()).isEqualTo(one.actions());
        assertThat(Hindsight.solve(run, 5).optimum()).isEqualTo(one.optimum());
    }
}
