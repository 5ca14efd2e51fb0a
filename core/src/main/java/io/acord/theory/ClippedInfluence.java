package io.acord.theory;

import io.acord.input.Complaints;

/**
 * What compromised neighbours can do if agents accept only values within a ball around a trusted centre (7, rule 5).
 */
public final class ClippedInfluence {

    private ClippedInfluence() {}

    /** β b/(a + β b): the share of an agent's pull that comes from neighbours of total weight b. */
    public static double share(double beta, double badWeight, double a) {
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Require.nonNegative("badWeight", badWeight, "it sums weights of edges");
        Require.positive("a", a, "it is mu + lambda1 b");
        double pull = beta * badWeight;
        return pull / (a + pull);
    }

    /**
     * max_i β b_i/(a_i + β b_i) · 2R: how far every honest agent's exact action is moved at most. Isotropic edges only;
     * a discrete maximum principle.
     *
     * @param badWeight b_i, per honest agent the weights of its edges to compromised ones, added up: their number if
     *     A_e = I
     * @param a a_i = μ_i + λ_i b_i
     * @param radius R
     */
    public static double most(double beta, double[] badWeight, double[] a, double radius) {
        Require.nonNegative("radius", radius, "it is that of a ball");
        if (badWeight.length != a.length) {
            throw Complaints.refuse(
                    "badWeight",
                    "has " + badWeight.length + " numbers",
                    a.length + ", one an honest agent",
                    "give 0 for an agent without compromised neighbours");
        }
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, share(beta, badWeight[i], a[i]));
        }
        return largest * 2 * radius;
    }
}
