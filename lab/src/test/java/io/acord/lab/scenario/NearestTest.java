package io.acord.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    @Test
    void slipsOfTheFingersAreUnderstood() {
        assertThat(Nearest.to("itertions", List.of("accuracy", "iterations"))).contains("iterations");
        assertThat(Nearest.to("cvs", List.of("csv", "jsonl"))).contains("csv");
        assertThat(Nearest.to("absolute", List.of("quadratic", "abs"))).contains("abs");
    }

    @Test
    void nothingIsReadIntoWhatHasNothingInCommon() {
        assertThat(Nearest.to("d", List.of("a", "b"))).isEmpty();
        assertThat(Nearest.to("parquet", List.of("csv", "ring"))).isEmpty();
        assertThat(Nearest.to("", List.of("csv"))).isEmpty();
        assertThat(Nearest.to("x", List.of())).isEmpty();
    }
}
