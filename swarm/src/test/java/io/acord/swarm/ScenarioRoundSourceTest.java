package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.AddressBook;
import io.acord.fleet.NewRound;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.protocol.LocalRound;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioRoundSourceTest {

    private static Scenario scenario(String algorithms) {
        return ScenarioReader.readText(
                "{seed: 1, horizon: 5, agents: 3, costs: {kind: drift}, graph: {kind: ring},"
                        + " forecasts: {kind: exact}, algorithms: [" + algorithms + "]}",
                "s.yaml",
                Path.of(""),
                List.of());
    }

    private static List<String> complaints(String algorithms) {
        Complaints complaints = new Complaints();
        ScenarioRoundSource.check(scenario(algorithms), complaints);
        return complaints.all().stream().map(Complaint::toString).toList();
    }

    @Test
    void whatNeedsOnePlaceThatKnowsAllIsRefused() {
        assertThat(complaints("foresight: {window: 2}")).isEmpty();
        assertThat(complaints("foresight: {account: common, accuracy: 1e-3}"))
                .hasSize(2)
                .anySatisfy(words -> assertThat(words).contains("s.yaml: foresight.account is common"))
                .anySatisfy(words -> assertThat(words).contains("s.yaml: foresight.iterations is accuracy 0.001"));
        assertThat(complaints("lado: {window: 2}"))
                .singleElement()
                .satisfies(words -> assertThat(words).contains("account is halves"));
        assertThat(complaints("acord, foresight: {account: common}"))
                .as("an acord that comes first is what is played")
                .isEmpty();
        assertThat(complaints("local"))
                .singleElement()
                .satisfies(words -> assertThat(words).contains("has no acord"));
    }

    /** The truth of its own agent, as far as the window and the run go. */
    @Test
    void aMemberKnowsTheForecastsOfItsOwnAgentsAndWhenTheRunEnds() {
        Scenario scenario = scenario("foresight: {window: 2}");
        ScenarioRoundSource source = new ScenarioRoundSource(scenario);
        AddressBook book = AddressBook.of(List.of(
                new AddressBook.Place("a", "localhost", 1, List.of(0, 2)),
                new AddressBook.Place("b", "localhost", 2, List.of(1))));
        for (int t = 1; t <= 5; t++) {
            LocalRound round =
                    source.round(t, NewRound.of(book, new int[] {0, 2}, 1)).orElseThrow();
            int ahead = Math.min(2, 5 - t);
            assertThat(round.forecasts().rounds()).isEqualTo(ahead);
            assertThat(round.forecasts().isEnd()).isEqualTo(t + 2 >= 5);
            for (int s = 1; s <= ahead; s++) {
                assertThat(round.forecasts().cost(1, s, round.cost(1)).at(new double[] {0.5}))
                        .isEqualTo(source.instance().round(t + s).cost(2).at(new double[] {0.5}));
            }
        }
    }
}
