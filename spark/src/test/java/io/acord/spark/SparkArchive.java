package io.acord.spark;

import io.acord.internal.system.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An archive of Spark's classes, {@code target/spark-test.jsa}, that processes of tests start from: to find, read and
 * check thousands of classes in two hundred jars is a third of what a short one costs. A small job leaves it.
 */
final class SparkArchive {

    private static final Path MADE = Path.of("target").toAbsolutePath();
    private static final Path HOME = MADE.resolve("spark-home");
    private static final Path ARCHIVE = MADE.resolve("spark-test.jsa");

    private static boolean wasTried;

    private SparkArchive() {}

    /** The path that Spark gives its executors: an archive is good for that and for longer ones, for no other. */
    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(HOME.resolve("jars"))) {
            Path logging = jars.filter(jar -> String.valueOf(jar.getFileName()).startsWith("slf4j-api-"))
                    .findFirst()
                    .orElseThrow();
            return HOME.resolve("conf") + ":" + logging + ":" + HOME.resolve("jars") + "/*";
        }
    }

    /** Of Java, for a process that is over before more would pay. */
    static synchronized List<String> options() throws IOException {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (!wasTried) {
            wasTried = true;
            make(options);
        }
        if (Files.exists(ARCHIVE)) { // or it could not be made: then they start without
            options.addAll(List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xshare:auto"));
        }
        return options;
    }

    private static void make(List<String> options) throws IOException {
        Files.deleteIfExists(ARCHIVE);
        Path folder = Files.createTempDirectory("acord-spark-archive-");
        Path scenario = Files.writeString(
                folder.resolve("small.yaml"),
                "{horizon: 2, agents: 4, beta: 4, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord]}");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + MADE.resolveSibling("java-options"),
                "-Xmx1g",
                "-XX:ArchiveClassesAtExit=" + ARCHIVE,
                "-Xlog:disable",
                "-Xlog:all=off"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                classPath(),
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local[2]",
                "--conf",
                "spark.ui.enabled=false",
                "--class",
                SparkCommand.class.getName(),
                MADE.resolve("acord-spark-submit.jar").toString(),
                scenario.toString(),
                "--blocks",
                "2",
                "--out",
                folder.resolve("out").toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.start().onExit().join();
        FolderTree.delete(folder);
    }
}
