package io.acord.swarm;

import io.acord.fleet.ActionListener.Published;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.RoundSource;
import io.acord.fleet.RoundWatcher;
import io.acord.fleet.identity.Identity;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.protocol.Rules;
import io.acord.recipe.Recipe;
import io.acord.swarm.live.FeedDoor;
import io.acord.swarm.live.FeedStatus;
import io.acord.swarm.live.LiveConfig;
import io.acord.swarm.live.LiveFeed;
import io.acord.swarm.part.PartHeader;
import io.acord.swarm.part.PartRoundSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a member plays: a scenario's rounds, its part of them, or those that controllers tell. */
interface MemberPlay extends AutoCloseable {

    Recipe recipe();

    /** x_0 of the member's agents. */
    Actions start();

    /** What the file of actions calls the member's agents. */
    List<String> names();

    RoundSource rounds();

    /** Whether more than actions has to cross. */
    default boolean isWordy() {
        return !recipe().iterations().isFixed();
    }

    /** How its agents look ahead, for rules in the making; they do not by default. */
    default void lookAhead(Rules.Builder rules) {}

    /** Rules with limits on what neighbours may show; infinite ones are none of its own. */
    default Rules rules(double largestNorm, double clip) {
        Rules.Builder rules =
                Rules.builder().recipe(recipe()).patience(Integer.MAX_VALUE).largestNorm(largestNorm);
        if (clip < Double.POSITIVE_INFINITY) {
            rules.clip(clip, new double[start().dimension()]);
        }
        lookAhead(rules);
        return rules.build();
    }

    /** The member's file has changed. */
    default void know(AgentConfig newer) {}

    /** Takes note of actions that are in their file. */
    default void given(Published published) {}

    default RoundWatcher watcher() {
        return RoundWatcher.NOBODY;
    }

    /** Whether there is what a first round needs. */
    default boolean mayBegin() {
        return true;
    }

    /** How the controllers of its agents fare; empty if there are none. */
    default Optional<FeedStatus> feed() {
        return Optional.empty();
    }

    /** Lets controllers speak, if there are any. */
    default FeedDoor open(Identity identity, PrintWriter stderr) throws IOException {
        return FeedDoor.NONE;
    }

    @Override
    default void close() throws IOException {}

    /** What a file says, for the member at this place. */
    static MemberPlay of(AgentConfig config, Place here) throws IOException {
        LiveConfig live = config.live();
        MemberPart part = config.part();
        if (part != null) {
            return new OfPart(part);
        }
        return live == null
                ? new OfScenario(Objects.requireNonNull(config.scenario()), here)
                : new OfControllers(config, live);
    }

    /** The rounds of a scenario. */
    final class OfScenario implements MemberPlay {
        private final Scenario scenario;
        private final Place here;
        private final ScenarioRoundSource rounds;

        OfScenario(Scenario scenario, Place here) {
            this.scenario = scenario;
            this.here = here;
            this.rounds = new ScenarioRoundSource(scenario);
        }

        @Override
        public Recipe recipe() {
            return rounds.recipe();
        }

        @Override
        public void lookAhead(Rules.Builder rules) {
            rounds.lookingAhead().ifPresent(policy -> rules.foresight(policy.window(), policy.trust()));
        }

        @Override
        public Actions start() {
            int d = scenario.dimension();
            double[] x0 = new double[here.agents().size() * d];
            for (int row = 0; row < here.agents().size(); row++) {
                scenario.start().copyTo(here.agents().get(row), x0, row * d);
            }
            return Actions.flat(d, x0);
        }

        @Override
        public List<String> names() {
            return here.agents().stream().map(String::valueOf).toList();
        }

        @Override
        public RoundSource rounds() {
            return rounds;
        }
    }

    /** The rounds of a scenario that somebody else has read. */
    final class OfPart implements MemberPlay {
        private final MemberPart part;
        private final PartHeader header;
        private final Recipe recipe;
        private final RoundSource rounds;

        OfPart(MemberPart part) {
            this.part = part;
            this.header = part.header();
            this.recipe = part.acord().recipe(header.lambdaRule());
            this.rounds =
                    new PartRoundSource(part.folder(), header, recipe, part.foresight() != null, part.roundsOfAll());
        }

        @Override
        public Recipe recipe() {
            return recipe;
        }

        @Override
        public void lookAhead(Rules.Builder rules) {
            LiveConfig.Lookahead ahead = part.foresight();
            if (ahead != null) {
                rules.foresight(ahead.window(), ahead.trust());
            }
        }

        @Override
        public Actions start() {
            return Actions.flat(header.dimension(), header.start());
        }

        @Override
        public List<String> names() {
            return IntStream.of(header.agents()).mapToObj(String::valueOf).toList();
        }

        @Override
        public RoundSource rounds() {
            return rounds;
        }
    }

    /** The rounds that controllers tell. */
    final class OfControllers implements MemberPlay {
        private final LiveConfig live;
        private final LiveFeed feed;

        OfControllers(AgentConfig config, LiveConfig live) throws IOException {
            this.live = live;
            this.feed = LiveFeed.open(live, hosted(config), config.deadline(), config.journal());
        }

        /** All agents that some member hosts. */
        private static Set<Integer> hosted(AgentConfig config) {
            return config.book().places().stream()
                    .flatMap(place -> place.agents().stream())
                    .collect(Collectors.toSet());
        }

        @Override
        public void know(AgentConfig newer) {
            LiveConfig now = newer.live();
            if (now != null) {
                feed.know(now, hosted(newer));
            }
        }

        @Override
        public Recipe recipe() {
            return live.recipe();
        }

        @Override
        public void lookAhead(Rules.Builder rules) {
            LiveConfig.Lookahead ahead = live.foresight();
            if (ahead != null) {
                rules.foresight(ahead.window(), ahead.trust());
            }
        }

        @Override
        public Actions start() {
            return feed.start();
        }

        @Override
        public List<String> names() {
            return live.agents().stream().map(LiveConfig.LiveAgent::name).toList();
        }

        @Override
        public RoundSource rounds() {
            return feed;
        }

        @Override
        public void given(Published published) {
            feed.act(published);
        }

        @Override
        public RoundWatcher watcher() {
            return feed;
        }

        @Override
        public boolean mayBegin() {
            return feed.hasBegun();
        }

        @Override
        public Optional<FeedStatus> feed() {
            return Optional.of(feed.status());
        }

        @Override
        public FeedDoor open(Identity identity, PrintWriter stderr) throws IOException {
            return FeedDoor.open(feed, identity.fleet(), identity.member(), stderr);
        }

        @Override
        public void close() throws IOException {
            feed.close();
        }
    }
}
