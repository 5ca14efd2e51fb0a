package io.acord.applications.drones;

import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.source.CostSource;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * {@code distance-acord}: the paper's iteration with its penalties on distances instead of offsets, for drones only.
 * Experimental: the penalties are not convex, and nothing is guaranteed.
 *
 * @param settings how it iterates
 */
record DistanceAcord(String name, Settings settings) implements Policy {

    static final String CAVEAT = "experimental, no guarantee: not convex";

    /**
     * How it iterates.
     *
     * @param weight of the penalties; with 1 they cost what offsets do near the planned distance
     * @param least metres that neighbours keep apart, by the guard
     */
    record Settings(DistancePenalty penalty, int iterations, double weight, double least) {}

    @Override
    public Optional<String> caveat() {
        return Optional.of(CAVEAT);
    }

    @Override
    public Policy on(CostSource costs, CostSource.Size size) {
        if (!(costs instanceof DroneCosts.Formation formation)) {
            throw Complaints.refuse(
                    "distance-acord",
                    "is to play on costs that are no drones'",
                    "costs: {kind: drones}, because its penalties are about distances between positions",
                    "drop it, or write acord");
        }
        double separation = formation.handling().separation();
        if (settings.least > separation) {
            throw Complaints.refuse(
                    "r-min",
                    "is " + settings.least,
                    "at most costs.separation, " + separation
                            + ": slots are so far apart, and a round starts from there",
                    "lower r-min, or raise separation");
        }
        return new Flown(name, settings, seed -> formation.flight(size, seed));
    }

    @Override
    public Player start(Setting setting) {
        throw new AssertionError("it was not told on which flight it plays");
    }

    /** On a flight. */
    record Flown(String name, Settings settings, LongFunction<Flight> flights) implements Policy {

        @Override
        public Optional<String> caveat() {
            return Optional.of(CAVEAT);
        }

        @Override
        public Player start(Setting setting) {
            return new DistancePlayer(settings, flights.apply(setting.seed()), setting);
        }
    }

    /**
     * {@code distance-acord: {penalty: gamma-a | gamma-b, experimental: true, iterations: 12, weight: 1, r-min: 1}}.
     */
    public static final class Kind extends PolicyKind {

        public Kind() {
            super(
                    "distance-acord",
                    "experimental, drones only: penalties on distances; its own cost, its neighbours' positions",
                    "experimental: true");
        }

        @Override
        public Policy create(String name, Options options) {
            String penalty = options.word("penalty", DistancePenalty.GAMMA_A.key(), DistancePenalty.GAMMA_B.key());
            boolean agreed = options.word("experimental", "false", "true").equals("true");
            if (!agreed) {
                options.missing(
                        "experimental",
                        "true, by which you say that you know: penalties on distances are not convex, so that no ratio, bound or certificate holds");
            }
            return new DistanceAcord(
                    name,
                    new Settings(
                            penalty.equals(DistancePenalty.GAMMA_B.key())
                                    ? DistancePenalty.GAMMA_B
                                    : DistancePenalty.GAMMA_A,
                            options.integer("iterations", 12, 1, 1_000_000),
                            options.number("weight", 1, 0, 1e9),
                            options.number("r-min", 1, 1e-3, 1e6)));
        }
    }
}
