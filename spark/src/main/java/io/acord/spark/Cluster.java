package io.acord.spark;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.scenario.Plugins;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;

/** Where a job runs, and what Spark has to be told for one that is a gang of tasks. */
final class Cluster {

    private static final Pattern LOCAL = Pattern.compile("local(?:\\[\\s*(\\d{1,4}|\\*)\\s*(?:,\\s*\\d{1,4}\\s*)?])?");
    private static final String LARGE_PAGES = "-XX:+UseTransparentHugePages";

    /**
     * A block's arrays are as long as it has rows. The collector that Java takes by itself puts each of them aside,
     * marks the whole heap once they are many, which is several times a round, and has threads of its own for that.
     */
    private static final String COLLECTOR = "-XX:+UseParallelGC";

    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*(\\d{1,4})\\s*,\\s*(\\d{1,4})\\s*,\\s*(\\d{1,7})\\s*]");

    private static final Pattern REMOTE =
            Pattern.compile("spark://[^\\s:]+:\\d{1,5}(?:,[^\\s:]+:\\d{1,5})*|yarn|k8s://\\S+");
    private static final String STANDALONE = "spark://";
    private static final long MILLIS_A_TRY = 5_000;
    private static final long MILLIS_BETWEEN_TRIES = 200;
    private static final int LEAST_MEGABYTES = 512; // Spark refuses less

    private Cluster() {}

    /** Complains about a master that Spark would not know. */
    static void check(String master, Complaints complaints) {
        Matcher cluster = LOCAL_CLUSTER.matcher(master);
        boolean small = cluster.matches() && Integer.parseInt(cluster.group(3)) < LEAST_MEGABYTES;
        if (small) {
            complaints.add(
                    "--master",
                    "gives an executor " + cluster.group(3) + " MB",
                    "at least " + LEAST_MEGABYTES + " MB",
                    "write for instance local-cluster[2,1,2048]");
        } else if (!cluster.matches()
                && !LOCAL.matcher(master).matches()
                && !(REMOTE.matcher(master).matches() && standalone(master).allMatch(each -> port(each) <= 65535))) {
            complaints.add(
                    "--master",
                    "is \"" + master + "\"",
                    "local-cluster[EXECUTORS,CORES,MEGABYTES], spark://HOST:PORT, yarn or k8s://ADDRESS",
                    "write for instance local-cluster[2,1,2048]");
        }
    }

    /**
     * Waits until somebody listens where a standalone master should be. Spark itself has no setting for that: it tries
     * three times, 20 seconds each.
     *
     * @throws BadInputException if nobody does in time, or there is no such host
     */
    static void await(String master, Duration patience) {
        if (standalone(master).findAny().isEmpty()) {
            return;
        }
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            StringBuilder why = new StringBuilder();
            boolean known = false;
            for (String each : standalone(master).toList()) {
                InetSocketAddress address = new InetSocketAddress(each.substring(0, each.lastIndexOf(':')), port(each));
                known |= !address.isUnresolved();
                try (Socket socket = new Socket()) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    socket.connect(address, (int) Math.max(MILLIS_BETWEEN_TRIES, Math.min(left, MILLIS_A_TRY)));
                    return;
                } catch (UnknownHostException e) {
                    why.append(why.isEmpty() ? "" : ", ").append(each).append(": unknown host");
                } catch (IOException e) {
                    why.append((why.isEmpty() ? "" : ", ") + each + ": "
                            + (e.getMessage() == null ? "no answer" : e.getMessage()));
                }
            }
            if (!known || System.nanoTime() - end >= 0) {
                throw Complaints.refuse(
                        "--master",
                        "is " + master + ", and "
                                + (known
                                        ? "nobody answered there within " + patience.toSeconds() + " s"
                                        : "nobody knows it")
                                + " (" + why + ")",
                        "a cluster that can be reached",
                        known ? "start its master, correct --master, or give more --patience" : "correct --master");
            }
            pause(end);
        }
    }

    /** HOST:PORT of each standalone master; none of clusters of other kinds. */
    private static Stream<String> standalone(String master) {
        return master.startsWith(STANDALONE)
                ? Stream.of(master.substring(STANDALONE.length()).split(",", -1))
                : Stream.empty();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static void pause(long end) {
        try {
            long left = Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            Thread.sleep(Math.min(left, MILLIS_BETWEEN_TRIES));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the master");
        }
    }

    /** How many tasks can run at a time, if the name of the master tells. */
    static OptionalInt slots(String master) {
        Matcher cluster = LOCAL_CLUSTER.matcher(master);
        if (cluster.matches()) {
            return OptionalInt.of(Integer.parseInt(cluster.group(1)) * Integer.parseInt(cluster.group(2)));
        }
        Matcher local = LOCAL.matcher(master);
        if (local.matches()) {
            String cores = local.group(1) == null ? "1" : local.group(1);
            return OptionalInt.of(
                    cores.equals("*") ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(cores));
        }
        return OptionalInt.empty();
    }

    /** Settings for a gang; those that the user has given stay. */
    static SparkConf conf(String master, String name, List<String> given, int patienceSeconds) {
        SparkConf conf = new SparkConf();
        conf.setIfMissing("spark.master", master);
        conf.setIfMissing("spark.app.name", "acord " + name);
        for (String setting : given) {
            int equals = setting.indexOf('=');
            conf.set(setting.substring(0, equals), setting.substring(equals + 1));
        }
        Matcher cluster = LOCAL_CLUSTER.matcher(conf.get("spark.master"));
        if (cluster.matches()) { // an executor has all of its worker; Spark gives it 1 GB of that otherwise
            conf.setIfMissing("spark.executor.memory", cluster.group(3) + "m");
            conf.setIfMissing("spark.executor.extraJavaOptions", optionsHere());
        }
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.log.level", "WARN");
        // Executors register one by one: ask every second whether there are enough, and give up some time.
        conf.setIfMissing("spark.scheduler.barrier.maxConcurrentTasksCheck.interval", "1s");
        conf.setIfMissing(
                "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures", Integer.toString(patienceSeconds));
        conf.setIfMissing("spark.barrier.sync.timeout", Integer.toString(patienceSeconds));
        conf.setIfMissing("spark.stage.maxConsecutiveAttempts", "10");
        conf.setIfMissing("spark.dynamicAllocation.enabled", "false");
        conf.setIfMissing("spark.speculation", "false");
        if (!master.startsWith("local[") && !master.equals("local")) {
            String plugins = Plugins.named().replace(File.pathSeparatorChar, ',');
            conf.setIfMissing("spark.jars", plugins.isEmpty() ? ownJar() : ownJar() + "," + plugins);
        }
        return conf;
    }

    /** Of Java for executors that are started on this machine. */
    private static String optionsHere() {
        List<String> options = new ArrayList<>();
        // They jump about in as much memory as the driver, which asked for large pages if it could.
        if (ManagementFactory.getRuntimeMXBean().getInputArguments().contains(LARGE_PAGES)) {
            options.add(LARGE_PAGES);
        }
        boolean isChosen = Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
                .anyMatch(name ->
                        Objects.requireNonNullElse(System.getenv(name), "").contains("GC"));
        if (!isChosen) { // Java refuses two
            options.add(COLLECTOR);
        }
        return String.join(" ", options);
    }

    /** What executors lack: a jar with all of Acord, if it is there, or the one that this class is in. */
    private static String ownJar() {
        String given = System.getProperty("acord.spark.jar", "");
        if (!given.isEmpty()) {
            return given;
        }
        try {
            return Path.of(Cluster.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
