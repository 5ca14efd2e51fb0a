package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.Fleet;
import io.acord.acord.Decision;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The costs of a fleet in columns, and in objects. */
class HittingCostsTest {

    /** Ring with a chord, so that neither all degrees nor all distances are the same. */
    private static Round.Builder coupled(int n, int d) {
        Round.Builder round = Round.builder(n, d).beta(3);
        for (int i = 0; i < n; i++) {
            round.edge(i, (i + 1) % n);
        }
        return round.edge(0, n / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void columnsDecideWithTheBitsOfObjects(int d) {
        int n = 200;
        Fleet columns = Fleet.builder(n).dimension(d).build();
        Fleet objects = Fleet.builder(n).dimension(d).build();
        Actions last = Actions.zero(n, d);
        Random random = new Random(17 + d);
        for (int t = 0; t < 4; t++) {
            double[] curvatures = random.doubles((long) n * d, 0.01, 5).toArray();
            double[] targets = random.doubles((long) n * d, -3, 3).toArray();
            Round.Builder single = coupled(n, d);
            for (int i = 0; i < n; i++) {
                single.cost(
                        i,
                        Quadratic.diagonal(
                                Arrays.copyOfRange(curvatures, i * d, (i + 1) * d),
                                Arrays.copyOfRange(targets, i * d, (i + 1) * d)));
            }
            Round whole = coupled(n, d)
                    .costs(HittingCosts.quadratics(d, curvatures, targets))
                    .build();
            Decision one = columns.decide(whole);
            Decision other = objects.decide(single.build());
            assertThat(one).isEqualTo(other);
            assertThat(one.cost()).isEqualTo(whole.cost(one.actions(), last));
            assertThat(columns.save()).isEqualTo(objects.save());
            last = one.actions();
        }
    }

    @Test
    void theCostOfAnAgentCanBeHadOneByOne() {
        HittingCosts costs = HittingCosts.quadratics(2, new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8});
        assertThat(costs.agents()).isEqualTo(2);
        assertThat(costs.mu(1)).isEqualTo(3);
        assertThat(costs.cost(1))
                .hasToString(Quadratic.diagonal(new double[] {3, 4}, 7, 8).toString());
        assertThat(costs.at(1, new double[] {9, 9, 8, 6}, 2, new double[2])).isEqualTo(1.5 + 8);
    }

    /** Costs of all kinds are what they are, and only diagonal quadratics lie in columns. */
    @Test
    void columnsAreCopiedUnlessWhoMadeThemSaysThatNobodyWritesToThem() {
        double[] curvatures = {1, 2};
        double[] targets = {3, 4};
        HittingCosts copied = HittingCosts.quadratics(1, curvatures, targets);
        HittingCosts frozen = HittingCosts.ofFrozen(1, curvatures.clone(), targets.clone());

        targets[0] = 30;

        for (int agent = 0; agent < 2; agent++) {
            assertThat(copied.target(agent, 0)).isEqualTo(frozen.target(agent, 0));
            assertThat(copied.mu(agent)).isEqualTo(frozen.mu(agent));
        }
        assertThatThrownBy(() -> HittingCosts.ofFrozen(1, curvatures, new double[3]))
                .hasMessageContaining("targets");
    }

    @Test
    void aMixedFleetKeepsItsObjects() {
        HittingCost huber = Huber.of(1, 2, 3, 0.5);
        HittingCosts costs = HittingCosts.of(1, Quadratic.alpha(1, 3), huber);
        assertThat(costs.areColumns()).isFalse();
        assertThat(costs.isColumn(0)).isTrue();
        assertThat(costs.isColumn(1)).isFalse();
        assertThat(costs.cost(1)).isSameAs(huber);
        assertThat(costs.mu(1)).isEqualTo(huber.mu());
    }

    @Test
    void badColumnsAreComplainedAboutAllAtOnce() {
        assertThatThrownBy(() -> HittingCosts.quadratics(
                        1, new double[] {1, 0, 1e200, Double.NaN}, new double[] {Double.NaN, 1, 1e200, 1}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("agents[0].cost.v")
                .hasMessageContaining("agents[1].cost.curvature")
                .hasMessageContaining("agents[2].cost.v")
                .hasMessageContaining("agents[3].cost.curvature");
        assertThatThrownBy(() -> HittingCosts.quadratics(2, new double[3], new double[3]))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has 3 numbers");
        assertThatThrownBy(() -> Round.builder(3, 1)
                        .cost(0, Quadratic.alpha(1, 1))
                        .costs(HittingCosts.of(1, Quadratic.alpha(1, 1)))
                        .build())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("both single costs")
                .hasMessageContaining("of 1 agents");
    }
}
