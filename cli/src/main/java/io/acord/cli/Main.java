package io.acord.cli;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The top of the command line. Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken. */
@Command(
        name = "acord",
        description = "Decides for fleets: runs scenarios, compares policies, gives a verdict.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            RunCommand.class,
            ReproduceCommand.class,
            NewCommand.class,
            ServeCommand.class,
            StudioCommand.class,
            SwarmCommand.class,
            AgentCommand.class,
            CertificatesCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 the run failed, 2 bad input, 3 done but a promise was broken.",
            "Shell completion: source <(./acord generate-completion)",
            "On a Spark cluster: ./acord spark --help",
            "How fast it is on this machine: ./acord bench --help"
        })
public final class Main implements Runnable {

    static final int FAILED = 1;
    static final int BAD_INPUT = 2;
    static final int PROMISE_BROKEN = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler((thrown, command, parsed) -> explain(thrown, command.getErr()))
                .setUsageHelpAutoWidth(true);
    }

    /** Complaints one by one for bad input, one line for what went wrong otherwise; a stack trace only where it is our bug. */
    private static int explain(Exception thrown, PrintWriter err) {
        if (thrown instanceof BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                err.println(complaint);
            }
            int count = refused.complaints().size();
            err.println(count == 1 ? "1 complaint; nothing was done." : count + " complaints; nothing was done.");
            return BAD_INPUT;
        }
        if (thrown instanceof java.io.IOException || thrown instanceof java.io.UncheckedIOException) {
            err.println("acord: " + thrown);
            return FAILED;
        }
        thrown.printStackTrace(err);
        return FAILED;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
