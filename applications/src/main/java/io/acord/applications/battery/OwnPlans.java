package io.acord.applications.battery;

import io.acord.lab.source.CostSource;
import org.jspecify.annotations.Nullable;

/**
 * What each unit would do for itself: the cheapest plan over the hours in sight, of which the first step is taken.
 *
 * <p>With steps s_τ of the charge E that cost ψ_τ(s_τ), convex and linear in pieces, what is still to be paid after a
 * round is convex and linear in pieces, too: V_{τ−1} is the infimal convolution of V_τ and ψ_τ(−·), whose pieces are
 * those of both in the order of their slopes, cut to the limits of the charge. So a plan is found exactly by merging
 * short lists. Scratch; one thread.
 */
final class OwnPlans {

    /**
     * € by which a kWh is worth more an hour earlier: where prices leave it open when to charge, sooner is safer. Below
     * anything that a bill shows.
     */
    private static final double EARLIER = 1e-6;

    private final Units units;
    private final @Nullable HomeSeries expected;
    private final StepCost step;
    private final double[] slope; // by piece, of what is to be paid after a round, as the charge rises
    private final double[] length;
    private final double[] mergedSlope;
    private final double[] mergedLength;
    private int pieces;
    private double net;
    private double buy;
    private double sell;

    /** @param expected of the hours to come; null if they are believed to be those of the day before */
    OwnPlans(Units units, @Nullable HomeSeries expected) {
        this.units = units;
        this.expected = expected;
        this.step = new StepCost(units);
        int most = StepCost.MOST_PIECES * units.ahead() + 1;
        this.slope = new double[most];
        this.length = new double[most];
        this.mergedSlope = new double[most];
        this.mergedLength = new double[most];
    }

    /**
     * kWh that a unit stores after a round.
     *
     * @param before what it stores before
     * @param told what is known of round t and those of the day before
     */
    double next(int t, int i, double before, KnownHours told) {
        plan(t, i, told);
        believe(t, t, i, told);
        return decide(i, before);
    }

    /** Finds what is to be paid after this round. */
    private void plan(int now, int i, KnownHours told) {
        int last = now + units.ahead() - 1;
        if (expected != null) {
            last = Math.max(now, Math.min(last, expected.horizon()));
        }
        double cheapest = Double.POSITIVE_INFINITY;
        for (int t = now; t <= last; t++) {
            believe(now, t, i, told);
            cheapest = Math.min(cheapest, buy);
        }
        // what is left saves what it would cost in the cheapest hour
        slope[0] = -Math.max(0, cheapest) * units.planning().discharging();
        length[0] = units.most(i) - units.least(i);
        pieces = 1;
        for (int t = last; t > now; t--) {
            believe(now, t, i, told);
            back(i);
        }
    }

    /** Sets the numbers of a round as they are believed to be. */
    private void believe(int now, int t, int i, KnownHours told) {
        if (t > now && expected != null && t <= expected.horizon()) {
            take(expected, t, i);
            return;
        }
        int then = t <= now ? t : CostSource.Costs.before(now, t, units.day());
        take(told, then < 1 ? now : then, i);
        if (then < 1) { // nothing is believed to come, at the price of now
            net = 0;
        }
    }

    private void take(KnownHours hours, int t, int i) {
        net = hours.net(t, i);
        buy = hours.buy(t, i);
        sell = hours.sell(t, i);
    }

    /** From what is to be paid after a round to what is to be paid before it. */
    private void back(int i) {
        step.pose(i, net, buy, sell);
        double left = units.up(i); // of the merged pieces that lie below the least charge
        double room = units.most(i) - units.least(i);
        int own = 0;
        int out = 0;
        int moving = step.pieces() - 1;
        while (room > 0 && (own < pieces || moving >= 0)) {
            boolean isOwn = moving < 0 || (own < pieces && slope[own] <= -step.slope(moving));
            double steep = isOwn ? slope[own] : -step.slope(moving);
            double piece = isOwn ? length[own++] : step.length(moving--);
            double kept = Math.min(room, piece - Math.min(left, piece));
            left -= Math.min(left, piece);
            if (kept > 0) {
                mergedSlope[out] = steep - EARLIER * units.hours();
                mergedLength[out++] = kept;
                room -= kept;
            }
        }
        System.arraycopy(mergedSlope, 0, slope, 0, out);
        System.arraycopy(mergedLength, 0, length, 0, out);
        pieces = out;
    }

    /** The charge after a round that is cheapest from the one before it. */
    private double decide(int i, double before) {
        step.pose(i, net, buy, sell);
        double way = before - units.least(i) + units.up(i);
        double charge = units.least(i);
        int own = 0;
        int moving = step.pieces() - 1;
        while (way > 0 && (own < pieces || moving >= 0)) {
            boolean isOwn = moving < 0 || (own < pieces && slope[own] <= -step.slope(moving));
            double piece = Math.min(way, isOwn ? length[own++] : step.length(moving--));
            charge += isOwn ? piece : 0;
            way -= piece;
        }
        double low = Math.max(units.least(i), before - units.down(i));
        double high = Math.min(units.most(i), before + units.up(i));
        return Math.max(low, Math.min(high, charge));
    }
}
