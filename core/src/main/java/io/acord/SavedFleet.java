package io.acord;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.theory.Books;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet remembers, and how it is written down.
 *
 * @param lambdaMemory of each agent, what its λ rests on
 * @param rule the {@link io.acord.recipe.LambdaRule#fingerprint fingerprint} of the rule that λ came from
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
record SavedFleet(
        int rounds,
        Actions actions,
        double[] lambdaMemory,
        double leastLambda,
        double steepest,
        Books books,
        double @Nullable [] switchingWeights,
        Cost cost,
        double gaps,
        double shift,
        @Nullable String whyNotCovered,
        @Nullable String whyNotPromised,
        long rule) {

    private static final int MAGIC = 0x41434633; // "ACF3": the last byte is the format's version
    private static final int VERSION = 0xFF;
    private static final int CHECKSUM = 4;

    byte[] bytes() {
        byte[] why = bytes(whyNotCovered);
        byte[] whyNot = bytes(whyNotPromised);
        double[] inBooks = books.toArray();
        double[] b = switchingWeights == null ? new double[0] : switchingWeights;
        double[] x = actions.toArray();
        int numbers = x.length + lambdaMemory.length + inBooks.length + b.length;
        int size = 7 * 4 + 8 * 8 + 8 * numbers + why.length + whyNot.length + CHECKSUM;
        ByteBuffer into = ByteBuffer.allocate(size);
        into.putInt(MAGIC).putInt(rounds).putInt(actions.agents()).putInt(actions.dimension());
        into.putLong(rule).putInt(b.length).putInt(why.length).putInt(whyNot.length);
        into.putDouble(leastLambda)
                .putDouble(steepest)
                .putDouble(cost.hitting())
                .putDouble(cost.switching());
        into.putDouble(cost.dissimilarity()).putDouble(gaps).putDouble(shift);
        put(into, x);
        put(into, lambdaMemory);
        put(into, inBooks);
        put(into, b);
        into.put(why).put(whyNot);
        into.putInt(checksum(into.array(), into.position()));
        return into.array();
    }

    /** Reads what {@link #bytes} wrote, for a fleet of this many agents. */
    static SavedFleet of(byte[] bytes, int agents) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        int end = bytes.length - CHECKSUM;
        if (end < 0 || from.getInt(end) != checksum(bytes, end)) {
            throw damaged("do not have the checksum that save() ends with");
        }
        try {
            int magic = from.getInt();
            if ((magic | VERSION) == (MAGIC | VERSION) && magic != MAGIC) {
                throw Complaints.refuse(
                        "saved fleet",
                        "is of format " + (char) (magic & VERSION),
                        "format " + (char) (MAGIC & VERSION) + ", which this version of Acord writes",
                        "go on with the version that saved it, or begin anew");
            }
            if (magic != MAGIC) {
                throw damaged("do not start as save() writes them");
            }
            int rounds = from.getInt();
            int saved = from.getInt();
            int d = from.getInt();
            if (saved != agents) {
                throw Complaints.refuse(
                        "saved fleet",
                        "has " + saved + " agents",
                        agents + ", as this fleet has",
                        "resume it with Fleet.builder(" + saved + ")");
            }
            long rule = from.getLong();
            int weights = from.getInt();
            int words = from.getInt();
            int moreWords = from.getInt();
            double leastLambda = from.getDouble();
            double steepest = from.getDouble();
            Cost cost = new Cost(from.getDouble(), from.getDouble(), from.getDouble());
            double gaps = from.getDouble();
            double shift = from.getDouble();
            Actions actions = Actions.flat(d, get(from, Math.multiplyExact(agents, d)));
            double[] lambdaMemory = get(from, agents);
            Books books = Books.of(d, get(from, Math.multiplyExact(agents, 2 + d)));
            double[] b = weights == 0 ? null : get(from, weights);
            String why = text(from, words);
            String whyNot = text(from, moreWords);
            return new SavedFleet(
                    rounds,
                    actions,
                    lambdaMemory,
                    leastLambda,
                    steepest,
                    books,
                    b,
                    cost,
                    gaps,
                    shift,
                    why,
                    whyNot,
                    rule);
        } catch (BufferUnderflowException | ArithmeticException | NegativeArraySizeException inconsistent) {
            throw damaged("contradict themselves");
        }
    }

    private static BadInputException damaged(String found) {
        return Complaints.refuse(
                "saved fleet", "has bytes that " + found, "the bytes of Fleet.save()", "take an undamaged copy");
    }

    private static byte[] bytes(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(ByteBuffer from, int length) {
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return length == 0 ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer into, double[] numbers) {
        for (double number : numbers) {
            into.putDouble(number);
        }
    }

    private static double[] get(ByteBuffer from, int count) {
        if (count > from.remaining() / 8) {
            throw new BufferUnderflowException();
        }
        double[] numbers = new double[count];
        Arrays.setAll(numbers, k -> from.getDouble());
        return numbers;
    }

    private static int checksum(byte[] bytes, int end) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, end);
        return (int) crc.getValue();
    }
}
