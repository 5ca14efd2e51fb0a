package io.acord.swarm;

import io.acord.internal.system.LogLimit;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of a member that grows by lines from round to round, over all lives of its process. Lines that cannot be
 * written are said in the log and left out: a full disk ends nobody.
 */
final class RoundLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RoundLog.class);

    private final Writer file;
    private final String content;
    private final LogLimit complaints = new LogLimit();

    private RoundLog(Writer file, String content) {
        this.file = file;
        this.content = content;
    }

    /**
     * Goes on with a file, or begins it.
     *
     * @param content what the log calls it: {@code books}
     */
    static RoundLog open(Path path, String content) throws IOException {
        boolean goesOn = Files.exists(path);
        RoundLog log = new RoundLog(
                Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), content);
        if (goesOn) {
            log.file.write('\n'); // the last line may not be whole
        }
        return log;
    }

    void add(int round, CharSequence lines) {
        try {
            file.append(lines);
            file.flush();
        } catch (IOException e) {
            long withheld = complaints.next();
            if (withheld >= 0) {
                LOG.error("event={}-not-written round={} why=\"{}\" withheld={}", content, round, e, withheld);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Its lines but for a last one that was cut off; none if the file is not there. */
    static List<String> read(Path path) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        String text = Files.readString(path);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }
}
