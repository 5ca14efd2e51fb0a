package io.acord.lab.application;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a run came to, measure by measure, in the order in which they are added. Scratch; one thread. */
public final class Measures {

    private final Map<Measure, Double> values = new LinkedHashMap<>();

    /** A measure that should be high. */
    public Measures higher(String key, double value, String unit, String words) {
        return add(new Measure(key, unit, Measure.Better.HIGHER, words), value);
    }

    /** A measure that should be low. */
    public Measures lower(String key, double value, String unit, String words) {
        return add(new Measure(key, unit, Measure.Better.LOWER, words), value);
    }

    /** A measure that explains the others and is no aim of its own. */
    public Measures neither(String key, double value, String unit, String words) {
        return add(new Measure(key, unit, Measure.Better.NEITHER, words), value);
    }

    private Measures add(Measure measure, double value) {
        values.put(measure, value);
        return this;
    }

    public Map<Measure, Double> all() {
        return values;
    }
}
