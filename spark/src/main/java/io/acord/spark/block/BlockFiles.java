package io.acord.spark.block;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.input.Complaint;
import io.acord.lab.block.BlockFile;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/** What the tasks of a job read and keep, wherever that lies. */
public interface BlockFiles extends Serializable {

    /** So many states are kept: another block may be two keepings behind, and all go on from where it is. */
    int KEPT = 3;

    /** Looks whether there is still a reason to wait; throws if not. */
    interface Watch {
        void look() throws IOException;
    }

    /** The newest round that a block has kept whole, or where it starts. */
    Played newest(int block) throws IOException;

    /** What a block kept of a round; {@link java.nio.file.NoSuchFileException} if it did not. */
    Played played(int t, int block) throws IOException;

    /** A block's agents and arcs in the rounds that have this graph. */
    BlockFile graph(int graph, int block) throws IOException;

    /** Waits until a block's part of a round is there, if it has yet to come. */
    void await(int t, int block, Duration patience, Watch watch) throws IOException;

    /** Whether a block's part of a round is there already. */
    boolean isThere(int t, int block) throws IOException;

    /** The agents of a block's rows, if it has this graph. */
    interface RowsOf {
        int[] agents(int graph) throws IOException;
    }

    /** A block's part of a round. */
    RoundPart round(int t, int block, RowsOf rows) throws IOException;

    /** Keeps the rounds that a block played since it last did; the last of them is {@code t}. */
    void keep(int t, int block, List<Played> rounds) throws IOException;

    /** A task cannot play and would be asked again and again: whoever looks ends the job. */
    void refuse(List<Complaint> complaints) throws IOException;

    /** Somebody told nothing for too long in an attempt that went on after this round. */
    void silent(int after, int attempt, String message) throws IOException;

    /** What a block shows others, and whom it trusts. */
    Credentials credentials(Identity identity) throws IOException;
}
