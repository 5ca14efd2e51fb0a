package io.acord.swarm;

import io.acord.fleet.AddressBook.Place;
import io.acord.input.Complaints;
import io.acord.internal.system.PrivateFile;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.protocol.Numbers;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.LiveEdge;
import io.acord.recipe.Recipe;
import io.acord.swarm.live.LiveConfig;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys that the file of an agent has where controllers tell its rounds: {@code feed, late, wait}, and either
 * {@code dimension, beta, foresight, agents} and those of an {@code acord}, or the {@code scenario} of an application
 * whose readings are told. Scratch.
 */
final class LiveOptions {

    private static final int LARGEST_DIMENSION = 1000;

    /** Linux has room for 107 bytes, some systems for fewer; a door is made under a name that is a little longer. */
    private static final int LONGEST_SOCKET = 96;

    /** A name is part of topics, addresses and CSV files. */
    private static final String NAME = "[A-Za-z0-9._-]{1,63}";

    private final Options top;
    private final Path folder;
    private final List<Integer> here; // ids of this member's agents, ascending
    private final Map<Integer, String> names;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Duration deadline;
    private final Complaints complaints;

    /** @param names of agents that members host, by id */
    LiveOptions(
            Options top,
            Path folder,
            String member,
            List<Place> places,
            Map<Integer, String> names,
            Duration deadline) {
        this.top = top;
        this.folder = folder;
        this.here = places.stream()
                .filter(place -> place.member().equals(member))
                .findFirst()
                .map(Place::agents)
                .orElse(List.of());
        this.names = names;
        this.deadline = deadline;
        this.complaints = top.complaints();
    }

    /** What the file says, where controllers tell costs. Of no use if there are complaints. */
    LiveConfig read() {
        refuse(List.of("set", "meeting"), "no such key beside feed: rounds come from one place");
        checkNames();
        LiveConfig.Feed feed = feed();
        Duration wait = patience();
        int dimension = top.integer("dimension", 1, 1, LARGEST_DIMENSION);
        double beta = top.number("beta", 1, 0, Double.MAX_VALUE);
        Recipe recipe = recipe();
        LiveConfig.Lookahead foresight = MemberPart.foresight(top, recipe);
        return new LiveConfig(feed, recipe, dimension, beta, late(), wait, byId(), agents(dimension), null, foresight);
    }

    /**
     * The same where controllers tell the readings of an application.
     *
     * @param scenario of the application; null if it was refused, which is complained about
     */
    LiveConfig readApplication(@Nullable Scenario scenario) {
        refuse(
                List.of("dimension", "beta", "agents", "iterations", "accuracy", "variant", "from", "lambda"),
                "no such key beside feed and scenario: the scenario says it");
        refuse(List.of("foresight"), "no such key beside feed and scenario: readings are of this round only");
        refuse(List.of("meeting"), "no such key beside feed: rounds come from one place");
        LiveConfig.Feed feed = feed();
        LatePolicy late = late();
        Duration wait = patience();
        if (scenario == null) {
            return new LiveConfig(feed, Recipe.standard(), 1, 1, late, wait, List.of(), List.of());
        }
        LiveApplication application = new LiveApplication(scenario, top, here, names);
        List<LiveAgent> agents = application.agents();
        checkNames();
        return new LiveConfig(
                feed,
                application.recipe(),
                scenario.dimension(),
                scenario.beta(1),
                late,
                wait,
                byId(),
                agents,
                scenario,
                null);
    }

    private void refuse(List<String> keys, String why) {
        for (String key : keys) {
            if (top.has(key)) {
                top.complain(key, why, "drop it");
            }
        }
    }

    private LatePolicy late() {
        return top.word("late", "hold", "held-cost").equals("hold") ? LatePolicy.HOLD : LatePolicy.HELD_COST;
    }

    /** For so long a round waits for what is told of it. */
    private Duration patience() {
        Duration wait = AgentConfig.time(top, "wait", deadline.dividedBy(2));
        if (wait.compareTo(deadline) >= 0 && !deadline.isZero()) {
            top.complain(
                    "wait",
                    "less than the deadline, because neighbours wait no longer than that",
                    "write half the deadline, or raise that");
        }
        return wait;
    }

    /** Names by id. */
    private List<String> byId() {
        int known = names.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        List<String> byId = new ArrayList<>(Collections.nCopies(known, ""));
        names.forEach(byId::set);
        return List.copyOf(byId);
    }

    private void checkNames() {
        names.forEach((id, name) -> {
            if (!name.matches(NAME)) {
                complaints.add(
                        top.place() + ": members",
                        "have an agent \"" + name + "\"",
                        "names of 1 to 63 letters, digits, dots, dashes and underscores",
                        "rename it");
            }
            Integer other = ids.putIfAbsent(name, id);
            if (other != null) {
                complaints.add(
                        top.place() + ": members",
                        "have two agents \"" + name + "\", " + other + " and " + id,
                        "every name once",
                        "rename one of them");
            }
        });
    }

    private LiveConfig.Feed feed() {
        Value value = top.value("feed").orElse(null);
        LiveConfig.Feed pipe = new LiveConfig.Feed.Pipe();
        if (value instanceof Value.Scalar scalar && scalar.text().equals("pipe")) {
            return pipe;
        }
        if (!(value instanceof Value.Mapping)) {
            top.complain(
                    "feed",
                    "pipe, {http: \"127.0.0.1:7101\"}, {unix: a.socket} or {mqtt: \"tcp://127.0.0.1:1883\", topic: acord/alpha}",
                    "choose how controllers speak");
            return pipe;
        }
        Options options = top.section("feed");
        List<String> ways =
                Stream.of("http", "unix", "mqtt").filter(options::has).toList();
        LiveConfig.Feed feed = pipe;
        if (ways.size() != 1) {
            top.complain("feed", "http, unix or mqtt, one of them", "write {http: \"127.0.0.1:7101\"}");
        } else {
            feed = switch (ways.get(0)) {
                case "http" -> http(options).orElse(pipe);
                case "unix" -> unix(options).orElse(pipe);
                default -> mqtt(options).orElse(pipe);
            };
        }
        options.refuseUnknownKeys();
        return feed;
    }

    private Optional<LiveConfig.Feed> http(Options options) {
        String text = options.text("http").orElse("");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (text.startsWith("unix:")) {
            options.complain("http", "host:port of this machine", "write {unix: " + text.substring(5) + "}");
            return Optional.empty();
        }
        String where = options.value("http").orElseThrow().place() + ": feed.http";
        Optional<Place> place = AgentConfig.address(where, text, complaints);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        InetSocketAddress address =
                new InetSocketAddress(place.get().host(), place.get().port());
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            options.complain(
                    "http",
                    "an address that only this machine reaches, because whoever reaches it speaks for the agents",
                    "write 127.0.0.1, and put a controller beside its member");
            return Optional.empty();
        }
        return Optional.of(new LiveConfig.Feed.Http(address));
    }

    private Optional<LiveConfig.Feed> unix(Options options) {
        Optional<Path> path = options.text("unix")
                .map(text -> folder.resolve(text).toAbsolutePath().normalize());
        if (path.isPresent() && path.get().toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET) {
            options.complain(
                    "unix",
                    "a path of at most " + LONGEST_SOCKET + " bytes, because systems cut longer ones off",
                    "put it to a folder with a shorter name, as /run/acord");
            return Optional.empty();
        }
        return path.map(LiveConfig.Feed.Unix::new);
    }

    private Optional<LiveConfig.Feed> mqtt(Options options) {
        String broker = options.text("mqtt").orElse("");
        if (!isBroker(broker)) {
            options.complain("mqtt", "tcp://host:port or ssl://host:port", "write \"tcp://127.0.0.1:1883\"");
        }
        options.need("topic", "under which costs are told, as TOPIC/AGENT/cost");
        String topic = options.text("topic").orElse("");
        if (topic.matches(".*[+#\\x00].*|/.*|.*/") || topic.length() > 200) {
            options.complain("topic", "a topic without + and #, and without / at its ends", "write acord/alpha");
        }
        String user = options.has("user") ? options.text("user").orElse(null) : null;
        return Optional.of(new LiveConfig.Feed.Mqtt(broker, topic, user, password(options, user)));
    }

    private static boolean isBroker(String text) {
        try {
            URI uri = new URI(text);
            boolean isKnown = "tcp".equals(uri.getScheme()) || "ssl".equals(uri.getScheme());
            String path = uri.getPath();
            return isKnown && uri.getHost() != null && uri.getPort() > 0 && (path == null || path.isEmpty());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Out of a file, as keys are: whoever lists processes or reads the configuration does not see it. */
    private String password(Options options, @Nullable String user) {
        Optional<String> file = options.has("password-file") ? options.text("password-file") : Optional.empty();
        if (file.isPresent() != (user != null)) {
            options.complain("password-file", "user and password-file, both or none", "add the other one");
        }
        if (file.isEmpty()) {
            return "";
        }
        Path path = folder.resolve(file.get());
        try {
            Optional<String> open = PrivateFile.openToOthers(path);
            if (open.isPresent()) {
                complaints.add(
                        options.value("password-file").orElseThrow().place() + ": feed.password-file",
                        "can be read by others (" + open.get() + ")",
                        "a file that only you can read, because whoever has the password speaks for the agents",
                        "chmod 600 " + path);
                return "";
            }
            return Files.readString(path).strip();
        } catch (IOException e) {
            options.complain("password-file", "a file that can be read", "correct the path");
            return "";
        }
    }

    /** The recipe, in the words of a scenario's {@code acord}. */
    private Recipe recipe() {
        AcordPolicy acord = (AcordPolicy) new AcordPolicy.Kind().create("acord", top);
        if (acord.playsLambda1()) {
            top.complain(
                    "lambda",
                    "riccati or a number, because the paper's rests on the smallest mu of all rounds to come",
                    "omit it for the default");
        }
        if (acord.own().iterations().dependsOnRun() || acord.own().iterations().needsWholeFleet()) {
            top.complain(
                    "budget",
                    "iterations or accuracy, because nobody knows how long the run is",
                    "write iterations: 12");
        }
        Complaints refused = new Complaints();
        acord.own().checkDecentralized(Double.NaN, refused);
        refused.all().forEach(complaint -> complaints.add(complaint.within(top.place())));
        return acord.own();
    }

    // ---- agents

    private List<LiveAgent> agents(int dimension) {
        Map<Integer, Options> sections = new HashMap<>();
        if (!(top.value("agents").orElse(null) instanceof Value.Mapping mapping)) {
            top.complain(
                    "agents",
                    "start and edges of every agent of this member, by name",
                    "write {" + (here.isEmpty() ? "a" : names.get(here.get(0))) + ": {start: 0, edges: [b]}}");
            return List.of();
        }
        Options all = top.section("agents");
        for (String name : mapping.entries().keySet()) {
            Integer id = ids.get(name);
            if (id == null || !here.contains(id)) {
                complaints.add(
                        mapping.entries().get(name).keyPlace() + ": agents." + name,
                        id == null ? "is not an agent of any member" : "is an agent of another member",
                        "agents of this member, as members says",
                        NearestWord.hint(name, here.stream().map(names::get).toList(), "drop it"));
            } else {
                sections.put(id, all.section(name));
            }
        }
        List<LiveAgent> agents = new ArrayList<>();
        for (int id : here) {
            Options options = sections.get(id);
            if (options == null) {
                all.missing(names.getOrDefault(id, ""), "start and edges of an agent of this member");
            } else {
                agents.add(agent(id, options, dimension));
            }
        }
        checkBothEnds(agents);
        return agents;
    }

    private LiveAgent agent(int id, Options options, int dimension) {
        options.need("start", "where the agent is before round 1, a number or one per coordinate");
        double[] start = options.numbers("start").orElse(new double[dimension]);
        if (start.length == 1 && dimension > 1) {
            double everywhere = start[0];
            start = new double[dimension];
            Arrays.fill(start, everywhere);
        }
        if (start.length != dimension) {
            options.complain("start", "one number, or " + dimension + ", as dimension says", "give one per coordinate");
        }
        double switching = options.number("switching", 1, 0, Double.MAX_VALUE);
        List<LiveEdge> edges = edges(id, options, dimension);
        options.refuseUnknownKeys();
        List<Double> x0 = Arrays.stream(start).boxed().toList();
        return new LiveAgent(id, names.getOrDefault(id, ""), x0, new AgentRound(null, edges, switching));
    }

    private List<LiveEdge> edges(int id, Options options, int dimension) {
        if (!options.has("edges")) {
            options.missing("edges", "the agents that it pays for differing from; [] for none");
            return List.of();
        }
        if (!(options.value("edges").orElse(null) instanceof Value.Listing listing)) {
            options.complain("edges", "a list of agents", "write [b, {to: c, weight: 2}]");
            return List.of();
        }
        List<LiveEdge> edges = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        for (Value item : listing.items()) {
            LiveEdge edge = edge(item, options, dimension);
            if (edge == null) {
                continue;
            }
            if (edge.to() == id || !known.add(edge.to())) {
                options.complain("edges", "every other agent once at most", "drop what is there twice");
            } else {
                edges.add(edge);
            }
        }
        return edges;
    }

    /** {@code b} or {@code {to: b, weight: 2, offset: [1, 0]}}; null if that is complained about. */
    private @Nullable LiveEdge edge(Value item, Options of, int dimension) {
        String to;
        double weight = 1;
        double[] offset = new double[0];
        if (item instanceof Value.Mapping mapping) {
            Options options = new Options(mapping, "edges", complaints);
            to = options.has("to") ? options.text("to").orElse("") : "";
            weight = options.number("weight", 1, 0, Double.MAX_VALUE);
            offset = options.numbers("offset").orElse(offset);
            if (offset.length != 0 && offset.length != dimension) {
                options.complain("offset", dimension + " numbers, as dimension says", "give one per coordinate");
            }
            options.refuseUnknownKeys();
        } else {
            to = item instanceof Value.Scalar scalar ? scalar.text() : "";
        }
        Integer id = ids.get(to);
        if (id == null) {
            of.complain(
                    "edges",
                    "agents that a member of the list hosts, and \"" + to + "\" is none",
                    NearestWord.hint(to, List.copyOf(ids.keySet()), "add its member to members"));
            return null;
        }
        return new LiveEdge(id, weight, Numbers.NONE, Numbers.of(offset));
    }

    /** Edges between two agents of this member have to be with both; what others mean shows when they play. */
    private void checkBothEnds(List<LiveAgent> agents) {
        for (LiveAgent agent : agents) {
            for (LiveEdge edge : agent.round().edges()) {
                Optional<LiveAgent> other =
                        agents.stream().filter(one -> one.id() == edge.to()).findFirst();
                boolean isMeant = other.isEmpty()
                        || other.get().round().edges().stream()
                                .anyMatch(twin -> twin.to() == agent.id() && twin.isMirroredBy(edge));
                if (!isMeant) {
                    complaints.add(
                            top.place() + ": agents." + agent.name() + ".edges",
                            "has an edge to " + names.get(edge.to()) + ", which does not say the same",
                            "both ends with the same weight, and offsets of opposite sign",
                            "correct one of the two");
                }
            }
        }
    }
}
