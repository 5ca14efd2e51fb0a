package io.acord.swarm;

import io.acord.internal.system.LogLimit;
import io.acord.protocol.Numbers;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The books of a member's agents in a file, {@code round,agent,c,omega,xi0[,xi1...]}, a line for every round that is
 * closed. A member that was started again may close rounds again: the last line of a round counts.
 */
final class BooksLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BooksLog.class);

    private final Writer file;
    private final List<Integer> agents;
    private final LogLimit lines = new LogLimit();

    private BooksLog(Writer file, List<Integer> agents) {
        this.file = file;
        this.agents = agents;
    }

    /** Goes on with a file, or begins it. */
    static BooksLog open(Path path, List<Integer> agents) throws IOException {
        boolean goesOn = Files.exists(path);
        BooksLog log = new BooksLog(
                Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), agents);
        if (goesOn) {
            log.file.write('\n'); // the last line may not be whole
        }
        return log;
    }

    /** A full disk ends nobody: whoever misses a round here can work it out from the actions. */
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
        try {
            file.write(text.toString());
            file.flush();
        } catch (IOException e) {
            long withheld = lines.next();
            if (withheld >= 0) {
                LOG.error("event=books-not-written round={} why=\"{}\" withheld={}", round, e.toString(), withheld);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** c of every agent by round and agent, of all whole lines of a file. */
    static Map<Integer, Map<Integer, Double>> read(Path path, int dimension) throws IOException {
        Map<Integer, Map<Integer, Double>> byRound = new TreeMap<>();
        if (!Files.exists(path)) {
            return byRound;
        }
        String text = Files.readString(path);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
            String[] fields = line.split(",", -1);
            if (fields.length == 4 + dimension) {
                byRound.computeIfAbsent(Integer.parseInt(fields[0]), t -> new TreeMap<>())
                        .put(Integer.parseInt(fields[1]), Double.parseDouble(fields[2]));
            }
        }
        return byRound;
    }
}
