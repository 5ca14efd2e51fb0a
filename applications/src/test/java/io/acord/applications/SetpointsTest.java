package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.application.Setpoints;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierRun;
import io.acord.lab.carrier.MemoryCarrier;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What controllers take: every application, from its files to {@code setpoints.csv}. */
class SetpointsTest {

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private Scenario scenario(String text) {
        return ScenarioReader.readText(text, "own.yaml", folder, List.of());
    }

    /** The lines of the file, split at commas. */
    private List<String[]> played(String text) throws Exception {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        Path out = folder.resolve("out");
        assertThat(new CarrierRun(new MemoryCarrier(), scenario(text), out, new Carrier.Origin("run", "test"))
                        .play(true, nowhere, nowhere))
                .isZero();
        return Files.exists(out.resolve("setpoints.csv"))
                ? Files.readAllLines(out.resolve("setpoints.csv")).stream()
                        .map(line -> line.split(",", -1))
                        .toList()
                : List.of();
    }

    private static double number(String[] line, int column) {
        return Double.parseDouble(line[column]);
    }

    private static final String BATTERIES =
            "{costs: {kind: batteries, series: s.csv, units: u.csv, zone: Europe/Berlin}, graph: {kind: path},"
                    + " beta: 2, algorithms: [acord: {iterations: 6}, local]%s}";

    /** 25 October 2026 has 25 hours in Berlin. Energy is conserved: what fills a battery came from sun or grid. */
    @Test
    void batteriesOfALongDayGetChargeAndPowerWithTheirTimes() throws Exception {
        StringBuilder series = new StringBuilder("time,unit,load_kw,generation_kw\n");
        for (int hour = 0; hour < 24; hour++) {
            for (int again = 0; again < (hour == 2 ? 2 : 1); again++) {
                series.append("2026-10-25T%02d:00,north,0.5,%d%n2026-10-25T%02d:00,south,1,0%n"
                        .formatted(hour, hour % 3, hour));
            }
        }
        write("s.csv", series.toString());
        write("u.csv", "unit,capacity_kwh,charge_percent\nnorth,10,50\nsouth,5,60\n");
        List<String[]> lines = played(BATTERIES.formatted(", output: {actions: none}"));
        assertThat(lines.get(0))
                .containsExactly(
                        "algorithm", "round", "time", "agent", "charge_kwh", "charge_percent", "battery_kw", "grid_kw");
        assertThat(lines).hasSize(1 + 2 * 25 * 2);
        assertThat(lines.get(5)[2]).isEqualTo("2026-10-25T02:00+02:00");
        assertThat(lines.get(7)[2]).isEqualTo("2026-10-25T02:00+01:00");
        double[] before = {5, 3};
        for (int k = 1; k <= 50; k++) {
            String[] line = lines.get(k);
            int unit = (k - 1) % 2;
            int round = (k + 1) / 2;
            assertThat(line[1]).isEqualTo(Integer.toString(round));
            assertThat(line[3]).isEqualTo(unit == 0 ? "north" : "south");
            int clock = round <= 3 ? round - 1 : round - 2;
            double sun = unit == 0 ? clock % 3 : 0;
            double load = unit == 0 ? 0.5 : 1;
            double charge = number(line, 4);
            assertThat(number(line, 5)).isCloseTo(100 * charge / (unit == 0 ? 10 : 5), within(1e-9));
            assertThat(number(line, 6)).isCloseTo(charge - before[unit], within(1e-9));
            assertThat(number(line, 6)).isCloseTo(sun - load + number(line, 7), within(1e-9));
            before[unit] = charge;
        }
    }

    /** The clocks of Berlin are put forward in March and back in October. */
    @ParameterizedTest
    @CsvSource({
        "batteries, 2026-03-29, 23",
        "batteries, 2026-10-25, 25",
        "load-balancing, 2026-03-29, 23",
        "load-balancing, 2026-10-25, 25",
        "speed-harmonisation, 2026-03-29, 23",
        "speed-harmonisation, 2026-10-25, 25"
    })
    void shortAndLongDaysHaveAllTheirHours(String kind, String day, int hours) throws Exception {
        String header = switch (kind) {
            case "batteries" -> "time,unit,load_kw,generation_kw";
            case "load-balancing" -> "time,centre,interactive_servers,batch_servers,carbon_g_per_kwh";
            default -> "time,gantry,density_veh_per_km";
        };
        String numbers = switch (kind) {
            case "batteries" -> "0.5,1";
            case "load-balancing" -> "3000,500,100";
            default -> "40";
        };
        StringBuilder series = new StringBuilder(header + "\n");
        for (int hour = 0; hour < 24; hour++) {
            int times = hour == 2 ? hours - 23 : 1;
            for (int again = 0; again < times; again++) {
                series.append("%sT%02d:00,a,%s%n%sT%02d:00,b,%s%n".formatted(day, hour, numbers, day, hour, numbers));
            }
        }
        write("s.csv", series.toString());
        write("u.csv", "unit,capacity_kwh\na,10\nb,5\n");
        write("centres.csv", """
                centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand
                a,9000,4000,100,1000
                b,9000,4000,100,1000
                """);
        write("links.csv", "centre,other\na,b\n");
        write("gantries.csv", "gantry,length_km,limit_kmh,lowest_kmh\na,1,120,60\nb,1,100,60\n");
        String files = switch (kind) {
            case "batteries" -> "series: s.csv, units: u.csv}, graph: {kind: path}";
            case "load-balancing" -> "hours: s.csv, centres: centres.csv, links: links.csv}";
            default -> "traffic: s.csv, gantries: gantries.csv}";
        };
        List<String[]> lines = played("{costs: {kind: " + kind + ", zone: Europe/Berlin, " + files
                + ", algorithms: [acord: {iterations: 3}]}");
        List<String> times = lines.stream()
                .skip(1)
                .filter(line -> line[3].equals("a"))
                .map(line -> line[2])
                .toList();
        assertThat(times).hasSize(hours).doesNotHaveDuplicates();
        OffsetDateTime first = OffsetDateTime.parse(times.get(0));
        for (int t = 0; t < hours; t++) {
            assertThat(OffsetDateTime.parse(times.get(t)).toInstant())
                    .isEqualTo(first.plusHours(t).toInstant());
        }
        assertThat(times.get(hours - 1)).startsWith(day + "T23:00");
    }

    @Test
    void whoeverWantsNoneGetsNone() throws Exception {
        write("s.csv", "time,unit,load_kw,generation_kw\n2026-06-01,north,0.5,1\n");
        write("u.csv", "unit,capacity_kwh\nnorth,10\n");
        assertThat(played(BATTERIES
                        .replace("graph: {kind: path}", "graph: {kind: complete}")
                        .formatted(", output: {setpoints: none}")))
                .isEmpty();
    }

    /** The origin moves by demand at the usual price: an action of 0 does all work, at any hour. */
    @Test
    void centresGetServersAndWorkThatMoves() throws IOException {
        write("hours.csv", """
                time,centre,interactive_servers,batch_servers,carbon_g_per_kwh
                2026-06-01T00:00Z,a,3000,500,100
                2026-06-01T00:00Z,b,1000,0,100
                """);
        write("centres.csv", """
                centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand
                a,9000,4000,100,1000
                b,9000,4000,100,1000
                """);
        write("links.csv", "centre,other\na,b\n");
        Instance instance = scenario(
                        "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv,"
                                + " batch: 1}, algorithms: [acord]}")
                .instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        assertThat(setpoints.columns())
                .containsExactly(
                        "interactive_servers",
                        "batch_servers",
                        "given_interactive_servers",
                        "taken_interactive_servers",
                        "waiting_batch_server_hours");
        // a has 2,000 on for 3,000 and lets 200 server-hours wait; b has 2,500 on for 1,000
        double[] numbers = setpoints.played(1, instance.start(), Actions.flat(2, new double[] {2, -0.2, 2.5, 0}));
        assertThat(numbers).containsExactly(new double[] {2000, 300, 1000, 0, 200, 2500, 0, 0, 1000, 0}, within(1e-9));
    }

    @Test
    void dronesGetPlacesAndVelocities() throws IOException {
        write("w.csv", "time_s,x_m,y_m\n0,0,0\n10,20,0\n");
        write("o.csv", "drone,x_m,y_m\na,0,3\nb,0,-3\n");
        Instance instance = scenario(
                        "{costs: {kind: drones, waypoints: w.csv, offsets: o.csv, step: 0.5}, algorithms: [acord]}")
                .instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        assertThat(setpoints.columns()).containsExactly("time_s", "x_m", "y_m", "vx_m_per_s", "vy_m_per_s", "flying");
        // 2 m/s along x: the slots of round 2 are at 2 m; the first drone is pushed by (0.5, −1) from (0, 0)
        setpoints.played(1, Actions.zero(2, 2), Actions.zero(2, 2));
        double[] numbers = setpoints.played(2, Actions.zero(2, 2), Actions.flat(2, new double[] {0.5, -1, 0, 0}));
        assertThat(numbers).containsExactly(new double[] {1, 2.5, 2, 3, -2, 1, 1, 2, -3, 2, 0, 1}, within(1e-9));
    }

    @Test
    void productsGetPricesAndWhatIsExpectedOfThem() throws IOException {
        write("d.csv", "time,product,base_units,slope_units_per_eur\n2026-06-01,tea,100,10\n2026-06-01,mate,50,5\n");
        write("s.csv", "product,other,effect_units_per_eur\ntea,mate,2\n");
        Instance instance = scenario("{costs: {kind: pricing, demand: d.csv, substitutes: s.csv}, algorithms: [acord]}")
                .instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        assertThat(setpoints.columns()).containsExactly("price_eur", "expected_units");
        double[] numbers = setpoints.played(1, instance.start(), Actions.scalars(6, 4));
        // 100 − 60 + 2 · 4, and 50 − 20
        assertThat(numbers).containsExactly(new double[] {6, 48, 4, 30}, within(1e-9));
    }
}
