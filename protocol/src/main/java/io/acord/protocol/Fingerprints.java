package io.acord.protocol;

import io.acord.internal.kernel.Block;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.util.Arrays;

/** Works fingerprints out, to the same bits at both ends of a link. */
final class Fingerprints {

    private long hash = 0x9e3779b97f4a7c15L;

    private Fingerprints() {}

    /**
     * What one end takes a link to be.
     *
     * @param arcs the link's arcs, leaving the rows given
     */
    static Fingerprint of(LocalRound local, Recipe recipe, int[] arcs, int[] rowOfArc) {
        Fingerprints kappa = new Fingerprints();
        if (recipe.variant().needsKappa() && !recipe.iterations().findsKappa()) {
            kappa.add(local.kappa());
        }
        return new Fingerprint(
                edges(local.block(), arcs, rowOfArc),
                new Fingerprints().add(local.beta()).hash,
                new Fingerprints().add(recipe.variant().word()).hash,
                iterations(local, recipe.iterations()),
                new Fingerprints().add(recipe.from().word()).hash,
                kappa.hash);
    }

    /** Rules are records, whose words are their names and numbers. */
    private static long iterations(LocalRound local, IterationRule rule) {
        Fingerprints hash = new Fingerprints().add(rule.toString());
        return rule.isFixed() ? hash.hash : hash.add((long) local.fleet()).hash;
    }

    /** Edges in the order of (tail, head), offsets as the tail sees them: the same from both ends. */
    private static long edges(Block block, int[] arcs, int[] rowOfArc) {
        Integer[] order = new Integer[arcs.length];
        Arrays.setAll(order, k -> k);
        Arrays.sort(
                order, (one, two) -> Long.compare(key(block, arcs, rowOfArc, one), key(block, arcs, rowOfArc, two)));
        int d = block.dimension();
        Fingerprints hash = new Fingerprints().add((long) d);
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
        return hash.hash;
    }

    private static long key(Block block, int[] arcs, int[] rowOfArc, int k) {
        int i = block.agent(rowOfArc[k]);
        int j = block.agent(block.column()[arcs[k]]);
        return (long) Math.min(i, j) << 32 | Math.max(i, j);
    }

    private Fingerprints add(double number) {
        return add(Double.doubleToLongBits(number == 0 ? 0.0 : number)); // −0 charges what 0 charges
    }

    private Fingerprints add(String text) {
        text.chars().forEach(c -> add((long) c));
        return this;
    }

    private Fingerprints add(long bits) {
        // The mixing step of SplitMix64.
        long mixed = (hash ^ bits) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        hash = mixed ^ (mixed >>> 31);
        return this;
    }
}
