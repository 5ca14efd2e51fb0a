package io.acord.lab.application;

import java.util.Locale;

/**
 * One number by which a field judges a run.
 *
 * @param key in {@code summary.json}, like {@code revenue}
 * @param unit what it is counted in, like {@code €}; empty if in nothing
 * @param words what it means, one sentence
 */
public record Measure(String key, String unit, Better better, String words) {

    /** Which of two values is the better one. */
    public enum Better {
        HIGHER,
        LOWER,
        /** It explains the others and is no aim of its own. */
        NEITHER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What it is called in tables: its key in words, with its unit. */
    public String title() {
        String spaced = key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return unit.isEmpty() ? spaced : spaced + ", " + unit;
    }
}
