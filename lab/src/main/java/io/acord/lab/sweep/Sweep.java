package io.acord.lab.sweep;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.kept.Fingerprint;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.ParallelTasks;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Every combination of some settings of a scenario.
 *
 * @param scenarios the scenario with overrides, each {@code key=value}
 * @param axes what is varied
 */
public record Sweep(Function<List<String>, Scenario> scenarios, List<SweepAxis> axes) {

    public Sweep {
        axes = List.copyOf(axes);
    }

    /**
     * What a sweep came to.
     *
     * @param rows by combination, policy and repeat
     * @param broken promises, with the combination in front
     * @param played how many combinations were; the others had been before
     */
    public record Result(List<SweepAxis> axes, List<SweepRow> rows, List<String> broken, int played) {
        public Result {
            axes = List.copyOf(axes);
            rows = List.copyOf(rows);
            broken = List.copyOf(broken);
        }
    }

    public List<List<String>> combinations() {
        return SweepAxis.combinations(axes);
    }

    private Scenario scenario(List<String> combination) {
        return scenarios.apply(SweepAxis.sets(axes, combination));
    }

    /** Reads every combination; complains about all that cannot be played, a complaint of several once. */
    public void check() {
        Complaints complaints = new Complaints();
        List<Complaint> said = new ArrayList<>();
        for (List<String> combination : combinations()) {
            try {
                Scenario scenario = scenario(combination);
                if (scenario.costs().isOnline()) {
                    scenario.instance(scenario.seed()); // refuses it
                }
            } catch (BadInputException refused) {
                for (Complaint complaint : refused.complaints()) {
                    if (!said.contains(complaint)) {
                        said.add(complaint);
                        complaints.add(complaint);
                    }
                }
            }
        }
        complaints.throwIfAny();
    }

    /**
     * Plays all combinations that have not been played into this folder before.
     *
     * @param kept where combinations are kept that are over
     * @param threads how many are played side by side
     * @param again whether to play what was played before
     */
    public Result play(Path kept, String version, int threads, boolean again, Watcher watcher) throws IOException {
        List<List<String>> combinations = combinations();
        Files.createDirectories(kept);
        SweepParts parts = new SweepParts(kept);
        AtomicLong done = new AtomicLong();
        AtomicLong played = new AtomicLong();
        int side = Math.min(threads, combinations.size());
        List<Supplier<SweepParts.Part>> tasks = new ArrayList<>();
        for (List<String> combination : combinations) {
            tasks.add(() -> {
                SweepParts.Part part = part(combination, parts, version, Math.max(1, threads / side), again, played);
                watcher.progress(done.incrementAndGet(), combinations.size());
                return part;
            });
        }
        List<SweepRow> rows = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        for (SweepParts.Part part : ParallelTasks.run(tasks, side, "acord-sweep")) {
            rows.addAll(part.rows());
            broken.addAll(part.broken());
        }
        return new Result(axes, rows, broken, (int) played.get());
    }

    private SweepParts.Part part(
            List<String> combination, SweepParts parts, String version, int threads, boolean again, AtomicLong played) {
        List<String> sets = new ArrayList<>(SweepAxis.sets(axes, combination));
        Scenario scenario = scenarios.apply(sets);
        try {
            String fingerprint = Fingerprint.of(scenario, version);
            if (!again) {
                var before = parts.kept(fingerprint, combination);
                if (before.isPresent()) {
                    return before.get();
                }
            }
            sets.add("threads=" + threads); // never changes a result
            RunResult result = Experiment.of(scenarios.apply(sets)).play();
            List<String> broken = result.verdict().checks().stream()
                    .filter(check -> check.outcome() == Verdict.Outcome.BROKEN)
                    .map(check -> String.join(", ", SweepAxis.sets(axes, combination)) + ": " + check.words())
                    .toList();
            SweepParts.Part part = new SweepParts.Part(SweepRow.of(combination, result), broken);
            parts.keep(fingerprint, part);
            played.incrementAndGet();
            return part;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
