package io.acord.lab.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingConsumer;

/**
 * What everything keeps to that scenarios name, tried with each of its samples. A sample with a {@code file} is not
 * played: there is no such file.
 *
 * @param <K> the kind
 * @param <M> what it makes of options
 */
public abstract class KindContract<K extends ScenarioKind, M> {

    private final K kind;

    protected KindContract(K kind) {
        this.kind = kind;
    }

    protected final K kind() {
        return kind;
    }

    protected abstract M create(Options options);

    /** A test for each sample that can be played. */
    protected final Stream<DynamicTest> withEverySample(ThrowingConsumer<String> check) {
        return kind.samples().stream()
                .filter(sample -> !mapping(sample).entries().containsKey("file"))
                .map(sample -> DynamicTest.dynamicTest("{" + sample + "}", () -> check.accept(sample)));
    }

    /** What the kind makes of a sample, as a scenario would have it. */
    protected final M made(String sample) {
        return made(mapping(sample));
    }

    private M made(Value.Mapping mapping) {
        Complaints complaints = new Complaints();
        Options options = new Options(mapping, "", complaints);
        M made = create(options);
        options.refuseUnknownKeys();
        complaints.throwIfAny();
        return made;
    }

    private static Value.Mapping mapping(String sample) {
        return (Value.Mapping)
                YamlFile.parse("{" + sample + "}", "sample", new Complaints()).orElseThrow();
    }

    private List<String> complaintsAbout(String sample, String key, Value value) {
        Map<String, Value.Entry> entries = new LinkedHashMap<>(mapping(sample).entries());
        entries.put(key, new Value.Entry("here", value));
        try {
            made(new Value.Mapping(entries, "here"));
            return List.of();
        } catch (BadInputException refused) {
            return refused.complaints().stream().map(Complaint::where).toList();
        }
    }

    @Test
    void itsKeyIsAWordAndItsSummaryALine() {
        assertThat(kind.key()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
        assertThat(kind.summary())
                .isNotBlank()
                .hasLineCount(1)
                .hasSizeLessThan(100)
                .doesNotEndWith(".");
    }

    @Test
    void anUnknownOptionIsComplainedAbout() {
        kind.samples()
                .forEach(sample -> assertThat(
                                complaintsAbout(sample, "no-such-option", new Value.Scalar("1", false, "here")))
                        .as(sample)
                        .anyMatch(where -> where.endsWith("no-such-option")));
    }

    /** A mapping of nonsense is what no option can be. */
    @Test
    void anOptionThatMakesNoSenseIsComplainedAbout() {
        for (String sample : kind.samples()) {
            for (String key : mapping(sample).entries().keySet()) {
                assertThat(complaintsAbout(sample, key, mapping("no: {such: [value]}")))
                        .as("%s with a senseless %s", sample, key)
                        .anyMatch(where -> where.contains(key));
            }
        }
    }
}
