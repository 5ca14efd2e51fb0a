package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code acord serve} refuses before it listens. */
class ServeCommandTest {

    @TempDir
    private Path folder;

    private Path scenario = Path.of("");

    @BeforeEach
    void writeScenario() throws IOException {
        scenario = Files.writeString(folder.resolve("three.yaml"), """
                name: three
                agents: [a, b, c/d]
                dimension: 2
                beta: 2
                mu: running
                costs: {kind: online}
                graph: {kind: path}
                algorithms: [acord: {accuracy: 1e-6, variant: auto}]
                """);
    }

    @Test
    void whatRestsOnTheFutureIsRefusedAllAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("future.yaml"), """
                agents: 4
                horizon: 2
                beta: [1, 2]
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms:
                  - local
                  - acord: {budget: crawl, lambda: paper}
                """);
        InThisProcess.Answer answer = InThisProcess.acord(
                "serve", file.toString(), "--state", folder.resolve("x").toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains(
                        "mu is horizon with lambda: paper",
                        "write mu: running",
                        "beta is one per round",
                        "rests on the horizon")
                .contains("3 complaints; nothing was done.");
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port=70000",
                "--max-body=0",
                "--host=no.such.host.invalid",
                "--state=",
                "--token=short",
                "--token-file=no-such-file"
            })
    void wrongOptionsAreRefused(String option) {
        InThisProcess.Answer answer = InThisProcess.acord("serve", scenario.toString(), option);
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains(option.substring(0, option.indexOf('=')))
                .doesNotContain("\tat ");
        assertThat(Path.of("runs", "three-serve")).doesNotExist();
    }

    @Test
    void whereOthersReachItATokenIsNeeded() {
        InThisProcess.Answer answer = InThisProcess.acord("serve", scenario.toString(), "--port=0", "--host=0.0.0.0");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("--host is 0.0.0.0, which others reach", "needed: a token", "--token-file");
    }

    @Test
    void aTokenThatOthersCanReadIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "a-token-of-some-length\n");
        assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        for (String command : List.of("serve", "studio")) {
            List<String> words = new ArrayList<>(List.of(command, "--port=0", "--token-file=" + file));
            if (command.equals("serve")) {
                words.add(scenario.toString());
            }
            InThisProcess.Answer answer = InThisProcess.acord(words.toArray(new String[0]));
            assertThat(answer.code()).isEqualTo(2);
            assertThat(answer.err()).contains("can be read by others", "chmod 600");
        }
    }

    @Test
    void aPortThatIsTakenIsRefusedAndNothingIsWritten() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InThisProcess.Answer answer = InThisProcess.acord(
                    "serve",
                    scenario.toString(),
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--state",
                    folder.resolve("x").toString());
            assertThat(answer.code()).isEqualTo(2);
            assertThat(answer.err()).contains("--port is " + taken.getLocalPort());
            assertThat(folder.resolve("x")).doesNotExist();
        }
    }

    @Test
    void aScenarioWithoutKnownCostsIsNotRun() {
        InThisProcess.Answer answer = InThisProcess.acord(
                "run", scenario.toString(), "--out", folder.resolve("out").toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("costs.kind is \"online\"", "acord serve")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
