package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.HittingCost;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all generated costs have in common. */
class EveryCostKindTest {

    @ParameterizedTest
    @ValueSource(strings = {"spikes", "drift", "mixed"})
    void roundsMayBeAskedForInAnyOrderAndAgain(String kind) {
        var size = KindFixtures.size(10, 2, 40);
        var forwards = KindFixtures.costs(kind, Map.of(), size, 7);
        var backwards = KindFixtures.costs(kind, Map.of(), size, 7);
        String[] seen = new String[40];
        for (int t = 1; t <= 40; t++) {
            seen[t - 1] = Arrays.toString(forwards.round(t));
        }
        for (int t = 40; t >= 1; t--) {
            assertThat(Arrays.toString(backwards.round(t))).isEqualTo(seen[t - 1]);
        }
        assertThat(seen).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spikes", "drift", "mixed"})
    void theSeedDecides(String kind) {
        var size = KindFixtures.size(10, 2, 40);
        assertThat(Arrays.toString(KindFixtures.costs(kind, Map.of(), size, 7).round(5)))
                .isNotEqualTo(Arrays.toString(
                        KindFixtures.costs(kind, Map.of(), size, 8).round(5)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spikes", "drift", "mixed"})
    void aSingleAgentHasCostsToo(String kind) {
        HittingCost[] f = KindFixtures.costs(kind, Map.of(), KindFixtures.size(1, 1, 1), 1)
                .round(1);
        assertThat(f).hasSize(1);
        assertThat(f[0].mu()).isPositive();
        assertThat(f[0].dimension()).isEqualTo(1);
    }
}
