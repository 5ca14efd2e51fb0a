package io.acord.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/** {@code acord generate-man-page}: the manual page, from the same words as the help. */
@Command(
        name = "generate-man-page",
        description = {
            "Prints the manual page.",
            "To have it: ./acord generate-man-page > ~/.local/share/man/man1/acord.1, then man acord."
        },
        mixinStandardHelpOptions = true)
final class ManPage implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private final StringBuilder page = new StringBuilder();

    @Override
    public void run() {
        CommandSpec root = spec.root();
        line(".TH ACORD 1 \"\" \"" + roff(Version.text()) + "\"");
        section("NAME");
        text("acord \\- " + roff(String.join(" ", root.usageMessage().description())));
        section("SYNOPSIS");
        text(".B acord\n" + roff("[--heap SIZE] [--plugins JARS] COMMAND [OPTION ...]"));
        section("OPTIONS");
        parameters(root);
        section("COMMANDS");
        for (Map.Entry<String, CommandLine> each : root.subcommands().entrySet()) {
            command(each.getKey(), each.getValue());
        }
        section("EXIT STATUS AND MORE");
        for (String footer : root.usageMessage().footer()) {
            if (!footer.isBlank()) {
                line(".PP");
                text(roff(footer));
            }
        }
        spec.commandLine().getOut().print(page);
        spec.commandLine().getOut().flush();
    }

    private void command(String name, CommandLine command) {
        line(".SS " + roff("acord " + name));
        if (PartCommand.NAMES.contains(name)) {
            line(".nf");
            text(roff(PartCommand.help(name).strip()));
            line(".fi");
            return;
        }
        for (String words : command.getCommandSpec().usageMessage().description()) {
            line(".PP");
            text(roff(plain(words)));
        }
        parameters(command.getCommandSpec());
    }

    private void parameters(CommandSpec command) {
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (!parameter.hidden()) {
                item(parameter.paramLabel(), parameter.description());
            }
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                item(String.join(", ", option.names()) + label, option.description());
            }
        }
    }

    private void item(String name, String[] description) {
        line(".TP");
        line(".B " + roff(name));
        text(roff(plain(String.join(" ", List.of(description)))));
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void line(String words) {
        page.append(words).append('\n');
    }

    private void text(String words) {
        line(words.isEmpty() ? "\\&" : words);
    }

    private static String plain(String words) {
        return Ansi.OFF.text(words).plainString().replace("${COMPLETION-CANDIDATES}", "see the help");
    }

    /** Text that no roff takes for a request. */
    private static String roff(String words) {
        StringBuilder safe = new StringBuilder();
        words.lines().forEach(each -> {
            String escaped = each.replace("\\", "\\e").replace("-", "\\-");
            boolean isRequest = escaped.startsWith(".") || escaped.startsWith("'");
            safe.append((safe.length() == 0 ? "" : "\n") + (isRequest ? "\\&" : "") + escaped);
        });
        return safe.toString();
    }
}
