package io.acord.cli;

import io.acord.input.BadInputException;
import io.acord.lab.run.ExitCode;
import io.acord.lab.scenario.Plugins;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * The top of the command line. Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken, 4
 * the heap was too small.
 */
@Command(
        name = "acord",
        description = "Decides for fleets: runs scenarios, compares policies, gives a verdict.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            RunCommand.class,
            SweepCommand.class,
            JudgeCommand.class,
            AdviseCommand.class,
            AuditCommand.class,
            ReproduceCommand.class,
            NewCommand.class,
            KindsCommand.class,
            ServeCommand.class,
            StudioCommand.class,
            SwarmCommand.class,
            AgentCommand.class,
            PartsCommand.class,
            JournalCommand.class,
            CertificatesCommand.class,
            CommandLine.HelpCommand.class,
            AutoComplete.GenerateCompletion.class,
            ManPage.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken, 4 the heap was too small.",
            "The heap of any command: ./acord --heap 6g COMMAND ..., or ACORD_HEAP=6g; a quarter of the memory by default.",
            "Shell completion: source <(./acord generate-completion)",
            "Help of a command: ./acord help COMMAND"
        })
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--plugins",
            paramLabel = "JARS",
            description =
                    "Jars with policies, costs and graphs of others, with : between them; also those of ACORD_PLUGINS.")
    private @Nullable String plugins;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        Main main = new Main();
        CommandLine command = new CommandLine(main);
        PartCommand.NAMES.forEach(part -> command.addSubcommand(part, PartCommand.of(part)));
        return command.setExecutionStrategy(main::execute)
                .setParameterExceptionHandler(UnknownWords::explain)
                .setExecutionExceptionHandler(
                        (thrown, failed, parsed) -> ExitCode.explain(thrown, "nothing was done", failed.getErr()))
                .setUsageHelpAutoWidth(true);
    }

    /** Plugins first: what a command reads or helps with may be theirs. */
    private int execute(ParseResult parsed) {
        try {
            Plugins.load(plugins);
        } catch (BadInputException refused) {
            return ExitCode.explain(
                    refused, "nothing was done", spec.commandLine().getErr());
        }
        CommandLine last = lastOf(parsed);
        if (PartCommand.NAMES.contains(last.getCommandName()) && !last.isUsageHelpRequested()) {
            return PartCommand.explain(last);
        }
        try {
            return new RunLast().execute(parsed);
        } catch (OutOfMemoryError e) {
            return ExitCode.explain(
                    e, "nothing was done", parsed.commandSpec().commandLine().getErr());
        }
    }

    private static CommandLine lastOf(ParseResult parsed) {
        List<CommandLine> commands = parsed.asCommandLineList();
        return commands.get(commands.size() - 1);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
