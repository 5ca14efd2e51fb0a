package io.acord.swarm;

import io.acord.fleet.ActionLog;
import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.Ledger;
import io.acord.fleet.Member;
import io.acord.fleet.Metrics;
import io.acord.fleet.RoundWatcher;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import io.acord.internal.system.LogLimit;
import io.acord.internal.system.ProcessRoom;
import io.acord.internal.system.WholeFile;
import io.acord.lab.run.ExitCode;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import io.acord.swarm.live.FeedDoor;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a fleet: it hosts the agents that its file names, talks to its neighbours only, and appends their
 * actions to a file. A swarm starts its processes with this class; {@code acord agent} calls it.
 */
public final class AgentProcess {

    /** A fleet that has played its last round stays a little for those who are behind. */
    private static final long STAY_MS = 3000;

    /**
     * gRPC prints a stack trace for every frame that it refuses; refusals are counted, and logged in a line. Held here,
     * or the level would be forgotten.
     */
    private static final java.util.logging.Logger GRPC = java.util.logging.Logger.getLogger("io.grpc");

    private AgentProcess() {}

    /** As a process of a swarm; its one argument is its file. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintWriter stderr = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        try {
            play(Path.of(args[0]), stderr);
        } catch (BadInputException | IOException | OutOfMemoryError e) {
            System.exit(ExitCode.explain(e, "nothing was done", stderr));
        }
        System.exit(0);
    }

    /** Plays what the file says, to the end of the scenario, of its controller's input, or of the process. */
    public static void play(Path file, PrintWriter stderr) throws IOException, InterruptedException {
        GRPC.setLevel(java.util.logging.Level.SEVERE);
        ProcessRoom.require("a member with few agents");
        AgentConfig config = AgentConfig.read(file);
        RendezvousFolder meeting = config.meeting() == null ? null : new RendezvousFolder(config.meeting());
        if (meeting != null) {
            endWithSupervisor();
        }
        play(file, config, meeting, stderr);
    }

    private static void play(Path file, AgentConfig config, @Nullable RendezvousFolder meeting, PrintWriter stderr)
            throws IOException, InterruptedException {
        String name = config.identity().member();
        AddressBook book = config.book();
        Place here = book.place(book.id(name));
        if (meeting != null) {
            book = book.at(Map.of(name, meeting.port(name).orElse(0)));
        }
        Metrics metrics = new Metrics();
        try (MemberPlay play = MemberPlay.of(config, here);
                ActionLog log = ActionLog.open(config.actions(), play.start().dimension(), play.names());
                Minutes minutes = new Minutes(config.actions().resolveSibling(name + ".faults.csv"), config.capture());
                BooksLog books = BooksLog.open(config.actions().resolveSibling(name + ".books.csv"), here.agents());
                ForesightLog plans =
                        ForesightLog.open(config.actions().resolveSibling(name + ".foresight.csv"), here.agents());
                Member member = Member.builder(config.identity(), config.credentials(), book)
                        .start(play.start())
                        .rules(play.rules(config.largestNorm(), config.clip()))
                        .rounds(play.rounds())
                        .actions(published -> {
                            log.act(published);
                            plans.followed(published);
                            play.given(published);
                        })
                        .journal(config.journal())
                        .deadline(config.deadline())
                        .pace(config.pace())
                        .every(config.every())
                        .warmUp(config.warmUp())
                        .metrics(metrics)
                        .tls(config.tls())
                        .transport(config.transport())
                        .longFrames(play.isWordy())
                        .watcher(minutes.and(books, plans, play.watcher()))
                        .auditor(minutes)
                        .joins(config.joins())
                        .gate(() -> play.mayBegin() && (meeting == null || meeting.isSaid("go")))
                        .open();
                StatusServer status = status(config, member, metrics, play, stderr);
                FeedDoor door = play.open(config.identity(), stderr)) {
            metrics.actions(log);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> closeQuietly(member)));
            if (meeting != null) {
                if (status != null) {
                    meeting.status(name, status.address().getPort());
                }
                meeting.listens(name, member.address().getPort());
                member.join(book.at(awaitAddresses(meeting)));
                supervised(meeting, name, member, metrics);
            } else {
                stderr.println("acord: " + name + " listens at " + member.address()
                        + (status == null ? "" : ", status at " + status.url() + "/health")
                        + (door.inWords().isEmpty() ? "" : ", " + door.inWords()));
                member.join();
                FileWatch.start(file, config, member, play, stderr);
                member.awaitEnd();
                Thread.sleep(STAY_MS);
                member.leavesAfter()
                        .ifPresent(last -> stderr.println("acord: " + name + " has left after round " + last));
            }
        }
    }

    private static @Nullable StatusServer status(
            AgentConfig config, Member member, Metrics metrics, MemberPlay play, PrintWriter stderr)
            throws IOException {
        Place at = config.metrics();
        if (at == null) {
            return null;
        }
        try {
            InetSocketAddress address = new InetSocketAddress(at.host(), at.port());
            StatusServer.Watchers watchers = config.watchers().isEmpty()
                    ? null
                    : new StatusServer.Watchers(config.credentials(), config.watchers());
            return StatusServer.open(address, member::health, metrics::scrape, play::feed, watchers, stderr);
        } catch (SocketException e) {
            throw Complaints.refuse(
                    "metrics",
                    "is " + at.host() + ":" + at.port() + ", where nobody can listen (" + e.getMessage() + ")",
                    "an address of this machine that is free: every member has one of its own",
                    "give another port");
        }
    }

    private static Map<String, Integer> awaitAddresses(RendezvousFolder meeting)
            throws IOException, InterruptedException {
        while (true) {
            Optional<Map<String, Integer>> known = meeting.addresses();
            if (known.isPresent()) {
                return known.get();
            }
            Thread.sleep(20);
        }
    }

    /** A member of a swarm ends when its supervisor does: the supervisor holds the other end of standard input. */
    private static void endWithSupervisor() {
        DaemonThread.of(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {
                                    // nothing is ever said
                                }
                            } catch (IOException e) {
                                // the same as an end
                            }
                            Runtime.getRuntime().exit(0);
                        },
                        "acord-supervisor")
                .start();
    }

    /** Says how far it is, until the supervisor lets go of it. */
    private static void supervised(RendezvousFolder meeting, String name, Member member, Metrics metrics)
            throws IOException, InterruptedException {
        long life = System.currentTimeMillis();
        boolean ready = false;
        boolean over = false;
        while (true) {
            if (!ready && member.hasAllPeers()) {
                ready = true;
                meeting.say(name + ".ready");
            }
            boolean was = over;
            over = member.awaitEnd(Duration.ofMillis(ready ? 250 : 20));
            StringBuilder text = new StringBuilder();
            text.append("rejected ").append(metrics.hostileMessages()).append('\n');
            for (Ledger.Line line : member.ledger().lines()) {
                text.append("edge " + line.peer() + " " + line.messagesSent() + " " + line.bytesSent() + "\n");
            }
            WholeFile.write(meeting.file(name + ".life-" + life), text.toString());
            if (over && !was) {
                meeting.say(name + ".finished");
            }
            if (over) {
                Thread.sleep(100);
            }
        }
    }

    private static void closeQuietly(Member member) {
        try {
            member.close();
        } catch (IOException e) {
            // the process ends
        }
    }

    /** Which rounds were degraded, and by whose absence; and every frame if that was asked for. */
    private static final class Minutes implements RoundWatcher, io.acord.fleet.FrameAuditor, AutoCloseable {
        private static final Logger LOG = LoggerFactory.getLogger(Minutes.class);

        private final LogLimit lines = new LogLimit();
        private final Writer faults;
        private final @Nullable DataOutputStream frames;

        Minutes(Path file, @Nullable Path capture) throws IOException {
            this.faults = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            this.frames = capture == null
                    ? null
                    : new DataOutputStream(new BufferedOutputStream(
                            Files.newOutputStream(capture, StandardOpenOption.CREATE, StandardOpenOption.APPEND)));
        }

        /** The same, whoever writes books and accounts down, and somebody else. */
        RoundWatcher and(BooksLog books, ForesightLog plans, RoundWatcher other) {
            Minutes minutes = this;
            return new RoundWatcher() {
                @Override
                public void lost(int round, String peer, Effect.Loss cause) {
                    minutes.lost(round, peer, cause);
                    other.lost(round, peer, cause);
                }

                @Override
                public void refused(int round, String peer, Disagreement cause) {
                    minutes.refused(round, peer, cause);
                    other.refused(round, peer, cause);
                }

                @Override
                public void certified(int round, double share) {
                    other.certified(round, share);
                }

                @Override
                public void over(int round, boolean degraded) {
                    minutes.over(round, degraded);
                    other.over(round, degraded);
                }

                @Override
                public void booked(int round, Numbers numbers) {
                    books.booked(round, numbers);
                }

                @Override
                public void accounted(int round, Numbers accounts) {
                    plans.accounted(round, accounts);
                    other.accounted(round, accounts);
                }

                @Override
                public void promiseEnded(int round, String why) {
                    minutes.line(round + ",unpromised,," + why.replace(',', ';'));
                    other.promiseEnded(round, why);
                }
            };
        }

        private void line(String text) {
            try {
                faults.write(text + "\n");
                faults.flush();
            } catch (IOException e) {
                notWritten(e);
            }
        }

        /** A full disk ends nobody: what is told here was told in the log, too. */
        private void notWritten(IOException e) {
            long withheld = lines.next();
            if (withheld >= 0) {
                LOG.error("event=minutes-not-written why=\"{}\" withheld={}", e.toString(), withheld);
            }
        }

        @Override
        public void lost(int round, String peer, Effect.Loss cause) {
            line(round + ",lost," + peer + "," + cause);
        }

        @Override
        public void refused(int round, String peer, Disagreement cause) {
            line(round + ",refused," + peer + "," + cause);
        }

        @Override
        public void over(int round, boolean degraded) {
            if (degraded) {
                line(round + ",degraded,,");
            }
        }

        @Override
        public void frame(String peer, boolean outgoing, byte[] frame) {
            if (frames == null || !outgoing) {
                return;
            }
            try {
                frames.writeInt(frame.length);
                frames.write(frame);
                frames.flush();
            } catch (IOException e) {
                notWritten(e);
            }
        }

        @Override
        public void close() {
            try {
                faults.close();
                if (frames != null) {
                    frames.close();
                }
            } catch (IOException e) {
                notWritten(e);
            }
        }
    }
}
