package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.identity.Authority;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What a host can do to the member on it: a journal that is torn or flipped, a disk that is full or read-only, a clock
 * that jumps, few open files, little memory. Three members, one of whom has all the bad luck: its disk is in memory, in
 * a mount namespace of its own, and its wall clock is moved by a library. {@link FaultTable} says how to play all of
 * it.
 */
@EnabledOnOs(OS.LINUX)
@Tag(FaultTable.HOSTS)
class HostFaultsIT {

    private static final String UNLUCKY = "m1";
    private static final List<String> MEMBERS = List.of("m0", UNLUCKY, "m2");
    private static final int HOUR = 3600;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Commands commands;

    private final Random random = new Random(23);
    private final Map<String, Process> processes = new TreeMap<>();
    private @Nullable Process host; // holds the namespace in which the unlucky one's disk is

    @BeforeEach
    void prepare() throws Exception {
        commands = new Commands(folder);
        Files.createDirectories(disk());
        Process holder = new ProcessBuilder("unshare", "-m", "--propagation", "private", "sleep", "7200").start();
        host = holder;
        boolean isPossible = !holder.waitFor(300, TimeUnit.MILLISECONDS)
                && inside("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk().toString()) == 0;
        Assumptions.assumeTrue(isPossible, "skipped: no mount namespaces here; they need root");
        Assumptions.assumeTrue(makeClock(), "skipped: no cc, with which the library that moves a clock is made");
        setClock(0);
        write();
    }

    @AfterEach
    void end() {
        commands.close();
        if (host != null) {
            host.destroyForcibly();
        }
    }

    // ---- the host

    private Path disk() {
        return folder.resolve("disk");
    }

    /** The disk as it is seen from outside its namespace. */
    private Path seen(String file) {
        return Path.of("/proc/" + Objects.requireNonNull(host).pid() + "/root" + disk().resolve(file));
    }

    private int inside(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "nsenter",
                "-m",
                "-t",
                Long.toString(Objects.requireNonNull(host).pid())));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("host.txt").toFile())
                .start();
        return process.waitFor();
    }

    private boolean makeClock() throws IOException, InterruptedException {
        try (InputStream source = Objects.requireNonNull(HostFaultsIT.class.getResourceAsStream("wallclock.c"))) {
            Files.copy(source, folder.resolve("wallclock.c"));
        }
        try {
            return new ProcessBuilder("cc", "-shared", "-fPIC", "-o", "wallclock.so", "wallclock.c", "-ldl")
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("cc.txt").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException none) {
            return false;
        }
    }

    private void setClock(long seconds) throws IOException {
        ByteBuffer moved = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        Path file = folder.resolve("moved");
        if (!Files.exists(file)) {
            Files.write(file, moved.putLong(0, seconds).array());
        }
        try (var open = Files.newByteChannel(file, java.nio.file.StandardOpenOption.WRITE)) { // it is mapped
            open.write(moved.putLong(0, seconds));
        }
    }

    // ---- the fleet

    private void write() throws Exception {
        Instant now = Instant.now();
        Authority authority = Authority.create("alpha", now.minusSeconds(2 * HOUR), now.plusSeconds(4 * HOUR));
        authority.save(folder.resolve("certificates"));
        Files.writeString(folder.resolve("scenario.yaml"), """
                seed: 5
                horizon: 100000
                agents: 3
                beta: 4
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms: [acord: {iterations: 3}]
                """);
        StringBuilder book = new StringBuilder();
        Random ports = new Random();
        for (int m = 0; m < MEMBERS.size(); m++) {
            authority
                    .issue(MEMBERS.get(m), now.minusSeconds(2 * HOUR), now.plusSeconds(4 * HOUR))
                    .save(folder.resolve("certificates"));
            book.append(String.format(
                    Locale.ROOT,
                    "  - {name: %s, address: \"127.0.0.1:%d\", agents: [%d]}%n",
                    MEMBERS.get(m),
                    freePort(ports),
                    m));
        }
        for (String member : MEMBERS) {
            String where = member.equals(UNLUCKY) ? "disk/" : "";
            Files.writeString(
                    folder.resolve(member + ".yaml"), """
                    fleet: alpha
                    member: %s
                    members:
                    %scertificates: certificates
                    scenario: scenario.yaml
                    deadline: 400ms
                    every: 500ms
                    warm-up: 4s
                    journal: %sjournal-%s
                    actions: %sactions-%s.csv
                    """.formatted(member, book, where, member, where, member));
        }
    }

    private static int freePort(Random ports) throws IOException {
        while (true) {
            int port = 12_000 + ports.nextInt(20_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (java.net.BindException taken) {
                // another one
            }
        }
    }

    private void start(String member) throws IOException {
        processes.put(
                member,
                member.equals(UNLUCKY)
                        ? unlucky("true", "-Xmx64m")
                        : commands.start(
                                "agent", folder.resolve(member + ".yaml").toString()));
    }

    /** The member with all the bad luck, after the shell has set limits. */
    private Process unlucky(String limits, String heap) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "nsenter",
                "-m",
                "-t",
                Long.toString(Objects.requireNonNull(host).pid()),
                "bash",
                "-c"));
        command.add(
                limits + "; cd '" + folder + "' && LD_PRELOAD=./wallclock.so ACORD_WALLCLOCK=moved exec \"$0\" \"$@\"");
        command.addAll(Commands.java());
        command.add(command.indexOf("-jar"), heap);
        command.addAll(List.of("agent", folder.resolve(UNLUCKY + ".yaml").toString()));
        return commands.startAs(command, "unlucky.txt");
    }

    private void kill() throws IOException, InterruptedException {
        Process victim = Objects.requireNonNull(processes.get(UNLUCKY));
        Commands.signal("KILL", victim.pid());
        victim.waitFor();
    }

    private List<String[]> actions(String member) throws IOException {
        Path file = member.equals(UNLUCKY) ? seen("actions-m1.csv") : folder.resolve("actions-" + member + ".csv");
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }

    private int last(String member) throws IOException {
        List<String[]> lines = actions(member);
        return lines.isEmpty() ? 0 : Integer.parseInt(lines.get(lines.size() - 1)[0]);
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!holds.call() && System.nanoTime() < end) {
            Thread.sleep(25);
        }
        assertThat(holds.call())
                .as("%s%n%s", what, Files.readString(folder.resolve("unlucky.txt")))
                .isTrue();
    }

    private void awaitMore(int rounds) throws Exception {
        Map<String, Integer> before = new TreeMap<>();
        for (String member : MEMBERS) {
            before.put(member, last(member));
        }
        for (String member : MEMBERS) {
            int wanted = before.getOrDefault(member, 0) + rounds;
            await(member + " to come to round " + wanted, () -> last(member) >= wanted);
        }
    }

    private void refused(Process process, String... words) throws Exception {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(folder.resolve("unlucky.txt"));
        assertThat(process.exitValue()).as(said).isNotZero();
        assertThat(said).contains(words).doesNotContain("\tat ");
        Files.writeString(folder.resolve("unlucky.txt"), "");
    }

    /** Every round has one action of every agent at most; the lucky ones have missed none. */
    private void assertNothingTwice() throws IOException {
        for (String member : MEMBERS) {
            Set<String> seen = new HashSet<>();
            int first = Integer.MAX_VALUE;
            int last = 0;
            for (String[] cells : actions(member)) {
                assertThat(seen.add(cells[0]))
                        .as("a second action of %s in round %s", member, cells[0])
                        .isTrue();
                assertThat(Double.parseDouble(cells[4])).isFinite();
                first = Math.min(first, Integer.parseInt(cells[0]));
                last = Math.max(last, Integer.parseInt(cells[0]));
            }
            if (!member.equals(UNLUCKY)) {
                assertThat(seen).as("rounds of " + member).hasSize(last - first + 1);
            }
        }
    }

    // ---- the faults

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aHostThatFailsItsMemberLosesAndDoublesNothing() throws Exception {
        for (String member : MEMBERS) {
            start(member);
        }
        awaitMore(3);
        jump();
        fillTheDisk();
        kill();
        limit();
        makeTheDiskReadOnly();
        damageJournals();
        awaitMore(3);
        assertNothingTwice();
    }

    /** Row 10, also over a restart. */
    private void jump() throws Exception {
        int jumps = FaultTable.runs(40, 4);
        for (int k = 0; k < jumps; k++) {
            setClock((k % 4 == 0 ? 1L : k % 4 == 2 ? -1L : 0L) * HOUR);
            awaitMore(3);
            if (k % 8 == 0 || k % 8 == 6) { // its journal is an hour old, or from an hour to come
                kill();
                start(UNLUCKY);
                awaitMore(3);
            }
        }
        assertNothingTwice();
        FaultTable.add(
                10,
                "a wall clock that jumps an hour either way, rounds at its marks; killed and started again meanwhile",
                jumps,
                "0 failures: all go on, 0 lost rounds of the others, 0 double actions");
    }

    /** Row 23: rounds go on, and what could not be written comes when there is room. */
    private void fillTheDisk() throws Exception {
        int times = FaultTable.runs(20, 1);
        for (int k = 0; k < times; k++) {
            inside("dd", "if=/dev/zero", "of=" + disk().resolve("filler"), "bs=1k");
            int before = last("m0");
            await("the others to go on", () -> last("m0") >= before + 4);
            assertThat(Objects.requireNonNull(processes.get(UNLUCKY)).isAlive()).isTrue();
            inside("rm", disk().resolve("filler").toString());
            int missed = last("m0");
            await("what was missed to be written", () -> last(UNLUCKY) >= missed);
        }
        assertNothingTwice();
        FaultTable.add(
                23,
                "the disk of journal and actions full, room again later",
                times,
                "0 failures: the others go on, what waited is written, 0 double actions");
    }

    /** Row 23: too few open files are refused with a sentence; 24 MB of heap are enough. */
    private void limit() throws Exception {
        int times = FaultTable.runs(20, 1);
        for (int k = 0; k < times; k++) {
            refused(unlucky("ulimit -n 64", "-Xmx64m"), "needed:", "fix:", "ulimit");
            processes.put(UNLUCKY, unlucky("true", "-Xmx24m"));
            awaitMore(4);
            kill();
        }
        assertNothingTwice();
        FaultTable.add(
                23,
                "agent: ulimit -n 64; -Xmx24m",
                2 * times,
                "0 failures: refused with a sentence that says what is needed; 24 MB are enough");
    }

    private void makeTheDiskReadOnly() throws Exception {
        int times = FaultTable.runs(20, 1);
        for (int k = 0; k < times; k++) {
            assertThat(inside("mount", "-o", "remount,ro", disk().toString())).isZero();
            refused(unlucky("true", "-Xmx64m"), "disk");
            assertThat(inside("mount", "-o", "remount,rw", disk().toString())).isZero();
            start(UNLUCKY);
            awaitMore(3);
            kill();
        }
        assertNothingTwice();
        FaultTable.add(
                23,
                "a read-only disk under journal and actions",
                times,
                "0 failures: refused with a sentence; taken part again when it could be written");
    }

    /** Row 8: one of the two files is cut somewhere, or has a byte turned. The member is not running. */
    private void damageJournals() throws Exception {
        int times = FaultTable.runs(50, 2);
        for (int k = 0; k < times; k++) {
            Path file = seen("journal-m1/journal-" + random.nextInt(2));
            byte[] bytes = Files.readAllBytes(file);
            if (k % 2 == 0) {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, bytes);
            start(UNLUCKY);
            awaitMore(3);
            assertNothingTwice();
            if (k < times - 1) {
                kill();
            }
        }
        FaultTable.add(
                8,
                "kill -9, and a file of the journal torn or a bit of it turned",
                times,
                "0 failures: taken part again, 0 double actions");
    }
}
