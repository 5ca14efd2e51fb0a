package io.acord.theory;

import java.util.Arrays;

/**
 * The books of agents (theory 12): from below, what anybody could have paid who had known everything beforehand.
 *
 * <p>Let x_1 .. x_T be any actions, and h_t a subgradient of H_t, the hitting and dissimilarity costs of round t, at
 * x_t. Every agent keeps a centre ξ, a curvature ω and a number c; at first ξ = x_0, ω = ∞, c = 0. A round with
 * switching weight b and strong convexity μ is closed by
 *
 * <pre>
 *     ℓ  = bω / (b + ω)                    g = h + ℓ (x − ξ)                    ω' = μ + ℓ
 *     c += f(x) + ½ Σ_{own edges} β/2 ‖A(x_i − x_j − o)‖² + ℓ/2 ‖x − ξ‖² − ‖g‖² / (2ω')
 *     ξ  = x − g/ω'
 * </pre>
 *
 * <p>Then Σ_i c_i ≤ OPT of all rounds so far (Theorem E). Mutable; one thread.
 */
public final class Books {

    private final int d;
    private final double[] centre; // ξ, d numbers an agent
    private final double[] curvature; // ω
    private final double[] atLeast; // c

    /**
     * Opens books before round 1.
     *
     * @param start x_0, d numbers an agent
     */
    public Books(int dimension, double[] start) {
        this.d = dimension;
        this.centre = start.clone();
        this.curvature = new double[start.length / dimension];
        this.atLeast = new double[curvature.length];
        Arrays.fill(curvature, Double.POSITIVE_INFINITY);
    }

    private Books(Books other) {
        this.d = other.d;
        this.centre = other.centre.clone();
        this.curvature = other.curvature.clone();
        this.atLeast = other.atLeast.clone();
    }

    public int agents() {
        return curvature.length;
    }

    /** Books with the same entries, which go on by themselves. */
    public Books copy() {
        return new Books(this);
    }

    /** ℓ = bω / (b + ω): how strongly all rounds so far hold an agent to its centre, if moving weighs b. */
    public double hold(int agent, double b) {
        double omega = curvature[agent];
        return omega == Double.POSITIVE_INFINITY ? b : b * (omega * (1 / (b + omega)));
    }

    /** One coordinate of ξ. */
    public double centre(int agent, int coordinate) {
        return centre[agent * d + coordinate];
    }

    /** ω, +∞ before round 1. */
    public double curvature(int agent) {
        return curvature[agent];
    }

    /** c: an agent's share of the bound. */
    public double atLeast(int agent) {
        return atLeast[agent];
    }

    /** Σ c: nobody can have paid less in the rounds so far. */
    public double atLeast() {
        double sum = 0;
        for (double share : atLeast) {
            sum += share;
        }
        return sum;
    }

    /**
     * Closes a round for an agent.
     *
     * @param b its switching weight in this round
     * @param mu a strong convexity of its hitting cost
     * @param paid its hitting cost at x and half of what its edges cost there
     * @param x actions of all agents, d numbers each
     * @param h subgradients of all agents, d numbers each
     */
    public void close(int agent, double b, double mu, double paid, double[] x, double[] h) {
        close(agent, b, mu, 0, paid, x, h);
    }

    /**
     * The same with curvature that neighbours lent (theory 12.1): ω' = μ + ℓ + lent, which is valid if the matrix
     * diag(ω') of all agents is at most diag(μ + ℓ) + βL. {@link CurvatureLoans} keeps to that.
     *
     * @param lent what others lent to the agent less what it lent itself
     */
    public void close(int agent, double b, double mu, double lent, double paid, double[] x, double[] h) {
        double hold = hold(agent, b);
        double omega = mu + hold + lent;
        double inverse = 1 / omega;
        double squaredMove = 0;
        double squaredSlope = 0;
        for (int k = agent * d; k < (agent + 1) * d; k++) {
            double move = x[k] - centre[k];
            double slope = h[k] + hold * move;
            squaredMove += move * move;
            squaredSlope += slope * slope;
            centre[k] = x[k] - slope * inverse;
        }
        atLeast[agent] += paid + hold / 2 * squaredMove - squaredSlope / 2 * inverse;
        curvature[agent] = omega;
    }

    /**
     * The same for an agent of one coordinate.
     *
     * @param x its action
     * @param h its subgradient
     */
    public void close(int agent, double b, double mu, double paid, double x, double h) {
        double hold = hold(agent, b);
        double omega = mu + hold;
        double inverse = 1 / omega;
        double move = x - centre[agent];
        double slope = h + hold * move;
        centre[agent] = x - slope * inverse;
        atLeast[agent] += paid + hold / 2 * (move * move) - slope * slope / 2 * inverse;
        curvature[agent] = omega;
    }

    /**
     * The same where h comes from a local solve that may lie τ above its minimum: for any s in (0, 1) the strong
     * convexity is μ − sM, and τ/s is taken off.
     *
     * @param tau what the solve left open
     * @param m M, the largest curvature of the whole local problem, f taken for μ
     */
    public void close(int agent, double b, double mu, double paid, double[] x, double[] h, double tau, double m) {
        double s = shareForOpen(agent, b, mu, x, h, tau, m);
        close(agent, b, mu - s * m, s == 0 ? paid : paid - tau / s, x, h);
    }

    /** The s with which the round is closed where a solve left τ open; 0 if it left nothing. */
    public double shareForOpen(int agent, double b, double mu, double[] x, double[] h, double tau, double m) {
        if (tau == 0) {
            return 0;
        }
        double squared = 0;
        for (int k = agent * d; k < (agent + 1) * d; k++) {
            double far = h[k] / (mu + hold(agent, b));
            squared += far * far + (x[k] - centre[k]) * (x[k] - centre[k]);
        }
        // s M/2 far² + τ/s is smallest at this s; half of μ is kept in any case.
        double best = Math.sqrt(2 * tau / (m * squared));
        return Math.min(best, mu / (2 * m));
    }

    /**
     * What {@link #closeScalars} needs of some agents of one coordinate, the first of them at 0. Live arrays: the
     * caller writes all but the last.
     *
     * <p>Compilers compute several agents at a time, divisions above all, where a loop is short and reads all its
     * arrays at one index. So books are copied here, and a formula is a loop.
     */
    public static final class Window {

        /** Switching weights. */
        public final double[] b;

        /** Strong convexities. */
        public final double[] mu;

        /** Actions in the round before. */
        public final double[] before;

        /** Actions. */
        public final double[] x;

        /** Subgradients. */
        public final double[] h;

        /** Hitting costs. */
        public final double[] hitting;

        /** Half of what the edges of each cost. */
        public final double[] halfEdges;

        /** Receives what each can have overpaid in the round before. */
        public final double[] overpaid;

        private final double[] centre;
        private final double[] curvature;
        private final double[] atLeast;
        private final double[] inverse; // of b + ω, then of ω'
        private final double[] hold;
        private final double[] held; // ℓ/2 ‖x − ξ‖²
        private final double[] gained; // ‖g‖² / (2ω')

        public Window(int agents) {
            b = new double[agents];
            mu = new double[agents];
            before = new double[agents];
            x = new double[agents];
            h = new double[agents];
            hitting = new double[agents];
            halfEdges = new double[agents];
            overpaid = new double[agents];
            centre = new double[agents];
            curvature = new double[agents];
            atLeast = new double[agents];
            inverse = new double[agents];
            hold = new double[agents];
            held = new double[agents];
            gained = new double[agents];
        }

        private void close(int n) {
            tie(n, b, curvature, inverse, hold);
            overpay(n, b, before, x, centre, curvature, inverse, overpaid);
            bend(n, mu, hold, curvature, inverse);
            move(n, x, h, hold, inverse, centre, held, gained);
            add(n, hitting, halfEdges, held, gained, atLeast);
        }

        /** ℓ = bω / (b + ω). */
        private static void tie(int n, double[] b, double[] omega, double[] inverse, double[] hold) {
            for (int i = 0; i < n; i++) {
                double tied = 1 / (b[i] + omega[i]);
                inverse[i] = tied;
                hold[i] = b[i] * (omega[i] * tied);
            }
        }

        private static void overpay(
                int n,
                double[] b,
                double[] before,
                double[] x,
                double[] centre,
                double[] omega,
                double[] inverse,
                double[] overpaid) {
            for (int i = 0; i < n; i++) {
                double off = omega[i] * (before[i] - centre[i]) - b[i] * (x[i] - before[i]);
                overpaid[i] = off * off / 2 * inverse[i];
            }
        }

        /** ω' = μ + ℓ. */
        private static void bend(int n, double[] mu, double[] hold, double[] omega, double[] inverse) {
            for (int i = 0; i < n; i++) {
                double next = mu[i] + hold[i];
                omega[i] = next;
                inverse[i] = 1 / next;
            }
        }

        /** ξ = x − g/ω', g = h + ℓ (x − ξ). */
        private static void move(
                int n,
                double[] x,
                double[] h,
                double[] hold,
                double[] inverse,
                double[] centre,
                double[] held,
                double[] gained) {
            for (int i = 0; i < n; i++) {
                double move = x[i] - centre[i];
                double slope = h[i] + hold[i] * move;
                held[i] = hold[i] / 2 * (move * move);
                gained[i] = slope * slope / 2 * inverse[i];
                centre[i] = x[i] - slope * inverse[i];
            }
        }

        private static void add(
                int n, double[] hitting, double[] halfEdges, double[] held, double[] gained, double[] atLeast) {
            for (int i = 0; i < n; i++) {
                atLeast[i] += halfEdges[i] + hitting[i] + held[i] - gained[i];
            }
        }
    }

    /**
     * {@link #overpaid} and then {@link #close} for many agents of one coordinate whose solves were exact and who have
     * closed a round before, with the same bits and several agents at a time.
     *
     * @param from the first of them
     * @param count how many
     */
    public void closeScalars(int from, int count, Window window) {
        System.arraycopy(centre, from, window.centre, 0, count);
        System.arraycopy(curvature, from, window.curvature, 0, count);
        System.arraycopy(atLeast, from, window.atLeast, 0, count);
        window.close(count);
        System.arraycopy(window.centre, 0, centre, from, count);
        System.arraycopy(window.curvature, 0, curvature, from, count);
        System.arraycopy(window.atLeast, 0, atLeast, from, count);
    }

    /**
     * What an agent can have overpaid in the round that was closed last, seen when the next one has been played; the
     * sum over agents and rounds is what was paid minus the bound, and less where solves left something open (theory
     * 12).
     *
     * @param b its switching weight in the next round
     * @param x its action in the round that was closed last
     * @param next its action in the next one
     */
    public double overpaid(int agent, double b, double[] x, double[] next) {
        return overpaid(agent, b, x, next, 0);
    }

    /**
     * The same.
     *
     * @param next has its action in the next one from {@code at} on
     */
    public double overpaid(int agent, double b, double[] x, double[] next, int at) {
        double omega = curvature[agent];
        if (omega == Double.POSITIVE_INFINITY) {
            return 0; // nothing has been closed
        }
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double off = omega * (x[c] - centre[agent * d + c]) - b * (next[at + c] - x[c]);
            squared += off * off;
        }
        return squared / 2 * (1 / (b + omega));
    }

    /** Everything in these books, of one agent after the other: c, ω and the d numbers of ξ. */
    public double[] toArray() {
        double[] all = new double[(2 + d) * curvature.length];
        for (int i = 0; i < curvature.length; i++) {
            int at = i * (2 + d);
            all[at] = atLeast[i];
            all[at + 1] = curvature[i];
            System.arraycopy(centre, i * d, all, at + 2, d);
        }
        return all;
    }

    /** Opens books where others were: reads what {@link #toArray} wrote. */
    public static Books of(int dimension, double[] all) {
        Books books = new Books(dimension, new double[all.length / (2 + dimension) * dimension]);
        for (int i = 0; i < books.curvature.length; i++) {
            int at = i * (2 + dimension);
            books.atLeast[i] = all[at];
            books.curvature[i] = all[at + 1];
            System.arraycopy(all, at + 2, books.centre, i * dimension, dimension);
        }
        return books;
    }
}
