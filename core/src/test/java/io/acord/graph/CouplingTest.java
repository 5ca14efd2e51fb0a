package io.acord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import org.junit.jupiter.api.Test;

class CouplingTest {

    @Test
    void anEdgeThatChargesNothingIsNoEdge() {
        Coupling coupling = Coupling.builder(4, 2)
                .edge(0, 1, 0)
                .edge(1, 2, new double[][] {{0, 0}})
                .edge(2, 3, 1e-300)
                .build();
        assertThat(coupling.graph().edges()).isEqualTo(1);
        assertThat(coupling.graph().edgeBetween(2, 3)).isZero();
    }

    @Test
    void aMultipleOfTheIdentityIsAWeight() {
        Coupling coupling = Coupling.builder(3, 2)
                .edge(0, 1, new double[][] {{0, 2}, {2, 0}})
                .edge(1, 2, new double[][] {{1, 2}})
                .build();
        assertThat(coupling.isIsotropic(0)).isTrue();
        assertThat(coupling.weight(0)).isEqualTo(4);
        assertThat(coupling.isIsotropic(1)).isFalse();
        assertThat(coupling.gram(1, 0, 1)).isEqualTo(2);
        assertThat(coupling.smallestEigenvalue(1)).isCloseTo(0, within(1e-15));
        assertThat(coupling.largestEigenvalue(1)).isCloseTo(5, within(1e-14));
        assertThat(coupling.isIsotropic()).isFalse();
        Coupling scalar = Coupling.builder(2, 1)
                .edge(0, 1, 3, new double[][] {{1}, {2}}, new double[] {7})
                .build();
        assertThat(scalar.weight(0)).isEqualTo(15);
        assertThat(scalar.isIsotropic()).isTrue();
    }

    @Test
    void anOffsetIsSeenFromTheEndThatWasNamedFirst() {
        Coupling there = Coupling.builder(2, 1).edge(0, 1, 2, new double[] {3}).build();
        Coupling back = Coupling.builder(2, 1).edge(1, 0, 2, new double[] {-3}).build();
        assertThat(back.offset(0, 0)).isEqualTo(there.offset(0, 0)).isEqualTo(3);
        assertThat(there.squaredDifference(0, new double[] {5, 1})).isEqualTo(2);
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() {
        assertThatThrownBy(() -> Coupling.builder(3, 2)
                        .edge(0, 1, -1)
                        .edge(0, 2, Double.NaN)
                        .edge(1, 2, new double[][] {{1, 2, 3}})
                        .edge(1, 2, new double[][] {})
                        .edge(1, 1, 1, new double[] {1})
                        .edge(0, 1, 1, new double[][] {{1, Double.POSITIVE_INFINITY}}, new double[] {1, Double.NaN})
                        .gram(0, 2, new double[] {1, 2, 3, 4}, new double[] {0, 0})
                        .gram(0, 2, new double[] {1, 2, 2, 1}, new double[] {0, 0})
                        .build())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("edge (0, 1).weight is -1.0")
                .hasMessageContaining("a negative one would reward differing")
                .hasMessageContaining("edge (0, 2).weight is NaN")
                .hasMessageContaining("edge (1, 2).A has a row of 3 numbers")
                .hasMessageContaining("edge (1, 2).A has no rows")
                .hasMessageContaining("edge (1, 1).offset has 1 numbers")
                .hasMessageContaining("joins agent 1 with itself")
                .hasMessageContaining("edge (0, 1).A is Infinity")
                .hasMessageContaining("edge (0, 1).offset is NaN")
                .hasMessageContaining("edge (0, 2).W has 3.0 and 2.0 across the diagonal")
                .hasMessageContaining("edge (0, 2).W has the eigenvalue -");
        assertThatThrownBy(
                        () -> Coupling.builder(2, 2).edge(1, 1, 0).edge(0, 5, 0).build())
                .hasMessageContaining("edge (1, 1) joins agent 1 with itself")
                .hasMessageContaining("edge (0, 5) names an agent that there is not");
        assertThatThrownBy(() -> Coupling.builder(2, 1)
                        .edge(0, 1, new double[][] {{1e200}})
                        .build())
                .hasMessageContaining("edge (0, 1).weight * A'A is Infinity");
        assertThatThrownBy(() -> Coupling.builder(2, 0)).hasMessageContaining("dimension is 0");
    }
}
