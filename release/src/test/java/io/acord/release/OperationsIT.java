package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/operations.md, followed: a service and agents that are stopped, started, copied and restored. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
class OperationsIT {

    private static final int TERMINATED = 143; // what the units call success
    private static final int ROUNDS = 30;
    private static final String SCENARIO =
            Deployed.ROOT.resolve("examples/serve/batteries.yaml").toString();

    @TempDir
    private Path folder;

    private Processes processes;
    private String address = "";

    @BeforeEach
    void begin() {
        processes = new Processes(folder);
    }

    @AfterEach
    void end() {
        processes.close();
    }

    private Process serve(String state) throws Exception {
        Process service = processes.start("serve", "serve", SCENARIO, "--port", "0", "--state", state);
        Processes.await(
                "the service's address",
                service,
                () -> processes.read("serve.out").endsWith("\n"));
        address = processes.read("serve.out").strip();
        return service;
    }

    private String decide(int t) throws IOException, InterruptedException {
        String body = "{\"costs\": {\"north\": {\"alpha\": 1, \"v\": " + (50 + t)
                + "}, \"depot\": {\"alpha\": 1, \"v\": 50}," + " \"south\": {\"alpha\": 2, \"v\": 40}}}";
        return Processes.post(address + "/rounds/" + t, body).body();
    }

    /** The commands of the guide, as they are printed there. */
    private List<String> commands() throws IOException {
        Matcher block = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Deployed.ROOT.resolve("docs/operations.md"))
                        .split("## Back-up and restore", -1)[1]
                        .split("\n## ", -1)[0]);
        List<String> commands = new ArrayList<>();
        while (block.find()) {
            commands.add(block.group(1));
        }
        return commands;
    }

    private void type(String commands) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-ec", commands)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).as(commands).isZero();
    }

    @Test
    void aServiceIsBackedUpWhileItRunsAndARestoredOneGoesOn() throws Exception {
        List<String> guide = commands();
        assertThat(guide).hasSize(2);
        Files.createDirectory(folder.resolve("backup"));
        Process service = serve("state");
        List<String> answers = new ArrayList<>();
        for (int t = 1; t <= 3; t++) {
            answers.add(decide(t));
        }
        String[] copies = guide.get(0).strip().split("\n", -1);
        assertThat(copies).hasSize(3);
        type(copies[0]);
        answers.add(decide(4)); // between the copies: the mark does not know of it
        answers.add(decide(5));
        type(copies[1]);
        type(copies[2]); // of a journal that has not turned
        String after = decide(6);
        assertThat(Processes.terminate(service)).isEqualTo(TERMINATED);
        type(guide.get(1));
        Process restored = serve("restored");
        for (int t = 1; t <= answers.size(); t++) {
            assertThat(Processes.get(address + "/rounds/" + t).body()).isEqualTo(answers.get(t - 1));
        }
        assertThat(decide(6)).as("a round after the copy, sent again").isEqualTo(after);
        assertThat(Processes.terminate(restored)).isEqualTo(TERMINATED);
        serve("restored");
        assertThat(Processes.get(address + "/rounds/6").body()).isEqualTo(after);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void prepareFleet(int[] ports, int status) throws IOException, InterruptedException {
        processes.run("certificates", "--fleet", "alpha", "--members", "a,b", "--out", "keys");
        Files.writeString(folder.resolve("two.yaml"), """
                horizon: %d
                agents: 2
                beta: 5
                costs: {kind: drift}
                graph: {kind: path}
                algorithms: [acord: {iterations: 8, variant: accelerated}]
                """.formatted(ROUNDS));
        for (String member : List.of("a", "b")) {
            Files.writeString(folder.resolve(member + ".yaml"), """
                    fleet: alpha
                    member: %s
                    members:
                      - {name: a, address: "127.0.0.1:%d", agents: [0]}
                      - {name: b, address: "127.0.0.1:%d", agents: [1]}
                    certificates: keys
                    scenario: two.yaml
                    deadline: 60s
                    pace: 100ms
                    %s
                    """.formatted(
                    member, ports[0], ports[1], member.equals("a") ? "metrics: \"127.0.0.1:" + status + "\"" : ""));
        }
    }

    private List<String> rounds(String member) throws IOException {
        return processes.read("actions-" + member + ".csv").lines().skip(1).toList();
    }

    @Test
    void anAgentThatIsStoppedAndStartedMissesNoRound() throws Exception {
        int status = freePort();
        prepareFleet(new int[] {freePort(), freePort()}, status);
        Process a = processes.start("a", "agent", "a.yaml");
        Process b = processes.start("b", "agent", "b.yaml");
        Processes.await("some rounds", b, () -> rounds("b").size() >= 3);
        assertThat(Processes.terminate(b)).as(processes.read("b.err")).isEqualTo(TERMINATED);
        int before = rounds("b").size();
        assertThat(before).isLessThan(ROUNDS);
        b = processes.start("b", "agent", "b.yaml");
        Processes.await("another round", b, () -> rounds("b").size() > before);
        Set<String> exported = exported("http://127.0.0.1:" + status + "/metrics");
        Set<String> asked = new TreeSet<>(Deployed.metrics());
        asked.removeIf(metric -> isOfTheService(metric));
        assertThat(asked).isNotEmpty();
        assertThat(exported).as("what dashboards and alerts ask of agents").containsAll(asked);
        for (Process agent : List.of(a, b)) {
            assertThat(agent.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(agent.exitValue())
                    .as(processes.read("a.err") + processes.read("b.err"))
                    .isZero();
        }
        for (String member : List.of("a", "b")) {
            assertThat(rounds(member).stream().map(line -> line.substring(0, line.indexOf(',', line.indexOf(',') + 1))))
                    .as("rounds of %s, each once and with all iterations", member)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, ROUNDS)
                            .mapToObj(t -> t + ",final")
                            .toList());
        }
    }

    /**
     * Starts a member by a configuration whose folders and addresses are those of a container, with ours in their
     * place.
     */
    private void startsWith(String configuration, Path etc, Path keys) throws Exception {
        Path state = Files.createTempDirectory(folder, "state");
        String here = configuration
                .replace("/run/acord/keys", keys.toString())
                .replace("/etc/acord", etc.toString())
                .replace("/var/lib/acord", state.toString())
                .replaceAll("\"[a-z0-9.-]+:7001\"", "\"127.0.0.1:" + freePort() + "\"")
                .replace("0.0.0.0:9101", "127.0.0.1:" + freePort());
        assertThat(here).isNotEqualTo(configuration);
        Path scenario = etc.resolve("three.yaml"); // not all rounds of a day have to be laid out
        Files.writeString(scenario, Files.readString(scenario).replace("horizon: 86400", "horizon: 100"));
        Path file = Files.writeString(state.resolve("agent.yaml"), here);
        Process agent = processes.start("contained", "agent", file.toString());
        Processes.await(
                "a member that listens",
                agent,
                () -> processes.read("contained.err").contains("listens at"));
        assertThat(Processes.terminate(agent)).isEqualTo(TERMINATED);
        Files.delete(folder.resolve("contained.err"));
    }

    @Test
    void configurationsOfComposeAndKubernetesAreAccepted() throws Exception {
        Path acord = Files.writeString(
                folder.resolve("acord"),
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -jar '"
                        + Processes.JAR + "' \"$@\"\n");
        assertThat(acord.toFile().setExecutable(true)).isTrue();
        Path made = folder.resolve("made");
        type("ACORD='" + acord + "' '" + Deployed.FOLDER.resolve("docker/prepare") + "' '" + made + "' 2>prepared");
        // The rest of the test is a user of its own, and not that of the image.
        type("chown -R \"$(id -u)\" '" + made + "'");
        startsWith(Files.readString(made.resolve("b/b.yaml")), made.resolve("b"), made.resolve("b"));

        Path kubernetes = Files.createDirectory(folder.resolve("kubernetes"));
        for (Object data : Deployed.under(Deployed.yaml(Deployed.FOLDER.resolve("kubernetes/fleet.yaml")), "data")) {
            for (Map.Entry<?, ?> file : ((Map<?, ?>) data).entrySet()) {
                Files.writeString(
                        kubernetes.resolve(file.getKey().toString()),
                        file.getValue().toString());
            }
        }
        String pods = "acord-agent-0,acord-agent-1,acord-agent-2";
        processes.run("certificates", "--fleet", "alpha", "--members", pods, "--out", "pods");
        startsWith(
                "member: acord-agent-1\n" + Files.readString(kubernetes.resolve("members.yaml")),
                kubernetes,
                folder.resolve("pods"));
    }

    @ParameterizedTest
    @CsvSource({"docker/compose.yaml, command", "kubernetes/serve.yaml, args"})
    void theServicesOfComposeAndKubernetesAreNotRefused(String file, String key) throws Exception {
        List<String> command =
                new ArrayList<>(Deployed.under(Deployed.yaml(Deployed.FOLDER.resolve(file)), key).stream()
                        .map(words ->
                                ((List<?>) words).stream().map(String::valueOf).toList())
                        .filter(words -> words.get(0).equals("serve"))
                        .findFirst()
                        .orElseThrow());
        command.set(1, SCENARIO); // the manifest has the same one in a ConfigMap
        command.set(command.indexOf("--port") + 1, "0");
        command.set(command.indexOf("--state") + 1, "state");
        if (!command.contains("--without-token")) {
            command.addAll(List.of("--token", "0123456789abcdef")); // of a Secret
        }
        Process service = processes.start("serve", command.toArray(new String[0]));
        Processes.await(
                "the service's address",
                service,
                () -> processes.read("serve.out").endsWith("\n"));
        assertThat(Processes.terminate(service)).isEqualTo(TERMINATED);
    }

    private static boolean isOfTheService(String metric) {
        return metric.startsWith("acord_serve_") || metric.endsWith("_at_most");
    }

    private static Set<String> exported(String address) throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        Processes.get(address)
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> names.add(line.split("[ {]", -1)[0]));
        return names;
    }

    @Test
    void dashboardsAndAlertsAskTheServiceForWhatItHasAndTheProbesAreAnswered() throws Exception {
        serve("state");
        decide(1);
        Set<String> asked = new TreeSet<>(Deployed.metrics());
        asked.removeIf(metric -> !isOfTheService(metric));
        assertThat(asked).isNotEmpty();
        assertThat(exported(address + "/metrics")).containsAll(asked);
        String where = address.replace("http://", "");
        for (String path : List.of("/health/live", "/health/ready", "/health")) {
            assertThat(health(where + path)).as(path).isZero();
        }
        assertThat(health(where + "/nowhere")).as("what is not there").isNotZero();
    }

    /** The health check of the image, which has no curl. */
    private int health(String where) throws IOException, InterruptedException {
        ProcessBuilder check =
                new ProcessBuilder(Deployed.FOLDER.resolve("docker/health").toString());
        check.environment().put("ACORD_HEALTH", where);
        return check.redirectErrorStream(true)
                .redirectOutput(folder.resolve("health.txt").toFile())
                .start()
                .waitFor();
    }
}
