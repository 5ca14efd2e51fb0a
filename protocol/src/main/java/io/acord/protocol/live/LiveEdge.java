package io.acord.protocol.live;

import io.acord.protocol.Numbers;

/**
 * An edge as one of its ends describes it: weight · β/2 ‖A(x − x_to − offset)‖².
 *
 * @param to the agent at the other end
 * @param matrix A by rows; empty for the unit matrix
 * @param offset empty for 0
 */
public record LiveEdge(int to, double weight, Numbers matrix, Numbers offset) {

    /** β/2 ‖x − x_to‖², times a weight. */
    public static LiveEdge of(int to, double weight) {
        return new LiveEdge(to, weight, Numbers.NONE, Numbers.NONE);
    }

    /** Whether the other end says the same: there the offset has the other sign. */
    public boolean isMirroredBy(LiveEdge other) {
        boolean mirrored = offset.size() == other.offset.size();
        for (int c = 0; mirrored && c < offset.size(); c++) {
            mirrored = offset.get(c) == -other.offset.get(c);
        }
        return mirrored && weight == other.weight && matrix.equals(other.matrix);
    }
}
