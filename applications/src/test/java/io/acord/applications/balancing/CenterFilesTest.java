package io.acord.applications.balancing;

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

class CenterFilesTest {

    private static final String HOURS = "time,centre,interactive_servers,batch_servers,carbon_g_per_kwh\n";
    private static final String CENTRES =
            "centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void soundFiles() throws IOException {
        write(
                "hours.csv",
                HOURS + "2026-06-01T00:00,north,2000,500,90\n2026-06-01T00:00,south,3000,900,400\n"
                        + "2026-06-01T01:00,north,2100,500,95\n2026-06-01T01:00,south,2800,900,380\n");
        write("centres.csv", CENTRES + "south,9000,4000,420,2000\nnorth,6000,3000,90,1000\n");
        write("links.csv", "centre,other\nnorth,south\n");
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private Scenario read() {
        return ScenarioReader.readText(
                "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv},"
                        + " algorithms: [acord: {iterations: 8}, local]}",
                "s.yaml",
                folder,
                List.of());
    }

    private List<Complaint> refused() {
        return Refused.complaints(this::read);
    }

    @Test
    void centresOfYourOwnArePlayed() {
        Scenario scenario = read();
        assertThat(scenario.names()).containsExactly("north", "south");
        assertThat(scenario.horizon()).isEqualTo(2);
        // the south weighs 420/2000 a resident, the north 90/1000; the mean is 0.15
        double north = 0.09 / 0.15;
        assertThat(scenario.instance(1).start().get(0, 0)).isCloseTo(north * 1.25 * 2, within(1e-12));
        assertThat(scenario.instance(1).round(1).switchingWeight(0)).isCloseTo(1 / (north * north), within(1e-12));
        assertThat(Experiment.of(scenario).play().domain()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hours.csv | time,centre,interactive_servers,carbon_g_per_kwh;2026-06-01T00:00,north,-5,90 | :2:24: interactive_servers | is -5.0 | correct the number",
                "hours.csv | time,centre,interactive_servers,carbon_g_per_kwh;2026-06-01T01:00,north,5,90;2026-06-01T00:00,north,5,90 | :3:1: time | before that of line 2 | sort the file",
                "hours.csv | time,centre,interactive_servers,carbon_g_per_kwh;2026-06-01T00:00,north,5,90;2026-06-01T01:00,north,5,90;2026-06-01T04:00,north,5,90 | :4: north | has no line for 2026-06-01T02:00 and 1 more | nothing is made up",
                "hours.csv | time,centre,interactive_servers,carbon_g_per_j;2026-06-01T00:00,north,5,90 | column \"carbon_g_per_j\" | unit that is not known | rename the column",
                "hours.csv | time,centre,interactive_servers,carbon;2026-06-01T00:00,north,5,90 | column \"carbon\" | does not say its unit | rename the column",
                "hours.csv | time,centre,interactive_servers,carbon_kg_per_kwh;2026-06-01T00:00,north,5,90 | :2:26: carbon_kg_per_kwh | is 90.0 | the unit in the name",
                "hours.csv | time,centre,interactive_servers,carbon_g_per_kwh;2026-06-01T00:00,north,5,90;2026-06-01T00:30,north,5,90 | hours.csv | every 30.0 minutes | one an hour",
                "centres.csv | centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand;north,1,1,90,1000 | centres.csv | has no line for south | add it",
                "centres.csv | centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand;north,1,1,90,0;south,1,1,1,1 | :2:14: residents_thousand | is 0.0 | correct",
                "centres.csv | centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand;nord,1,1,90,1;north,1,1,90,1;south,1,1,1,1 | :2:1: centre | is \"nord\" | did you mean north?",
                "links.csv | centre,other;north,north | :2:7: other | is the centre itself | drop",
                "links.csv | centre,other;north,south;south,north | :3:1: centre | linked with this other before | drop",
                "links.csv | centre,other,weight;north,south,-1 | :2:13: weight | is -1.0 | correct",
            })
    void whatIsWrongIsSaidWithItsPlace(String file, String lines, String where, String found, String fix)
            throws IOException {
        write(file, lines.replace(';', '\n') + "\n");
        if (file.equals("hours.csv")) {
            write("centres.csv", CENTRES + "north,6000,3000,90,1000\n");
            write("links.csv", "centre,other\n");
        }
        List<Complaint> complaints = refused();
        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0).where()).contains(file).contains(where);
        assertThat(complaints.get(0).found()).contains(found);
        assertThat(complaints.get(0).fix()).contains(fix);
    }

    @Test
    void graphAndStartAreTheCentresOwnAndTheMadeUpWorldIsSmall() {
        assertThat(Refused.complaints(() -> ScenarioReader.readText(
                        "{horizon: 3, agents: 3000, start: 1, graph: {kind: ring}, costs: {kind: load-balancing, cleanest: 900, pue: 0.5}, algorithms: [local]}",
                        "s.yaml",
                        folder,
                        List.of())))
                .extracting(Complaint::where)
                .anyMatch(where -> where.endsWith("agents"))
                .anyMatch(where -> where.endsWith("costs.cleanest"))
                .anyMatch(where -> where.endsWith("costs.pue"))
                .anyMatch(where -> where.endsWith("graph"))
                .anyMatch(where -> where.endsWith("start"));
    }

    @Test
    void allFilesAreComplainedAboutAtOnce() throws IOException {
        write("hours.csv", HOURS + "2026-06-01T00:00,north,-2,500,90\n");
        write("centres.csv", CENTRES + "north,-1,3000,90,1000\n");
        write("links.csv", "centre,other,weight\nnorth,south,-3\n");
        assertThat(refused())
                .extracting(Complaint::where)
                .anyMatch(where -> where.contains("hours.csv:2"))
                .anyMatch(where -> where.contains("centres.csv:2"))
                .anyMatch(where -> where.contains("links.csv:2"));
    }

    @Test
    void pricesNeedAUsualOneAndMayBeNegative() throws IOException {
        String hours = """
                time,centre,interactive_servers,batch_servers,carbon_g_per_kwh,price_ct_per_kwh
                2026-06-01T00:00+02:00,north,2000,500,90,-3.5
                2026-06-01T01:00+02:00,north,2100,500,95,8
                """;
        write("hours.csv", hours);
        write("centres.csv", CENTRES + "north,6000,3000,90,1000\n");
        write("links.csv", "centre,other\n");
        assertThat(refused())
                .singleElement()
                .extracting(Complaint::where)
                .asString()
                .contains("price_eur_per_mwh");
        write("centres.csv", CENTRES.replace("\n", ",price_eur_per_mwh\n") + "north,6000,3000,90,1000,80\n");
        Scenario scenario = read();
        assertThat(scenario.costs().times()).containsExactly("2026-06-01T00:00+02:00", "2026-06-01T01:00+02:00");
        // 2000 and 500 servers of 0.632 kW for −35 €/MWh, and the rest
        var domain = Experiment.of(scenario).play().domain().orElseThrow();
        assertThat(domain.values("local", "electricity").get(0)).isBetween(0.0, 0.1);
    }

    @Test
    void missingHoursAreFilledIfTheScenarioSaysHow() throws IOException {
        write(
                "hours.csv",
                HOURS + "2026-06-01T00:00,north,2000,500,90\n2026-06-01T01:00,north,2000,500,90\n"
                        + "2026-06-01T03:00,north,2200,500,130\n");
        write("centres.csv", CENTRES + "north,6000,3000,90,1000\n");
        write("links.csv", "centre,other\n");
        assertThat(refused())
                .singleElement()
                .extracting(Complaint::fix)
                .asString()
                .contains("gaps: interpolate");
        Scenario filled = ScenarioReader.readText(
                "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv,"
                        + " gaps: interpolate}, algorithms: [local]}",
                "s.yaml",
                folder,
                List.of());
        assertThat(filled.horizon()).isEqualTo(4);
    }
}
