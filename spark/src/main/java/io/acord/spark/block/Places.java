package io.acord.spark.block;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where things lie in the folder that driver and tasks share. */
public final class Places implements Serializable {

    private static final long serialVersionUID = 1;

    private final String folder;

    public Places(Path folder) {
        this.folder = folder.toAbsolutePath().toString();
    }

    public Path folder() {
        return Path.of(folder);
    }

    /** What the job is, so that another one does not go on with its files. */
    public Path job() {
        return folder().resolve("job.txt");
    }

    /** Checksums of the rounds that were handed out. */
    public Path ledger() {
        return folder().resolve("rounds.txt");
    }

    /** Why the job cannot be played, if a task found out. */
    public Path refusal() {
        return folder().resolve("refused.txt");
    }

    /** Where attempts say that somebody told nothing for too long. */
    public Path silences() {
        return folder().resolve("silent");
    }

    public Path certificates() {
        return folder().resolve("certificates");
    }

    /** One of the job's graphs. */
    public Path graph(int graph) {
        return folder().resolve("graph-" + graph);
    }

    /** The agents of a block, and their arcs in the rounds that have this graph. */
    public Path graph(int graph, int block) {
        return graph(graph).resolve(name(block));
    }

    public Path rounds() {
        return folder().resolve("rounds");
    }

    /** A block's costs of a round. */
    public Path round(int t, int block) {
        return rounds().resolve(Integer.toString(t)).resolve(name(block));
    }

    public Path played() {
        return folder().resolve("played");
    }

    /** What a block played up to a round, since the one before of these files. */
    public Path played(int t, int block) {
        return played().resolve(Integer.toString(t)).resolve(name(block));
    }

    public Path accounts() {
        return folder().resolve("accounts");
    }

    /** The same without actions, where nobody wants those of rounds long ago. */
    public Path account(int t, int block) {
        return accounts().resolve(Integer.toString(t)).resolve(name(block));
    }

    /** What a block is called, in files and certificates. */
    public static String name(int block) {
        return String.format(Locale.ROOT, "b%05d", block);
    }

    /** The rounds that have a folder here, ascending; file systems leave files of their own, which are not meant. */
    public static List<Integer> rounds(Path folder) throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.map(round -> String.valueOf(round.getFileName()))
                    .filter(name -> name.matches("\\d{1,9}"))
                    .map(Integer::valueOf)
                    .sorted()
                    .toList();
        }
    }
}
