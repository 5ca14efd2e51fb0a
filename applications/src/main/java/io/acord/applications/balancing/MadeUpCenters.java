package io.acord.applications.balancing;

import io.acord.graph.Coupling;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * Centres out of a seed, scattered over a continent of 4000 km by 2500 km.
 *
 * <p>Each needs 2 to 6 thousand servers for interactive work in the mean, and half as many for batch work; 1 to 3
 * million people live around it; its grid usually emits between {@code cleanest} and {@code dirtiest}, less by day
 * where there is sun. For interactive work it has 1.3 times the servers that a day's peak and what is to spare need,
 * for batch work 2.6 times those of the mean. All of that is assumed where nothing else is said.
 *
 * @param peakToMean of interactive demand over a day: 1.64, typical
 * @param noise standard deviation of demand's own ups and downs, as a share; 0.8 of one is left an hour later: assumed
 * @param cleanest g/kWh
 * @param dirtiest g/kWh: yearly means of European grids run from below 50 to above 600 (European Environment Agency)
 * @param reach km: centres that are so near are linked, and each with its nearest two: assumed
 */
record MadeUpCenters(double peakToMean, double noise, double cleanest, double dirtiest, double reach) {

    private static final double KEPT = 0.8;
    private static final double PRICE = 80; // € a MWh, usually; sun lowers it twice as much as carbon: assumed
    private static final double KM_AN_HOUR = 1100; // of a time zone at 50 degrees north

    static MadeUpCenters read(Options options) {
        MadeUpCenters made = new MadeUpCenters(
                options.number("peak-to-mean", 1.64, 1, 2),
                options.number("noise", 0.1, 0, 1),
                options.number("cleanest", 80, 1, 5000),
                options.number("dirtiest", 600, 1, 5000),
                options.number("reach", 1500, 0, 1e6));
        if (made.cleanest > made.dirtiest) {
            options.complain("cleanest", "at most dirtiest, " + made.dirtiest, "exchange the two");
        }
        return made;
    }

    Centers draw(Size size, long seed, ServerSettings running) {
        int n = size.agents();
        SeededRandom random = new SeededRandom(seed, "load-balancing centres".hashCode());
        double[][] place = new double[n][2];
        double[] base = new double[n];
        double[] residents = new double[n];
        double[] usual = new double[n];
        double[] sun = new double[n];
        double[][] capacity = new double[2][n];
        for (int i = 0; i < n; i++) {
            place[i][0] = random.uniform(0, 4000);
            place[i][1] = random.uniform(0, 2500);
            base[i] = random.uniform(2, 6);
            residents[i] = random.uniform(1000, 3000);
            usual[i] = random.uniform(cleanest, dirtiest);
            sun[i] = random.uniform(0, 0.4);
            capacity[0][i] = 1.3 * running.spare() * peakToMean * base[i];
            capacity[1][i] = 1.3 * base[i];
        }
        int hours = size.horizon();
        double[][] interactive = new double[hours][n];
        double[][] batch = new double[hours][n];
        double[][] carbon = new double[hours][n];
        double[][] euros = new double[hours][n];
        double[][] own = new double[4][n];
        for (double[] each : own) {
            Arrays.setAll(each, i -> random.gaussian());
        }
        double fresh = Math.sqrt(1 - KEPT * KEPT);
        for (int t = 1; t <= hours; t++) {
            SeededRandom now = new SeededRandom(seed, "load-balancing hours".hashCode(), t);
            for (int i = 0; i < n; i++) {
                for (double[] each : own) {
                    each[i] = KEPT * each[i] + fresh * now.gaussian();
                }
                double clock = t + place[i][0] / KM_AN_HOUR; // east is ahead
                double evening = StrictMath.cos(2 * Math.PI * (clock - 20) / 24);
                double noon = Math.max(0, StrictMath.cos(2 * Math.PI * (clock - 13) / 24));
                interactive[t - 1][i] = base[i] * Math.max(0.05, 1 + (peakToMean - 1) * evening + noise * own[0][i]);
                batch[t - 1][i] = 0.5 * base[i] * Math.max(0.05, 1 - 0.3 * evening + noise * own[1][i]);
                carbon[t - 1][i] = usual[i] * Math.max(0.1, 1 + 0.3 * sun[i] - sun[i] * noon + 0.05 * own[2][i]);
                euros[t - 1][i] = PRICE * (1 + 0.6 * sun[i] - 2 * sun[i] * noon + 0.25 * own[3][i]);
            }
        }
        double[] usualPrice = new double[n];
        Arrays.fill(usualPrice, PRICE);
        return new Centers(
                capacity,
                usual,
                usualPrice,
                residents,
                new CenterHours(interactive, batch, carbon, euros),
                links(place),
                running);
    }

    private Coupling links(double[][] place) {
        int n = place.length;
        boolean[][] linked = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            double[] far = new double[n];
            for (int j = 0; j < n; j++) {
                far[j] = i == j
                        ? Double.POSITIVE_INFINITY
                        : Math.hypot(place[i][0] - place[j][0], place[i][1] - place[j][1]);
            }
            double[] sorted = far.clone();
            Arrays.sort(sorted);
            double within = Math.max(reach, n > 2 ? sorted[1] : sorted[0]);
            for (int j = 0; j < n; j++) {
                linked[Math.min(i, j)][Math.max(i, j)] |= i != j && far[j] <= within;
            }
        }
        Coupling.Builder edges = Coupling.builder(n, 2);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (linked[i][j]) {
                    edges.edge(i, j, 1);
                }
            }
        }
        return edges.build();
    }
}
