package io.acord.lab.application;

import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.List;
import java.util.Set;

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
     * A round but for β. Whoever reads another one before this one is {@link #played} takes it back.
     *
     * @param t counted from 1, after all that were played; rounds of which nothing was told may be left out
     * @param told agent by agent, as many as there are readings
     * @param named who is coupled with whom, as the scenario says; not looked at where the field knows better
     */
    Round.Builder next(int t, double[] told, Coupling named);

    /**
     * Whether coupling two agents takes what both of them have read. Where it does not, an agent's round is the same
     * whatever is told of others, and agents that hear nothing of one another's readings can play it.
     */
    default boolean comparesReadings() {
        return false;
    }

    /**
     * Names of readings and columns that mean something only to those who know what all agents that are coupled with
     * theirs have read and do: where agents are apart, such readings are not taken and such columns left open.
     */
    default Set<String> ofSeveral() {
        return Set.of();
    }

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
