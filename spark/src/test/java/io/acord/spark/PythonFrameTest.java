package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acord.lab.scenario.Scenario;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import py4j.GatewayServer;

/**
 * {@code acord.spark} of the Python package through py4j's own two halves, as a classic session of PySpark calls Java.
 */
class PythonFrameTest extends FrameCase {

    private static final String PY4J = "py4j-src-0.10.9.7.zip"; // lies in a jar of Maven's

    private int python(Path out, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-B")); // leaves no __pycache__ in the tree
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Path.of("..").toAbsolutePath().normalize().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("python3 does not end");
        }
        return process.exitValue();
    }

    private boolean thereIsPython() throws InterruptedException {
        try {
            String program = "import sys; sys.exit(sys.version_info < (3, 9))";
            return python(folder.resolve("version.txt"), Map.of(), "-c", program) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Path py4j() throws IOException {
        Path zip = folder.resolve(PY4J);
        try (ZipFile jar = new ZipFile("target/py4j/zeppelin-python.jar");
                InputStream in = jar.getInputStream(jar.getEntry("python/" + PY4J))) {
            Files.copy(in, zip);
        }
        return zip;
    }

    private static Map<String, List<Double>> read(Path actions) throws IOException {
        Map<String, List<Double>> all = new TreeMap<>();
        for (String line : Files.readAllLines(actions)) {
            int space = line.lastIndexOf(' ');
            all.put(line.substring(0, space), List.of(Double.valueOf(line.substring(space + 1))));
        }
        return all;
    }

    @Test
    void framesThatPythonGivesArePlayedWithTheBitsOfARun() throws Exception {
        assumeTrue(thereIsPython(), "skipped: there is no Python 3.9 or later here to test clients/python with");
        write("costs.csv", "round,agent,alpha,v", costLines(1));
        write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 9}");
        String token = UUID.randomUUID().toString();
        GatewayServer gateway = new GatewayServer.GatewayServerBuilder()
                .entryPoint(spark)
                .javaPort(0)
                .authToken(token)
                .build();
        gateway.start();
        Path out = folder.resolve("out.txt");
        try {
            int code = python(
                    out,
                    Map.of(
                            "PYTHONPATH", py4j() + File.pathSeparator + "clients/python",
                            "ACORD_GATEWAY", gateway.getListeningPort() + " " + token,
                            "ACORD_FRAMES", folder.toString()),
                    "-m",
                    "unittest",
                    "-v",
                    "clients/python/tests/test_spark.py");
            assertThat(code).as(Files.readString(out)).isZero();
        } finally {
            gateway.shutdown();
        }
        assertThat(Files.readString(out)).contains("Ran 3 tests").doesNotContain("skipped");
        assertThat(read(folder.resolve("actions.txt"))).isEqualTo(expected(scenario));
    }
}
