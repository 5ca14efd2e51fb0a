package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The files of the folder {@code deploy}: they can be read, and what they name is there. */
class DeployFilesTest {

    /** What an agent's status and the service answer with 200 when all is well. */
    private static final Set<String> PROBES = Set.of("/health/live", "/health/ready", "/health", "/metrics");

    private static List<Path> yaml() throws IOException {
        return Deployed.files(name -> name.endsWith(".yaml") || name.endsWith(".yml"));
    }

    private static List<Path> dashboards() throws IOException {
        return Deployed.files(name -> name.endsWith(".json"));
    }

    private static String read(String file) throws IOException {
        return Files.readString(Deployed.FOLDER.resolve(file));
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void yamlCanBeRead(Path file) throws IOException {
        assertThat(Deployed.yaml(file)).isNotEmpty().doesNotContainNull();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void aDashboardIsJsonWithPanelsThatAskForSomething(Path file) throws IOException {
        var board = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(board.path("panels")).isNotEmpty();
        Set<Integer> ids = new TreeSet<>();
        for (var panel : board.path("panels")) {
            assertThat(ids.add(panel.path("id").asInt()))
                    .as("one id, one panel")
                    .isTrue();
            assertThat(panel.path("targets")).isNotEmpty();
        }
    }

    @Test
    void metricsAreNamedByConvention() throws IOException {
        for (String metric : Deployed.metrics()) {
            assertThat(metric).doesNotMatch(".*_(count|seconds_total_|ms|millis|mb|kb)$");
        }
        // What is counted is asked for by its rate, what is not counted is not.
        Matcher counted = Pattern.compile("(rate|increase)\\((acord_[a-z_]+)")
                .matcher(read("prometheus/alerts.yml")
                        + read("grafana/dashboards/fleet.json")
                        + read("grafana/dashboards/service.json"));
        while (counted.find()) {
            assertThat(counted.group(2))
                    .satisfiesAnyOf(
                            name -> assertThat(name).endsWith("_total"),
                            name -> assertThat(name).isEqualTo("acord_messages_hostile"));
        }
    }

    @Test
    void everyAlertIsExplained() throws IOException {
        String guide = Files.readString(Deployed.ROOT.resolve("docs/operations.md"));
        List<Object> alerts = Deployed.under(Deployed.yaml(Deployed.FOLDER.resolve("prometheus/alerts.yml")), "alert");
        assertThat(alerts).isNotEmpty();
        for (Object alert : alerts) {
            assertThat(guide).contains("`" + alert + "`");
        }
    }

    @Test
    void prometheusItselfAcceptsTheRules() throws IOException, InterruptedException {
        String promtool = Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
        assumeTrue(!promtool.isEmpty(), "promtool is not installed: the rules are read, but not by Prometheus");
        Process check = new ProcessBuilder(promtool, "check", "config", "prometheus.yml")
                .directory(Deployed.FOLDER.resolve("prometheus").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
    }

    /** Commands as they are typed in units, compose and manifests: the words after {@code acord}. */
    private static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (Path unit : Deployed.files(name -> name.endsWith(".service"))) {
            for (String line : Files.readAllLines(unit)) {
                if (line.startsWith("ExecStart=")) {
                    assertThat(line).startsWith("ExecStart=/opt/acord/bin/acord ");
                    commands.add(List.of(line.substring("ExecStart=/opt/acord/bin/acord ".length())
                            .split(" ", -1)));
                }
            }
        }
        for (Path file : yaml()) {
            for (String key : List.of("command", "args")) {
                for (Object words : Deployed.under(Deployed.yaml(file), key)) {
                    List<String> command =
                            ((List<?>) words).stream().map(String::valueOf).toList();
                    if (!command.get(0).startsWith("--")
                            && !command.get(0).startsWith("/bin/")
                            && !command.get(0).contains("\n")) {
                        commands.add(command);
                    }
                }
            }
        }
        return commands;
    }

    @Test
    void commandsAndOptionsAreThoseOfTheProgram() throws IOException {
        List<List<String>> commands = commands();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(7);
        for (List<String> command : commands) {
            String name = command.get(0);
            Path source = Deployed.ROOT.resolve("cli/src/main/java/io/acord/cli/"
                    + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Command.java");
            assertThat(source).exists();
            String options = Files.readString(source)
                    + Files.readString(Deployed.ROOT.resolve("cli/src/main/java/io/acord/cli/TokenOptions.java"));
            for (String word : command) {
                if (word.startsWith("--")) {
                    assertThat(options).as("%s of %s", word, command).contains("\"" + word + "\"");
                }
            }
        }
    }

    @Test
    void probesAskForWhatIsAnswered() throws IOException {
        int probes = 0;
        for (Path file : yaml()) {
            for (Object probe : Deployed.under(Deployed.yaml(file), "httpGet")) {
                assertThat(PROBES).contains(String.valueOf(((Map<?, ?>) probe).get("path")));
                probes++;
            }
        }
        assertThat(probes).isGreaterThanOrEqualTo(5);
        for (String routes : List.of(
                "service/src/main/java/io/acord/service/ServiceRoutes.java",
                "swarm/src/main/java/io/acord/swarm/StatusServer.java")) {
            String source = Files.readString(Deployed.ROOT.resolve(routes));
            assertThat(PROBES).allSatisfy(path -> assertThat(source).contains("\"" + path + "\""));
        }
    }

    @Test
    void whatTheImageCopiesIsThereOrIsBuilt() throws IOException {
        Matcher copied = Pattern.compile("(?m)^COPY (?!--from)(\\S+) ").matcher(read("docker/Dockerfile"));
        List<String> sources = new ArrayList<>();
        while (copied.find()) {
            sources.add(copied.group(1));
        }
        assertThat(sources).contains("deploy/docker/health", "release/runtime-modules");
        assertThat(sources)
                .allSatisfy(source -> assertThat(Deployed.ROOT.resolve(source)).exists());
        assertThat(read("docker/Dockerfile")).contains("USER 10001", "HEALTHCHECK", "STOPSIGNAL SIGTERM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"systemd/acord-serve.service", "systemd/acord-agent@.service"})
    void unitsTakeATerminationForSuccessAndWriteOnlyToTheirFolder(String unit) throws IOException {
        assertThat(read(unit))
                .contains(
                        "SuccessExitStatus=143\n",
                        "ProtectSystem=strict\n",
                        "NoNewPrivileges=true\n",
                        "StateDirectory=");
    }
}
