package io.acord.bench;

import io.acord.Fleet;
import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.graph.Coupling;
import io.acord.internal.system.DaemonThread;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** How long after its time, or after an interrupt, a round of endless iterations is decided; and what it certifies. */
record Bells(boolean quick, Consumer<String> saying) {

    private static final IterationRule ENDLESS = IterationRule.fixed(2_000_000_000);
    private static final int ENOUGH = 400; // iterations after which nothing is left to improve
    private static final int UNSEEN = 3; // rounds in which Java still compiles, and the end of a round is not known

    Table run() {
        int threads = Runtime.getRuntime().availableProcessors();
        Table table = new Table(
                "The bell: rounds without an end, decided at a time or at an interrupt, threads: " + threads,
                "Fleet.decide with 2e9 iterations of auto. After the bell: from the time that was given, or from the interrupt, until decide has returned with actions, cost, certificate and books; below 0 is before it."
                        + " Median and latest of all rounds but the first " + UNSEEN
                        + ". Memory is collected before every round. Gap of certificate: what the round's actions really lack to those of "
                        + ENOUGH
                        + " iterations, over what was certified; at most 1.",
                "graph | agents | bell | rounds | iterations | after the bell ms, median | latest | "
                        + "gap of certificate");
        int agents = quick ? 10_000 : 1_000_000;
        int rounds = quick ? 3 : 12;
        Duration time = Duration.ofMillis(quick ? 20 : 800);
        for (Fleets.Kind kind : List.of(Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR)) {
            Coupling coupling = kind.coupling(agents);
            for (boolean isTimed : new boolean[] {true, false}) {
                saying.accept(kind.words + ", " + (isTimed ? "at a time" : "at an interrupt"));
                measure(table, kind, coupling, isTimed, rounds, time, threads);
            }
        }
        return table;
    }

    private static void measure(
            Table table, Fleets.Kind kind, Coupling coupling, boolean isTimed, int rounds, Duration time, int threads) {
        int agents = coupling.agents();
        Fleet fleet = Fleet.builder(agents)
                .recipe(Recipe.standard(ENDLESS))
                .threads(threads)
                .build();
        ScheduledExecutorService ringer = Executors.newSingleThreadScheduledExecutor(DaemonThread.named("bell"));
        List<Double> late = new ArrayList<>();
        List<Double> iterations = new ArrayList<>();
        double share = 0;
        List<Round> made = List.of(
                Fleets.objective(coupling, 1).round(),
                Fleets.objective(coupling, 2).round());
        for (int t = 1; t <= UNSEEN + rounds; t++) {
            Round round = made.get(t % made.size());
            System.gc(); // what is left of making rounds and of the round before is not what is measured
            RoundObjective objective = fleet.objective(round);
            AtomicLong bell = new AtomicLong(System.nanoTime() + time.toNanos());
            Thread waiting = Thread.currentThread();
            Runnable interrupting = () -> {
                bell.set(System.nanoTime());
                waiting.interrupt();
            };
            ScheduledFuture<?> ringing =
                    ringer.schedule(isTimed ? () -> {} : interrupting, time.toNanos(), TimeUnit.NANOSECONDS);
            Decision decision = isTimed ? fleet.decide(round, time) : fleet.decide(round);
            double after = (System.nanoTime() - bell.get()) / 1e6;
            ringing.cancel(false);
            Thread.interrupted(); // it stays interrupted, for whoever waits for it
            if (t > UNSEEN) {
                late.add(after);
                iterations.add((double) decision.iterations());
            }
            if (t == UNSEEN + rounds) {
                Actions best = Acord.of(Recipe.standard(IterationRule.fixed(ENOUGH)), threads)
                        .decide(objective)
                        .actions();
                share = (objective.at(decision.actions()) - objective.at(best)) / decision.certificate();
            }
        }
        ringer.shutdownNow();
        table.row(
                kind.words,
                agents,
                isTimed ? "a time, " + time.toMillis() + " ms" : "an interrupt at " + time.toMillis() + " ms",
                rounds,
                median(iterations),
                median(late),
                late.stream().mapToDouble(l -> l).max().orElse(Double.NaN),
                share);
    }

    private static double median(List<Double> numbers) {
        double[] sorted = numbers.stream().mapToDouble(n -> n).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
