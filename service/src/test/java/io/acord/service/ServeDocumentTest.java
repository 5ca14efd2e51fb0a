package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/serve.md} shows is typed in, and answers what it says; the Python client is run. */
class ServeDocumentTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLE = ROOT.resolve("examples/serve/batteries.yaml");
    private static final Pattern ASKED =
            Pattern.compile("```sh\\n(curl .*?)```\\s*(?:answers\\s*)?```json\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private record Printed(int code, String out, String err) {}

    private Printed run(ServiceClient client, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Printed(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8).replace(":" + client.port(), ":7007"),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private static void assumeThereIs(String program) {
        boolean there = false;
        try {
            there = new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            // there is none
        }
        assumeTrue(there, program + " is not installed, so what is shown with it is not checked");
    }

    @Test
    void theSessionWithCurlGoesAsTheDocumentSays() throws IOException, InterruptedException {
        assumeThereIs("curl");
        String document = Files.readString(ROOT.resolve("docs/serve.md"));
        Matcher asked = ASKED.matcher(document);
        int count = 0;
        try (ServiceClient client = ServiceClient.of(EXAMPLE, folder.resolve("state"))) {
            while (asked.find()) {
                String command = asked.group(1).replace("127.0.0.1:7007", "127.0.0.1:" + client.port());
                Printed printed = run(client, "bash", "-c", command);
                assertThat(printed.code()).as(command + printed.err()).isZero();
                assertThat(ServiceClient.MAPPER.readTree(printed.out()))
                        .as("%s%n%s", asked.group(1), printed.out())
                        .isEqualTo(ServiceClient.MAPPER.readTree(asked.group(2)));
                count++;
            }
        }
        assertThat(count).isGreaterThanOrEqualTo(5);
    }

    @Test
    void thePythonClientGoesOnWhereItWas() throws IOException, InterruptedException {
        assumeThereIs("python3");
        String document = Files.readString(ROOT.resolve("docs/serve.md"));
        Matcher shown = Pattern.compile("```sh\\npython3 (.*?)\\n```\\s*prints\\s*```text\\n(.*?)```", Pattern.DOTALL)
                .matcher(document);
        assertThat(shown.find()).isTrue();
        try (ServiceClient client = ServiceClient.of(EXAMPLE, folder.resolve("state"))) {
            String[] words =
                    shown.group(1).replace(":7007", ":" + client.port()).split(" ", -1);
            String[] command = new String[words.length + 1];
            command[0] = "python3";
            System.arraycopy(words, 0, command, 1, words.length);
            Printed first = run(client, command);
            assertThat(first.code()).as(first.err()).isZero();
            assertThat(first.out()).isEqualTo(shown.group(2));
            Printed second = run(client, command);
            assertThat(second.out()).startsWith("round 4: ");
            assertThat(client.service().nextRound()).isEqualTo(7);
        }
    }

    @Test
    void thePythonClientShowsWhatIsWrong() throws IOException, InterruptedException {
        assumeThereIs("python3");
        String program = """
                import sys
                sys.path.insert(0, "examples/serve")
                from client import Acord, Refused
                try:
                    Acord(sys.argv[1]).decide(1, {"nroth": {"alpha": -1, "v": [3]}}, beta=-2)
                except Refused as refused:
                    print(refused.status, refused)
                """;
        try (ServiceClient client = ServiceClient.of(EXAMPLE, folder.resolve("state"))) {
            Printed printed = run(client, "python3", "-B", "-c", program, "http://127.0.0.1:" + client.port());
            assertThat(printed.code()).as(printed.err()).isZero();
            List<String> lines = printed.out().lines().toList();
            assertThat(lines.get(0)).isEqualTo("400 The round cannot be decided: 5 complaints; nothing was changed.");
            assertThat(printed.out()).contains("/costs/nroth is not an agent", "did you mean north?", "/beta is -2.0");
            assertThat(client.service().nextRound()).isEqualTo(1);
        }
    }
}
