package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.acord.HindsightSweeps;
import io.acord.acord.PlayedBooks;
import io.acord.acord.SweptBooks;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.optimum.WildRuns;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Theory 12.2, window by window while a run goes on. */
class SweptBooksTest {

    private static SweptBooks open(Instance run, int window, int sweeps) {
        Books before = new Books(run.dimension(), run.start().toArray());
        return new SweptBooks(new SweptBooks.Pace(window, sweeps), before, false);
    }

    private static RandomRun run(int seed) {
        return switch (seed % 4) {
            case 0 -> new RandomRun(seed, 5, 1, 9, Costs.QUADRATIC, true);
            case 1 -> new RandomRun(seed, 4, 2, 7, seed % 8 == 1 ? Costs.ANY : Costs.SEPARABLE, seed % 8 == 1);
            case 2 -> new RandomRun(seed, 4, 1, 8, Costs.QUADRATIC, false);
            default -> WildRuns.of(seed);
        };
    }

    @Test
    void theBoundIsNeverAboveTheOptimum() {
        int swept = 0;
        for (int seed = 1; seed <= 400; seed++) {
            RandomRun run = run(seed);
            Random random = new Random(seed);
            Recipe recipe = Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(1 + random.nextInt(12)));
            Fleet fleet = Fleet.builder(run.agents())
                    .start(run.start())
                    .recipe(recipe)
                    .build();
            SweptBooks books = open(run, 2 + random.nextInt(4), 1 + random.nextInt(12));
            for (int t = 1; t <= run.horizon(); t++) {
                Round round = run.round(t);
                books.close(round, fleet.decide(round).actions());
            }
            double opt = Hindsight.solve(run, 1).optimum().upperBound();
            double most = opt + 1e-8 * (Math.abs(opt) + fleet.cost().total());
            assertThat(books.atLeast())
                    .as("seed %d of SweptBooksTest.run", seed)
                    .isLessThanOrEqualTo(most);
            swept += books.isSwept() ? 1 : 0;
        }
        assertThat(swept).isGreaterThan(200);
    }

    /** Flat arrays have the books that anybody finds who closes the improved actions one by one. */
    @Test
    void theBooksOfAWindowAreThoseOfItsImprovedActions() {
        int swept = 0;
        for (int seed = 1; seed <= 60; seed++) {
            RandomRun run = new RandomRun(seed, 6, 1 + seed % 3, 6, Costs.SEPARABLE, seed % 2 == 0);
            Fleet fleet = Fleet.builder(run.agents()).start(run.start()).build();
            SweptBooks books = open(run, 6, 9);
            List<Round> rounds = new ArrayList<>();
            List<Actions> played = new ArrayList<>();
            for (int t = 1; t <= 6; t++) {
                rounds.add(run.round(t));
                played.add(fleet.decide(run.round(t)).actions());
                books.close(rounds.get(t - 1), played.get(t - 1));
            }
            Books before = new Books(run.dimension(), run.start().toArray());
            PlayedBooks same = PlayedBooks.lending(run.start());
            List<Actions> improved = HindsightSweeps.of(9).improved(before, rounds, played);
            for (int t = 0; t < 6; t++) {
                same.close(rounds.get(t), improved.get(t));
            }
            if (books.isSwept()) {
                double expected = same.books().atLeast();
                assertThat(books.atLeast()).as("seed %d", seed).isBetween(expected * (1 - 1e-9), expected * (1 + 1e-9));
                swept++;
            }
        }
        assertThat(swept).isGreaterThan(30);
    }

    /** Conjugate residuals end after as many sweeps as there are numbers, in exact arithmetic. */
    @Test
    void asManySweepsAsNumbersFindTheOptimum() {
        for (int seed = 1; seed <= 40; seed++) {
            RandomRun run = new RandomRun(seed, 4, 1 + seed % 2, 5, Costs.SEPARABLE, true);
            Fleet fleet = Fleet.builder(run.agents()).start(run.start()).build();
            List<Round> rounds = new ArrayList<>();
            List<Actions> played = new ArrayList<>();
            for (int t = 1; t <= 5; t++) {
                rounds.add(run.round(t));
                played.add(fleet.decide(run.round(t)).actions());
            }
            double opt = Hindsight.solve(run, 1).optimum().upperBound();
            for (int sweeps : new int[] {4 * 5 + 2, 3000}) { // nor do more of them lead away from it
                assertThat(HindsightSweeps.of(sweeps)
                                .improve(run.start(), rounds, played)
                                .atLeast())
                        .as("seed %d, %d sweeps", seed, sweeps)
                        .isBetween(opt * (1 - 1e-6), opt * (1 + 1e-9));
            }
        }
    }

    /** Whoever closes the same rounds again from settled books goes on with the same bits. */
    @Test
    void booksGoOnFromWhereTheyWereSettled() {
        for (int seed = 1; seed <= 40; seed++) {
            RandomRun run = run(seed);
            Fleet fleet = Fleet.builder(run.agents()).start(run.start()).build();
            SweptBooks whole = open(run, 3, 5);
            SweptBooks parts = open(run, 3, 5);
            List<Round> since = new ArrayList<>();
            List<Actions> played = new ArrayList<>();
            for (int t = 1; t <= run.horizon(); t++) {
                Round round = run.round(t);
                Actions x = fleet.decide(round).actions();
                whole.close(round, x);
                since.add(round);
                played.add(x);
                parts = new SweptBooks(new SweptBooks.Pace(3, 5), parts.settled(), parts.isSwept());
                for (int k = 0; k < since.size(); k++) {
                    parts.close(since.get(k), played.get(k));
                }
                if (parts.waiting() == 0) {
                    since.clear();
                    played.clear();
                }
                assertThat(parts.atLeast()).isEqualTo(whole.atLeast());
                assertThat(parts.settled().toArray()).isEqualTo(whole.settled().toArray());
            }
        }
    }

    @Test
    void figure1WouldBeCertifiedNearTheTruthByAService() {
        String figure1 = """
                name: figure-1
                horizon: 100
                agents: 20
                beta: 50
                costs: {kind: spikes, p: 0.7, q: 0.9, cap: 20}
                graph: {kind: circulant, degree: 2}
                algorithms:
                  - acord: {iterations: 12}
                """;
        Scenario scenario = ScenarioReader.readText(figure1, "figure-1.yaml", Path.of(""), List.of());
        double asPlayed = 0;
        double swept = 0;
        double truth = 0;
        for (int r = 0; r < 10; r++) {
            Instance run = Repeat.open(scenario, r, 1).instance();
            Fleet fleet = Fleet.builder(20).build();
            Books before = new Books(1, run.start().toArray());
            SweptBooks books = new SweptBooks(SweptBooks.Pace.of(20, 1), before, false);
            for (int t = 1; t <= run.horizon(); t++) {
                books.close(run.round(t), fleet.decide(run.round(t)).actions());
            }
            Guarantee.Proven proven = (Guarantee.Proven) fleet.guarantee();
            asPlayed += proven.ratioAtMost() / 10;
            swept += proven.raisedTo(books.atLeast()).ratioAtMost() / 10;
            truth += fleet.cost().total() / Hindsight.solve(run, 1).optimum().upperBound() / 10;
        }
        System.out.printf(
                "100 rounds of Figure 1: certified %.5f as played, %.5f swept by windows; true %.5f%n",
                asPlayed, swept, truth);
        assertThat(swept - truth).isLessThan(0.1 * (asPlayed - truth));
    }

    /** A fleet of a million agents has no rounds to spare: nothing waits, and nothing is claimed. */
    @Test
    void theRoundsOfAVeryLargeFleetAreNotKept() {
        assertThat(SweptBooks.Pace.of(50_000, 1).window()).isEqualTo(SweptBooks.Pace.LONGEST_WINDOW);
        assertThat(SweptBooks.Pace.of(100_000, 1).window()).isEqualTo(10);
        assertThat(SweptBooks.Pace.of(1_000_000, 1).window()).isEqualTo(1);
        RandomRun run = new RandomRun(2, 3, 1, 3, Costs.QUADRATIC, false);
        SweptBooks books = open(run, 1, 8);
        books.close(run.round(1), Actions.zero(3, 1));
        books.close(run.round(2), Actions.zero(3, 1));
        assertThat(books.isKept()).isFalse();
        assertThat(books.waiting()).isZero();
        assertThat(books.atLeast()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
