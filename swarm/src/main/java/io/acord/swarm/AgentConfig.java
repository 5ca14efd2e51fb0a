package io.acord.swarm;

import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Transport;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.options.ConfigFile;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.swarm.live.LiveConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code acord agent} needs to know.
 *
 * @param book this member and those that it may ever talk to
 * @param credentials from the folder with {@code ca.pem}, {@code MEMBER.pem}, {@code MEMBER.key} and perhaps
 *     {@code denied.txt}
 * @param scenario whose rounds are played; null: controllers tell them, or a part
 * @param part what this member was handed of a scenario; null: it reads the whole of it, or controllers tell
 * @param live how controllers tell rounds; null: a scenario has them
 * @param every rounds begin at its multiples by the wall clock; zero: by the pace
 * @param largestNorm actions of others that lie further from 0 are nonsense; infinite: learned from its own costs
 * @param clip what others show counts no further from 0 than this; infinite: as far as it is not nonsense
 * @param metrics address of the status server; null: none
 * @param watchers who may ask it, by their certificates; empty: whoever reaches it
 * @param meeting folder in which members of a swarm tell each other their addresses; null: the book knows them
 * @param capture file that gets every frame, for audits; null: none
 * @param joins whether this member is new, and may come to a fleet that is on
 * @param leaves whether it leaves for good, as soon as it reads that
 */
record AgentConfig(
        Identity identity,
        AddressBook book,
        Credentials credentials,
        @Nullable Scenario scenario,
        @Nullable MemberPart part,
        @Nullable LiveConfig live,
        Duration deadline,
        Duration pace,
        Duration every,
        Duration warmUp,
        double largestNorm,
        double clip,
        Path journal,
        Path actions,
        @Nullable Place metrics,
        Set<String> watchers,
        Transport.Tls tls,
        Transport.Kind transport,
        @Nullable Path meeting,
        @Nullable Path capture,
        boolean joins,
        boolean leaves) {

    /** Books and rounds have arrays of so many agents. */
    private static final int LARGEST_ID = 10_000_000;

    /** Reads the file and what it names: whatever is wrong with either is complained about at once. */
    static AgentConfig read(Path file) {
        Complaints complaints = new Complaints();
        Options top = ConfigFile.read(file, "an agent's configuration", complaints);
        Path parent = file.toAbsolutePath().getParent();
        Path folder = parent == null ? Path.of("") : parent;
        String fleet = name(top, "fleet", "the fleet's name, as in the certificates");
        String member = name(top, "member", "this member's name, as in its certificate");
        Map<Integer, String> names = new LinkedHashMap<>();
        List<Place> places = places(top, names);
        Path certificates = path(top, folder, "certificates").orElse(folder);
        Path journal = path(top, folder, "journal").orElse(folder.resolve("journal-" + member));
        Path actions = path(top, folder, "actions").orElse(folder.resolve("actions-" + member + ".csv"));
        boolean isLive = top.has("feed");
        if (!isLive && !top.has("scenario") && !top.has("part")) {
            top.missing(
                    "scenario",
                    "the scenario whose rounds are played, or part: this member's part of it, or feed: where its agents' controllers tell them; a program of your own embeds io.acord.fleet.Member");
        }
        if (isLive && top.has("part")) {
            top.complain("part", "no feed beside it: one of them tells the rounds", "drop one of them");
        }
        Optional<Path> played = path(top, folder, "scenario");
        List<String> sets = texts(top, "set", "a list of key=value", "write [beta=2, horizon=10]");
        Duration deadline = time(top, "deadline", Duration.ofMillis(500));
        if (deadline.isZero()) {
            top.complain("deadline", "more than nothing", "write for instance 500ms");
        }
        Duration pace = time(top, "pace", Duration.ZERO);
        Duration every = time(top, "every", Duration.ZERO);
        if (top.has("every") && (top.has("pace") || every.compareTo(deadline) < 0)) {
            top.complain(
                    "every",
                    "no pace beside it, and no longer deadline: a round is over before the next one begins",
                    "drop pace, and shorten deadline");
        }
        Duration warmUp = time(top, "warm-up", deadline.multipliedBy(20));
        double largestNorm = top.number("largest-norm").orElse(Double.POSITIVE_INFINITY);
        if (!(largestNorm > 0)) {
            top.complain("largest-norm", "more than nothing", "write how far from 0 an action can make sense");
        }
        double clip = top.number("clip").orElse(Double.POSITIVE_INFINITY);
        if (!(clip > 0)) {
            top.complain("clip", "more than nothing", "write how far from 0 a neighbour's action shall count");
        }
        Set<String> watchers = new LinkedHashSet<>();
        Place metrics = metrics(top, watchers);
        Transport.Tls tls = top.word("tls", "jdk", "native").equals("jdk") ? Transport.Tls.JDK : Transport.Tls.NATIVE;
        Transport.Kind transport = top.word("transport", "grpc", "datagrams").equals("grpc")
                ? Transport.Kind.GRPC
                : Transport.Kind.DATAGRAMS;
        Path meeting = path(top, folder, "meeting").orElse(null);
        Path capture = path(top, folder, "capture").orElse(null);
        boolean joins = isTrue(top, "joins");
        boolean leaves = isTrue(top, "leaves");
        Optional<Path> handed = path(top, folder, "part");
        Supplier<Scenario> whole = played.map(path -> (Supplier<Scenario>) () -> ScenarioReader.read(path, sets))
                .orElse(null);
        MemberPart part = handed.flatMap(path -> tried(complaints, "", () -> MemberPart.read(path, whole)))
                .orElse(null);
        Scenario scenario = handed.isPresent()
                ? null
                : played.flatMap(path -> tried(complaints, "", () -> ScenarioReader.read(path, sets)))
                        .orElse(null);
        LiveConfig live = null;
        if (isLive) {
            LiveOptions options = new LiveOptions(top, folder, member, places, names, deadline);
            live = played.isEmpty() ? options.read() : options.readApplication(scenario);
        }
        top.refuseUnknownKeys();
        boolean membersSound = places.size() == listed(top);
        AddressBook book = membersSound
                ? tried(complaints, file + ": ", () -> AddressBook.of(places)).orElse(null)
                : null;
        if (book != null && !member.isEmpty()) {
            tried(complaints, file + ": ", () -> book.place(book.id(member))).ifPresent(here -> {
                if (part != null) {
                    part.checkAgents(file + ": part", here.agents(), complaints);
                }
            });
        }
        boolean named = Identity.isName(fleet) && Identity.isName(member);
        Credentials credentials = named
                ? tried(complaints, "", () -> Credentials.inFolder(certificates, new Identity(fleet, member)))
                        .orElse(null)
                : null;
        if (scenario != null && !isLive) {
            ScenarioRoundSource.check(scenario, complaints);
            checkAgents(file, places, scenario, complaints);
        }
        complaints.throwIfAny();
        if (book == null || credentials == null || (scenario == null && part == null && live == null)) {
            throw new AssertionError("something is missing and nobody complained");
        }
        return new AgentConfig(
                new Identity(fleet, member),
                book,
                credentials,
                isLive ? null : scenario,
                part,
                live,
                deadline,
                pace,
                every,
                warmUp,
                largestNorm,
                clip,
                journal,
                actions,
                metrics,
                watchers,
                tls,
                transport,
                meeting,
                capture,
                joins,
                leaves);
    }

    private static boolean isTrue(Options top, String key) {
        return top.has(key) && top.word(key, "false", "true").equals("true");
    }

    /**
     * {@code "host:port"}, or {@code {address: "host:port", watchers: [operator]}}.
     *
     * @param watchers to be filled in where the file has them
     */
    private static @Nullable Place metrics(Options top, Set<String> watchers) {
        if (!(top.value("metrics").orElse(null) instanceof Value.Mapping mapping)) {
            return place(top, "metrics");
        }
        Options options = new Options(mapping, "metrics", top.complaints());
        options.need("address", "host:port, where this member tells how it is");
        Place place = place(options, "address");
        texts(options, "watchers", "a list of names, as in the certificates of those who may ask", "write [operator]")
                .forEach(watchers::add);
        if (watchers.isEmpty() || !watchers.stream().allMatch(Identity::isName)) {
            options.complain(
                    "watchers",
                    "at least one name of a-z, 0-9 and -, as in the certificates of those who may ask",
                    "write [operator], or metrics: \"host:port\" for whoever reaches it");
        }
        options.refuseUnknownKeys();
        return place;
    }

    private static @Nullable Place place(Options options, String key) {
        return options.text(key)
                .flatMap(text ->
                        address(options.value(key).orElseThrow().place() + ": " + key, text, options.complaints()))
                .orElse(null);
    }

    /** What a reader gives, or nothing and its complaints. */
    private static <T> Optional<T> tried(Complaints complaints, String where, Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (BadInputException refused) {
            refused.complaints()
                    .forEach(one -> complaints.add(where + one.where(), one.found(), one.needed(), one.fix()));
            return Optional.empty();
        }
    }

    /** How many members the file lists, sound or not. */
    private static int listed(Options top) {
        return top.value("members").orElse(null) instanceof Value.Listing listing
                ? listing.items().size()
                : -1;
    }

    static void checkAgents(Path file, List<Place> places, Scenario scenario, Complaints complaints) {
        for (Place place : places) {
            for (int agent : place.agents()) {
                if (agent >= scenario.agents()) {
                    complaints.add(
                            file + ": members, " + place.member(),
                            "has agent " + agent,
                            "agents of the scenario, 0 to " + (scenario.agents() - 1),
                            "correct its agents");
                }
            }
        }
    }

    static String name(Options top, String key, String what) {
        if (!top.has(key)) {
            top.missing(key, what);
            return "";
        }
        String text = top.text(key).orElse("");
        Complaints own = new Complaints();
        if (!text.isEmpty()) {
            Identity.checkName(key, text, own);
        }
        if (!own.isEmpty()) {
            top.complain(key, "1 to 63 of a-z, 0-9 and -, not at either end", "choose a name like drone-4");
        }
        return text;
    }

    private static Optional<Path> path(Options top, Path folder, String key) {
        return top.text(key).map(text -> folder.resolve(text).normalize());
    }

    static Duration time(Options top, String key, Duration fallback) {
        return top.text(key)
                .flatMap(text ->
                        Durations.parse(top.value(key).orElseThrow().place() + ": " + key, text, top.complaints()))
                .orElse(fallback);
    }

    private static List<String> texts(Options top, String key, String needed, String fix) {
        List<String> texts = new ArrayList<>();
        Value value = top.value(key).orElse(null);
        if (value instanceof Value.Listing listing) {
            for (Value item : listing.items()) {
                if (item instanceof Value.Scalar scalar) {
                    texts.add(scalar.text());
                }
            }
        } else if (value != null) {
            top.complain(key, needed, fix);
        }
        return texts;
    }

    /** @param names of agents by id, to be filled in where the file has them */
    static List<Place> places(Options top, Map<Integer, String> names) {
        List<Place> places = new ArrayList<>();
        Value value = top.value("members").orElse(null);
        if (!(value instanceof Value.Listing listing)) {
            top.complain(
                    "members",
                    "a list of this member and all that it may ever talk to",
                    "write - {name: a, address: \"10.0.0.1:7000\", agents: [0]} for each");
            return places;
        }
        for (int k = 0; k < listing.items().size(); k++) {
            Value item = listing.items().get(k);
            Value.Mapping mapping =
                    item instanceof Value.Mapping found ? found : new Value.Mapping(Map.of(), item.place());
            Options options = new Options(mapping, "members[" + k + "]", top.complaints());
            String name = name(options, "name", "the member's name");
            options.need("address", "host:port");
            Place place = place(options, "address");
            options.need("agents", "the ids of its agents");
            List<Integer> agents = agents(options, names);
            options.refuseUnknownKeys();
            if (place != null && !name.isEmpty() && !agents.isEmpty()) {
                places.add(new Place(name, place.host(), place.port(), agents));
            }
        }
        return places;
    }

    /** Ids, {@code [0, 1]}, or ids by name, {@code {north: 0, south: 1}}. */
    private static List<Integer> agents(Options options, Map<Integer, String> names) {
        List<Integer> agents = new ArrayList<>();
        Map<String, Double> named = new LinkedHashMap<>();
        if (options.value("agents").orElse(null) instanceof Value.Mapping mapping) {
            mapping.entries().forEach((name, entry) -> named.put(name, Options.parse(entry.value())));
        } else {
            for (double agent : options.numbers("agents").orElse(new double[0])) {
                named.put(Double.toString(agent), agent);
            }
        }
        named.forEach((name, agent) -> {
            if (agent != Math.rint(agent) || agent < 0 || agent > LARGEST_ID) {
                options.complain("agents", "ids: whole numbers from 0 to " + LARGEST_ID, "number the agents");
            } else {
                int id = (int) (double) agent;
                agents.add(id);
                names.put(id, name.equals(Double.toString(agent)) ? Integer.toString(id) : name);
            }
        });
        return agents;
    }

    static Optional<Place> address(String where, String text, Complaints complaints) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 0 && port < 65536) {
                return Optional.of(new Place("address", text.substring(0, colon), port, List.of(0)));
            }
        } catch (NumberFormatException e) {
            // complained about below
        }
        complaints.add(where, "is \"" + text + "\"", "host:port", "write for instance \"10.0.0.1:7000\"");
        return Optional.empty();
    }
}
