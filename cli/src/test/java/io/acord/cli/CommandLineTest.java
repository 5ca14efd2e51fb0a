package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cli.InThisProcess.Answer;
import io.acord.input.BadInputException;
import io.acord.lab.scenario.Scenario;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How the command speaks with people: words it does not know, help, the manual page, what is checked and not played.
 */
class CommandLineTest {

    @TempDir
    private Path folder;

    private static Answer acord(String... arguments) {
        return InThisProcess.acord(arguments);
    }

    @Test
    void aSlipOfTheFingersIsAnsweredWithWhatWasMeant() {
        Answer command = acord("rnu");
        assertThat(command.code()).isEqualTo(2);
        assertThat(command.err()).contains("rnu is not a command", "did you mean: ./acord run");
        Answer option = acord("run", "--jsom");
        assertThat(option.code()).isEqualTo(2);
        assertThat(option.err()).contains("--jsom is not an option of acord run", "did you mean: ./acord run --json");
        assertThat(acord("zzzzzz").err())
                .contains("is not a command", "see: ./acord --help")
                .doesNotContain("did you mean");
        assertThat(acord("advise").err()).contains("Missing required parameter", "SCENARIO.yaml", "advise --help");
        assertThat(acord("r\u001B[31mun").err()).contains("r?[31mun").doesNotContain("\u001B");
    }

    @Test
    void helpIsACommand() {
        assertThat(acord("help").out()).contains("Usage: acord", "spark", "bench", "help");
        assertThat(acord("help", "run").out()).contains("Usage: acord run", "--check");
        assertThat(acord("help", "spark").out()).contains("Usage: acord spark", "--blocks");
    }

    /** The parts themselves are tested to say the same. */
    @Test
    void partsThatAreFetchedLaterHaveTheirHelpHere() {
        for (String part : PartCommand.NAMES) {
            assertThat(acord(part, "--help").out()).isEqualTo(PartCommand.help(part));
            Answer started = acord(part);
            assertThat(started.code()).isEqualTo(1);
            assertThat(started.err()).contains("which the launcher starts");
        }
        assertThat(acord("generate-completion").out()).contains("spark", "--checkpoint", "bench", "--quick");
    }

    @Test
    void theManualPageNamesEveryCommandAndEveryOption() {
        String page = acord("generate-man-page").out();
        assertThat(page).startsWith(".TH ACORD 1");
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            assertThat(page).contains(".SS acord " + name.replace("-", "\\-") + "\n");
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.hidden()) {
                    assertThat(page).as(name).contains(option.longestName().replace("-", "\\-"));
                }
            }
        });
        assertThat(page.lines()).noneMatch(line -> line.contains("${") || line.contains("@|"));
    }

    @Test
    void checkComplainsAndPlaysNothing() throws IOException {
        Path good = Files.writeString(folder.resolve("good.yaml"), """
                {agents: 3, horizon: 2, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord, opt]}
                """);
        Answer fine = acord(
                "run",
                good.toString(),
                "--check",
                "--out",
                folder.resolve("out").toString());
        assertThat(fine.code()).as(fine.err()).isZero();
        assertThat(fine.out()).contains("No complaint about good: agents 3, rounds 2, repeats 1, policies acord, opt");
        Answer bad = acord("run", good.toString(), "--check", "--set", "horizon=0");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("horizon");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void quietPrintsNothingButWhatWasAskedFor() throws IOException {
        String[] words = {
            "run",
            "--set",
            "repeats=1",
            "--set",
            "horizon=3",
            "--quiet",
            "--out",
            folder.resolve("quiet").toString()
        };
        Answer quiet = acord(words);
        assertThat(quiet).isEqualTo(new Answer(0, "", ""));
        assertThat(folder.resolve("quiet/report.html")).exists();
        String[] asked = java.util.Arrays.copyOf(words, words.length + 1);
        asked[words.length] = "--json";
        Answer json = acord(asked);
        assertThat(json.out()).isEqualTo(Files.readString(folder.resolve("quiet/summary.json")));
        assertThat(json.err()).isEmpty();
    }

    @Test
    void aScenarioComesInOnStandardInput() throws IOException {
        byte[] text = "{agents: 3, horizon: 2, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord]}"
                .getBytes(StandardCharsets.UTF_8);
        Scenario scenario = ScenarioArgument.read(Path.of("-"), List.of("horizon=4"), new ByteArrayInputStream(text));
        assertThat(scenario.name()).isEqualTo("standard-input");
        assertThat(scenario.horizon()).isEqualTo(4);
        Assertions.assertThatThrownBy(() -> ScenarioArgument.read(
                        Path.of("-"), List.of(), new ByteArrayInputStream(new byte[] {(byte) 0xE9, 'a', ':'})))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("save it as UTF-8");
    }

    @Test
    void aPageThatNothingCanOpenIsNamed() {
        StringWriter err = new StringWriter();
        new Viewer(List.of(List.of("no-such-browser-is-installed")))
                .open(folder.resolve("report.html"), new PrintWriter(err, true));
        assertThat(err.toString()).contains("report.html", "name one in BROWSER");
    }

    @Test
    void everyCommandHasWordsInTheList() {
        for (CommandLine command : Main.commandLine().getSubcommands().values()) {
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as(command.getCommandName())
                    .isNotEmpty();
        }
    }
}
