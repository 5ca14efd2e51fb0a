package io.acord.bench.radio;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Which rows of a table are played: those whose names have all the words of one of some choices. Immutable.
 *
 * @param choices each of words with commas between them, like {@code 30 % lost, datagrams, 500 ms}; none: all rows
 */
public record RowFilter(List<String> choices) {

    /** Whether a row of this name is played. */
    public boolean takes(String name) {
        return choices.isEmpty() || choices.stream().anyMatch(choice -> hasAll(name, choice));
    }

    private static boolean hasAll(String name, String choice) {
        String row = " " + name.toLowerCase(Locale.ROOT).replace(",", " ,") + " ";
        return Stream.of(choice.split(",", -1))
                .map(word -> " " + word.strip().toLowerCase(Locale.ROOT) + " ")
                .allMatch(row::contains);
    }

    /** The choices that take none of these rows. */
    public List<String> choicesOfNothing(List<String> names) {
        return choices.stream()
                .filter(choice -> names.stream().noneMatch(name -> hasAll(name, choice)))
                .toList();
    }
}
