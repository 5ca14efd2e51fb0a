package io.acord.bench;

import io.acord.bench.radio.RadioTable;
import io.acord.bench.radio.RowFilter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What a fleet does on a network that loses, delays, repeats and corrupts: by gRPC, and by datagrams. */
record Radio(int rounds, RowFilter only, Consumer<String> saying) {

    List<Table> run() throws IOException, GeneralSecurityException, InterruptedException {
        RadioTable radio = new RadioTable(rounds, only, saying);
        Table faults = new Table(
                "Faults",
                "Four hosts, two agents each on a ring, 6 iterations a round, a process a host in a network namespace of its own; frames cross a switch in user space."
                        + " Lost and doubled: actions. Clean: rounds in which every action was the last iterate and nobody did without anybody;"
                        + " other bits: clean rounds whose actions are not those of the engine in memory."
                        + " Interval: between two actions of a member, after its first 20 rounds; there is no pace, so that rounds come as soon as the network lets them.",
                "fault | transport | deadline ms | rounds | lost | doubled | clean | other bits | "
                        + "interval ms, median | p99 | p99 over deadline");
        for (RadioTable.Row row : radio.faults()) {
            faults.row(
                    row.fault(),
                    row.transport(),
                    row.deadlineMs(),
                    row.rounds(),
                    row.lost(),
                    row.doubled(),
                    row.clean(),
                    row.otherBits(),
                    row.medianMs(),
                    row.p99Ms(),
                    row.overDeadline());
        }
        Table cuts = new Table(
                "Cuts in one direction that heal",
                "Frames of one host do not reach one neighbour for a while; the other way they do. Deadline and pace 500 ms. Mended after: rounds from the one that was decided last when the cut healed until the last one that was not clean.",
                "transport | cut ms | rounds | lost | doubled | other bits | mended after");
        for (RadioTable.Mended row : radio.cuts()) {
            cuts.row(
                    row.transport(),
                    row.cutMs(),
                    row.rounds(),
                    row.lost(),
                    row.doubled(),
                    row.otherBits(),
                    row.mended());
        }
        return Stream.of(faults, cuts).filter(table -> !table.isEmpty()).toList();
    }
}
