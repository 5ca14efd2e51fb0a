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
 *
 * <p>Agents lie in pages of {@value #PAGE}, an array each, so that formulas can be computed where the numbers are:
 * compilers compute several agents at a time only where a loop reads all its arrays at one index.
 */
public final class Books {

    /** Agents of a page. */
    public static final int PAGE = 512;

    private final int d;
    private final int agents;
    private final double[][] centre; // ξ, d numbers an agent
    private final double[][] curvature; // ω
    private final double[][] atLeast; // c

    /**
     * Opens books before round 1.
     *
     * @param start x_0, d numbers an agent
     */
    public Books(int dimension, double[] start) {
        this.d = dimension;
        this.agents = start.length / dimension;
        int pages = (agents + PAGE - 1) / PAGE;
        this.centre = new double[pages][];
        this.curvature = new double[pages][];
        this.atLeast = new double[pages][];
        for (int page = 0; page < pages; page++) {
            int first = page * PAGE;
            int next = Math.min(agents, first + PAGE);
            centre[page] = Arrays.copyOfRange(start, first * d, next * d);
            curvature[page] = new double[next - first];
            atLeast[page] = new double[next - first];
            Arrays.fill(curvature[page], Double.POSITIVE_INFINITY);
        }
    }

    private Books(Books other) {
        this.d = other.d;
        this.agents = other.agents;
        this.centre = copy(other.centre);
        this.curvature = copy(other.curvature);
        this.atLeast = copy(other.atLeast);
    }

    private static double[][] copy(double[][] pages) {
        return Arrays.stream(pages).map(double[]::clone).toArray(double[][]::new);
    }

    public int agents() {
        return agents;
    }

    /** Books with the same entries, which go on by themselves. */
    public Books copy() {
        return new Books(this);
    }

    /** ℓ = bω / (b + ω): how strongly all rounds so far hold an agent to its centre, if moving weighs b. */
    public double hold(int agent, double b) {
        double omega = curvature(agent);
        return omega == Double.POSITIVE_INFINITY ? b : b * (omega * (1 / (b + omega)));
    }

    /** One coordinate of ξ. */
    public double centre(int agent, int coordinate) {
        return centre[agent / PAGE][agent % PAGE * d + coordinate];
    }

    /** ω, +∞ before round 1. */
    public double curvature(int agent) {
        return curvature[agent / PAGE][agent % PAGE];
    }

    /** c: an agent's share of the bound. */
    public double atLeast(int agent) {
        return atLeast[agent / PAGE][agent % PAGE];
    }

    /** Σ c: nobody can have paid less in the rounds so far. */
    public double atLeast() {
        double sum = 0;
        for (double[] page : atLeast) {
            for (double share : page) {
                sum += share;
            }
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
        double[] own = centre[agent / PAGE];
        int at = agent % PAGE * d;
        for (int c = 0; c < d; c++) {
            int k = agent * d + c;
            double move = x[k] - own[at + c];
            double slope = h[k] + hold * move;
            squaredMove += move * move;
            squaredSlope += slope * slope;
            own[at + c] = x[k] - slope * inverse;
        }
        enter(agent, paid + hold / 2 * squaredMove - squaredSlope / 2 * inverse, omega);
    }

    private void enter(int agent, double gained, double omega) {
        atLeast[agent / PAGE][agent % PAGE] += gained;
        curvature[agent / PAGE][agent % PAGE] = omega;
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
        double[] own = centre[agent / PAGE];
        int at = agent % PAGE;
        double move = x - own[at];
        double slope = h + hold * move;
        own[at] = x - slope * inverse;
        enter(agent, paid + hold / 2 * (move * move) - slope * slope / 2 * inverse, omega);
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
        for (int c = 0; c < d; c++) {
            int k = agent * d + c;
            double far = h[k] / (mu + hold(agent, b));
            double move = x[k] - centre(agent, c);
            squared += far * far + move * move;
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
     * arrays at one index. So a formula is a loop, and books that are not a whole page are copied here.
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
        private final double[] slope; // g

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
            slope = new double[agents];
        }

        private void close(int n, double[] centre, double[] curvature, double[] atLeast) {
            overpay(n, b, before, x, centre, curvature, inverse, overpaid);
            bend(n, b, mu, curvature, inverse, hold);
            pull(n, x, h, hold, centre, slope, held);
            move(n, x, slope, inverse, centre);
            add(n, hitting, halfEdges, held, slope, inverse, atLeast);
        }

        /** ‖ω(x_{t−1} − ξ) − b(x − x_{t−1})‖² / (2(b + ω)). */
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
                double weight = b[i];
                double curvature = omega[i];
                double last = before[i];
                double off = curvature * (last - centre[i]) - weight * (x[i] - last);
                double tied = 1 / (weight + curvature);
                overpaid[i] = off * off / 2 * tied;
                inverse[i] = tied;
            }
        }

        /** ℓ = bω / (b + ω), ω' = μ + ℓ. */
        private static void bend(int n, double[] b, double[] mu, double[] omega, double[] inverse, double[] hold) {
            for (int i = 0; i < n; i++) {
                double tied = b[i] * (omega[i] * inverse[i]);
                double next = mu[i] + tied;
                hold[i] = tied;
                omega[i] = next;
                inverse[i] = 1 / next;
            }
        }

        /** g = h + ℓ (x − ξ). */
        private static void pull(
                int n, double[] x, double[] h, double[] hold, double[] centre, double[] slope, double[] held) {
            for (int i = 0; i < n; i++) {
                double move = x[i] - centre[i];
                slope[i] = h[i] + hold[i] * move;
                held[i] = hold[i] / 2 * (move * move);
            }
        }

        /** ξ = x − g/ω'. */
        private static void move(int n, double[] x, double[] slope, double[] inverse, double[] centre) {
            for (int i = 0; i < n; i++) {
                centre[i] = x[i] - slope[i] * inverse[i];
            }
        }

        private static void add(
                int n,
                double[] hitting,
                double[] halfEdges,
                double[] held,
                double[] slope,
                double[] inverse,
                double[] atLeast) {
            for (int i = 0; i < n; i++) {
                double gained = slope[i] * slope[i] / 2 * inverse[i]; // ‖g‖² / (2ω')
                atLeast[i] += halfEdges[i] + hitting[i] + held[i] - gained;
            }
        }
    }

    /**
     * {@link #overpaid} and then {@link #close} for many agents of one coordinate whose solves were exact and who have
     * closed a round before, with the same bits and several agents at a time.
     *
     * @param from the first of them
     * @param count how many, all of them of the same page
     */
    public void closeScalars(int from, int count, Window window) {
        int page = from / PAGE;
        int at = from % PAGE;
        if (at == 0) {
            window.close(count, centre[page], curvature[page], atLeast[page]);
            return;
        }
        System.arraycopy(centre[page], at, window.centre, 0, count);
        System.arraycopy(curvature[page], at, window.curvature, 0, count);
        System.arraycopy(atLeast[page], at, window.atLeast, 0, count);
        window.close(count, window.centre, window.curvature, window.atLeast);
        System.arraycopy(window.centre, 0, centre[page], at, count);
        System.arraycopy(window.curvature, 0, curvature[page], at, count);
        System.arraycopy(window.atLeast, 0, atLeast[page], at, count);
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
        double omega = curvature(agent);
        if (omega == Double.POSITIVE_INFINITY) {
            return 0; // nothing has been closed
        }
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double off = omega * (x[c] - centre(agent, c)) - b * (next[at + c] - x[c]);
            squared += off * off;
        }
        return squared / 2 * (1 / (b + omega));
    }

    /** Everything in these books, of one agent after the other: c, ω and the d numbers of ξ. */
    public double[] toArray() {
        double[] all = new double[(2 + d) * agents];
        for (int i = 0; i < agents; i++) {
            int at = i * (2 + d);
            all[at] = atLeast(i);
            all[at + 1] = curvature(i);
            System.arraycopy(centre[i / PAGE], i % PAGE * d, all, at + 2, d);
        }
        return all;
    }

    /** Opens books where others were: reads what {@link #toArray} wrote. */
    public static Books of(int dimension, double[] all) {
        Books books = new Books(dimension, new double[all.length / (2 + dimension) * dimension]);
        for (int i = 0; i < books.agents; i++) {
            int at = i * (2 + dimension);
            books.enter(i, all[at], all[at + 1]);
            System.arraycopy(all, at + 2, books.centre[i / PAGE], i % PAGE * dimension, dimension);
        }
        return books;
    }
}
