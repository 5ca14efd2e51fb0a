package io.acord.applications.drones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.application.Domain;
import io.acord.lab.instance.Instance;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.report.Report;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DronesTest {

    private static Scenario scenario(String text) {
        return ScenarioReader.readText(text, "drones.yaml", Path.of(""), List.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void separationAndFormationErrorAreThoseOfACentralisedSolve(int dimension) {
        Domain domain = Experiment.of(
                        scenario(
                                "{repeats: 2, horizon: 15, agents: 9, beta: 2, dimension: " + dimension
                                        + ", costs: {kind: drones, obstacles: 3}, algorithms: ["
                                        + "acord: {accuracy: 1e-10}, robd: {lambda: riccati}, acord: {accuracy: 1e-10, lambda: 1, name: unweighted}, myopic]}"))
                .play()
                .domain()
                .orElseThrow();
        for (String measure : List.of("formationError", "smallestSeparation", "routeError", "clearance")) {
            for (int repeat = 0; repeat < 2; repeat++) {
                assertThat(domain.values("acord", measure).get(repeat))
                        .as(measure)
                        .isCloseTo(domain.values("robd", measure).get(repeat), within(1e-3));
                assertThat(domain.values("unweighted", measure).get(repeat))
                        .as(measure)
                        .isCloseTo(domain.values("myopic", measure).get(repeat), within(1e-3));
            }
        }
        assertThat(domain.values("acord", "formationError")).allMatch(error -> error > 0.01);
    }

    @Test
    void theShippedFormationIsKeptBetterThanByEveryDroneForItselfOverTwentySeeds() {
        String example = new DroneCosts().example().orElseThrow();
        Scenario shipped = scenario(example.substring(0, example.indexOf("algorithms:"))
                + "algorithms: [acord: {iterations: 12}, local]\n");
        assertThat(shipped.repeats()).isEqualTo(20);
        RunResult result = Experiment.of(shipped).play();
        assertThat(result.verdict().isKept()).isTrue();
        Domain domain = result.domain().orElseThrow();
        Statistics acord = Statistics.of(domain.values("acord", "formationError"));
        Statistics local = Statistics.of(domain.values("local", "formationError"));
        assertThat(acord.high95()).isLessThan(0.75 * local.low95());
        Statistics apart = Statistics.of(domain.values("acord", "smallestSeparation"));
        Statistics apartLocal = Statistics.of(domain.values("local", "smallestSeparation"));
        assertThat(apart.low95()).isGreaterThan(apartLocal.high95());
    }

    @Test
    void differencesOfActionsAreWhatOffsetsBetweenPositionsMean() {
        var size = size(8, 3, 20);
        Flight flight = new Flight(new MadeUpFlight(10, 5, 4).draw(size, 1, 3), handling(), 20);
        SeededRandom random = new SeededRandom(3);
        for (int t : new int[] {1, 8, 20}) {
            Coupling plain = flight.neighbors().get(t - 1);
            double[] slots = flight.slots(t);
            Coupling.Builder offsets = Coupling.builder(8, 3);
            Graph graph = plain.graph();
            for (int e = 0; e < graph.edges(); e++) {
                int i = graph.tail(e);
                int j = graph.head(e);
                offsets.edge(
                        i,
                        j,
                        1,
                        IntStream.range(0, 3)
                                .mapToDouble(c -> slots[3 * i + c] - slots[3 * j + c])
                                .toArray());
            }
            Coupling between = offsets.build();
            double[] y =
                    IntStream.range(0, 24).mapToDouble(k -> random.gaussian()).toArray();
            double[] p =
                    IntStream.range(0, 24).mapToDouble(k -> slots[k] + y[k]).toArray();
            assertThat(graph.edges()).isPositive();
            for (int e = 0; e < graph.edges(); e++) {
                assertThat(plain.squaredDifference(e, y)).isCloseTo(between.squaredDifference(e, p), within(1e-9));
            }
        }
    }

    @Test
    void theGraphChangesWithDistance() {
        Instance instance = scenario(
                        "{horizon: 40, agents: 16, dimension: 2, costs: {kind: drones}, algorithms: [local]}")
                .instance(1);
        Graph wide = instance.round(1).coupling().graph();
        Graph narrow = instance.round(20).coupling().graph();
        assertThat(wide.edgeBetween(0, 1)).isNotNegative();
        assertThat(wide.edgeBetween(0, 2)).isNegative();
        assertThat(narrow.edgeBetween(0, 2)).isNotNegative(); // 12 m apart where the grid is narrow
        assertThat(instance.round(40).coupling().graph().edges()).isEqualTo(wide.edges());
    }

    /**
     * A drone that would fly through the middle of a tree passes beside it, though wind is calm and its slot is not
     * moved.
     */
    @Test
    void anObstacleInTheWayIsFlownRound() {
        Domain domain = Experiment.of(scenario(
                        "{horizon: 60, agents: 2, dimension: 2, seed: 11, repeats: 6, costs: {kind: drones, gust: 0,"
                                + " obstacles: 2}, algorithms: [acord: {iterations: 40}]}"))
                .play()
                .domain()
                .orElseThrow();
        assertThat(domain.values("acord", "clearance")).allMatch(clearance -> clearance > 0.5);
        Flight flight = new Flight(
                new FlightPlan(
                        new Track(new double[] {0, 40}, new double[][] {{0, 0}, {80, 0}}),
                        List.of(resting(0, 0), resting(0, 10)),
                        List.of(new Obstacle(new double[] {40, 0.5}, 2)),
                        2),
                handling(),
                40);
        double[] calm = new double[4];
        // beside the tree the first drone shall be 3 m from its centre, to the right, where its slot is
        double[] x = new double[2];
        flight.costs(20, calm)[0].argmin(new io.acord.cost.QuadraticPull(2), x);
        assertThat(x[1]).isCloseTo(-2.5, within(1e-9));
        assertThat(x[0]).isCloseTo(0, within(1e-9));
        assertThat(flight.costs(1, calm)[0].at(new double[2])).isZero();
    }

    private static Track resting(double... point) {
        return new Track(new double[] {0}, new double[][] {point});
    }

    @Test
    void withNeitherWindNorObstaclesNobodyLeavesItsSlot() {
        Domain domain = Experiment.of(
                        scenario(
                                "{horizon: 30, agents: 6, dimension: 3, costs: {kind: drones, gust: 0, obstacles: 0}, algorithms: [acord, local, opt]}"))
                .play()
                .domain()
                .orElseThrow();
        for (String policy : List.of("acord", "local", "opt")) {
            assertThat(domain.values(policy, "formationError").get(0)).isLessThan(1e-9);
            assertThat(domain.values(policy, "correction").get(0)).isLessThan(1e-9);
            assertThat(domain.values(policy, "smallestSeparation").get(0)).isCloseTo(6, within(1e-6));
        }
        assertThat(domain.measures()).noneMatch(measure -> measure.key().equals("clearance"));
    }

    @Test
    void theMeterSeesPositions() {
        Flight flight = new Flight(
                new FlightPlan(
                        new Track(new double[] {0, 10}, new double[][] {{0, 0}, {50, 0}}),
                        List.of(resting(0, 0), resting(0, 5)),
                        List.of(new Obstacle(new double[] {5, -3}, 1)),
                        2),
                handling(),
                1);
        FlightMeter meter = new FlightMeter(flight, true);
        meter.played(1, Actions.zero(2, 2), Actions.flat(2, new double[] {0, 3, 4, 0}));
        assertThat(meter.measures().values())
                .containsExactly(
                        5.0, 5 - Math.sqrt(20), Math.sqrt(20), 0.0, 2.5, 3.5, 1.0, 5.0); // (0,3) against (4,0): 5 m off
        assertThat(meter.pictures("p", List.of(meter))).hasSize(2);
    }

    @Test
    void everyDroneOfTheShippedExampleIsDrawnAndMovesInThePageAlone() throws Exception {
        String page = Report.html(Experiment.of(
                        scenario(
                                "{horizon: 12, agents: 5, dimension: 3, repeats: 2, costs: {kind: drones}, algorithms: [acord, local]}"))
                .play());
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        page.replaceFirst("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
        assertThat(page)
                .contains(
                        "Trajectories from the side",
                        "domain-p0-flight-play",
                        "domain-p0-space-data",
                        "arrow keys turn it",
                        "domain-p1-flight-data",
                        "formation error, m")
                .doesNotContain("src=\"http", "href=\"http", "url(http");
    }

    @Test
    void theSameSeedIsTheSameFlight() {
        var size = size(7, 2, 25);
        FlightPlan one = new MadeUpFlight(10, 5, 4).draw(size, 1, 3);
        FlightPlan same = new MadeUpFlight(10, 5, 4).draw(size, 1, 3);
        FlightPlan other = new MadeUpFlight(10, 5, 4).draw(size, 1, 4);
        GustProcess gusts = new GustProcess(1, 100, 0.5, 1);
        assertThat(one.slots(17)).isEqualTo(same.slots(17)).isNotEqualTo(other.slots(17));
        assertThat(Arrays.deepToString(gusts.draw(one, 1, 25, 3)))
                .isEqualTo(Arrays.deepToString(gusts.draw(same, 1, 25, 3)));
    }

    private static CostSource.Size size(int agents, int dimension, int horizon) {
        return new CostSource.Size(
                IntStream.range(0, agents).mapToObj(Integer::toString).toList(), dimension, horizon);
    }

    private static FlightSettings handling() {
        return new FlightSettings(1, 0.2, 20, 1, 12.5, 2);
    }
}
