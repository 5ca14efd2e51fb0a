package io.acord.protocol;

import java.util.Arrays;
import java.util.Optional;

/** In what the two ends of a link differ. */
public enum Disagreement {
    /** Which edges there are between them, or what these charge: weight, matrix, offset. */
    EDGES(1),
    BETA(2),
    VARIANT(3),
    /** How many iterations, or how that is found out. */
    BUDGET(4),
    START(5),
    /** The constant that momentum rests on. */
    KAPPA(6),
    /** One end knows of no edge at all. */
    NO_EDGE(7),
    /** Whether they look ahead, how many rounds, and how far plans are trusted. */
    FORESIGHT(8);

    private final int code;

    Disagreement(int code) {
        this.code = code;
    }

    /** Whether the ends do not mean the same edges: then there are none between them. */
    public boolean isAboutEdges() {
        return this == EDGES || this == BETA || this == NO_EDGE;
    }

    /** How it is told. */
    public int code() {
        return code;
    }

    /** The disagreement told as {@code code}, if there is one. */
    public static Optional<Disagreement> of(int code) {
        return Arrays.stream(values()).filter(cause -> cause.code == code).findFirst();
    }
}
