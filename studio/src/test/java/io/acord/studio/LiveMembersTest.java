package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.MemberHealth;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.swarm.StatusServer;
import io.acord.swarm.live.FeedStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Members of this machine that the studio did not start: live agents and who feeds them. */
class LiveMembersTest {

    @TempDir
    private Path folder;

    private static StatusServer member(String name, FeedStatus feed) throws Exception {
        return member(name, feed, null);
    }

    private static StatusServer member(String name, FeedStatus feed, StatusServer.@Nullable Watchers watchers)
            throws Exception {
        return StatusServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                () -> new MemberHealth(name, true, true, 12, false, 1, 1, "2030-01-01T00:00:00Z"),
                () -> "acord_round 12.0\nacord_peer_up{peer=\"depot\"} 1.0\n",
                () -> Optional.of(feed),
                watchers,
                new PrintWriter(new StringWriter()));
    }

    private static String attach(TestStudio studio, String addresses) throws Exception {
        HttpResponse<String> attached = studio.post("/api/swarms", "{\"folder\":\"" + addresses + "\"}");
        assertThat(attached.statusCode()).isEqualTo(201);
        return new JsonMapper().readTree(attached.body()).get("key").stringValue();
    }

    @Test
    void everySetOfThemHasAKeyOfItsOwnAndIsAttachedOnce() throws Exception {
        try (TestStudio studio = new TestStudio(folder, null)) {
            String pair = attach(studio, "127.0.0.1:1, 127.0.0.1:2");
            assertThat(attach(studio, "127.0.0.1:1, 127.0.0.1:3"))
                    .as("as many, and the same first one")
                    .isNotEqualTo(pair);
            assertThat(attach(studio, "127.0.0.1:1, localhost:2, 127.0.0.1:1"))
                    .as("one of them said twice")
                    .isEqualTo(pair);
            String last = "";
            for (int port = 11; port <= 24; port++) { // 16 are kept, and two are there
                last = attach(studio, "127.0.0.1:" + port);
            }
            assertThat(attach(studio, "127.0.0.1:24")).isEqualTo(last);
            assertThat(studio.read("/api/swarms").toString())
                    .as("nothing was added, nothing goes")
                    .contains("\"" + pair + "\"");
            attach(studio, "127.0.0.1:25");
            assertThat(studio.read("/api/swarms").toString()).doesNotContain("\"" + pair + "\"");
        }
    }

    @Test
    void theyAreAttachedByWhereTheyTellHowTheyAre() throws Exception {
        FeedStatus punctual = new FeedStatus("a pipe", "hold", List.of(new FeedStatus.OfAgent("north", 12, 0, "")));
        FeedStatus late = new FeedStatus(
                "http://127.0.0.1:7101",
                "held-cost",
                List.of(new FeedStatus.OfAgent("south", 9, 3, "no cost came in time")));
        try (StatusServer one = member("alpha", punctual);
                TestStudio studio = new TestStudio(folder, null)) {
            String key;
            try (StatusServer other = member("beta", late)) {
                String addresses = "127.0.0.1:" + one.address().getPort() + ", localhost:"
                        + other.address().getPort();
                HttpResponse<String> attached = studio.post("/api/swarms", "{\"folder\":\"" + addresses + "\"}");
                assertThat(attached.statusCode()).isEqualTo(201);
                key = new JsonMapper().readTree(attached.body()).get("key").stringValue();
                JsonNode processes = studio.read("/api/swarms/" + key).get("processes");
                assertThat(processes).hasSize(2);
                assertThat(processes.get(0).get("name").stringValue()).isEqualTo("alpha");
                assertThat(processes.get(0).get("state").stringValue()).isEqualTo("up");
                assertThat(processes.get(0).get("round").intValue()).isEqualTo(12);
                JsonNode fed = processes.get(1).get("feed");
                assertThat(fed.get("door").stringValue()).isEqualTo("http://127.0.0.1:7101");
                assertThat(fed.get("late").stringValue()).isEqualTo("held-cost");
                assertThat(fed.get("agents").get(0).get("agent").stringValue()).isEqualTo("south");
                assertThat(fed.get("agents").get(0).get("lateRounds").intValue())
                        .isEqualTo(3);
            }
            JsonNode after = studio.read("/api/swarms/" + key).get("processes").get(1);
            assertThat(after.get("state").stringValue()).isEqualTo("down");
            assertThat(studio.read("/api/swarms").toString()).contains(key);
        }
    }

    @Test
    void thoseElsewhereTellOnlyTheirWatchersAndAreCalledWhatTheirCertificatesSay() throws Exception {
        Path certificates = folder.resolve("certificates");
        Authority.forOneRun("fleet", List.of("alpha", "operator", "beta"), certificates);
        StatusServer.Watchers watchers =
                new StatusServer.Watchers(credentials(certificates, "alpha"), Set.of("operator"));
        FeedStatus feed = new FeedStatus("a pipe", "hold", List.of(new FeedStatus.OfAgent("north", 12, 0, "")));
        try (StatusServer alpha = member("somebody-else", feed, watchers)) {
            String address = "https://127.0.0.1:" + alpha.address().getPort();
            try (TestStudio studio = TestStudio.watching(folder, credentials(certificates, "operator"))) {
                JsonNode told = studio.read("/api/swarms/" + attach(studio, address))
                        .get("processes")
                        .get(0);
                assertThat(told.get("name").stringValue()).isEqualTo("alpha");
                assertThat(told.get("state").stringValue()).isEqualTo("up");
                assertThat(told.get("round").asInt()).isEqualTo(12);
                assertThat(told.get("feed").get("agents").get(0).get("agent").stringValue())
                        .isEqualTo("north");
            }
            try (TestStudio studio = TestStudio.watching(folder, credentials(certificates, "beta"))) {
                JsonNode told = studio.read("/api/swarms/" + attach(studio, address))
                        .get("processes")
                        .get(0);
                assertThat(told.get("state").stringValue())
                        .as("a member of the fleet that is no watcher")
                        .isEqualTo("down");
                assertThat(told.get("round").isNull()).isTrue();
            }
            try (TestStudio studio = new TestStudio(folder, null)) {
                HttpResponse<String> refused = studio.post("/api/swarms", "{\"folder\":\"" + address + "\"}");
                assertThat(refused.statusCode()).isEqualTo(400);
                assertThat(refused.body()).contains("--certificates DIR --fleet NAME --as NAME");
            }
        }
    }

    @Test
    void aStrangerWhoListensElsewhereIsNotBelieved() throws Exception {
        Path ours = folder.resolve("ours");
        Path theirs = folder.resolve("theirs");
        Authority.forOneRun("fleet", List.of("operator"), ours);
        Authority.forOneRun("fleet", List.of("alpha", "operator"), theirs);
        StatusServer.Watchers watchers = new StatusServer.Watchers(credentials(theirs, "alpha"), Set.of("operator"));
        FeedStatus feed = new FeedStatus("a pipe", "hold", List.of());
        try (StatusServer stranger = member("alpha", feed, watchers);
                TestStudio studio = TestStudio.watching(folder, credentials(ours, "operator"))) {
            String key =
                    attach(studio, "https://127.0.0.1:" + stranger.address().getPort());
            JsonNode told = studio.read("/api/swarms/" + key).get("processes").get(0);
            assertThat(told.get("state").stringValue()).isEqualTo("down");
        }
    }

    private static Credentials credentials(Path certificates, String member) {
        return Credentials.inFolder(certificates, new Identity("fleet", member));
    }
}
