package io.acord.cli;

import io.acord.lab.run.ExitCode;
import io.acord.lab.source.PackagedText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command that lives in a part of its own, which the launcher fetches and starts when it is first asked for. Here is
 * what it says of itself, so that its help, its place in the list and its completion are there before it is. The text
 * is that part's own help; tests of the parts compare.
 */
final class PartCommand {

    static final List<String> NAMES = List.of("spark", "bench");

    private static final Pattern OPTION = Pattern.compile("^ +(?:(-\\w), )?(--[\\w-]+)(=\\S+)? ", Pattern.MULTILINE);

    private PartCommand() {}

    /** Its help, as the part itself prints it. */
    static String help(String name) {
        return PackagedText.of(PartCommand.class, "parts/" + name + ".txt");
    }

    /** What the list of commands says of it: the first paragraph of the help after the line of usage. */
    private static String summary(String help) {
        List<String> lines = help.lines()
                .dropWhile(line -> line.startsWith("Usage:") || line.startsWith(" "))
                .toList();
        StringBuilder sentence = new StringBuilder();
        for (String line : lines) {
            sentence.append(sentence.length() == 0 ? "" : " ").append(line.strip());
            if (line.strip().endsWith(".")) {
                break;
            }
        }
        return sentence.toString();
    }

    static CommandLine of(String name) {
        String help = help(name);
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(summary(help));
        Matcher option = OPTION.matcher(help);
        while (option.find()) {
            boolean isHelp = option.group(2).equals("--help");
            OptionSpec.Builder built = option.group(1) == null
                    ? OptionSpec.builder(option.group(2))
                    : OptionSpec.builder(option.group(1), option.group(2));
            spec.addOption(built.type(option.group(3) == null ? boolean.class : String.class)
                    .paramLabel(option.group(3) == null ? "" : option.group(3).substring(1))
                    .usageHelp(isHelp)
                    .build());
        }
        spec.addPositional(
                PositionalParamSpec.builder().arity("0..*").hidden(true).build());
        CommandLine command = new CommandLine(spec);
        command.setUnmatchedArgumentsAllowed(true);
        command.getHelpSectionMap().clear();
        command.setHelpSectionKeys(List.of("text"));
        command.getHelpSectionMap().put("text", formatted -> help);
        return command;
    }

    /** Only the launcher can start a part. */
    static int explain(CommandLine command) {
        command.getErr()
                .println("acord: " + command.getCommandName()
                        + " is a part of its own, which the launcher starts: ./acord " + command.getCommandName());
        return ExitCode.FAILED;
    }
}
