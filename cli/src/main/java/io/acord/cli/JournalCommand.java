package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.internal.system.FileFinding;
import io.acord.lab.run.ExitCode;
import io.acord.service.ServiceJournalCheck;
import io.acord.swarm.MemberJournalCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code acord journal check}. */
@Command(
        name = "journal",
        description = "Looks at what members of a fleet and services leave on disk.",
        subcommands = JournalCommand.Check.class,
        mixinStandardHelpOptions = true)
final class JournalCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.BAD_INPUT;
    }

    /** {@code acord journal check DIR}. */
    @Command(
            name = "check",
            description = {
                "Verifies the journals of members and services that do not run: what is there, and what is damaged.",
                "Changes nothing unless --repair says so. Exit code 3 if something is damaged."
            },
            mixinStandardHelpOptions = true)
    static final class Check extends TerminalCommand {

        @Parameters(
                paramLabel = "DIR",
                description = "The journal of a member, the state of a service, or a folder with some of these.")
        @SuppressWarnings("NullAway.Init")
        private Path folder;

        @Option(
                names = "--repair",
                description = {
                    "Takes out what is damaged of what controllers told, and cuts a service's journal where the damage begins:",
                    "what was there is given up, and kept beside as FILE.damaged. Snapshots of members need none."
                })
        private boolean repairs;

        @Override
        public Integer call() throws IOException {
            List<Path> journals = journals();
            PrintWriter out = out();
            boolean isSound = true;
            for (Path journal : journals) {
                List<FileFinding> findings = new ArrayList<>();
                if (MemberJournalCheck.isOne(journal)) {
                    findings.addAll(MemberJournalCheck.check(journal, repairs));
                }
                if (ServiceJournalCheck.isOne(journal)) {
                    findings.addAll(ServiceJournalCheck.check(journal, repairs));
                }
                for (FileFinding finding : findings) {
                    out.println((finding.isSound() ? "ok       " : "damaged  ") + finding.file() + ": "
                            + finding.inWords());
                    isSound &= finding.isSound();
                }
            }
            out.flush();
            return isSound ? 0 : ExitCode.PROMISE_BROKEN;
        }

        private static boolean isJournal(Path folder) {
            return MemberJournalCheck.isOne(folder) || ServiceJournalCheck.isOne(folder);
        }

        private List<Path> journals() throws IOException {
            if (!Files.isDirectory(folder)) {
                throw Complaints.refuse(
                        "DIR: " + folder, "is not a folder", "a folder with a journal", "correct the path");
            }
            if (isJournal(folder)) {
                return List.of(folder);
            }
            try (Stream<Path> inside = Files.list(folder)) {
                List<Path> found = inside.filter(Files::isDirectory)
                        .filter(Check::isJournal)
                        .sorted()
                        .toList();
                if (found.isEmpty()) {
                    throw Complaints.refuse(
                            "DIR: " + folder,
                            "has no journal, nor has a folder in it",
                            "the journal of a member (journal-MEMBER) or the state of a service (runs/NAME-serve)",
                            "correct the path");
                }
                return found;
            }
        }
    }
}
