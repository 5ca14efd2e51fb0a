package io.acord.studio;

import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.draw.GraphLayout;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.IterationRecord;
import io.acord.lab.run.RatioPromise;
import io.acord.lab.run.Repeat;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.source.CostSource;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.Recipe;
import io.acord.web.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A scenario in play: one repeat of it, all its policies side by side, every round kept. Safe for several threads;
 * whoever plays or replays holds its lock.
 */
final class LivePlay {

    /** So long a request plays before it answers, unless a single round takes longer. */
    private static final long NANOS_A_REQUEST = 800_000_000L;

    /** Requests that may wait for a play: each keeps a thread of the server busy. */
    private static final int MOST_WAITING = 4;

    private static final int KEPT_RECORDS = 6;

    private final String id;
    private final Scenario scenario;
    private final String version;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, IterationRecord> records = new LinkedHashMap<>(8, 0.75f, true); // under the lock
    private volatile @Nullable Ready ready;
    private volatile @Nullable Problem failed;
    private volatile List<List<Repeat.Turn>> played = List.of();
    private volatile @Nullable RunResult result;
    private volatile boolean dropped;
    private @Nullable Thread busy; // synchronized; who solves or plays

    LivePlay(String id, Scenario scenario, String version) {
        this.id = id;
        this.scenario = scenario;
        this.version = version;
    }

    /**
     * What is known once the optimum is.
     *
     * @param promise what exact play is promised
     * @param graphs of each round, the first round that has the same graph
     * @param optimal what the hindsight optimum pays in each round
     * @param groups null for fleets that are shown agent by agent
     */
    record Ready(
            Repeat repeat,
            HindsightOptimum optimum,
            RatioPromise promise,
            List<Integer> graphs,
            List<Cost> optimal,
            @Nullable AgentGroups groups,
            GraphLayout layout) {}

    /** Solves the optimum; long, for large fleets. */
    void prepare() {
        begin();
        try {
            Repeat repeat = Repeat.open(scenario.once(), 0, scenario.threads());
            Instance instance = repeat.instance();
            List<Integer> graphs = new ArrayList<>();
            List<Cost> optimal = new ArrayList<>();
            Actions at = instance.start();
            Coupling seen = null;
            for (int t = 1; t <= instance.horizon(); t++) {
                Coupling coupling = instance.round(t).coupling();
                graphs.add(coupling == seen ? graphs.get(t - 2) : Integer.valueOf(t));
                seen = coupling;
                Actions best = repeat.hindsight().actions().get(t - 1);
                optimal.add(instance.round(t).cost(best, at));
                at = best;
            }
            var graph = instance.round(1).graph();
            AgentGroups groups = graph.agents() > AgentGroups.MOST_AGENTS ? AgentGroups.of(graph) : null;
            GraphLayout layout =
                    GraphLayout.of(groups == null ? graph : groups.edges(graph).graph());
            ready = new Ready(repeat, repeat.optimum(), repeat.promise(), graphs, optimal, groups, layout);
        } catch (BadInputException refused) {
            failed = StudioProblems.refused(refused);
        } catch (OutOfMemoryError e) {
            failed = StudioProblems.refused(new BadInputException(List.of(tooLarge(scenario.size()))));
        } finally {
            end();
        }
    }

    /** From here on to the end this thread is interrupted when nobody wants the play any more. */
    private synchronized void begin() {
        if (dropped) {
            throw new CancellationException("nobody wants this play any more");
        }
        busy = Thread.currentThread();
    }

    private synchronized void end() {
        if (busy == Thread.currentThread()) {
            busy = null;
        }
        Thread.interrupted(); // was meant for this play alone
    }

    static Complaint tooLarge(CostSource.Size size) {
        return new Complaint(
                "agents",
                "is " + size.agents() + ", of dimension " + size.dimension() + ", in " + size.horizon() + " rounds",
                "a fleet whose actions in all rounds fit into the studio's memory",
                "lower agents, dimension or horizon, or use ./acord run");
    }

    /** A guess at the bytes that all rounds take. */
    static double bytes(CostSource.Size size, int algorithms) {
        int rounds = size.horizon() == Integer.MAX_VALUE ? 1 : size.horizon(); // no end: they are refused as such
        double numbers = (double) size.agents() * size.dimension() * rounds;
        return 8 * numbers * (algorithms + 4) + 400.0 * size.agents();
    }

    double bytes() {
        return bytes(scenario.size(), scenario.algorithms().size());
    }

    void fail(Problem why) {
        failed = why;
    }

    /** Nobody wants it any more: whoever solves or plays it stops. */
    synchronized void drop() {
        dropped = true;
        if (busy != null) {
            busy.interrupt();
        }
    }

    String id() {
        return id;
    }

    Scenario scenario() {
        return scenario;
    }

    Optional<Ready> ready() {
        return Optional.ofNullable(ready);
    }

    Optional<Problem> failure() {
        return Optional.ofNullable(failed);
    }

    /** What is known, or a problem that says why not. */
    Ready needReady() {
        Problem why = failed;
        if (why != null) {
            throw why;
        }
        Ready known = ready;
        if (known == null) {
            throw new Problem(StudioProblems.NOT_YET, "The hindsight optimum is being solved; ask again in a moment.");
        }
        return known;
    }

    /** The rounds played so far, of each what the policies did. */
    List<List<Repeat.Turn>> played() {
        return played;
    }

    /** LivePlays more rounds, as many as asked for or as a request has time for. */
    int advance(int rounds) {
        Ready known = needReady();
        lock();
        try {
            begin();
            Repeat repeat = known.repeat();
            long start = System.nanoTime();
            for (int n = 0; n < rounds && !repeat.isOver(); n++) {
                List<List<Repeat.Turn>> more = new ArrayList<>(played);
                more.add(List.copyOf(repeat.next()));
                played = more;
                if (System.nanoTime() - start > NANOS_A_REQUEST) {
                    break;
                }
            }
            return repeat.round();
        } catch (CancellationException e) {
            throw StudioProblems.missing("This play was ended while it played.");
        } catch (BadInputException refused) {
            failed = StudioProblems.refused(refused);
            throw failed;
        } catch (RuntimeException | Error fault) { // some policies have played the round and some have not
            failed = new Problem(StudioProblems.OUR_FAULT, "Playing a round failed: " + fault);
            throw fault;
        } finally {
            end();
            lock.unlock();
        }
    }

    private void lock() {
        try {
            if (lock.getQueueLength() < MOST_WAITING && lock.tryLock(20, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem(StudioProblems.BUSY, "This play is busy with an earlier request; ask again in a moment.");
    }

    /** What a policy did in a round that was played. */
    Repeat.Turn turn(int t, int algorithm) {
        List<List<Repeat.Turn>> so = played;
        if (t < 1 || t > so.size()) {
            throw StudioProblems.missing("Round " + t + " has not been played; " + so.size() + " have.");
        }
        return so.get(t - 1).get(algorithm);
    }

    /** Which algorithm is meant: by its name, the first if none is. */
    int algorithm(@Nullable String name) {
        List<Scenario.Algorithm> all = scenario.algorithms();
        if (name == null) {
            return 0;
        }
        for (int a = 0; a < all.size(); a++) {
            if (all.get(a).name().equals(name)) {
                return a;
            }
        }
        throw StudioProblems.missing("There is no algorithm of that name in this play.");
    }

    /** Whether the iterations of an algorithm can be looked at. */
    boolean hasIterations(int algorithm) {
        return recipe(algorithm).isPresent() && scenario.agents() <= AgentGroups.MOST_AGENTS;
    }

    /** What an algorithm plays on ACORD's engine, but for lambda; empty if it decides otherwise. */
    Optional<Recipe> recipe(int algorithm) {
        return scenario.algorithms()
                .get(algorithm)
                .policy()
                .engineRecipe(Recipe.standard().lambda());
    }

    /** How an algorithm on ACORD's engine came to its actions of a round. */
    IterationRecord record(int t, int algorithm) {
        Repeat.Turn turn = turn(t, algorithm);
        if (!hasIterations(algorithm)) {
            throw StudioProblems.missing(
                    "Only acord has iterations, and they are kept for up to " + AgentGroups.MOST_AGENTS + " agents.");
        }
        Ready known = needReady();
        lock();
        try {
            String key = t + " " + algorithm;
            IterationRecord record = records.get(key);
            if (record == null) {
                Repeat repeat = known.repeat();
                Policy policy = scenario.algorithms().get(algorithm).policy();
                Recipe recipe = policy.engineRecipe(repeat.rule()).orElseThrow();
                record = IterationRecord.of(recipe, repeat.setting(), repeat.instance(), t, turn);
                records.put(key, record);
                if (records.size() > KEPT_RECORDS) {
                    records.remove(records.keySet().iterator().next());
                }
            }
            return record;
        } finally {
            lock.unlock();
        }
    }

    /** What the whole play came to, once it is over: what {@code ./acord run} with one repeat finds. */
    Optional<RunResult> result() {
        Ready known = needReady();
        RunResult found = result;
        if (found == null && played.size() == scenario.horizon()) {
            lock();
            try {
                found = result;
                if (found == null) {
                    found = Experiment.resultOf(known.repeat(), version);
                    result = found;
                }
            } finally {
                lock.unlock();
            }
        }
        return Optional.ofNullable(found);
    }
}
