package io.acord.swarm.live;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.internal.system.DaemonThread;
import io.acord.protocol.live.Reply;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of JSON in, a line of JSON out. Whoever is faster than the fleet is not read until there is room. The end of
 * the input is the end of the controller, and of the member after the rounds that it was told: nobody else can speak to
 * it.
 */
final class PipeDoor implements FeedDoor {

    private static final Logger LOG = LoggerFactory.getLogger(PipeDoor.class);

    private static final int LONGEST_LINE = 1 << 20;

    /** Lines that a controller has not read; the oldest ones give way. */
    private static final int MOST_UNREAD = 10_000;

    private final LiveFeed feed;
    private final InputStream in;
    private final OutputStream out;
    private final LinkedBlockingDeque<String> unread = new LinkedBlockingDeque<>(MOST_UNREAD);
    private final Thread writer = DaemonThread.of(this::write, "acord-feed-out");

    private final Runnable atTheEnd;

    private PipeDoor(LiveFeed feed, InputStream in, OutputStream out, Runnable atTheEnd) {
        this.feed = feed;
        this.atTheEnd = atTheEnd;
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    static PipeDoor open(LiveFeed feed, InputStream in, OutputStream out) {
        PipeDoor door = talk(feed, in, out, feed::end);
        feed.listen((round, agent, answer) -> door.say(answer));
        return door;
    }

    /**
     * The same for one of several controllers, whose end is not the member's.
     *
     * @param atTheEnd is run when it says no more
     */
    static PipeDoor talk(LiveFeed feed, InputStream in, OutputStream out, Runnable atTheEnd) {
        PipeDoor door = new PipeDoor(feed, in, out, atTheEnd);
        door.writer.start();
        DaemonThread.of(door::read, "acord-feed-in").start();
        return door;
    }

    @Override
    public String inWords() {
        return "";
    }

    void say(String line) {
        while (!unread.offerLast(line)) {
            unread.pollFirst();
        }
    }

    private void write() {
        try {
            while (true) {
                out.write((unread.takeFirst() + "\n").getBytes(StandardCharsets.UTF_8));
                if (unread.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            LOG.warn("event=controller-gone why=\"{}\"", e.toString()); // it will be late from now on
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            for (byte[] line = line(); line != null; line = line()) {
                if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
                    take(line);
                }
            }
        } catch (IOException e) {
            LOG.warn("event=controller-gone why=\"{}\"", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            atTheEnd.run();
        }
    }

    /** The next line; null at the end. One that is too long is complained about, and empty. */
    private byte @org.jspecify.annotations.Nullable [] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int length = 0;
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (length++ < LONGEST_LINE) {
                line.write(next);
            }
        }
        if (length > LONGEST_LINE) {
            Complaint complaint = new Complaint(
                    "",
                    "is a line of " + length + " bytes",
                    "at most " + LONGEST_LINE,
                    "write every round on a line of its own");
            say(FeedDocuments.complaints(List.of(complaint), null, feed.nextRound()));
            return new byte[0];
        }
        return line.toByteArray();
    }

    private void take(byte[] line) throws InterruptedException {
        try {
            LiveFeed.Posted posted = feed.postInTurn(line, feed.ids());
            if (posted.reply() instanceof Reply.Refused refused) {
                say(FeedDocuments.refused(posted.round(), posted.agent().name(), refused, feed.nextRound()));
            } else if (posted.reply() instanceof Reply.Taken taken && taken.answer() != null) {
                say(taken.answer()); // it was over before
            }
        } catch (BadInputException e) {
            say(FeedDocuments.complaints(e.complaints(), null, feed.nextRound()));
        }
    }

    /** Lets what was said last be read, for a moment. */
    @Override
    public void close() {
        try {
            for (int k = 0; k < 100 && !unread.isEmpty(); k++) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
    }
}
