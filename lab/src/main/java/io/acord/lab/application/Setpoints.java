package io.acord.lab.application;

import io.acord.model.Actions;
import java.util.List;
import java.util.function.BiConsumer;

/** Makes of one policy's actions what the controllers of a field take, round after round. Scratch; one thread. */
public interface Setpoints {

    /** What there is of every agent in every round, each with its unit, like {@code power_kw}. */
    List<String> columns();

    /**
     * The numbers of a round. Called for t = 1, 2, … T in this order.
     *
     * @return agent by agent, as many as there are columns
     */
    double[] played(int t, Actions previous, Actions actions);

    /**
     * The names that {@link #files} will hand over, known before the first round, so that nobody plays for files that
     * cannot be written.
     *
     * @param policy its name as part of the name of a file
     */
    default List<String> fileNames(String policy) {
        return List.of();
    }

    /**
     * Hands over texts in formats that programs of the field read, with the names of their files, once all rounds were
     * played. They are written as {@code field-NAME}, one after the other: none has to wait for the next. A file that
     * is about the rounds, whoever played them, has one name and one text for all policies.
     *
     * @param policy its name as part of the name of a file
     * @param to takes the name and the text of a file
     */
    default void files(String policy, BiConsumer<String, String> to) {}
}
