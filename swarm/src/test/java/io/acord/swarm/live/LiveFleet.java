package io.acord.swarm.live;

import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.Member;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.protocol.Rules;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.LiveEdge;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Three members in this process, a, b and c on a path, each with one agent that a controller feeds. */
final class LiveFleet implements AutoCloseable {

    static final List<String> NAMES = List.of("a", "b", "c");

    final Map<String, LiveFeed> feeds = new HashMap<>();
    final Map<String, Member> members = new HashMap<>();
    private final Path folder;
    private final List<Place> places = new ArrayList<>();
    private final LatePolicy late;
    private final Duration deadline;
    private LiveConfig.@Nullable Lookahead foresight;

    LiveFleet(Path folder, LatePolicy late, Duration deadline) throws IOException, GeneralSecurityException {
        this.folder = folder;
        this.late = late;
        this.deadline = deadline;
        Instant now = Instant.now();
        Authority authority = Authority.create("alpha", now.minusSeconds(60), now.plusSeconds(3600));
        authority.save(folder);
        for (String name : NAMES) {
            authority.issue(name, now.minusSeconds(60), now.plusSeconds(3600)).save(folder);
            places.add(new Place(name, "127.0.0.1", 0, List.of(NAMES.indexOf(name))));
        }
    }

    /** Looks ahead; before it starts. */
    LiveFleet with(LiveConfig.Lookahead ahead) {
        this.foresight = ahead;
        return this;
    }

    static LiveConfig config(LiveConfig.Feed feed, String name, LatePolicy late, Duration patience) {
        return config(feed, name, late, patience, null);
    }

    private static LiveConfig config(
            LiveConfig.Feed feed,
            String name,
            LatePolicy late,
            Duration patience,
            LiveConfig.@Nullable Lookahead foresight) {
        int id = NAMES.indexOf(name);
        List<LiveEdge> edges = new ArrayList<>();
        if (id > 0) {
            edges.add(LiveEdge.of(id - 1, 1));
        }
        if (id < 2) {
            edges.add(LiveEdge.of(id + 1, 1));
        }
        AgentRound round = new AgentRound(null, edges, 1);
        return new LiveConfig(
                feed,
                Recipe.standard(IterationRule.fixed(12)),
                1,
                2,
                late,
                patience,
                NAMES,
                List.of(new LiveConfig.LiveAgent(id, name, List.of(0.0), round)),
                null,
                foresight);
    }

    /** Opens all, and lets them join. */
    LiveFleet start() throws IOException {
        Map<String, Integer> ports = new HashMap<>();
        for (String name : NAMES) {
            open(name, AddressBook.of(places));
            ports.put(name, member(name).address().getPort());
        }
        List<Place> known = AddressBook.of(places).at(ports).places();
        places.clear();
        places.addAll(known);
        for (String name : NAMES) {
            member(name).join(AddressBook.of(places));
        }
        return this;
    }

    Member member(String name) {
        return java.util.Objects.requireNonNull(members.get(name));
    }

    LiveFeed feed(String name) {
        return java.util.Objects.requireNonNull(feeds.get(name));
    }

    private void open(String name, AddressBook book) throws IOException {
        LiveConfig config = config(new LiveConfig.Feed.Pipe(), name, late, deadline.dividedBy(2), foresight);
        LiveFeed feed = LiveFeed.open(config, Set.of(0, 1, 2), deadline, folder.resolve("journal-" + name));
        Identity me = new Identity("alpha", name);
        Rules.Builder rules = Rules.builder().recipe(config.recipe()).patience(Integer.MAX_VALUE);
        if (foresight != null) {
            rules.foresight(foresight.window(), foresight.trust());
        }
        Member member = Member.builder(me, Credentials.inFolder(folder, me), book)
                .start(feed.start())
                .rules(rules.build())
                .rounds(feed)
                .actions(feed)
                .watcher(feed)
                .gate(feed::hasBegun)
                .journal(folder.resolve("journal-" + name))
                .deadline(deadline)
                .open();
        feeds.put(name, feed);
        members.put(name, member);
    }

    /** Ends a member and starts it again, at the same place. */
    void restart(String name) throws IOException {
        member(name).close();
        feed(name).close();
        open(name, AddressBook.of(places));
        member(name).join(AddressBook.of(places));
    }

    @Override
    public void close() throws IOException {
        for (String name : NAMES) {
            if (members.containsKey(name)) {
                member(name).close();
                feed(name).close();
            }
        }
    }
}
