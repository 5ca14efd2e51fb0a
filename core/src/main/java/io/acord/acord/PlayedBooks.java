package io.acord.acord;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;
import org.jspecify.annotations.Nullable;

/**
 * The books of a fleet, kept by somebody who sees all of it, for actions of any origin.
 *
 * <p>A quadratic cost has a gradient. Of any other an agent takes one step of its own from what was played, which tells
 * a subgradient where it ends, and that point stands in the books instead: they hold for any actions. Where an agent's
 * action was the best for what its neighbours do, the step leads nowhere. Mutable; one thread.
 *
 * <p>{@link #lending} also keeps books whose agents lend each other curvature (theory 12.1), for twice the work and a
 * bound that is usually much better where agents differ in how much they care.
 */
public final class PlayedBooks {

    private final Books books;
    private final @Nullable Books lending; // null: nobody lends

    /** Opens books before round 1. */
    public PlayedBooks(Actions start) {
        this(new Books(start.dimension(), start.toArray()), null);
    }

    private PlayedBooks(Books books, @Nullable Books lending) {
        this.books = books;
        this.lending = lending;
    }

    /** Goes on in these books. */
    static PlayedBooks on(Books books) {
        return new PlayedBooks(books, null);
    }

    /** Opens books before round 1, and others beside them whose agents lend each other curvature. */
    public static PlayedBooks lending(Actions start) {
        return lending(start.dimension(), new Books(start.dimension(), start.toArray()));
    }

    /** The same where books, which are copied, already are. */
    static PlayedBooks lending(int d, Books before) {
        return new PlayedBooks(Books.of(d, before.toArray()), Books.of(d, before.toArray()));
    }

    /** Nobody can have paid less in the rounds so far: the best that these books prove. */
    public double atLeast() {
        return lending == null ? books.atLeast() : Math.max(books.atLeast(), lending.atLeast());
    }

    /** The books in which nobody lends, to be read. */
    public Books books() {
        return books;
    }

    /** The books that prove most so far, to be read. */
    public Books best() {
        return lending != null && lending.atLeast() > books.atLeast() ? lending : books;
    }

    /** Closes a round with what the agents know of it themselves, for instance {@link Decision#entries}. */
    public void close(Round round, Actions played, BookEntries entries) {
        entries.close(round, played, books);
        if (lending != null) {
            entries.closeLending(round, played, lending);
        }
    }

    /** Closes a round. */
    public void close(Round round, Actions played) {
        double[] x = played.toArray();
        BookEntries entries = entries(round, x, books);
        entries.close(round, x, books);
        if (lending == null) {
            return;
        }
        if (!round.costs().areQuadratic()) { // others are looked at where the books think that they should be
            x = played.toArray();
            entries = entries(round, x, lending);
        }
        entries.closeLending(round, x, lending);
    }

    /** What the books are told of a round; moves those in x whose costs are not quadratic. */
    private static BookEntries entries(Round round, double[] x, Books kept) {
        int n = round.agents();
        int d = round.dimension();
        double[] pull = couplingGradient(round, x);
        double[] h = new double[x.length]; // of the hitting costs, then of all
        double[] tau = new double[n];
        double[] whole = new double[n];
        boolean hasMoved = false;
        for (int i = 0; i < n; i++) {
            HittingCost cost = round.cost(i);
            if (cost instanceof Quadratic quadratic) {
                gradient(quadratic, x, i * d, h);
            } else {
                double hold = kept.hold(i, round.switchingWeight(i));
                whole[i] = cost.mu() + hold + round.beta() * strength(round, i);
                tau[i] = step(cost, i, hold, whole[i], pull, x, h, kept);
                whole[i] += cost.mu();
                hasMoved = true;
            }
        }
        if (hasMoved) {
            pull = couplingGradient(round, x);
        }
        for (int k = 0; k < h.length; k++) {
            h[k] += pull[k];
        }
        return new BookEntries(h, paid(round, x), tau, whole);
    }

    /** What every agent pays of the hitting costs and half of its edges: their other ends count the other half. */
    static double[] paid(Round round, double[] x) {
        int d = round.dimension();
        double[] own = new double[d];
        double[] paid = new double[round.agents()];
        for (int i = 0; i < paid.length; i++) {
            System.arraycopy(x, i * d, own, 0, d);
            paid[i] = round.cost(i).at(own) + round.halfEdges(i, x);
        }
        return paid;
    }

    /** ∇f at a row of x. */
    static void gradient(Quadratic f, double[] x, int at, double[] into) {
        int d = f.dimension();
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += f.curvature(r, c) * (x[at + c] - f.target(c));
            }
            into[at + r] = sum;
        }
    }

    /**
     * Moves agent i to argmin f(y) + w/2 ‖y − x − s/w‖², s being the subgradient that would balance everything else,
     * and writes the one that it finds there; returns what the solve left open.
     */
    private static double step(
            HittingCost f, int i, double hold, double w, double[] pull, double[] x, double[] into, Books kept) {
        int d = f.dimension();
        double[] target = new double[d];
        double[] y = new double[d];
        for (int c = 0; c < d; c++) {
            int k = i * d + c;
            double wanted = -(pull[k] + hold * (x[k] - kept.centre(i, c)));
            target[c] = x[k] + wanted / w;
            y[c] = x[k];
        }
        QuadraticPull towards = new QuadraticPull(d);
        towards.add(w, target);
        double tau = f.argmin(towards, y);
        if (HittingCostCheck.ofAnswer(f, towards, y, tau).isPresent()) {
            tau = Double.POSITIVE_INFINITY; // nothing follows from what cannot be trusted
        }
        for (int c = 0; c < d; c++) {
            x[i * d + c] = y[c];
            into[i * d + c] = w * (target[c] - y[c]);
        }
        return tau;
    }

    /** Σ of the largest eigenvalues of an agent's edges. */
    private static double strength(Round round, int i) {
        Graph graph = round.graph();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += round.coupling().largestEigenvalue(graph.edge(arc));
        }
        return sum;
    }

    /** β Σ_e W_e(x_i − x_j − o_e) of every agent, its edges in the order of neighbours. */
    static double[] couplingGradient(Round round, double[] x) {
        int d = round.dimension();
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        double[] gradient = new double[x.length];
        for (int i = 0; i < round.agents(); i++) {
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                int j = graph.neighbor(arc);
                double sign = graph.tail(e) == i ? 1 : -1; // offsets are the tail's
                for (int r = 0; r < d; r++) {
                    double sum = 0;
                    for (int c = coupling.isIsotropic(e) ? r : 0; c < (coupling.isIsotropic(e) ? r + 1 : d); c++) {
                        double off = x[i * d + c] - x[j * d + c] - sign * coupling.offset(e, c);
                        sum += coupling.gram(e, r, c) * off;
                    }
                    gradient[i * d + r] += round.beta() * sum;
                }
            }
        }
        return gradient;
    }
}
