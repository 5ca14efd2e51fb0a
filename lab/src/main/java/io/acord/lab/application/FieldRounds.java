package io.acord.lab.application;

import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.List;

/**
 * An application whose rounds come while they are played: what the field reads goes in, what its controllers take comes
 * out. The same readings make the rounds, bit for bit, that a file of them makes. Scratch; one thread.
 */
public interface FieldRounds {

    /**
     * A number that is told of every agent in every round.
     *
     * @param name with its unit, like {@code load_kw}
     * @param why what follows if it lies outside
     * @param fallback if it is left out; NaN if it must be told
     */
    record Reading(String name, double low, double high, String why, double fallback) {

        /** One that must be told. */
        public static Reading needed(String name, double low, double high, String why) {
            return new Reading(name, low, high, why, Double.NaN);
        }
    }

    /** What is told of every agent. */
    List<Reading> readings();

    /** x_0. */
    Actions start();

    /**
     * The next round but for β. Whoever reads another one before this one is {@link #played} takes it back.
     *
     * @param told agent by agent, as many as there are readings
     * @param named who is coupled with whom, as the scenario says; not looked at where the field knows better
     */
    Round.Builder next(double[] told, Coupling named);

    /** What there is for controllers of every agent, each with its unit, as {@link Setpoints} have it. */
    List<String> columns();

    /**
     * The round that was read last has been decided.
     *
     * @return what controllers take, agent by agent, as many as there are columns
     */
    double[] played(Actions previous, Actions actions);

    /** Everything that it remembers of rounds that were played. */
    byte[] save();

    /** Goes on from what was saved. */
    void resume(byte[] saved);
}
