package io.acord.lab.block;

import io.acord.internal.kernel.Block;
import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A block and where its halo lives, on the way to a task. Immutable.
 *
 * @param block its columns are numbered here, from 0 on: what is known of its rows lies in arrays of their own
 * @param agents the agent of each column, by which blocks agree on an order
 * @param hosts the block of each halo column
 */
@SuppressWarnings("ArrayRecordComponent") // one million numbers, read by one task
public record BlockFile(Block block, int[] agents, int[] hosts) {

    private static final long MARK = 0x0001_6b636f6c62L; // "block", version 1

    /** A block of a coupling's agents. */
    public static BlockFile of(Block block, int[] hosts) {
        int[] agents = new int[block.columns()];
        Arrays.setAll(agents, block::agent);
        return new BlockFile(block, agents, hosts);
    }

    /** The same block, its columns known by the ids of their agents. */
    public Block byId() {
        Block.Edges edges =
                new Block.Edges(block.dimension(), block.weight(), block.gramAt(), block.gram(), block.offset());
        return Block.restored(block.rows(), agents, block.firstArc(), block.column(), edges);
    }

    /** Writes the file; returns its checksum. */
    public long write(Path file) throws IOException {
        return write(LocalStorage.sink(file, false));
    }

    /** The same, wherever it lies. */
    public long write(Storage.Sink sink) throws IOException {
        int d = block.dimension();
        int[] gramAt = block.gramAt();
        double[] offset = block.hasOffsets() ? new double[Math.multiplyExact(block.column().length, d)] : null;
        for (int k = 0; offset != null && k < offset.length; k++) {
            offset[k] = block.offset(k / d, k % d);
        }
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.number(d);
            out.number(block.rows());
            out.numbers(agents);
            out.numbers(block.firstArc());
            out.numbers(block.column());
            out.numbers(block.weight());
            out.number(gramAt == null ? 0L : 1L);
            out.numbers(gramAt == null ? new int[0] : gramAt);
            out.numbers(block.gram());
            out.numbers(offset);
            out.numbers(hosts);
            return out.finish();
        }
    }

    public static BlockFile read(Path file) throws IOException {
        return read(LocalStorage.source(file), file.toString());
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static BlockFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            int d = (int) in.number();
            int rows = (int) in.number();
            int[] agents = in.wholes();
            int[] firstArc = in.wholes();
            int[] column = in.wholes();
            double[] weight = in.realsOrNull();
            boolean matrices = in.number() == 1;
            int[] gramAt = in.wholes();
            double[] gram = in.reals();
            double[] offset = in.realsOrNull();
            int[] hosts = in.wholes();
            in.end();
            Block.Edges edges = new Block.Edges(d, weight, matrices ? gramAt : null, gram, offset);
            int[] columns = new int[agents.length];
            Arrays.setAll(columns, c -> c);
            return new BlockFile(Block.restored(rows, columns, firstArc, column, edges), agents, hosts);
        }
    }
}
