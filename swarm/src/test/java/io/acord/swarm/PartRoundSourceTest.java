package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.AddressBook;
import io.acord.fleet.NewRound;
import io.acord.fleet.transport.Transport;
import io.acord.internal.kernel.Block;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.protocol.LocalRound;
import io.acord.recipe.Recipe;
import io.acord.swarm.part.PartFolder;
import io.acord.swarm.part.PartHeader;
import io.acord.swarm.part.PartRound;
import io.acord.swarm.part.PartRoundSource;
import io.acord.swarm.part.PartWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a member is told of its own agents is what it would have read, to the last bit, and it is told nothing else. */
class PartRoundSourceTest {

    private static final String FLEET = "seed: 3, agents: 12, forecasts: {kind: exact}";

    @TempDir
    private Path folder;

    private Scenario scenario;
    private SwarmPlan plan;
    private List<SwarmPlan.Share> shares;
    private PartWriter writer;
    private AddressBook book;

    @BeforeEach
    void aScenarioOfNothingSpecial() throws IOException {
        read("costs: {kind: drift}, graph: {kind: circulant, degree: 4}, algorithms: [acord: {iterations: 3}]");
    }

    private void read(String rest) throws IOException {
        scenario = ScenarioReader.readText(
                "{" + FLEET + (rest.contains("horizon") ? ", " : ", horizon: 6, ") + rest + "}",
                "s.yaml",
                folder,
                List.of());
        plan = new SwarmPlan(
                scenario,
                folder.resolve("s.yaml"),
                List.of(),
                3,
                Duration.ofSeconds(1),
                Duration.ZERO,
                "jdk",
                Transport.Kind.GRPC,
                false,
                folder);
        shares = plan.shares(scenario.instance(scenario.seed()).round(1).graph());
        book = AddressBook.of(shares.stream()
                .map(share -> new AddressBook.Place(share.name(), "localhost", 1, share.agents()))
                .toList());
        Map<PartFolder, int[]> agents = new LinkedHashMap<>();
        shares.forEach(share -> agents.put(
                plan.part(share.name()),
                share.agents().stream().mapToInt(Integer::intValue).toArray()));
        writer = new PartWriter(scenario, scenario.instance(scenario.seed()), agents);
        writer.writeHeaders();
        writer.advance(0, 0);
    }

    private MemberPart part(SwarmPlan.Share share) {
        return MemberPart.read(plan.part(share.name()).folder(), () -> {
            throw new AssertionError("the whole scenario was read");
        });
    }

    private NewRound draft(SwarmPlan.Share share) {
        return NewRound.of(
                book, share.agents().stream().mapToInt(Integer::intValue).toArray(), scenario.dimension());
    }

    private static void assertSame(LocalRound told, LocalRound read, Recipe recipe, double[] x) {
        assertThat(told.beta()).isEqualTo(read.beta());
        assertThat(told.fleet()).isEqualTo(read.fleet());
        assertThat(told.recipe(recipe)).isEqualTo(read.recipe(recipe));
        assertThat(told.forecasts().rounds()).isEqualTo(read.forecasts().rounds());
        assertThat(told.forecasts().isEnd()).isEqualTo(read.forecasts().isEnd());
        Block a = told.block();
        Block b = read.block();
        assertThat(a.firstArc()).isEqualTo(b.firstArc());
        assertThat(a.column()).isEqualTo(b.column());
        assertThat(a.weightSum()).isEqualTo(b.weightSum());
        for (int column = 0; column < b.columns(); column++) {
            assertThat(a.agent(column)).isEqualTo(b.agent(column));
        }
        for (int row = 0; row < b.rows(); row++) {
            assertThat(told.switchingWeight(row)).isEqualTo(read.switchingWeight(row));
            assertThat(told.cost(row).at(x)).isEqualTo(read.cost(row).at(x));
            assertThat(told.cost(row).mu()).isEqualTo(read.cost(row).mu());
            for (int s = 1; s <= read.forecasts().rounds(); s++) {
                assertThat(told.forecasts().cost(row, s, told.cost(row)).at(x))
                        .isEqualTo(read.forecasts().cost(row, s, read.cost(row)).at(x));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "costs: {kind: drift}, graph: {kind: circulant, degree: 4}, algorithms: [acord: {iterations: 3}]",
                "dimension: 3, costs: {kind: drift}, graph: {kind: random-regular, degree: 4, every: 2}, beta: 2,"
                        + " algorithms: [acord: {accuracy: 1e-6, variant: plain}]",
                "costs: {kind: drift}, graph: {kind: ring}, switching: 3, algorithms: [acord: {lambda: paper}]",
                "costs: {kind: drift}, graph: {kind: ring}, mu: 0.01, algorithms: [acord: {lambda: paper}]",
                "costs: {kind: drift}, graph: {kind: ring}, mu: running, algorithms: [acord: {lambda: paper}]",
                "costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord: {lambda: 0.5, from: zero}]",
                "costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord: {budget: crawl}]",
                "costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord: {budget: crawl,"
                        + " variant: accelerated, theta: certified, epsilon: 1e-3}]",
                "costs: {kind: drift}, graph: {kind: ring}, algorithms: [foresight: {window: 2, iterations: 4}]"
            })
    void aMemberIsToldWhatItWouldHaveRead(String rest) throws Exception {
        read(rest);
        double[] x = new double[scenario.dimension()];
        Arrays.fill(x, 0.3);
        for (SwarmPlan.Share share : shares) {
            ScenarioRoundSource whole = new ScenarioRoundSource(scenario);
            MemberPart part = part(share);
            PartHeader header = PartHeader.read(part.folder().header());
            Recipe recipe = part.acord().recipe(header.lambdaRule());
            assertThat(recipe.with(whole.recipe().lambda())).isEqualTo(whole.recipe());
            PartRoundSource told = new PartRoundSource(
                    part.folder(), header, recipe, scenario.lookingAhead().isPresent(), () -> {
                        throw new AssertionError("the whole scenario was read");
                    });
            assertThat(told.horizon()).isEqualTo(whole.horizon());
            for (int row = 0; row < header.agents().length; row++) {
                int agent = header.agents()[row];
                assertThat(recipe.lambda().lambda(agent, 1, 2, 3))
                        .isEqualTo(whole.recipe().lambda().lambda(agent, 1, 2, 3));
                assertThat(header.start()[row * header.dimension()])
                        .isEqualTo(whole.instance().start().of(agent)[0]);
            }
            for (int t = 1; t <= 6; t++) {
                assertSame(
                        told.round(t, draft(share)).orElseThrow(),
                        whole.round(t, draft(share)).orElseThrow(),
                        recipe,
                        x);
            }
            assertThat(told.round(7, draft(share))).isEmpty();
        }
    }

    @Test
    void aPartHasTheMembersOwnAgentsAndItsNeighboursOnly() throws IOException {
        for (SwarmPlan.Share share : shares) {
            PartFolder part = plan.part(share.name());
            assertThat(PartHeader.read(part.header()).agents())
                    .containsExactly(
                            share.agents().stream().mapToInt(Integer::intValue).toArray());
            assertThat(PartRound.read(part.round(1)).costs(1)).hasSameSizeAs(share.agents());
        }
    }

    @Test
    void roundsAreHandedOutAheadOfTheFirstAndKeptUntilTheLastHasPlayedThem() throws Exception {
        read("horizon: 500, costs: {kind: drift}, graph: {kind: random-regular, degree: 4, every: 1},"
                + " algorithms: [acord: {iterations: 3}]");
        PartFolder part = plan.part(shares.get(0).name());
        assertThat(part.round(60)).exists();
        assertThat(part.round(200)).doesNotExist();
        writer.advance(2, 300);
        assertThat(part.round(3)).as("somebody has not played it").exists();
        assertThat(part.round(340)).as("somebody is there soon").exists();
        writer.advance(300, 300);
        assertThat(part.round(3)).doesNotExist();
        assertThat(part.graph(2)).doesNotExist();
        assertThat(part.round(301)).exists();
        assertThat(part.graph(300)).exists();
        PartRoundSource told = new PartRoundSource(
                part, PartHeader.read(part.header()), scenario.acord().own(), false, () -> {
                    throw new AssertionError("the whole scenario was read");
                });
        assertThat(told.past(3, draft(shares.get(0)))).isEmpty();
        assertThat(told.past(299, draft(shares.get(0)))).isPresent();
        assertThat(told.past(300 - 127, draft(shares.get(0))))
                .as("books of a member that was away wait for as many rounds")
                .isPresent();
        writer.delete();
        assertThat(Files.exists(part.folder())).isFalse();
    }
}
