package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Meter;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What is written down of a repeat, and for whom. */
class RepeatRecordTest {

    private static final Meter METER = new Meter() {
        @Override
        public String kind() {
            return "nothing";
        }

        @Override
        public void played(int t, Actions previous, Actions actions) {}

        @Override
        public Map<Measure, Double> measures() {
            return Map.of();
        }
    };

    private static Scenario plain() {
        return ScenarioReader.readText(
                "{repeats: 2, horizon: 4, agents: 3, costs: {kind: drift}, graph: {kind: path},"
                        + " algorithms: [acord: {iterations: 2}, local]}",
                "small.yaml",
                Path.of(""),
                List.of());
    }

    /** One whose field measures. */
    private static Scenario metered() {
        Scenario plain = plain();
        CostSource costs = (size, seed) -> new CostSource.Costs() {
            @Override
            public HittingCost[] round(int t) {
                HittingCost[] f = new HittingCost[size.agents()];
                Arrays.setAll(f, i -> Quadratic.alpha(1, i + t));
                return f;
            }

            @Override
            public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
                return Optional.of(METER);
            }
        };
        return new Scenario(
                plain.name(),
                plain.seed(),
                plain.repeats(),
                plain.size(),
                plain.start(),
                plain.betas(),
                plain.switching(),
                plain.mu(),
                1,
                plain.optimum(),
                plain.output(),
                costs,
                plain.graph(),
                plain.forecasts(),
                plain.algorithms(),
                plain.source());
    }

    private static Optional<byte[]> record(Scenario scenario, long most) {
        RepeatRecord record = new RepeatRecord(Watcher.NOBODY, most);
        return record.bytes(Repeat.open(scenario, 0, 1, Repeat.plan(scenario), record, () -> {})
                .finish());
    }

    @Test
    void aRepeatWithMoreActionsThanThereIsRoomForIsNotKept() {
        int numbers = 2 * 4 * 3; // policies, rounds, agents
        assertThat(record(metered(), numbers)).isPresent();
        assertThat(record(metered(), numbers - 1)).isEmpty();
        assertThat(record(plain(), 0)).as("nobody measures: no actions").isPresent();
    }

    @Test
    void onlyWhoKeepsRepeatsIsGivenThem() {
        for (boolean isKeeping : List.of(true, false)) {
            Map<Integer, Optional<byte[]>> over = new ConcurrentHashMap<>();
            Watcher watcher = new Watcher() {
                @Override
                public boolean isKeeping() {
                    return isKeeping;
                }

                @Override
                public void over(int repeat, Optional<byte[]> record) {
                    over.put(repeat, record);
                }
            };
            Experiment.of(metered(), watcher, "", "").play();
            assertThat(over).containsOnlyKeys(0, 1);
            assertThat(over.values())
                    .allSatisfy(record -> assertThat(record.isPresent()).isEqualTo(isKeeping));
        }
    }
}
