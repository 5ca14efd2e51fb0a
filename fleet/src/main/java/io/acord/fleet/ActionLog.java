package io.acord.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The actions that a member gave out, as a CSV file that grows: {@code round,level,iteration,agent,x0[,x1...]}, with as
 * many lines a round as the member has agents. A round is in it once, whatever lives the member had: what a life
 * repeats is not written again, and a round that a life left half written is completed by the next.
 */
public final class ActionLog implements ActionListener, AutoCloseable {

    private final FileChannel file;
    private final List<String> names;
    private int last; // the last round that is there in full

    private ActionLog(FileChannel file, List<String> names, int last) {
        this.file = file;
        this.names = names;
        this.last = last;
    }

    /**
     * Opens a file, made if it is not there; {@code names} are the member's agents, in the order of ids, none with a
     * comma.
     */
    public static ActionLog open(Path path, int dimension, List<String> names) throws IOException {
        StringBuilder header = new StringBuilder("round,level,iteration,agent");
        for (int c = 0; c < dimension; c++) {
            header.append(",x").append(c);
        }
        header.append('\n');
        long keep = 0;
        int last = 0;
        if (Files.exists(path)) {
            String text = Files.readString(path);
            long at = 0;
            int lines = 0;
            for (String line : text.split("(?<=\n)", -1)) {
                at += line.getBytes(StandardCharsets.UTF_8).length;
                if (!line.endsWith("\n")) {
                    break;
                }
                if (at == line.getBytes(StandardCharsets.UTF_8).length) {
                    keep = at; // the header
                } else if (++lines % names.size() == 0) {
                    keep = at;
                    last = Integer.parseInt(line.substring(0, line.indexOf(',')));
                }
            }
        }
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.truncate(keep);
        file.position(keep);
        ActionLog log = new ActionLog(file, List.copyOf(names), last);
        if (keep == 0) {
            log.write(header.toString());
        }
        return log;
    }

    /** The last round that is there in full; 0 if there is none. */
    public int last() {
        return last;
    }

    @Override
    public void act(Published published) {
        if (published.round() <= last) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < names.size(); row++) {
            text.append(published.round())
                    .append(',')
                    .append(published.level().name().toLowerCase(Locale.ROOT))
                    .append(',')
                    .append(published.iteration())
                    .append(',')
                    .append(names.get(row));
            for (int c = 0; c < published.actions().dimension(); c++) {
                text.append(',').append(published.actions().get(row, c));
            }
            text.append('\n');
        }
        write(text.toString());
        last = published.round();
    }

    private void write(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** One line of such a file. */
    public record Line(int round, String level, int iteration, String agent, List<Double> x) {}

    /** The whole lines of a file that may be growing. */
    public static List<Line> read(Path path) throws IOException {
        String text = Files.exists(path) ? Files.readString(path) : "";
        List<Line> lines = new ArrayList<>();
        int from = text.indexOf('\n') + 1;
        for (int to = text.indexOf('\n', from); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
            String[] fields = text.substring(from, to).split(",", -1);
            List<Double> x = new ArrayList<>();
            for (int c = 4; c < fields.length; c++) {
                x.add(Double.parseDouble(fields[c]));
            }
            lines.add(new Line(Integer.parseInt(fields[0]), fields[1], Integer.parseInt(fields[2]), fields[3], x));
        }
        return lines;
    }
}
