package io.acord.protocol;

/** Why a message was not used. */
public enum Rejection {
    /** It was heard before: repeated by the network, or to be sure. */
    DUPLICATE(false),
    /** It belongs to a round that is over. */
    OLD_ROUND(false),
    /** An earlier life of the peer sent it. */
    STALE_EPOCH(false),
    /**
     * It speaks of a round that the fleet cannot have reached, or this member was away for long: its round is not
     * followed.
     */
    FAR_AHEAD(false),
    /** It is further ahead than there is room for; it will be asked for when its turn comes. */
    EARLY(false),
    /** The peer is lost, refused or quarantined in this round. */
    EDGE_OUT(false),
    /** The sender shares no edge with this block in the round. */
    NOT_A_NEIGHBOR(true),
    /** It has more or fewer numbers than the shared edges ask for. */
    WRONG_LENGTH(true),
    /** It contains NaN or an infinity. */
    NOT_FINITE(true),
    /** It contains an action further from the origin than {@link Rules#largestNorm()}, given or learned. */
    TOO_LARGE(true),
    /** It cannot come at this place of a round, or its iteration does not follow. */
    OUT_OF_ORDER(true);

    private final boolean hostile;

    Rejection(boolean hostile) {
        this.hostile = hostile;
    }

    /**
     * Whether an honest peer and a bad network cannot bring it about; ten of these in a round and the peer is
     * quarantined.
     */
    public boolean isHostile() {
        return hostile;
    }
}
