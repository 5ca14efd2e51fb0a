package io.acord.applications.speeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.Complaint;
import io.acord.lab.Refused;
import io.acord.lab.application.Domain;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedsTest {

    private static final String TRAFFIC = """
            time,gantry,density_veh_per_km
            2026-06-01T07:00+02:00,a,35
            2026-06-01T07:00+02:00,b,105
            2026-06-01T07:01+02:00,a,0
            2026-06-01T07:01+02:00,b,14
            """;

    private static final String GANTRIES = "gantry,length_km,limit_kmh,lowest_kmh\na,2,120,60\nb,1,100,50\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void soundFiles() throws IOException {
        Files.writeString(folder.resolve("traffic.csv"), TRAFFIC);
        Files.writeString(folder.resolve("gantries.csv"), GANTRIES);
    }

    private Scenario scenario() {
        return ScenarioReader.readText(
                "{beta: 3, costs: {kind: speed-harmonisation, traffic: traffic.csv, gantries: gantries.csv, steady: 2},"
                        + " algorithms: [acord]}",
                "own.yaml",
                folder,
                List.of());
    }

    /** A quarter of the jam takes a quarter of the limit; three quarters would leave 25, but 50 is the lowest. */
    @Test
    void costsAreOfTheTrafficsSpeedWithinWhatMayBeAdvised() {
        Instance instance = scenario().instance(1);
        assertThat(instance.start()).isEqualTo(Actions.scalars(120, 100));
        Round round = instance.round(1);
        assertThat(round.cost(0).at(new double[] {100})).isCloseTo(1 / 2.0 * 10 * 10, within(1e-9));
        assertThat(round.cost(1).at(new double[] {54})).isCloseTo(1 / 2.0 * 4 * 4, within(1e-9));
        assertThat(round.cost(1).at(new double[] {49})).isInfinite();
        assertThat(round.cost(0).at(new double[] {121})).isInfinite();
        var cost = round.cost(Actions.scalars(100, 70), instance.start());
        assertThat(cost.switching()).isCloseTo(2 / 2.0 * (20 * 20 + 30 * 30), within(1e-9));
        assertThat(cost.dissimilarity()).isCloseTo(3 / 2.0 * 30 * 30, within(1e-9));
    }

    /** Round 1: 100 and 70 after 120 and 100; round 2: 110 and 90, where the traffic would drive 120 and 90. */
    @Test
    void measuresAreWhatOneFindsByHand() {
        Instance instance = scenario().instance(1);
        var meter = instance.meter(true).orElseThrow();
        meter.played(1, instance.start(), Actions.scalars(100, 70));
        meter.played(2, Actions.scalars(100, 70), Actions.scalars(110, 90));
        Map<String, Double> found = new HashMap<>();
        meter.measures().forEach((measure, value) -> found.put(measure.key(), value));
        assertThat(found.get("drop")).isCloseTo((30 + 20) / 2.0, within(1e-9));
        assertThat(found.get("difference")).isCloseTo((30 + 20) / 2.0, within(1e-9));
        assertThat(found.get("change")).isCloseTo((20 + 30 + 10 + 20) / 4.0, within(1e-9));
        assertThat(found.get("offTraffic")).isCloseTo(Math.sqrt((100 + 400 + 100 + 0) / 4.0), within(1e-9));
        assertThat(found.get("travelTime"))
                .isCloseTo((120 / 100.0 + 60 / 70.0 + 120 / 110.0 + 60 / 90.0) / 2, within(1e-9));
        assertThat(meter.pictures("p", List.of(meter))).hasSize(1);
    }

    @Test
    void signsShowTens() {
        Instance instance = scenario().instance(1);
        assertThat(instance.setpoints().orElseThrow().played(1, instance.start(), Actions.scalars(96.2, 74.9)))
                .containsExactly(96.2, 100, 74.9, 70);
    }

    @Test
    void densitiesThatAreToldMakeTheRoundsOfTheFile() {
        Scenario scenario = scenario();
        FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
        Round told = field.next(
                        1,
                        new double[] {35, 105},
                        scenario.graph().graphs(scenario.size(), 1).round(1))
                .beta(3)
                .build();
        Actions x = Actions.scalars(97, 83);
        assertThat(told.cost(x, field.start()))
                .isEqualTo(scenario.instance(1).round(1).cost(x, field.start()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "traffic.csv | b,105 | b,-1 | traffic.csv:3:26: density_veh_per_km | is -1.0",
                "traffic.csv | density_veh_per_km | density | column \"density\" | does not say its unit",
                "gantries.csv | b,1,100,50 | b,1,100,150 | gantries.csv:3:9: lowest_kmh | is 150.0",
                "gantries.csv | b,1,100,50 | c,1,100,50 | gantries.csv:3:1: gantry | is \"c\"",
            })
    void whatIsWrongIsSaidWithItsPlace(String file, String right, String wrong, String where, String found)
            throws IOException {
        Path path = folder.resolve(file);
        Files.writeString(path, Files.readString(path).replace(right, wrong));
        List<Complaint> complaints = Refused.complaints(this::scenario);
        assertThat(complaints.get(0).where()).contains(where);
        assertThat(complaints.get(0).found()).contains(found);
    }

    /** The jam of the example, over its twenty seeds. */
    @Test
    void speedsFallMoreGentlyThanWhereEveryGantryDecidesAlone() {
        RunResult result = Experiment.of(ScenarioReader.readText(
                        ScenarioReader.examples().getOrDefault("speed-harmonisation", ""),
                        "s.yaml",
                        folder,
                        List.of("algorithms=[acord: {iterations: 12}, local]")))
                .play();
        assertThat(result.verdict().isKept()).isTrue();
        Domain domain = result.domain().orElseThrow();
        for (String measure : List.of("drop", "difference")) {
            List<Double> saved = IntStream.range(0, 20)
                    .mapToObj(r -> domain.values("local", measure).get(r)
                            - domain.values("acord", measure).get(r))
                    .toList();
            assertThat(Statistics.of(saved).low95()).as(measure).isPositive();
        }
    }
}
