package io.acord.protocol.simulator;

import io.acord.protocol.clock.RoundClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Plays rows of the fault table and keeps account. {@code acord.sim.share} is the share of the table's runs, 1 for all
 * of them with 200 rounds each; below that runs are {@value #FEW_ROUNDS} rounds long. {@code acord.sim.row} and
 * {@code acord.sim.seed} play one run only.
 */
final class FaultTable {

    private static final int ROUNDS = 200;
    private static final int FEW_ROUNDS = 12;
    private static final int LEAST_RUNS = 6; // so that every kind of a row's faults is met

    /** Plays one run, whose failure says how to see it again. */
    interface Run {
        Outcome play(Setting setting, Faults faults);
    }

    /** One run of a row. */
    interface Case {
        Outcome play(long seed, int rounds, Run run);
    }

    private final TreeMap<Integer, String> lines = new TreeMap<>();

    void play(int row, String fault, int runs, Case one) {
        Integer onlyRow = Integer.getInteger("acord.sim.row");
        if (onlyRow != null && onlyRow != row) {
            return;
        }
        double share = Double.parseDouble(System.getProperty("acord.sim.share", "0.002"));
        int rounds = Integer.getInteger("acord.sim.rounds", share >= 1 ? ROUNDS : FEW_ROUNDS);
        List<Long> seeds = seeds(runs, share);
        List<Outcome> outcomes = List.of();
        try {
            outcomes = seeds.parallelStream()
                    .map(seed -> one.play(
                            seed,
                            rounds,
                            (setting, faults) -> Simulation.run(seed, setting, faults, replay(row, seed, rounds))))
                    .toList();
        } finally {
            lines.put(row, line(row, fault, outcomes, !outcomes.isEmpty()));
        }
    }

    /**
     * A row whose members have clocks and links of their own. Broken promises are thrown; what else there is to count.
     */
    void playMembers(int row, String fault, int runs, int members, Faults faults) {
        double share = Double.parseDouble(System.getProperty("acord.sim.share", "0.002"));
        List<Long> seeds = seeds(runs, share);
        Setting setting = RoundClockSimulationTest.setting(members);
        List<MemberSimulation.Result> results = List.of();
        try {
            results = seeds.parallelStream()
                    .map(seed -> MemberSimulation.run(seed, setting, faults, RoundClock::start))
                    .toList();
        } finally {
            int rounds = results.size() * members * setting.rounds();
            int degraded =
                    results.stream().mapToInt(MemberSimulation.Result::degraded).sum();
            lines.put(
                    row,
                    String.join(
                            ",",
                            String.valueOf(row),
                            '"' + fault + "; rounds of " + members + " members with clocks of their own" + '"',
                            String.valueOf(results.size()),
                            String.valueOf(rounds),
                            String.valueOf(rounds - degraded),
                            String.valueOf(degraded),
                            "0,0,-,-,-,-,-,-",
                            String.valueOf(!results.isEmpty())));
        }
    }

    private static String replay(int row, long seed, int rounds) {
        return "mvn -pl protocol -am test -Dtest=FaultTableTest -Dacord.sim.row=" + row + " -Dacord.sim.seed=" + seed
                + " -Dacord.sim.rounds=" + rounds + " -Dsurefire.failIfNoSpecifiedTests=false";
    }

    private static List<Long> seeds(int runs, double share) {
        Long only = Long.getLong("acord.sim.seed");
        if (only != null) {
            return List.of(only);
        }
        List<Long> seeds = new ArrayList<>();
        for (long seed = 1; seed <= Math.max(LEAST_RUNS, Math.round(runs * share)); seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    private static String line(int row, String fault, List<Outcome> outcomes, boolean pass) {
        return String.join(
                ",",
                String.valueOf(row),
                '"' + fault + '"',
                String.valueOf(outcomes.size()),
                sum(outcomes, Outcome::rounds),
                sum(outcomes, Outcome::clean),
                sum(outcomes, Outcome::degraded),
                sum(outcomes, Outcome::lost),
                sum(outcomes, Outcome::duplicates),
                sum(outcomes, Outcome::rejections),
                sum(outcomes, Outcome::restarts),
                sum(outcomes, Outcome::damaged),
                sum(outcomes, Outcome::doubted),
                String.valueOf(
                        outcomes.stream().mapToInt(Outcome::largestInbox).max().orElse(0)),
                String.valueOf(
                        outcomes.stream().mapToDouble(Outcome::tightest).max().orElse(0)),
                String.valueOf(pass));
    }

    private static String sum(List<Outcome> outcomes, java.util.function.ToIntFunction<Outcome> of) {
        return String.valueOf(outcomes.stream().mapToLong(o -> of.applyAsInt(o)).sum());
    }

    void write() {
        List<String> all = new ArrayList<>();
        all.add(
                "row,fault,runs,rounds,clean rounds,degraded,lost rounds,duplicate actions,rejected,restarts,damaged journals,"
                        + "doubted,largest inbox,largest gap/certificate,pass");
        all.addAll(lines.values());
        try {
            Files.createDirectories(Path.of("target"));
            Files.write(Path.of("target", "fault-table.csv"), all);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
