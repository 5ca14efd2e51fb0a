package io.acord.service;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a service writes down after a round: its fleet, and up to which round its books have been improved by hindsight
 * sweeps. The improved books themselves are written with that round alone; those after it are in the journal.
 *
 * @param fleet as its own {@code save} writes it
 * @param settled the last round that does not wait for sweeps; −1 if nobody wrote it down, before there were any
 * @param isSwept whether the improved books prove more than those of what was played
 * @param books the improved ones, if {@code settled} is the round that this was written after; else none
 */
@SuppressWarnings("ArrayRecordComponent") // written and read, never compared
record SavedService(byte[] fleet, int settled, boolean isSwept, double[] books) {

    private static final int MAGIC = 0x41435331; // "ACS1"

    byte[] bytes() {
        ByteBuffer into = ByteBuffer.allocate(3 * 4 + 1 + 8 * books.length + fleet.length);
        into.putInt(MAGIC).putInt(settled).put((byte) (isSwept ? 1 : 0)).putInt(books.length);
        for (double number : books) {
            into.putDouble(number);
        }
        return into.put(fleet).array();
    }

    /** Reads what {@link #bytes} wrote, or a fleet alone. */
    static SavedService of(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length < 4 || from.getInt() != MAGIC) {
            return new SavedService(bytes, -1, false, new double[0]);
        }
        int settled = from.getInt();
        boolean isSwept = from.get() == 1;
        double[] books = new double[from.getInt()];
        Arrays.setAll(books, k -> from.getDouble());
        return new SavedService(Arrays.copyOfRange(bytes, from.position(), bytes.length), settled, isSwept, books);
    }
}
