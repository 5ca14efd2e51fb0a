package io.acord.spark.frame;

import io.acord.lab.store.Storage;
import io.acord.spark.block.CostFile;
import io.acord.spark.block.ForecastFile;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes what the agents of a block believe of their next costs, a file for each round in which they decide, looking at
 * each line on the way. It holds what is believed in one round. Scratch; one task.
 */
final class ForecastWriter {

    private final Storage storage;
    private final int me;
    private final FrameTerms terms;
    private final RosterFile roster;
    private final List<CostCells> ahead = new ArrayList<>(); // of the next round, the one after it, and so on
    private final WrittenCosts.Findings findings = new WrittenCosts.Findings();
    private long checksum;

    ForecastWriter(Storage storage, int me, FrameTerms terms, RosterFile roster) {
        this.storage = storage;
        this.me = me;
        this.terms = terms;
        this.roster = roster;
    }

    /**
     * Writes lines {@code block, now, ahead, id, made, round, alpha, v0, …, cost, agent}, sorted by now, ahead and id:
     * what is believed in round now of the one so many rounds after it. Of a line that is none, now is 0.
     *
     * @param first of the rounds that are written, all of them, whether anybody believes anything or not
     */
    WrittenCosts write(Iterator<InternalRow> lines, int first, int last) throws IOException {
        int t = first;
        begin(t);
        while (lines.hasNext()) {
            InternalRow line = lines.next();
            int now = line.getInt(1);
            int row = Arrays.binarySearch(roster.ids(), line.getInt(3));
            if (now == 0 || row < 0) {
                refuse(line, row);
                continue;
            }
            while (t < now) {
                end(t++);
                begin(t);
            }
            CostCells.Critic critic = (what, problem, needed, fix) ->
                    findings.complain(what.isEmpty() ? place(line) : place(line) + ": " + what, problem, needed, fix);
            ahead.get(line.getInt(2) - 1).take(line, 6, row, critic);
        }
        while (t <= last) {
            end(t++);
            begin(t);
        }
        return findings.written(me, checksum);
    }

    private void begin(int t) {
        int count = Math.max(0, terms.ahead(t));
        while (ahead.size() < count) {
            ahead.add(new CostCells(roster.ids().length, terms.dimension(), null));
        }
        while (ahead.size() > count) {
            ahead.remove(count);
        }
        ahead.forEach(CostCells::clear);
    }

    private void end(int t) throws IOException {
        if (!findings.areNone()) {
            return;
        }
        List<CostFile> files = IntStream.rangeClosed(1, ahead.size())
                .mapToObj(s -> ahead.get(s - 1).file(t + s))
                .toList();
        checksum = 31 * checksum + new ForecastFile(t, files).write(storage.create(FrameFiles.forecasts(t, me), false));
    }

    private String place(InternalRow line) {
        int agent = 8 + terms.dimension();
        String name = line.isNullAt(agent)
                ? ""
                : AgentTable.shown(line.getUTF8String(agent).toString());
        return "forecasts: made " + shown(line, 4) + ", round " + shown(line, 5) + ", agent \"" + name + "\"";
    }

    private static String shown(InternalRow line, int cell) {
        return line.isNullAt(cell) ? "unknown" : Integer.toString(line.getInt(cell));
    }

    private void refuse(InternalRow line, int row) {
        if (row < 0) {
            findings.complain(
                    place(line),
                    "is of somebody unknown",
                    "agents that have costs",
                    "correct the name, or drop the row");
        } else if (line.isNullAt(4) || line.isNullAt(5) || line.getInt(4) < 1 || line.getInt(4) >= line.getInt(5)) {
            findings.complain(
                    place(line),
                    "is not made before the round that it is of",
                    "whole numbers from 1 on, made below round",
                    "made t means that it is known when round t is decided");
        } else {
            findings.complain(place(line), "is there twice", "one", "drop one of the two");
        }
    }
}
