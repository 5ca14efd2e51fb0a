package io.acord.swarm.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.NewRound;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.protocol.LocalRound;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.LiveRounds;
import io.acord.protocol.live.Offer;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member of a path of three meters, a, b and c, that hosts b. */
class ToldReadingsTest {

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final LiveAgent B = new LiveAgent(1, "b", List.of(0.0), new AgentRound(null, List.of(), 1));

    private final LiveRounds rounds =
            new LiveRounds(new int[] {1}, List.of("b"), List.of(B.round()), 1, LatePolicy.HELD_COST, 0);

    private static ToldReadings told(String more) {
        Scenario scenario = ScenarioReader.readText(
                "{agents: [a, b, c], horizon: 1, costs: {kind: meters" + more
                        + "}, graph: {kind: path}, algorithms: [acord: {iterations: 3}]}",
                "meters.yaml",
                Path.of(""),
                List.of());
        return new ToldReadings(scenario, List.of(B), NAMES);
    }

    private static Offer offer(ToldReadings told, int round, String readings) {
        String body = "{\"round\": " + round + ", \"readings\": {" + readings + "}}";
        return told.read(body.getBytes(StandardCharsets.UTF_8), Set.of(1));
    }

    /** Tells a round and plays it; what flowed by so far comes out. */
    private double play(ToldReadings told, int round, double flow) {
        rounds.tell(offer(told, round, "\"flow_l\": " + flow));
        return decide(told, round);
    }

    private double decide(ToldReadings told, int round) {
        told.decided(rounds.decide(round, false));
        return told.played(round, Actions.scalars(0.5)).get(0).numbers()[0];
    }

    @Test
    void whatIsNotToldInTimeIsAsBeforeAndCountsAsItWasWhenItComesLate() {
        ToldReadings told = told("");
        assertThat(play(told, 1, 10)).isEqualTo(10);
        assertThat(decide(told, 2)).isEqualTo(20);
        assertThat(play(told, 3, 1)).isEqualTo(21);
        Offer late = offer(told, 2, "\"flow_l\": 5");
        rounds.tell(late);
        told.late(late);
        assertThat(play(told, 4, 1)).isEqualTo(17);
    }

    @Test
    void aLateReadingDoesNotChangeTheRoundThatWasPlayedWithoutIt() {
        ToldReadings told = told("");
        play(told, 1, 10);
        Decision second = rounds.decide(2, false);
        told.decided(second);
        double before = cost(told, second);
        told.late(offer(told, 2, "\"flow_l\": 5"));
        assertThat(cost(told, second)).isEqualTo(before);
        assertThat(told.played(2, Actions.scalars(0.5)).get(0).numbers()[0]).isEqualTo(15);
    }

    private static double cost(ToldReadings told, Decision decision) {
        return local(told, decision).cost(0).at(new double[] {0});
    }

    private static LocalRound local(ToldReadings told, Decision decision) {
        List<Place> places = NAMES.stream()
                .map(name -> new Place("m" + name, "127.0.0.1", 0, List.of(NAMES.indexOf(name))))
                .toList();
        NewRound draft = NewRound.of(AddressBook.of(places), new int[] {1}, 1);
        return told.described(decision, draft).orElseThrow();
    }

    @Test
    void aMemberSeesItsOwnAgentsAndTheirEdges() {
        ToldReadings told = told("");
        rounds.tell(offer(told, 1, "\"flow_l\": 3"));
        Decision first = rounds.decide(1, false);
        told.decided(first);
        LocalRound local = local(told, first);
        assertThat(local.block().rows()).isEqualTo(1);
        assertThat(local.block().columns()).isEqualTo(3);
        assertThat(local.cost(0).at(new double[] {3})).isZero();
    }

    /** Killed after it has answered round 2 and before it wrote down what it remembers of it, and at any other time. */
    @Test
    void whatWasWrittenDownIsCountedOnceWhereverItWasKilled() {
        ToldReadings told = told("");
        play(told, 1, 10);
        FeedJournal.Line afterFirst = told.line().orElseThrow();
        play(told, 2, 4);
        FeedJournal.Line afterSecond = told.line().orElseThrow();
        for (List<FeedJournal.Line> found : List.of(List.of(afterFirst), List.of(afterFirst, afterSecond))) {
            ToldReadings again = told("");
            rounds.decided(1).ifPresent(again::decided);
            again.resume(found.get(0).round(), found.get(0).text());
            rounds.decided(2).ifPresent(again::decided);
            found.stream().skip(1).forEach(line -> again.resume(line.round(), line.text()));
            again.played(2, Actions.scalars(0.5)); // it is given out once more
            again.played(2, Actions.scalars(0.5));
            assertThat(again.line()).contains(afterSecond);
        }
        ToldReadings fromSnapshot = told("");
        fromSnapshot.resume(afterSecond.round(), afterSecond.text());
        fromSnapshot.resume(afterFirst.round(), afterFirst.text()); // an older one takes nothing back
        assertThat(fromSnapshot.line()).contains(afterSecond);
        assertThat(fromSnapshot.played(2, Actions.scalars(0.5))).isEmpty();
    }

    @Test
    void whatTakesTheOthersIsNotTakenAndLeftOpen() {
        ToldReadings told = told("");
        rounds.tell(offer(told, 1, "\"flow_l\": 3"));
        told.decided(rounds.decide(1, false));
        assertThat(told.played(1, Actions.scalars(0.5)).get(0).numbers()).containsExactly(3, Double.NaN);
        assertThat(told.readings()).containsExactly("flow_l");
        assertThatThrownBy(() -> offer(told, 2, "\"flow_l\": 3, \"shared_l\": 1"))
                .hasMessageContaining("/readings/shared_l is there")
                .hasMessageContaining("neighbours that live elsewhere");
    }

    @Test
    void whereReadingsOfBothEndsCoupleThemThoseOfNeighboursAreAskedFor() {
        ToldReadings told = told(", compares: both");
        assertThatThrownBy(() -> offer(told, 1, "\"flow_l\": 3"))
                .hasMessageContaining("/neighbours is missing")
                .hasMessageContaining("the readings of a, c")
                .hasMessageContaining("takes the readings of both");
        String body =
                "{\"round\": 1, \"readings\": {\"flow_l\": 3}, \"neighbours\": {\"a\": {\"flow_l\": -1}, \"d\": {}}}";
        assertThatThrownBy(() -> told.read(body.getBytes(StandardCharsets.UTF_8), Set.of(1)))
                .hasMessageContaining("/neighbours/a/flow_l")
                .hasMessageContaining("/neighbours/c is missing")
                .hasMessageContaining("/neighbours/d");
    }

    @Test
    void whatTheFieldItselfRefusesIsSaidBeforeItIsTaken() {
        assertThatThrownBy(() -> offer(told(""), 1, "\"flow_l\": 999"))
                .hasMessageContaining("/readings/flow_l is 999.0")
                .hasMessageContaining("mend the pipe");
    }

    @Test
    void whatTheScenarioMakesOfReadingsIsNotTold() {
        ToldReadings told = told("");
        String body = """
                {"round": 1, "readings": {"flow_l": 3}, "neighbours": {"a": {}}, "cost": {"alpha": 1, "v": 1},
                 "edges": [], "switching": 2, "forecast": []}
                """;
        assertThatThrownBy(() -> told.read(body.getBytes(StandardCharsets.UTF_8), Set.of(1)))
                .hasMessageContaining("/neighbours is there")
                .hasMessageContaining("/cost is there")
                .hasMessageContaining("/edges is there")
                .hasMessageContaining("/switching is there")
                .hasMessageContaining("/forecast is there");
    }
}
