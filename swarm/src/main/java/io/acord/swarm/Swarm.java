package io.acord.swarm;

import io.acord.fleet.ActionLog;
import io.acord.fleet.identity.Authority;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Ending;
import io.acord.lab.run.Progress;
import io.acord.lab.scenario.Plugins;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a swarm and whoever looks after them: starts them, starts them again when they die, and puts
 * together what they played.
 */
public final class Swarm implements AutoCloseable {

    private static final String FLEET = "swarm";
    private static final String MARK = ".acord-swarm";

    /** A process that dies so often without getting any further is broken: starting it again will not help. */
    private static final int HOPELESS = 5;

    /**
     * What a swarm plays.
     *
     * @param folder of the run
     */
    public record Plan(
            Scenario scenario,
            Path file,
            List<String> sets,
            int processes,
            Duration deadline,
            Duration pace,
            String tls,
            boolean capture,
            Path folder) {}

    /**
     * What a swarm did.
     *
     * @param actions of every round
     * @param levels how many actions of each level were given out
     * @param degraded rounds in which some member missed another
     * @param lostEdges pairs of members that lost each other in a round, each round anew
     * @param rejected messages that no honest member sends
     * @param ledger what each member told each other one
     */
    public record Outcome(
            List<Actions> actions,
            List<Integer> iterations,
            Map<String, Integer> levels,
            int restarts,
            int degraded,
            int lostEdges,
            long rejected,
            List<Told> ledger,
            double seconds) {}

    /** What one member told another. */
    public record Told(String from, String to, long messages, long bytes) {}

    private final Plan plan;
    private final PrintWriter stderr;
    private final Path work;
    private final Meeting meeting;
    private final List<Child> children = new ArrayList<>();
    private int restarts;
    private volatile boolean closed;
    private @Nullable Path archiving; // where one process writes its classes when it ends

    private static final class Child {
        final String name;
        final int from; // its agents are from .. to − 1
        final int to;
        Process process;
        int port;
        int diedAt; // the round at which it died last
        int died; // how often it died there

        Child(String name, int from, int to, Process process) {
            this.name = name;
            this.from = from;
            this.to = to;
            this.process = process;
        }
    }

    public Swarm(Plan plan, PrintWriter stderr) throws IOException, GeneralSecurityException {
        this.plan = plan;
        this.stderr = stderr;
        this.work = plan.folder().resolve("fleet");
        this.meeting = new Meeting(work);
        prepare();
    }

    private void prepare() throws IOException, GeneralSecurityException {
        if (Files.exists(work)) {
            if (!Files.exists(work.resolve(MARK))) {
                throw Complaints.refuse(
                        work.toString(), "exists and is not of a swarm", "a free name", "give another --out");
            }
            try (Stream<Path> old = Files.walk(work)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path); // journals of another run would be woken up from
                }
            }
        }
        Files.deleteIfExists(plan.folder().resolve("swarm.json"));
        Files.createDirectories(work);
        Files.writeString(work.resolve(MARK), "");
        Instant now = Instant.now();
        Path certificates = work.resolve("certificates");
        Authority authority = Authority.create(FLEET, now.minusSeconds(300), now.plus(Duration.ofDays(30)));
        authority.save(certificates);
        int n = plan.scenario().agents();
        for (int m = 0; m < plan.processes(); m++) {
            String name = String.format(Locale.ROOT, "m%04d", m);
            authority
                    .issue(name, now.minusSeconds(300), now.plus(Duration.ofDays(30)))
                    .save(certificates);
            int from = (int) ((long) m * n / plan.processes());
            int to = (int) ((long) (m + 1) * n / plan.processes());
            children.add(new Child(name, from, to, NOBODY));
        }
        List<Set<Integer>> peers = peers();
        for (int m = 0; m < children.size(); m++) {
            writeConfig(m, peers.get(m));
        }
    }

    /** Who shares an edge with whom in any round: nobody else is let in. */
    private List<Set<Integer>> peers() {
        int[] home = new int[plan.scenario().agents()];
        for (int m = 0; m < children.size(); m++) {
            for (int i = children.get(m).from; i < children.get(m).to; i++) {
                home[i] = m;
            }
        }
        List<Set<Integer>> peers = new ArrayList<>();
        children.forEach(child -> peers.add(new TreeSet<>()));
        Instance instance = plan.scenario().instance(plan.scenario().seed());
        Coupling seen = null; // rounds that share a graph share the object
        for (int t = 1; t <= instance.horizon(); t++) {
            Coupling coupling = instance.round(t).coupling();
            if (coupling == seen) {
                continue;
            }
            seen = coupling;
            Graph graph = coupling.graph();
            for (int e = 0; e < graph.edges(); e++) {
                int a = home[graph.tail(e)];
                int b = home[graph.head(e)];
                if (a != b) {
                    peers.get(a).add(b);
                    peers.get(b).add(a);
                }
            }
        }
        return peers;
    }

    private void writeConfig(int m, Set<Integer> peers) throws IOException {
        Child child = children.get(m);
        StringBuilder yaml = new StringBuilder();
        yaml.append("# One process of this swarm. ./acord agent starts it; the swarm does.\n");
        yaml.append("fleet: ")
                .append(FLEET)
                .append("\nmember: ")
                .append(child.name)
                .append("\nmembers:\n");
        Set<Integer> all = new TreeSet<>(peers);
        all.add(m);
        for (int id : all) {
            Child one = children.get(id);
            yaml.append("  - {name: ")
                    .append(one.name)
                    .append(", address: \"127.0.0.1:0\", agents: ")
                    .append(IntStream.range(one.from, one.to)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(", ", "[", "]")))
                    .append("}\n");
        }
        yaml.append("certificates: certificates\n");
        yaml.append("scenario: ").append(quoted(plan.file().toString())).append('\n');
        if (!plan.sets().isEmpty()) {
            yaml.append("set: ")
                    .append(plan.sets().stream().map(Swarm::quoted).collect(Collectors.joining(", ", "[", "]")))
                    .append('\n');
        }
        yaml.append("deadline: ").append(Durations.text(plan.deadline())).append('\n');
        yaml.append("pace: ").append(Durations.text(plan.pace())).append('\n');
        yaml.append("journal: journal-").append(child.name).append('\n');
        yaml.append("actions: ").append(child.name).append(".actions.csv\n");
        yaml.append("metrics: \"127.0.0.1:0\"\n");
        yaml.append("tls: ").append(plan.tls()).append('\n');
        yaml.append("meeting: .\n");
        if (plan.capture()) {
            yaml.append("capture: ").append(child.name).append(".frames\n");
        }
        Files.writeString(work.resolve(child.name + ".yaml"), yaml);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private Process start(Child child) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Many of them share this machine: a small heap, one collector thread, and only the quick compiler.
        command.addAll(List.of("-Xms16m", "-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(archiveOptions(child));
        command.addAll(List.of(
                "-cp",
                Plugins.classPath(),
                AgentProcess.class.getName(),
                work.resolve(child.name + ".yaml").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        work.resolve(child.name + ".log").toFile()));
        return builder.start();
    }

    /**
     * With an archive of classes a process starts sooner. The launcher says where it belongs; where there is none yet,
     * the first process of a swarm leaves one for the next swarm.
     */
    private List<String> archiveOptions(Child child) {
        String archive = System.getProperty("acord.fleet.archive", "");
        if (archive.isEmpty()) {
            return List.of();
        }
        if (new File(archive).exists()) {
            return List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:disable", "-Xlog:all=off");
        }
        // Only a class path that others begin with makes an archive for them.
        if (!Plugins.named().isEmpty() || restarts > 0 || !child.name.equals(children.get(0).name)) {
            return List.of();
        }
        archiving = Path.of(archive);
        return List.of("-XX:ArchiveClassesAtExit=" + archive + ".new", "-Xlog:disable", "-Xlog:all=off");
    }

    private void keepArchive() {
        Path archive = archiving;
        if (archive == null) {
            return;
        }
        try {
            Path fresh = Path.of(archive + ".new");
            if (Files.exists(fresh)) {
                Files.move(fresh, archive, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            // the next swarm starts more slowly
        }
    }

    public Outcome play(Progress progress) throws IOException, InterruptedException {
        for (Child child : children) {
            child.process = start(child);
        }
        await(".address");
        Map<String, Integer> ports = new HashMap<>();
        for (Child child : children) {
            child.port = meeting.port(child.name).orElseThrow();
            ports.put(child.name, child.port);
        }
        meeting.addresses(ports);
        await(".ready");
        writeSwarm();
        long start = System.nanoTime();
        meeting.say("go");
        int horizon = plan.scenario().horizon();
        while (true) {
            boolean over = true;
            int least = horizon;
            for (Child child : children) {
                over &= meeting.isSaid(child.name + ".finished");
                least = Math.min(least, round(child));
                lookAfter(child);
            }
            progress.progress(least, horizon);
            if (over) {
                break;
            }
            Thread.sleep(50);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Thread.sleep(300); // their last words
        close();
        return outcome(seconds);
    }

    private void await(String word) throws IOException, InterruptedException {
        for (Child child : children) {
            while (!meeting.isSaid(child.name + word)) {
                lookAfter(child);
                Thread.sleep(20);
            }
        }
    }

    /** Starts a process that has died again; it wakes up from its journal at the address that it had. */
    private void lookAfter(Child child) throws IOException {
        if (closed || child.process.isAlive()) {
            return;
        }
        int code = child.process.exitValue();
        int round = round(child);
        child.died = round == child.diedAt ? child.died + 1 : 1;
        child.diedAt = round;
        if (code == Ending.BAD_INPUT || child.died > HOPELESS) {
            throw new IOException(child.name + " ended with " + code + " in round " + round + ", " + child.died
                    + " times; see " + work.resolve(child.name + ".log"));
        }
        restarts++;
        stderr.println(
                "acord: " + child.name + " ended with " + code + " after round " + round + "; starting it again");
        stderr.flush();
        meeting.forgetStatus(child.name);
        child.process = start(child);
        if (meeting.isSaid("go")) {
            writeSwarm();
        }
    }

    /** The last round in a member's file of actions. */
    private int round(Child child) throws IOException {
        Path file = work.resolve(child.name + ".actions.csv");
        if (!Files.exists(file)) {
            return 0;
        }
        try (var channel = Files.newByteChannel(file)) {
            long size = channel.size();
            java.nio.ByteBuffer end = java.nio.ByteBuffer.allocate((int) Math.min(size, 4096));
            channel.position(size - end.capacity());
            while (end.hasRemaining() && channel.read(end) >= 0) {
                // until it is full
            }
            String text = new String(end.array(), java.nio.charset.StandardCharsets.US_ASCII);
            int to = text.lastIndexOf('\n');
            int from = to <= 0 ? -1 : text.lastIndexOf('\n', to - 1);
            String line = from < 0 ? "" : text.substring(from + 1, to);
            int comma = line.indexOf(',');
            return comma > 0 && Character.isDigit(line.charAt(0)) ? Integer.parseInt(line.substring(0, comma)) : 0;
        }
    }

    private void writeSwarm() throws IOException {
        StringBuilder text = new StringBuilder("{\"processes\":[");
        for (int m = 0; m < children.size(); m++) {
            Child child = children.get(m);
            text.append(m == 0 ? "" : ",")
                    .append("{\"pid\":")
                    .append(child.process.pid())
                    .append(",\"address\":\"127.0.0.1:")
                    .append(child.port)
                    .append("\",\"agents\":[");
            for (int i = child.from; i < child.to; i++) {
                text.append(i == child.from ? "" : ",")
                        .append(json(plan.scenario().names().get(i)));
            }
            text.append("],\"name\":\"").append(child.name).append('"');
            // With a pid the start tells a process from a later one of the same number.
            Optional<Instant> started = child.process.info().startInstant();
            if (started.isPresent()) {
                text.append(",\"started\":").append(started.get().toEpochMilli());
            }
            text.append('}');
        }
        text.append("],\"horizon\":").append(plan.scenario().horizon());
        text.append(",\"supervisor\":").append(ProcessHandle.current().pid());
        Meeting.write(plan.folder().resolve("swarm.json"), text.append("}\n").toString());
    }

    static String json(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < 0x20) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private Outcome outcome(double seconds) throws IOException {
        Scenario scenario = plan.scenario();
        int d = scenario.dimension();
        int horizon = scenario.horizon();
        double[][] x = new double[horizon][scenario.agents() * d];
        int[][] times = new int[horizon][scenario.agents()];
        int[] iterations = new int[horizon];
        Map<String, Integer> levels = new TreeMap<>();
        Set<Integer> degraded = new HashSet<>();
        Set<String> lost = new HashSet<>();
        Map<String, Told> ledger = new TreeMap<>();
        long rejected = 0;
        for (Child child : children) {
            for (ActionLog.Line line : ActionLog.read(work.resolve(child.name + ".actions.csv"))) {
                int i = Integer.parseInt(line.agent());
                times[line.round() - 1][i]++;
                levels.merge(line.level(), 1, Integer::sum);
                iterations[line.round() - 1] = Math.max(iterations[line.round() - 1], line.iteration());
                for (int c = 0; c < d; c++) {
                    x[line.round() - 1][i * d + c] = line.x().get(c);
                }
            }
            for (String line : lines(work.resolve(child.name + ".faults.csv"))) {
                String[] fields = line.split(",", -1);
                if (fields[1].equals("degraded")) {
                    degraded.add(Integer.parseInt(fields[0]));
                } else {
                    boolean first = child.name.compareTo(fields[2]) < 0;
                    lost.add(fields[0] + " " + (first ? child.name + " " + fields[2] : fields[2] + " " + child.name));
                }
            }
            rejected += tally(child, ledger);
        }
        for (int t = 1; t <= horizon; t++) {
            for (int i = 0; i < scenario.agents(); i++) {
                if (times[t - 1][i] != 1) {
                    throw new IOException("agent " + scenario.names().get(i) + " has " + times[t - 1][i]
                            + " actions in round " + t + ", and every round has one; see " + work);
                }
            }
        }
        List<Actions> actions = new ArrayList<>();
        for (double[] round : x) {
            actions.add(Actions.flat(d, round));
        }
        return new Outcome(
                actions,
                IntStream.of(iterations).boxed().toList(),
                levels,
                restarts,
                degraded.size(),
                lost.size(),
                rejected,
                List.copyOf(ledger.values()),
                seconds);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Adds up what the lives of a member counted; returns the messages that it rejected. */
    private long tally(Child child, Map<String, Told> ledger) throws IOException {
        long rejected = 0;
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(child.name + ".life-"))
                    .toList()) {
                for (String line : lines(file)) {
                    String[] words = line.split(" ", -1);
                    if (words[0].equals("rejected")) {
                        rejected += Long.parseLong(words[1]);
                    } else {
                        Told more = new Told(child.name, words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
                        ledger.merge(
                                child.name + " " + words[1],
                                more,
                                (a, b) ->
                                        new Told(a.from(), a.to(), a.messages() + b.messages(), a.bytes() + b.bytes()));
                    }
                }
            }
        }
        return rejected;
    }

    /** Lets the processes go, and ends those that do not go by themselves. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Child child : children) {
            try {
                child.process.getOutputStream().close();
            } catch (IOException e) {
                // it is gone already
            }
        }
        for (Child child : children) {
            try {
                if (!child.process.waitFor(archiving == null ? 5 : 30, TimeUnit.SECONDS)) {
                    child.process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                child.process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        keepArchive();
    }

    /** Stands for a process that has not been started. */
    private static final Process NOBODY = new Process() {
        @Override
        public java.io.OutputStream getOutputStream() {
            return java.io.OutputStream.nullOutputStream();
        }

        @Override
        public java.io.InputStream getInputStream() {
            return java.io.InputStream.nullInputStream();
        }

        @Override
        public java.io.InputStream getErrorStream() {
            return java.io.InputStream.nullInputStream();
        }

        @Override
        public int waitFor() {
            return 0;
        }

        @Override
        public int exitValue() {
            return 0;
        }

        @Override
        public void destroy() {}
    };
}
