package io.acord.swarm;

import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.Member;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks every second whether the file of a member has changed: who there is, and whether it leaves, counts at once. A
 * file that cannot be used changes nothing, and what is wrong with it is said.
 */
final class FileWatch {

    private static final long EVERY_MS = 1000;

    private final Path file;
    private final AgentConfig config; // that the member was started with
    private final Member member;
    private final MemberPlay play;
    private final PrintWriter stderr;
    private String seen = "";

    private FileWatch(Path file, AgentConfig config, Member member, MemberPlay play, PrintWriter stderr) {
        this.file = file;
        this.config = config;
        this.member = member;
        this.play = play;
        this.stderr = stderr;
        this.seen = stamp();
    }

    /** Watches until the process ends. */
    static void start(Path file, AgentConfig config, Member member, MemberPlay play, PrintWriter stderr) {
        FileWatch watch = new FileWatch(file, config, member, play, stderr);
        if (config.leaves()) {
            member.leave();
        }
        DaemonThread.of(watch::run, "acord-file").start();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(EVERY_MS);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        String stamp = stamp();
        if (stamp.equals(seen)) {
            return;
        }
        seen = stamp;
        try {
            AgentConfig newer = AgentConfig.read(file);
            Optional<BadInputException> moved = moved(newer);
            if (moved.isPresent()) {
                member.stop(moved.get());
                return;
            }
            member.renew(newer.book());
            play.know(newer);
            if (newer.leaves()) {
                member.leave();
            }
            stderr.println("acord: " + file + " was read again");
        } catch (BadInputException e) {
            stderr.println("acord: " + file + " has changed and is not used:");
            e.complaints().forEach(stderr::println);
        }
    }

    /** Whoever is said to be somewhere else has been replaced, or will be: two must not play with one journal. */
    private Optional<BadInputException> moved(AgentConfig newer) {
        Place before = here(config);
        Place now = here(newer);
        boolean isHere = before.host().equals(now.host()) && before.port() == now.port();
        return isHere
                ? Optional.empty()
                : Optional.of(Complaints.refuse(
                        file + ": members, " + now.member(),
                        "is at " + now.host() + ":" + now.port() + " now, and this process at " + before.host() + ":"
                                + before.port(),
                        "one process a member",
                        "start it there with this journal: this process has stopped"));
    }

    private static Place here(AgentConfig config) {
        return config.book().place(config.book().id(config.identity().member()));
    }

    private String stamp() {
        try {
            return Files.getLastModifiedTime(file) + "/" + Files.size(file);
        } catch (IOException e) {
            return seen; // it is being replaced
        }
    }
}
