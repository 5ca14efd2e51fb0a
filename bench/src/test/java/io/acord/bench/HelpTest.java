package io.acord.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HelpTest {

    /** Its help is there before it is: the command itself has the text. */
    @Test
    void theHelpIsWhatTheCommandSaysOfIt() throws IOException {
        assertThat(new CommandLine(new Main()).setUsageHelpWidth(100).getUsageMessage(CommandLine.Help.Ansi.OFF))
                .isEqualToNormalizingNewlines(
                        Files.readString(Path.of("../cli/src/main/resources/io/acord/cli/parts/bench.txt")));
    }
}
