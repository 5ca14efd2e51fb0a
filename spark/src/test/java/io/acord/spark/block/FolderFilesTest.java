package io.acord.spark.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.ScalarConvex;
import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.model.Round;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What numbers cannot tell is asked of the scenario. */
class FolderFilesTest {

    private static final HittingCost CODE = ScalarConvex.of(x -> x * x + Math.exp(x), 2, 0);
    private static final HittingCost LATER = ScalarConvex.of(x -> x * x + Math.exp(-x), 2, 0);

    @TempDir
    Path folder;

    /** A fleet of three, the second of whom has a cost that is somebody's code, and believes in another one. */
    private record Fleet() implements Rounds {
        @Override
        public Round round(int t) {
            return Round.builder(3, 1)
                    .costs(Quadratic.alpha(1, 2), CODE, Quadratic.alpha(3, 4))
                    .coupling(Coupling.none(3, 1))
                    .beta(1)
                    .build();
        }

        @Override
        public Forecasts forecasts(int t, int window) {
            return Forecasts.builder(3).cost(1, 1, LATER).build();
        }
    }

    @Test
    void aTaskGetsCostsThatAreCodeFromWhereTheDriverHasThem() throws Exception {
        Fleet fleet = new Fleet();
        FolderFiles files = new FolderFiles(new Places(folder), fleet, 1, 1, true);
        int[][] agents = {{1, 2}, {0}};
        RoundOutlook outlook = RoundOutlook.of(4, fleet.forecasts(1, 4));
        for (int block = 0; block < 2; block++) {
            double[] lambda = {0.5, 0.5, 0.5};
            RoundFile.of(1, fleet.round(1), 3, 0, lambda, outlook, agents[block])
                    .write(new Places(folder).round(1, block));
        }
        RoundPart first = files.round(1, 0, graph -> agents[0]);
        assertThat(first.costs().cost(0)).isSameAs(CODE);
        assertThat(first.costs().cost(1).at(new double[] {1})).isEqualTo(27);
        RoundOutlook seen = Objects.requireNonNull(first.outlook());
        assertThat(seen.stages()).isEqualTo(2);
        assertThat(seen.forecasts().cost(0, 1, CODE)).isSameAs(LATER);
        RoundPart second = files.round(1, 1, graph -> {
            throw new AssertionError("its costs are numbers");
        });
        assertThat(second.costs().cost(0).at(new double[] {1})).isEqualTo(1);
    }
}
