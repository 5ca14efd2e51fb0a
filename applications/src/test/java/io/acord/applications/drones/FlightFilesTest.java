package io.acord.applications.drones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.Complaint;
import io.acord.lab.Refused;
import io.acord.lab.run.Experiment;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlightFilesTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void aSoundFlight() throws IOException {
        write("waypoints.csv", "time_s,x_m,y_m\n0,0,0\n20,100,0\n30,100,50\n");
        write("offsets.csv", "drone,x_m,y_m\na,0,0\nb,0,8\nc,-8,0\n");
        write("obstacles.csv", "x_m,y_m,radius_m\n50,1,2\n");
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private Scenario read(String more) {
        return ScenarioReader.readText(
                "{costs: {kind: drones, waypoints: waypoints.csv, offsets: offsets.csv, obstacles: obstacles.csv" + more
                        + "}, algorithms: [acord: {iterations: 8}, local]}",
                "s.yaml",
                folder,
                List.of());
    }

    private List<Complaint> refused(String more) {
        return Refused.complaints(() -> read(more));
    }

    @Test
    void aFlightOfYourOwnIsFlown() {
        Scenario scenario = read("");
        assertThat(scenario.names()).containsExactly("a", "b", "c");
        assertThat(scenario.horizon()).isEqualTo(30);
        assertThat(scenario.dimension()).isEqualTo(2);
        assertThat(scenario.instance(1).obstacles()).singleElement().satisfies(tree -> {
            assertThat(tree.center(0)).isEqualTo(50);
            assertThat(tree.center(1)).isEqualTo(1);
            assertThat(tree.radius()).isEqualTo(2);
        });
        assertThat(Experiment.of(scenario).play().domain()).isPresent();
    }

    @Test
    void feetAreConvertedAndFormationsMayChange() throws IOException {
        write("waypoints.csv", "time_s,x_m,y_m,z_ft\n100,0,0,100\n110,50,0,200\n");
        write("offsets.csv", "time_s,drone,x_ft,y_m,z_m\n0,a,0,0,0\n0,b,0,9,0\n10,a,10,0,0\n10,b,10,5,0\n");
        write("obstacles.csv", "x_m,y_m,z_m,radius_ft\n25,1,40,3\n");
        var found = read(", step: 2").instance(1);
        assertThat(found.horizon()).isEqualTo(5);
        assertThat(found.dimension()).isEqualTo(3);
        assertThat(found.round(5).coupling().graph().edges()).isEqualTo(1);
        Track route = new Track(new double[] {0, 10}, new double[][] {{30.48}, {60.96}});
        assertThat(route.at(5, 0)).isCloseTo(45.72, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "waypoints.csv | time_s,x_m,y_m;0,0,0;20,9,0;10,1,5 | :4:1: time_s | not after that of line 3 | sort the lines",
                "waypoints.csv | time_s,x_m,y_m;0,0,0;0,9,0;10,1,5 | :3:1: time_s | not after that of line 2 | sort the lines",
                "waypoints.csv | time_s,x_km,y_km;0,0,0;20,9,0 | :1:8: column \"x_km\" | is not known | x_m",
                "waypoints.csv | time_s,x_m,y_m;0,0,0;1,900,0 | :3:1: time_s | reached at 900.0 m/s | check the units",
                "waypoints.csv | time_s,x_m,y_m;0,0,0 | waypoints.csv | has 1 waypoint | add waypoints",
                "waypoints.csv | time_s,x_m,y_m;0,0,0;0.5,1,0 | waypoints.csv | lasts 0.5 s | lower step",
                "waypoints.csv | time_s,x_m;0,0;9,1 | :2: y | is missing | called by its unit",
                "waypoints.csv | time_s,x_m,y_m,x_ft;0,0,0,1;9,0,1,1 | :2: x | in metres and in feet | leave one",
                "offsets.csv | drone,x_m,y_m;a,0,0;b,0,8;c,0,8 | offsets.csv: b and c | coincide 0.0 s | apart",
                "offsets.csv | drone,x_m,y_m;a,0,0;b,0,1 | offsets.csv: a and b | are 1.0 m apart | lower separation",
                "offsets.csv | drone,x_m,y_m,time_s;a,0,0,0;a,0,9,10;b,0,9,0;b,0,0,10 | offsets.csv: a and b | coincide 5.0 s | apart",
                "offsets.csv | drone,x_m,y_m;a,0,0;a,0,8;b,0,16 | :3:1: drone | does not come after that of line 2 | keep one",
                "offsets.csv | drone,x_m,y_m,z_m;a,0,0,1;b,0,8,1 | :2:7: z_m | while the first waypoint has none | drop it here",
                "offsets.csv | drone,x_m,y_m;a,0,0 | offsets.csv | has 1 drone | add lines",
                "obstacles.csv | x_m,y_m,radius_m;0,0,-1 | :2:5: radius_m | is -1.0 | correct",
                "obstacles.csv | x_m,y_m;0,0 | :2: radius | is missing | called by its unit",
            })
    void whatIsWrongIsSaidWithItsPlace(String file, String lines, String where, String found, String fix)
            throws IOException {
        write(file, lines.replace(';', '\n') + "\n");
        Complaint first = refused("").get(0);
        assertThat(first.where()).contains(file).contains(where);
        assertThat(first.found()).contains(found);
        assertThat(first.fix()).contains(fix);
    }

    @Test
    void everythingIsSaidAtOnce() throws IOException {
        write("waypoints.csv", "time_s,x_m,y_m\n5,0,0\n1,nan,0\n2,1,0\n");
        write("offsets.csv", "drone,x_m,y_m\na,0,0\n,0,8\n");
        write("obstacles.csv", "x_m,y_m,radius_m\n0,0,-1\n0,zero,1\n");
        assertThat(refused(", track: -1"))
                .extracting(Complaint::where)
                .hasSize(6)
                .anyMatch(where -> where.endsWith("costs.track"))
                .anyMatch(where -> where.endsWith("waypoints.csv:3:3: x_m"))
                .anyMatch(where -> where.endsWith("waypoints.csv:4:1: time_s"))
                .anyMatch(where -> where.endsWith("offsets.csv:3:1: drone"))
                .anyMatch(where -> where.endsWith("obstacles.csv:2:5: radius_m"))
                .anyMatch(where -> where.endsWith("obstacles.csv:3:3: y_m"));
    }

    /** At the rounds, 0 s, 10 s and so on, the two are 8 m apart; in between one passes through the other. */
    @Test
    void slotsThatMeetBetweenTwoRoundsAreRefused() throws IOException {
        write("waypoints.csv", "time_s,x_m,y_m\n0,0,0\n40,80,0\n");
        write("offsets.csv", "drone,x_m,y_m,time_s\na,0,0,0\nb,0,8,10\nb,0,-8,20\n");
        List<Complaint> complaints = refused(", step: 10");
        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0).where()).endsWith("offsets.csv: a and b");
        assertThat(complaints.get(0).found()).contains("coincide 15.0 s");
        assertThat(complaints.get(0).needed()).contains("at any time");
    }

    @Test
    void penaltiesOnDistancesAreAPolicyAndNoCost() {
        List<Complaint> complaints = refused(", penalty: gamma-b, experimental: true");
        assertThat(complaints).hasSize(2);
        assertThat(complaints.get(0).where()).contains("costs.penalty");
        assertThat(complaints.get(0).needed()).contains("not convex");
        assertThat(complaints.get(1).where()).contains("costs.experimental");
        assertThat(complaints).allMatch(complaint -> complaint.fix().contains("distance-acord"));
    }

    @Test
    void theCostsDecideOnGraphAndStart() {
        assertThat(Refused.complaints(() -> ScenarioReader.readText(
                        "{horizon: 3, agents: 1, dimension: 4, start: 1, graph: {kind: ring}, costs: {kind: drones, spacing: 1}, algorithms: [local]}",
                        "s.yaml",
                        folder,
                        List.of())))
                .extracting(Complaint::where)
                .anyMatch(where -> where.endsWith("dimension"))
                .anyMatch(where -> where.endsWith("agents"))
                .anyMatch(where -> where.endsWith("costs.spacing"))
                .anyMatch(where -> where.endsWith("graph"))
                .anyMatch(where -> where.endsWith("start"));
    }
}
