package io.acord.cli;

import io.acord.lab.terminal.Console;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code --quiet}, the same in every command that has it. */
final class QuietOption {

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints neither progress nor tables; what went wrong, and what --json asks for, still comes.")
    private boolean quiet;

    Console console(CommandSpec spec) {
        return Console.of(spec.commandLine().getOut(), spec.commandLine().getErr(), quiet);
    }
}
