package io.acord.foresight;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** What a fleet that looks ahead remembers, as bytes with a checksum. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
record SavedForesight(
        Trust trust,
        byte[] expert,
        Actions actions,
        Cost cost,
        double[] balances,
        @Nullable Actions plan,
        double[] moving,
        @Nullable String whyNotPromised) {

    private static final int MAGIC = 0x41435331; // "ACS1": the last byte is the format's version
    private static final int CHECKSUM = 4;

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeDouble(trust.epsilon());
            out.writeUTF(trust.account().word());
            out.writeInt(expert.length);
            out.write(expert);
            out.writeInt(actions.dimension());
            write(out, actions.toArray());
            write(out, new double[] {cost.hitting(), cost.switching(), cost.dissimilarity()});
            write(out, balances);
            out.writeInt(plan == null ? 0 : plan.dimension());
            write(out, plan == null ? new double[0] : plan.toArray());
            write(out, moving);
            out.writeUTF(whyNotPromised == null ? "" : whyNotPromised);
            out.flush();
            out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // memory does not fail
        }
        return bytes.toByteArray();
    }

    /** Reads what {@link #bytes} wrote, for a fleet of this many agents with this trust. */
    static SavedForesight of(byte[] bytes, int agents, Trust trust) {
        int end = bytes.length - CHECKSUM;
        if (end < 0 || ByteBuffer.wrap(bytes).getInt(end) != checksum(bytes, end)) {
            throw damaged("do not have the checksum that save() ends with");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end))) {
            if (in.readInt() != MAGIC) {
                throw damaged("do not start as save() writes them");
            }
            double epsilon = in.readDouble();
            String word = in.readUTF();
            if (epsilon != trust.epsilon() || !word.equals(trust.account().word())) {
                throw Complaints.refuse(
                        "saved fleet",
                        "has a trust of " + epsilon + " and the account " + word,
                        trust.epsilon() + " and " + trust.account().word() + ", because accounts were kept for it",
                        "resume it with the trust that it was saved with, or begin anew");
            }
            byte[] expert = in.readNBytes(count(in, 1));
            int d = in.readInt();
            Actions actions = Actions.flat(d, read(in));
            double[] costs = read(in);
            double[] balances = read(in);
            int planned = in.readInt();
            double[] plan = read(in);
            double[] moving = read(in);
            String why = in.readUTF();
            boolean fits = actions.agents() == agents
                    && costs.length == 3
                    && balances.length == (trust.account() == Trust.Account.COMMON ? 1 : agents)
                    && (plan.length == 0 || plan.length == agents * planned)
                    && (moving.length == 0 || moving.length == agents);
            if (!fits) {
                throw Complaints.refuse(
                        "saved fleet",
                        "has " + actions.agents() + " agents",
                        agents + ", as this fleet has",
                        "resume it with Foresight.builder(" + actions.agents() + ")");
            }
            return new SavedForesight(
                    trust,
                    expert,
                    actions,
                    new Cost(costs[0], costs[1], costs[2]),
                    balances,
                    plan.length == 0 ? null : Actions.flat(planned, plan),
                    moving,
                    why.isEmpty() ? null : why);
        } catch (IOException inconsistent) {
            throw damaged("contradict themselves");
        }
    }

    private static BadInputException damaged(String found) {
        return Complaints.refuse(
                "saved fleet", "has bytes that " + found, "the bytes of Foresight.save()", "take an undamaged copy");
    }

    private static void write(DataOutputStream out, double[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    private static double[] read(DataInputStream in) throws IOException {
        double[] numbers = new double[count(in, Double.BYTES)];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.readDouble();
        }
        return numbers;
    }

    /** A number of things that can still follow. */
    private static int count(DataInputStream in, int bytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / bytes) {
            throw new IOException("more than there is");
        }
        return count;
    }

    private static int checksum(byte[] bytes, int end) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, end);
        return (int) crc.getValue();
    }
}
