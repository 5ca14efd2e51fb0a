package io.acord.lab.run;

import io.acord.lab.application.Domain;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.Interval;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Plays a plan: every repeat with every policy, the hindsight optimum beside them, and what can be promised of each.
 *
 * <p>Repeats run in parallel; a single one may use all threads. Neither changes a result.
 */
public final class Experiment {

    private final Plan plan;
    private final Watcher watcher;
    private final String version;

    public Experiment(Plan plan, Watcher watcher, String version) {
        this.plan = plan;
        this.watcher = watcher;
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
        return new Experiment(Plan.of(scenario, command), watcher, version);
    }

    public RunResult play() {
        return result(playRepeats());
    }

    /** What a plan came to whose only repeat is this one, which is over. */
    public static RunResult resultOf(Repeat repeat, String version) {
        return new Experiment(repeat.plan(), Watcher.NOBODY, version).result(List.of(repeat.outcome()));
    }

    private RunResult result(List<Repeat.Outcome> outcomes) {
        List<AlgorithmResult> algorithms = new ArrayList<>();
        for (int a = 0; a < plan.algorithms().size(); a++) {
            algorithms.add(summarize(a, outcomes));
        }
        Repeat.Outcome first = outcomes.get(0);
        Instance instance = first.instance();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < instance.agents(); i++) {
            names.add(instance.name(i));
        }
        List<Double> betas = new ArrayList<>();
        boolean changes = false;
        Round round = instance.round(1);
        for (int t = 1; t <= instance.horizon(); t++) {
            Round later = instance.round(t);
            betas.add(later.beta());
            changes |= later.coupling() != round.coupling();
        }
        List<HindsightOptimum> optima =
                outcomes.stream().map(Repeat.Outcome::optimum).toList();
        double leastLambda =
                outcomes.stream().mapToDouble(Repeat.Outcome::leastLambda).min().orElseThrow();
        Optional<String> whyNot = first.rule().whyNotGuaranteed();
        return new RunResult(
                plan.name(),
                plan.seed(),
                plan.repeats(),
                instance.horizon(),
                instance.dimension(),
                plan.scenario(),
                plan.command(),
                version,
                names,
                betas,
                algorithms,
                optima,
                whyNot.isPresent() ? Double.POSITIVE_INFINITY : 1 / leastLambda,
                !first.rule().allowsChangingWeights(),
                round.coupling(),
                changes,
                Convergence.ofAllVariants(instance, first.rule()),
                Judge.verdict(algorithms, outcomes, whyNot),
                domain(outcomes));
    }

    private Optional<Domain> domain(List<Repeat.Outcome> outcomes) {
        List<List<Meter>> meters = new ArrayList<>();
        for (int a = 0; a < plan.algorithms().size(); a++) {
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
                plan.algorithms().stream().map(Scenario.Algorithm::name).toList(), meters));
    }

    private List<Repeat.Outcome> playRepeats() {
        int horizon = plan.instances().apply(plan.seed()).horizon();
        long all =
                (long) plan.repeats() * (1 + (long) horizon * plan.algorithms().size());
        AtomicLong done = new AtomicLong();
        Runnable tick = () -> watcher.progress(done.incrementAndGet(), all);
        int abreast = Math.max(1, Math.min(plan.threads(), plan.repeats()));
        int threadsEach = Math.max(1, plan.threads() / abreast);
        List<Supplier<Repeat.Outcome>> repeats = new ArrayList<>();
        for (int r = 0; r < plan.repeats(); r++) {
            int repeat = r;
            repeats.add(
                    () -> Repeat.open(plan, repeat, threadsEach, watcher, tick).finish());
        }
        return ParallelTasks.run(repeats, abreast, "acord-repeat");
    }

    private AlgorithmResult summarize(int a, List<Repeat.Outcome> outcomes) {
        Scenario.Algorithm entry = plan.algorithms().get(a);
        Optional<String> caveat = entry.policy().caveat();
        List<List<Cost>> costs = new ArrayList<>();
        List<Interval> ratios = new ArrayList<>();
        List<Double> certificates = new ArrayList<>();
        double iterations = 0;
        double messages = 0;
        double bytes = 0;
        double nanos = 0;
        for (Repeat.Outcome outcome : outcomes) {
            Repeat.Played played = outcome.played().get(a);
            costs.add(List.copyOf(played.costs));
            ratios.add(outcome.optimum().ratioOf(played.total()));
            if (caveat.isEmpty()) {
                certificates.add(played.gaps);
            }
            iterations += played.iterations;
            messages += played.traffic.messages();
            bytes += played.traffic.bytes();
            nanos += played.nanos;
        }
        double rounds = (double) outcomes.size() * outcomes.get(0).instance().horizon();
        Repeat.Outcome first = outcomes.get(0);
        return new AlgorithmResult(
                entry.policy().name(),
                entry.kind(),
                entry.policy().inWords(),
                caveat,
                costs,
                ratios,
                certificates,
                caveat.isPresent() ? Optional.empty() : bound(a, outcomes),
                Optional.of(RunBooks.of(a, outcomes)),
                iterations / rounds,
                messages / rounds,
                bytes / rounds,
                nanos / 1e9 / rounds,
                first.played().get(a).heat,
                Heat.agents(first.instance().agents()));
    }

    /** Theorem A of every repeat; the one with the largest ratio is reported. */
    private static Optional<AlgorithmResult.Bound> bound(int a, List<Repeat.Outcome> outcomes) {
        if (outcomes.get(0).rule().whyNotGuaranteed().isPresent()) {
            return Optional.empty();
        }
        double ratio = 0;
        double additive = 0;
        boolean holds = true;
        for (Repeat.Outcome outcome : outcomes) {
            Repeat.Played played = outcome.played().get(a);
            if (!Double.isFinite(played.gaps)) {
                return Optional.empty();
            }
            Judge.Promise promise = Judge.promise(outcome, played);
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
