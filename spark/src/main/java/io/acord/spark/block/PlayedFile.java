package io.acord.spark.block;

import io.acord.lab.block.NumberFile;
import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import io.acord.model.Cost;
import io.acord.theory.Books;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a block played in some rounds, the last of which it can go on from. Immutable. */
public record PlayedFile(List<Played> rounds) {

    private static final long MARK = 0x0004_646579616c70L; // "played", version 4

    private static final double[] NONE = {};

    /**
     * One round of a block.
     *
     * @param cost the block's share: its agents' hitting and switching costs, and the dissimilarity of the edges of
     *     which it has the end with the smaller id
     * @param certificate the block's share of a bound on F_t(x_t) − min F_t
     * @param shift Σ min(0, min f) over its agents (E19)
     * @param atLeast Σ c of its agents' books up to this round (theory 12); −∞ if they prove nothing
     * @param frames what it told other blocks
     * @param bytes the payload of those
     * @param times where the time went
     * @param actions d numbers a row
     * @param books c, ω and ξ of each row; empty if they prove nothing, or are not needed any more
     * @param memory what the rule for λ remembers of each row; empty where somebody else computes λ
     * @param followed how far the rows followed their plans; null if they do not look ahead. Certificate and books are
     *     then their experts'
     */
    @SuppressWarnings("ArrayRecordComponent") // written by one task, read by the driver
    public record Played(
            int t,
            Cost cost,
            double certificate,
            double shift,
            double atLeast,
            long frames,
            long bytes,
            Times times,
            double[] actions,
            double[] books,
            double[] memory,
            @Nullable Followed followed)
            implements Serializable {

        Played with(Times spent) {
            return new Played(
                    t, cost, certificate, shift, atLeast, frames, bytes, spent, actions, books, memory, followed);
        }

        private Played with(double[] ofRows, double[] ofBooks, double[] ofRule, @Nullable Followed ofPlans) {
            return new Played(
                    t, cost, certificate, shift, atLeast, frames, bytes, times, ofRows, ofBooks, ofRule, ofPlans);
        }

        /** The same for whoever does not go on from it. */
        public Played withoutBooks() {
            return with(actions, NONE, NONE, followed == null ? null : followed.withoutMemory());
        }

        /** The same for whoever does not go on from it, but wants to see the books. */
        Played withoutMemory() {
            return with(actions, books, NONE, followed == null ? null : followed.withoutMemory());
        }

        /** The same, for accounts. */
        public Played withoutActions() {
            return with(NONE, NONE, NONE, followed == null ? null : followed.withoutRows());
        }

        /** Everybody's start: nothing was played yet. */
        static Played start(double[] actions, int dimension, boolean remembers) {
            double[] books = new Books(dimension, actions).toArray();
            double[] memory = new double[remembers ? actions.length / dimension : 0];
            Arrays.fill(memory, Double.POSITIVE_INFINITY);
            return new Played(0, Cost.ZERO, 0, 0, 0, 0, 0, Times.NONE, actions, books, memory, null);
        }
    }

    /**
     * How far the rows of a block followed their plans in a round.
     *
     * @param cost the block's share of what the experts paid
     * @param whyNotPromised why nothing is promised any more; empty if it is
     * @param expert what the experts played, d numbers a row
     * @param planned for this round, d numbers a row
     * @param gammas how far each row went from the one to the other
     * @param accounts what the account of each holds afterwards
     * @param memory all that is needed to go on; empty if nobody does
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Followed(
            Cost cost,
            String whyNotPromised,
            double[] expert,
            double[] planned,
            double[] gammas,
            double[] accounts,
            double[] memory)
            implements Serializable {

        Followed withoutMemory() {
            return new Followed(cost, whyNotPromised, expert, planned, gammas, accounts, NONE);
        }

        Followed withoutRows() {
            return new Followed(cost, whyNotPromised, NONE, NONE, NONE, NONE, NONE);
        }

        private void write(NumberFile.Writer out) throws IOException {
            writeCost(cost, out);
            out.texts(new String[] {whyNotPromised});
            for (double[] part : List.of(expert, planned, gammas, accounts, memory)) {
                out.numbers(part);
            }
        }

        private static Followed read(NumberFile.Reader in) throws IOException {
            Cost cost = readCost(in);
            String why = in.texts()[0];
            return new Followed(
                    cost, why == null ? "" : why, in.reals(), in.reals(), in.reals(), in.reals(), in.reals());
        }
    }

    private static void writeCost(Cost cost, NumberFile.Writer out) throws IOException {
        out.number(cost.hitting());
        out.number(cost.switching());
        out.number(cost.dissimilarity());
    }

    private static Cost readCost(NumberFile.Reader in) throws IOException {
        return new Cost(in.real(), in.real(), in.real());
    }

    /**
     * Seconds of a round.
     *
     * @param waiting for the round to be handed out
     * @param reading the block's part of it
     * @param computing iterations, costs and certificates
     * @param exchanging waiting for what other blocks tell, and telling them
     * @param keeping writing what was played
     */
    public record Times(double waiting, double reading, double computing, double exchanging, double keeping)
            implements Serializable {

        static final Times NONE = new Times(0, 0, 0, 0, 0);

        public double total() {
            return waiting + reading + computing + exchanging + keeping;
        }
    }

    /** The last round. */
    public Played last() {
        return rounds.get(rounds.size() - 1);
    }

    /** Writes where a block starts, {@code actions} being d numbers a row. */
    public static void writeStart(Path file, double[] actions, int dimension) throws IOException {
        new PlayedFile(List.of(Played.start(actions, dimension, false))).write(file);
    }

    /** The same for a block that computes λ itself; returns its checksum. */
    public static long writeStart(Storage.Sink sink, double[] actions, int dimension) throws IOException {
        return new PlayedFile(List.of(Played.start(actions, dimension, true))).write(sink);
    }

    void write(Path file) throws IOException {
        write(LocalStorage.sink(file, true));
    }

    /** Writes the rounds, wherever they are to lie; returns their checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.number(rounds.size());
            for (Played played : rounds) {
                out.number(played.t());
                writeCost(played.cost(), out);
                out.number(played.certificate());
                out.number(played.shift());
                out.number(played.atLeast());
                out.number(played.frames());
                out.number(played.bytes());
                out.number(played.times().waiting());
                out.number(played.times().reading());
                out.number(played.times().computing());
                out.number(played.times().exchanging());
                out.number(played.times().keeping());
                out.numbers(played.actions());
                out.numbers(played.books());
                out.numbers(played.memory());
                Followed followed = played.followed();
                out.number(followed == null ? 0L : 1L);
                if (followed != null) {
                    followed.write(out);
                }
            }
            return out.finish();
        }
    }

    public static PlayedFile read(Path file) throws IOException {
        return read(LocalStorage.source(file), file.toString());
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static PlayedFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            long count = in.number();
            List<Played> rounds = new ArrayList<>();
            for (long k = 0; k < count; k++) {
                rounds.add(new Played(
                        (int) in.number(),
                        readCost(in),
                        in.real(),
                        in.real(),
                        in.real(),
                        in.number(),
                        in.number(),
                        new Times(in.real(), in.real(), in.real(), in.real(), in.real()),
                        in.reals(),
                        in.reals(),
                        in.reals(),
                        in.number() == 1 ? Followed.read(in) : null));
            }
            in.end();
            if (rounds.isEmpty()) {
                throw new NumberFile.Damaged(name, "it has no round");
            }
            return new PlayedFile(rounds);
        }
    }
}
