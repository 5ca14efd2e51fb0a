package io.acord.protocol.simulator;

import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What happens to messages on their way. Mutable. */
final class Network {

    /** What a message is on arrival. */
    enum Nature {
        HONEST,
        REPEATED,
        POISONED,
        INTRUDING
    }

    /** Carries one message to its place. */
    interface Delivery {
        void at(long time, int from, int to, Message message, Nature nature);
    }

    private static final int REMEMBERED = 64;

    private final Setting setting;
    private final Faults faults;
    private final SplittableRandom random;
    private final Delivery delivery;
    private final boolean[] side;
    private final long[] outFrom; // SWIZZLE: when each block is out
    private final long[] outTo;
    private final int victim;
    private final int[] slowBlocks;
    private final long cutFrom;
    private final long cutTo;
    private final long[] lastArrival; // by link, for those that keep the order
    private final boolean[] lastDropped; // by link
    private final Map<Integer, List<Message>> old = new HashMap<>(); // by link, to be replayed
    private final double[] drift;

    Network(Setting setting, Faults faults, SplittableRandom random, Delivery delivery) {
        this.setting = setting;
        this.faults = faults;
        this.random = random;
        this.delivery = delivery;
        int blocks = setting.blocks();
        this.side = new boolean[blocks];
        int first = random.nextInt(blocks);
        int arc = 1 + random.nextInt(Math.max(1, blocks - 1));
        for (int b = 0; b < blocks; b++) {
            boolean onArc = Math.floorMod(b - first, blocks) < arc;
            side[b] = faults.cut == Faults.Cut.RING ? onArc : random.nextBoolean();
        }
        this.victim = random.nextInt(blocks);
        this.cutFrom = faults.cutFrom * setting.period() + random.nextLong(setting.period() / 2);
        this.cutTo = (faults.cutFrom + faults.cutRounds) * setting.period() - setting.period() / 2;
        this.outFrom = new long[blocks];
        this.outTo = new long[blocks];
        for (int b = 0; b < blocks && cutTo > cutFrom + 2; b++) {
            outFrom[b] = random.nextLong(cutFrom, cutTo - 1);
            outTo[b] = random.nextLong(outFrom[b], cutTo);
        }
        this.slowBlocks = random.ints(faults.slowBlocks, 0, blocks).toArray();
        this.drift = new double[blocks];
        this.lastArrival = new long[blocks * blocks];
        this.lastDropped = new boolean[blocks * blocks];
    }

    void send(long now, int from, int to, Message message) {
        boolean faulty = isFaulty(now);
        Message told = from < faults.liars ? lie(from, message) : message;
        if (!faulty) {
            deliver(now, from, to, told, Nature.HONEST, false);
            return;
        }
        if (isCut(now, from, to) || isDropped(from, to, told)) {
            return;
        }
        if (from < faults.poisoners && told.kind().isNumbered() && random.nextDouble() < faults.poison) {
            deliver(now, from, to, poisoned(told), Nature.POISONED, false);
            return;
        }
        if (faults.intrusions > 0 && told.kind() == Message.Kind.SHOWN && random.nextInt(100) < faults.intrusions) {
            int stranger = random.nextInt(setting.blocks());
            delivery.at(now + 1, stranger, to, with(told, shifted(told.numbers())), Nature.INTRUDING);
        }
        boolean strays = random.nextDouble() < faults.reorder;
        deliver(now, from, to, told, Nature.HONEST, strays);
        if (told.kind().isNumbered()) {
            if (random.nextDouble() < faults.duplicate) {
                deliver(now + 1, from, to, told, Nature.REPEATED, true);
            }
            replay(now, from, to, told);
        }
    }

    private boolean isFaulty(long now) {
        return now / setting.period() <= faults.lastRound;
    }

    private void replay(long now, int from, int to, Message message) {
        if (faults.replay == 0) {
            return;
        }
        List<Message> frames = old.computeIfAbsent(link(from, to), key -> new ArrayList<>());
        if (!frames.isEmpty() && random.nextDouble() < faults.replay) {
            deliver(now + 1, from, to, frames.get(random.nextInt(frames.size())), Nature.REPEATED, true);
        }
        if (frames.size() < REMEMBERED) {
            frames.add(message);
        } else {
            frames.set(random.nextInt(REMEMBERED), message);
        }
    }

    private void deliver(long now, int from, int to, Message message, Nature nature, boolean strays) {
        boolean slow = isFaulty(now) && Arrays.stream(slowBlocks).anyMatch(b -> b == from);
        double factor = slow ? faults.slowness : 1;
        long delay = (long) (factor * faults.delay) + random.nextLong(2 * faults.jitter + 1) - faults.jitter;
        if (isFaulty(now) && random.nextDouble() < faults.tail) {
            delay = (long) Math.min(1_000_000, faults.delay / StrictMath.pow(random.nextDouble(), 1.5)); // Pareto
        }
        long arrival = now + Math.max(1, delay);
        if (strays) {
            arrival += random.nextLong(faults.reorderWindow * Math.max(1, faults.delay)) + 1;
        } else if (faults.reorder == 0) {
            arrival = Math.max(arrival, lastArrival[link(from, to)] + 1);
            lastArrival[link(from, to)] = arrival;
        }
        delivery.at(arrival, from, to, message, nature);
    }

    private int link(int from, int to) {
        return from * setting.blocks() + to;
    }

    private boolean isDropped(int from, int to, Message message) {
        double rate = message.kind().isNumbered() ? faults.dropData : faults.dropControl;
        if (rate == 0) {
            return false;
        }
        double c = faults.dropCorrelation;
        boolean before = lastDropped[link(from, to)];
        boolean dropped = random.nextDouble() < (before ? c + (1 - c) * rate : (1 - c) * rate);
        lastDropped[link(from, to)] = dropped;
        return dropped;
    }

    boolean isCut(long now, int from, int to) {
        if (faults.cut == Faults.Cut.EDGES) {
            long round = now / setting.period();
            boolean early = now % setting.period() < 7 * setting.period() / 10;
            SplittableRandom draw = new SplittableRandom(
                    round * 1_000_003 + Math.min(from, to) * 1_009L + Math.max(from, to) + victim * 7_919L);
            return early && draw.nextDouble() < faults.cutEdges;
        }
        if (now < cutFrom || now >= cutTo) {
            return false;
        }
        return switch (faults.cut) {
            case HALVES, RING -> side[from] != side[to];
            case ONE -> from == victim || to == victim;
            case ASYMMETRIC -> side[from] && !side[to];
            case SWIZZLE -> isOut(now, from) || isOut(now, to);
            case NONE, EDGES -> false;
        };
    }

    private boolean isOut(long now, int block) {
        return now >= outFrom[block] && now < outTo[block];
    }

    private Message poisoned(Message message) {
        double[] numbers = message.numbers().toArray();
        int kind = random.nextInt(5);
        if (numbers.length == 0 || kind == 4) {
            double[] wrong = new double[numbers.length + 1 + random.nextInt(1_000)];
            return with(message, Numbers.of(wrong));
        }
        double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e308};
        numbers[random.nextInt(numbers.length)] = bad[kind];
        return with(message, Numbers.of(numbers));
    }

    private static Numbers shifted(Numbers numbers) {
        double[] shifted = numbers.toArray();
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] += 1;
        }
        return Numbers.of(shifted);
    }

    /** What a compromised block says instead; finite, of the right length, and wrong. */
    private Message lie(int from, Message message) {
        if (message.kind() != Message.Kind.SHOWN) {
            return message;
        }
        double[] numbers = message.numbers().toArray();
        drift[from] += 0.01;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = switch (faults.lie) {
                case RANDOM -> 200 * random.nextDouble() - 100;
                case CONSTANT -> 50;
                case SIGN_FLIP -> -numbers[i];
                case DRIFTING -> numbers[i] + drift[from];
            };
        }
        return with(message, Numbers.of(numbers));
    }

    private static Message with(Message message, Numbers numbers) {
        return new Message(
                message.kind(),
                message.round(),
                message.number(),
                message.iteration(),
                message.epoch(),
                message.fingerprint(),
                message.detail(),
                numbers);
    }

    /** The first round that opens after the cut is over; 0 without one. */
    int firstRoundAfterCut() {
        return faults.cut == Faults.Cut.NONE || faults.cut == Faults.Cut.EDGES ? 0 : faults.cutFrom + faults.cutRounds;
    }
}
