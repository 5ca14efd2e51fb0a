package io.acord.studio;

import io.acord.swarm.ForeignFiles;
import io.acord.swarm.SwarmFile;
import io.acord.web.JsonDocument;
import io.acord.web.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Swarms of this machine: what their processes say of themselves, and what can be done to them. */
final class Swarms {

    private static final Duration PATIENCE = Duration.ofMillis(700);
    private static final int MOST_STATUS = 4 << 20;
    private static final int MOST_NEWS = 60;
    private static final int MOST_ATTACHED = 16;
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{([^}]*)})? (\\S+)");
    private static final Pattern LOCAL = Pattern.compile("(?:127\\.0\\.0\\.1|localhost):(\\d{1,5})");
    private static final int MOST_MEMBERS = 200;
    private static final Pattern PEER = Pattern.compile("peer=\"([^\"]*)\"");

    /** Without proxies: they are of this machine. */
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();

    private final Path runs;
    private final Map<String, Path> attached = new LinkedHashMap<>();
    private final Map<String, List<Integer>> live =
            new LinkedHashMap<>(); // where members that nobody here started tell how they are
    private int liveBefore; // sets of members that were attached, so that no two have the same key
    private final Map<String, News> news = new ConcurrentHashMap<>();

    Swarms(Path runs) {
        this.runs = runs;
    }

    /** What a member's own status says. */
    private record Told(@Nullable JsonNode health, Map<String, Double> numbers, Map<String, Boolean> links) {
        static final Told NOTHING = new Told(null, Map.of(), Map.of());
    }

    /**
     * What is known of a process.
     *
     * @param state up, starting (it runs and has not said anything yet), paused, down or finished
     * @param answers whether it was told just now
     */
    private record Seen(SwarmFile.Entry entry, String state, Told told, boolean answers) {}

    /** What has happened, as far as somebody looked. */
    private static final class News {
        private final Deque<String> lines = new ArrayDeque<>();
        private final Map<String, Seen> last = new HashMap<>();

        synchronized void say(String line) {
            lines.addLast(line);
            if (lines.size() > MOST_NEWS) {
                lines.removeFirst();
            }
        }

        synchronized List<String> lines() {
            return List.copyOf(lines);
        }

        /**
         * Takes note; returns the same with what was told before where nothing is told now, by one who is paused or has
         * no time.
         */
        synchronized List<Seen> look(List<Seen> now) {
            List<Seen> complete = new ArrayList<>();
            for (Seen fresh : now) {
                String name = fresh.entry().name();
                Seen known = last.get(name);
                Seen seen = fresh;
                if (known != null
                        && known.entry().pid() == fresh.entry().pid()
                        && fresh.told().health() == null
                        && known.told().health() != null) {
                    String state = fresh.state().equals("starting") ? "up" : fresh.state();
                    seen = new Seen(fresh.entry(), state, known.told(), false);
                }
                complete.add(seen);
                Seen before = last.put(name, seen);
                if (before == null) {
                    continue;
                }
                if (before.entry().pid() != seen.entry().pid()) {
                    say(name + " was started again as process " + seen.entry().pid());
                } else if (!before.state().equals(seen.state())) {
                    say(name + " is " + seen.state());
                }
                seen.told().links().forEach((peer, up) -> {
                    Boolean was = before.told().links().get(peer);
                    if (was != null && !was.equals(up)) {
                        say(name + (up ? " has its link to " : " lost its link to ") + peer + (up ? " again" : ""));
                    }
                });
                double degraded = seen.told().numbers().getOrDefault("acord_rounds_degraded_total", 0.0);
                double were = before.told().numbers().getOrDefault("acord_rounds_degraded_total", degraded);
                if (degraded > were) {
                    say(name + " had to do without somebody in " + (long) (degraded - were) + " of its last rounds");
                }
            }
            return complete;
        }
    }

    /** Every folder with a swarm in it: those of the runs, and those that were named. */
    private Map<String, Path> folders() {
        Map<String, Path> all = new LinkedHashMap<>();
        for (Path run : ForeignFiles.folders(runs)) {
            if (Files.isRegularFile(run.resolve("swarm.json"))) {
                all.put(ForeignFiles.name(run), run);
            }
        }
        synchronized (attached) {
            all.putAll(attached);
        }
        return all;
    }

    private Path folder(String key) {
        Path folder = folders().get(key);
        if (folder == null) {
            throw StudioProblems.missing("There is no such swarm.");
        }
        return folder;
    }

    byte[] list() {
        return JsonDocument.array(json -> {
            synchronized (attached) {
                live.forEach((key, ports) -> {
                    json.writeStartObject();
                    json.writeStringProperty("key", key);
                    json.writeNumberProperty("processes", ports.size());
                    json.writeBooleanProperty("running", true);
                    json.writeEndObject();
                });
            }
            folders()
                    .forEach((key, folder) -> SwarmFile.read(folder).ifPresent(file -> {
                        json.writeStartObject();
                        json.writeStringProperty("key", key);
                        json.writeStringProperty("folder", folder.toString());
                        json.writeNumberProperty("processes", file.entries().size());
                        json.writeBooleanProperty(
                                "running",
                                file.entries().stream()
                                        .anyMatch(entry -> file.process(entry).isPresent()));
                        json.writeEndObject();
                    }));
        });
    }

    /** Takes in a swarm whose folder is elsewhere, or members of this machine by where they tell how they are. */
    String attach(String text) {
        if (Arrays.stream(text.strip().split("[\\s,]+"))
                .allMatch(word -> LOCAL.matcher(word).matches())) {
            return attachMembers(text);
        }
        Path folder;
        try {
            folder = Path.of(text).toAbsolutePath().normalize();
        } catch (RuntimeException e) {
            throw StudioProblems.unreadable("\"folder\" is not a name of a folder.");
        }
        if (SwarmFile.read(folder).isEmpty()) {
            throw StudioProblems.missing("There is no swarm.json in that folder.");
        }
        synchronized (attached) {
            for (Map.Entry<String, Path> known : attached.entrySet()) {
                if (known.getValue().equals(folder)) {
                    return known.getKey();
                }
            }
            if (attached.size() == MOST_ATTACHED) {
                attached.remove(attached.keySet().iterator().next());
            }
            String key = "attached-" + Integer.toHexString(folder.hashCode());
            attached.put(key, folder);
            return key;
        }
    }

    private String attachMembers(String text) {
        List<Integer> ports = LOCAL.matcher(text)
                .results()
                .map(address -> Integer.parseInt(address.group(1)))
                .distinct()
                .toList();
        if (ports.size() > MOST_MEMBERS || ports.stream().anyMatch(port -> port < 1 || port > 65_535)) {
            throw StudioProblems.unreadable(
                    "\"folder\" has at most " + MOST_MEMBERS + " addresses, with ports up to 65535.");
        }
        synchronized (attached) {
            for (Map.Entry<String, List<Integer>> known : live.entrySet()) {
                if (known.getValue().equals(ports)) {
                    return known.getKey();
                }
            }
            if (live.size() == MOST_ATTACHED) {
                String oldest = live.keySet().iterator().next();
                live.remove(oldest);
                news.remove(oldest);
            }
            liveBefore++;
            String key =
                    "live-" + liveBefore + "-" + ports.get(0) + (ports.size() == 1 ? "" : "-and-" + (ports.size() - 1));
            live.put(key, ports);
            return key;
        }
    }

    byte[] status(String key) {
        List<Integer> ports;
        synchronized (attached) {
            ports = live.get(key);
        }
        if (ports != null) {
            return status(key, "", 0, ports.stream().map(this::look).toList());
        }
        Path folder = folder(key);
        SwarmFile file =
                SwarmFile.read(folder).orElseThrow(() -> StudioProblems.missing("The swarm's file cannot be read."));
        return status(
                key,
                folder.toString(),
                file.horizon(),
                file.entries().stream().map(entry -> look(file, entry)).toList());
    }

    private byte[] status(String key, String folder, int horizon, List<CompletableFuture<Seen>> asked) {
        News told = news.computeIfAbsent(key, f -> new News());
        List<Seen> all = told.look(asked.stream().map(CompletableFuture::join).toList());
        return JsonDocument.object(json -> {
            json.writeStringProperty("key", key);
            json.writeStringProperty("folder", folder);
            json.writeNumberProperty("horizon", horizon);
            json.writeBooleanProperty(
                    "running",
                    all.stream()
                            .anyMatch(seen -> !seen.state().equals("down")
                                    && !seen.state().equals("finished")));
            json.writeArrayPropertyStart("processes");
            all.forEach(seen -> process(json, seen));
            json.writeEndArray();
            json.writeArrayPropertyStart("links");
            all.forEach(seen -> seen.told().links().forEach((peer, up) -> {
                json.writeStartObject();
                json.writeStringProperty("from", seen.entry().name());
                json.writeStringProperty("to", peer);
                json.writeBooleanProperty("isUp", up);
                json.writeEndObject();
            }));
            json.writeEndArray();
            JsonDocument.strings(json, "log", told.lines());
        });
    }

    private CompletableFuture<Seen> look(SwarmFile file, SwarmFile.Entry entry) {
        Optional<ProcessHandle> process = file.process(entry);
        boolean finished = file.isFinished(entry);
        if (process.isEmpty()) {
            return CompletableFuture.completedFuture(
                    new Seen(entry, finished ? "finished" : "down", Told.NOTHING, false));
        }
        if (SwarmFile.isPaused(process.get())) {
            return CompletableFuture.completedFuture(new Seen(entry, "paused", Told.NOTHING, false));
        }
        OptionalInt port = file.statusPort(entry);
        if (port.isEmpty()) {
            return CompletableFuture.completedFuture(new Seen(entry, "starting", Told.NOTHING, false));
        }
        CompletableFuture<String> health = get(port.getAsInt(), "/health");
        CompletableFuture<String> metrics = get(port.getAsInt(), "/metrics");
        return health.thenCombine(metrics, Swarms::told)
                .exceptionally(e -> Told.NOTHING)
                // A port of an earlier life may be somebody else's by now.
                .thenApply(told -> told.health() != null
                                && told.health().path("member").asString("").equals(entry.name())
                        ? told
                        : Told.NOTHING)
                .thenApply(told -> new Seen(
                        entry,
                        finished ? "finished" : told.health() == null ? "starting" : "up",
                        told,
                        told.health() != null));
    }

    /** A member that nobody here started: it is called what it says, and who it is nobody can check. */
    private CompletableFuture<Seen> look(int port) {
        CompletableFuture<String> health = get(port, "/health");
        CompletableFuture<String> metrics = get(port, "/metrics");
        String address = "127.0.0.1:" + port;
        return health.thenCombine(metrics, Swarms::told)
                .exceptionally(e -> Told.NOTHING)
                .thenApply(told -> {
                    JsonNode said = told.health();
                    String name = said == null ? "" : said.path("member").asString("");
                    List<String> agents = new ArrayList<>();
                    if (said != null) {
                        said.path("feed")
                                .path("agents")
                                .forEach(agent -> agents.add(agent.path("agent").asString("")));
                    }
                    boolean isMember = name.matches("[A-Za-z0-9_-]{1,60}");
                    String state = !isMember
                            ? "down"
                            : said != null && said.path("finished").asBoolean(false) ? "finished" : "up";
                    SwarmFile.Entry entry = new SwarmFile.Entry(isMember ? name : address, -1, -1, address, agents);
                    return new Seen(entry, state, isMember ? told : Told.NOTHING, isMember);
                });
    }

    private CompletableFuture<String> get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body)
                .orTimeout(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Told told(String health, String metrics) {
        Map<String, Double> numbers = new HashMap<>();
        Map<String, Boolean> links = new LinkedHashMap<>();
        if (metrics.length() <= MOST_STATUS) {
            metrics.lines().forEach(line -> sample(line, numbers, links));
        }
        return new Told(ForeignFiles.json(health).orElse(null), numbers, links);
    }

    /** Counters with causes are added up; quantiles keep theirs in the name. */
    private static void sample(String line, Map<String, Double> numbers, Map<String, Boolean> links) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            return;
        }
        double value;
        try {
            value = Double.parseDouble(sample.group(3));
        } catch (NumberFormatException e) {
            return;
        }
        String labels = sample.group(2) == null ? "" : sample.group(2);
        Matcher peer = PEER.matcher(labels);
        if (sample.group(1).equals("acord_peer_up") && peer.find()) {
            links.put(peer.group(1), value > 0);
        } else if (labels.contains("quantile")) {
            numbers.put(sample.group(1) + " " + labels, value);
        } else {
            numbers.merge(sample.group(1), value, Double::sum);
        }
    }

    private static void process(JsonGenerator json, Seen seen) {
        SwarmFile.Entry entry = seen.entry();
        Told told = seen.told();
        JsonNode health = told.health();
        json.writeStartObject();
        json.writeStringProperty("name", entry.name());
        json.writeNumberProperty("pid", entry.pid());
        json.writeStringProperty("address", entry.address());
        JsonDocument.strings(json, "agents", entry.agents());
        json.writeStringProperty("state", seen.state());
        json.writeBooleanProperty("answers", seen.answers());
        whole(json, "round", told, "acord_round");
        whole(json, "iteration", told, "acord_iteration");
        whole(json, "life", told, "acord_life");
        whole(json, "peersUp", told, "acord_peers_up");
        whole(json, "peers", told, "acord_peers");
        whole(json, "degraded", told, "acord_rounds_degraded_total");
        whole(json, "rejected", told, "acord_messages_hostile");
        whole(json, "unused", told, "acord_messages_rejected_total");
        JsonDocument.number(json, "certificate", told.numbers().getOrDefault("acord_certificate", Double.NaN));
        json.writeObjectPropertyStart("roundMillis");
        JsonDocument.number(json, "p50", millis(told, "0.5"));
        JsonDocument.number(json, "p99", millis(told, "0.99"));
        json.writeEndObject();
        whole(json, "sent", told, "acord_messages_sent_total");
        whole(json, "heard", told, "acord_messages_heard_total");
        whole(json, "bytesSent", told, "acord_bytes_sent_total");
        whole(json, "bytesHeard", told, "acord_bytes_heard_total");
        json.writeBooleanProperty(
                "well", seen.answers() && health != null && health.path("well").asBoolean(false));
        if (health != null && health.path("feed").isObject()) {
            feed(json, health.path("feed"));
        }
        json.writeEndObject();
    }

    /** Who feeds its agents. */
    private static void feed(JsonGenerator json, JsonNode feed) {
        json.writeObjectPropertyStart("feed");
        json.writeStringProperty("door", feed.path("door").asString(""));
        json.writeStringProperty("late", feed.path("late").asString(""));
        List<JsonNode> agents = new ArrayList<>();
        feed.path("agents").forEach(agents::add);
        JsonDocument.objects(json, "agents", agents, agent -> {
            json.writeStringProperty("agent", agent.path("agent").asString(""));
            json.writeNumberProperty("told", agent.path("told").asLong(0));
            json.writeNumberProperty("lateRounds", agent.path("lateRounds").asLong(0));
            json.writeStringProperty("why", agent.path("why").asString(""));
        });
        json.writeEndObject();
    }

    private static double millis(Told told, String quantile) {
        return 1000 * told.numbers().getOrDefault("acord_round_time_seconds quantile=\"" + quantile + "\"", Double.NaN);
    }

    private static void whole(JsonGenerator json, String key, Told told, String metric) {
        Double value = told.numbers().get(metric);
        if (value == null || !Double.isFinite(value)) {
            json.writeNullProperty(key);
        } else {
            json.writeNumberProperty(key, value.longValue());
        }
    }

    /** Does something to a process of a swarm, and to no other. */
    void signal(String key, String name, String what) {
        Path folder = folder(key);
        SwarmFile file =
                SwarmFile.read(folder).orElseThrow(() -> StudioProblems.missing("The swarm's file cannot be read."));
        SwarmFile.Entry entry = file.entries().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> StudioProblems.missing("There is no such process in this swarm."));
        ProcessHandle process = file.process(entry)
                .orElseThrow(() -> new Problem(
                        StudioProblems.NOT_OF_THE_SWARM,
                        "No running process has the number, the start and the command line that " + name
                                + " has in swarm.json; nothing was done."));
        boolean done = switch (what) {
            case "kill" -> process.destroyForcibly();
            case "pause" -> send("-STOP", process);
            case "resume" -> send("-CONT", process);
            default -> throw StudioProblems.missing("There are kill, pause and resume.");
        };
        if (!done) {
            throw new Problem(StudioProblems.DID_NOT_WORK, "The system refused to " + what + " " + name + ".");
        }
        News told = news.computeIfAbsent(key, f -> new News());
        told.say(
                switch (what) {
                    case "kill" -> name + " was killed from here";
                    case "pause" -> name + " was paused from here";
                    default -> name + " was resumed from here";
                });
    }

    private static boolean send(String signal, ProcessHandle process) {
        try {
            Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.waitFor(5, TimeUnit.SECONDS) && kill.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
