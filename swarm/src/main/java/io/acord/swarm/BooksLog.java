package io.acord.swarm;

import io.acord.protocol.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The books of a member's agents in a file, {@code round,agent,c,omega,xi0[,xi1...]}, a line for every round that is
 * closed. A member that was started again may close rounds again: the last line of a round counts.
 */
record BooksLog(RoundLog file, List<Integer> agents) implements AutoCloseable {

    /** Goes on with a file, or begins it. */
    static BooksLog open(Path path, List<Integer> agents) throws IOException {
        return new BooksLog(RoundLog.open(path, "books"), agents);
    }

    /** Whoever misses a round here, because the disk was full, can work it out from the actions. */
    void booked(int round, Numbers numbers) {
        int each = numbers.size() / agents.size();
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < agents.size(); row++) {
            text.append(round).append(',').append(agents.get(row));
            for (int k = 0; k < each; k++) {
                text.append(',').append(numbers.get(row * each + k));
            }
            text.append('\n');
        }
        file.add(round, text);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** c of every agent by round and agent, of all whole lines of a file. */
    static Map<Integer, Map<Integer, Double>> read(Path path, int dimension) throws IOException {
        Map<Integer, Map<Integer, Double>> byRound = new TreeMap<>();
        for (String line : RoundLog.read(path)) {
            String[] fields = line.split(",", -1);
            if (fields.length == 4 + dimension) {
                byRound.computeIfAbsent(Integer.parseInt(fields[0]), t -> new TreeMap<>())
                        .put(Integer.parseInt(fields[1]), Double.parseDouble(fields[2]));
            }
        }
        return byRound;
    }
}
