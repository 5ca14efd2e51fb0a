package io.acord.fleet.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Predicate;

/**
 * What one end of a conversation over datagrams remembers: the newest frames that the other end has not confirmed, and
 * which of the other's came. Every datagram confirms, and carries as many unconfirmed frames as fit, so that the next
 * frame makes up for a lost one; none waits for another. A frame is handed on once. Older frames are forgotten: who
 * misses one asks for it. Mutable, for one thread.
 *
 * <pre>
 *   datagram:  newest number that came (4 bytes), which of the 32 before it did (4), frames
 *   frame:     number (4), length (2), bytes
 * </pre>
 */
final class RecentFrames {

    /** A peer of a round is at most a message ahead, and may have asked for something besides. */
    private static final int KEPT = 4;

    private static final int HEADER = 8;
    private static final int FRAME_HEADER = 6;
    private static final int WINDOW = 32; // numbers before the newest

    /** What a datagram has brought. */
    enum Brought {
        /** A frame that was handed on. */
        NEWS,
        /** Frames that came before, and none that was handed on. */
        REPEATS,
        /** No frame, or none that there was room for. */
        NOTHING,
        /** It is not a datagram of a member. */
        NONSENSE
    }

    /** A frame and its number. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Numbered(int number, byte[] frame) {}

    private final Deque<Numbered> unconfirmed = new ArrayDeque<>(); // the oldest first
    private int last; // number given to a frame
    private int newest; // number that came; numbers begin at 1 and may overflow
    private int before; // bit k: number newest - 1 - k came

    /** Whether a frame fits into a datagram of so many bytes. */
    static boolean fits(byte[] frame, int bytes) {
        return HEADER + FRAME_HEADER + frame.length <= bytes;
    }

    /** This frame is sent next; it has to fit. */
    void add(byte[] frame) {
        if (unconfirmed.size() == KEPT) {
            unconfirmed.removeFirst();
        }
        unconfirmed.addLast(new Numbered(++last, frame));
    }

    /** Whether everything that was sent, and is not forgotten, has arrived. */
    boolean isConfirmed() {
        return unconfirmed.isEmpty();
    }

    /** What to send now, in so many bytes at most. */
    byte[] datagram(int bytes) {
        Deque<Numbered> sent = new ArrayDeque<>();
        int size = HEADER;
        for (Iterator<Numbered> each = unconfirmed.descendingIterator(); each.hasNext(); ) {
            Numbered next = each.next();
            size += FRAME_HEADER + next.frame.length;
            if (size > bytes) {
                size -= FRAME_HEADER + next.frame.length;
                break;
            }
            sent.addFirst(next);
        }
        ByteBuffer datagram = ByteBuffer.allocate(size).putInt(newest).putInt(before);
        for (Numbered each : sent) {
            datagram.putInt(each.number).putShort((short) each.frame.length).put(each.frame);
        }
        return datagram.array();
    }

    /**
     * Takes a datagram in.
     *
     * @param taker gets each new frame, and says whether it had room for it; if not, the peer will send it again
     */
    Brought read(byte[] datagram, Predicate<byte[]> taker) {
        ByteBuffer bytes = ByteBuffer.wrap(datagram);
        if (bytes.remaining() < HEADER) {
            return Brought.NONSENSE;
        }
        confirmed(bytes.getInt(), bytes.getInt());
        Brought brought = Brought.NOTHING;
        while (bytes.hasRemaining()) {
            if (bytes.remaining() < FRAME_HEADER) {
                return Brought.NONSENSE;
            }
            int number = bytes.getInt();
            int length = Short.toUnsignedInt(bytes.getShort());
            if (length > bytes.remaining()) {
                return Brought.NONSENSE;
            }
            byte[] frame = new byte[length];
            bytes.get(frame);
            if (hasCome(number)) {
                brought = brought == Brought.NOTHING ? Brought.REPEATS : brought;
            } else if (taker.test(frame)) {
                came(number);
                brought = Brought.NEWS;
            }
        }
        return brought;
    }

    private void confirmed(int upTo, int bits) {
        unconfirmed.removeIf(each -> {
            int age = upTo - each.number - 1;
            return age == -1 || (age >= 0 && age < WINDOW && (bits >>> age & 1) == 1);
        });
    }

    /** Whether a number came, or is so old that this is not known any more. */
    private boolean hasCome(int number) {
        int age = newest - number - 1;
        return age >= -1 && (age == -1 || age >= WINDOW || (before >>> age & 1) == 1);
    }

    private void came(int number) {
        int ahead = number - newest;
        if (ahead <= 0) {
            before |= 1 << (newest - number - 1);
            return;
        }
        int shifted = ahead >= WINDOW ? 0 : before << ahead;
        before = ahead > WINDOW ? 0 : shifted | 1 << (ahead - 1);
        newest = number;
    }
}
