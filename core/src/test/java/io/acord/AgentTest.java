package io.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.Decision;
import io.acord.cost.Boxed;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.graph.Ties;
import io.acord.input.BadInputException;
import io.acord.model.Round;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AgentTest {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void agentsThatShowEachOtherTheirActionsPlayTheBitsOfTheFleet(Variant variant) {
        for (long seed = 1; seed <= 200; seed++) {
            Instances instances = new Instances(seed);
            int k = 1 + (int) seed % 8;
            From start = seed % 3 == 0 ? From.PREVIOUS : From.ZERO;
            Fleet fleet = Fleet.builder(instances.n)
                    .start(new double[instances.d])
                    .recipe(Recipe.of(variant, start, IterationRule.fixed(k)))
                    .build();
            List<Agent> agents = new ArrayList<>();
            for (int i = 0; i < instances.n; i++) {
                agents.add(Agent.builder(i, new double[instances.d])
                        .recipe(Recipe.of(variant, start, IterationRule.fixed(12)))
                        .build());
            }
            for (Round round : instances.rounds(3)) {
                Decision decision = fleet.decide(round);
                double[] shares = playByHand(agents, round, start, k);
                for (int i = 0; i < instances.n; i++) {
                    assertThat(agents.get(i).action())
                            .as("seed %d, agent %d", seed, i)
                            .isEqualTo(decision.actions().of(i));
                    assertThat(shares[i]).as("seed %d, agent %d", seed, i).isEqualTo(decision.certificate(i));
                    assertThat(agents.get(i).overpaidBefore())
                            .as("seed %d, agent %d", seed, i)
                            .isEqualTo(decision.overpaidBefore(i));
                }
                double books = 0;
                for (Agent agent : agents) {
                    books += agent.optimumAtLeast();
                }
                assertThat(((Guarantee.Proven) fleet.guarantee()).books())
                        .as("the agents' own books add up to the fleet's, seed %d", seed)
                        .isEqualTo(books);
            }
        }
    }

    @Test
    void whoMissesANeighborsActionKeepsNoBooksAnyMore() {
        Agent agent = Agent.builder(0, 0.0).build();
        agent.open(Quadratic.alpha(1, 3), 1, agent.ties().with(1));
        agent.iterate();
        agent.hearAction(1, new double[] {2});
        agent.close();
        assertThat(agent.optimumAtLeast()).isPositive();
        agent.open(Quadratic.alpha(1, 3), 1, agent.ties().with(1));
        agent.iterate();
        agent.close(); // nobody said what the neighbour played
        assertThat(agent.optimumAtLeast()).isNaN();
        Agent next = Agent.builder(0, agent.action()).memory(agent.memory()).build();
        next.open(Quadratic.alpha(1, 3), 1, next.ties().with(1));
        next.iterate();
        next.hearAction(1, new double[] {2});
        next.close();
        assertThat(next.optimumAtLeast())
                .as("one end alone would count the edge, whatever comes later")
                .isNaN();
        assertThat(next.overpaidBefore()).isNaN();
    }

    /** One round by messages; the agents' shares of the certificate. */
    private static double[] playByHand(List<Agent> agents, Round round, From start, int k) {
        Graph graph = round.graph();
        double[][] told = new double[agents.size()][];
        for (Agent agent : agents) {
            told[agent.id()] = agent.action();
            agent.open(
                    round.cost(agent.id()),
                    round.beta(),
                    ties(agent, round.coupling()),
                    round.switchingWeight(agent.id()));
        }
        if (start == From.PREVIOUS) {
            deliver(agents, graph, told, false);
        }
        for (int iteration = 1; iteration <= (round.isCoupled() ? k : 1); iteration++) {
            for (Agent agent : agents) {
                told[agent.id()] = agent.iterate();
            }
            deliver(agents, graph, told, false);
        }
        for (Agent agent : agents) {
            told[agent.id()] = agent.action();
        }
        deliver(agents, graph, told, true);
        double[] shares = new double[agents.size()];
        for (Agent agent : agents) {
            shares[agent.id()] = agent.certificate();
            agent.close();
        }
        return shares;
    }

    private static void deliver(List<Agent> agents, Graph graph, double[][] told, boolean last) {
        for (Agent agent : agents) {
            for (int arc = graph.firstArc(agent.id()); arc < graph.endArc(agent.id()); arc++) {
                int j = graph.neighbor(arc);
                if (last) {
                    agent.hearAction(j, told[j]);
                } else {
                    agent.hear(j, told[j]);
                }
            }
        }
    }

    /** The edges of an agent as it would be told of them. */
    private static Ties ties(Agent agent, Coupling coupling) {
        Ties ties = agent.ties();
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        for (int arc = graph.endArc(agent.id()) - 1; arc >= graph.firstArc(agent.id()); arc--) {
            int e = graph.edge(arc);
            int j = graph.neighbor(arc);
            double[] offset = new double[d];
            for (int c = 0; c < d; c++) {
                offset[c] = agent.id() < j ? coupling.offset(e, c) : -coupling.offset(e, c);
            }
            if (coupling.isIsotropic(e)) {
                ties.with(j, coupling.weight(e), offset);
            } else {
                ties.withGram(j, coupling.gram(e), offset);
            }
        }
        return ties;
    }

    @Test
    void agentsWithTheCertifiedThetaPlayTheBitsOfTheFleetToo() {
        Instances instances = new Instances(5, 6, 1);
        Round.Builder builder = Round.builder(6, 1).beta(3);
        for (int i = 0; i < 6; i++) {
            builder.cost(i, instances.cost()).edge(i, (i + 1) % 6);
        }
        Round round = builder.build();
        double mu = 0.01;
        Fleet fleet = Fleet.builder(6)
                .recipe(Recipe.of(Variant.CERTIFIED, From.ZERO, IterationRule.fixed(9))
                        .with(LambdaRule.declared(mu)))
                .build();
        double[] a = new double[6];
        for (int i = 0; i < 6; i++) {
            a[i] = fleet.objective(round).modulus(i);
        }
        double kappa = Contraction.of(round.coupling(), 3, a).edgeKappa();
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            agents.add(Agent.builder(i, 0)
                    .recipe(Recipe.of(Variant.CERTIFIED, From.ZERO, IterationRule.fixed(12))
                            .with(LambdaRule.declared(mu)))
                    .kappa(kappa)
                    .build());
        }
        Decision decision = fleet.decide(round);
        playByHand(agents, round, From.ZERO, 9);
        for (int i = 0; i < 6; i++) {
            assertThat(agents.get(i).action()).isEqualTo(decision.actions().of(i));
        }
    }

    @Test
    void anAgentRefusesWhatItCannotUse() {
        Agent agent = Agent.builder(3, 0.0).build();
        assertThatThrownBy(agent::iterate)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("agent 3 has no round open");
        agent.open(Quadratic.alpha(1, 2), 1, agent.ties().with(7));
        assertThatThrownBy(() -> agent.hear(8, new double[] {1})).hasMessageContaining("message of 8");
        assertThatThrownBy(() -> agent.hear(7, new double[] {1, 2})).hasMessageContaining("has 2 numbers");
        assertThatThrownBy(() -> agent.hear(7, new double[] {Double.NaN})).hasMessageContaining("is NaN");
        assertThatThrownBy(() -> agent.open(Quadratic.alpha(1, 2), 1, agent.ties()))
                .hasMessageContaining("has a round open");
        assertThatThrownBy(() -> agent.ties().with(7).with(7)).hasMessageContaining("names agent 7 twice");
        assertThatThrownBy(() -> agent.ties().with(3)).hasMessageContaining("contains the agent itself");
        agent.iterate();
        agent.close();
        assertThatThrownBy(() -> agent.open(Quadratic.alpha(1, 2, 2), -1, agent.ties(), -2))
                .hasMessageContaining("cost has dimension 2")
                .hasMessageContaining("beta is -1.0")
                .hasMessageContaining("b is -2.0");
        assertThatThrownBy(() -> Agent.builder(0, 1)
                        .recipe(Recipe.of(Variant.CERTIFIED, From.ZERO, IterationRule.fixed(12)))
                        .build())
                .hasMessageContaining("kappa is NaN");
    }

    @Test
    void nothingIsCertainBeforeTheNeighborsActionsAreKnown() {
        for (Variant variant : new Variant[] {Variant.PLAIN, Variant.ACCELERATED}) {
            Agent agent = Agent.builder(0, 0.0)
                    .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                    .build();
            agent.open(Quadratic.alpha(1, 2), 1, agent.ties().with(1));
            assertThat(agent.certificate()).isInfinite();
            agent.iterate();
            assertThat(agent.certificate()).isInfinite();
            agent.hear(1, new double[] {1});
            agent.iterate();
            assertThat(agent.certificate()).isInfinite();
            agent.hearAction(1, new double[] {1});
            assertThat(agent.certificate()).isFinite();
        }
    }

    @Test
    void anAgentThatHasNotIteratedHoldsItsAction() {
        Agent agent = Agent.builder(0, 5.0).recipe(Recipe.paper()).build();
        agent.open(Boxed.of(Quadratic.alpha(1, 5), 4, 6), 1, agent.ties().with(1));
        assertThat(agent.action()).containsExactly(5);
        assertThatThrownBy(() -> agent.hear(1, new double[] {100}))
                .hasMessageContaining("came before the first iteration");
        agent.close();
        assertThat(agent.action()).containsExactly(5);
        Agent warm = Agent.builder(0, 5.0)
                .recipe(Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(12)))
                .build();
        warm.open(Quadratic.alpha(1, 5), 1, warm.ties().with(1));
        warm.iterate();
        assertThat(warm.action())
                .as("a neighbour not heard from stands where we do")
                .containsExactly(5);
    }

    @Test
    void anAgentGoesOnWhereAnotherLifeOfItStopped() {
        Agent agent = Agent.builder(0, 0.0).build();
        agent.open(Quadratic.alpha(0.1, 2), 1, agent.ties());
        agent.iterate();
        agent.close();
        Agent again = Agent.builder(0, agent.action()).memory(agent.memory()).build();
        for (Agent life : new Agent[] {agent, again}) {
            life.open(Quadratic.alpha(5, 3), 1, life.ties());
            life.iterate();
        }
        assertThat(again.action()).isEqualTo(agent.action());
    }

    @Test
    void whatAnAgentIsToldIsCopiedAndCheckedLikeAFleets() {
        Agent agent = Agent.builder(7, 0.0)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.fixed(12))
                        .with(LambdaRule.declared(1)))
                .build();
        double[] offset = {3};
        Ties ties = agent.ties().with(4, 1, offset);
        offset[0] = 9;
        agent.open(Quadratic.alpha(1e-3 + 1, 0), 1e6, ties);
        for (int k = 0; k < 50; k++) {
            agent.iterate();
            agent.hear(4, new double[] {0});
        }
        assertThat(agent.action()[0]).isCloseTo(3, within(1e-3));
        agent.close();
        assertThatThrownBy(() -> agent.open(Quadratic.alpha(0.1, 0), 1, agent.ties()))
                .hasMessageContaining("agents[7].cost.mu is 0.2");
        assertThatThrownBy(() -> agent.open(Quadratic.alpha(1, 0), 1, new Ties(6, 1)))
                .hasMessageContaining("ties are those of agent 6");
        assertThatThrownBy(
                        () -> agent.open(Quadratic.alpha(1, 0), 1, agent.ties().with(4, -1)))
                .hasMessageContaining("edge (7, 4).weight is -1.0");
        Agent undeclared = Agent.builder(7, 0.0)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.fixed(12))
                        .with(LambdaRule.declared(1, 1)))
                .build();
        assertThatThrownBy(() -> undeclared.open(Quadratic.alpha(1, 0), 1, undeclared.ties()))
                .hasMessageContaining("mu is declared for 2 agents");
    }

    @Test
    void aNeighborWhoseDifferenceIsFreeIsNoNeighbor() {
        Agent agent = Agent.builder(0, 0.0).build();
        agent.open(Quadratic.alpha(1, 2), 1, agent.ties().with(1, 0));
        assertThatThrownBy(() -> agent.hear(1, new double[] {1})).hasMessageContaining("message of 1");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void aNeighbourWhoFallsSilentIsHeldAtItsLastWord(Variant variant) {
        double[][] played = new double[2][];
        for (int repeats = 0; repeats < 2; repeats++) {
            Agent agent = Agent.builder(0, 1.0)
                    .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                    .build();
            agent.open(Quadratic.alpha(1, 3), 2, agent.ties().with(1));
            for (int k = 0; k < 5; k++) {
                agent.iterate();
                if (k == 0 || repeats == 1) {
                    agent.hear(1, new double[] {-4});
                }
            }
            played[repeats] = agent.action();
        }
        assertThat(played[0]).isEqualTo(played[1]);
    }
}
