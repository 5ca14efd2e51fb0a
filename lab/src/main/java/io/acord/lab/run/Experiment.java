package io.acord.lab.run;

import io.acord.lab.application.Domain;
import io.acord.lab.application.Meter;
import io.acord.lab.draw.HeatMapSample;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.Interval;
import io.acord.lab.optimum.OptimumPlan;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Cost;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Plays a scenario: every repeat with every policy, the hindsight optimum or a bound beside them, and what can be
 * promised of each.
 *
 * <p>Repeats run in parallel; a single one may use all threads. Neither changes a result.
 */
public final class Experiment {

    private final Scenario scenario;
    private final Watcher watcher;
    private final String command;
    private final String version;

    private Experiment(Scenario scenario, Watcher watcher, String command, String version) {
        this.scenario = scenario;
        this.watcher = watcher;
        this.command = command;
        this.version = version;
    }

    /** The experiment that a scenario describes, seen by nobody. */
    public static Experiment of(Scenario scenario) {
        return of(scenario, Watcher.NOBODY, "", "");
    }

    /**
     * The experiment that a scenario describes.
     *
     * @param command that plays it again, for the report
     * @param version of Acord, for the report
     */
    public static Experiment of(Scenario scenario, Watcher watcher, String command, String version) {
        return new Experiment(scenario, watcher, command, version);
    }

    public RunResult play() {
        List<Repeat.Outcome> outcomes = playRepeats();
        return result(outcomes, a -> effort(a, outcomes));
    }

    /** What a scenario came to whose only repeat is this one, which is over. */
    public static RunResult resultOf(Repeat repeat, String version) {
        List<Repeat.Outcome> outcomes = List.of(repeat.outcome());
        return of(repeat.scenario(), Watcher.NOBODY, "", version).result(outcomes, a -> effort(a, outcomes));
    }

    /** What a repeat of one policy came to that was played elsewhere, with this effort. */
    RunResult resultOf(Repeat.Outcome outcome, Effort effort) {
        return result(List.of(outcome), a -> effort);
    }

    private RunResult result(List<Repeat.Outcome> outcomes, IntFunction<Effort> efforts) {
        List<AlgorithmResult> algorithms = IntStream.range(
                        0, scenario.algorithms().size())
                .mapToObj(a -> summarize(a, outcomes, efforts.apply(a)))
                .toList();
        Repeat.Outcome first = outcomes.get(0);
        List<HindsightOptimum> optima =
                outcomes.stream().map(Repeat.Outcome::optimum).toList();
        RatioPromise promise = outcomes.stream()
                .map(Repeat.Outcome::promise)
                .max(Comparator.comparingDouble(RatioPromise::ratio))
                .orElseThrow();
        List<Convergence> convergence =
                first.optimum().wasSought() ? Convergence.ofAllVariants(first.instance()) : List.of();
        return new RunResult(
                scenario.name(),
                scenario.seed(),
                outcomes.size(),
                scenario.horizon(),
                scenario.dimension(),
                scenario.sets().isEmpty() ? scenario.text() : scenario.canonical(), // what was played
                command,
                version,
                scenario.names(),
                scenario.betas().subList(0, scenario.horizon()),
                algorithms,
                optima,
                promise,
                first.firstCoupling(),
                first.graphChanges(),
                convergence,
                Judge.verdict(algorithms, outcomes, convergence),
                domain(outcomes));
    }

    private Optional<Domain> domain(List<Repeat.Outcome> outcomes) {
        List<List<Meter>> meters = new ArrayList<>();
        for (int a = 0; a < scenario.algorithms().size(); a++) {
            List<Meter> repeats = new ArrayList<>();
            for (Repeat.Outcome outcome : outcomes) {
                Meter meter = outcome.played().get(a).meter;
                if (meter == null) {
                    return Optional.empty();
                }
                repeats.add(meter);
            }
            meters.add(repeats);
        }
        return Optional.of(Domain.of(
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList(),
                meters,
                scenario.costs().remarks()));
    }

    private List<Repeat.Outcome> playRepeats() {
        int count = scenario.repeats();
        long all = count * ticks();
        AtomicLong done = new AtomicLong();
        Runnable tick = () -> watcher.progress(done.incrementAndGet(), all);
        OptimumPlan plan = Repeat.plan(scenario);
        int abreast = Math.max(1, Math.min(plan.abreast(), Math.min(scenario.threads(), count)));
        int threadsEach = Math.max(1, scenario.threads() / abreast);
        List<Supplier<Repeat.Outcome>> repeats = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            int repeat = r;
            repeats.add(() -> count == 1
                    ? Repeat.open(scenario, repeat, threadsEach, plan, watcher, tick)
                            .finish()
                    : remembered(repeat, tick).orElseGet(() -> played(repeat, threadsEach, plan, tick)));
        }
        return ParallelTasks.run(repeats, abreast, "acord-repeat");
    }

    /** So much work is a repeat. */
    private long ticks() {
        return 1 + (long) scenario.horizon() * scenario.algorithms().size();
    }

    /** A repeat that was over before the run was interrupted. */
    private Optional<Repeat.Outcome> remembered(int repeat, Runnable tick) {
        Optional<Repeat.Outcome> outcome =
                watcher.remembered(repeat).flatMap(record -> RepeatRecord.read(record, scenario, repeat));
        long ticks = outcome.isPresent() ? ticks() : 0;
        for (long k = 0; k < ticks; k++) {
            tick.run();
        }
        return outcome;
    }

    /** Plays a repeat and lets it be kept, should others not come to their end. */
    private Repeat.Outcome played(int repeat, int threads, OptimumPlan plan, Runnable tick) {
        if (!watcher.isKeeping()) {
            Repeat.Outcome outcome =
                    Repeat.open(scenario, repeat, threads, plan, watcher, tick).finish();
            watcher.over(repeat, Optional.empty());
            return outcome;
        }
        RepeatRecord record = new RepeatRecord(watcher, RepeatRecord.MOST);
        Repeat.Outcome outcome =
                Repeat.open(scenario, repeat, threads, plan, record, tick).finish();
        watcher.over(repeat, record.bytes(outcome));
        return outcome;
    }

    private AlgorithmResult summarize(int a, List<Repeat.Outcome> outcomes, Effort effort) {
        Scenario.Algorithm entry = scenario.algorithms().get(a);
        Optional<String> caveat = entry.policy().caveat();
        List<List<Cost>> costs = new ArrayList<>();
        List<List<RoundRecord>> rounds = new ArrayList<>();
        List<Interval> ratios = new ArrayList<>();
        List<Double> certificates = new ArrayList<>();
        boolean haveBooks = true;
        for (Repeat.Outcome outcome : outcomes) {
            Repeat.Played played = outcome.played().get(a);
            costs.add(List.copyOf(played.costs));
            rounds.add(List.copyOf(played.rounds));
            if (outcome.optimum().wasSought()) {
                ratios.add(outcome.optimum().ratioOf(played.total()));
            }
            if (caveat.isEmpty()) {
                certificates.add(played.gaps);
            }
            haveBooks &= !played.books.isEmpty();
        }
        return new AlgorithmResult(
                entry.name(),
                entry.kind(),
                entry.policy().role(),
                entry.policy().inWords(),
                caveat,
                costs,
                rounds,
                ratios,
                certificates,
                caveat.isPresent() ? Optional.empty() : bound(a, outcomes),
                haveBooks ? Optional.of(RunBooks.of(a, outcomes)) : Optional.empty(),
                effort,
                outcomes.get(0).played().get(a).heat,
                HeatMapSample.agents(scenario.agents()));
    }

    private static Effort effort(int a, List<Repeat.Outcome> outcomes) {
        double iterations = 0;
        double messages = 0;
        double bytes = 0;
        double nanos = 0;
        for (Repeat.Outcome outcome : outcomes) {
            Repeat.Played played = outcome.played().get(a);
            iterations += played.iterations;
            messages += played.traffic.messages();
            bytes += played.traffic.bytes();
            nanos += played.nanos;
        }
        double rounds = (double) outcomes.size() * outcomes.get(0).instance().horizon();
        return new Effort(iterations / rounds, messages / rounds, bytes / rounds, nanos / 1e9 / rounds);
    }

    /** Theorem A of every repeat; the one with the largest ratio is reported. */
    private static Optional<AlgorithmResult.Bound> bound(int a, List<Repeat.Outcome> outcomes) {
        if (!outcomes.stream().allMatch(outcome -> outcome.optimum().wasSought())) {
            return Optional.empty();
        }
        double ratio = 0;
        double additive = 0;
        boolean holds = true;
        for (Repeat.Outcome outcome : outcomes) {
            Repeat.Played played = outcome.played().get(a);
            Optional<Judge.Promise> given = Judge.promise(outcome, played);
            if (given.isEmpty()) {
                return Optional.empty();
            }
            Judge.Promise promise = given.get();
            holds &= promise.isKept();
            TheoremA theorem = promise.theorem();
            double delta = theorem.bestDelta(outcome.optimum().upperBound(), Math.max(0, played.gaps));
            double here = delta == 0 ? theorem.competitiveRatio() : theorem.ratio(delta);
            if (here >= ratio) {
                ratio = here;
                additive = delta == 0 ? 0 : theorem.additive(Math.max(0, played.gaps), delta);
            }
        }
        return Optional.of(new AlgorithmResult.Bound(ratio, additive, holds));
    }
}
