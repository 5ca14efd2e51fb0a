import io.acord.Fleet;
import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

public class TwoRegions {
    /** q/2 (s − needed)² for each kind of work, q ten times as large where servers are missing. */
    static final class Centre implements HittingCost {
        private static final double IDLE = 0.5;
        private static final double MISSING = 5;
        private final double[] needed;

        Centre(double interactive, double batch) {
            this.needed = new double[] {interactive, batch};
        }

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public double at(double[] s) {
            double sum = 0;
            for (int c = 0; c < 2; c++) {
                double off = s[c] - needed[c];
                sum += (off < 0 ? MISSING : IDLE) / 2 * off * off;
            }
            return sum;
        }

        @Override
        public double mu() {
            return IDLE;
        }

        /** On each of the four pieces f + pull is a quadratic; the right piece is the one that has its own lowest point. */
        @Override
        public double argmin(QuadraticPull pull, double[] s) {
            double[] h = pull.curvature();
            double[] b = pull.linear();
            double least = Double.POSITIVE_INFINITY;
            for (int piece = 0; piece < 4; piece++) {
                double q0 = piece % 2 == 0 ? IDLE : MISSING;
                double q1 = piece < 2 ? IDLE : MISSING;
                double det = (h[0] + q0) * (h[3] + q1) - h[1] * h[2];
                double r0 = b[0] + q0 * needed[0];
                double r1 = b[1] + q1 * needed[1];
                double[] at = {((h[3] + q1) * r0 - h[1] * r1) / det, ((h[0] + q0) * r1 - h[2] * r0) / det};
                double value = at(at) + pull.at(at);
                if (value < least) {
                    least = value;
                    s[0] = at[0];
                    s[1] = at[1];
                }
            }
            return 0; // the lowest point is that of one of the pieces
        }
    }

    public static void main(String[] args) {
        Fleet fleet = Fleet.builder(2).dimension(2).build();
        double[][] total = {{1, 1}};
        for (int hour = 1; hour <= 24; hour++) {
            fleet.decide(fleet.round()
                    .costs(new Centre(6, 2), new Centre(1, 1))
                    .edge(0, 1, total)
                    .beta(0.5)
                    .build());
        }
        for (int i = 0; i < 2; i++) {
            System.out.printf("%.2f %.2f%n", fleet.actions().get(i, 0), fleet.actions().get(i, 1));
        }
    }
}
