package io.acord.lab.options;

import java.util.List;

/**
 * Something that scenarios name by a key. Found by {@link java.util.ServiceLoader}: a kind is a public class whose
 * public constructor takes nothing, and is named in {@code META-INF/services}.
 */
public abstract class ScenarioKind {

    private final String key;
    private final String summary;
    private final List<String> samples;

    /**
     * A kind.
     *
     * @param key the word in the scenario: {@code acord}, {@code spikes}, {@code ring}
     * @param summary what it is, in a line without a full stop
     * @param samples options with which it can be played, as a scenario has them between braces: {@code "radius: 1"};
     *     may be omitted if it needs none. Its contract is tried with each
     */
    protected ScenarioKind(String key, String summary, String... samples) {
        this.key = key;
        this.summary = summary;
        this.samples = samples.length == 0 ? List.of("") : List.of(samples);
    }

    public final String key() {
        return key;
    }

    public final String summary() {
        return summary;
    }

    public final List<String> samples() {
        return samples;
    }
}
