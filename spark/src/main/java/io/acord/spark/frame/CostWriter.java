package io.acord.spark.frame;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.spark.block.CostFile;
import io.acord.spark.block.RosterFile;
import io.acord.spark.store.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes the costs of a block, round by round as they stream by, looking at each on the way. Scratch; one task.
 *
 * <p>It holds one round. A row that nobody told the cost of is complained about, or keeps the one it had.
 */
final class CostWriter {

    /**
     * What a driver learns of a block's costs.
     *
     * @param complaints the first ones
     * @param found how many there are
     */
    record Written(int block, ArrayList<Complaint> complaints, long found, long checksum) implements Serializable {}

    private final Storage storage;
    private final int me;
    private final int d;
    private final boolean holds;
    private final int first;
    private final int last;
    private final RosterFile roster;
    private final double[] curvature;
    private final double[] target;
    private final @Nullable String[] texts;
    private final boolean[] seen; // in this round
    private final boolean[] known; // ever
    private boolean hasTexts;
    private final ArrayList<Complaint> complaints = new ArrayList<>();
    private long found;
    private long checksum;

    /**
     * A writer of the rounds first .. last.
     *
     * @param held the costs of the round before, which rows may keep; null: there are none
     */
    CostWriter(
            Storage storage,
            int me,
            FrameTerms terms,
            int first,
            int last,
            RosterFile roster,
            @Nullable CostFile held) {
        this.storage = storage;
        this.me = me;
        this.d = terms.dimension();
        this.holds = terms.holdsMissing();
        this.first = first;
        this.last = last;
        this.roster = roster;
        int rows = roster.ids().length;
        this.curvature = held == null ? new double[rows * d] : held.curvature().clone();
        this.target = held == null ? new double[rows * d] : held.target().clone();
        this.texts = new String[rows];
        this.seen = new boolean[rows];
        this.known = new boolean[rows];
        if (held != null) {
            Arrays.fill(known, true);
            System.arraycopy(held.texts(), 0, texts, 0, held.texts().length);
            hasTexts = held.texts().length > 0;
        }
    }

    /** Writes lines {@code block, round, id, alpha, v0, …, cost, stranger}, sorted by round and id. */
    Written write(Iterator<InternalRow> lines) throws IOException {
        int t = first;
        while (lines.hasNext()) {
            InternalRow line = lines.next();
            int round = line.isNullAt(1) ? 0 : line.getInt(1);
            int row = Arrays.binarySearch(roster.ids(), line.getInt(2));
            if (row < 0) {
                String name = line.isNullAt(5 + d)
                        ? ""
                        : AgentTable.shown(line.getUTF8String(5 + d).toString());
                complain(
                        "costs: round " + round + ", agent \"" + name + "\"",
                        "was not there in the first round",
                        "the same agents in all rounds",
                        "drop it, or start anew with all of them");
                continue;
            }
            if (round < 1) {
                complain(
                        0,
                        row,
                        "round",
                        line.isNullAt(1) ? "is not a whole number" : "is " + round,
                        "a round from 1 on",
                        "count rounds from 1");
                continue;
            }
            while (t < round) {
                end(t++);
            }
            if (seen[row]) {
                complain(round, row, "", "is there twice", "one row for every agent and round", "drop one of the two");
                continue;
            }
            seen[row] = true;
            take(line, round, row);
        }
        while (t <= last) {
            end(t++);
        }
        return new Written(me, complaints, found, checksum);
    }

    private void take(InternalRow line, int t, int row) {
        boolean isText = !line.isNullAt(4 + d);
        boolean isNumbers = !line.isNullAt(3);
        if (isText == isNumbers) {
            complain(
                    t,
                    row,
                    "",
                    isText ? "has alpha and a cost" : "has neither alpha nor a cost",
                    "one of the two",
                    isText ? "drop one of them" : "give alpha and v, or a cost as JSON");
            return;
        }
        known[row] = true;
        Arrays.fill(curvature, row * d, (row + 1) * d, 0);
        texts[row] = null;
        if (isText) {
            takeText(line.getUTF8String(4 + d).toString(), t, row);
            return;
        }
        double alpha = line.getDouble(3);
        boolean isSound = alpha > 0 && 2 * alpha < Double.POSITIVE_INFINITY;
        for (int c = 0; c < d; c++) {
            double v = line.isNullAt(4 + c) ? Double.NaN : line.getDouble(4 + c);
            curvature[row * d + c] = 2 * alpha;
            target[row * d + c] = v;
            isSound &= Double.isFinite(2 * alpha * v);
        }
        if (!isSound) {
            explain(t, row, () -> Quadratic.alpha(alpha, Arrays.copyOfRange(target, row * d, (row + 1) * d)));
        }
    }

    private void takeText(String text, int t, int row) {
        texts[row] = text;
        hasTexts = true;
        Complaints trouble = new Complaints();
        HittingCost cost = JsonCosts.read(text, trouble);
        for (Complaint one : trouble.all()) {
            complain(t, row, "cost " + one.where(), one.found(), one.needed(), one.fix());
        }
        if (cost != null && cost.dimension() != d) {
            complain(t, row, "cost", "has " + cost.dimension() + " coordinates", d + ", as the others", "give " + d);
        }
    }

    private interface Maker {
        HittingCost make();
    }

    private void explain(int t, int row, Maker maker) {
        try {
            maker.make();
        } catch (BadInputException refused) {
            for (Complaint one : refused.complaints()) {
                complain(t, row, one.where(), one.found(), one.needed(), one.fix());
            }
        }
    }

    private void end(int t) throws IOException {
        for (int row = 0; row < seen.length; row++) {
            if (!seen[row] && !(holds && known[row])) {
                complain(
                        t,
                        row,
                        "",
                        "is missing",
                        holds
                                ? "a cost in round " + first + ", because there is none to hold"
                                : "a row for every agent and round, because a cost is needed to decide",
                        holds ? "add it" : "add it, or call holdMissing() to keep the last one");
            }
        }
        Arrays.fill(seen, false);
        if (found == 0 && t >= first && t <= last) {
            checksum = 31 * checksum
                    + new CostFile(t, curvature, target, hasTexts ? texts : new String[0])
                            .write(storage.create(FrameFiles.costs(t, me), false));
        }
    }

    private void complain(int t, int row, String what, String problem, String needed, String fix) {
        String place = "costs: " + (t > 0 ? "round " + t + ", " : "") + "agent \"" + roster.names()[row] + "\"";
        complain(what.isEmpty() ? place : place + ": " + what, problem, needed, fix);
    }

    private void complain(String place, String problem, String needed, String fix) {
        if (++found <= AgentTable.SHOWN) {
            complaints.add(new Complaint(place, problem, needed, fix));
        }
    }
}
