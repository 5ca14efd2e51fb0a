package io.acord.cli;

import io.acord.lab.terminal.Console;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command, and where it prints. */
abstract class TerminalCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    final Console console(QuietOption quiet) {
        return Console.of(out(), err(), quiet.quiet);
    }

    /** {@code --quiet}, the same in every command that has it. */
    static final class QuietOption {

        @Option(
                names = {"-q", "--quiet"},
                description =
                        "Prints neither progress nor tables; what went wrong, and what --json asks for, still comes.")
        private boolean quiet;
    }

    /** Whether an option was given, be it with the value that it has anyway. */
    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
