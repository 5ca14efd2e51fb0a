package io.acord.bench.radio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowFilterTest {

    private static List<String> taken(String... choices) {
        RowFilter filter = new RowFilter(List.of(choices));
        return RadioTable.names().stream().filter(filter::takes).toList();
    }

    @Test
    void withoutAChoiceEveryRowIsPlayed() {
        assertThat(taken()).hasSize(34).doesNotHaveDuplicates();
    }

    @Test
    void aRowIsChosenByTheWordsOfItsName() {
        assertThat(taken("30 % lost, datagrams, 500 ms")).containsExactly("30 % lost, datagrams, deadline 500 ms");
        assertThat(taken("cut")).hasSize(6);
        assertThat(taken("Cut, GRPC")).hasSize(3);
        assertThat(taken("5 % lost, 20000 ms", "a cut of 3000 ms"))
                .as("a word is a whole one, and choices add up")
                .hasSize(4);
    }

    @Test
    void aChoiceOfNothingIsNoticed() {
        RowFilter filter = new RowFilter(List.of("cut", "7 % lost"));
        assertThat(filter.choicesOfNothing(RadioTable.names())).containsExactly("7 % lost");
    }
}
