package io.acord.bench;

/** What the machine can do at best, measured with the same Java: nothing that walks memory can be faster. */
final class Limits {

    private static final int LENGTH = 8_000_000;

    static volatile double sink;

    private Limits() {}

    /** a = b + s c over arrays that fit no cache. */
    static final class Triad implements Stopwatch.Work {
        private final double[] a = new double[LENGTH];
        private final double[] b = new double[LENGTH];
        private final double[] c = new double[LENGTH];

        @Override
        public void run() {
            triad(a, b, c);
        }

        private static void triad(double[] a, double[] b, double[] c) {
            for (int i = 0; i < a.length; i++) {
                a[i] = b[i] + 3 * c[i];
            }
        }

        /** GB/s for a time in ns, with what a processor reads before it overwrites it: 32 bytes an element. */
        static double gigabytes(double nanoseconds) {
            return 32.0 * LENGTH / nanoseconds;
        }
    }

    /** Adds up the values at the far ends of all arcs, and does nothing else. */
    static Stopwatch.Work gather(int[] column, double[] y) {
        return () -> sink = gathered(column, y);
    }

    private static double gathered(int[] column, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int a = 0; a + 3 < column.length; a += 4) {
            s0 += y[column[a]];
            s1 += y[column[a + 1]];
            s2 += y[column[a + 2]];
            s3 += y[column[a + 3]];
        }
        return s0 + s1 + s2 + s3;
    }
}
