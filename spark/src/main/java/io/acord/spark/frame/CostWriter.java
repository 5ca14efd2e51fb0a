package io.acord.spark.frame;

import io.acord.lab.store.Storage;
import io.acord.spark.block.CostFile;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
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

    private final Storage storage;
    private final int me;
    private final int d;
    private final boolean holds;
    private final int first;
    private final int last;
    private final RosterFile roster;
    private final CostCells cells;
    private final boolean[] seen; // in this round
    private final boolean[] known; // ever
    private final WrittenCosts.Findings findings = new WrittenCosts.Findings();
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
        this.cells = new CostCells(rows, d, held);
        this.seen = new boolean[rows];
        this.known = new boolean[rows];
        Arrays.fill(known, held != null);
    }

    /** Writes lines {@code block, round, id, alpha, v0, …, cost, stranger}, sorted by round and id. */
    WrittenCosts write(Iterator<InternalRow> lines) throws IOException {
        int t = first;
        while (lines.hasNext()) {
            InternalRow line = lines.next();
            int round = line.isNullAt(1) ? 0 : line.getInt(1);
            int row = Arrays.binarySearch(roster.ids(), line.getInt(2));
            if (row < 0 && line.isNullAt(5 + d)) {
                findings.complain(
                        "costs: round " + round + ": agent",
                        "is missing",
                        "a name of one line, as text or a number",
                        "name the agent");
                continue;
            }
            if (row < 0) {
                String name = AgentTable.shown(line.getUTF8String(5 + d).toString());
                findings.complain(
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
            known[row] |= cells.take(
                    line, 3, row, (what, problem, needed, fix) -> complain(round, row, what, problem, needed, fix));
        }
        while (t <= last) {
            end(t++);
        }
        return findings.written(me, checksum);
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
        if (findings.areNone() && t >= first && t <= last) {
            checksum = 31 * checksum + cells.file(t).write(storage.create(FrameFiles.costs(t, me), false));
        }
    }

    private void complain(int t, int row, String what, String problem, String needed, String fix) {
        String place = "costs: " + (t > 0 ? "round " + t + ", " : "") + "agent \""
                + roster.names().get(row) + "\"";
        findings.complain(what.isEmpty() ? place : place + ": " + what, problem, needed, fix);
    }
}
