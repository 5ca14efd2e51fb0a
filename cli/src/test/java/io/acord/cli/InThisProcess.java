package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.ScenarioReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import picocli.CommandLine;

/** The command in this process. */
public final class InThisProcess {

    private InThisProcess() {}

    public record Answer(int code, String out, String err) {}

    /** The kinds of costs that come with a scenario, every application among them. */
    static Set<String> applications() {
        return ScenarioReader.examples().keySet();
    }

    /** Does what has to succeed: the play that another is compared with, files that a test needs. */
    static void done(String... arguments) {
        Answer answer = acord(arguments);
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    public static Answer acord(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(arguments);
        return new Answer(code, out.toString(), err.toString());
    }
}
