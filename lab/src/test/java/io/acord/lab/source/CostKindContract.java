package io.acord.lab.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.QuadraticPull;
import io.acord.lab.options.KindContract;
import io.acord.lab.options.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every kind of costs keeps to. Its samples must have costs for 8 agents and 6 rounds, unless they say themselves
 * how many they have. A hitting cost of your own has a contract, too: {@code HittingCostContract}.
 */
public abstract class CostKindContract extends KindContract<CostKind, CostSource> {

    private static final int AGENTS = 8;
    private static final int HORIZON = 6;

    protected CostKindContract(CostKind kind) {
        super(kind);
    }

    @Override
    protected CostSource create(Options options) {
        return kind().create(
                        options,
                        new DeclaredSize(
                                Path.of("."),
                                Optional.empty(),
                                OptionalInt.of(AGENTS),
                                OptionalInt.empty(),
                                OptionalInt.of(HORIZON)));
    }

    private CostSource known(String sample) {
        CostSource source = made(sample);
        assumeFalse(source.isOnline(), "its costs come from outside");
        return source;
    }

    private static CostSource.Size size(CostSource source) {
        List<String> names = source.names()
                .orElse(IntStream.range(0, AGENTS).mapToObj(String::valueOf).toList());
        int horizon = Math.min(source.horizon().orElse(HORIZON), HORIZON);
        return new CostSource.Size(names, source.dimension().orElse(2), horizon);
    }

    /** Costs as numbers: what they are worth at some actions. */
    private static List<Double> values(HittingCost[] costs) {
        List<Double> values = new ArrayList<>();
        for (HittingCost cost : costs) {
            values.add(cost.mu());
            for (int k = -2; k <= 2; k++) {
                double[] x = new double[cost.dimension()];
                for (int c = 0; c < x.length; c++) {
                    x[c] = 3.7 * k + c;
                }
                values.add(cost.at(x));
            }
        }
        return values;
    }

    @TestFactory
    Stream<DynamicTest> theSameSeedGivesTheSameCostsInWhateverOrderTheyAreAskedFor() {
        return withEverySample(sample -> {
            CostSource source = known(sample);
            CostSource.Size size = size(source);
            CostSource.Costs forwards = source.costs(size, 7);
            CostSource.Costs backwards = made(sample).costs(size, 7);
            List<List<Double>> seen = new ArrayList<>();
            for (int t = 1; t <= size.horizon(); t++) {
                seen.add(values(forwards.round(t)));
            }
            for (int t = size.horizon(); t >= 1; t--) {
                assertThat(values(backwards.round(t))).isEqualTo(seen.get(t - 1));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> columnsAreTheCostsThatAreAskedForOneByOne() {
        return withEverySample(sample -> {
            CostSource source = known(sample);
            CostSource.Size size = size(source);
            CostSource.Costs costs = source.costs(size, 7);
            for (int t = 1; t <= size.horizon(); t++) {
                HittingCost[] each = costs.round(t);
                costs.columns(t).ifPresent(all -> {
                    assertThat(all.areColumns()).isTrue();
                    HittingCost[] made = new HittingCost[all.agents()];
                    Arrays.setAll(made, all::cost);
                    assertThat(values(made)).isEqualTo(values(each));
                });
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> everybodyHasACostThatIsAsConvexAsItSays() {
        return withEverySample(sample -> {
            CostSource source = known(sample);
            CostSource.Size size = size(source);
            CostSource.Costs costs = source.costs(size, 7);
            for (int t = 1; t <= size.horizon(); t++) {
                HittingCost[] round = costs.round(t);
                assertThat(round).hasSize(size.agents());
                for (HittingCost cost : round) {
                    assertThat(cost.dimension()).isEqualTo(size.dimension());
                    assertThat(cost.mu()).isFinite().isPositive();
                    double[] x = new double[size.dimension()];
                    cost.argmin(new QuadraticPull(x.length), x);
                    assertThat(cost.at(x)).isFinite();
                    assertThat(HittingCostCheck.of(cost, t, 50, x, 1 + Math.abs(x[0])))
                            .isEmpty();
                }
            }
        });
    }
}
