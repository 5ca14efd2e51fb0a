package io.acord.paper.experiment;

import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.scenario.MuRule;
import io.acord.recipe.From;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

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
public record StudySetup(LpcBoundary boundary, MuRule mu, From from, int seeds, long seed, boolean quick, int threads) {

    /** The seeds of all random instances. */
    public List<Long> allSeeds() {
        return LongStream.range(seed, seed + seeds).boxed().toList();
    }

    /** In words, for every plot. */
    public String words() {
        return "LPC boundary " + lower(boundary) + ", mu " + mu + ", from " + from.word() + ", " + seeds
                + " seeds from " + seed;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
