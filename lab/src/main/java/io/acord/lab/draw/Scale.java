package io.acord.lab.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a value lies on an axis. Values beyond the ends are put on the ends, so that nothing is ever drawn outside.
 *
 * @param low value at {@code from}
 * @param high value at {@code to}
 * @param log whether equal ratios, rather than equal differences, take equal room
 */
public record Scale(double low, double high, double from, double to, boolean log) {

    private static final double HUGE = 1e300;
    private static final double TINY = 1e-300;

    /** A linear axis from low to high, widened where they coincide. */
    public static Scale linear(double low, double high, double from, double to) {
        double lo = Math.max(-HUGE, low);
        double hi = Math.min(HUGE, high);
        if (!(hi - lo > Math.max(TINY, 1e-12 * Math.abs(lo)))) {
            double middle = Double.isFinite(lo) ? lo : 0;
            double room = middle == 0 ? 1 : Math.abs(middle) / 2;
            return new Scale(low == 0 ? 0 : middle - room, middle + room, from, to, false);
        }
        return new Scale(lo, hi, from, to, false);
    }

    /** A logarithmic axis over positive values. */
    public static Scale log(double low, double high, double from, double to) {
        double hi = Math.min(HUGE, Math.max(TINY, high));
        double lo = Math.min(hi, Math.max(TINY, low));
        if (!(hi / lo > 1.2)) {
            return new Scale(lo / 2, hi * 2, from, to, true);
        }
        return new Scale(lo, hi, from, to, true);
    }

    public double at(double value) {
        double share = log
                ? (Math.log10(Math.max(TINY, value)) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))
                : (value - low) / (high - low);
        return from + Math.max(0, Math.min(1, share)) * (to - from);
    }

    /** Round values along the axis, about this many. */
    public List<Double> ticks(int about) {
        return log ? logTicks(about) : linearTicks(about, 0);
    }

    /** Round whole numbers along the axis. */
    public List<Double> wholeTicks(int about) {
        return linearTicks(about, 1);
    }

    private List<Double> linearTicks(int about, double leastStep) {
        double rough = (high - low) / Math.max(1, about);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * 10;
        for (double factor : new double[] {1, 2, 5}) {
            if (power * factor >= rough * 0.999) {
                step = power * factor;
                break;
            }
        }
        step = Math.max(step, leastStep);
        List<Double> ticks = new ArrayList<>();
        double first = Math.ceil(low / step - 1e-9);
        for (int n = 0; n < 60 && (first + n) * step <= high + 1e-9 * step; n++) {
            double tick = (first + n) * step;
            ticks.add(Math.abs(tick) < step / 2 ? 0 : tick);
        }
        return ticks;
    }

    private List<Double> logTicks(int about) {
        int first = (int) Math.ceil(Math.log10(low) - 1e-9);
        int last = (int) Math.floor(Math.log10(high) + 1e-9);
        List<Double> ticks = new ArrayList<>();
        if (last - first >= 2) {
            int every = Math.max(1, (int) Math.ceil((last - first + 1) / (double) about));
            for (int power = first; power <= last; power++) {
                if (Math.floorMod(power, every) == 0) {
                    ticks.add(power(power));
                }
            }
            return ticks;
        }
        if (high / low < 4) {
            return linearTicks(about, 0);
        }
        boolean crowded = last > first && 3 * (Math.log10(high) - Math.log10(low)) > about;
        for (int power = first - 1; power <= last; power++) {
            for (double factor : crowded ? new double[] {1} : new double[] {1, 2, 5}) {
                double tick = factor * power(power);
                if (tick >= low * 0.999 && tick <= high * 1.001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    private static double power(int exponent) {
        return Double.parseDouble("1e" + exponent); // Math.pow may miss the nearest double
    }
}
