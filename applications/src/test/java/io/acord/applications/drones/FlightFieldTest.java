package io.acord.applications.drones;

import static io.acord.applications.Measured.measure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.acord.Fleet;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Instance;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Drones in the field: who leaves, wind, obstacles, tracks for ground stations, and places that are told. */
class FlightFieldTest {

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    /** Three drones in a row, 8 m apart, 2 m/s along x for ten seconds; radio reaches 10 m. */
    private Scenario row(String keys) throws IOException {
        write("w.csv", "time_s,x_m,y_m,z_m\n0,0,0,20\n10,20,0,20\n");
        write("o.csv", "drone,x_m,y_m,z_m\na,0,8,0\nb,0,0,0\nc,0,-8,0\n");
        return ScenarioReader.readText(
                "{costs: {kind: drones, waypoints: w.csv, offsets: o.csv, range: 10"
                        + (keys.contains("gust") ? "" : ", gust: 0")
                        + keys
                        + "}, algorithms: [acord: {iterations: 20}, local]}",
                "own.yaml",
                folder,
                List.of());
    }

    @Test
    void whoLeavesHasNoNeighboursAndTheOthersGoOn() throws IOException {
        write("d.csv", "drone,time_s\nb,4\n");
        Scenario scenario = row(", dropouts: d.csv, gust: 2");
        Instance instance = scenario.instance(1);
        Graph before = instance.round(3).coupling().graph();
        assertThat(before.edges()).isEqualTo(2);
        assertThat(instance.round(4).coupling().graph().edges())
                .as("b was between the others")
                .isZero();
        assertThat(instance.round(4).cost(1).at(new double[3]))
                .as("no wind pushes it")
                .isZero();
        RunResult result = Experiment.of(scenario).play();
        assertThat(result.verdict().isKept()).isTrue();
        Setpoints setpoints = instance.setpoints().orElseThrow();
        for (int t = 1; t <= 5; t++) {
            double[] numbers = setpoints.played(t, Actions.zero(3, 3), Actions.zero(3, 3));
            boolean gone = t >= 4;
            // b, the second of eight numbers each: it stays where it was told to be in round 3, at 6 m
            assertThat(Arrays.copyOfRange(numbers, 8, 16))
                    .containsExactly(
                            new double[] {t, gone ? 6 : 2 * t, 0, 20, gone ? 0 : 2, 0, 0, gone ? 0 : 1}, within(1e-9));
            assertThat(numbers[7]).isEqualTo(1);
        }
    }

    /**
     * Two rounds, b leaves in the second. Round 1: y = (1, 0, 0) of a, 0 of b, (0, 6.5, 0) of c. Round 2: a at (1, 0,
     * 0), c at 0.
     */
    @Test
    void everyMeasureIsThatOfWhoFlies() {
        Flight flight = new Flight(
                new FlightPlan(
                                new Track(new double[] {0, 10}, new double[][] {{0, 0, 20}, {20, 0, 20}}),
                                List.of(resting(0, 8, 0), resting(0, 0, 0), resting(0, -8, 0)),
                                List.of(new Obstacle(new double[] {4, -8, 25}, 1)),
                                3)
                        .leaving(List.of(Double.POSITIVE_INFINITY, 2.0, Double.POSITIVE_INFINITY)),
                new FlightSettings(1, 0.2, 20, 1, 10, 2),
                2);
        FlightMeter meter = new FlightMeter(flight, true);
        Actions first = Actions.flat(3, new double[] {1, 0, 0, 0, 0, 0, 0, 6.5, 0});
        Actions second = Actions.flat(3, new double[] {1, 0, 0, 3, 3, 3, 0, 0, 0});
        meter.played(1, Actions.zero(3, 3), first);
        meter.played(2, first, second);
        // edges of round 1: a-b is off by (1, 0, 0), b-c by (0, 6.5, 0); in round 2 a and c are out of range
        assertThat(measure(meter, "formationError")).isCloseTo(Math.sqrt((1 + 42.25) / 2), within(1e-12));
        double far = Math.sqrt(65) - 8; // a and b: (1, 8) instead of 8
        assertThat(measure(meter, "distanceError")).isCloseTo(Math.sqrt((far * far + 6.5 * 6.5) / 2), within(1e-12));
        assertThat(measure(meter, "smallestSeparation")).isCloseTo(1.5, within(1e-12));
        assertThat(measure(meter, "tooClose")).isEqualTo(1);
        // the middle is off by (1/3, 6.5/3, 0), then, of two drones, by (1/2, 0, 0)
        assertThat(measure(meter, "routeError")).isCloseTo(Math.sqrt(((1 + 42.25) / 9 + 0.25) / 2), within(1e-12));
        // a moves by 1, c by 6.5, then c by 6.5: 14 m over five flights
        assertThat(measure(meter, "correction")).isCloseTo(14 / 5.0, within(1e-12));
        assertThat(measure(meter, "parts")).isEqualTo(2);
        // c in round 2 is at (4, −8, 20), 5 m from the centre
        assertThat(measure(meter, "clearance")).isCloseTo(4, within(1e-12));
        assertThat(meter.measures().keySet())
                .allSatisfy(each -> assertThat(each.unit()).isNotEmpty())
                .extracting(Measure::key)
                .hasSize(8);
        assertThat(meter.pictures("p", List.of(meter)))
                .extracting(picture -> picture.title())
                .contains("In space");
    }

    private static Track resting(double... point) {
        return new Track(new double[] {0}, new double[][] {point});
    }

    @Test
    void madeUpFlightsLoseAsManyAsAreAskedFor() {
        Scenario scenario = ScenarioReader.readText(
                "{horizon: 40, agents: 9, costs: {kind: drones, dropouts: 3}, algorithms: [acord, local]}",
                "d.yaml",
                folder,
                List.of());
        double[] last = scenario.instance(5)
                .setpoints()
                .map(setpoints -> {
                    double[] numbers = new double[0];
                    for (int t = 1; t <= 40; t++) {
                        numbers = setpoints.played(t, Actions.zero(9, 2), Actions.zero(9, 2));
                    }
                    return numbers;
                })
                .orElseThrow();
        double flying = 0;
        for (int i = 0; i < 9; i++) {
            flying += last[6 * i + 5];
        }
        assertThat(flying).isEqualTo(6);
        assertThat(Experiment.of(scenario).play().verdict().isKept()).isTrue();
    }

    /** 4 m/s out of the west push east; out of the north-east they push south-west. yields: 0.5 m per m/s. */
    @ParameterizedTest
    @CsvSource({"270, 2, 0", "0, 0, -2", "45, -1.4142135623730951, -1.4142135623730951"})
    void windPushesWhereItBlows(double from, double x, double y) throws IOException {
        Instance instance =
                row(", wind: 4, wind-from: " + from + ", yields: 0.5").instance(1);
        double[] held = new double[3];
        instance.round(5).cost(1).argmin(new QuadraticPull(3), held);
        assertThat(held).containsExactly(new double[] {x, y, 0}, within(1e-9));
    }

    @Test
    void windOfAFileIsStraightInBetween() throws IOException {
        write("wind.csv", "time_s,x_m_per_s,y_m_per_s,z_m_per_s\n0,0,1,0\n10,10,1,-2\n");
        Instance instance = row(", wind: wind.csv").instance(1);
        double[] held = new double[3];
        instance.round(5).cost(2).argmin(new QuadraticPull(3), held);
        assertThat(held).containsExactly(new double[] {5, 1, -1}, within(1e-9));
    }

    /**
     * What is proved of obstacles: a drone is short of a wall exactly if what pulls it across exceeds {@code avoid}.
     * The wall asks for −y ≥ 2.5 here.
     */
    @Test
    void aWallHoldsAsLongAsWhatPullsAcrossIsNoMoreThanAvoid() {
        SeededRandom random = new SeededRandom(23);
        int held = 0;
        for (int k = 0; k < 500; k++) {
            double avoid = random.uniform(0.1, 30);
            Flight flight = new Flight(
                    new FlightPlan(
                            new Track(new double[] {0, 40}, new double[][] {{0, 0}, {80, 0}}),
                            List.of(resting(0, 0), resting(0, 10)),
                            List.of(new Obstacle(new double[] {40, 0.5}, 2)),
                            2),
                    new FlightSettings(1, 0.2, avoid, 1, 12.5, 2),
                    40);
            double[] g = {random.gaussian(), 3 * random.gaussian(), 0, 0};
            double[] previous = {random.gaussian(), 3 * random.gaussian()};
            double[] middle = {random.gaussian(), 3 * random.gaussian()};
            double lambda = random.uniform(0.1, 1);
            double beta = random.uniform(0.1, 3);
            QuadraticPull pull = new QuadraticPull(2);
            pull.add(lambda, previous);
            pull.add(2 * beta, middle);
            double[] y = new double[2];
            flight.costs(20, g)[0].argmin(pull, y);
            double across = 0.2 * (2.5 + g[1]) + lambda * (2.5 + previous[1]) + 2 * beta * (2.5 + middle[1]);
            boolean isBeyond = -y[1] >= 2.5 - 1e-9;
            assertThat(isBeyond).isEqualTo(across <= avoid);
            held += isBeyond ? 1 : 0;
        }
        assertThat(held).isBetween(100, 450);
    }

    @Test
    void tracksAreJsonGpxAndMissions() throws Exception {
        write("d.csv", "drone,time_s\nb,4\n");
        Instance instance = row(", dropouts: d.csv, tracks: plan, origin: {latitude: 0, longitude: 10, height: 100}")
                .instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        Actions up = Actions.flat(3, new double[] {0, 0, 1, 0, 0, 0, 0, 0, 0});
        for (int t = 1; t <= 10; t++) {
            setpoints.played(t, t == 1 ? Actions.zero(3, 3) : up, up);
        }
        Map<String, String> files = new TreeMap<>();
        setpoints.files("acord", files::put);
        assertThat(files)
                .containsOnlyKeys(
                        "tracks-acord.json",
                        "tracks-acord.gpx",
                        "mission-acord-0-a.plan",
                        "mission-acord-1-b.plan",
                        "mission-acord-2-c.plan");
        ObjectMapper mapper = new ObjectMapper();
        JsonNode json = mapper.readTree(files.getOrDefault("tracks-acord.json", ""));
        assertThat(json.at("/drones/0/name").asString()).isEqualTo("a");
        assertThat(json.at("/drones/0/points/9").toString()).isEqualTo("[10.0,20.0,8.0,21.0]");
        assertThat(json.at("/drones/1/points").size()).as("it leaves at 4 s").isEqualTo(3);
        Element gpx = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        files.getOrDefault("tracks-acord.gpx", "").getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        assertThat(gpx.getElementsByTagName("trk").getLength()).isEqualTo(3);
        Element point = (Element) gpx.getElementsByTagName("trkpt").item(9);
        // on the equator 20 m east are 20/6378137 rad, 8 m north 8/(6378137 · 0.99330562) rad
        assertThat(Double.parseDouble(point.getAttribute("lon")))
                .isCloseTo(10 + Math.toDegrees(20 / 6378137.0), within(1e-7));
        assertThat(Double.parseDouble(point.getAttribute("lat")))
                .isCloseTo(Math.toDegrees(8 / (6378137 * 0.99330562)), within(1e-7));
        assertThat(point.getElementsByTagName("ele").item(0).getTextContent()).isEqualTo("121.00");
        JsonNode plan = mapper.readTree(files.getOrDefault("mission-acord-0-a.plan", ""));
        assertThat(plan.at("/fileType").asString()).isEqualTo("Plan");
        assertThat(plan.at("/mission/items").size()).isEqualTo(10);
        assertThat(plan.at("/mission/items/0/command").asInt()).as("take off").isEqualTo(22);
        assertThat(plan.at("/mission/items/9/command").asInt()).isEqualTo(16);
        assertThat(plan.at("/mission/items/9/params/6").asDouble()).isEqualTo(21);
    }

    /** What the drones say is where wind has pushed them: the flight is that of a file with that wind. */
    @Test
    void placesThatAreToldMakeTheFlightOfTheWindThatPushed() throws IOException {
        write("d.csv", "drone,time_s\nb,7\n");
        Scenario scenario = row(", gust: 1.5, dropouts: d.csv");
        Instance instance = scenario.instance(scenario.seed());
        double[][] pushed = new double[10][];
        for (int t = 1; t <= 10; t++) {
            pushed[t - 1] = new double[9];
            for (int i = 0; i < 3; i++) {
                double[] held = new double[3];
                instance.round(t).cost(i).argmin(new QuadraticPull(3), held);
                System.arraycopy(held, 0, pushed[t - 1], 3 * i, 3);
            }
        }
        Setpoints expected = instance.setpoints().orElseThrow();
        Fleet planned = fleet(scenario);
        Fleet served = fleet(scenario);
        ArrivingRounds rounds = new ArrivingRounds(scenario);
        double[] told = {0, 8, 20, 0, 0, 20, 0, -8, 20};
        byte[] saved = null;
        for (int t = 1; t <= 10; t++) {
            FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
            if (saved != null) {
                field.resume(saved);
            }
            List<String> agents = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                double[] at = new double[3];
                for (int c = 0; c < 3; c++) {
                    at[c] = told[3 * i + c] + pushed[t - 1][3 * i + c];
                }
                agents.add("\"%s\": {\"x_m\": %s, \"y_m\": %s, \"z_m\": %s%s}"
                        .formatted(instance.name(i), at[0], at[1], at[2], i == 1 && t >= 7 ? ", \"flying\": 0" : ""));
            }
            byte[] body = ("{\"readings\": {" + String.join(", ", agents) + "}}").getBytes(StandardCharsets.UTF_8);
            Actions before = served.actions();
            Actions y = served.decide(rounds.read(t, body, field).round()).actions();
            double[] numbers = field.played(before, y);
            saved = field.save();
            told = FlightSetpoints.places(numbers, 3);
            Actions beforeThat = planned.actions();
            Actions x = planned.decide(instance.round(t)).actions();
            assertThat(numbers).as("round " + t).containsExactly(expected.played(t, beforeThat, x), within(1e-9));
            assertThat(field.columns()).isEqualTo(expected.columns());
        }
    }

    private static Fleet fleet(Scenario scenario) {
        return Fleet.builder(3)
                .start(Actions.zero(3, 3))
                .recipe(scenario.acord().own())
                .build();
    }

    /** Nobody planned that it would leave: it says so, and is gone for good. */
    @Test
    void whoSaysThatItDoesNotFlyIsGone() throws IOException {
        Scenario scenario = row("");
        FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
        double[] told = {0, 8, 20, 1, 0, 0, 20, 0, 0, -8, 20, 1};
        assertThat(field.next(1, told, Coupling.none(3, 3))
                        .build()
                        .coupling()
                        .graph()
                        .edges())
                .isZero();
        double[] numbers = field.played(field.start(), field.start());
        assertThat(numbers[15]).isZero();
        told[7] = 1;
        field.next(2, told, Coupling.none(3, 3));
        assertThat(field.played(field.start(), field.start())[15]).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "d.csv | drone,time_s;bb,4 | , dropouts: d.csv | d.csv:2:1: drone | is \"bb\" | a drone of the offsets",
                "d.csv | drone,time_s;b,4;b,5 | , dropouts: d.csv | d.csv:3:1: drone | is there twice | one line a drone",
                "d.csv | drone,time_s;b,-4 | , dropouts: d.csv | d.csv:2:3: time_s | is -4.0 | before the first waypoint",
                "d.csv | drone,time_s;b,4;a,3 | , dropouts: d.csv | d.csv | leaves 1 of 3 drones | at least 2 that stay",
                "wind.csv | time_s,x_m_per_s,y_m_per_s;0,1,2;0,3,4 | , wind: wind.csv | wind.csv:3:1: time_s | is 0.0, not after 0.0 | times that ascend",
                "wind.csv | time_s,x_m_per_s,y_m_per_s;0,1,200 | , wind: wind.csv | wind.csv:2:5: y_m_per_s | is 200.0 | no wind is stronger",
                "wind.csv | time_s,x_kn,y_kn;0,1,2 | , wind: wind.csv | wind.csv:1:8: column \"x_kn\" | is not known | x_m_per_s",
                "x.csv | - | , tracks: gpx | origin | is missing | place on earth",
                "x.csv | - | , tracks: gpx, origin: {latitude: 95, longitude: 3} | latitude | 95 | from -85.0 to 85.0",
            })
    void whatIsWrongIsRefusedWithItsPlace(
            String file, String text, String keys, String where, String found, String needed) throws IOException {
        write(file, text.replace(";", "\n") + "\n");
        BadInputException refused = catchThrowableOfType(BadInputException.class, () -> row(keys));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).endsWith(where);
        assertThat(complaint.found()).contains(found);
        assertThat(complaint.needed()).contains(needed);
        assertThat(complaint.fix()).isNotBlank();
    }
}
