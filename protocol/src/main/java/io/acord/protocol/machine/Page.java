package io.acord.protocol.machine;

import io.acord.cost.HittingCost;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.BooksFromActions;
import io.acord.model.Actions;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A round that this block has played: until it is closed for what the books need of it, afterwards for peers that
 * missed what was played. Mutable.
 */
final class Page {

    final int round;
    final Actions played; // the experts' actions where the block looks ahead
    private final @Nullable Actions followed; // what it played then; null: it does not look ahead, or nobody remembers
    private @Nullable LocalRound local; // null: closed, or nobody has said yet what the round was
    private @Nullable RoundLinks links; // null: nobody has said yet
    private @Nullable BlockRound solved; // null: no local solve of this life ended at these actions
    private double largestNorm; // of a neighbour's action that makes sense
    boolean isAskedFor; // the driver has been asked what the round was

    /** A round of which nothing is known but what was played: an earlier life played it, or it was missed. */
    Page(int round, Actions played, @Nullable Actions followed) {
        this.round = round;
        this.played = played;
        this.followed = followed;
    }

    Page(
            int round,
            Actions played,
            @Nullable Actions followed,
            LocalRound local,
            RoundLinks links,
            @Nullable BlockRound solved,
            double largestNorm) {
        this(round, played, followed);
        know(local, links, largestNorm);
        this.solved = solved;
    }

    /** Whether it is known what the round was. */
    boolean isKnown() {
        return links != null;
    }

    void know(LocalRound wasLocal, RoundLinks wasLinks, double largest) {
        this.local = wasLocal;
        this.links = wasLinks;
        this.largestNorm = largest;
    }

    double largestNorm() {
        return largestNorm;
    }

    int dimension() {
        return played.dimension();
    }

    /** The link to a peer; null if there is none, or nobody knows. */
    @Nullable
    RoundLink to(int peer) {
        return links == null ? null : links.to(peer);
    }

    /** The links over which it is not known what was played, or whether both ends mean the same edges. */
    List<RoundLink> missing() {
        return links == null
                ? List.of()
                : links.all().stream()
                        .filter(link -> !link.isSettled() && !link.unshared)
                        .toList();
    }

    /**
     * Whether the ends of some link mean the same edges and another round, so that one of them might count an edge
     * alone. Where they mean other edges, both find that out, and neither counts any.
     */
    boolean isRefused() {
        return links != null && links.all().stream().anyMatch(link -> link.refused && !link.unshared);
    }

    /** The columns of edges that are charged: those of links whose ends mean other edges are lost. */
    private boolean[] unshared(LocalRound was) {
        boolean[] lost = new boolean[was.block().columns()];
        for (RoundLink link : Objects.requireNonNull(links).all()) {
            for (int column : link.columns) {
                lost[column] = !isCharged(link);
            }
        }
        return lost;
    }

    /** Whether both ends count the edges of a link: they mean the same ones, and know what was played. */
    private static boolean isCharged(RoundLink link) {
        return !link.unshared && link.played != null;
    }

    /** What a peer of the round is told of it. */
    Numbers toldTo(RoundLink link) {
        RoundLinks over = Objects.requireNonNull(links);
        Numbers told = over.boundary(link, played::get);
        return followed == null ? told : told.and(over.boundary(link, followed::get));
    }

    /** All links of the round; none if nobody knows. */
    Collection<RoundLink> all() {
        return links == null ? List.of() : links.all();
    }

    /**
     * Closes the round in the books, once nothing is missing.
     *
     * @return false if a cost cannot be trusted
     */
    boolean close(Books books) {
        LocalRound was = Objects.requireNonNull(local);
        BlockRound state = solved;
        local = null;
        solved = null;
        boolean[] lost = unshared(was);
        boolean isWhole = true;
        for (boolean one : lost) {
            isWhole &= !one;
        }
        // A solve tells a subgradient only if it knew all edges that are charged.
        if (state != null && isWhole && (state.block() == was.block() || was.beta() == 0)) {
            return closeSolved(was, state, books);
        }
        double[] b = new double[played.agents()];
        HittingCost[] costs = new HittingCost[b.length];
        Arrays.setAll(b, was::switchingWeight);
        Arrays.setAll(costs, was::cost);
        Block charged = isWhole ? was.block() : was.block().without(lost);
        return BooksFromActions.close(charged, costs, was.beta(), b, actions(lost), books);
    }

    private boolean closeSolved(LocalRound was, BlockRound state, Books books) {
        RoundLinks over = Objects.requireNonNull(links);
        for (RoundLink link : over.all()) {
            over.hearActions(link, Objects.requireNonNull(link.played), 0, state);
        }
        double[] h = new double[played.agents() * played.dimension()];
        boolean trusted = true;
        for (int row = 0; trusted && row < played.agents(); row++) {
            double mu = was.cost(row).mu();
            trusted = Double.isFinite(state.close(row, was.switchingWeight(row), mu, books, h));
        }
        return trusted;
    }

    /** Of all columns that are not lost. */
    private double[] actions(boolean[] lost) {
        int d = played.dimension();
        int[] kept = new int[lost.length]; // a column's place among those that are kept
        int columns = 0;
        for (int column = 0; column < lost.length; column++) {
            kept[column] = columns;
            columns += lost[column] ? 0 : 1;
        }
        double[] x = new double[columns * d];
        for (int row = 0; row < played.agents(); row++) {
            played.copyTo(row, x, row * d);
        }
        for (RoundLink link : Objects.requireNonNull(links).all()) {
            for (int i = 0; i < link.columns.length && isCharged(link); i++) {
                Objects.requireNonNull(link.played).copyTo(i * d, x, kept[link.columns[i]] * d, d);
            }
        }
        return x;
    }
}
