package io.acord.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import org.junit.jupiter.api.Test;

class RoundTest {

    private record Flat(double mu) implements HittingCost {
        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public double at(double[] x) {
            return 0;
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            return 0;
        }
    }

    @Test
    void everythingThatIsWrongWithARoundIsSaidAtOnce() {
        assertThatThrownBy(() -> Round.builder(4, 1)
                        .cost(0, Quadratic.alpha(1, 2, 3))
                        .cost(1, new Flat(0))
                        .cost(2, new Flat(Double.NaN))
                        .cost(2, Quadratic.alpha(1, 2))
                        .cost(9, Quadratic.alpha(1, 2))
                        .edge(0, 0)
                        .edge(1, 2, -3)
                        .beta(-1)
                        .switchingWeights(1, -2)
                        .build())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("agents[0].cost has dimension 2")
                .hasMessageContaining("agents[1].cost.mu is 0.0")
                .hasMessageContaining("add a small ridge")
                .hasMessageContaining("agents[2].cost.mu is NaN")
                .hasMessageContaining("agents[2].cost is given twice")
                .hasMessageContaining("agents[3].cost is missing")
                .hasMessageContaining("agents[9].cost is given")
                .hasMessageContaining("joins agent 0 with itself")
                .hasMessageContaining("edge (1, 2).weight is -3.0")
                .hasMessageContaining("beta is -1.0")
                .hasMessageContaining("switchingWeights has 2 numbers")
                .hasMessageContaining("switchingWeights[1] is -2.0");
    }

    @Test
    void aCouplingOfAnotherFleetIsRefused() {
        assertThatThrownBy(() -> Round.builder(1, 1)
                        .cost(0, Quadratic.alpha(1, 2))
                        .coupling(Coupling.none(2, 3))
                        .build())
                .hasMessageContaining("coupling is of 2 agents with 3 coordinates");
        assertThatThrownBy(() -> Round.builder(2, 1)
                        .costs(Quadratic.alpha(1, 2), Quadratic.alpha(1, 2))
                        .edge(0, 1)
                        .coupling(Coupling.none(2, 1))
                        .build())
                .hasMessageContaining("round has both single edges and a whole coupling");
        assertThatThrownBy(() -> Round.builder(0, 1)).hasMessageContaining("round.agents is 0");
    }

    @Test
    void actionsOfAnotherFleetAreRefused() {
        Round round = Round.builder(1, 1).cost(0, Quadratic.alpha(1, 2)).build();
        assertThatThrownBy(() -> round.cost(Actions.zero(2, 1), Actions.zero(1, 1)))
                .hasMessageContaining("actions are of 2 agents with 1 coordinates");
        assertThatThrownBy(() -> new RoundObjective(round, Actions.zero(1, 2), new double[] {1}))
                .hasMessageContaining("previous actions are of 1 agents with 2 coordinates");
        assertThatThrownBy(() -> new RoundObjective(round, Actions.zero(1, 1), new double[] {0, 1}))
                .hasMessageContaining("lambda has 2 numbers")
                .hasMessageContaining("lambda[0] is 0.0");
    }

    @Test
    void actionsAreValues() {
        Actions x = Actions.flat(2, new double[] {1, 2, 3, 4});
        assertThat(x)
                .isEqualTo(Actions.flat(2, new double[] {1, 2, 3, 4}))
                .hasSameHashCodeAs(Actions.flat(2, x.toArray()));
        assertThat(x).isNotEqualTo(Actions.flat(1, x.toArray())).isNotEqualTo(Actions.zero(2, 2));
        assertThat(x.of(1)).containsExactly(3, 4);
        double[] mine = x.toArray();
        mine[0] = 9;
        x.of(0)[0] = 9;
        assertThat(x.get(0, 0)).isEqualTo(1);
        assertThat(x).hasToString("[[1.0, 2.0], [3.0, 4.0]]");
        assertThat(Actions.zero(30, 1).toString()).endsWith("… 10 more]");
        assertThatThrownBy(() -> x.get(1)).hasMessageContaining("asks for one number of an action of dimension 2");
        assertThatThrownBy(() -> x.get(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Actions.everybodyAt(2)).hasMessageContaining("dimension is 0");
        assertThatThrownBy(() -> Actions.flat(3, new double[4])).hasMessageContaining("actions have 4 numbers");
    }
}
