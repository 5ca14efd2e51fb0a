package io.acord.lab.block;

import io.acord.constraint.Ball;
import io.acord.constraint.Constrained;
import io.acord.constraint.ConvexSet;
import io.acord.constraint.HalfSpace;
import io.acord.constraint.Simplex;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.cost.Sum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Hitting costs as numbers, one after the other: a number for the kind, and those that it was made of. What is made of
 * them again has the same bits. Costs that are somebody's code cannot be told so. Mutable; one thread.
 */
final class CostNumbers {

    private static final int DIAGONAL = 1;
    private static final int MATRIX = 2;
    private static final int ABSOLUTE = 3;
    private static final int BAND = 4;
    private static final int HUBER = 5;
    private static final int MAX_AFFINE = 6;
    private static final int SUM = 7;
    private static final int BOXED = 8;
    private static final int BALL = 9;
    private static final int HALF_SPACE = 10;
    private static final int SIMPLEX = 11;

    private final int d;
    private double[] numbers;
    private int at; // of the next number

    /** Numbers to write. */
    CostNumbers(int dimension) {
        this(dimension, new double[64]);
    }

    /** Numbers to read, from the first on. */
    CostNumbers(int dimension, double[] numbers) {
        this.d = dimension;
        this.numbers = numbers;
    }

    /** How many were written or read. */
    int count() {
        return at;
    }

    double[] toArray() {
        return Arrays.copyOf(numbers, at);
    }

    private void put(double number) {
        if (at == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * at);
        }
        numbers[at++] = number;
    }

    private void putEach(IntToDoubleFunction coordinate) {
        for (int c = 0; c < d; c++) {
            put(coordinate.applyAsDouble(c));
        }
    }

    /** Writes a cost; false if numbers cannot tell it, and what was written of it is then of no use. */
    boolean write(HittingCost cost) {
        if (cost instanceof Quadratic f) {
            writeQuadratic(f);
        } else if (cost instanceof AbsoluteDeviation f) {
            putAll(ABSOLUTE, f.weight(), f.mu());
            putEach(f::target);
        } else if (cost instanceof Band f) {
            putAll(BAND, f.weight(), f.mu());
            putEach(f::low);
            putEach(f::high);
        } else if (cost instanceof Huber f) {
            putAll(HUBER, f.weight(), f.threshold(), f.mu());
            putEach(f::target);
        } else if (cost instanceof MaxAffine f) {
            writeMaxAffine(f);
        } else if (cost instanceof Sum f) {
            putAll(SUM, f.parts().size());
            return f.parts().stream().allMatch(this::write);
        } else if (cost instanceof Boxed f) {
            put(BOXED);
            putEach(f::low);
            putEach(f::high);
            return write(f.inside());
        } else if (cost instanceof Constrained f) {
            return writeSet(f.set()) && write(f.inside());
        } else {
            return false;
        }
        return true;
    }

    private void putAll(double... some) {
        for (double number : some) {
            put(number);
        }
    }

    private void writeQuadratic(Quadratic f) {
        put(f.isDiagonal() ? DIAGONAL : MATRIX);
        for (int r = 0; r < d; r++) {
            for (int c = f.isDiagonal() ? r : 0; c < (f.isDiagonal() ? r + 1 : d); c++) {
                put(f.curvature(r, c));
            }
        }
        putEach(f::target);
    }

    private void writeMaxAffine(MaxAffine f) {
        putAll(MAX_AFFINE, f.planes(), f.mu());
        for (int k = 0; k < f.planes(); k++) {
            int plane = k;
            putEach(c -> f.slope(plane, c));
            put(f.intercept(k));
        }
        putEach(f::centre);
    }

    private boolean writeSet(ConvexSet set) {
        if (set instanceof Ball ball) {
            putAll(BALL, ball.radius());
            putEach(ball::center);
        } else if (set instanceof HalfSpace half) {
            putAll(HALF_SPACE, half.most());
            putEach(half::normal);
        } else if (set instanceof Simplex simplex) {
            putAll(SIMPLEX, simplex.total());
        } else {
            return false;
        }
        return true;
    }

    private double take() {
        return numbers[at++];
    }

    private double[] vector() {
        at += d;
        return Arrays.copyOfRange(numbers, at - d, at);
    }

    /** Makes the next cost. */
    HittingCost read() {
        int kind = (int) take();
        return switch (kind) {
            case DIAGONAL -> Quadratic.diagonal(vector(), vector());
            case MATRIX -> {
                double[][] q = new double[d][];
                Arrays.setAll(q, r -> vector());
                yield Quadratic.matrix(q, vector());
            }
            case ABSOLUTE -> {
                double weight = take();
                double mu = take();
                yield AbsoluteDeviation.of(weight, vector(), mu);
            }
            case BAND -> {
                double weight = take();
                double mu = take();
                yield Band.of(vector(), vector(), weight, mu);
            }
            case HUBER -> {
                double weight = take();
                double threshold = take();
                double mu = take();
                yield Huber.of(weight, threshold, vector(), mu);
            }
            case MAX_AFFINE -> readMaxAffine();
            case SUM -> {
                int count = (int) take();
                List<HittingCost> parts = new ArrayList<>();
                for (int k = 0; k < count; k++) {
                    parts.add(read());
                }
                yield Sum.of(parts);
            }
            case BOXED -> {
                double[] low = vector();
                double[] high = vector();
                yield Boxed.of(read(), low, high);
            }
            case BALL -> {
                double radius = take();
                Ball ball = Ball.of(vector(), radius);
                yield Constrained.of(read(), ball);
            }
            case HALF_SPACE -> {
                double most = take();
                HalfSpace half = HalfSpace.of(vector(), most);
                yield Constrained.of(read(), half);
            }
            case SIMPLEX -> {
                Simplex simplex = Simplex.of(d, take());
                yield Constrained.of(read(), simplex);
            }
            default -> throw new AssertionError("a cost of kind " + kind);
        };
    }

    private MaxAffine readMaxAffine() {
        int planes = (int) take();
        double mu = take();
        double[][] slopes = new double[planes][];
        double[] intercepts = new double[planes];
        for (int k = 0; k < planes; k++) {
            slopes[k] = vector();
            intercepts[k] = take();
        }
        return MaxAffine.of(slopes, intercepts, mu, vector());
    }
}
