package io.acord.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.model.Round;
import org.junit.jupiter.api.Test;

class PaperSettingTest {

    @Test
    void aRingHasTwoMoreAgentsPerHopUntilItsEndsMeet() {
        assertThat(new PaperSetting(7, 2, 50, 12).neighborhoodSizes()).containsExactly(1, 3, 5, 7);
        assertThat(new PaperSetting(6, 2, 50, 12).neighborhoodSizes()).containsExactly(1, 3, 5, 6);
    }

    @Test
    void theDiameterIsThatOfThePapersGraphs() {
        assertThat(new PaperSetting(20, 2, 50, 12).diameter()).isEqualTo(10);
        assertThat(new PaperSetting(40, 10, 50, 12).diameter()).isEqualTo(4);
        assertThat(new PaperSetting(40, 39, 50, 12).diameter()).isEqualTo(1);
        assertThat(new PaperSetting(200, 50, 50, 6).diameter()).isEqualTo(4);
    }

    @Test
    void settingsWithTheSameNumberOfAgentsHaveTheSameCosts() {
        Round ring = new PaperSetting(20, 2, 10, 6).instance(5).round(7);
        Round dense = new PaperSetting(20, 10, 250, 15).instance(5).round(7);
        double[] x = {3};
        for (int i = 0; i < 20; i++) {
            assertThat(ring.cost(i).at(x)).isEqualTo(dense.cost(i).at(x));
        }
    }

    @Test
    void anOddNumberOfAgentsHasNoOddDegree() {
        assertThat(PaperSetting.isFeasible(15, 3)).isFalse();
        assertThat(PaperSetting.isFeasible(15, 4)).isTrue();
        assertThat(PaperSetting.isFeasible(20, 19)).isTrue();
        assertThat(PaperSetting.isFeasible(20, 20)).isFalse();
    }
}
