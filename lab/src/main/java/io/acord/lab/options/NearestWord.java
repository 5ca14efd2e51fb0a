package io.acord.lab.options;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known word that somebody who wrote an unknown one may have meant. */
public final class NearestWord {

    private NearestWord() {}

    /** The nearest of the known words, if one is near enough to be meant. */
    public static Optional<String> to(String word, Collection<String> known) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        // Somebody who wrote d did not mean a: something has to be the same.
        if (best != null && least <= Math.max(1, best.length() / 2) && least < Math.max(word.length(), best.length())) {
            return Optional.of(best);
        }
        return known.stream().filter(candidate -> isBegun(word, candidate)).findFirst();
    }

    /** What to do about an unknown word: a question after the one that may have been meant, else something else. */
    public static String hint(String word, Collection<String> known, String otherwise) {
        return to(word, known).map(near -> "did you mean " + near + "?").orElse(otherwise);
    }

    /** Whether one is the beginning of the other: absolute and abs. */
    private static boolean isBegun(String word, String candidate) {
        return Math.min(word.length(), candidate.length()) >= 3
                && (word.startsWith(candidate) || candidate.startsWith(word));
    }

    /** Insertions, deletions, replacements and swaps of neighbours that lead from a to b. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
