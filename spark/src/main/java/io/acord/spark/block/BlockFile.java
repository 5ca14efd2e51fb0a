package io.acord.spark.block;

import io.acord.internal.kernel.Block;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A block and where its halo lives, on the way from the driver to a task. Immutable.
 *
 * @param hosts the block of each halo column
 */
@SuppressWarnings("ArrayRecordComponent") // one million numbers, read by one task
public record BlockFile(Block block, int[] hosts) {

    private static final long MARK = 0x0001_6b636f6c62L; // "block", version 1

    /** Writes the file; returns its checksum. */
    public long write(Path file) throws IOException {
        int d = block.dimension();
        int columns = block.columns();
        int[] agents = new int[columns];
        Arrays.setAll(agents, block::agent);
        int[] gramAt = block.gramAt();
        double[] offset = block.hasOffsets() ? new double[Math.multiplyExact(block.column().length, d)] : null;
        for (int k = 0; offset != null && k < offset.length; k++) {
            offset[k] = block.offset(k / d, k % d);
        }
        try (NumberFile.Writer out = new NumberFile.Writer(file, MARK, false)) {
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
        try (NumberFile.Reader in = new NumberFile.Reader(file, MARK)) {
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
            return new BlockFile(Block.restored(rows, agents, firstArc, column, edges), hosts);
        }
    }
}
