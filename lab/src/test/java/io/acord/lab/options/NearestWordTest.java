package io.acord.lab.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {

    @Test
    void slipsOfTheFingersAreUnderstood() {
        assertThat(NearestWord.to("itertions", List.of("accuracy", "iterations")))
                .contains("iterations");
        assertThat(NearestWord.to("cvs", List.of("csv", "jsonl"))).contains("csv");
        assertThat(NearestWord.to("absolute", List.of("quadratic", "abs"))).contains("abs");
    }

    @Test
    void nothingIsReadIntoWhatHasNothingInCommon() {
        assertThat(NearestWord.to("d", List.of("a", "b"))).isEmpty();
        assertThat(NearestWord.to("parquet", List.of("csv", "ring"))).isEmpty();
        assertThat(NearestWord.to("", List.of("csv"))).isEmpty();
        assertThat(NearestWord.to("x", List.of())).isEmpty();
    }
}
