package io.acord.lab.scenario;

import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.CostSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * b, the price of moving, as a scenario has it under {@code switching}: a number, one per round, or by agent, where
 * those who are not named have 1. Immutable.
 */
public final class SwitchingWeights {

    /** 1 for everybody, always. */
    public static final SwitchingWeights ONES = new SwitchingWeights(List.of(1.0), null);

    private static final double LARGEST = 1e100;

    private final List<Double> byRound; // one: the same in all rounds
    private final double @Nullable [] byAgent; // null: the same for all agents

    private SwitchingWeights(List<Double> byRound, double @Nullable [] byAgent) {
        this.byRound = byRound;
        this.byAgent = byAgent;
    }

    /** Reads the key; complains about what is wrong. */
    static SwitchingWeights read(Options top, CostSource.@Nullable Size size) {
        Value value = top.value("switching").orElse(null);
        if (value == null) {
            return ONES;
        }
        if (value instanceof Value.Mapping named) {
            return byAgent(named, size, top.complaints());
        }
        double[] given = top.numbers("switching").orElse(new double[] {1});
        for (int k = 0; k < given.length; k++) {
            Value each =
                    value instanceof Value.Listing listing ? listing.items().get(k) : value;
            check(
                    value instanceof Value.Listing ? "switching[" + k + "]" : "switching",
                    each,
                    given[k],
                    top.complaints());
        }
        if (!(value instanceof Value.Listing)) {
            return new SwitchingWeights(List.of(given[0]), null);
        }
        if (size != null && given.length < size.horizon()) {
            boolean endless = size.horizon() == Integer.MAX_VALUE;
            top.complaints()
                    .add(
                            value.place() + ": switching",
                            "is a list of " + given.length,
                            endless
                                    ? "one number for all rounds, because there is no last one"
                                    : "one number for all rounds, or one for each of the " + size.horizon(),
                            endless
                                    ? "write one number, and send another switching with the rounds that have one"
                                    : "add the others, or lower the horizon");
        }
        return new SwitchingWeights(Arrays.stream(given).boxed().toList(), null);
    }

    private static SwitchingWeights byAgent(
            Value.Mapping named, CostSource.@Nullable Size size, Complaints complaints) {
        if (size == null) {
            return ONES; // nobody knows who there is, and that has been said
        }
        double[] b = new double[size.agents()];
        Arrays.fill(b, 1);
        for (Map.Entry<String, Value.Entry> each : named.entries().entrySet()) {
            Value value = each.getValue().value();
            int agent = size.names().indexOf(each.getKey());
            if (agent < 0) {
                complaints.add(
                        each.getValue().keyPlace() + ": switching." + each.getKey(),
                        "is not an agent",
                        "agents of the scenario",
                        NearestWord.hint(each.getKey(), size.names(), "correct the name, or drop the line"));
                continue;
            }
            b[agent] = Options.parse(value);
            check("switching." + each.getKey(), value, b[agent], complaints);
        }
        return new SwitchingWeights(List.of(1.0), b);
    }

    private static void check(String key, Value value, double b, Complaints complaints) {
        if (!(b >= 0 && b <= LARGEST)) {
            complaints.add(
                    value.place() + ": " + key,
                    "is " + value.shown(),
                    "a number from 0 to " + LARGEST + ", because a negative one would reward moving",
                    "write 0 where moving is free");
        }
    }

    /** Whether it is 1 for everybody, always. */
    public boolean areOnes() {
        return byAgent == null && byRound.stream().allMatch(b -> b == 1);
    }

    /** Whether rounds differ. */
    public boolean changes() {
        return byRound.size() > 1;
    }

    /** b of every agent in round t; empty if everybody has 1. */
    public Optional<double[]> of(int t, int agents) {
        if (byAgent != null) {
            return Optional.of(byAgent.clone());
        }
        double b = byRound.get(Math.min(t, byRound.size()) - 1);
        if (areOnes()) {
            return Optional.empty();
        }
        double[] all = new double[agents];
        Arrays.fill(all, b);
        return Optional.of(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SwitchingWeights weights
                && byRound.equals(weights.byRound)
                && Arrays.equals(byAgent, weights.byAgent);
    }

    @Override
    public int hashCode() {
        return 31 * byRound.hashCode() + Arrays.hashCode(byAgent);
    }

    @Override
    public String toString() {
        return byAgent != null
                ? "by agent"
                : byRound.size() == 1 ? byRound.get(0).toString() : byRound.toString();
    }
}
