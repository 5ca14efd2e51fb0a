package io.acord.foresight;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each agent believes of its own next costs. Nobody but the agent itself sees them. Where somebody believes
 * nothing, his next cost is taken to be this round's. Immutable.
 */
public final class Forecasts {

    private final int agents;
    private final List<@Nullable HittingCost[]> ahead; // of the next round first
    private final boolean isEnd;

    private Forecasts(int agents, List<@Nullable HittingCost[]> ahead, boolean isEnd) {
        this.agents = agents;
        this.ahead = ahead;
        this.isEnd = isEnd;
    }

    /** Nobody believes anything. */
    public static Forecasts none(int agents) {
        return new Forecasts(agents, List.of(), false);
    }

    /** Forecasts of so many agents, to be described. */
    public static Builder builder(int agents) {
        return new Builder(agents);
    }

    /** How many agents they are of. */
    public int agents() {
        return agents;
    }

    /** How many rounds after this one something is believed of. */
    public int rounds() {
        return ahead.size();
    }

    /** Whether it is known that no round follows after these. */
    public boolean isEnd() {
        return isEnd;
    }

    /**
     * What an agent believes of a round to come; what it pays now where it believes nothing.
     *
     * @param rounds 1 for the next round
     * @param now what it pays in this one
     */
    public HittingCost cost(int agent, int rounds, HittingCost now) {
        HittingCost believed = rounds > ahead.size() ? null : ahead.get(rounds - 1)[agent];
        return believed == null ? now : believed;
    }

    /** Describes forecasts; everything that is wrong is said by {@link #build}. */
    public static final class Builder {
        private final int agents;
        private final List<@Nullable HittingCost[]> ahead = new ArrayList<>();
        private final Complaints complaints = new Complaints();
        private boolean isEnd;

        private Builder(int agents) {
            this.agents = agents;
        }

        /**
         * What an agent expects to pay.
         *
         * @param rounds how many rounds after this one: 1 for the next
         */
        public Builder cost(int agent, int rounds, HittingCost cost) {
            if (agent < 0 || agent >= agents || rounds < 1) {
                complaints.add(
                        "forecast of agent " + agent + ", " + rounds + " rounds ahead",
                        "is given",
                        "agents 0 to " + (agents - 1) + ", 1 round ahead or more",
                        "correct the agent or the round; this round's cost is part of the round");
                return this;
            }
            while (ahead.size() < rounds) {
                ahead.add(new HittingCost[agents]);
            }
            ahead.get(rounds - 1)[agent] = cost;
            return this;
        }

        /** What everybody expects to pay so many rounds after this one. */
        public Builder costs(int rounds, HittingCost... all) {
            for (int i = 0; i < all.length; i++) {
                cost(i, rounds, all[i]);
            }
            return this;
        }

        /** No round follows after those that something is said of. */
        public Builder end() {
            isEnd = true;
            return this;
        }

        public Forecasts build() {
            complaints.throwIfAny();
            List<@Nullable HittingCost[]> copies = new ArrayList<>();
            ahead.forEach(round -> copies.add(round.clone()));
            return new Forecasts(agents, copies, isEnd);
        }
    }

    @Override
    public String toString() {
        return "Forecasts[agents=" + agents + ", rounds=" + rounds() + (isEnd ? ", then the end" : "") + "]";
    }
}
