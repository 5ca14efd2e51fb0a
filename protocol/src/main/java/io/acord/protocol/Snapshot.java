package io.acord.protocol;

import io.acord.internal.foresight.BlockForesight;
import io.acord.model.Actions;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.List;

/**
 * All that a block must remember over its own death. Immutable.
 *
 * @param round the last round that was committed; 0 before the first
 * @param epoch which life of the block wrote it
 * @param actions what the block plays in that round, row by row; where it looks ahead, what its experts play
 * @param lambdaMemory what the λ of each row's agent rests on ({@link io.acord.recipe.LambdaRule#remember})
 * @param level of the actions
 * @param iteration of the actions
 * @param books of the block's agents
 * @param foresight what a block that looks ahead remembers beside ({@link BlockForesight#toArray}); none otherwise
 */
public record Snapshot(
        int round,
        long epoch,
        Actions actions,
        Numbers lambdaMemory,
        Effect.Level level,
        int iteration,
        KeptBooks books,
        Numbers foresight) {

    /** A snapshot of a block that keeps no books. */
    public Snapshot(int round, long epoch, Actions actions, Numbers lambdaMemory, Effect.Level level, int iteration) {
        this(round, epoch, actions, lambdaMemory, level, iteration, KeptBooks.none(actions));
    }

    /** A snapshot of a block that does not look ahead. */
    public Snapshot(
            int round,
            long epoch,
            Actions actions,
            Numbers lambdaMemory,
            Effect.Level level,
            int iteration,
            KeptBooks books) {
        this(round, epoch, actions, lambdaMemory, level, iteration, books, Numbers.NONE);
    }

    /** What was played in the round. */
    public Actions played() {
        int numbers = actions.agents() * actions.dimension();
        return foresight.size() == 0
                ? actions
                : Actions.flat(actions.dimension(), BlockForesight.playedOf(foresight.toArray(), numbers));
    }

    /** A block that has not played yet, at its first actions x_0. */
    public static Snapshot initial(Actions x0) {
        double[] lambdaMemory = new double[x0.agents()];
        Arrays.fill(lambdaMemory, Double.POSITIVE_INFINITY);
        Numbers books = Numbers.of(new Books(x0.dimension(), x0.toArray()).toArray());
        return new Snapshot(
                0, 0, x0, Numbers.of(lambdaMemory), Effect.Level.HELD, 0, new KeptBooks(0, false, books, List.of()));
    }

    /**
     * What the books of a block's agents rest on, and what peers may still ask for. Immutable.
     *
     * @param closed the last round that is closed in the books
     * @param ended whether no later round ever will be
     * @param numbers c, ω and ξ of each row after that round ({@link Books#toArray})
     * @param earlier what the block played in the rounds just before the snapshot's, in order
     */
    public record KeptBooks(int closed, boolean ended, Numbers numbers, List<Actions> earlier) {

        public KeptBooks {
            earlier = List.copyOf(earlier);
        }

        /** Books that nobody has kept: of no round anything is known. */
        static KeptBooks none(Actions actions) {
            return new KeptBooks(
                    0, true, Numbers.of(new double[actions.agents() * (2 + actions.dimension())]), List.of());
        }
    }
}
