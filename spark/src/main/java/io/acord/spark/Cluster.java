package io.acord.spark;

import io.acord.input.Complaints;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;

/** Where a job runs, and what Spark has to be told for one that is a gang of tasks. */
final class Cluster {

    private static final Pattern LOCAL = Pattern.compile("local(?:\\[\\s*(\\d{1,4}|\\*)\\s*(?:,\\s*\\d{1,4}\\s*)?])?");
    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*(\\d{1,4})\\s*,\\s*(\\d{1,4})\\s*,\\s*(\\d{1,7})\\s*]");

    private static final Pattern REMOTE =
            Pattern.compile("spark://[^\\s:]+:\\d{1,5}(?:,[^\\s:]+:\\d{1,5})*|yarn|k8s://\\S+");
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
                && !REMOTE.matcher(master).matches()) {
            complaints.add(
                    "--master",
                    "is \"" + master + "\"",
                    "local-cluster[EXECUTORS,CORES,MEGABYTES], spark://HOST:PORT, yarn or k8s://ADDRESS",
                    "write for instance local-cluster[2,1,2048]");
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
            conf.setIfMissing("spark.jars", ownJar());
        }
        return conf;
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
