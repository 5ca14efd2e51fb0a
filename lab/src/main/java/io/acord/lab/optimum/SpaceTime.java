package io.acord.lab.optimum;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.theory.Certificate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some agents over some consecutive rounds as one convex problem, in which being a round apart is an edge too:
 *
 * <pre>
 *   min  Σ_τ { Σ_i f_{i,τ}(x_{i,τ}) + β_τ/2 Σ_e ‖A_e(x_{i,τ} − x_{j,τ} − o_e)‖² } + Σ_i w_i/2 ‖x_{i,1} − x_{i,0}‖² + Σ_{τ>1} Σ_i b_{i,τ}/2 ‖x_{i,τ} − x_{i,τ−1}‖²
 * </pre>
 *
 * <p>x_0 is given. The first step weighs w_i = λ_i b_i: with λ₁ and a single round this is ROBD's round, with 1 the
 * myopic one; with 1 and the whole horizon it is the hindsight optimum; with 1, a window and a neighbourhood it is
 * LPC's problem. Which agents decide, stand pinned, or have a hitting cost that does not count, a {@link Patch} says.
 *
 * <p>Quadratic problems are solved directly where Cholesky's factor is small, for one round of a large fleet in an
 * order that keeps it sparse, else by conjugate gradients; all others by accelerated proximal steps, which are ACORD's
 * iteration on the space-time graph. Reused scratch: pose a problem, solve it, pose the next. One thread may use it at
 * a time; it may use several.
 */
public final class SpaceTime {

    /**
     * Multiply-adds of a Cholesky factor above which conjugate gradients are faster: 600 unknowns that all touch each
     * other.
     */
    static final long DIRECT = 40_000_000;

    /** So few unknowns never take more multiply-adds than that. */
    private static final int SURELY_DIRECT = 600;

    /**
     * Multiply-adds of a sparse factor, for each number of a round's graph, above which conjugate gradients are faster:
     * each of their iterations touches every number.
     */
    private static final long SPARSE = 80;

    /** An agent that nothing holds, neither its cost nor its past, is held this much, relative to its edges. */
    private static final double HOLD = 1e-9;

    private final int threads;
    private final EnvelopeMatrix envelope = new EnvelopeMatrix();
    private double[] right = new double[16]; // scratch of the direct solve
    private Patch.@Nullable Arcs lastArcs; // of the last round of a whole fleet
    private @Nullable SparseFactor sparse; // of the last graph that stayed
    private boolean isSparseTooLarge; // of some graph
    private boolean agentByAgent; // the order of its rows, or else round by round

    FlatRound[] rounds = {};
    Patch patch = Patch.whole(Coupling.none(1, 1));
    int k; // rounds
    int m; // free agents a round
    int d;
    int nodes; // k · m: node τ m + a is the free agent a in round τ
    double[] own = {}; // d x d a node: curvature of its own cost, of its first step, of edges to pinned agents
    double[] tied = {}; // d x d a node: curvature of its edges to other nodes, in space and time
    double[] linear = {}; // d a node
    double[] step = {}; // a node: b of its step from the round before; 0 in the first round
    double[] modulus = {}; // a node: the strong convexity of what is its own

    @Nullable
    HittingCost[] general = {}; // a node: its cost if it is not quadratic

    boolean quadratic;
    private double[] previous = {};
    private double @Nullable [] lambda;
    private double certificate;
    private boolean stopped; // before the accuracy that was asked for
    private int iterations;

    public SpaceTime(int threads) {
        this.threads = threads;
    }

    /**
     * Takes a problem.
     *
     * @param window the rounds, at most as many as the patch has
     * @param x0 of all agents of the fleet, d numbers each
     * @param weights λ of all agents of the fleet; null: 1
     */
    public void pose(FlatRound[] window, Patch agents, double[] x0, double @Nullable [] weights) {
        rounds = window;
        patch = agents;
        previous = x0;
        lambda = weights;
        k = window.length;
        m = agents.size;
        d = window[0].d;
        nodes = Math.multiplyExact(k, m);
        reserve();
        quadratic = true;
        for (int tau = 0; tau < k; tau++) {
            quadratic &= window[tau].general == null;
            if (d == 1) {
                assembleScalars(tau);
            } else {
                assembleVectors(tau);
            }
        }
        if (!quadratic) {
            collectGeneral();
        }
    }

    private void reserve() {
        if (step.length < nodes) {
            step = new double[nodes];
            modulus = new double[nodes];
        }
        if (linear.length < nodes * d) {
            linear = new double[Math.multiplyExact(nodes, d)];
        }
        int blocks = Math.multiplyExact(nodes, d * d);
        if (own.length < blocks) {
            own = new double[blocks];
            tied = new double[blocks];
        }
    }

    private void assembleScalars(int tau) {
        FlatRound round = rounds[tau];
        FlatRound after = tau + 1 < k ? rounds[tau + 1] : null;
        Patch.Arcs arcs = patch.arcs[tau];
        Coupling coupling = arcs.coupling;
        boolean unit = patch.unitWeights;
        boolean offsets = coupling.hasOffsets();
        for (int a = 0; a < m; a++) {
            int node = tau * m + a;
            int i = patch.free == null ? a : patch.free[a];
            boolean watched = patch.unwatched == null || !patch.unwatched[a];
            double h = watched ? round.curvature[i] : 0;
            double b = watched ? round.linear[i] : 0;
            double strength = watched ? round.mu[i] : 0;
            double ties = after == null ? 0 : after.switching[i];
            if (tau == 0) {
                double w = firstWeight(i);
                h += w;
                b += w * previous[i];
                strength += w;
            } else {
                ties += round.switching[i];
            }
            for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
                int j = arcs.column[arc];
                double w = unit ? round.beta : round.beta * coupling.weight(arcs.edge[arc]);
                if (j < 0) {
                    h += w;
                    strength += w;
                    b += w * round.minimizers()[patch.pinned[-1 - j]];
                } else {
                    ties += w;
                }
                if (offsets) {
                    b += w * side(coupling, arcs.edge[arc], i) * coupling.offset(arcs.edge[arc], 0);
                }
            }
            if (strength == 0 && !watched && round.switching[i] == 0) {
                double hold = hold(ties);
                h += hold;
                b += hold * previous[i];
            }
            step[node] = tau == 0 ? 0 : round.switching[i];
            own[node] = h;
            tied[node] = ties;
            linear[node] = b;
            modulus[node] = strength;
        }
    }

    private void assembleVectors(int tau) {
        FlatRound round = rounds[tau];
        FlatRound after = tau + 1 < k ? rounds[tau + 1] : null;
        Patch.Arcs arcs = patch.arcs[tau];
        int dd = d * d;
        Arrays.fill(own, tau * m * dd, (tau + 1) * m * dd, 0);
        Arrays.fill(tied, tau * m * dd, (tau + 1) * m * dd, 0);
        Arrays.fill(linear, tau * m * d, (tau + 1) * m * d, 0);
        for (int a = 0; a < m; a++) {
            int node = tau * m + a;
            int i = patch.agent(a);
            boolean watched = patch.unwatched == null || !patch.unwatched[a];
            if (watched) {
                System.arraycopy(round.curvature, i * dd, own, node * dd, dd);
                System.arraycopy(round.linear, i * d, linear, node * d, d);
            }
            double strength = watched ? round.mu[i] : 0;
            double ties = after == null ? 0 : after.switching[i];
            if (tau == 0) {
                double w = firstWeight(i);
                holdAt(node, i, w);
                strength += w;
            } else {
                ties += round.switching[i];
            }
            for (int c = 0; c < d; c++) {
                tied[node * dd + c * d + c] = ties;
            }
            for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
                strength += addArc(round, arcs, arc, node, i);
            }
            if (!watched && round.switching[i] == 0) {
                double sum = 0;
                for (int c = 0; c < d; c++) {
                    sum += tied[node * dd + c * d + c];
                }
                holdAt(node, i, hold(sum / d));
            }
            step[node] = tau == 0 ? 0 : round.switching[i];
            modulus[node] = strength;
        }
    }

    /** Adds w/2 ‖x − x_0‖² to what is a node's own. */
    private void holdAt(int node, int i, double w) {
        for (int c = 0; c < d; c++) {
            own[(node * d + c) * d + c] += w;
            linear[node * d + c] += w * previous[i * d + c];
        }
    }

    /** Adds an edge to a node's curvature and linear term; returns what strong convexity that gives it for certain. */
    private double addArc(FlatRound round, Patch.Arcs arcs, int arc, int node, int i) {
        Coupling coupling = arcs.coupling;
        int e = arcs.edge[arc];
        int j = arcs.column[arc];
        double side = side(coupling, e, i);
        double[] curvature = j < 0 ? own : tied;
        boolean anchored = j < 0 || coupling.hasOffsets();
        for (int r = 0; r < d; r++) {
            double pulled = 0;
            for (int c = 0; c < d; c++) {
                double w = round.beta * coupling.gram(e, r, c);
                curvature[(node * d + r) * d + c] += w;
                if (anchored) {
                    double there = j < 0 ? round.minimizers()[patch.pinned[-1 - j] * d + c] : 0;
                    pulled += w * (there + side * coupling.offset(e, c));
                }
            }
            linear[node * d + r] += pulled;
        }
        return j < 0 && coupling.isIsotropic(e) ? round.beta * coupling.weight(e) : 0;
    }

    private double firstWeight(int i) {
        double b = rounds[0].switching[i];
        return lambda == null ? b : lambda[i] * b;
    }

    /** An edge charges x_tail − x_head − o: 1 for the tail, −1 for the head. */
    private static double side(Coupling coupling, int e, int i) {
        return coupling.graph().tail(e) == i ? 1 : -1;
    }

    private static double hold(double ties) {
        return HOLD * (ties > 0 ? ties : 1);
    }

    private void collectGeneral() {
        if (general.length < nodes) {
            general = new HittingCost[nodes];
        }
        for (int tau = 0; tau < k; tau++) {
            for (int a = 0; a < m; a++) {
                boolean watched = patch.unwatched == null || !patch.unwatched[a];
                general[tau * m + a] = watched ? rounds[tau].general(patch.agent(a)) : null;
            }
        }
    }

    /** How many unknowns the problem has; they are numbered round by round, agent by agent. */
    public int unknowns() {
        return nodes * d;
    }

    /** Writes the minimiser to {@code x}, which holds a first guess on entry. */
    public void solve(double[] x) {
        stopped = false;
        certificate = Double.NaN;
        iterations = 0;
        if (!quadratic) {
            AcceleratedDescent descent = new AcceleratedDescent(this, x);
            descent.run(threads);
            certificate = descent.certificate();
            stopped = !descent.isAccurate();
            iterations = descent.iterations();
        } else if (solveSparsely(x)) {
            return;
        } else if (solveDirectly(0)) {
            for (int node = 0; node < nodes; node++) {
                System.arraycopy(right, position(node) * d, x, node * d, d);
            }
        } else {
            solveByGradients(x);
        }
    }

    private void solveByGradients(double[] x) {
        if (SteadyGradients.isFor(this)) {
            SteadyGradients single = new SteadyGradients(this, x);
            single.run(threads);
            iterations = single.iterations();
            if (single.isAccurate()) {
                return;
            }
        }
        ConjugateGradients gradients = new ConjugateGradients(this, x);
        gradients.run(threads);
        stopped = !gradients.isAccurate();
        iterations += gradients.iterations();
    }

    /**
     * Solves one round of a whole fleet by a sparse factor, whose order serves all rounds of a graph; false if the
     * fleet is small enough for an envelope, the graph is not the last one, so that an order may not be worth finding,
     * or the factor would take longer than conjugate gradients.
     */
    private boolean solveSparsely(double[] x) {
        if (k > 1 || patch.free != null || nodes * d <= SURELY_DIRECT || isSparseTooLarge) {
            return false;
        }
        Patch.Arcs arcs = patch.arcs[0];
        boolean stays = arcs == lastArcs;
        lastArcs = arcs;
        SparseFactor factor = sparse != null && sparse.isOf(arcs, d) ? sparse : null;
        if (factor == null && stays) {
            factor = SparseFactor.of(arcs, d, SPARSE * d * d * (nodes + (long) arcs.column.length));
            sparse = factor;
            isSparseTooLarge = factor == null; // other graphs of a run are taken to be alike
        }
        if (factor == null || !factor.factor(own, tied, rounds[0].beta)) {
            return false;
        }
        factor.solve(linear, x);
        return true;
    }

    /** Writes what one agent does in the first round to {@code into}: all that LPC wants to know. */
    public void solveFor(int place, double[] into, int at) {
        if (quadratic && solveDirectly(place)) {
            System.arraycopy(right, position(place) * d, into, at, d);
            return;
        }
        double[] x = new double[unknowns()];
        guess(x);
        solve(x);
        System.arraycopy(x, place * d, into, at, d);
    }

    /** Everybody stays where he is. */
    public void guess(double[] x) {
        for (int node = 0; node < nodes; node++) {
            System.arraycopy(previous, patch.agent(node % m) * d, x, node * d, d);
        }
    }

    // ---- The direct solve. Agent by agent or round by round, whichever keeps the rows of the factor shorter.

    private int position(int node) {
        return agentByAgent ? node % m * k + node / m : node;
    }

    /**
     * Solves for the unknowns from {@code node}'s on; false if that would take too long, or the matrix is singular up
     * to rounding.
     */
    private boolean solveDirectly(int node) {
        int n = nodes * d;
        agentByAgent = false;
        long work = k == 1 && n <= SURELY_DIRECT ? 0 : factorWork();
        if (k > 1) {
            agentByAgent = true;
            long other = factorWork();
            agentByAgent = other < work;
            work = Math.min(work, other);
        }
        if (work > DIRECT) {
            return false;
        }
        if (right.length < n) {
            right = new double[n];
        }
        fillEnvelope();
        if (!envelope.factor()) {
            return false;
        }
        envelope.solve(right, position(node) * d);
        return true;
    }

    /** Multiply-adds of the factor, or a little more than {@link #DIRECT}. */
    private long factorWork() {
        long work = 0;
        for (int node = 0; node < nodes; node++) {
            long width = (long) (position(node) - firstPosition(node) + 1) * d;
            work += d * width * width / 2;
            if (work > DIRECT) {
                break;
            }
        }
        return work;
    }

    /** The first of the positions that a node touches, its own included. */
    private int firstPosition(int node) {
        int tau = k == 1 ? 0 : node / m;
        int a = node - tau * m;
        Patch.Arcs arcs = patch.arcs[tau];
        int first = agentByAgent ? a * k + tau : node;
        int own = first;
        if (tau > 0) {
            first = Math.min(first, agentByAgent ? own - 1 : own - m);
        }
        for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
            int j = arcs.column[arc];
            if (j >= 0) { // arcs are in the order of ids, so that the first free one is the one we want
                return Math.min(first, agentByAgent ? j * k + tau : tau * m + j);
            }
        }
        return first;
    }

    private void fillEnvelope() {
        envelope.begin(nodes * d);
        for (int p = 0; p < nodes; p++) {
            int node = agentByAgent ? p % k * m + p / k : p;
            int first = firstPosition(node) * d;
            for (int c = 0; c < d; c++) {
                envelope.row(first);
            }
        }
        envelope.clear();
        for (int node = 0; node < nodes; node++) {
            int tau = k == 1 ? 0 : node / m;
            int a = node - tau * m;
            int p = agentByAgent ? a * k + tau : node;
            fillOwn(node, p);
            fillArcs(tau, a, p);
            if (tau > 0) {
                int before = agentByAgent ? p - 1 : p - m;
                for (int c = 0; c < d; c++) {
                    envelope.add(p * d + c, before * d + c, -step[node]);
                }
            }
        }
    }

    private void fillOwn(int node, int p) {
        for (int r = 0; r < d; r++) {
            right[p * d + r] = linear[node * d + r];
            for (int c = 0; c <= r; c++) {
                int at = (node * d + r) * d + c;
                envelope.add(p * d + r, p * d + c, own[at] + tied[at]);
            }
        }
    }

    private void fillArcs(int tau, int a, int p) {
        Patch.Arcs arcs = patch.arcs[tau];
        double beta = rounds[tau].beta;
        for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
            int j = arcs.column[arc];
            if (j < 0) {
                continue;
            }
            if (j > a) {
                break; // the upper triangle
            }
            int q = agentByAgent ? j * k + tau : tau * m + j;
            if (d == 1) {
                envelope.add(p, q, patch.unitWeights ? -beta : -beta * arcs.coupling.weight(arcs.edge[arc]));
                continue;
            }
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    envelope.add(p * d + r, q * d + c, -beta * arcs.coupling.gram(arcs.edge[arc], r, c));
                }
            }
        }
    }

    // ---- What the iterative solvers ask for. Safe for several threads.

    /** Σ over the edges of a node, in space and time, of weight · x at the other end; d = 1. */
    double neighbors(double[] x, int tau, int a) {
        Patch.Arcs arcs = patch.arcs[tau];
        int node = tau * m + a;
        int base = tau * m;
        double sum = 0;
        int end = arcs.first[a + 1];
        if (patch.unitWeights) {
            for (int arc = arcs.first[a]; arc < end; arc++) {
                int j = arcs.column[arc];
                sum += j < 0 ? 0 : x[base + j];
            }
        } else {
            for (int arc = arcs.first[a]; arc < end; arc++) {
                int j = arcs.column[arc];
                sum += j < 0 ? 0 : arcs.coupling.weight(arcs.edge[arc]) * x[base + j];
            }
        }
        sum *= rounds[tau].beta;
        if (tau > 0) {
            sum += step[node] * x[node - m];
        }
        if (tau + 1 < k) {
            sum += step[node + m] * x[node + m];
        }
        return sum;
    }

    /** The same for the nodes from .. to − 1, written where they are in {@code into}; d = 1. */
    void neighborsOfAll(double[] x, int from, int to, double[] into) {
        int node = from;
        while (node < to) {
            int tau = node / m;
            int end = Math.min(to, (tau + 1) * m);
            if (patch.unitWeights) {
                unitNeighbors(x, tau, node, end, into);
            } else {
                for (int i = node; i < end; i++) {
                    into[i] = neighbors(x, tau, i - tau * m);
                }
            }
            node = end;
        }
    }

    /** The case that large fleets have, with what a round has in common held in local variables. */
    private void unitNeighbors(double[] x, int tau, int from, int to, double[] into) {
        int[] first = patch.arcs[tau].first;
        int[] column = patch.arcs[tau].column;
        double beta = rounds[tau].beta;
        int base = tau * m;
        boolean past = tau > 0;
        boolean future = tau + 1 < k;
        for (int node = from; node < to; node++) {
            double sum = 0;
            int end = first[node - base + 1];
            for (int arc = first[node - base]; arc < end; arc++) {
                int j = column[arc];
                sum += j < 0 ? 0 : x[base + j];
            }
            sum *= beta;
            if (past) {
                sum += step[node] * x[node - m];
            }
            if (future) {
                sum += step[node + m] * x[node + m];
            }
            into[node] = sum;
        }
    }

    /** The same for any d, written to {@code into}. */
    void neighbors(double[] x, int tau, int a, double[] into) {
        Patch.Arcs arcs = patch.arcs[tau];
        Coupling coupling = arcs.coupling;
        Arrays.fill(into, 0);
        for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
            int j = arcs.column[arc];
            if (j < 0) {
                continue;
            }
            int e = arcs.edge[arc];
            int at = (tau * m + j) * d;
            if (coupling.isIsotropic(e)) {
                double w = coupling.weight(e);
                for (int c = 0; c < d; c++) {
                    into[c] += w * x[at + c];
                }
            } else {
                for (int r = 0; r < d; r++) {
                    for (int c = 0; c < d; c++) {
                        into[r] += coupling.gram(e, r, c) * x[at + c];
                    }
                }
            }
        }
        int node = tau * m + a;
        double beta = rounds[tau].beta;
        for (int c = 0; c < d; c++) {
            into[c] *= beta;
            if (tau > 0) {
                into[c] += step[node] * x[(node - m) * d + c];
            }
            if (tau + 1 < k) {
                into[c] += step[node + m] * x[(node + m) * d + c];
            }
        }
    }

    /** The largest curvature of a node along a coordinate. */
    double largestCurvature(int node) {
        double largest = 0;
        for (int c = 0; c < d; c++) {
            int at = (node * d + c) * d + c;
            largest = Math.max(largest, own[at] + tied[at]);
        }
        return largest;
    }

    /** r of a node: linear − (own + tied) x + neighbours, the negative gradient of a quadratic problem. */
    void residual(double[] x, int tau, int a, double[] into) {
        int node = tau * m + a;
        if (d == 1) {
            into[0] = linear[node] - (own[node] + tied[node]) * x[node] + neighbors(x, tau, a);
            return;
        }
        neighbors(x, tau, a, into);
        for (int r = 0; r < d; r++) {
            double sum = linear[node * d + r];
            for (int c = 0; c < d; c++) {
                int at = (node * d + r) * d + c;
                sum -= (own[at] + tied[at]) * x[node * d + c];
            }
            into[r] += sum;
        }
    }

    // ---- What was achieved.

    /**
     * A bound on how far the problem's value at {@code x}, the last solution, lies above the minimum: Σ |r_i|²/(2 a_i)
     * (theory 5.6); +∞ if somebody's own part is not strongly convex.
     */
    public double certificate(double[] x) {
        if (!quadratic) {
            return certificate;
        }
        double[] r = new double[d];
        double sum = 0;
        for (int node = 0; node < nodes; node++) {
            residual(x, node / m, node % m, r);
            double squared = 0;
            for (double part : r) {
                squared += part * part;
            }
            if (!(modulus[node] > 0) || !(squared < Double.POSITIVE_INFINITY)) {
                return Double.POSITIVE_INFINITY;
            }
            sum += Certificate.ofAgent(squared, modulus[node]);
        }
        return sum;
    }

    /** Whether the last solve stopped before it had the accuracy it wanted. */
    public boolean isStopped() {
        return stopped;
    }

    /** How many iterations the last solve took; 0 for a direct one. */
    public int iterations() {
        return iterations;
    }

    /**
     * The value of the problem; edges between two pinned agents, and pinned agents' own costs, are left out as
     * constants.
     */
    public double value(double[] x) {
        double sum = 0;
        for (int tau = 0; tau < k; tau++) {
            for (int a = 0; a < m; a++) {
                sum += hitting(x, tau, a) + moving(x, tau, a) + rounds[tau].beta / 2 * differing(x, tau, a);
            }
        }
        return sum;
    }

    /** f of a node. */
    private double hitting(double[] x, int tau, int a) {
        if (patch.unwatched != null && patch.unwatched[a]) {
            return 0;
        }
        FlatRound round = rounds[tau];
        int at = (tau * m + a) * d;
        int i = patch.agent(a);
        HittingCost cost = round.general(i);
        if (cost != null) {
            return cost.at(Arrays.copyOfRange(x, at, at + d));
        }
        double sum = 0;
        for (int r = 0; r < d; r++) {
            double row = 0;
            for (int c = 0; c < d; c++) {
                row += round.curvature[(i * d + r) * d + c] * (x[at + c] - round.target[i * d + c]);
            }
            sum += row * (x[at + r] - round.target[i * d + r]);
        }
        return Math.max(0, sum / 2);
    }

    private double moving(double[] x, int tau, int a) {
        int node = tau * m + a;
        int i = patch.agent(a);
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double before = tau == 0 ? previous[i * d + c] : x[(node - m) * d + c];
            double moved = x[node * d + c] - before;
            squared += moved * moved;
        }
        return (tau == 0 ? firstWeight(i) : step[node]) / 2 * squared;
    }

    /** Σ ‖A_e(x_i − x_j − o_e)‖² over the edges of a node, those between two free agents from the smaller id only. */
    private double differing(double[] x, int tau, int a) {
        Patch.Arcs arcs = patch.arcs[tau];
        int at = (tau * m + a) * d;
        int i = patch.agent(a);
        double total = 0;
        double[] off = new double[d];
        for (int arc = arcs.first[a]; arc < arcs.first[a + 1]; arc++) {
            int j = arcs.column[arc];
            if (j >= 0 && j < a) {
                continue;
            }
            int e = arcs.edge[arc];
            double side = side(arcs.coupling, e, i);
            for (int c = 0; c < d; c++) {
                double there =
                        j < 0 ? rounds[tau].minimizers()[patch.pinned[-1 - j] * d + c] : x[(tau * m + j) * d + c];
                off[c] = x[at + c] - there - side * arcs.coupling.offset(e, c);
            }
            double squared = 0;
            for (int r = 0; r < d; r++) {
                double row = 0;
                for (int c = 0; c < d; c++) {
                    row += arcs.coupling.gram(e, r, c) * off[c];
                }
                squared += row * off[r];
            }
            total += Math.max(0, squared);
        }
        return total;
    }
}
