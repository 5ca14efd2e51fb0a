package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What an agent expects to pay over the next rounds, as one cost of its whole plan: Σ_s f_s(x_s) + b_s/2 ‖x_s −
 * x_{s−1}‖², where the x before the first is known. A plan has the coordinates of one action after the other. Edges do
 * not tie one round to the next, so that the local problem of a plan is tridiagonal in time. Immutable.
 */
public final class PlannedCost implements HittingCost {

    /** Going through the rounds of a plan again and again ends after so many times at the latest. */
    private static final int MOST_SWEEPS = 10_000;

    /** It ends when a step is this small, compared with the plan. */
    private static final double FINE = 0x1p-48;

    /** Coordinates of a plan whose whole matrix is needed: more than these squared are not an array. */
    private static final int MOST_COORDINATES = 46_340;

    private final HittingCost[] stages;
    private final double[] moving; // b of every round
    private final double[] from; // x before the first
    private final int d;
    private final double mu;
    private final boolean isQuadratic;
    private final @Nullable Composite composite; // null: of some stage only the argmin is known

    private PlannedCost(double[] from, double[] moving, HittingCost[] stages) {
        this.stages = stages;
        this.moving = moving;
        this.from = from;
        this.d = from.length;
        this.mu = Arrays.stream(stages).mapToDouble(HittingCost::mu).min().orElseThrow();
        this.isQuadratic = Arrays.stream(stages).allMatch(f -> f instanceof Quadratic);
        this.composite = isQuadratic ? null : composite();
    }

    /**
     * A plan over as many rounds as there are costs.
     *
     * @param from where the agent is before the first of them
     * @param moving b, what moving costs, of every round
     * @param stages f of every round: this one's, and what is expected of the others
     */
    public static PlannedCost of(double[] from, double[] moving, HittingCost... stages) {
        Complaints complaints = new Complaints();
        Checks.needVector(complaints, "from", from);
        if (stages.length < 2) {
            complaints.add(
                    "stages",
                    "has " + stages.length,
                    "this round and at least one to come",
                    "decide a round without outlook by itself");
        }
        Checks.needLength(complaints, "moving", moving.length, "stages", stages.length);
        for (int s = 0; s < stages.length; s++) {
            Checks.needLength(complaints, "stages[" + s + "]", stages[s].dimension(), "from", from.length);
            Checks.needSound(complaints, "stages[" + s + "]", stages[s]);
        }
        for (int s = 0; s < moving.length; s++) {
            complaints.needNonNegative(
                    "moving[" + s + "]", moving[s], "a negative one would reward moving", "write 0 if moving is free");
        }
        boolean needsMatrix = !Arrays.stream(stages).allMatch(f -> f instanceof Quadratic);
        if (needsMatrix && (long) stages.length * from.length > MOST_COORDINATES) {
            complaints.add(
                    "stages",
                    "have " + (long) stages.length * from.length + " coordinates in all",
                    "at most " + MOST_COORDINATES + " where some cost is not quadratic",
                    "look fewer rounds ahead");
        }
        complaints.throwIfAny();
        return new PlannedCost(from.clone(), moving.clone(), stages.clone());
    }

    /** How many rounds all of these costs plan; 0 if some do not plan, or not equally far. */
    public static int commonStages(HittingCosts costs) {
        int common = costs.areColumns() ? 0 : costs.cost(0) instanceof PlannedCost first ? first.stages() : 0;
        boolean same = IntStream.range(0, common == 0 ? 0 : costs.agents())
                .allMatch(i -> costs.cost(i) instanceof PlannedCost plan && plan.stages() == common);
        return same ? common : 0;
    }

    /** How many rounds are planned. */
    public int stages() {
        return stages.length;
    }

    /** f of a round of the plan, from 0 on. */
    public HittingCost stage(int s) {
        return stages[s];
    }

    /** b of a round of the plan. */
    public double moving(int s) {
        return moving[s];
    }

    /** b of the round after this one of the plan; 0 after the last. */
    public double movingOn(int s) {
        return s + 1 < moving.length ? moving[s + 1] : 0;
    }

    /** Whether every stage is a {@link Quadratic}. */
    public boolean isQuadratic() {
        return isQuadratic;
    }

    @Override
    public int dimension() {
        return stages.length * d;
    }

    @Override
    public double mu() {
        return mu;
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (int s = 0; s < stages.length; s++) {
            double[] now = part(x, s);
            double moved = 0;
            for (int c = 0; c < d; c++) {
                double step = now[c] - (s == 0 ? from[c] : x[(s - 1) * d + c]);
                moved += step * step;
            }
            sum += stages[s].at(now) + moving[s] / 2 * moved;
        }
        return sum;
    }

    private double[] part(double[] x, int s) {
        return Arrays.copyOfRange(x, s * d, (s + 1) * d);
    }

    /** Adds the linear part of a quadratic plan, x ↦ −bᵀx, to a vector. */
    public void addLinearTo(double[] b, int offset) {
        for (int s = 0; s < stages.length; s++) {
            ((Quadratic) stages[s]).addLinearTo(b, offset + s * d);
        }
        for (int c = 0; c < d; c++) {
            b[offset + c] += moving[0] * from[c];
        }
    }

    /** Adds the curvature of a quadratic plan to a whole matrix, row by row. */
    public void addCurvatureTo(double[] h, int offset) {
        int n = dimension();
        double[] own = new double[d * d];
        for (int s = 0; s < stages.length; s++) {
            Arrays.fill(own, 0);
            ((Quadratic) stages[s]).addCurvatureTo(own, 0);
            for (int k = 0; k < own.length; k++) {
                h[offset + (s * d + k / d) * n + s * d + k % d] += own[k];
            }
        }
        addMovingTo(h, offset);
    }

    private void addMovingTo(double[] h, int offset) {
        int n = dimension();
        for (int k = 0; k < n; k++) {
            int s = k / d;
            h[offset + k * n + k] += moving[s] + movingOn(s);
            if (s > 0) {
                h[offset + k * n + k - d] -= moving[s];
                h[offset + (k - d) * n + k] -= moving[s];
            }
        }
    }

    /** The size of the numbers that {@link #addLinearTo} adds up. */
    public double linearSize() {
        double size = 0;
        for (int s = 0; s < stages.length; s++) {
            Quadratic f = (Quadratic) stages[s];
            for (int k = 0; k < d * d; k++) {
                size += Math.abs(f.curvature(k / d, k % d) * f.target(k % d));
            }
        }
        for (int c = 0; c < d; c++) {
            size += Math.abs(moving[0] * from[c]);
        }
        return size;
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        Composite known = isQuadratic ? composite() : composite;
        return known != null ? known.argmin(this, pull, x) : sweep(pull, x);
    }

    private @Nullable Composite composite() {
        int n = dimension();
        double[] q = new double[n * n];
        double[] b = new double[n];
        addMovingTo(q, 0);
        for (int c = 0; c < d; c++) {
            b[c] = moving[0] * from[c];
        }
        Composite whole = Composite.quadratic(0, q, b);
        for (int s = 0; s < stages.length; s++) {
            Composite stage = Composite.of(stages[s]);
            if (stage.hasUnknowns()) {
                return null;
            }
            whole = whole.plus(stage.within(n, s * d));
        }
        return whole.withMu(mu);
    }

    /**
     * Round by round, each by its own argmin while the others stand still, over and over: all that can be done where
     * nothing else is known of a cost. A stage is left with the steps that others made after it, g, hence F − min F ≤
     * ‖g‖²/(2μ); and if the stages themselves left τ open, at most ‖g‖²/μ + 2τM/μ, M being the largest curvature of the
     * rest.
     */
    private double sweep(QuadraticPull pull, double[] x) {
        int n = dimension();
        double[] before = new double[n];
        double open = 0;
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            if (sweep > 1) {
                goOn(pull, before, x); // slow sweeps all go the same way
            }
            System.arraycopy(x, 0, before, 0, n);
            open = 0;
            for (int s = 0; s < stages.length; s++) {
                open += settle(s, pull, x);
            }
            double step = 0;
            double size = 0;
            for (int k = 0; k < n; k++) {
                step = Math.max(step, Math.abs(x[k] - before[k]));
                size = Math.max(size, Math.abs(x[k]));
            }
            if (!(step > FINE * size)) {
                break;
            }
        }
        double squared = 0;
        double most = 0;
        for (int k = 0; k < n; k++) {
            double slope = 0;
            double row = 0;
            for (int j = 0; j < n; j++) {
                double tie = tie(pull, k, j);
                slope += j / d > k / d ? tie * (x[j] - before[j]) : 0; // of the rounds that were settled after it
                row += Math.abs(tie);
            }
            squared += slope * slope;
            most = Math.max(most, row + mu);
        }
        return open == 0 ? squared / (2 * mu) : squared / mu + 2 * open * most / mu;
    }

    /** Takes a step again, and twice as far, and so on, while that leads downhill. */
    private void goOn(QuadraticPull pull, double[] before, double[] x) {
        double[] step = new double[x.length];
        Arrays.setAll(step, k -> x[k] - before[k]);
        double height = at(x) + pull.at(x);
        for (double far = 1; far < 1e6; far *= 2) {
            double[] next = x.clone();
            for (int k = 0; k < next.length; k++) {
                next[k] += far * step[k];
            }
            double there = at(next) + pull.at(next);
            if (!(there < height)) {
                return;
            }
            height = there;
            System.arraycopy(next, 0, x, 0, x.length);
        }
    }

    /** One entry of the curvature of pull and moving. */
    private double tie(QuadraticPull pull, int k, int j) {
        double own = k == j ? moving[k / d] + movingOn(k / d) : 0;
        double next = Math.abs(k - j) == d ? -moving[Math.max(k, j) / d] : 0;
        return pull.curvature()[k * dimension() + j] + own + next;
    }

    private double settle(int s, QuadraticPull pull, double[] x) {
        QuadraticPull own = new QuadraticPull(d);
        for (int c = 0; c < d; c++) {
            int k = s * d + c;
            double linear = pull.linear()[k] + (s == 0 ? moving[0] * from[c] : 0);
            for (int j = 0; j < x.length; j++) {
                double tie = tie(pull, k, j);
                if (j / d == s) {
                    own.curvature()[c * d + j % d] = tie;
                } else {
                    linear -= tie * x[j];
                }
            }
            own.linear()[c] = linear;
        }
        double[] now = part(x, s);
        double open = stages[s].argmin(own, now);
        System.arraycopy(now, 0, x, s * d, d);
        return open;
    }

    @Override
    public String toString() {
        return "PlannedCost[stages=" + Arrays.toString(stages) + ", moving=" + Arrays.toString(moving) + ", from="
                + Arrays.toString(from) + "]";
    }
}
