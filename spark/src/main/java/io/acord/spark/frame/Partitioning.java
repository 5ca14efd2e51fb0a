package io.acord.spark.frame;

import io.acord.input.Complaints;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the agents of a frame are dealt out to blocks. The same data, the same blocks. Immutable. */
public final class Partitioning implements Serializable {

    private static final long serialVersionUID = 1;

    enum Kind {
        RANGE,
        HASH,
        KEY,
        STREAMING
    }

    private final Kind kind;
    private final @Nullable String column;

    private Partitioning(Kind kind, @Nullable String column) {
        this.kind = kind;
        this.column = column;
    }

    /** Pieces of the names in their order: for names that say who is near whom. The default. */
    public static Partitioning range() {
        return new Partitioning(Kind.RANGE, null);
    }

    /** By a hash of the agents' numbers: even pieces of anything, and as many cut edges as there can be. */
    public static Partitioning hash() {
        return new Partitioning(Kind.HASH, null);
    }

    /**
     * Pieces of the order of a column of the costs, names deciding between equals: a region, a feeder, a postcode.
     *
     * @param column is the same in all lines of an agent
     */
    public static Partitioning key(String column) {
        return new Partitioning(Kind.KEY, column);
    }

    /**
     * By the edges, for names that say nothing of who is near whom: agents are streamed to where most of their
     * neighbours are, and moved a few times, by tasks that have a piece of the graph each.
     */
    public static Partitioning streaming() {
        return new Partitioning(Kind.STREAMING, null);
    }

    /** {@code range}, {@code hash}, {@code streaming} or {@code key:COLUMN}, for other languages. */
    public static Partitioning of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "range" -> range();
            case "hash" -> hash();
            case "streaming" -> streaming();
            default -> {
                if (!word.startsWith("key:") || word.length() == 4) {
                    throw Complaints.refuse(
                            "partitionBy",
                            "is \"" + word + "\"",
                            "range, hash, streaming or key:COLUMN",
                            "write range if you do not know");
                }
                yield key(word.substring(4));
            }
        };
    }

    Kind kind() {
        return kind;
    }

    /** The column that decides, if one does. */
    public @Nullable String column() {
        return column;
    }

    @Override
    public String toString() {
        return column == null ? kind.name().toLowerCase(Locale.ROOT) : "key:" + column;
    }
}
