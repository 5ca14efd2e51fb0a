package io.acord.cost;

import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a cost is made of: ½ xᵀQx − bᵀx + Σ φ_c(x_c) + Σ max terms + Σ smooth functions + Σ costs of unknown structure,
 * constants dropped. Parts add up, which is how a sum or a box of costs gets its solver. Immutable.
 */
final class Composite {

    private final int d;
    private final double mu;
    private final double[] q;
    private final double[] b;
    private final Pieces[] pieces;
    private final List<MaxTerm> maxTerms;
    private final List<Smooth> smooths;
    private final List<HittingCost> unknowns;
    private final boolean separable; // every coordinate for itself
    private final boolean oneUnknownInABox; // and quadratics: its own argmin finds the minimum

    private Composite(
            double mu,
            double[] q,
            double[] b,
            Pieces[] pieces,
            List<MaxTerm> maxTerms,
            List<Smooth> smooths,
            List<HittingCost> unknowns) {
        this.d = b.length;
        this.mu = mu;
        this.q = q;
        this.b = b;
        this.pieces = pieces;
        this.maxTerms = maxTerms;
        this.smooths = smooths;
        this.unknowns = unknowns;
        boolean isKnown = maxTerms.isEmpty() && smooths.isEmpty();
        this.separable = isKnown && unknowns.isEmpty() && Symmetric.isDiagonal(q, 0, d);
        this.oneUnknownInABox =
                isKnown && unknowns.size() == 1 && Arrays.stream(pieces).allMatch(Pieces::isOnlyADomain);
    }

    private static Composite of(double mu, double[] q, double[] b, Pieces[] pieces) {
        return new Composite(mu, q, b, pieces, List.of(), List.of(), List.of());
    }

    private static Pieces[] none(int d) {
        Pieces[] none = new Pieces[d];
        Arrays.fill(none, Pieces.NONE);
        return none;
    }

    /** ½ xᵀQx − bᵀx, μ-strongly convex. */
    static Composite quadratic(double mu, double[] q, double[] b) {
        return of(mu, q, b, none(b.length));
    }

    /** mu/2 ‖x − centre‖². */
    static Composite isotropic(double mu, double[] centre) {
        int d = centre.length;
        double[] q = new double[d * d];
        double[] b = new double[d];
        for (int c = 0; c < d; c++) {
            q[c * d + c] = mu;
            b[c] = mu * centre[c];
        }
        return quadratic(mu, q, b);
    }

    /** Σ φ_c(x_c). */
    static Composite separable(Pieces[] pieces) {
        int d = pieces.length;
        return of(0, new double[d * d], new double[d], pieces);
    }

    /** 0 in a box, +∞ outside. */
    static Composite box(double[] low, double[] high) {
        Pieces[] pieces = new Pieces[low.length];
        Arrays.setAll(pieces, c -> Pieces.box(low[c], high[c]));
        return separable(pieces);
    }

    static Composite max(int d, MaxTerm term) {
        if (d == 1) {
            return separable(new Pieces[] {term.envelope()});
        }
        return new Composite(0, new double[d * d], new double[d], none(d), List.of(term), List.of(), List.of());
    }

    static Composite smooth(Smooth f, int d, double mu) {
        return new Composite(mu, new double[d * d], new double[d], none(d), List.of(), List.of(f), List.of());
    }

    /** What is known of a cost, down to a single part of unknown structure. */
    static Composite of(HittingCost cost) {
        if (cost instanceof Structured known) {
            return known.composite();
        }
        int d = cost.dimension();
        return new Composite(cost.mu(), new double[d * d], new double[d], none(d), List.of(), List.of(), List.of(cost));
    }

    /** Whether nothing is known of some part of it but its argmin. */
    boolean hasUnknowns() {
        return !unknowns.isEmpty();
    }

    /**
     * The same for the coordinates from {@code at} on of a longer vector; nothing depends on the others.
     *
     * @param length of the longer vector
     */
    Composite within(int length, int at) {
        if (hasUnknowns()) {
            throw new AssertionError("a cost of unknown structure cannot be part of a longer one");
        }
        double[] longQ = new double[length * length];
        double[] longB = new double[length];
        Pieces[] longPieces = none(length);
        for (int r = 0; r < d; r++) {
            System.arraycopy(q, r * d, longQ, (at + r) * length + at, d);
            longB[at + r] = b[r];
            longPieces[at + r] = pieces[r];
        }
        return new Composite(
                mu,
                longQ,
                longB,
                longPieces,
                maxTerms.stream().map(term -> term.within(length, at)).toList(),
                smooths.stream().map(f -> f.within(length, at)).toList(),
                List.of());
    }

    /** The same with another μ, for whoever knows a better one than the sum of those of the parts. */
    Composite withMu(double better) {
        return new Composite(better, q, b, pieces, maxTerms, smooths, unknowns);
    }

    Composite plus(Composite other) {
        double[] sumQ = q.clone();
        double[] sumB = b.clone();
        Pieces[] sumPieces = new Pieces[d];
        for (int k = 0; k < q.length; k++) {
            sumQ[k] += other.q[k];
        }
        for (int c = 0; c < d; c++) {
            sumB[c] += other.b[c];
            sumPieces[c] = pieces[c].plus(other.pieces[c]);
        }
        return new Composite(
                mu + other.mu,
                sumQ,
                sumB,
                sumPieces,
                concat(maxTerms, other.maxTerms),
                concat(smooths, other.smooths),
                concat(unknowns, other.unknowns));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    int dimension() {
        return d;
    }

    double mu() {
        return mu;
    }

    Pieces pieces(int c) {
        return pieces[c];
    }

    List<MaxTerm> maxTerms() {
        return maxTerms;
    }

    List<Smooth> smooths() {
        return smooths;
    }

    /** The nearest point of the box in which the separable part is finite. */
    void clip(double[] x) {
        for (int c = 0; c < d; c++) {
            x[c] = pieces[c].clip(x[c]);
        }
    }

    /** Adds Q and b to a quadratic kept in flat arrays. */
    void addQuadraticTo(double[] h, double[] linear) {
        for (int k = 0; k < h.length; k++) {
            h[k] += q[k];
        }
        for (int c = 0; c < d; c++) {
            linear[c] += b[c];
        }
    }

    /** argmin whole(x) + pull(x), where {@code whole} is the cost that is made of this. */
    double argmin(HittingCost whole, QuadraticPull pull, double[] x) {
        Checks.dimensions(d, pull, x);
        if (separable && (d == 1 || pull.isDiagonal())) {
            for (int c = 0; c < d; c++) {
                x[c] = pieces[c].argmin(q[c * d + c] + pull.curvature()[c * d + c], b[c] + pull.linear()[c]);
            }
            return 0;
        }
        if (!unknowns.isEmpty()) {
            return argminAroundUnknowns(whole, pull, x);
        }
        if (!smooths.isEmpty()) {
            return new ProximalNewton(this, whole, pull).run(x);
        }
        double[] h = pull.curvature().clone();
        double[] linear = pull.linear().clone();
        addQuadraticTo(h, linear);
        return new FaceSearch(this, h, linear).run(x);
    }

    /**
     * A cost of unknown structure minimises itself plus a quadratic, so quadratics are added to the pull. In one
     * dimension a box is no obstacle either: the minimiser over an interval is the end nearest to the free minimiser,
     * and a point between a τ-minimiser and the minimiser is a τ-minimiser.
     */
    private double argminAroundUnknowns(HittingCost whole, QuadraticPull pull, double[] x) {
        if (!oneUnknownInABox) {
            return ScalarSearch.of(whole, pull).within(pieces[0]).from(startsNear(x), x);
        }
        QuadraticPull folded = new QuadraticPull(d);
        System.arraycopy(pull.curvature(), 0, folded.curvature(), 0, q.length);
        System.arraycopy(pull.linear(), 0, folded.linear(), 0, d);
        addQuadraticTo(folded.curvature(), folded.linear());
        double tau = unknowns.get(0).argmin(folded, x);
        clip(x);
        return tau;
    }

    /** Points at which the search may start, the best guess first: some of them may lie outside the domain. */
    List<double[]> startsNear(double[] guess) {
        List<double[]> starts = new ArrayList<>();
        starts.add(guess.clone());
        for (Smooth f : smooths) {
            starts.add(f.start());
        }
        for (HittingCost unknown : unknowns) {
            if (unknown instanceof ScalarConvex f) {
                starts.add(new double[] {f.start()});
            }
            double[] own = guess.clone();
            unknown.argmin(new QuadraticPull(d), own);
            starts.add(own);
        }
        starts.forEach(this::clip);
        return starts;
    }

    /** Complains about what no solver here can handle: an empty domain, or structure that is not known. */
    void needSolvable(Complaints complaints) {
        for (int c = 0; c < d; c++) {
            if (pieces[c].isEmpty()) {
                complaints.add(
                        "coordinate " + c,
                        "is left with no value by the boxes",
                        "boxes that overlap, because the agent has to act somewhere",
                        "widen one of them");
            }
        }
        boolean anyBox = Arrays.stream(pieces).anyMatch(p -> p != Pieces.NONE);
        if (d > 1 && !unknowns.isEmpty() && (anyBox || !oneUnknownInABox)) {
            complaints.add(
                    "cost",
                    "combines " + unknowns.get(0).getClass().getSimpleName() + " with others in dimension " + d,
                    "only quadratics beside a HittingCost of your own, because nothing is known of it but its argmin",
                    "describe it as a Smooth or a MaxAffine, or put the other terms and the box into its own argmin");
        }
    }

    /** Complains if no point can be found at which the whole cost is finite. */
    void needDomain(Complaints complaints, HittingCost whole) {
        if (smooths.isEmpty() && unknowns.isEmpty()) {
            return;
        }
        if (startsNear(new double[d]).stream().noneMatch(x -> Double.isFinite(whole.at(x)))) {
            complaints.add(
                    "cost",
                    "is infinite wherever its parts start",
                    "a point where all parts are finite, because the search for the minimum begins there",
                    "give the Smooth or ScalarConvex a start inside the box and inside the domain of the other parts");
        }
    }
}
