package io.acord.swarm;

import io.acord.graph.Graph;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.ExitCode;
import io.acord.lab.scenario.Plugins;
import io.acord.swarm.part.PartFolder;
import io.acord.swarm.part.PartWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The processes of a swarm and whoever looks after them: starts them, and starts them again when they die. */
final class Swarm implements AutoCloseable {

    /** A process that dies so often without getting any further is broken: starting it again will not help. */
    private static final int HOPELESS = 5;

    /** From so many agents on what is encrypted takes longer than compiling it well. */
    private static final int MANY_AGENTS = 1_000;

    private final SwarmPlan plan;
    private final PrintWriter stderr;
    private final RendezvousFolder meeting;
    private final ClassArchive archive = new ClassArchive();
    private final List<SwarmPlan.Share> shares;
    private final PartWriter parts;
    private final List<Child> children = new ArrayList<>();
    private int restarts;
    private volatile boolean closed;

    private static final class Child {
        final SwarmPlan.Share share;
        final int heap; // MiB

        @Nullable
        Process process; // null before it is started

        int port;
        int diedAt; // the round at which it died last
        int died; // how often it died there

        Child(SwarmPlan.Share share, int heap) {
            this.share = share;
            this.heap = heap;
        }

        String name() {
            return share.name();
        }
    }

    Swarm(SwarmPlan plan, PrintWriter stderr) throws IOException, GeneralSecurityException {
        this.plan = plan;
        this.stderr = stderr;
        this.meeting = new RendezvousFolder(plan.fleet());
        Instance instance = plan.scenario().instance(plan.scenario().seed());
        Graph graph = instance.round(1).graph();
        this.shares = plan.shares(graph);
        SwarmFolder.prepare(plan, shares, instance);
        Map<PartFolder, int[]> agents = new LinkedHashMap<>();
        shares.forEach(share -> agents.put(
                plan.part(share.name()),
                share.agents().stream().mapToInt(Integer::intValue).toArray()));
        this.parts = new PartWriter(plan.scenario(), instance, agents);
        parts.writeHeaders();
        parts.advance(0, 0);
        MemberHeap heap = new MemberHeap(plan.scenario(), graph, parts.areTold());
        shares.forEach(share -> children.add(new Child(share, heap.mebibytes(share.agents()))));
    }

    /**
     * Plays the scenario; returns how many seconds that took once all were up.
     *
     * @param progress is told the last round that everybody has played
     */
    double play(IntConsumer progress) throws IOException, InterruptedException {
        for (Child child : children) {
            start(child);
        }
        await(".address");
        Map<String, Integer> ports = new HashMap<>();
        for (Child child : children) {
            child.port = meeting.port(child.name()).orElseThrow();
            ports.put(child.name(), child.port);
        }
        meeting.addresses(ports);
        await(".ready");
        writeSwarm();
        long start = System.nanoTime();
        meeting.say("go");
        boolean over = false;
        while (!over) {
            Thread.sleep(50);
            over = true;
            int least = plan.scenario().horizon();
            int most = 0;
            for (Child child : children) {
                over &= meeting.isSaid(child.name() + ".finished");
                int round = round(child);
                least = Math.min(least, round);
                most = Math.max(most, round);
                lookAfter(child);
            }
            parts.advance(least, most);
            progress.accept(least);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Thread.sleep(300); // their last words
        close();
        parts.delete();
        return seconds;
    }

    /** Who hosts whom. */
    List<SwarmPlan.Share> shares() {
        return shares;
    }

    /** How many processes were started again. */
    int restarts() {
        return restarts;
    }

    private void start(Child child) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Many of them share this machine: no more heap than needed, and one collector thread.
        command.addAll(List.of("-Xms16m", "-Xmx" + child.heap + "m", "-Xss512k", "-XX:+UseSerialGC"));
        command.addAll(compilers(child.share.agents().size()));
        command.addAll(archive.options());
        command.addAll(List.of(
                "-cp",
                Plugins.classPath(),
                AgentProcess.class.getName(),
                plan.fleet().resolve(child.name() + ".yaml").toString()));
        child.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(child).toFile()))
                .start();
    }

    /**
     * What Java compiles a process with: the quick compiler alone, for it is one of many, unless there is enough to
     * encrypt. The quick one does not know the processor's instructions for AES.
     */
    static List<String> compilers(int agents) {
        return agents < MANY_AGENTS ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }

    private Path log(Child child) {
        return plan.fleet().resolve(child.name() + ".log");
    }

    private void await(String word) throws IOException, InterruptedException {
        for (Child child : children) {
            while (!meeting.isSaid(child.name() + word)) {
                lookAfter(child);
                Thread.sleep(20);
            }
        }
    }

    /** Starts a process that has died again; it wakes up from its journal at the address that it had. */
    private void lookAfter(Child child) throws IOException {
        Process process = child.process;
        if (closed || process == null || process.isAlive()) {
            return;
        }
        int code = process.exitValue();
        int round = round(child);
        child.died = round == child.diedAt ? child.died + 1 : 1;
        child.diedAt = round;
        if (code == ExitCode.BAD_INPUT || child.died > HOPELESS) {
            throw new IOException(child.name() + " ended with " + code + " in round " + round + ", " + child.died
                    + " times; see " + log(child));
        }
        restarts++;
        stderr.println(
                "acord: " + child.name() + " ended with " + code + " after round " + round + "; starting it again");
        stderr.flush();
        meeting.forgetStatus(child.name());
        start(child);
        if (meeting.isSaid("go")) {
            writeSwarm();
        }
    }

    /** The last round in a member's file of actions. */
    private int round(Child child) throws IOException {
        Path file = plan.actions(child.name());
        if (!Files.exists(file)) {
            return 0;
        }
        try (var channel = Files.newByteChannel(file)) {
            long size = channel.size();
            ByteBuffer end = ByteBuffer.allocate((int) Math.min(size, 4096));
            channel.position(size - end.capacity());
            while (end.hasRemaining() && channel.read(end) >= 0) {
                // until it is full
            }
            String text = new String(end.array(), StandardCharsets.US_ASCII);
            int to = text.lastIndexOf('\n');
            int from = to <= 0 ? -1 : text.lastIndexOf('\n', to - 1);
            String line = from < 0 ? "" : text.substring(from + 1, to);
            int comma = line.indexOf(',');
            return comma > 0 && Character.isDigit(line.charAt(0)) ? Integer.parseInt(line.substring(0, comma)) : 0;
        }
    }

    private void writeSwarm() throws IOException {
        List<SwarmFile.Entry> entries = new ArrayList<>();
        for (Child child : children) {
            ProcessHandle process = child.process == null ? null : child.process.toHandle();
            if (process != null) {
                entries.add(SwarmFile.entry(
                        child.name(),
                        process,
                        "127.0.0.1:" + child.port,
                        child.share.agents().stream()
                                .map(plan.scenario().names()::get)
                                .toList()));
            }
        }
        SwarmFile.write(plan.folder(), entries, plan.scenario().horizon());
    }

    /** Lets the processes go, and ends those that do not go by themselves. */
    @Override
    public synchronized void close() {
        closed = true;
        List<Process> processes = new ArrayList<>();
        for (Child child : children) {
            Process process = child.process;
            if (process == null) {
                continue;
            }
            processes.add(process);
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // it is gone already
            }
        }
        for (Process process : processes) {
            try {
                if (!process.waitFor(archive.secondsToEnd(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        archive.keep();
    }
}
