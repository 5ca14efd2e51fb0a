package io.acord.paper.reproduce;

import io.acord.acord.From;
import io.acord.lab.policy.Boundary;
import io.acord.lab.scenario.MuRule;
import java.util.Locale;

/**
 * What the paper leaves open and how much is measured.
 *
 * @param boundary what LPC makes of the outer ring of a neighbourhood
 * @param mu where the μ of λ₁ come from
 * @param from where the iterations of ACORD begin
 * @param seeds how many random instances a mean is taken over; bands are 95 % intervals of that mean
 * @param seed of the first one; the others follow
 * @param quick whether studies may take coarser grids than the paper's
 * @param threads that may be used; never changes a result, run times excepted
 */
public record Setup(Boundary boundary, MuRule mu, From from, int seeds, long seed, boolean quick, int threads) {

    /** In words, for every plot. */
    public String words() {
        return "LPC boundary " + lower(boundary) + ", mu " + mu + ", from " + from.word() + ", " + seeds
                + " seeds from " + seed;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
