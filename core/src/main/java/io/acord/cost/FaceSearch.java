package io.acord.cost;

/**
 * Minimises ½ xᵀQx − bᵀx + Σ φ_c(x_c) + Σⱼ maxₖ(gⱼₖᵀx + cⱼₖ) by a primal active-set method. Scratch; one thread.
 *
 * <p>A face is where some coordinates stay on a kink and some planes of each max term stay tied. On a face the function
 * is a quadratic. A step goes towards the minimiser of the face and stops where a free coordinate meets a kink or one
 * more plane ties, which makes the face smaller. At the minimiser of a face its multipliers tell whether it is the
 * minimiser of all; if not, the worst of them says what to let go. The value falls from face to face, so there is an
 * end; where it does not fall, because more planes meet than it takes, see {@link #startOverWithPlanesMoved}.
 */
final class FaceSearch {

    private static final int FREE = -1;
    private static final double EPS = Math.ulp(1.0);

    /** Rounds of refinement on the last face, if one does not settle it. */
    private static final int POLISH = 3;

    /** So many steps without length, plus one per dimension, are taken to be a coincidence. */
    private static final int IDLE_FREELY = 10;

    /** Relative to a plane's own height: far above rounding, far below what matters for the choice of a face. */
    private static final double SLIGHTLY = 1e-9;

    private final int d;
    private final double mu;
    private final double[] q;
    private final double[] b;
    private final Pieces[] pieces;
    private final MaxTerm[] terms;

    // The face
    private final int[] kink; // the kink on which coordinate c stays, or FREE
    private final int[] piece; // the piece in which a free coordinate c lies
    private final int[][] tied; // the planes of term j that are tied; the first stands for them all
    private final int[] ties;
    private final double[][] weight; // of the tied planes, in the subgradient of term j

    // The step, of free coordinates only
    private final int[] free;
    private final TiedStep tiedStep;
    private final double[] step;
    private final double[] correction; // brings back ties from which rounding has drifted
    private final double[] multipliers;

    private boolean convex = true; // as far as has been seen
    private boolean moved; // whether the last step led anywhere

    // What to let go
    private int looseCoordinate;
    private int looseSide;
    private int looseTerm;
    private int loosePlane;

    FaceSearch(Composite parts, double[] q, double[] b) {
        this.d = parts.dimension();
        this.mu = parts.mu();
        this.q = q;
        this.b = b;
        this.pieces = new Pieces[d];
        for (int c = 0; c < d; c++) {
            pieces[c] = parts.pieces(c);
        }
        this.terms = parts.maxTerms().toArray(new MaxTerm[0]);
        this.kink = new int[d];
        this.piece = new int[d];
        this.tied = new int[terms.length][];
        this.ties = new int[terms.length];
        this.weight = new double[terms.length][];
        for (int j = 0; j < terms.length; j++) {
            tied[j] = new int[terms[j].size()];
            weight[j] = new double[terms[j].size()];
        }
        this.free = new int[d];
        this.tiedStep = new TiedStep(d);
        this.step = new double[d];
        this.correction = new double[d];
        this.multipliers = new double[d];
    }

    /**
     * Moves x to the minimiser.
     *
     * @return τ: 0 unless the search was cut short, +∞ if Q is not positive definite
     */
    double run(double[] x) {
        enter(x);
        boolean found = search(x, terms.length == 0 ? Integer.MAX_VALUE : IDLE_FREELY + d);
        if (!found && convex && terms.length > 0) {
            startOverWithPlanesMoved(x);
            found = search(x, Integer.MAX_VALUE);
        }
        if (!convex) {
            return Double.POSITIVE_INFINITY;
        }
        return found ? 0 : gap(x);
    }

    /**
     * Where more planes meet than it takes to make a corner, steps have no length and faces may come round again.
     * Planes that are moved a little, each by another amount, do not meet so; and the face that is best for them is
     * best for all that come near enough, hence for the planes as they are.
     */
    private void startOverWithPlanesMoved(double[] x) {
        MaxTerm[] asTheyAre = terms.clone();
        double reach = 0; // the order of size of coordinates, whatever their unit
        for (int c = 0; c < d; c++) {
            reach = Math.max(reach, Math.abs(x[c]) + Math.abs(b[c]) / q[c * d + c]);
        }
        for (int j = 0; j < terms.length; j++) {
            terms[j] = terms[j].moved(SLIGHTLY * terms[j].height(reach), j);
        }
        enter(x);
        search(x, Integer.MAX_VALUE);
        System.arraycopy(asTheyAre, 0, terms, 0, terms.length);
    }

    /** Goes from face to face; false if it gave up, after so many steps that led nowhere or too many in all. */
    private boolean search(double[] x, int mostIdle) {
        int most = 100 + 10 * size();
        int idle = 0;
        int polished = 0;
        for (int k = 0; k < most && idle < mostIdle; k++) {
            findStep(x);
            if (!convex) {
                return false;
            }
            boolean blocked = moveUntilBlocked(x);
            idle = moved ? 0 : idle + 1;
            if (blocked) {
                polished = 0;
            } else if (findLoose(x) && gap(x) > EPS * scale(x)) {
                letGo();
                polished = 0;
            } else if (polished == POLISH || (polished > 0 && !moved)) {
                return true;
            } else {
                polished++; // another step on the same face is a round of iterative refinement
            }
        }
        return false;
    }

    private int size() {
        int size = d;
        for (Pieces p : pieces) {
            size += p.kinks();
        }
        for (MaxTerm term : terms) {
            size += term.size();
        }
        return size;
    }

    /** The face on which the first guess lies, once the guess is in the domain. */
    private void enter(double[] x) {
        for (int c = 0; c < d; c++) {
            x[c] = pieces[c].clip(Double.isFinite(x[c]) ? x[c] : 0);
            int k = pieces[c].find(x[c]);
            piece[c] = k;
            kink[c] = k < pieces[c].kinks() && pieces[c].kink(k) == x[c] ? k : FREE;
        }
        for (int j = 0; j < terms.length; j++) {
            tied[j][0] = terms[j].top(x);
            ties[j] = 1;
        }
    }

    /** The step from x to the minimiser of the face, and the weights of the tied planes there. */
    private void findStep(double[] x) {
        int n = 0;
        for (int c = 0; c < d; c++) {
            if (kink[c] == FREE) {
                free[n++] = c;
            }
        }
        double[] m = tiedStep.begin(n);
        for (int i = 0; i < n; i++) {
            int c = free[i];
            step[i] = -derivative(c, x);
            for (int k = 0; k <= i; k++) {
                m[i * n + k] = q[c * d + free[k]];
            }
            m[i * n + i] += pieces[c].slope(piece[c]);
        }
        convex = tiedStep.factor();
        if (convex) {
            tie(n, x);
            tiedStep.solve(step, correction, multipliers);
            spreadWeights();
        }
    }

    /** The derivative of the face's quadratic along a free coordinate. */
    private double derivative(int c, double[] x) {
        double sum = pieces[c].slope(piece[c]) * x[c] + pieces[c].intercept(piece[c]) - b[c];
        for (int k = 0; k < d; k++) {
            sum += q[c * d + k] * x[k];
        }
        for (int j = 0; j < terms.length; j++) {
            sum += terms[j].slope(tied[j][0], c);
        }
        return sum;
    }

    /** Ties every tied plane to the first of its term; a tie that follows from others is dropped. */
    private void tie(int n, double[] x) {
        for (int j = 0; j < terms.length; j++) {
            int top = tied[j][0];
            for (int slot = 1; slot < ties[j]; slot++) {
                int plane = tied[j][slot];
                if (isNews(n, terms[j], plane, top)) {
                    tiedStep.tie(terms[j].below(plane, top, x));
                } else {
                    untie(j, slot--);
                }
            }
        }
    }

    /** Whether a tie does not follow from those there are. */
    private boolean isNews(int n, MaxTerm term, int plane, int top) {
        if (tiedStep.isFull()) {
            return false;
        }
        double[] normal = tiedStep.nextNormal();
        for (int i = 0; i < n; i++) {
            normal[i] = term.slope(plane, free[i]) - term.slope(top, free[i]);
        }
        return tiedStep.isNextIndependent();
    }

    /** Whether the ties leave a coordinate free to move. */
    private boolean isNews(int n, int coordinate) {
        if (tiedStep.isFull() || tiedStep.ties() == 0) {
            return !tiedStep.isFull();
        }
        double[] normal = tiedStep.nextNormal();
        for (int i = 0; i < n; i++) {
            normal[i] = free[i] == coordinate ? 1 : 0;
        }
        return tiedStep.isNextIndependent();
    }

    /** The multiplier of a tie is the weight of its plane; what is missing to 1 is the weight of the first. */
    private void spreadWeights() {
        int m = 0;
        for (int j = 0; j < terms.length; j++) {
            weight[j][0] = 1;
            for (int slot = 1; slot < ties[j]; slot++) {
                weight[j][slot] = multipliers[m];
                weight[j][0] -= multipliers[m];
                m++;
            }
        }
    }

    /**
     * Takes the step, or as much of it as the face allows; true if something was in the way and has joined the face.
     * What follows from the ties is never in the way, whatever rounding says.
     */
    private boolean moveUntilBlocked(double[] x) {
        int n = 0;
        double[] p = new double[d];
        for (int c = 0; c < d; c++) {
            p[c] = kink[c] == FREE ? step[n++] : 0;
        }
        double length = 1;
        int coordinate = -1;
        int term = -1;
        int plane = -1;
        for (int c = 0; c < d; c++) {
            int ahead = p[c] > 0 ? piece[c] : piece[c] - 1;
            if (p[c] != 0 && ahead >= 0 && ahead < pieces[c].kinks()) {
                double reach = (pieces[c].kink(ahead) - x[c]) / p[c];
                if (reach < length && isNews(n, c)) {
                    length = Math.max(0, reach);
                    coordinate = c;
                }
            }
        }
        for (int j = 0; j < terms.length; j++) {
            int top = tied[j][0];
            for (int k = 0; k < terms[j].size(); k++) {
                double reach = isTied(j, k) ? length : reach(terms[j], k, top, x, p);
                if (reach < length && isNews(n, terms[j], k, top)) {
                    length = reach;
                    term = j;
                    plane = k;
                }
            }
        }
        moved = false;
        for (int i = 0; i < n; i++) {
            int c = free[i];
            moved |= Math.abs(length * p[c]) > 100 * EPS * Math.abs(x[c]);
            x[c] = clipToPiece(c, x[c] + length * p[c] + correction[i]);
        }
        if (term >= 0) {
            tied[term][ties[term]] = plane;
            weight[term][ties[term]] = 0;
            ties[term]++;
        } else if (coordinate >= 0) {
            int c = coordinate;
            kink[c] = p[c] > 0 ? piece[c] : piece[c] - 1;
            x[c] = pieces[c].kink(kink[c]);
        }
        return term >= 0 || coordinate >= 0;
    }

    private double clipToPiece(int c, double z) {
        double low = piece[c] > 0 ? pieces[c].kink(piece[c] - 1) : Double.NEGATIVE_INFINITY;
        double high = piece[c] < pieces[c].kinks() ? pieces[c].kink(piece[c]) : Double.POSITIVE_INFINITY;
        return Math.max(low, Math.min(high, z));
    }

    /** The length at which plane k catches up with the top, +∞ if it never does. */
    private double reach(MaxTerm term, int k, int top, double[] x, double[] p) {
        double rate = 0;
        double size = 0;
        for (int c = 0; c < d; c++) {
            double part = (term.slope(k, c) - term.slope(top, c)) * p[c];
            rate += part;
            size += Math.abs(part);
        }
        if (!(rate > 8 * d * EPS * size)) {
            return Double.POSITIVE_INFINITY; // parallel, but for rounding
        }
        return Math.max(0, term.below(k, top, x)) / rate;
    }

    private boolean isTied(int j, int plane) {
        for (int slot = 0; slot < ties[j]; slot++) {
            if (tied[j][slot] == plane) {
                return true;
            }
        }
        return false;
    }

    /** Looks for the kink or the tie that pulls hardest to be left; false if none does. */
    private boolean findLoose(double[] x) {
        double worst = 1;
        looseCoordinate = -1;
        looseTerm = -1;
        for (int j = 0; j < terms.length; j++) {
            for (int slot = 0; slot < ties[j]; slot++) {
                double excess = -weight[j][slot] / (64 * EPS);
                if (excess > worst) {
                    worst = excess;
                    looseTerm = j;
                    loosePlane = slot;
                }
            }
        }
        for (int c = 0; c < d; c++) {
            if (kink[c] == FREE) {
                continue;
            }
            double rest = slopeWithoutPieces(c, x);
            double left = rest + pieces[c].left(kink[c]);
            double right = rest + pieces[c].right(kink[c]);
            double excess = Math.max(left, -right) / (64 * EPS * slopeScale(c, x));
            if (excess > worst) {
                worst = excess;
                looseTerm = -1;
                looseCoordinate = c;
                looseSide = left > 0 ? 0 : 1;
            }
        }
        return looseCoordinate >= 0 || looseTerm >= 0;
    }

    private void letGo() {
        if (looseTerm >= 0) {
            untie(looseTerm, loosePlane);
        } else {
            piece[looseCoordinate] = kink[looseCoordinate] + looseSide;
            kink[looseCoordinate] = FREE;
        }
    }

    private void untie(int j, int slot) {
        tied[j][slot] = tied[j][--ties[j]];
        weight[j][slot] = weight[j][ties[j]];
    }

    /** The subgradient of everything but φ_c, along coordinate c. */
    private double slopeWithoutPieces(int c, double[] x) {
        double sum = -b[c];
        for (int k = 0; k < d; k++) {
            sum += q[c * d + k] * x[k];
        }
        for (int j = 0; j < terms.length; j++) {
            for (int slot = 0; slot < ties[j]; slot++) {
                sum += weight[j][slot] * terms[j].slope(tied[j][slot], c);
            }
        }
        return sum;
    }

    /** The size of the numbers that cancel in {@link #slopeWithoutPieces}. */
    private double slopeScale(int c, double[] x) {
        double sum = Math.abs(b[c]);
        for (int k = 0; k < d; k++) {
            sum += Math.abs(q[c * d + k] * x[k]);
        }
        for (int j = 0; j < terms.length; j++) {
            for (int slot = 0; slot < ties[j]; slot++) {
                sum += Math.abs(weight[j][slot] * terms[j].slope(tied[j][slot], c));
            }
        }
        return sum + Double.MIN_NORMAL;
    }

    /**
     * A proven bound on how far x is from the minimum: any weights w ≥ 0 with sum 1 give an ε-subgradient s, where ε is
     * what the weighted planes miss to the maximum, and strong convexity then allows no more than ε + ‖s‖²/2μ.
     */
    double gap(double[] x) {
        double missing = 0;
        for (int j = 0; j < terms.length; j++) {
            double sum = 0;
            for (int slot = 0; slot < ties[j]; slot++) {
                weight[j][slot] = Math.max(0, weight[j][slot]);
                sum += weight[j][slot];
            }
            if (sum == 0) {
                weight[j][0] = 1;
                sum = 1;
            }
            int top = terms[j].top(x);
            for (int slot = 0; slot < ties[j]; slot++) {
                weight[j][slot] /= sum;
                missing += weight[j][slot] * Math.max(0, terms[j].below(tied[j][slot], top, x));
            }
        }
        double square = 0;
        for (int c = 0; c < d; c++) {
            double s = pieces[c].residual(x[c], slopeWithoutPieces(c, x));
            square += s * s;
        }
        return missing + square / (2 * mu);
    }

    /** The size of the numbers that make up the value at x: EPS times this is what rounding hides anyway. */
    private double scale(double[] x) {
        double sum = 0;
        for (int c = 0; c < d; c++) {
            sum += slopeScale(c, x) * Math.abs(x[c]);
        }
        for (int j = 0; j < terms.length; j++) {
            sum += terms[j].scale(tied[j][0], x);
        }
        return sum;
    }
}
