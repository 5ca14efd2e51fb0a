package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.transport.Transport;
import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.LiveEdge;
import io.acord.swarm.live.LiveConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the file of an agent with a feed may say. */
class LiveOptionsTest {

    private static final String SOUND = """
            fleet: alpha
            member: m
            members:
              - {name: m, address: "127.0.0.1:7001", agents: {north: 0, depot: 1}}
              - {name: n, address: "127.0.0.1:7002", agents: {south: 2}}
            feed: {http: "127.0.0.1:7101"}
            deadline: 2s
            beta: 3
            dimension: 2
            iterations: 7
            agents:
              north: {start: 5, edges: [depot, {to: south, weight: 2, offset: [1, 0]}]}
              depot: {start: [1, 2], edges: [north], switching: 0.5}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void issue() throws Exception {
        Instant now = Instant.now();
        Authority authority = Authority.create("alpha", now.minusSeconds(60), now.plusSeconds(3600));
        authority.save(folder);
        authority.issue("m", now.minusSeconds(60), now.plusSeconds(3600)).save(folder);
    }

    private AgentConfig read(String text) throws Exception {
        return AgentConfig.read(Files.writeString(folder.resolve("m.yaml"), text));
    }

    @Test
    void aFleetThatLooksAheadSaysHowFarAndNeedsAFixedNumberOfIterations() throws Exception {
        assertThat(live(SOUND).foresight()).isNull();
        assertThat(live(SOUND + "foresight: {window: 3, trust: 0.25}\n").foresight())
                .isEqualTo(new LiveConfig.Lookahead(3, new Trust(0.25, Trust.Account.OWN)));
        assertThat(live(SOUND + "foresight: {}\n").foresight()).isEqualTo(new LiveConfig.Lookahead(4, Trust.STANDARD));
        assertThat(complaints(SOUND.replace("iterations: 7", "accuracy: 1e-3")
                        + "foresight: {window: 0, trust: -1, account: common}\n"))
                .contains("foresight.window")
                .contains("foresight.trust")
                .contains("account")
                .contains("a fixed number");
    }

    @Test
    void whoMayWatchAMemberIsNamed() throws Exception {
        assertThat(read(SOUND + "metrics: \"127.0.0.1:9101\"\n").watchers()).isEmpty();
        AgentConfig watched = read(SOUND + "metrics: {address: \"0.0.0.0:9101\", watchers: [operator, desk]}\n");
        assertThat(watched.watchers()).containsExactly("operator", "desk");
        assertThat(Objects.requireNonNull(watched.metrics()).port()).isEqualTo(9101);
        assertThat(complaints(SOUND + "metrics: {watchers: [\"*\"], tls: true}\n"))
                .contains("metrics.address")
                .contains("watchers")
                .contains("tls");
        assertThat(complaints(SOUND + "metrics: {address: \"0.0.0.0:9101\"}\n"))
                .contains("watchers")
                .contains("add watchers");
    }

    @Test
    void aFileSaysWhatCarriesMessagesAndNothingElseDoes() throws Exception {
        assertThat(read(SOUND).transport()).isEqualTo(Transport.Kind.GRPC);
        assertThat(read(SOUND + "transport: datagrams\n").transport()).isEqualTo(Transport.Kind.DATAGRAMS);
        assertThat(complaints(SOUND + "transport: pigeons\n"))
                .contains("transport")
                .contains("grpc")
                .contains("datagrams");
    }

    private LiveConfig live(String text) throws Exception {
        return Objects.requireNonNull(read(text).live());
    }

    private String complaints(String text) {
        Throwable thrown = catchThrowable(() -> read(text));
        assertThat(thrown).isInstanceOf(BadInputException.class);
        return String.valueOf(thrown.getMessage());
    }

    @Test
    void aSoundFileSaysWhoIsFedAndHow() throws Exception {
        LiveConfig live = Objects.requireNonNull(read(SOUND).live());
        assertThat(live.feed()).isInstanceOf(LiveConfig.Feed.Http.class);
        assertThat(live.names()).containsExactly("north", "depot", "south");
        assertThat(live.patience()).isEqualTo(Duration.ofSeconds(1));
        assertThat(live.late()).isEqualTo(LatePolicy.HOLD);
        assertThat(live.recipe().iterations().known()).hasValue(7);
        assertThat(live.agents()).hasSize(2);
        assertThat(live.agents().get(0).start()).isEqualTo(List.of(5.0, 5.0));
        assertThat(live.agents().get(0).round().edges().get(0)).isEqualTo(LiveEdge.of(1, 1));
        assertThat(live.agents().get(0).round().edges().get(1).offset().get(0)).isEqualTo(1);
        assertThat(live.agents().get(1).round().switching()).isEqualTo(0.5);
    }

    @Test
    void agentsWithoutNamesAreCalledByTheirIds() throws Exception {
        LiveConfig live = Objects.requireNonNull(read(SOUND.replace("{north: 0, depot: 1}", "[0, 1]")
                        .replace("{south: 2}", "[2]")
                        .replace("north", "0")
                        .replace("depot", "1")
                        .replace("south", "2"))
                .live());
        assertThat(live.names()).containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "feed: {http: \"127.0.0.1:7101\"} | feed: tube | choose how controllers speak",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {http: \"0.0.0.0:7101\"} | only this machine reaches",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {http: \"unix:/run/a\"} | write {unix: /run/a}",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {http: \"127.0.0.1:7101\", mqtt: x} | one of them",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {mqtt: \"127.0.0.1:1883\"} | tcp://host:port",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {mqtt: \"tcp://127.0.0.1:1883\"} | feed.topic is missing",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {mqtt: \"tcp://h:1\", topic: a/#} | without + and #",
                "feed: {http: \"127.0.0.1:7101\"} | feed: {mqtt: \"tcp://h:1\", topic: a, user: u} | both or none",
                "deadline: 2s | late: sometimes | one of hold, held-cost",
                "deadline: 2s | wait: 1min | less than the deadline",
                "deadline: 2s | every: 100ms | a round is over before the next one begins",
                "deadline: 2s | meeting: here | rounds come from one place",
                "beta: 3 | beta: -1 | a number from 0.0",
                "iterations: 7 | budget: crawl | nobody knows how long the run is",
                "iterations: 7 | lambda: paper | the smallest mu of all rounds to come",
                "weight: 2 | wieght: 2 | did you mean weight?",
                "edges: [north] | edges: [nroth] | did you mean north?",
                "edges: [north] | edges: [] | which does not say the same",
                "edges: [north] | edges: [depot] | every other agent once at most",
                "start: [1, 2] | start: [1, 2, 3] | one number, or 2",
                "start: [1, 2], | '' | agents.depot.start is missing",
                "depot: {start | south: {start | is an agent of another member",
                "depot: {start | dopet: {start | did you mean depot?",
                "south: 2 | north: 2 | every name once",
                "south: 2 | a/b: 2 | letters, digits, dots",
                "south: 2 | south: 99999999 | whole numbers from 0 to",
            })
    void whatIsWrongIsSaidWithItsPlace(String found, String instead, String said) {
        assertThat(complaints(SOUND.replace(found, instead))).contains(said).contains("m.yaml");
    }

    @Test
    void aPasswordThatOthersCanReadIsRefused() throws Exception {
        String text = SOUND.replace(
                "{http: \"127.0.0.1:7101\"}",
                "{mqtt: \"tcp://127.0.0.1:1883\", topic: a, user: u, password-file: secret}");
        Path secret = Files.writeString(folder.resolve("secret"), "hush\n");
        Assumptions.assumeTrue(
                Files.getFileStore(secret).supportsFileAttributeView("posix"), "files have no permissions here");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(complaints(text))
                .contains("feed.password-file can be read by others (rw-r-----)")
                .contains("chmod 600");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertThat(Objects.requireNonNull(read(text).live()).feed())
                .isEqualTo(new LiveConfig.Feed.Mqtt("tcp://127.0.0.1:1883", "a", "u", "hush"));
    }

    @Test
    void everythingIsComplainedAboutAtOnceAndKeysOfAFeedMeanNothingToAScenario() {
        assertThat(complaints(SOUND.replace("beta: 3", "beta: x").replace("dimension: 2", "dimension: 0")))
                .contains("beta")
                .contains("dimension");
        assertThat(complaints(SOUND.replace("feed: {http: \"127.0.0.1:7101\"}", "scenario: none.yaml")))
                .contains("agents is not known here");
        assertThat(complaints(SOUND.replace("feed: {http: \"127.0.0.1:7101\"}\n", "")))
                .contains("or feed: where its agents' controllers tell them");
    }

    private static final String APPLICATION = """
            fleet: alpha
            member: m
            members:
              - {name: m, address: "127.0.0.1:7001", agents: {west: 5}}
              - {name: n, address: "127.0.0.1:7002", agents: [1]}
            feed: pipe
            scenario: meters.yaml
            set: [beta=3]
            """;

    private void meters(String algorithms) throws Exception {
        Files.writeString(
                folder.resolve("meters.yaml"),
                "{agents: [west, east], horizon: 1, costs: {kind: meters}, graph: {kind: path}, algorithms: "
                        + algorithms + "}");
    }

    @Test
    void besideTheScenarioOfAnApplicationAFeedIsOfItsReadings() throws Exception {
        meters("[local, acord: {iterations: 7}]");
        LiveConfig live = Objects.requireNonNull(read(APPLICATION).live());
        assertThat(Objects.requireNonNull(live.application()).names()).containsExactly("west", "east");
        assertThat(live.names()).containsExactly("", "east", "", "", "", "west");
        assertThat(live.beta()).isEqualTo(3);
        assertThat(live.recipe().iterations().known()).hasValue(7);
        assertThat(live.agents()).hasSize(1);
        assertThat(live.agents().get(0).name()).isEqualTo("west");
        assertThat(live.agents().get(0).start()).isEqualTo(List.of(0.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "feed: pipe | 'feed: pipe\niterations: 3' | no such key beside feed and scenario: the scenario says it",
                "feed: pipe | 'feed: pipe\nagents: {west: {start: 0, edges: []}}' | the scenario says it",
                "feed: pipe | 'feed: pipe\nmeeting: here' | rounds come from one place",
                "set: [beta=3] | 'set: [costs.kind=drift]' | one of an application that takes readings",
                "set: [beta=3] | 'set: [\"algorithms=[local]\"]' | has no acord",
                "set: [beta=3] | 'set: [\"algorithms=[acord: {budget: crawl}]\"]' | nobody knows how long the run is",
                "set: [beta=3] | 'set: [mu=running, \"algorithms=[acord: {lambda: paper}]\"]' | the smallest mu of all",
                "agents: [1] | agents: [7] | host no agent east of the scenario",
                "west: 5 | vest: 5 | did you mean west?",
            })
    void whatIsWrongWithAnApplicationIsSaidWithItsPlace(String found, String instead, String said) throws Exception {
        meters("[acord: {iterations: 7}]");
        assertThat(complaints(APPLICATION.replace(found, instead))).contains(said);
    }
}
