package io.acord.lab.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Plays;
import io.acord.lab.policy.Policy;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rivals play what they are known for: in any dimension, with matrices, offsets and graphs that change. */
class RivalsTest {

    private static void assertPlaysAs(Policy rival, Policy exact, RandomRun run, double accuracy) {
        List<Move> expected = Plays.play(exact, run);
        List<Move> found = Plays.play(rival, run);
        for (int t = 1; t <= run.horizon(); t++) {
            Plays.assertClose(
                    rival.name() + ", round " + t,
                    found.get(t - 1).actions().toArray(),
                    expected.get(t - 1).actions().toArray(),
                    accuracy);
        }
    }

    private static final Policy RICCATI = Plays.policy("robd", Map.of("lambda", "riccati"));

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void admmApproachesExactPlay(long seed) {
        Policy admm = Plays.policy("admm", Map.of("iterations", 4000));
        assertPlaysAs(admm, RICCATI, new RandomRun(seed, 5, 3, 3, Costs.QUADRATIC, true), 1e-6);
        assertPlaysAs(admm, RICCATI, new RandomRun(seed, 5, 1, 3, Costs.ANY, true), 1e-6);
        Policy papers = Plays.policy("admm", Map.of("iterations", 4000, "lambda", "paper", "rho", 2));
        assertPlaysAs(
                papers, Plays.policy("robd", Map.of()), new RandomRun(seed, 4, 2, 3, Costs.QUADRATIC, false), 1e-6);
    }

    /**
     * What would keep actions where they are is found from the actions: whoever stands at the minimiser stays there.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void admmStaysAtAMinimiserFromItsFirstIteration(long seed) {
        Round round = new RandomRun(seed, 5, 3, 1, Costs.QUADRATIC, false).round(1);
        Policy exact = Plays.policy("robd", Map.of("lambda", 1e-9)); // moving is as good as free
        Actions best = Plays.play(exact, new RandomRun(Actions.zero(5, 3), List.of(round)))
                .get(0)
                .actions();
        RandomRun there = new RandomRun(best, List.of(round));
        assertPlaysAs(Plays.policy("admm", Map.of("iterations", 1)), exact, there, 1e-6);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void descentApproachesExactPlay(long seed) {
        RandomRun run = new RandomRun(seed, 5, 3, 3, Costs.QUADRATIC, true);
        assertPlaysAs(Plays.policy("gradient", Map.of("iterations", 20_000)), RICCATI, run, 1e-6);
        assertPlaysAs(Plays.policy("nesterov", Map.of("iterations", 2000)), RICCATI, run, 1e-6);
    }

    @Test
    void whereDifferingIsFreeEverybodyActsAlone() {
        Round ring = ring(5, 1, new double[2]).round(1);
        Round free = Round.builder(5, 2)
                .coupling(ring.coupling())
                .costs(ring.costs())
                .beta(0)
                .build();
        RandomRun run = new RandomRun(Actions.zero(5, 2), List.of(free, free));
        Policy alone = Plays.policy("local-robd", Map.of());
        assertPlaysAs(Plays.policy("admm", Map.of("iterations", 1, "lambda", "paper")), alone, run, 1e-12);
        assertPlaysAs(Plays.policy("admm", Map.of("iterations", 3, "lambda", "paper")), alone, run, 1e-12);
        assertPlaysAs(Plays.policy("admm", Map.of("iterations", 500, "rho", 2, "lambda", "paper")), alone, run, 1e-9);
        assertPlaysAs(Plays.policy("nesterov", Map.of("iterations", 500, "lambda", "paper")), alone, run, 1e-9);
    }

    @Test
    void descentPlaysBandsAndHubers() {
        Round round = Round.builder(3, 1)
                .beta(4)
                .costs(Band.of(2, 5, 3, 0.5), Huber.of(2, 0.5, -4, 0.3), Quadratic.alpha(2, 6))
                .edge(0, 1)
                .edge(1, 2, 2, new double[] {1})
                .build();
        RandomRun run = new RandomRun(Actions.zero(3, 1), List.of(round, round));
        assertPlaysAs(Plays.policy("nesterov", Map.of("iterations", 2000)), RICCATI, run, 1e-9);
    }

    @Test
    void whoeverNeedsGradientsRefusesKinksAndSaysWhatToDo() {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(1, 0), AbsoluteDeviation.of(1, new double[] {3}, 1))
                .edge(0, 1)
                .build();
        RandomRun run = new RandomRun(Actions.zero(2, 1), List.of(round));
        for (Policy policy : List.of(
                Plays.policy("gradient", Map.of()),
                Plays.policy("nesterov", Map.of()),
                Plays.policy("d-ospa", Map.of("radius", 1)))) {
            assertThatThrownBy(() -> Plays.play(policy, run))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(policy.name() + " in round 1, agent 1")
                    .hasMessageContaining("Lipschitz gradient")
                    .hasMessageContaining("let admm play");
        }
    }

    @Test
    void consensusAdmmApproachesTheBestCommonAction() {
        RandomRun run = ring(5, 3, new double[2]);
        Policy admm = Plays.policy("consensus-admm", Map.of("rho", 1, "iterations", 4000, "lambda", "paper"));
        assertPlaysAs(admm, Plays.policy("consensus", Map.of()), run, 1e-8);
    }

    @Test
    void consensusAdmmKeepsWhatNeighboursShallDifferBy() {
        double[] offset = {1, -2};
        Policy admm = Plays.policy("consensus-admm", Map.of("rho", 1, "iterations", 4000));
        Actions at = Plays.play(admm, ring(5, 1, offset)).get(0).actions();
        for (int i = 1; i < 5; i++) {
            for (int c = 0; c < 2; c++) {
                assertThat(at.get(i - 1, c) - at.get(i, c)).isCloseTo(offset[c], within(1e-8));
            }
        }
    }

    private static Offset<Double> within(double accuracy) {
        return Offset.offset(accuracy);
    }

    /** Agents in a ring, each of whom shall exceed the next by an offset; the last and the first as these add up. */
    private static RandomRun ring(int n, int horizon, double[] offset) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < horizon; t++) {
            Round.Builder round = Round.builder(n, 2).beta(3);
            for (int i = 0; i < n; i++) {
                round.cost(i, Quadratic.alpha(1 + (i + t) % 3, i - 2.0 * t, t - i));
                if (i > 0) {
                    round.edge(i - 1, i, 1.5, offset);
                }
            }
            round.edge(0, n - 1, 1, new double[] {(n - 1) * offset[0], (n - 1) * offset[1]});
            rounds.add(round.build());
        }
        return new RandomRun(Actions.zero(n, 2), rounds);
    }

    /** With steps of no length it averages only: the mean stays, and a formation that is kept is kept. */
    @Test
    void consensusDescentAveragesAsTheGraphOfTheRoundIs() {
        Policy still = Plays.policy("consensus-descent", Map.of("eta", 1e-12));
        RandomRun run = ring(5, 1, new double[2]);
        double[] start = {5, 0, 1, 1, 0, 0, -2, 4, 0, 3};
        RandomRun apart = new RandomRun(Actions.flat(2, start), List.of(run.round(1)));
        Actions at = Plays.play(still, apart).get(0).actions();
        // all degrees are 2: a third each of itself, its predecessor and its successor
        assertThat(at.get(0, 0)).isCloseTo((5.0 + 1 + 0) / 3, within(1e-9));
        assertThat(at.get(2, 1)).isCloseTo((0.0 + 1 + 4) / 3, within(1e-9));
        double[] line = {4, -8, 3, -6, 2, -4, 1, -2, 0, 0};
        RandomRun formation = new RandomRun(
                Actions.flat(2, line), List.of(ring(5, 1, new double[] {1, -2}).round(1)));
        Plays.assertClose(
                "formation", Plays.play(still, formation).get(0).actions().toArray(), line, 1e-9);
    }

    @Test
    void consensusDescentSendsOneMessageARound() {
        Move move = Plays.play(Plays.policy("consensus-descent", Map.of()), ring(5, 1, new double[2]))
                .get(0);
        assertThat(move.traffic().messages()).isEqualTo(2 * 5);
        assertThat(move.traffic().bytes()).isEqualTo(2 * 5 * 8 * 3); // two numbers and a degree
    }

    @Test
    void anIterationOfAdmmSendsWhatAnIterationOfAcordSends() {
        RandomRun run = ring(5, 1, new double[2]);
        for (String key : List.of("admm", "acord")) {
            Move eight =
                    Plays.play(Plays.policy(key, Map.of("iterations", 8)), run).get(0);
            Move nine =
                    Plays.play(Plays.policy(key, Map.of("iterations", 9)), run).get(0);
            assertThat(nine.iterations()).isEqualTo(9);
            assertThat(nine.traffic().messages() - eight.traffic().messages()).isEqualTo(2 * 5);
            assertThat(nine.traffic().bytes() - eight.traffic().bytes()).isEqualTo(2 * 5 * 16);
        }
    }

    @Test
    void whatACentreDeclaresIsCounted() {
        Move move = Plays.play(Plays.policy("nesterov", Map.of("iterations", 3)), ring(5, 1, new double[2]))
                .get(0);
        assertThat(move.traffic().messages()).isEqualTo(3 * 2 * 5 + 2 * 2 * 5);
        assertThat(move.traffic().bytes()).isEqualTo(3 * 2 * 5 * 16 + 2 * 2 * 5 * 8);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void mpcIsMyopicWithoutSightAndOptimalWithAll(long seed) {
        for (RandomRun run : List.of(
                new RandomRun(seed, 5, 2, 4, Costs.QUADRATIC, true), new RandomRun(seed, 5, 1, 4, Costs.ANY, false))) {
            assertPlaysAs(Plays.policy("mpc", Map.of("window", 0)), Plays.policy("myopic", Map.of()), run, 1e-7);
            List<Move> all = Plays.play(Plays.policy("mpc", Map.of("window", 3)), run);
            double optimum = Hindsight.solve(run, 1).optimum().upperBound();
            assertThat(run.cost(Plays.actions(all))).isCloseTo(optimum, within(1e-9 * (1 + optimum)));
        }
    }

    /** On a graph that stays: LPC's neighbourhoods are those of this round. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void mpcIsLpcWithoutALimitInSpace(long seed) {
        Policy lpc = Plays.policy("lpc", Map.of("radius", 5, "window", 3));
        RandomRun run = new RandomRun(seed, 5, 2, 4, Costs.ANY, false);
        assertPlaysAs(Plays.policy("mpc", Map.of("window", 2)), lpc, run, 1e-6);
    }

    /** Of costs that nobody has to tell again: every cost reaches the centre once. */
    @Test
    void mpcShipsEveryCostOnce() {
        RandomRun run = ring(5, 6, new double[2]);
        long bytes = 0;
        for (Move move : Plays.play(Plays.policy("mpc", Map.of("window", 2)), run)) {
            assertThat(move.traffic().messages()).isEqualTo(2 * 5);
            bytes += move.traffic().bytes();
        }
        long cost = run.round(1).cost(0).numbers().orElseThrow();
        assertThat(bytes).isEqualTo(6 * 5 * 8 * (cost + 2));
    }

    @Test
    void dOspaStaysInItsBallAndMovesOnceABlock() {
        RandomRun run = ring(5, 9, new double[2]);
        List<Move> moves = Plays.play(Plays.policy("d-ospa", Map.of("radius", 3)), run);
        for (int t = 1; t <= 9; t++) {
            Move move = moves.get(t - 1);
            for (int i = 0; i < 5; i++) {
                assertThat(Math.hypot(move.actions().get(i, 0), move.actions().get(i, 1)))
                        .isLessThanOrEqualTo(3 + 1e-12);
            }
            boolean begins = t % 3 == 1; // 9 rounds: blocks of 3
            assertThat(move.traffic().messages()).isEqualTo(begins && t > 1 ? 10 : 0);
            if (!begins) {
                assertThat(move.actions()).isEqualTo(moves.get(t - 2).actions());
            }
        }
        assertThat(moves.get(3).actions()).isNotEqualTo(moves.get(2).actions());
    }

    /** What it plays in a round does not depend on the costs of the round, and what it plays afterwards does. */
    @Test
    void dOspaPlaysBeforeItSees() {
        RandomRun run = ring(5, 9, new double[2]);
        List<Round> rounds = new ArrayList<>(Plays.rounds(run, 1, 9));
        Round.Builder other = Round.builder(5, 2).beta(3).coupling(run.round(3).coupling());
        for (int i = 0; i < 5; i++) {
            other.cost(i, Quadratic.alpha(50, 9, 9));
        }
        rounds.set(2, other.build());
        Policy policy = Plays.policy("d-ospa", Map.of("radius", 3, "eta", 1));
        List<Actions> before = Plays.actions(Plays.play(policy, run));
        List<Actions> after = Plays.actions(Plays.play(policy, new RandomRun(run.start(), rounds)));
        assertThat(after.subList(0, 3)).isEqualTo(before.subList(0, 3));
        assertThat(after.get(3)).isNotEqualTo(before.get(3));
        Policy otherSeed = Plays.policy("d-ospa", Map.of("radius", 3, "eta", 1, "seed", 1));
        assertThat(Plays.play(otherSeed, run).get(0).actions()).isNotEqualTo(before.get(0));
    }
}
