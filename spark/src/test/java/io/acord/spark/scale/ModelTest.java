package io.acord.spark.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelTest {

    private static final Model MACHINE = new Model(2e-9, 5e-9, 1e-7, 4e-4, 3e8, 2e-7);

    @Test
    void aFitFindsTheModelThatTheMeasurementsCameFrom() {
        Fit fit = new Fit();
        for (double rows : new double[] {1e3, 1e4, 1e5, 1e6}) {
            for (int degree : new int[] {2, 10}) {
                for (int k : new int[] {6, 24}) {
                    double bytes = 8 * rows / degree;
                    double computing = k * (MACHINE.arc() * degree * rows + MACHINE.row() * rows);
                    double exchanging = k * (MACHINE.frame() * 3 + bytes / MACHINE.rate());
                    fit.add(new Fit.Measured(
                            rows, degree * rows, k, 3, bytes, computing, exchanging, MACHINE.round() * rows));
                }
            }
            fit.addDriver(2 * rows, MACHINE.agent() * 2 * rows);
        }
        Model found = fit.model();
        assertThat(found.arc()).isCloseTo(MACHINE.arc(), within(1e-6 * MACHINE.arc()));
        assertThat(found.row()).isCloseTo(MACHINE.row(), within(1e-6 * MACHINE.row()));
        assertThat(found.round()).isCloseTo(MACHINE.round(), within(1e-6 * MACHINE.round()));
        assertThat(found.frame()).isCloseTo(MACHINE.frame(), within(1e-6 * MACHINE.frame()));
        assertThat(found.rate()).isCloseTo(MACHINE.rate(), within(1e-6 * MACHINE.rate()));
        assertThat(found.agent()).isCloseTo(MACHINE.agent(), within(1e-6 * MACHINE.agent()));
        assertThat(fit.words()).contains("| 1e+08 | scattered | 100 x 8 | 10 Gbit/s |");
    }

    /** What is told of scattered agents, against agents that were really scattered. */
    @Test
    void anAgentIsToldOnceToEveryOtherBlockThatItHasANeighborIn() {
        int blocks = 20;
        int degree = 10;
        Random random = new Random(1);
        long told = 0;
        int agents = 100_000;
        for (int i = 0; i < agents; i++) {
            int home = random.nextInt(blocks);
            boolean[] met = new boolean[blocks];
            for (int j = 0; j < degree; j++) {
                met[random.nextInt(blocks)] = true;
            }
            for (int b = 0; b < blocks; b++) {
                told += met[b] && b != home ? 1 : 0;
            }
        }
        Model.Fleet fleet = Model.Fleet.scattered(agents, degree, 12, blocks, 1, 1e9);
        assertThat(fleet.toldPerAgent()).isCloseTo((double) told / agents, within(0.05));
    }

    @Test
    void theSlowestOfBlockCardAndDriverDecides() {
        Model.Fleet slowCard = Model.Fleet.scattered(1e6, 10, 12, 8, 8, 1e6);
        assertThat(MACHINE.exchange(slowCard)).isEqualTo(slowCard.bytesPerIteration() * 8 / 1e6);
        Model slowDriver = new Model(1e-12, 1e-12, 1e-12, 1e-9, 1e12, 1);
        assertThat(slowDriver.seconds(slowCard)).isEqualTo(1e6);
        assertThat(Model.memory(slowCard)).isGreaterThan(8 * slowCard.rows());
    }
}
