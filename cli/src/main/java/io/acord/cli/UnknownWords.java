package io.acord.cli;

import io.acord.lab.options.NearestWord;
import io.acord.lab.run.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said to somebody who wrote a command or an option that is not there, or left one out. */
final class UnknownWords {

    private UnknownWords() {}

    static int explain(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        Optional<String> unknown = wrong instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().stream().findFirst()
                : Optional.empty();
        String name = command.getCommandSpec().qualifiedName(" ");
        if (unknown.isPresent()) {
            explain(unknown.get(), command, name, err);
        } else {
            err.println("acord: " + printable(String.valueOf(wrong.getMessage())));
            err.println(command.getHelp().synopsis(0).stripTrailing().indent(2).stripTrailing());
        }
        err.println("  see: ./" + name + " --help");
        return ExitCode.BAD_INPUT;
    }

    private static void explain(String unknown, CommandLine command, String name, PrintWriter err) {
        boolean isOption = unknown.startsWith("-") && unknown.length() > 1;
        boolean isCommand = !isOption && !command.getSubcommands().isEmpty();
        String word = isOption && unknown.contains("=") ? unknown.substring(0, unknown.indexOf('=')) : unknown;
        List<String> known = new ArrayList<>();
        if (isOption) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                known.add(option.longestName());
            }
        } else {
            known.addAll(command.getSubcommands().keySet());
        }
        err.println("acord: " + printable(word) + " is not "
                + (isOption ? "an option of " + name : isCommand ? "a command" : "expected by " + name));
        Optional<String> meant = word.length() > 100 ? Optional.empty() : NearestWord.to(word, known);
        meant.ifPresent(nearest -> err.println("  did you mean: ./" + name + " " + nearest));
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
