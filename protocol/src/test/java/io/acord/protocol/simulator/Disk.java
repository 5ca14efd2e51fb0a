package io.acord.protocol.simulator;

import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A journal on a disk that keeps for sure only what was synced. Mutable. */
final class Disk {

    private static final int RECORDS = 4; // kept, as a journal that is compacted would

    private final List<byte[]> synced = new ArrayList<>();
    private byte[] unsynced = {};

    void write(Snapshot snapshot) {
        unsynced = Journal.encode(snapshot);
    }

    void sync() {
        if (unsynced.length > 0) {
            synced.add(unsynced);
            unsynced = new byte[0];
            if (synced.size() > RECORDS) {
                synced.remove(0);
            }
        }
    }

    /** Power goes: of what was not synced, nothing, all or a part may be there afterwards. */
    void crash(SplittableRandom random, boolean torn) {
        int kept = torn ? random.nextInt(unsynced.length + 1) : 0;
        if (kept > 0) {
            byte[] part = java.util.Arrays.copyOf(unsynced, kept);
            synced.add(part);
        }
        unsynced = new byte[0];
    }

    /** Nothing is there any more. */
    void lose() {
        synced.clear();
        unsynced = new byte[0];
    }

    /** Flips bits of the last record; returns whether any was flipped. */
    boolean rot(SplittableRandom random, double rate) {
        if (synced.size() < 2) {
            return false;
        }
        byte[] record = synced.get(synced.size() - 1).clone();
        boolean flipped = false;
        for (int bit = 0; bit < 8 * record.length; bit++) {
            if (random.nextDouble() < rate) {
                record[bit / 8] ^= (byte) (1 << (bit % 8));
                flipped = true;
            }
        }
        synced.set(synced.size() - 1, record);
        return flipped;
    }

    byte[] bytes() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        synced.forEach(file::writeBytes);
        return file.toByteArray();
    }
}
