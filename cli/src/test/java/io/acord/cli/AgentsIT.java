package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.acord.fleet.Flood;
import io.acord.fleet.TrustingClient;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.Peer;
import io.acord.fleet.transport.Transport;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Hello;
import io.acord.fleet.wire.Kind;
import io.acord.fleet.wire.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows of the fault table that need something between real processes, or one that misbehaves: {@code acord agent}s that
 * reach each other through a {@link LinkProxy}. How many runs: {@link FaultTable}.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
class AgentsIT {

    private static final String FLEET = "alpha";
    private static final String ROGUE = "a-rogue"; // comes first: it calls the others

    private static final int ENDLESS = 100_000; // rounds of a fleet that is ended when enough was seen

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final Random PORTS = new Random(); // not the test's own: two builds may run at once

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Commands commands;

    @SuppressWarnings("NullAway.Init")
    private Authority authority;

    private final Instant now = Instant.now();
    private final Random random = new Random(17);
    private final List<String> members = new ArrayList<>();
    private final Map<String, Process> processes = new TreeMap<>();
    private final Map<String, Authority.Issued> issued = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();
    private final Map<String, Integer> metrics = new HashMap<>();
    private final Map<String, LinkProxy> links = new TreeMap<>(); // by "a b", a calls b

    @BeforeEach
    void prepare() throws Exception {
        commands = new Commands(folder);
        authority = Authority.create(FLEET, now.minusSeconds(60), now.plusSeconds(7200));
        authority.save(folder.resolve("certificates"));
    }

    @AfterEach
    void end() throws Exception {
        commands.close();
        for (LinkProxy link : links.values()) {
            link.close();
        }
    }

    // ---- a fleet

    /**
     * Writes everything that so many members, with two agents each, need. Three iterations have all that a round can
     * say: an opening, what is shown after the first and after another one, and what is played.
     */
    private void write(int count, int horizon, String deadline, String pace, String extra) throws Exception {
        Files.writeString(folder.resolve("scenario.yaml"), """
                seed: 5
                horizon: %d
                agents: %d
                beta: 4
                costs: {kind: drift}
                graph: %s
                algorithms:
                  - acord: {iterations: 3}
                """.formatted(
                        horizon, 2 * count, count < 3 ? "{kind: ring}" : "{kind: circulant, degree: 4}"));
        for (String member : members) {
            Authority.Issued own = authority.issue(member, now.minusSeconds(60), now.plusSeconds(7200));
            own.save(folder.resolve("certificates"));
            issued.put(member, own);
            ports.put(member, freePort());
            metrics.put(member, freePort());
        }
        for (String caller : members) {
            StringBuilder book = new StringBuilder();
            for (int m = 0; m < members.size(); m++) {
                String called = members.get(m);
                int port = ports.getOrDefault(called, 0);
                if (caller.compareTo(called) < 0) {
                    LinkProxy link = new LinkProxy(port);
                    links.put(caller + " " + called, link);
                    port = link.port();
                }
                book.append(String.format(
                        Locale.ROOT,
                        "  - {name: %s, address: \"127.0.0.1:%d\", agents: [%d, %d]}%n",
                        called,
                        port,
                        2 * m,
                        2 * m + 1));
            }
            Files.writeString(folder.resolve(caller + ".yaml"), """
                    fleet: %s
                    member: %s
                    members:
                    %scertificates: certificates
                    scenario: scenario.yaml
                    deadline: %s
                    pace: %s
                    metrics: "127.0.0.1:%d"
                    %s
                    """.formatted(
                            FLEET, caller, book, deadline, pace, metrics.get(caller), extra));
        }
    }

    private void name(int count) {
        for (int m = 0; m < count; m++) {
            members.add("m" + m);
        }
    }

    private void startAll() throws IOException {
        for (String member : members) {
            if (!member.equals(ROGUE)) {
                processes.put(
                        member,
                        commands.start("agent", folder.resolve(member + ".yaml").toString()));
            }
        }
    }

    private void finishAll() throws IOException, InterruptedException {
        for (Process process : processes.values()) {
            commands.finish(process);
        }
    }

    /** A port below those that the system gives to whoever asks for any: nobody gets it before the member opens it. */
    private static int freePort() throws IOException {
        for (int tries = 0; tries < 100; tries++) {
            int port = 12_000 + PORTS.nextInt(20_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // another one
            }
        }
        throw new IOException("no free port in a hundred tries");
    }

    private LinkProxy link(String one, String other) {
        LinkProxy link = links.get(one.compareTo(other) < 0 ? one + " " + other : other + " " + one);
        if (link == null) {
            throw new AssertionError(one + " and " + other);
        }
        return link;
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(4).toNanos(); // many processes may start at once
        while (!holds.call() && System.nanoTime() < end) {
            Thread.sleep(25);
        }
        assertThat(holds.call()).as("%s%n%s", what, commands.printed()).isTrue();
    }

    private void awaitRound(String member, int round) throws Exception {
        Path file = folder.resolve("actions-" + member + ".csv");
        await(
                member + " at round " + round,
                () -> Files.exists(file) && Files.readString(file).contains("\n" + round + ","));
    }

    private String status(String member) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metrics.get(member) + "/metrics"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private double metric(String member, String name) throws Exception {
        Matcher found =
                Pattern.compile("(?m)^" + Pattern.quote(name) + " (\\S+)$").matcher(status(member));
        return found.find() ? Double.parseDouble(found.group(1)) : 0;
    }

    /** Every member gave out one finite action for every round and agent; returns them as text by "round,agent". */
    private Map<String, String> actions(int horizon) throws IOException {
        Map<String, String> all = new HashMap<>();
        for (String member : processes.keySet()) {
            List<String> lines = Files.readAllLines(folder.resolve("actions-" + member + ".csv"));
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",", -1);
                assertThat(Double.parseDouble(cells[4])).isFinite();
                assertThat(all.put(cells[0] + "," + cells[3], cells[4]))
                        .as("a second action: " + line)
                        .isNull();
            }
        }
        assertThat(all).as("actions of all rounds").hasSize(horizon * 2 * processes.size());
        return all;
    }

    /**
     * Every member gave out one finite action of each agent for every round up to some that all have reached; returns
     * how many rounds that are.
     */
    private int everyRoundOnce(List<String> of) throws IOException {
        int reached = Integer.MAX_VALUE;
        for (String member : of) {
            reached = Math.min(reached, last(member, "") - 1); // one more may be half written
        }
        for (String member : of) {
            Map<String, String> all = new HashMap<>();
            for (String[] cells : complete(member)) {
                if (Integer.parseInt(cells[0]) <= reached) {
                    assertThat(Double.parseDouble(cells[4])).isFinite();
                    assertThat(all.put(cells[0] + "," + cells[3], cells[4]))
                            .as("a second action of %s in round %s", member, cells[0])
                            .isNull();
                }
            }
            assertThat(all).as("actions of all rounds of %s", member).hasSize(2 * reached);
        }
        return reached;
    }

    /** The cells of the lines that a member has written completely. */
    private List<String[]> complete(String member) throws IOException {
        String text = Files.readString(folder.resolve("actions-" + member + ".csv"));
        List<String[]> found = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] cells = line.split(",", -1);
            if (cells.length > 4 && cells[0].matches("\\d+")) {
                found.add(cells);
            }
        }
        return found;
    }

    private Map<String, String> actionsOfRun() throws IOException {
        InThisProcess.done(
                "run",
                folder.resolve("scenario.yaml").toString(),
                "--out",
                folder.resolve("run").toString());
        Map<String, String> all = new HashMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("run/actions.csv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            all.put(cells[2] + "," + cells[3], cells[4]);
        }
        return all;
    }

    private record Fault(int round, String member, String kind, String peer) {}

    private List<Fault> faults() throws IOException {
        List<Fault> all = new ArrayList<>();
        for (String member : processes.keySet()) {
            String text = Files.readString(folder.resolve(member + ".faults.csv"));
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) { // it may be writing
                String[] cells = line.split(",", -1);
                all.add(new Fault(Integer.parseInt(cells[0]), member, cells[1], cells[2]));
            }
        }
        return all;
    }

    // ---- no fault

    @Test
    void membersThatHaveNothingButTheirPartsPlayWhatRunPlays() throws Exception {
        name(3);
        write(3, 40, "20s", "0ms", "");
        Map<String, String> run = actionsOfRun();
        List<String> cut =
                new ArrayList<>(List.of("parts", folder.resolve("scenario.yaml").toString()));
        for (String member : members) {
            Path file = folder.resolve(member + ".yaml");
            Files.writeString(
                    file, Files.readString(file).replace("scenario: scenario.yaml", "part: " + member + ".part"));
            cut.add(file.toString());
        }
        InThisProcess.done(cut.toArray(String[]::new));
        Files.delete(folder.resolve("scenario.yaml"));
        startAll();
        finishAll();
        assertThat(actions(40)).isEqualTo(run);
    }

    // ---- row 6

    private enum Cut {
        HALVES,
        ONE_MEMBER,
        RING,
        ONE_WAY,
        SWIZZLE
    }

    private List<LinkProxy> across(Cut cut) {
        List<LinkProxy> found = new ArrayList<>();
        int half = members.size() / 2;
        for (int a = 0; a < members.size(); a++) {
            for (int b = a + 1; b < members.size(); b++) {
                boolean hit = switch (cut) {
                    case HALVES -> a < half && b >= half;
                    case ONE_MEMBER -> a == 1 || b == 1;
                    case RING -> (a == 0 && b == members.size() - 1) || (a == half - 1 && b == half);
                    case ONE_WAY -> a == 0 && b == 1;
                    case SWIZZLE -> true;
                };
                if (hit) {
                    found.add(link(members.get(a), members.get(b)));
                }
            }
        }
        return found;
    }

    /** Cuts, waits, heals. */
    private void partition(Cut cut, int millis) throws InterruptedException {
        List<LinkProxy> hit = across(cut);
        for (LinkProxy link : hit) {
            if (cut == Cut.ONE_WAY) {
                link.stop(random.nextBoolean() ? LinkProxy.Way.THERE : LinkProxy.Way.BACK);
            } else {
                link.cut();
            }
            if (cut == Cut.SWIZZLE) {
                Thread.sleep(millis / 2 / hit.size());
            }
        }
        Thread.sleep(cut == Cut.SWIZZLE ? 0 : millis);
        java.util.Collections.shuffle(hit, random);
        for (LinkProxy link : hit) {
            link.heal();
            if (cut == Cut.SWIZZLE) {
                Thread.sleep(millis / 2 / hit.size());
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aPartitionCostsItsRoundsAndHealedLinksAreUsedAgain() throws Exception {
        int cuts = FaultTable.runs(50, Cut.values().length);
        int count = FaultTable.SHARE < 0.1 ? 4 : 6; // the same cuts, of fewer links
        name(count);
        write(count, ENDLESS, "1s", "60ms", "warm-up: 2s");
        startAll();
        awaitRound("m0", 20);
        for (int k = 0; k < cuts; k++) {
            partition(Cut.values()[k % Cut.values().length], 60 + random.nextInt(1100)); // up to some twenty rounds
            Thread.sleep(1200);
        }
        await("twenty rounds of all in which nothing is missed", () -> {
            int now = last("m0", "");
            for (String member : members) {
                await("some rounds of " + member, () -> last(member, "") >= now + 20);
            }
            return faults().stream().noneMatch(f -> f.round() > now && f.round() <= now + 20);
        });
        int rounds = everyRoundOnce(members);
        List<Fault> faults = faults();
        assertThat(faults).as("the cuts were felt").isNotEmpty();
        long degraded = faults.stream().mapToInt(Fault::round).distinct().count();
        long oneSided = faults.stream()
                .filter(f -> f.kind().equals("lost"))
                .filter(f -> faults.stream()
                        .noneMatch(g -> g.kind().equals("lost")
                                && g.member().equals(f.peer())
                                && g.peer().equals(f.member())
                                && Math.abs(g.round() - f.round()) <= 1))
                .count();
        FaultTable.add(
                6,
                "partition: halves, one member, two links of the ring, one link one way, all links one by one; " + count
                        + " processes",
                cuts,
                rounds + " rounds, " + degraded
                        + " degraded, 0 lost, 0 double actions; losses that one side alone noticed within a round: "
                        + oneSided + "; whole again after healing");
    }

    // ---- row 9: how late the others are

    @Test
    @ResourceLock(Commands.MACHINE)
    void whileOneIsStoppedTheOthersGoOnAndItIsMeasuredHowLateTheyAre() throws Exception {
        int stops = FaultTable.runs(100, 2);
        name(4);
        write(4, ENDLESS, "300ms", "60ms", "warm-up: 0ms");
        startAll();
        awaitRound("m0", 20);
        Process stopped = processes.get("m3");
        if (stopped == null) {
            throw new AssertionError();
        }
        for (int k = 0; k < stops; k++) {
            Commands.signal("STOP", stopped.pid());
            Thread.sleep(100 + random.nextInt(1500));
            Commands.signal("CONT", stopped.pid());
            Thread.sleep(1200);
        }
        double late = 0;
        for (String member : List.of("m0", "m1", "m2")) {
            late = Math.max(late, metric(member, "acord_round_time_seconds{quantile=\"0.99\"}"));
        }
        int stood = last("m3", "");
        await("the stopped one to go on", () -> last("m3", "") > stood + 5);
        everyRoundOnce(members);
        assertThat(late).as("99 of 100 rounds of the others, in seconds").isPositive();
        FaultTable.add(
                9,
                "SIGSTOP of one of 4 processes, 0.1 to 1.6 s: the others",
                stops,
                String.format(
                        Locale.ROOT,
                        "0 lost rounds, 0 double actions; 99 of 100 actions of the others within %.2f deadlines",
                        late / 0.3));
    }

    // ---- row 12

    /** Somebody with a certificate of the fleet, a place in the address book, and bad manners. */
    private final class Rogue implements LinkListener, Greeting, AutoCloseable {
        private final Transport transport;
        private final int peers;
        private final List<Frame> openings = new CopyOnWriteArrayList<>();
        private volatile boolean wasUp;

        private final long life;

        Rogue(String name, List<String> calls) {
            this(name, folder.resolve("certificates"), 1, calls);
        }

        Rogue(String name, Path certificates, long life, List<String> calls) {
            this.life = life;
            transport = new Transport(
                    new Identity(FLEET, name),
                    Credentials.inFolder(certificates, new Identity(FLEET, name)),
                    Transport.Tls.JDK,
                    this,
                    this);
            List<Peer> called = new ArrayList<>();
            for (String member : calls) {
                called.add(new Peer(called.size(), member, "127.0.0.1", ports.getOrDefault(member, 0), 1 << 20));
            }
            transport.connect(called);
            peers = called.size();
        }

        private void say(Message.Builder message) {
            say(Frame.newBuilder().setMessage(message).build());
        }

        private void say(Frame frame) {
            for (int peer = 0; peer < peers; peer++) {
                transport.send(peer, frame.toByteArray());
            }
        }

        /** Answers the first peer's last opening as an honest member would, and shows numbers in that round, to all. */
        void show(double... numbers) throws Exception {
            await("an opening", () -> !openings.isEmpty());
            Message opening = openings.get(openings.size() - 1).getMessage();
            say(opening.toBuilder().setEpoch(1).setDetail(0));
            Message.Builder shown = Message.newBuilder()
                    .setKind(Kind.SHOWN)
                    .setRound(opening.getRound())
                    .setNumber(1)
                    .setIteration(1)
                    .setEpoch(1);
            Arrays.stream(numbers).forEach(shown::addNumbers);
            say(shown);
        }

        @Override
        public byte[] mine() {
            return Frame.newBuilder()
                    .setHello(Hello.newBuilder().setVersion(1).setLife(life))
                    .build()
                    .toByteArray();
        }

        @Override
        public @Nullable Long lifeIn(byte[] frame) {
            try {
                Frame read = Frame.parseFrom(frame);
                return read.hasHello() ? read.getHello().getLife() : null;
            } catch (InvalidProtocolBufferException e) {
                return null;
            }
        }

        @Override
        public void up(int peer, long theirs) {
            wasUp = true;
        }

        @Override
        public void heard(int peer, byte[] frame) {
            try {
                Frame read = Frame.parseFrom(frame);
                if (peer == 0 && read.getMessage().getKind() == Kind.OPENING) {
                    openings.add(read);
                }
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            }
            transport.taken(peer);
        }

        @Override
        public void down(int peer, String why) {}

        @Override
        public void refused(String who, Refused cause) {}

        @Override
        public void dropped(int peer) {}

        @Override
        public void close() {
            transport.close();
        }
    }

    @Tag(FaultTable.DOORS)
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void anAuthorisedPeerThatTalksPoisonIsRejectedByCauseAndStopsNobody() throws Exception {
        int runs = FaultTable.runs(20, 1);
        members.add(ROGUE);
        name(2);
        write(3, ENDLESS, "1s", "40ms", "warm-up: 0ms");
        startAll();
        int far = 0;
        int rounds;
        long others;
        List<Fault> lost;
        try (Rogue rogue = new Rogue(ROGUE, List.of("m0", "m1"))) {
            rogue.show(0, 0); // a fleet begins when all have said something
            awaitRound("m1", 5);
            for (int k = 0; k < runs; k++) {
                double[][] poison = {
                    {Double.NaN, 0},
                    {Double.POSITIVE_INFINITY, 0},
                    {1e308, 1e300},
                    {-0.0, Double.NEGATIVE_INFINITY},
                    {1, 2, 3, 4, 5}
                };
                for (double[] numbers : poison) {
                    rogue.show(numbers);
                    Thread.sleep(150);
                }
                rogue.say(Message.newBuilder().setKindValue(77).setRound(1));
                rogue.say(Frame.newBuilder()
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(
                                        99,
                                        UnknownFieldSet.Field.newBuilder()
                                                .addLengthDelimited(ByteString.copyFrom(new byte[100_000]))
                                                .build())
                                .build())
                        .build());
                await("the 100 kB to be refused", () -> metric("m0", "acord_refused_total{cause=\"oversize\"}") >= 1);
            }
            // On a busy machine a piece may come after its round and be put aside as late, unread: said again.
            far += showUntilRejected(rogue, "not_finite", Double.NaN, 0);
            far += showUntilRejected(rogue, "wrong_length", 1, 2, 3, 4, 5);
            // A liar costs at most the edge to it. What a busy machine costs besides is no more often there than not:
            // lies are told until some rounds have passed that lost that edge only.
            int tries = 0;
            do {
                int now = last("m0", "");
                far += showUntilRejected(rogue, "too_large", 1e300, 1e300);
                int heard = last("m0", "");
                for (String member : List.of("m0", "m1")) {
                    await("the lies to be over for " + member, () -> last(member, "") >= heard + 2);
                }
                lost = faults().stream().filter(f -> f.kind().equals("lost")).toList();
                others = lost.stream()
                        .filter(f -> f.round() > now && f.round() <= heard + 2)
                        .filter(f -> !f.peer().equals(ROGUE))
                        .count();
            } while (others > 0 && ++tries < 20);
            assertThat(others)
                    .as("edges between honest members, while there were lies:%n%s", lost)
                    .isZero();
            rounds = everyRoundOnce(List.of("m0", "m1"));
        }
        for (String member : List.of("m0", "m1")) {
            assertThat(complete(member)).allMatch(cells -> Math.abs(Double.parseDouble(cells[4])) < 1e3);
        }
        FaultTable.add(
                12,
                "NaN, infinities, 1e300, wrong length, an unknown kind, 100 kB from an authorised peer; 2 processes",
                7 * runs,
                "rejected by cause and counted; all " + rounds + " rounds published, all finite");
        long ofTheLiar = lost.stream().filter(f -> f.peer().equals(ROGUE)).count();
        FaultTable.add(
                26,
                "a neighbour says 1e300 and 1e308; nothing about it in the files; 3 members",
                runs + far,
                "0 failures: none used, no action beyond 1e3; in the rounds of the last lies no edge lost but to the liar; in all "
                        + rounds + " rounds " + ofTheLiar + " to the liar, " + (lost.size() - ofTheLiar) + " others");
    }

    /** Until it is rejected once more; returns how often it was said. */
    private int showUntilRejected(Rogue rogue, String cause, double... poison) throws Exception {
        String counter = "acord_messages_rejected_total{cause=\"" + cause + "\"}";
        double before = metric("m0", counter);
        int tries = 0;
        for (; tries < 100 && metric("m0", counter) == before; tries++) {
            rogue.show(poison);
            Thread.sleep(100);
        }
        assertThat(metric("m0", counter)).as(cause).isGreaterThan(before);
        return tries;
    }

    // ---- row 21: a peer that lies about its round, row 22: lost journals

    /** How many rounds a member has given out, and how many of them were held. */
    private int[] roundsAndHeld(String member) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("actions-" + member + ".csv"));
        int held = (int) lines.stream().filter(line -> line.contains(",held,")).count();
        return new int[] {(lines.size() - 1) / 2, held};
    }

    @Tag(FaultTable.DOORS)
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aPeerThatSaysToBeFarAheadTakesNobodyWithIt(int count) throws Exception {
        int lies = FaultTable.runs(200, 20);
        members.add(ROGUE);
        name(count - 1);
        // A single peer is followed as far as the pace allows since the last round: none may take longer than that.
        write(count, ENDLESS, "400ms", "400ms", "warm-up: 0ms");
        startAll();
        try (Rogue rogue = new Rogue(ROGUE, members.subList(1, count))) {
            rogue.show(0, 0);
            awaitRound("m0", 5);
            if (count == 3) { // m0 is alone with the liar for a while
                Commands.signal("KILL", process("m1").pid());
            }
            // A round may be held because the machine is busy: lies are told until none was, ten times at most.
            int rounds;
            int held;
            double seconds;
            int tries = 0;
            do {
                int[] before = roundsAndHeld("m0");
                long start = System.nanoTime();
                for (int k = 0; k < lies; k++) {
                    rogue.say(Message.newBuilder()
                            .setKind(Kind.HERE)
                            .setRound(2_000_000_000)
                            .setEpoch(1));
                    Thread.sleep(100);
                }
                int[] after = roundsAndHeld("m0");
                seconds = (System.nanoTime() - start) / 1e9;
                rounds = after[0] - before[0];
                held = after[1] - before[1];
                assertThat(rounds)
                        .as("rounds in %.1f s at 2.5 a second", seconds)
                        .isLessThan((int) (2.5 * seconds) + 20);
            } while (held > 0 && ++tries < 10);
            assertThat(held).as("held rounds").isZero();
            assertThat(metric("m0", "acord_messages_rejected_total{cause=\"far_ahead\"}"))
                    .isPositive();
            FaultTable.add(
                    21,
                    "a peer says to be in round 2,000,000,000; " + count + " members"
                            + (count == 3 ? ", the other one killed" : ""),
                    lies,
                    "0 failures: " + rounds + " rounds in " + Math.round(seconds)
                            + " s at a pace of 2.5 a second, none held; counted as far_ahead");
        }
    }

    private Process process(String member) {
        Process process = processes.get(member);
        if (process == null) {
            throw new AssertionError(member);
        }
        return process;
    }

    @Tag(FaultTable.DOORS)
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aMemberThatHasLostItsJournalTakesPartAgainAndPlaysNothingTwice(int count) throws Exception {
        int losses = FaultTable.runs(50, 2);
        name(count);
        write(count, ENDLESS, "1s", "60ms", "warm-up: 0ms");
        startAll();
        awaitRound("m0", 20);
        int latest = 0;
        for (int k = 0; k < losses; k++) {
            Process victim = process("m1");
            Commands.signal("KILL", victim.pid());
            victim.waitFor();
            io.acord.internal.system.FolderTree.delete(folder.resolve("journal-m1"));
            int before = last("m1", "");
            processes.put(
                    "m1", commands.start("agent", folder.resolve("m1.yaml").toString()));
            await("m1 to be linked", () -> answers("m1") && metric("m1", "acord_peers_up") == count - 1);
            int linked = last("m0", "");
            await("m1 to play", () -> last("m1", "final") > before);
            int first = firstAfter("m1", before);
            latest = Math.max(latest, first - linked);
            awaitRound("m1", first + 5);
        }
        assertThat(latest).as("rounds from being linked to taking part").isLessThanOrEqualTo(3 + 2);
        assertThat(metric("m0", "acord_messages_rejected_total{cause=\"stale_epoch\"}"))
                .isZero();
        int now0 = last("m0", "");
        await("all together again", () -> last("m0", "") > now0 + 20);
        for (String member : members) {
            List<String> seen = new ArrayList<>();
            for (String line : Files.readAllLines(folder.resolve("actions-" + member + ".csv"))) {
                String[] cells = line.split(",", -1);
                seen.add(cells[0] + "," + (cells.length > 3 ? cells[3] : ""));
            }
            assertThat(seen).doesNotHaveDuplicates();
        }
        FaultTable.add(
                22,
                "kill -9 and the journal removed; " + count + " members",
                losses,
                "0 failures: took part " + latest + " rounds after being linked at the latest, 0 double actions");
        if (count == 2) {
            tryHealthOfTwo();
        }
    }

    private boolean answers(String member) {
        try {
            return !status(member).isEmpty();
        } catch (Exception e) {
            return false;
        }
    }

    /** The last round that a member has given out at a level. */
    private int last(String member, String level) throws IOException {
        int last = 0;
        for (String[] cells : complete(member)) {
            if (cells[1].startsWith(level)) {
                last = Integer.parseInt(cells[0]);
            }
        }
        return last;
    }

    private int firstAfter(String member, int round) throws IOException {
        for (String[] cells : complete(member)) {
            if (Integer.parseInt(cells[0]) > round) {
                return Integer.parseInt(cells[0]);
            }
        }
        throw new AssertionError("nothing after round " + round);
    }

    // ---- row 25: floods of frames

    @Tag(FaultTable.DOORS)
    @Test
    @ResourceLock(Commands.MACHINE)
    void floodsOfFramesDegradeNoRoundAndFillNoLog() throws Exception {
        int floods = FaultTable.runs(20, 1);
        int horizon = 60 + 200 * floods; // the floods take so long at least, at this pace
        name(3);
        write(3, horizon, "10s", "50ms", "warm-up: 0ms");
        startAll();
        awaitRound("m0", 10);
        Map<Flood.Kind, String> found = new EnumMap<>(Flood.Kind.class);
        for (Flood.Kind kind : Flood.Kind.values()) {
            int sent = 0;
            Footprint before = Footprint.of(process("m2").pid());
            for (int k = 0; k < floods; k++) {
                for (String by : List.of("a9", "m1")) { // no peer, and a peer
                    Authority.Issued shown = authority.issue(by, now.minusSeconds(60), now.plusSeconds(7200));
                    sent += Flood.send(ports.getOrDefault("m2", 0), shown, kind, 50_000, 2_000);
                }
            }
            Footprint after = Footprint.of(process("m2").pid());
            assertThat(before.bounds(after)).as(after.since(before)).isTrue();
            found.put(kind, sent + " pieces sent; " + after.since(before));
        }
        finishAll();
        long degraded =
                faults().stream().filter(f -> f.kind().equals("degraded")).count();
        long log = Files.size(folder.resolve("out.txt"));
        assertThat(actions(horizon)).isEqualTo(actionsOfRun());
        assertThat(log).as("bytes of log").isLessThan(1 << 20);
        for (Flood.Kind kind : Flood.Kind.values()) {
            FaultTable.add(
                    25,
                    kind + " for 2 s by a member that is no peer, and by a peer; 3 processes",
                    2 * floods,
                    "0 failures: " + degraded + " of " + 3 * horizon + " rounds degraded, actions those of run; "
                            + log / 1024 + " kB of log of all; " + found.get(kind));
        }
    }

    // ---- row 31: a peer that greets and hangs up

    @Test
    @Tag(FaultTable.DOORS)
    @ResourceLock(Commands.MACHINE)
    void aPeerThatGreetsAndHangsUpIsNotWaitedFor() throws Exception {
        members.add(ROGUE);
        name(2);
        write(3, ENDLESS, "500ms", "50ms", "warm-up: 0ms");
        startAll();
        try (Rogue rogue = new Rogue(ROGUE, List.of("m0", "m1"))) {
            rogue.show(0, 0);
            awaitRound("m1", 5);
        }
        double undisturbed = rounds("m0", () -> Thread.sleep(1_500));
        String quarantined = "acord_refused_total{cause=\"quarantined\"}";
        int atATime = 2; // each takes the connection from the one before
        AtomicInteger greetings = new AtomicInteger();
        double disturbed = rounds("m0", () -> {
            while (greetings.get() < 600 && metric("m0", quarantined) == 0) {
                List<Rogue> all = new ArrayList<>();
                for (int k = 0; k < atATime; k++) {
                    all.add(new Rogue(ROGUE, List.of("m0")));
                }
                for (int k = 0; k < 20 && !all.stream().allMatch(rogue -> rogue.wasUp); k++) {
                    Thread.sleep(10);
                }
                all.forEach(Rogue::close);
                greetings.addAndGet(atATime);
            }
        });
        assertThat(metric("m0", quarantined)).isPositive();
        double afterwards = rounds("m0", () -> Thread.sleep(1_500));
        FaultTable.add(
                31,
                "a peer greets and hangs up, again and again; 3 members",
                greetings.get(),
                String.format(
                        Locale.ROOT,
                        "0 failures: quarantined; %.0f rounds a second before, %.0f meanwhile, %.0f in quarantine, at a pace of 20",
                        undisturbed,
                        disturbed,
                        afterwards));
    }

    private interface Meanwhile {
        void run() throws Exception;
    }

    /** Rounds a second that a member gives out while something is done. */
    private double rounds(String member, Meanwhile meanwhile) throws Exception {
        int before = last(member, "");
        long start = System.nanoTime();
        meanwhile.run();
        return (last(member, "") - before) / ((System.nanoTime() - start) / 1e9);
    }

    // ---- row 32: a stolen key, row 27: a revocation that cannot be read at first

    /** How many of the last rounds that a member has given out were degraded. */
    private long degradedAfter(String member, int round) throws IOException {
        return faults().stream()
                .filter(f -> f.member().equals(member) && f.kind().equals("degraded") && f.round() > round)
                .count();
    }

    /** Waits until a member has played so many rounds in a row that missed nobody. */
    private void awaitWhole(String member, int rounds) throws Exception {
        await(rounds + " whole rounds of " + member, () -> {
            int now = last(member, "");
            await("some rounds of " + member, () -> last(member, "") >= now + rounds);
            return degradedAfter(member, now) == 0;
        });
    }

    private String refusedCertificates() {
        return "acord_refused_total{cause=\"certificate\"}";
    }

    @Test
    @Tag(FaultTable.DOORS)
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aStolenKeyShutsNobodyOutAndEndsWithANewCertificateAndARevocationIsNotMissed() throws Exception {
        int thefts = FaultTable.runs(50, 3);
        name(3);
        write(3, ENDLESS, "1s", "60ms", "warm-up: 0ms");
        Path stolen = folder.resolve("stolen");
        authority.issue("m1", now.minusSeconds(60), now.plusSeconds(7200)).save(stolen);
        Files.copy(folder.resolve("certificates/ca.pem"), stolen.resolve("ca.pem"));
        startAll();
        awaitRound("m2", 10);
        for (int k = 0; k < thefts; k++) {
            try (Rogue thief = new Rogue("m1", stolen, Long.MAX_VALUE, List.of("m2"))) {
                await("the thief to be let in", () -> thief.wasUp);
                thief.say(Message.newBuilder()
                        .setKind(Kind.HERE)
                        .setRound(last("m2", ""))
                        .setEpoch(Long.MAX_VALUE));
            }
            awaitWhole("m2", 10);
        }
        FaultTable.add(
                32,
                "a stolen key greets in life 2^63 - 1; 3 members",
                thefts,
                "0 failures: its owner takes part again, ten rounds in a row whole after each");
        authority
                .issue("m1", Instant.now().minusSeconds(1), now.plusSeconds(7200))
                .save(folder.resolve("certificates"));
        Thread.sleep(2_100); // it is looked for every second
        link("m1", "m2").cut();
        link("m1", "m2").heal();
        await("m1 to come with the new one", () -> {
            double before = metric("m2", refusedCertificates());
            try (Rogue thief = new Rogue("m1", stolen, 1, List.of("m2"))) {
                for (int k = 0; k < 100 && !thief.wasUp && metric("m2", refusedCertificates()) == before; k++) {
                    Thread.sleep(20);
                }
                return !thief.wasUp && metric("m2", refusedCertificates()) > before;
            }
        });
        awaitWhole("m2", 5);
        int calm = last("m2", "");
        for (int k = 0; k < thefts; k++) {
            double before = metric("m2", refusedCertificates());
            try (Rogue thief = new Rogue("m1", stolen, Long.MAX_VALUE, List.of("m2"))) {
                await("the thief to be refused", () -> metric("m2", refusedCertificates()) > before);
                assertThat(thief.wasUp).isFalse();
            }
        }
        FaultTable.add(
                32,
                "the same key after its owner has a new certificate",
                thefts,
                "0 failures: refused in the handshake; " + degradedAfter("m2", calm) + " of " + (last("m2", "") - calm)
                        + " rounds degraded");
        // Row 27: the list of the denied is a folder at the moment at which it changes, of the same time and size.
        Path denied = Files.createDirectory(folder.resolve("certificates/denied.txt"));
        java.nio.file.attribute.FileTime time = Files.getLastModifiedTime(denied);
        int size = (int) Files.size(denied);
        Thread.sleep(2_100);
        assertThat(metric("m0", "acord_peers_up")).isEqualTo(2);
        Files.delete(denied);
        Path list = Files.writeString(folder.resolve("list"), "m1" + " ".repeat(Math.max(0, size - 2)));
        Files.setLastModifiedTime(list, time);
        Files.move(list, denied);
        await(
                "m1 to be out",
                () -> metric("m0", "acord_peer_up{peer=\"m1\"}") == 0
                        && metric("m2", "acord_peer_up{peer=\"m1\"}") == 0);
        int out = last("m0", "");
        await("the others to go on", () -> last("m0", "final") > out + 5);
        FaultTable.add(
                27,
                "a revocation in a file that cannot be read when it changes, of the same time and size later; 3 members",
                1,
                "0 failures: out at both peers, which go on");
    }

    // ---- row 31: secrets that are open, names that are formulas

    private void assertRefused(Process process, String... words) throws IOException, InterruptedException {
        assertThat(commands.exit(process)).as(commands.printed()).isEqualTo(2);
        assertThat(commands.printed()).contains(words).doesNotContain("\tat ");
    }

    @Test
    @Tag(FaultTable.DOORS)
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void openSecretsAndNamesThatAreFormulasAreRefusedAndNothingUnneededIsShipped() throws Exception {
        name(2);
        write(2, 10, "200ms", "20ms", "");
        Path key = folder.resolve("certificates/m0.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused(commands.start("agent", folder.resolve("m0.yaml").toString()), "chmod 600");
        Path token = Files.writeString(folder.resolve("token"), "a-token-of-some-length");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        Path served = Path.of("..", "examples", "serve", "batteries.yaml").toAbsolutePath();
        assertRefused(
                commands.start("serve", served.toString(), "--port", "0", "--token-file", token.toString()),
                "--token-file");
        Path scenario = folder.resolve("scenario.yaml");
        Files.writeString(
                scenario, Files.readString(scenario).replace("agents: 4", "agents: [\"=1+1\", \"@b\", c, d]"));
        assertRefused(
                commands.start("swarm", scenario.toString(), "--out", "swarm"),
                "agents[0] is \"=1+1\"",
                "agents[1] is \"@b\"",
                "spreadsheets");
        Path config = folder.resolve("m1.yaml");
        Files.writeString(config, Files.readString(config).replace("m1", "\"=1+1\""));
        assertRefused(commands.start("agent", config.toString()), "member is \"=1+1\"", "members[1].name is \"=1+1\"");
        try (var jars = Files.list(Path.of("target", "lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .as("jars that nobody needs")
                    .noneMatch(jar ->
                            jar.matches(".*(websocket|animal-sniffer|error_prone|jsr305|j2objc|checker-qual|javax).*"));
        }
        FaultTable.add(
                31,
                "a key and a token file that all may read; agents and members called =1+1 and @b",
                4,
                "0 failures: refused with the way out; no ca.key in a swarm's folder (`FleetIT`); no jar that nobody needs");
    }

    // ---- row 23: no room

    @Tag(FaultTable.DOORS)
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aFullDiskUnderTheActionsEndsNobodyAndTheyAreWrittenLater() throws Exception {
        name(2);
        write(2, 400, "20s", "20ms", "");
        processes.put("m1", commands.start("agent", folder.resolve("m1.yaml").toString()));
        Process agent = commands.startWithin(
                "ulimit -S -f 4",
                List.of("-Xmx64m"),
                "agent",
                folder.resolve("m0.yaml").toString());
        Thread drain = new Thread(() -> drain(agent));
        drain.setDaemon(true);
        drain.start();
        await("rounds to wait", () -> answers("m0") && metric("m0", "acord_actions_delayed_total") > 20);
        int full = last("m0", "");
        assertThat(agent.isAlive()).isTrue();
        new ProcessBuilder("prlimit", "--pid", Long.toString(agent.pid()), "--fsize=unlimited")
                .start()
                .waitFor();
        processes.put("m0", agent);
        finishAll();
        assertThat(actions(400)).as("all rounds, once").isEqualTo(actionsOfRun());
        FaultTable.add(
                23,
                "the disk full under actions.csv from round " + full + " on, room again later",
                1,
                "0 failures: 400 of 400 rounds in the file, the actions those of run; delayed ones counted");
    }

    private static void drain(Process process) {
        try (var in = process.getInputStream()) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // it has ended
        }
    }

    @Tag(FaultTable.DOORS)
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aProcessWithoutRoomSaysSo() throws Exception {
        name(2);
        write(2, 10, "200ms", "20ms", "");
        String file = folder.resolve("m0.yaml").toString();
        for (String limits : List.of("ulimit -n 100", "true")) {
            List<String> options = limits.equals("true") ? List.of("-Xmx8m") : List.of("-Xmx64m");
            Process agent = commands.startWithin(limits, options, "agent", file);
            String said = new String(agent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(agent.waitFor()).as(said).isEqualTo(2);
            assertThat(said).contains("needed:", "fix:").doesNotContain("\tat ");
        }
        FaultTable.add(
                23, "agent: ulimit -n 100; -Xmx8m", 2, "0 failures: refused with a sentence that says what is needed");
    }

    /** Row 24: half requests do not stop the health of m0, and without m1 it is alive and not ready. */
    private void tryHealthOfTwo() throws Exception {
        await("m0 to be ready", () -> code("m0", "/health") == 200);
        List<Socket> half = new ArrayList<>();
        try {
            for (int k = 0; k < 50; k++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), metrics.getOrDefault("m0", 0));
                half.add(socket);
                socket.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(code("m0", "/health")).isEqualTo(200);
        } finally {
            for (Socket socket : half) {
                socket.close();
            }
        }
        Commands.signal("KILL", process("m1").pid());
        await("m0 not to be ready", () -> code("m0", "/health") == 503 && code("m0", "/health/ready") == 503);
        assertThat(code("m0", "/health/live")).isEqualTo(200);
        FaultTable.add(
                24,
                "50 half requests at /health; the only peer killed",
                2,
                "0 failures: answered; alive and not ready");
    }

    private int code(String member, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metrics.get(member) + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return HttpClient.newHttpClient() // which has no connection yet
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    // ---- rows 11 and 13: members in the wrong place, bits below TLS, strangers at the door

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "native"})
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void membersInTheWrongPlaceTurnedBitsAndStrangersAtTheDoorChangeNothing(String tls) throws Exception {
        int runs = FaultTable.runs(20, 1);
        int flips = FaultTable.runs(50, 5);
        int garbage = FaultTable.runs(2000, 20); // every run of the table throws forty times
        int horizon = 150 + 30 * runs + 12 * flips + garbage / 5; // they take so long, at this pace
        name(3);
        write(3, horizon, "30s", "50ms", "tls: " + tls);
        startAll();
        awaitRound("m0", 5);
        bePlacedWrongly(runs);
        turnBits(flips);
        for (int k = 0; k < garbage; k++) {
            throwGarbage(ports.getOrDefault(members.get(k % 3), 0));
        }
        int handshakes = knock(runs);
        finishAll();
        assertThat(actions(horizon)).isEqualTo(actionsOfRun());
        FaultTable.add(
                13,
                "a member that is no peer, a server with another member's name; " + tls + " TLS",
                2 * runs,
                "refused, nothing read; actions those of run, byte for byte");
        FaultTable.add(
                11,
                "a bit turned below TLS; " + tls + " TLS",
                flips,
                "connections ended and made again; actions those of run, byte for byte");
        FaultTable.add(
                11, "garbage bytes on the port; " + tls + " TLS", garbage, "actions those of run, byte for byte");
        FaultTable.add(
                13,
                "no certificate, foreign ones that are valid, expired, not yet valid, TLS 1.2; " + tls + " TLS",
                handshakes,
                "all refused");
    }

    /** A member that is no peer calls m2; and m0 is led to m2 where it wants m1. */
    private void bePlacedWrongly(int runs) throws Exception {
        authority.issue("a9", now.minusSeconds(60), now.plusSeconds(7200)).save(folder.resolve("certificates"));
        for (int k = 1; k <= runs; k++) {
            int tried = k;
            try (Rogue stranger = new Rogue("a9", List.of("m2"))) {
                await("m2 to refuse a9", () -> metric("m2", "acord_refused_total{cause=\"not_a_peer\"}") >= tried);
                assertThat(stranger.openings).isEmpty();
            }
            LinkProxy link = link("m0", "m1");
            link.leadTo(ports.getOrDefault("m2", 0)); // whose certificate does not say m1
            link.cut();
            link.heal();
            await("m0 to refuse a false m1", () -> metric("m0", "acord_refused_total{cause=\"certificate\"}") >= tried);
            link.leadTo(ports.getOrDefault("m1", 0));
        }
    }

    private void turnBits(int flips) throws Exception {
        List<LinkProxy> all = new ArrayList<>(links.values());
        for (int k = 0; k < flips; k++) {
            all.get(random.nextInt(all.size())).damage();
            Thread.sleep(500);
        }
        await(
                "all bits to be turned",
                () -> all.stream().mapToInt(LinkProxy::damaged).sum() == flips);
    }

    /** Shows m2 what it refuses; returns how often. Expired ones of the fleet's authority are in SecurityTest. */
    private int knock(int runs) throws Exception {
        int port = ports.getOrDefault("m2", 0);
        Authority foreign = Authority.create(FLEET, now.minusSeconds(60), now.plusSeconds(600));
        List<Authority.@Nullable Issued> shown = new ArrayList<>();
        shown.add(null);
        shown.add(foreign.issue("m0", now.minusSeconds(60), now.plusSeconds(600)));
        shown.add(foreign.issue("m0", now.minusSeconds(600), now.minusSeconds(60)));
        shown.add(foreign.issue("m0", now.plusSeconds(300), now.plusSeconds(600)));
        Authority.Issued good = issued.get("m0");
        int handshakes = 0;
        for (int k = 0; k < runs; k++) {
            for (Authority.Issued one : shown) {
                assertThat(isLetIn(port, one, "TLSv1.3")).isFalse();
                handshakes++;
            }
            assertThat(isLetIn(port, good, "TLSv1.2")).isFalse();
            assertThat(isLetIn(port, good, "TLSv1.3"))
                    .as("the check itself: TLS alone lets a member in")
                    .isTrue();
            handshakes++;
        }
        return handshakes;
    }

    private void throwGarbage(int port) {
        byte[] bytes = new byte[1 + random.nextInt(3000)];
        random.nextBytes(bytes);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            // they may hang up while we talk
        }
    }

    /** Whether a handshake with this certificate leads to a connection on which something can be said. */
    private static boolean isLetIn(int port, Authority.@Nullable Issued shown, String version) throws Exception {
        SSLContext context = TrustingClient.context(shown);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setEnabledProtocols(new String[] {version});
            socket.setSoTimeout(20_000);
            javax.net.ssl.SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            // In TLS 1.3 a client learns only by the first answer that its certificate was refused.
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0}); // empty SETTINGS
            socket.getOutputStream().flush();
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }
}
