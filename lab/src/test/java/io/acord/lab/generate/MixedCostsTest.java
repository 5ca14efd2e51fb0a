package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.Fleet;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixedCostsTest {

    @Test
    void allShapesAreEquallyLikely() {
        int draws = 20_000;
        Map<Class<?>, Integer> seen = new HashMap<>();
        for (HittingCost f : KindFixtures.costs("mixed", Map.of(), KindFixtures.size(draws, 1, 5), 1)
                .round(3)) {
            seen.merge(f.getClass(), 1, Integer::sum);
        }
        assertThat(seen)
                .containsOnlyKeys(Quadratic.class, AbsoluteDeviation.class, Band.class, Huber.class, Boxed.class);
        assertThat(seen.values())
                .allSatisfy(count ->
                        assertThat(count / (double) draws).isCloseTo(0.2, within(5 * Math.sqrt(0.16 / draws))));
    }

    @ParameterizedTest(name = "dimension {0}")
    @ValueSource(ints = {1, 3})
    void theOriginIsAlwaysAllowedAndMuHolds(int dimension) {
        for (HittingCost f : KindFixtures.costs("mixed", Map.of("mu", 0.25), KindFixtures.size(2000, dimension, 5), 1)
                .round(3)) {
            assertThat(f.dimension()).isEqualTo(dimension);
            assertThat(f.at(new double[dimension])).isFinite().isNotNegative();
            assertThat(f.mu()).isGreaterThanOrEqualTo(0.25);
        }
    }

    @Test
    void someShapesCanBeChosen() {
        for (HittingCost f : KindFixtures.costs(
                        "mixed", Map.of("of", List.of("absolute", "band")), KindFixtures.size(100, 1, 5), 1)
                .round(1)) {
            assertThat(f).isInstanceOfAny(AbsoluteDeviation.class, Band.class);
        }
        assertThat(KindFixtures.costs("mixed", Map.of("of", "huber"), KindFixtures.size(10, 1, 5), 1)
                        .round(1))
                .hasOnlyElementsOfType(Huber.class);
    }

    @ParameterizedTest(name = "dimension {0}")
    @ValueSource(ints = {1, 2})
    void aFleetPlaysThem(int dimension) {
        var size = KindFixtures.size(20, dimension, 5);
        var costs = KindFixtures.costs("mixed", Map.of(), size, 1);
        var graphs = KindFixtures.graphSource("small-world", Map.of(), KindFixtures.declaredSize(size))
                .graphs(size, 1);
        Fleet fleet = Fleet.builder(20).dimension(dimension).build();
        for (int t = 1; t <= 5; t++) {
            var decision = fleet.decide(fleet.round()
                    .costs(costs.round(t))
                    .coupling(graphs.round(t))
                    .beta(3)
                    .build());
            assertThat(decision.isAccurate()).isTrue();
            assertThat(decision.cost().total()).isFinite();
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThatThrownBy(() -> KindFixtures.costs(
                        "mixed",
                        Map.of("of", List.of("absolute", "sharp"), "mu", 0, "weight", -1, "range", 0),
                        KindFixtures.size(2, 1, 5),
                        1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(
                        "of is a list of 2",
                        "some of quadratic, absolute, band, huber, boxed",
                        "mu is \"0\"",
                        "weight is \"-1\"",
                        "range is \"0\"");
    }
}
