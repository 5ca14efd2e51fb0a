package io.acord.lab.instance;

import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.List;

/** Rounds that were written down beforehand. */
public record FixedRounds(List<Round> rounds, Actions start) implements Instance {

    public FixedRounds {
        rounds = List.copyOf(rounds);
    }

    /** From everybody at 0. */
    public FixedRounds(List<Round> rounds) {
        this(rounds, Actions.zero(rounds.get(0).agents(), rounds.get(0).dimension()));
    }

    @Override
    public int agents() {
        return start.agents();
    }

    @Override
    public String name(int agent) {
        return Integer.toString(agent);
    }

    @Override
    public int dimension() {
        return start.dimension();
    }

    @Override
    public int horizon() {
        return rounds.size();
    }

    @Override
    public Round round(int t) {
        return rounds.get(t - 1);
    }
}
