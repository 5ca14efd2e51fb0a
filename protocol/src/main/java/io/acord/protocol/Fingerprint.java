package io.acord.protocol;

import io.acord.internal.kernel.Block;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.Optional;

/**
 * What both ends of a link must agree on, as hashes part by part, so that a mismatch can be named. Guards against
 * mistakes, not against liars.
 *
 * @param foresight how many rounds are planned and how far plans are trusted; 0 where nobody looks ahead
 */
public record Fingerprint(long edges, long beta, long variant, long budget, long start, long kappa, long foresight) {

    /** The first part in which two ends differ. */
    public Optional<Disagreement> disagreement(Fingerprint other) {
        if (edges != other.edges) {
            return Optional.of(Disagreement.EDGES);
        }
        if (beta != other.beta) {
            return Optional.of(Disagreement.BETA);
        }
        if (variant != other.variant) {
            return Optional.of(Disagreement.VARIANT);
        }
        if (budget != other.budget) {
            return Optional.of(Disagreement.BUDGET);
        }
        if (start != other.start) {
            return Optional.of(Disagreement.START);
        }
        if (kappa != other.kappa) {
            return Optional.of(Disagreement.KAPPA);
        }
        return foresight == other.foresight ? Optional.empty() : Optional.of(Disagreement.FORESIGHT);
    }

    /**
     * What one end takes a link to be, to the same bits at both ends.
     *
     * @param arcs the link's arcs, leaving the rows given
     */
    public static Fingerprint of(LocalRound local, Recipe recipe, Rules rules, int[] arcs, int[] rowOfArc) {
        Hash kappa = new Hash();
        if (recipe.variant().needsKappa() && !recipe.iterations().findsKappa()) {
            kappa.add(local.kappa());
        }
        Rules.Lookahead ahead = rules.lookahead();
        return new Fingerprint(
                edges(local.block(), arcs, rowOfArc),
                new Hash().add(local.beta()).bits,
                new Hash().add(recipe.variant().word()).bits,
                iterations(local, recipe.iterations()),
                new Hash().add(recipe.from().word()).bits,
                kappa.bits,
                ahead == null ? 0 : new Hash().add((long) ahead.stages(local)).add(ahead.epsilon()).bits);
    }

    /** Rules are records, whose words are their names and numbers. */
    private static long iterations(LocalRound local, IterationRule rule) {
        Hash hash = new Hash().add(rule.toString());
        return rule.isFixed() ? hash.bits : hash.add((long) local.fleet()).bits;
    }

    /** Edges in the order of (tail, head), offsets as the tail sees them: the same from both ends. */
    private static long edges(Block block, int[] arcs, int[] rowOfArc) {
        Integer[] order = new Integer[arcs.length];
        Arrays.setAll(order, k -> k);
        Arrays.sort(
                order, (one, two) -> Long.compare(key(block, arcs, rowOfArc, one), key(block, arcs, rowOfArc, two)));
        int d = block.dimension();
        Hash hash = new Hash().add((long) d);
        for (int k : order) {
            int arc = arcs[k];
            hash.add(key(block, arcs, rowOfArc, k));
            boolean fromTail = block.agent(rowOfArc[k]) < block.agent(block.column()[arc]);
            for (int r = 0; r < d; r++) {
                double offset = block.offset(arc, r);
                hash.add(fromTail ? offset : -offset);
                for (int c = 0; c < d; c++) {
                    hash.add(block.gram(arc, r, c));
                }
            }
        }
        return hash.bits;
    }

    private static long key(Block block, int[] arcs, int[] rowOfArc, int k) {
        int i = block.agent(rowOfArc[k]);
        int j = block.agent(block.column()[arcs[k]]);
        return (long) Math.min(i, j) << 32 | Math.max(i, j);
    }

    /** A hash in the making. */
    private static final class Hash {
        private long bits = 0x9e3779b97f4a7c15L;

        private Hash add(double number) {
            return add(Double.doubleToLongBits(number == 0 ? 0.0 : number)); // −0 charges what 0 charges
        }

        private Hash add(String text) {
            text.chars().forEach(c -> add((long) c));
            return this;
        }

        private Hash add(long more) {
            // The mixing step of SplitMix64.
            long mixed = (bits ^ more) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            bits = mixed ^ (mixed >>> 31);
            return this;
        }
    }
}
