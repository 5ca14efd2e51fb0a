package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeighborhoodsTest {

    private static Coupling[] window(Graph graph, int rounds) {
        Coupling[] window = new Coupling[rounds];
        Arrays.fill(window, Coupling.unit(graph, 1));
        return window;
    }

    private static Graph path(int n) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 1; i < n; i++) {
            builder.edge(i - 1, i);
        }
        return builder.build();
    }

    @Test
    void onAPathEverybodySeesHisHopsToEitherSide() {
        Neighborhoods around = new Neighborhoods(2, LpcBoundary.FULL, window(path(9), 1));
        for (int i = 0; i < 9; i++) {
            Patch patch = around.patch(i, around.new Scout());
            int first = Math.max(0, i - 2);
            assertThat(patch.size()).isEqualTo(Math.min(8, i + 2) - first + 1);
            for (int a = 0; a < patch.size(); a++) {
                assertThat(patch.agent(a)).isEqualTo(first + a);
                assertThat(patch.placeOf(first + a)).isEqualTo(a);
            }
            assertThat(around.solver(i)).isEqualTo(i);
            assertThat(around.inner(i)).isEqualTo((i > 0 ? 1 : 0) + (i < 8 ? 1 : 0));
            assertThat(around.outer(i)).isEqualTo((i > 1 ? 1 : 0) + (i < 7 ? 1 : 0));
        }
    }

    @ParameterizedTest
    @EnumSource(LpcBoundary.class)
    void onlyWhoSeesTheWholeComponentAndNoBoundarySharesASolve(LpcBoundary boundary) {
        // On a path of 5 the middle sees everybody within 2 hops, but has two agents at the boundary.
        Neighborhoods around = new Neighborhoods(2, boundary, window(path(5), 1));
        for (int i = 0; i < 5; i++) {
            assertThat(around.solver(i)).isEqualTo(i);
        }
        Neighborhoods farther = new Neighborhoods(3, boundary, window(path(5), 1));
        int[] expected = boundary == LpcBoundary.FULL ? new int[] {0, 1, 1, 1, 4} : new int[] {0, 1, 2, 3, 4};
        for (int i = 0; i < 5; i++) {
            assertThat(farther.solver(i)).isEqualTo(expected[i]);
        }
        Neighborhoods far = new Neighborhoods(5, boundary, window(path(5), 1));
        for (int i = 0; i < 5; i++) {
            assertThat(far.solver(i)).isZero();
            assertThat(far.isShared(i)).isEqualTo(i == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(LpcBoundary.class)
    void patchesThatAreNotKeptAreMadeAnewAlike(LpcBoundary boundary) {
        for (int seed = 1; seed <= 10; seed++) {
            RandomRun run = new RandomRun(seed, 9, 1, 2, Costs.QUADRATIC, true);
            Coupling[] window = {run.round(1).coupling(), run.round(2).coupling()};
            Neighborhoods kept = new Neighborhoods(2, boundary, window);
            Neighborhoods forgetful = new Neighborhoods(2, boundary, window, 0);
            Neighborhoods.Scout scout = forgetful.new Scout();
            for (int i = 0; i < 9; i++) {
                assertThat(forgetful.solver(i)).isEqualTo(kept.solver(i));
                if (kept.solver(i) == i) {
                    assertThat(forgetful.patch(i, scout))
                            .usingRecursiveComparison()
                            .isEqualTo(kept.patch(i, kept.new Scout()));
                }
            }
            assertThat(forgetful.edgeNumbers(0)).isEqualTo(kept.edgeNumbers(0));
        }
    }

    @Test
    void theyServeAShorterWindowOfTheSameGraphs() {
        Coupling[] three = window(path(4), 3);
        Neighborhoods around = new Neighborhoods(1, LpcBoundary.FULL, three);
        assertThat(around.serve(new Coupling[] {three[0], three[1]})).isTrue();
        assertThat(around.serve(window(path(4), 3))).isFalse();
        assertThat(around.serve(new Coupling[] {three[0], three[0], three[0], three[0]}))
                .isFalse();
    }
}
