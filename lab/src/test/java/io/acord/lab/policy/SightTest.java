package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.recipe.Recipe;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody sees more than its sight allows, and what it sends is counted. */
class SightTest {

    @Test
    void whoAsksForMoreThanItsSightAllowsIsCaught() {
        RandomRun run = new RandomRun(1, 3, 1, 5, Costs.QUADRATIC, false);
        List<Player> nosy = List.of(
                outlook -> Actions.zero(outlook.whole().agents(), 1),
                Outlook::previous,
                outlook -> outlook.hindsight().get(0),
                outlook -> Actions.zero(outlook.surroundings().rounds(), 1),
                outlook -> Actions.zero(outlook.lambda().length, 1),
                outlook -> Actions.zero(outlook.ahead().size(), 1),
                outlook -> Actions.everybodyAt(3, new double[] {outlook.largest(AgentView::lambda)}),
                outlook -> outlook.each((me, x) -> x[0] = me.heard(0)[0]));
        for (Player player : nosy) {
            assertThatThrownBy(() -> Contestant.of(new Lookout(player), run, Plays.setting(run, 1))
                            .decide(1, run.start()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /** What neighbours tell each other is counted by the lab, not by who sends it. */
    @Test
    void everyExchangeIsCounted() {
        RandomRun run = PolicyContract.path(10, 0);
        Move move = Contestant.of(
                        new Lookout(outlook -> {
                            outlook.each((me, x) -> me.solve(1, x));
                            outlook.exchange();
                            outlook.exchange();
                            return outlook.each((me, x) -> x[0] = (x[0] + me.heard(0)[0]) / 2);
                        }),
                        run,
                        Plays.setting(run, 1))
                .decide(1, run.start());
        assertThat(move.traffic().messages()).isEqualTo(2 * 2 * 9);
        assertThat(move.traffic().bytes()).isEqualTo(2 * 2 * 9 * 8);
        assertThat(move.iterations()).isEqualTo(2);
    }

    /** A message over an edge is heard at its other end only. */
    @Test
    void neighboursHearWhatWasToldToThem() {
        int n = 10;
        RandomRun run = PolicyContract.path(n, 0);
        Move move = Contestant.of(
                        new Lookout(outlook -> {
                            outlook.tell(2, (me, a, x, message) -> {
                                message[0] = me.agent();
                                message[1] = me.neighbor(a);
                            });
                            return outlook.each((me, x) -> {
                                for (int a = 0; a < me.degree(); a++) {
                                    assertThat(me.heard(a)).containsExactly(me.neighbor(a), me.agent());
                                    x[0] += 1;
                                }
                            });
                        }),
                        run,
                        Plays.setting(run, 1))
                .decide(1, run.start());
        assertThat(move.actions().get(1, 0)).isEqualTo(2);
        assertThat(move.traffic().messages()).isEqualTo(2L * (n - 1));
        assertThat(move.traffic().bytes()).isEqualTo(2L * (n - 1) * 2 * 8);
    }

    @Test
    void nothingThatWasSentIsForgotten() {
        RandomRun run = PolicyContract.path(10, 0);
        Recipe recipe = Recipe.standard().with(Plays.setting(run, 1).lambdaRule());
        Move once = Contestant.of(new Lookout(outlook -> outlook.play(recipe).actions()), run, Plays.setting(run, 1))
                .decide(1, run.start());
        Move twice = Contestant.of(
                        new Lookout(outlook -> {
                            outlook.exchange();
                            outlook.play(recipe);
                            return outlook.play(recipe).actions();
                        }),
                        run,
                        Plays.setting(run, 1))
                .decide(1, run.start());
        assertThat(twice.traffic().messages()).isEqualTo(2 * once.traffic().messages() + 2 * 9);
        assertThat(twice.iterations()).isEqualTo(2 * once.iterations() + 1);
    }

    /** An agent that remembers for the others what it saw is no agent. */
    @Test
    void whoCarriesACostAcrossTheGraphIsFoundOut() {
        Policy gossip = new Lookout(outlook -> {
            double[] sum = {0};
            outlook.each((me, x) -> sum[0] += me.cost().at(new double[] {1}));
            return outlook.each((me, x) -> x[0] = sum[0]);
        });
        assertThatThrownBy(() -> PolicyContract.assertTravelsAHopAnExchange(gossip))
                .isInstanceOf(AssertionError.class);
    }

    private record Lookout(Player player) implements Policy {
        @Override
        public String name() {
            return "lookout";
        }

        @Override
        public Player start(Setting setting) {
            return player;
        }
    }
}
