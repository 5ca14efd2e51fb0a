package io.acord.studio;

import io.acord.fleet.identity.Credentials;
import io.acord.swarm.ForeignFiles;
import io.acord.swarm.SwarmFile;
import io.acord.web.JsonDocument;
import io.acord.web.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * Swarms of this machine, and members elsewhere: what their processes say of themselves, and what can be done to those
 * of swarms here.
 */
final class Swarms {

    private static final int MOST_NEWS = 60;
    private static final int MOST_ATTACHED = 16;
    private static final int MOST_MEMBERS = 200;
    private final Path runs;
    private final Map<String, Path> attached = new LinkedHashMap<>();
    private final StatusClient client;
    private final Map<String, List<URI>> live =
            new LinkedHashMap<>(); // where members that nobody here started tell how they are
    private int liveBefore; // sets of members that were attached, so that no two have the same key
    private final Map<String, News> news = new ConcurrentHashMap<>();

    /** @param credentials by which members elsewhere are asked; null: only those of this machine are */
    Swarms(Path runs, @Nullable Credentials credentials) {
        this.runs = runs;
        this.client = new StatusClient(credentials);
    }

    /**
     * What is known of a process.
     *
     * @param state up, starting (it runs and has not said anything yet), paused, down or finished
     * @param answers whether it was told just now
     */
    private record Seen(SwarmFile.Entry entry, String state, StatusClient.Told told, boolean answers) {}

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
                live.forEach((key, members) -> {
                    json.writeStartObject();
                    json.writeStringProperty("key", key);
                    json.writeNumberProperty("processes", members.size());
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

    /** Takes in a swarm whose folder is elsewhere, or members by where they tell how they are. */
    String attach(String text) {
        List<String> words = List.of(text.strip().split("[\\s,]+"));
        if (words.stream().allMatch(StatusClient::isAddress)) {
            return attachMembers(words);
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

    private String attachMembers(List<String> words) {
        if (words.size() > MOST_MEMBERS) {
            throw StudioProblems.unreadable("\"folder\" has at most " + MOST_MEMBERS + " addresses.");
        }
        List<URI> members = words.stream().map(client::address).distinct().toList();
        synchronized (attached) {
            for (Map.Entry<String, List<URI>> known : live.entrySet()) {
                if (known.getValue().equals(members)) {
                    return known.getKey();
                }
            }
            if (live.size() == MOST_ATTACHED) {
                String oldest = live.keySet().iterator().next();
                live.remove(oldest);
                news.remove(oldest);
            }
            liveBefore++;
            String others = members.size() == 1 ? "" : "-and-" + (members.size() - 1);
            String key = "live-" + liveBefore + "-" + members.get(0).getPort() + others;
            live.put(key, members);
            return key;
        }
    }

    byte[] status(String key) {
        List<URI> members;
        synchronized (attached) {
            members = live.get(key);
        }
        if (members != null) {
            return status(key, "", 0, members.stream().map(this::look).toList());
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
                    new Seen(entry, finished ? "finished" : "down", StatusClient.Told.NOTHING, false));
        }
        if (SwarmFile.isPaused(process.get())) {
            return CompletableFuture.completedFuture(new Seen(entry, "paused", StatusClient.Told.NOTHING, false));
        }
        OptionalInt port = file.statusPort(entry);
        if (port.isEmpty()) {
            return CompletableFuture.completedFuture(new Seen(entry, "starting", StatusClient.Told.NOTHING, false));
        }
        return client.ask(client.address("127.0.0.1:" + port.getAsInt()))
                // A port of an earlier life may be somebody else's by now.
                .thenApply(told -> told.health() != null
                                && told.health().path("member").asString("").equals(entry.name())
                        ? told
                        : StatusClient.Told.NOTHING)
                .thenApply(told -> new Seen(
                        entry,
                        finished ? "finished" : told.health() == null ? "starting" : "up",
                        told,
                        told.health() != null));
    }

    /** A member that nobody here started: it is called what its certificate says, or else what it says itself. */
    private CompletableFuture<Seen> look(URI address) {
        String where = address.getRawAuthority();
        return client.ask(address).thenApply(told -> {
            JsonNode said = told.health();
            String name = told.member();
            List<String> agents = new ArrayList<>();
            if (said != null) {
                said.path("feed")
                        .path("agents")
                        .forEach(agent -> agents.add(agent.path("agent").asString("")));
            }
            boolean isMember = name.matches("[A-Za-z0-9_-]{1,60}");
            String state =
                    !isMember ? "down" : said != null && said.path("finished").asBoolean(false) ? "finished" : "up";
            SwarmFile.Entry entry = new SwarmFile.Entry(isMember ? name : where, -1, -1, where, agents);
            return new Seen(entry, state, isMember ? told : StatusClient.Told.NOTHING, isMember);
        });
    }

    private static void process(JsonGenerator json, Seen seen) {
        SwarmFile.Entry entry = seen.entry();
        StatusClient.Told told = seen.told();
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

    private static double millis(StatusClient.Told told, String quantile) {
        return 1000 * told.numbers().getOrDefault("acord_round_time_seconds quantile=\"" + quantile + "\"", Double.NaN);
    }

    private static void whole(JsonGenerator json, String key, StatusClient.Told told, String metric) {
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
