package io.acord.protocol.machine;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a round that is over is worth, as far as it is known what the others played. Mutable. */
final class RoundCertificate {

    private final int round;
    private final LocalRound local;
    private final RoundLinks links;
    private final Block charged;
    private boolean complete;
    private boolean told;

    RoundCertificate(int round, LocalRound local, RoundLinks links) {
        this.round = round;
        this.local = local;
        this.links = links;
        this.charged = local.block();
    }

    boolean isComplete() {
        return complete;
    }

    /**
     * The certificate, if there is something new to say: once as far as it is known, and again only when that is
     * complete.
     *
     * @param solved the round's last iterate; null if its actions were held, which nobody solved
     */
    Effect.@Nullable Certified news(@Nullable BlockRound solved) {
        if (complete) {
            return null;
        }
        double[] shares = new double[charged.rows()];
        for (RoundLink link : links.all()) {
            Numbers theirs = link.played;
            if (solved != null && theirs != null) {
                links.hearActions(link, theirs, 0, solved);
            }
        }
        boolean finite = true;
        for (int row = 0; row < shares.length; row++) {
            shares[row] = solved == null ? Double.POSITIVE_INFINITY : share(solved, row);
            finite &= Double.isFinite(shares[row]);
        }
        boolean news = finite || !told;
        complete = finite;
        told = true;
        return news ? new Effect.Certified(round, Numbers.of(shares), finite) : null;
    }

    /** Theory 5.6: an edge that is charged but was not used adds β W_e(x_i − x_j − o_e) to the residual. */
    private double share(BlockRound solved, int row) {
        int d = charged.dimension();
        double[] residual = null;
        for (int arc = charged.firstArc()[row]; arc < charged.firstArc()[row + 1]; arc++) {
            int column = charged.column()[arc];
            if (links.usedColumn(column) >= 0 || local.beta() == 0) {
                continue;
            }
            RoundLink link = Objects.requireNonNull(links.to(local.host(column)));
            if (link.unshared) {
                continue; // an edge that the other end does not mean is charged to nobody
            }
            Numbers theirs = link.played;
            if (theirs == null) {
                return Double.POSITIVE_INFINITY;
            }
            if (residual == null) {
                residual = new double[d];
                solved.residual(row, residual);
            }
            int at = Arrays.binarySearch(link.columns, column) * d;
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    double apart = solved.action(row, c) - theirs.get(at + c) - charged.offset(arc, c);
                    residual[r] += local.beta() * charged.gram(arc, r, c) * apart;
                }
            }
        }
        return residual == null ? solved.certificate(row) : solved.certificate(row, residual);
    }
}
