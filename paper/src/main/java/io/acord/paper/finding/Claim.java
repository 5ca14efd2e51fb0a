package io.acord.paper.finding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sentence of the paper, or of ours beyond it, and what became of it.
 *
 * @param id stable: people cite it
 * @param section where the paper says it, or which theorem of ours
 * @param claim the sentence in our words
 * @param basis why the verdict is what it is, where no measurement could have changed it
 * @param measured by name, in the order in which they should be read
 * @param why what the verdict rests on, and what does hold where the sentence does not
 * @param figures ids of figures that show it
 */
public record Claim(
        String id,
        String section,
        String claim,
        Verdict verdict,
        Basis basis,
        Map<String, Measured> measured,
        String why,
        List<String> figures) {

    public Claim {
        measured = Collections.unmodifiableMap(new LinkedHashMap<>(measured));
        figures = List.copyOf(figures);
    }

    /**
     * What became of a sentence; from bad to good, as the page shows them; then what nobody can say, and what is ours.
     */
    public enum Verdict {
        NOT_REPRODUCED("not reproduced"),
        /** The sentence is false; another one, which the claim names, does its work. */
        REPLACED("false as printed; another holds instead"),
        /** The sentence holds once something in it is put right. */
        CORRECTED("reproduced with a correction"),
        REPRODUCED("reproduced"),
        /** The sentence is about run times: the claim says what this machine showed, and another may show another. */
        DEPENDS_ON_MACHINE("depends on the machine"),
        /** The sentence is not the paper's but ours, and what was measured contradicts it. */
        OURS_FAILS("ours; does not hold"),
        /** The sentence is not the paper's but ours, and what was measured agrees. */
        OURS_HOLDS("ours; holds");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** Whether it is about a sentence that the paper does not have. */
        public boolean isBeyondThePaper() {
            return this == OURS_FAILS || this == OURS_HOLDS;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** What a verdict rests on. */
    public enum Basis {
        MEASURED("measured"),
        DEFINITION("true by definition"),
        ALGEBRA("algebra");

        private final String words;

        Basis(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * A number, with the 95 % interval of the mean it is.
     *
     * @param low equal to the value where it is not a mean
     */
    public record Measured(double value, double low, double high) {
        public static Measured exactly(double value) {
            return new Measured(value, value, value);
        }
    }

    /** The claims with the ids that must be there, for whoever wants to be sure that none was forgotten. */
    public static final List<String> PROMISED_IDS = List.of(
            "fig1-order",
            "fig2-trend",
            "fig3-trend",
            "fig4-ring-uniform",
            "fig4-dense-close",
            "fig5-degree",
            "fig5-radius",
            "acord-always-below-lpc",
            "theorem-competitive-ratio",
            "theorem-lower-bound",
            "theorem-lower-bound-heterogeneous",
            "theorem-graph-dependence",
            "proposition-convergence",
            "corollary-resources",
            "corollary-naive-robd",
            "corollary-consensus",
            "theorem-no-bias");
}
