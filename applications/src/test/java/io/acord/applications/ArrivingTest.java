package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Fleet;
import io.acord.input.Complaint;
import io.acord.lab.Refused;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds that are told in the units of a field are those that a file of them makes, whatever is restarted. */
class ArrivingTest {

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private Scenario batteries() throws IOException {
        StringBuilder series = new StringBuilder("time,unit,load_kw,generation_kw\n");
        for (int t = 0; t < 20; t++) {
            series.append("2026-06-01T%02d:00Z,north,0.7,%s%n".formatted(t, 0.3 * (t % 7)));
            series.append("2026-06-01T%02d:00Z,south,%s,1.1%n".formatted(t, 0.1 * t));
        }
        write("s.csv", series.toString());
        write("u.csv", "unit,capacity_kwh,charge_percent\nnorth,10,50\nsouth,6.5,60\n");
        return ScenarioReader.readText(
                "{costs: {kind: batteries, series: s.csv, units: u.csv}, graph: {kind: path}, beta: 3,"
                        + " algorithms: [acord: {iterations: 7}]}",
                "own.yaml",
                folder,
                List.of());
    }

    /** Longer than the day that plans remember, with prices that are beyond what is convex. */
    private Scenario plannedBatteries(String more) throws IOException {
        StringBuilder series = new StringBuilder("time,unit,load_kw,generation_kw,buy_eur_per_kwh,sell_eur_per_kwh\n");
        for (int t = 0; t < 60; t++) {
            String time = "2026-06-%02dT%02d:00Z".formatted(1 + t / 24, t % 24);
            series.append("%s,north,0.7,%s,%s,0.08%n".formatted(time, 0.3 * (t % 7), 0.1 + 0.07 * (t % 5)));
            series.append("%s,south,%s,1.1,%s,0.1%n".formatted(time, 0.05 * (t % 30), 0.4 - 0.11 * (t % 6)));
        }
        write("p.csv", series.toString());
        write("u.csv", "unit,capacity_kwh,charge_percent,inverter_kw\nnorth,10,50,3\nsouth,6.5,60,1.7\n");
        return ScenarioReader.readText(
                "{costs: {kind: batteries, plan: own, series: p.csv, units: u.csv, connection: 3" + more
                        + "}, graph: {kind: path}, beta: 3, algorithms: [acord: {iterations: 7}]}",
                "own.yaml",
                folder,
                List.of());
    }

    private Scenario centres() throws IOException {
        StringBuilder hours =
                new StringBuilder("time,centre,interactive_servers,batch_servers,carbon_g_per_kwh,price_eur_per_mwh\n");
        for (int t = 0; t < 20; t++) {
            hours.append("2026-06-01T%02d:00Z,north,%d,%d,%s,%s%n"
                    .formatted(t, 2000 + 37 * t, 300 + 50 * (t % 5), 90 + 1.7 * t, -20 + 9.9 * (t % 4)));
            hours.append(
                    "2026-06-01T%02d:00Z,south,%d,%d,%s,%s%n".formatted(t, 3000 - 31 * t, 900, 420 - 3.3 * t, 55.5));
        }
        write("hours.csv", hours.toString());
        write("centres.csv", """
                centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand,price_eur_per_mwh
                north,6000,3000,90,1000,40
                south,9000,4000,420,2000,60
                """);
        write("links.csv", "centre,other\nnorth,south\n");
        return ScenarioReader.readText(
                "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv,"
                        + " electricity: 20, deadline: 3, waiting: 0.002}, beta: 0.4,"
                        + " algorithms: [acord: {iterations: 7}]}",
                "own.yaml",
                folder,
                List.of());
    }

    private Scenario gantries() throws IOException {
        StringBuilder traffic = new StringBuilder("time,gantry,density_veh_per_km\n");
        for (int t = 0; t < 20; t++) {
            traffic.append("2026-06-01T07:%02dZ,north,%s%n".formatted(t, 20 + 3.1 * t));
            traffic.append("2026-06-01T07:%02dZ,south,%s%n".formatted(t, 70 - 1.7 * t));
        }
        write("traffic.csv", traffic.toString());
        write("gantries.csv", "gantry,length_km,limit_kmh,lowest_kmh\nnorth,1.2,120,60\nsouth,0.8,100,60\n");
        return ScenarioReader.readText(
                "{costs: {kind: speed-harmonisation, traffic: traffic.csv, gantries: gantries.csv}, beta: 2,"
                        + " algorithms: [acord: {iterations: 7}]}",
                "own.yaml",
                folder,
                List.of());
    }

    /** Plays the file of a scenario line by line, with a new fleet and a new field for every round. */
    private void compare(Scenario scenario, String file) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(file));
        String[] header = lines.get(0).split(",", -1);
        Instance instance = scenario.instance(scenario.seed());
        Setpoints expected = instance.setpoints().orElseThrow();
        Fleet inMemory = Fleet.builder(2)
                .start(instance.start())
                .recipe(scenario.acord().own())
                .build();
        ArrivingRounds rounds = new ArrivingRounds(scenario);
        byte[] fleetSaved = null;
        byte[] fieldSaved = null;
        for (int t = 1; t <= scenario.horizon(); t++) {
            FieldRounds field =
                    scenario.costs().arriving(scenario.size(), scenario.seed()).orElseThrow();
            Fleet.Builder builder = Fleet.builder(2)
                    .start(field.start())
                    .recipe(scenario.acord().own());
            Fleet fleet = fleetSaved == null ? builder.build() : builder.resume(fleetSaved);
            if (fieldSaved != null) {
                field.resume(fieldSaved);
            }
            List<String> agents = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                String[] line = lines.get(2 * t - 1 + i).split(",", -1);
                List<String> numbers = new ArrayList<>();
                for (int c = 2; c < line.length; c++) {
                    numbers.add("\"" + header[c] + "\": " + line[c]);
                }
                agents.add("\"" + line[1] + "\": {" + String.join(", ", numbers) + "}");
            }
            // what is read and not played changes nothing
            double[] others = new double[2 * field.readings().size()];
            Arrays.fill(others, 100);
            field.next(t, others, scenario.graph().graphs(scenario.size(), 1).round(1));
            byte[] body = ("{\"readings\": {" + String.join(", ", agents) + "}}").getBytes(StandardCharsets.UTF_8);
            Actions before = fleet.actions();
            Actions x = fleet.decide(rounds.read(t, body, field).round()).actions();
            double[] told = field.played(before, x);
            fleetSaved = fleet.save();
            fieldSaved = field.save();

            Actions beforeInMemory = inMemory.actions();
            Actions inFile = inMemory.decide(instance.round(t)).actions();
            assertThat(x.toArray()).as("round " + t).containsExactly(inFile.toArray());
            assertThat(told).as("round " + t).containsExactly(expected.played(t, beforeInMemory, inFile));
            assertThat(field.columns()).isEqualTo(expected.columns());
        }
    }

    @Test
    void loadAndSunThatAreToldMakeTheBitsOfTheFile() throws IOException {
        compare(batteries(), "s.csv");
    }

    @Test
    void pricesThatAreToldMakeThePlansOfTheFile() throws IOException {
        compare(plannedBatteries(""), "p.csv");
        compare(plannedBatteries(", expected: p.csv"), "p.csv");
    }

    @Test
    void hoursThatAreToldMakeTheBitsOfTheFile() throws IOException {
        compare(centres(), "hours.csv");
    }

    /** A market that goes on, for nobody who is served knows the last day. */
    @Test
    void demandThatIsToldMakesTheBitsOfTheFile() throws IOException {
        StringBuilder demand = new StringBuilder("time,product,base_units,slope_units_per_eur\n");
        for (int day = 1; day <= 9; day++) {
            demand.append("2026-06-0%d,tea,%d,%s%n".formatted(day, 100 + 7 * (day % 4), 9 + 0.1 * day));
            demand.append("2026-06-0%d,mate,%d,6%n".formatted(day, 60 + 5 * (day % 3)));
        }
        write("demand.csv", demand.toString());
        write("substitutes.csv", "product,other,effect_units_per_eur\ntea,mate,2\nmate,tea,1\n");
        write("prices.csv", "product,price_eur,highest_eur,step_eur\ntea,6,7.5,0.05\nmate,5,,\n");
        compare(
                ScenarioReader.readText(
                        "{costs: {kind: pricing, demand: demand.csv, substitutes: substitutes.csv, prices: prices.csv,"
                                + " end: open}, algorithms: [acord: {iterations: 7}]}",
                        "own.yaml",
                        folder,
                        List.of()),
                "demand.csv");
    }

    @Test
    void densitiesThatAreToldMakeTheBitsOfTheFile() throws IOException {
        compare(gantries(), "traffic.csv");
    }

    @Test
    void whatIsWrongWithReadingsIsSaidAllAtOnce() throws IOException {
        Scenario scenario = batteries();
        FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
        byte[] body = """
                {"readings": {"north": {"load_kw": -1, "generation_kw": 2, "load_w": 3}, "nowhere": {}}, "gamma": 1}
                """.getBytes(StandardCharsets.UTF_8);
        assertThat(Refused.complaints(() -> new ArrivingRounds(scenario).read(1, body, field)))
                .extracting(Complaint::where)
                .containsExactlyInAnyOrder(
                        "/readings/north/load_kw",
                        "/readings/north/load_w",
                        "/readings/nowhere",
                        "/readings/south",
                        "/gamma");
    }
}
