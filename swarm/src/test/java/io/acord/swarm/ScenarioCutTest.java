package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.fleet.AddressBook;
import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.input.BadInputException;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.protocol.LocalRound;
import io.acord.swarm.part.PartRoundSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part that was cut for a member on another host is all that it needs, and whatever is wrong with it is refused. */
class ScenarioCutTest {

    private static final String SCENARIO = "{seed: 3, horizon: 5, agents: 6, forecasts: {kind: exact},"
            + " graph: {kind: random-regular, degree: 2, every: 2}, costs: {kind: drift},"
            + " algorithms: [foresight: {window: 2, iterations: 4}]}";

    @TempDir
    private Path folder;

    private Scenario scenario(String text) {
        return ScenarioReader.readText(text, "s.yaml", folder, List.of());
    }

    private Path file(String member, String part, String agentsOfB) throws IOException {
        return Files.writeString(folder.resolve(member + ".yaml"), """
                fleet: f
                member: %s
                members:
                  - {name: a, address: "localhost:1", agents: [0, 4, 2]}
                  - {name: b, address: "localhost:2", agents: %s}
                part: %s
                """.formatted(member, agentsOfB, part));
    }

    private List<Path> files() throws IOException {
        return List.of(file("a", "a.part", "[1, 3, 5]"), file("b", "parts/b", "[1, 3, 5]"));
    }

    private static LocalRound round(RoundSource source, int t, int... agents) throws Exception {
        AddressBook book = AddressBook.of(List.of(
                new AddressBook.Place("a", "localhost", 1, List.of(0, 2, 4)),
                new AddressBook.Place("b", "localhost", 2, List.of(1, 3, 5))));
        return source.round(t, NewRound.of(book, agents, 1)).orElseThrow();
    }

    @Test
    void aPartHasAllRoundsOfItsAgentsWithoutTheScenario() throws Exception {
        Scenario scenario = scenario(SCENARIO);
        List<ScenarioCut.Share> shares = ScenarioCut.of(scenario, files()).write(Watcher.NOBODY);
        assertThat(shares)
                .extracting(ScenarioCut.Share::folder)
                .containsExactly(folder.resolve("a.part"), folder.resolve("parts/b"));
        MemberPart part = MemberPart.read(folder.resolve("a.part"), null);
        PartRoundSource told = new PartRoundSource(
                part.folder(), part.header(), part.acord().own(), part.foresight() != null, part.roundsOfAll());
        ScenarioRoundSource read = new ScenarioRoundSource(scenario);
        for (int t = 1; t <= 5; t++) {
            LocalRound a = round(told, t, 0, 2, 4);
            LocalRound b = round(read, t, 0, 2, 4);
            assertThat(a.beta()).isEqualTo(b.beta());
            assertThat(a.block().column()).isEqualTo(b.block().column());
            assertThat(a.forecasts().rounds()).isEqualTo(b.forecasts().rounds());
            for (int row = 0; row < 3; row++) {
                double[] x = {0.3};
                assertThat(a.cost(row).at(x)).isEqualTo(b.cost(row).at(x));
            }
        }
        assertThat(told.round(6, NewRound.of(AddressBook.of(List.of()), new int[] {0, 2, 4}, 1)))
                .isEmpty();
    }

    @Test
    void cuttingAgainReplacesParts() throws Exception {
        ScenarioCut.of(scenario(SCENARIO), files()).write(Watcher.NOBODY);
        ScenarioCut.of(scenario(SCENARIO.replace("horizon: 5", "horizon: 2")), files())
                .write(Watcher.NOBODY);
        MemberPart part = MemberPart.read(folder.resolve("a.part"), null);
        assertThat(part.header().horizon()).isEqualTo(2);
        assertThat(part.folder().round(3)).doesNotExist();
    }

    @Test
    void partsThatAreNotWholeAreRefused() throws Exception {
        assertThatThrownBy(() -> MemberPart.read(folder.resolve("a.part"), null))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is no part of a scenario");
        ScenarioCut.of(scenario(SCENARIO), files()).write(Watcher.NOBODY);
        Path part = folder.resolve("a.part");
        Files.delete(part.resolve("round-4"));
        assertThatThrownBy(() -> MemberPart.read(part, null)).hasMessageContaining("round-4");
        Files.write(part.resolve("round-4"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> MemberPart.read(part, null)).hasMessageContaining("round-4 is damaged");
        Files.write(part.resolve("header"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> MemberPart.read(part, null)).hasMessageContaining("header is damaged");
    }

    @Test
    void whateverIsWrongIsSaidAtOnceAndNothingIsWritten() throws Exception {
        Files.createDirectory(folder.resolve("mine"));
        List<Path> files =
                List.of(file("a", "mine", "[1]"), file("b", "b.part", "[1, 0, 9]"), folder.resolve("c.yaml"));
        assertThatThrownBy(() -> ScenarioCut.of(scenario(SCENARIO), files))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has agent 9")
                .hasMessageContaining("is there and is no part")
                .hasMessageContaining("c.yaml");
        List<Path> twice = List.of(file("a", "one.part", "[1]"), file("b", "one.part", "[0]"));
        assertThatThrownBy(() -> ScenarioCut.of(scenario(SCENARIO), twice))
                .hasMessageContaining("gives agent 0 to b")
                .hasMessageContaining("is the part of a");
        Path without = Files.writeString(
                folder.resolve("d.yaml"), "{member: d, members: [{name: e, address: 'localhost:1', agents: [0]}]}");
        assertThatThrownBy(() -> ScenarioCut.of(scenario(SCENARIO), List.of(without)))
                .hasMessageContaining("part");
        try (Stream<Path> there = Files.list(folder)) {
            assertThat(there.filter(Files::isDirectory)).containsExactly(folder.resolve("mine"));
        }
    }
}
