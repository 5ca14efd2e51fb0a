package io.acord.applications.drones;

import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.DeclaredSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Wind that all drones feel alike, beside the gusts: {@code wind: 4} m/s out of {@code wind-from: 240}, degrees
 * clockwise from north, x being east and y north; or {@code wind: wind.csv} as it was measured or is forecast, straight
 * in between, {@code time_s,x_m_per_s,y_m_per_s[,z_m_per_s]}. Immutable.
 *
 * @param velocity of the air, m/s over seconds from the first waypoint
 */
record Wind(Track velocity) {

    private static final double STRONGEST = 100; // m/s: more than any hurricane
    private static final String WHY = "no wind is stronger: the file may have another unit than its header says";

    static final Wind NONE = new Wind(new Track(new double[] {0}, new double[][] {new double[3]}));

    /** Metres a second along an axis, at a time. */
    double at(double time, int c) {
        return velocity.at(time, c);
    }

    static Wind read(Options options, DeclaredSize declared) {
        Optional<Value> given = options.value("wind");
        boolean isNumber = given.isEmpty()
                || (given.get() instanceof Value.Scalar scalar && scalar.text().matches("[-+0-9.][-+0-9.eE]*"));
        if (isNumber) {
            double speed = options.number("wind", 0, 0, STRONGEST);
            double from = Math.toRadians(options.number("wind-from", 270, 0, 360));
            double[] blown = {-speed * StrictMath.sin(from), -speed * StrictMath.cos(from), 0};
            return new Wind(new Track(new double[] {0}, new double[][] {blown}));
        }
        if (options.has("wind-from")) {
            options.complain(
                    "wind-from", "no such key beside a file of winds, which has both parts", "drop one of the two");
        }
        return DataFile.table(options, "wind", declared).map(Wind::file).orElse(NONE);
    }

    private static Wind file(DataFile file) {
        List<Double> times = new ArrayList<>();
        List<double[]> points = new ArrayList<>();
        CsvRows.read(file, List.of("time_s", "x_m_per_s", "y_m_per_s"), List.of("z_m_per_s"), row -> {
            double time = row.number("time_s");
            double[] blown = {
                row.number("x_m_per_s", -STRONGEST, STRONGEST, WHY),
                row.number("y_m_per_s", -STRONGEST, STRONGEST, WHY),
                row.has("z_m_per_s") ? row.number("z_m_per_s", -STRONGEST, STRONGEST, WHY) : 0
            };
            if (!times.isEmpty() && time <= times.get(times.size() - 1)) {
                row.complain(
                        "time_s",
                        "is " + time + ", not after " + times.get(times.size() - 1),
                        "times that ascend, in seconds from the first waypoint",
                        "sort the lines by time, and keep one for each time");
                return;
            }
            times.add(time);
            points.add(blown);
        });
        if (times.isEmpty()) {
            return NONE; // complained about, or an empty table: no wind was measured
        }
        return new Wind(new Track(times.stream().mapToDouble(t -> t).toArray(), points.toArray(new double[0][])));
    }

    /** What is pushed by gusts is pushed by the wind as well, [round][d numbers a drone]. */
    double[][] pushing(double[][] pushed, double yields, double step, int d) {
        for (int t = 1; t <= pushed.length; t++) {
            for (int k = 0; k < pushed[t - 1].length; k++) {
                pushed[t - 1][k] += yields * at(t * step, k % d);
            }
        }
        return pushed;
    }
}
