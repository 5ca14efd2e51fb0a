package io.acord.bench.radio;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.transport.Transport;
import io.acord.model.Actions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One fleet over one radio: a process a host, until all have played their rounds, and what became of them.
 *
 * @param faults what happens to frames, in the words of {@code switch.py}; none if it is empty
 * @param pace rounds start at most this often
 */
record RadioRun(Transport.Kind transport, String faults, Duration deadline, Duration pace, int rounds, long seed) {

    /** Rounds at the beginning that are not timed: programs have just been started. */
    static final int UNTIMED = 20;

    /**
     * A cut from one host to another, in one direction, and for how long.
     *
     * @param after so many rounds
     */
    record Cut(int from, int to, int after, Duration time) {}

    /**
     * What became of a run.
     *
     * @param lost actions that nobody has given out
     * @param doubled actions that were given out twice
     * @param clean rounds in which all actions are last iterates and nobody did without anybody
     * @param otherBits clean rounds whose actions are not those of the engine
     * @param intervals between the actions of a member, in milliseconds, ascending
     * @param mended rounds from the one in which a cut healed until all are clean again; 0 without a cut
     */
    record Outcome(int rounds, int lost, int doubled, int clean, int otherBits, List<Double> intervals, int mended) {

        /** The interval that a share of them does not exceed. */
        double interval(double share) {
            int k = (int) Math.ceil(share * intervals.size()) - 1;
            return intervals.isEmpty() ? Double.NaN : intervals.get(Math.max(0, k));
        }
    }

    /** Plays in a folder of its own, with a cut if there is one. */
    Outcome play(Path folder, @Nullable Cut cut) throws IOException, GeneralSecurityException, InterruptedException {
        Files.createDirectories(folder);
        certify(folder);
        int healedIn = 0;
        List<Process> members = new ArrayList<>();
        try (RadioHosts hosts = RadioHosts.open(folder, RadioGame.HOSTS, seed)) {
            hosts.order("faults " + faults);
            try {
                for (int host = 0; host < RadioGame.HOSTS; host++) {
                    members.add(start(hosts, folder, host));
                }
                if (cut != null) {
                    await(folder, members, cut.after());
                    hosts.order("block " + cut.from() + " " + cut.to());
                    Thread.sleep(cut.time().toMillis());
                    hosts.order("heal");
                    healedIn = farthest(folder);
                }
                await(folder, members, rounds);
            } finally {
                for (Process member : members) {
                    member.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                }
            }
        }
        return judge(folder, healedIn);
    }

    private static void certify(Path folder) throws IOException, GeneralSecurityException {
        Instant now = Instant.now();
        Authority authority = Authority.create(RadioMember.FLEET, now.minusSeconds(60), now.plusSeconds(86_400));
        authority.save(folder);
        for (int host = 0; host < RadioGame.HOSTS; host++) {
            authority
                    .issue(RadioMember.name(host), now.minusSeconds(60), now.plusSeconds(86_400))
                    .save(folder);
        }
    }

    private Process start(RadioHosts hosts, Path folder, int host) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                RadioMember.class.getName(),
                folder.toString(),
                "" + host,
                transport.name(),
                "" + deadline.toMillis(),
                "" + pace.toMillis(),
                "" + rounds);
        File log = folder.resolve(RadioMember.name(host) + ".log").toFile();
        return new ProcessBuilder(hosts.on(host, command))
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
    }

    /** Until every member has given out the action of a round. */
    private static void await(Path folder, List<Process> members, int round) throws IOException, InterruptedException {
        while (true) {
            int slowest = Integer.MAX_VALUE;
            for (int host = 0; host < RadioGame.HOSTS; host++) {
                slowest = Math.min(slowest, lastRound(folder, host));
                if (!members.get(host).isAlive()) {
                    throw new IOException(RadioMember.name(host) + " has ended by itself; its log is in " + folder);
                }
            }
            if (slowest >= round) {
                return;
            }
            Thread.sleep(100);
        }
    }

    private static int farthest(Path folder) throws IOException {
        int farthest = 0;
        for (int host = 0; host < RadioGame.HOSTS; host++) {
            farthest = Math.max(farthest, lastRound(folder, host));
        }
        return farthest;
    }

    private static int lastRound(Path folder, int host) throws IOException {
        int last = 0;
        for (String[] line : lines(folder, host)) {
            if (line[0].equals("act")) {
                last = Math.max(last, Integer.parseInt(line[1]));
            }
        }
        return last;
    }

    private static List<String[]> lines(Path folder, int host) throws IOException {
        Path file = folder.resolve(RadioMember.name(host) + ".csv");
        List<String[]> lines = new ArrayList<>();
        if (Files.exists(file)) {
            String text = Files.readString(file);
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(line.split(","));
            }
        }
        return lines;
    }

    private Outcome judge(Path folder, int healedIn) throws IOException {
        List<Map<Integer, double[]>> played = new ArrayList<>();
        Set<Integer> unclean = new HashSet<>();
        List<Double> intervals = new ArrayList<>();
        int doubled = 0;
        for (int host = 0; host < RadioGame.HOSTS; host++) {
            Map<Integer, double[]> mine = new TreeMap<>();
            long before = 0;
            for (String[] line : lines(folder, host)) {
                int t = Integer.parseInt(line[1]);
                if (!line[0].equals("act")) {
                    unclean.add(t);
                    continue;
                }
                double[] x = new double[RadioGame.EACH];
                Arrays.setAll(x, row -> Double.longBitsToDouble(Long.parseUnsignedLong(line[5 + row], 16)));
                doubled += mine.put(t, x) != null ? 1 : 0;
                if (!line[3].equals("FINAL")) {
                    unclean.add(t);
                }
                long at = Long.parseLong(line[2]);
                if (t > UNTIMED) {
                    intervals.add((at - before) / 1e6);
                }
                before = at;
            }
            played.add(mine);
        }
        intervals.sort(null);
        return compared(played, unclean, doubled, intervals, healedIn);
    }

    private Outcome compared(
            List<Map<Integer, double[]>> played,
            Set<Integer> unclean,
            int doubled,
            List<Double> intervals,
            int healedIn) {
        RadioGame game = new RadioGame();
        double[] before = new double[RadioGame.AGENTS];
        int lost = 0;
        int clean = 0;
        int otherBits = 0;
        int lastUnclean = 0;
        for (int t = 1; t <= rounds; t++) {
            double[] expected = game.next(Actions.flat(1, before.clone())).toArray();
            double[] x = new double[RadioGame.AGENTS];
            boolean isWhole = true;
            for (int host = 0; host < RadioGame.HOSTS; host++) {
                double[] mine = played.get(host).get(t);
                isWhole &= mine != null;
                lost += mine == null ? 1 : 0;
                System.arraycopy(
                        mine == null ? before : mine,
                        mine == null ? host * RadioGame.EACH : 0,
                        x,
                        host * RadioGame.EACH,
                        RadioGame.EACH);
            }
            if (isWhole && !unclean.contains(t)) {
                clean++;
                otherBits += Arrays.equals(x, expected) ? 0 : 1;
            } else {
                lastUnclean = t;
            }
            before = x;
        }
        return new Outcome(
                rounds, lost, doubled, clean, otherBits, List.copyOf(intervals), Math.max(0, lastUnclean - healedIn));
    }
}
