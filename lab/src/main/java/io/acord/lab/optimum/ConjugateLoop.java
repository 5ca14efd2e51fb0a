package io.acord.lab.optimum;

/**
 * The course of conjugate gradients: what follows on what, and when it ends. Subclasses do the passes over memory.
 *
 * <p>Stops when every node's residual is small by its own strong convexity, |r_i| ≤ 1e-12 a_i max |x|, or as small as
 * rounding leaves it. ‖r‖/‖b‖ would mislead: one steep cost dominates ‖b‖. The recursion's residual may be smaller than
 * the true one, so the true one decides; from there it starts afresh, as long as that helps.
 */
abstract class ConjugateLoop extends ParallelLoop {

    /** r = b − Ax, p = M⁻¹r, rᵀp, and how large residual and x are. */
    protected static final int RESIDUAL = 0;

    /** Ap and pᵀAp. */
    protected static final int MULTIPLY = 1;

    /** r −= αAp, rᵀM⁻¹r, and how large the residual is. */
    protected static final int UPDATE = 2;

    /** p = M⁻¹r + gain p. */
    protected static final int DIRECTION = 3;

    /** What is left of the last step, before the true residual is looked at. */
    protected static final int LAST_STEP = 4;

    private static final double ACCURACY = 1e-12;
    private static final double ROUNDING = 2e-15;
    private static final int MOST_ITERATIONS = 50_000;

    protected final double[] products; // chunk by chunk
    protected final double[] ratios; // chunk by chunk: the largest |r_i| scale_i
    protected final double[] sizes; // chunk by chunk: the largest |x|
    protected double alpha;
    protected double gain;
    private final boolean movesLate;
    private double rz;
    private double lastTrueRatio = Double.POSITIVE_INFINITY;
    private int iterations;
    private boolean accurate;

    /**
     * The loop.
     *
     * @param movesLate whether x takes its step in the pass for the direction, so that there is a {@link #LAST_STEP}
     */
    ConjugateLoop(int chunks, boolean movesLate) {
        super(chunks);
        this.movesLate = movesLate;
        products = new double[chunks];
        ratios = new double[chunks];
        sizes = new double[chunks];
    }

    /** The inverse of what a node's residual may be for max |x| = 1. */
    static double scale(SpaceTime problem, int node) {
        return 1 / Math.max(ACCURACY * problem.modulus[node], ROUNDING * problem.largestCurvature(node));
    }

    void run(int threads) {
        run(RESIDUAL, threads);
    }

    /** Whether it stopped because the residual was small enough. */
    boolean isAccurate() {
        return accurate;
    }

    int iterations() {
        return iterations;
    }

    @Override
    protected final int next(int phase) {
        return switch (phase) {
            case RESIDUAL -> begin();
            case MULTIPLY -> {
                alpha = rz / sum(products);
                yield UPDATE;
            }
            case UPDATE -> goOn();
            case DIRECTION -> MULTIPLY;
            case LAST_STEP -> RESIDUAL;
            default -> throw new AssertionError("no phase " + phase);
        };
    }

    /** The true residual is known: done, or a fresh start from here if the last one brought us nearer. */
    private int begin() {
        rz = sum(products);
        double ratio = largest(ratios) / largest(sizes);
        // The passes may overlook NaN in their largest numbers, not in their sums.
        accurate = largest(ratios) <= largest(sizes) && rz < Double.POSITIVE_INFINITY;
        if (accurate || !(ratio <= lastTrueRatio / 2) || iterations >= MOST_ITERATIONS) {
            return DONE;
        }
        lastTrueRatio = ratio;
        return MULTIPLY;
    }

    private int goOn() {
        iterations++;
        double next = sum(products);
        gain = next / rz;
        rz = next;
        boolean looksSmall = largest(ratios) <= largest(sizes);
        if (looksSmall || !(gain < Double.POSITIVE_INFINITY) || next == 0 || iterations >= MOST_ITERATIONS) {
            gain = 0; // p = M⁻¹r after the next look at the true residual
            return movesLate ? LAST_STEP : RESIDUAL;
        }
        return DIRECTION;
    }
}
