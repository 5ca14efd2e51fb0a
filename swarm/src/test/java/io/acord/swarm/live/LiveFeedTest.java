package io.acord.swarm.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.Fleet;
import io.acord.cost.Quadratic;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.Reply;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Members in this process, over real sockets, fed by the test. */
@Timeout(120)
class LiveFeedTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private static double wish(int agent, int t) {
        return agent + Math.sin(t / 3.0);
    }

    private static String body(int agent, int t, String more) {
        return "{\"round\": " + t + ", \"agent\": \"" + LiveFleet.NAMES.get(agent)
                + "\", \"cost\": {\"alpha\": 1, \"v\": [" + wish(agent, t) + "]}" + more + "}";
    }

    private static Reply post(LiveFeed feed, String body) {
        return feed.post(body.getBytes(StandardCharsets.UTF_8), feed.ids()).reply();
    }

    /** Waits for what a round came to. */
    private static JsonNode answer(LiveFeed feed, int t) throws InterruptedException {
        LiveConfig.LiveAgent agent = feed.config().agents().get(0);
        Optional<String> answer = feed.answerOf(t, agent);
        while (answer.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(2);
            answer = feed.answerOf(t, agent);
        }
        return JSON.readTree(answer.get());
    }

    /** What a fleet in one place decides with these costs. */
    private static List<Actions> reference(int rounds) {
        Fleet fleet = Fleet.builder(3)
                .recipe(Recipe.standard(IterationRule.fixed(12)))
                .build();
        List<Actions> all = new ArrayList<>();
        for (int t = 1; t <= rounds; t++) {
            all.add(fleet.decide(round(t)).actions());
        }
        return all;
    }

    private static Round round(int t) {
        return Round.builder(3, 1)
                .beta(2)
                .edge(0, 1)
                .edge(1, 2)
                .costs(Quadratic.alpha(1, wish(0, t)), Quadratic.alpha(1, wish(1, t)), Quadratic.alpha(1, wish(2, t)))
                .build();
    }

    @Test
    void whatControllersAreAnsweredIsBitForBitWhatAFleetInOnePlaceDecidesAlsoAfterARestart() throws Exception {
        List<Actions> reference = reference(8);
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HOLD, LONG).start()) {
            for (int t = 1; t <= 8; t++) {
                for (int i = 0; i < 3; i++) {
                    post(fleet.feed(LiveFleet.NAMES.get(i)), body(i, t, ""));
                }
                for (int i = 0; i < 3; i++) {
                    JsonNode answer = answer(fleet.feed(LiveFleet.NAMES.get(i)), t);
                    assertThat(answer.get("action").get(0).asDouble())
                            .isEqualTo(reference.get(t - 1).get(i, 0));
                    assertThat(answer.get("level").asString()).isEqualTo("final");
                    assertThat(answer.get("certificate").asDouble()).isGreaterThanOrEqualTo(0);
                    assertThat(answer.has("why")).isFalse();
                }
                if (t == 4) {
                    String before =
                            fleet.feed("b").answerOf(3, agent(fleet.feed("b"))).orElseThrow();
                    fleet.restart("b");
                    LiveFeed again = fleet.feed("b");
                    assertThat(again.answerOf(3, agent(again))).contains(before);
                    assertThat(post(again, body(1, 3, ""))).isEqualTo(new Reply.Taken(false, before));
                    assertThat(post(again, body(1, 3, ", \"beta\": 3"))).isInstanceOf(Reply.Refused.class);
                }
            }
        }
    }

    @Test
    void controllersThatForecastAreAnsweredWhatAFleetInOnePlaceDecidesAlsoAfterARestart() throws Exception {
        Trust trust = new Trust(0.1, Trust.Account.OWN);
        Foresight reference = Foresight.builder(3)
                .recipe(Recipe.standard(IterationRule.fixed(12)))
                .window(2)
                .trust(trust)
                .build();
        boolean hasStrayed = false;
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HOLD, LONG)
                .with(new LiveConfig.Lookahead(2, trust))
                .start()) {
            for (int t = 1; t <= 6; t++) {
                Forecasts.Builder believed = Forecasts.builder(3);
                for (int i = 0; i < 3; i++) {
                    StringBuilder forecast = new StringBuilder(", \"forecast\": [");
                    for (int s = 1; s <= 2; s++) {
                        double v = wish(i, t) + (i == 1 ? 4 : 0.3) * s; // b is wrong
                        believed.cost(i, s, Quadratic.alpha(1, v));
                        forecast.append(s == 1 ? "" : ", ")
                                .append("{\"alpha\": 1, \"v\": ")
                                .append(v)
                                .append('}');
                    }
                    post(fleet.feed(LiveFleet.NAMES.get(i)), body(i, t, forecast + "]"));
                }
                ForesightDecision decision = reference.decide(round(t), believed.build());
                for (int i = 0; i < 3; i++) {
                    JsonNode answer = answer(fleet.feed(LiveFleet.NAMES.get(i)), t);
                    assertThat(answer.get("action").get(0).asDouble())
                            .isEqualTo(decision.actions().get(i, 0));
                    assertThat(answer.get("gamma").asDouble()).isEqualTo(decision.gamma(i));
                    assertThat(answer.get("expert").get(0).asDouble())
                            .isEqualTo(decision.expert().actions().get(i, 0));
                    assertThat(answer.get("planned").get(0).asDouble())
                            .isEqualTo(decision.planned().get(i, 0));
                    assertThat(answer.get("account").asDouble()).isLessThanOrEqualTo(decision.account(i) + 1e-9);
                    hasStrayed |= decision.gamma(i) < 1;
                }
                if (t == 3) {
                    fleet.restart("b");
                }
            }
        }
        assertThat(hasStrayed).as("or accounts would not have mattered").isTrue();
    }

    private static LiveConfig.LiveAgent agent(LiveFeed feed) {
        return feed.config().agents().get(0);
    }

    @Test
    void whoTellsALaterRoundIsLateInTheOneThatItSkipped() throws Exception {
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HOLD, Duration.ofSeconds(2)).start()) {
            for (int t = 1; t <= 3; t++) {
                for (int i = 0; i < 3; i++) {
                    if (i < 2 || t != 2) {
                        post(fleet.feed(LiveFleet.NAMES.get(i)), body(i, t, ""));
                    }
                }
            }
            answer(fleet.feed("c"), 3);
            FeedStatus.OfAgent skipping = fleet.feed("c").status().agents().get(0);
            assertThat(skipping.told()).isEqualTo(3);
            assertThat(skipping.lateRounds()).isEqualTo(1);
            assertThat(skipping.why()).contains("no cost came in time");
            assertThat(fleet.feed("b").status().agents().get(0).lateRounds()).isZero();
        }
    }

    @Test
    void whoIsLateIsHeldAndItsNeighboursPlayTheRoundWithoutIt() throws Exception {
        Map<Integer, String> given = new ConcurrentHashMap<>();
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HOLD, Duration.ofSeconds(2)).start()) {
            fleet.feed("c").listen((round, agent, answer) -> given.put(round, answer));
            for (int t = 1; t <= 4; t++) {
                for (int i = 0; i < 3; i++) {
                    if (i < 2 || t != 3) {
                        post(fleet.feed(LiveFleet.NAMES.get(i)), body(i, t, ""));
                    }
                }
                double before = t == 1
                        ? 0
                        : answer(fleet.feed("c"), t - 1).get("action").get(0).asDouble();
                JsonNode late = answer(fleet.feed("c"), t);
                JsonNode neighbour = answer(fleet.feed("b"), t);
                if (t == 3) {
                    assertThat(late.get("level").asString()).isEqualTo("held");
                    assertThat(late.get("why").asString()).contains("no cost came in time");
                    assertThat(late.get("action").get(0).asDouble()).isEqualTo(before);
                    assertThat(neighbour.get("level").asString()).isEqualTo("final");
                    assertThat(neighbour.get("why").asString()).contains("without member c");
                    assertThat(post(fleet.feed("c"), body(2, 3, ""))).isEqualTo(new Reply.Taken(true, given.get(3)));
                } else {
                    assertThat(late.get("level").asString()).isEqualTo("final");
                }
            }
        }
    }

    @Test
    void withHeldCostsEverybodyPlaysOnAndItIsSaid() throws Exception {
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HELD_COST, Duration.ofSeconds(2)).start()) {
            for (int i = 0; i < 3; i++) {
                post(fleet.feed(LiveFleet.NAMES.get(i)), body(i, 1, ""));
            }
            answer(fleet.feed("c"), 1);
            post(fleet.feed("a"), body(0, 2, ""));
            post(fleet.feed("b"), body(1, 2, ""));
            JsonNode late = answer(fleet.feed("c"), 2);
            assertThat(late.get("level").asString()).isEqualTo("final");
            assertThat(late.get("why").asString()).contains("played with that of round 1");
            assertThat(answer(fleet.feed("b"), 2).has("why")).isFalse();
        }
    }

    @Test
    void edgesThatOneEndOnlyProposesAreNotUsedAndBothAreTold() throws Exception {
        try (LiveFleet fleet = new LiveFleet(folder, LatePolicy.HOLD, LONG).start()) {
            post(fleet.feed("a"), body(0, 1, ""));
            post(fleet.feed("b"), body(1, 1, ", \"edges\": [{\"to\": \"a\"}, {\"to\": \"c\", \"weight\": 2}]"));
            post(fleet.feed("c"), body(2, 1, ""));
            assertThat(answer(fleet.feed("b"), 1).get("why").asString())
                    .isEqualTo("edges with member c are not used: the two ends do not agree on edges");
            assertThat(answer(fleet.feed("c"), 1).get("why").asString())
                    .isEqualTo("edges with member b are not used: the two ends do not agree on edges");
            assertThat(answer(fleet.feed("a"), 1).has("why")).isFalse();
            post(fleet.feed("a"), body(0, 2, ""));
            post(fleet.feed("b"), body(1, 2, "")); // as before
            post(fleet.feed("c"), body(2, 2, ", \"edges\": [{\"to\": \"b\", \"weight\": 2}]"));
            assertThat(answer(fleet.feed("c"), 2).has("why")).isFalse();
            assertThat(answer(fleet.feed("b"), 2).has("why")).isFalse();
        }
    }

    @Test
    void whatAJournalSaysOfAgentsThatLiveElsewhereIsSkipped() throws Exception {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(new FeedJournal.Line(FeedJournal.Kind.BEFORE, 1, 0, body(0, 1, "")));
            journal.write(new FeedJournal.Line(FeedJournal.Kind.TOLD, 2, 99, body(0, 2, "")));
            journal.write(new FeedJournal.Line(FeedJournal.Kind.TOLD, 2, 1, body(1, 2, "")));
            journal.write(new FeedJournal.Line(FeedJournal.Kind.DECIDED, 2, 0, "played"));
            journal.write(new FeedJournal.Line(FeedJournal.Kind.ANSWERED, 2, 0, "{}"));
            journal.write(new FeedJournal.Line(FeedJournal.Kind.ANSWERED, 2, 1, "{\"round\":2}"));
        }
        LiveConfig config = LiveFleet.config(new LiveConfig.Feed.Pipe(), "b", LatePolicy.HOLD, LONG);
        try (LiveFeed feed = LiveFeed.open(config, Set.of(0, 1), LONG, folder)) {
            assertThat(feed.answerOf(2, agent(feed))).contains("{\"round\":2}");
            assertThat(feed.nextRound()).isEqualTo(3);
        }
    }

    @Test
    void nonsenseIsRefusedWithAllComplaintsAtOnceAndForecastsAreNotIgnored() throws Exception {
        LiveConfig config = LiveFleet.config(new LiveConfig.Feed.Pipe(), "b", LatePolicy.HOLD, LONG);
        try (LiveFeed feed = LiveFeed.open(config, Set.of(0, 1), LONG, folder)) {
            assertThatThrownBy(
                            () -> post(
                                    feed,
                                    "{\"round\": 0, \"agent\": \"c\", \"cost\": {\"alpha\": -1, \"v\": [1, 2]}, \"beta\": -1, \"forecast\": [], \"x\": 1}"))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("/round")
                    .hasMessageContaining("lives elsewhere")
                    .hasMessageContaining("/cost/alpha")
                    .hasMessageContaining("/beta")
                    .hasMessageContaining("does not look ahead")
                    .hasMessageContaining("/x");
            assertThatThrownBy(() -> post(
                            feed, "{\"round\": 1, \"cost\": {\"alpha\": 1, \"v\": 1}, \"edges\": [{\"to\": \"c\"}]}"))
                    .hasMessageContaining("/edges/0/to")
                    .hasMessageContaining("no member hosts");
            assertThatThrownBy(() -> post(feed, "[1]")).isInstanceOf(BadInputException.class);
            assertThatThrownBy(() -> post(feed, "{")).isInstanceOf(BadInputException.class);
            assertThat(feed.hasBegun()).isFalse();
        }
    }
}
