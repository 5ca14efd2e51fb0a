package io.acord.protocol.simulator;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.graph.Components;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import io.acord.protocol.Snapshot;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.ClippedInfluence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Looks over the shoulder of a run, and compares every round with what an engine that has everybody in memory would
 * have done. Mutable.
 */
final class Checker {

    /** What is known of a round. */
    private static final class Sheet {
        final Snapshot[] before; // by block, what it went into the round with
        final Snapshot[] after;
        final Effect.Publish[] published; // by block, the one that counts
        final double[] shares; // by agent
        final Set<Long> lost = new HashSet<>(); // pairs of blocks
        final Map<Long, Disagreement> refused = new TreeMap<>(); // by (block, peer): each end has its own word
        final boolean[] spoiled; // by block: it did not play the round as it should

        Sheet(int blocks, int agents) {
            before = new Snapshot[blocks];
            after = new Snapshot[blocks];
            published = new Effect.Publish[blocks];
            shares = new double[agents];
            Arrays.fill(shares, Double.POSITIVE_INFINITY);
            spoiled = new boolean[blocks];
        }
    }

    private final Setting setting;
    private final Faults faults;
    private final Scenario scenario;
    private final int[] hostOf;
    private final int[][] agentsOf;
    private final int different;
    private final Function<String, BrokenPromise> broken;
    private final Acord engine;
    private final Acord precise = Acord.of(Recipe.of(Variant.ACCELERATED, From.ZERO, IterationRule.accuracy(1e-10)));
    private final Map<Integer, Sheet> sheets = new HashMap<>();
    private final Snapshot[] last; // by block, synced
    private final List<List<Snapshot>> history = new ArrayList<>(); // by block
    private final boolean[] doubtful; // by block: recovered after damage
    private final EnumMap<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
    private int judged; // the last round that was
    private int clean;
    private int degraded;
    private int doubted;
    private int refusals;
    private int certified;
    private double tightest;
    private double largestShift;
    private double cost;
    private double certificates;
    private double leastLambda = 1;

    Checker(
            Setting setting,
            Faults faults,
            Scenario scenario,
            int[] hostOf,
            int different,
            Function<String, BrokenPromise> broken) {
        this.setting = setting;
        this.faults = faults;
        this.scenario = scenario;
        this.hostOf = hostOf;
        this.different = different;
        this.broken = broken;
        int blocks = setting.blocks();
        this.agentsOf = new int[blocks][];
        for (int b = 0; b < blocks; b++) {
            int block = b;
            agentsOf[b] = java.util.stream.IntStream.range(0, hostOf.length)
                    .filter(i -> hostOf[i] == block)
                    .toArray();
            history.add(new ArrayList<>());
        }
        this.last = new Snapshot[blocks];
        this.doubtful = new boolean[blocks];
        this.engine = Acord.of(Recipe.of(
                setting.rules().recipe().variant(), setting.rules().recipe().from(), setting.budget()));
    }

    /** Whether some block went on from a damaged journal. */
    boolean isDoubtful() {
        for (boolean one : doubtful) {
            if (one) {
                return true;
            }
        }
        return false;
    }

    private Sheet sheet(int round) {
        if (round <= judged) {
            return new Sheet(agentsOf.length, hostOf.length); // too late to matter
        }
        return sheets.computeIfAbsent(round, t -> new Sheet(agentsOf.length, hostOf.length));
    }

    private static long pair(int one, int two) {
        return (long) one << 32 | two;
    }

    boolean areNeighbors(int one, int two, int t) {
        if (one == two || t < 1 || t > scenario.rounds()) {
            return true;
        }
        Graph graph = scenario.round(t).graph();
        for (int i : agentsOf[one]) {
            for (int j : agentsOf[two]) {
                if (graph.edgeBetween(i, j) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- as it happens

    void recovered(int block, Snapshot found, boolean inDoubt) {
        Snapshot known = last[block];
        if (known == null) {
            return;
        }
        boolean real = history.get(block).stream().anyMatch(s -> isSame(s, found));
        if (!real && found.round() > 0) {
            throw broken.apply("block " + block + " went on from a snapshot that it never wrote: " + found);
        }
        if (found.round() < known.round() && !inDoubt) {
            throw broken.apply("block " + block + " lost round " + known.round() + " and does not know it");
        }
        doubtful[block] |= inDoubt;
        if (found.round() == known.round() + 1) {
            persisted(block, found); // it was there in time although nobody waited for it
        }
        last[block] = found;
    }

    private static boolean isSame(Snapshot one, Snapshot two) {
        return one.round() == two.round()
                && one.actions().equals(two.actions())
                && one.lambdaMemory().equals(two.lambdaMemory());
    }

    /** What is written may be there after a death, synced or not. */
    void written(int block, Snapshot snapshot) {
        List<Snapshot> all = history.get(block);
        all.add(snapshot);
        if (all.size() > 8) {
            all.remove(0);
        }
    }

    void persisted(int block, Snapshot snapshot) {
        Snapshot known = last[block];
        if (known != null && snapshot.round() == known.round() + 1) {
            Sheet sheet = sheet(snapshot.round());
            sheet.before[block] = known;
            sheet.after[block] = snapshot;
        }
        last[block] = snapshot;
    }

    void published(int block, Effect.Publish publish, long now, long upSince) {
        int t = publish.round();
        if (t < 1) {
            return;
        }
        Sheet sheet = sheet(t);
        Effect.Publish first = sheet.published[block];
        if (first != null) {
            boolean same = first.actions().equals(publish.actions());
            boolean excused = publish.repeated() && doubtful[block];
            if (!same && !excused) {
                throw broken.apply("block " + block + " published two actions for round " + t);
            }
            doubted += same ? 0 : 1;
            sheet.spoiled[block] |= !same;
            return;
        }
        for (double x : publish.actions().toArray()) {
            if (!Double.isFinite(x)) {
                throw broken.apply("block " + block + " published " + x);
            }
        }
        boolean there = upSince <= t * setting.period();
        if (there && now > t * setting.period() + setting.deadline()) {
            throw broken.apply("block " + block + " published round " + t + " after its deadline");
        }
        sheet.published[block] = publish;
        sheet.spoiled[block] |= publish.level() != Effect.Level.FINAL;
    }

    void effect(int block, Effect effect) {
        if (effect instanceof Effect.EdgeLost lost) {
            sheet(lost.round()).lost.add(pair(block, lost.peer()));
        } else if (effect instanceof Effect.EdgeRefused refused) {
            sheet(refused.round()).refused.put(pair(block, refused.peer()), refused.cause());
            refusals++;
        } else if (effect instanceof Effect.Rejected rejection) {
            rejected.merge(rejection.why(), 1, Integer::sum);
        } else if (effect instanceof Effect.Certified shares) {
            note(block, shares);
        } else if (effect instanceof Effect.CouldNotSolve failed) {
            throw broken.apply("block " + block + " could not solve: " + failed.why());
        }
    }

    private void note(int block, Effect.Certified certificate) {
        Sheet sheet = sheet(certificate.round());
        Numbers shares = certificate.shares();
        for (int row = 0; row < shares.size(); row++) {
            sheet.shares[agentsOf[block][row]] = shares.get(row);
        }
    }

    // ---- when a round is long over

    /** Checks a round; with hindsight, when whatever comes late has come. */
    void judge(int t, int firstAfterCut) {
        Sheet sheet = sheets.remove(t);
        judged = t;
        if (sheet == null) {
            throw broken.apply("round " + t + " was lost by everybody");
        }
        Round round = scenario.round(t);
        for (int b = 0; b < agentsOf.length; b++) {
            if (sheet.published[b] == null) {
                throw broken.apply("block " + b + " published nothing for round " + t);
            }
        }
        Actions played = together(b -> sheet.published[b].actions());
        Components components = round.graph().components();
        boolean[] marked = marks(sheet, round.graph(), components);
        RoundObjective objective = objective(sheet, round);
        if (faults.difference != Faults.Difference.NONE) {
            judgeRefusals(t, sheet, objective, played);
        } else {
            compare(t, objective, played, components, marked);
        }
        cost += round.cost(played, objective.previous()).total();
        for (int i = 0; i < hostOf.length; i++) {
            certificates += sheet.shares[i];
            leastLambda = Math.min(leastLambda, objective.lambda(i));
        }
        boolean all = true;
        for (boolean mark : marked) {
            all &= !mark;
        }
        clean += all ? 1 : 0;
        degraded += all ? 0 : 1;
        boolean honest = faults.liars == 0;
        boolean healed = faults.lastRound < Integer.MAX_VALUE && t >= faults.lastRound + 2 + (int) faults.downtime;
        boolean reunited = firstAfterCut > 0 && t >= firstAfterCut && onlyCuts();
        if (!all && honest && (healed || reunited) && faults.difference == Faults.Difference.NONE) {
            throw broken.apply("round " + t + " is degraded although the faults are over: lost " + named(sheet.lost)
                    + ", spoiled " + named(sheet.spoiled));
        }
        if (honest && (!all || t % 16 == 1)) {
            judgeCertificates(t, sheet, objective, played, components);
        }
    }

    private boolean onlyCuts() {
        return faults.crash == 0
                && faults.dropData == 0
                && faults.dropControl == 0
                && faults.tail == 0
                && faults.poisoners == 0;
    }

    private static String named(Set<Long> pairs) {
        return pairs.stream()
                .map(p -> (p >> 32) + "->" + (int) (long) p)
                .toList()
                .toString();
    }

    private static String named(boolean[] blocks) {
        List<Integer> named = new ArrayList<>();
        for (int b = 0; b < blocks.length; b++) {
            if (blocks[b]) {
                named.add(b);
            }
        }
        return named.toString();
    }

    private interface OfBlock {
        Actions actions(int block);
    }

    private Actions together(OfBlock actions) {
        int d = setting.dimension();
        double[] flat = new double[hostOf.length * d];
        for (int b = 0; b < agentsOf.length; b++) {
            for (int row = 0; row < agentsOf[b].length; row++) {
                actions.actions(b).copyTo(row, flat, agentsOf[b][row] * d);
            }
        }
        return Actions.flat(d, flat);
    }

    /** F_t with the previous actions and the λ's that the blocks had. */
    private RoundObjective objective(Sheet sheet, Round round) {
        Actions previous = together(b -> Objects.requireNonNull(sheet.before[b]).actions());
        double[] lambda = new double[hostOf.length];
        for (int b = 0; b < agentsOf.length; b++) {
            for (int row = 0; row < agentsOf[b].length; row++) {
                int i = agentsOf[b][row];
                double memory =
                        Objects.requireNonNull(sheet.before[b]).lambdaMemory().get(row);
                lambda[i] = setting.rules().recipe().lambda().lambda(i, round.mu(i), memory, round.switchingWeight(i));
            }
        }
        return new RoundObjective(round, previous, lambda);
    }

    /** Which components have a lost edge, or a block that did not get to the end. */
    private boolean[] marks(Sheet sheet, Graph graph, Components components) {
        boolean[] marked = new boolean[components.count()];
        for (int e = 0; e < graph.edges(); e++) {
            int one = hostOf[graph.tail(e)];
            int two = hostOf[graph.head(e)];
            if (sheet.lost.contains(pair(one, two))
                    || sheet.lost.contains(pair(two, one))
                    || sheet.refused.containsKey(pair(one, two))
                    || sheet.refused.containsKey(pair(two, one))) {
                marked[components.componentOf(graph.tail(e))] = true;
            }
        }
        for (int b = 0; b < agentsOf.length; b++) {
            for (int i : agentsOf[b]) {
                marked[components.componentOf(i)] |= sheet.spoiled[b];
            }
        }
        return marked;
    }

    /** P2: where nothing is lost, the bits are those of the engine. */
    private void compare(int t, RoundObjective objective, Actions played, Components components, boolean[] marked) {
        Decision reference = engine.decide(objective);
        boolean[] reached = new boolean[components.count()]; // by a liar
        for (int i = 0; i < hostOf.length; i++) {
            reached[components.componentOf(i)] |= hostOf[i] < faults.liars;
        }
        double most = faults.liars > 0 ? influence(objective) : 0;
        for (int i = 0; i < hostOf.length; i++) {
            int component = components.componentOf(i);
            boolean same = Arrays.equals(played.of(i), reference.actions().of(i));
            if (!marked[component] && !reached[component] && !same) {
                throw broken.apply("agent " + i + " played " + Arrays.toString(played.of(i)) + " in clean round " + t
                        + ", not " + Arrays.toString(reference.actions().of(i)));
            }
            if (reached[component] && !marked[component] && hostOf[i] >= faults.liars) {
                double shift = distance(played.of(i), reference.actions().of(i));
                if (shift > most * (1 + 1e-9) + 1e-12) {
                    throw broken.apply(
                            "liars moved agent " + i + " by " + shift + " in round " + t + ", more than " + most);
                }
                largestShift = Math.max(largestShift, most > 0 ? shift / most : 0);
            }
        }
    }

    private double influence(RoundObjective objective) {
        Graph graph = objective.round().graph();
        double[] bad = new double[hostOf.length];
        double[] a = new double[hostOf.length];
        for (int i = 0; i < hostOf.length; i++) {
            a[i] = objective.modulus(i);
            for (int arc = graph.firstArc(i); hostOf[i] >= faults.liars && arc < graph.endArc(i); arc++) {
                if (hostOf[graph.neighbor(arc)] < faults.liars) {
                    bad[i] += objective.round().coupling().weight(graph.edge(arc));
                }
            }
        }
        return ClippedInfluence.most(
                objective.round().beta(), bad, a, setting.rules().radius());
    }

    private static double distance(double[] one, double[] two) {
        double squared = 0;
        for (int c = 0; c < one.length; c++) {
            squared += (one[c] - two[c]) * (one[c] - two[c]);
        }
        return Math.sqrt(squared);
    }

    /** P4: both ends refuse, with the cause; everybody else plays as if the edge were not there. */
    private void judgeRefusals(int t, Sheet sheet, RoundObjective objective, Actions played) {
        Round round = objective.round();
        Graph graph = round.graph();
        boolean[] left = new boolean[graph.edges()];
        Disagreement expected = switch (faults.difference) {
            case EDGE -> Disagreement.EDGES;
            case BETA -> Disagreement.BETA;
            case BUDGET -> Disagreement.BUDGET;
            case VARIANT -> Disagreement.VARIANT;
            case START -> Disagreement.START;
            case MISSING_EDGE -> Disagreement.NO_EDGE;
            case NONE -> throw new AssertionError();
        };
        boolean oneEdge =
                faults.difference == Faults.Difference.EDGE || faults.difference == Faults.Difference.MISSING_EDGE;
        int differing = Couplings.firstEdge(graph, agentsOf[different][0]);
        for (int e = 0; e < graph.edges(); e++) {
            int one = hostOf[graph.tail(e)];
            int two = hostOf[graph.head(e)];
            boolean concerned = one != two && (one == different || two == different) && (!oneEdge || e == differing);
            int other = one == different ? two : one;
            Disagreement there = sheet.refused.get(pair(other, different));
            Disagreement here = sheet.refused.get(pair(different, other));
            left[e] = concerned;
            boolean agreed = there == expected && (expected == Disagreement.NO_EDGE || here == expected);
            if (concerned && !agreed) {
                throw broken.apply("round " + t + ", edge " + graph.tail(e) + "-" + graph.head(e) + ": block "
                        + different + " says " + here + ", block " + other + " says " + there + ", not " + expected);
            }
            if (!concerned
                    && (sheet.refused.containsKey(pair(one, two)) || sheet.refused.containsKey(pair(two, one)))) {
                throw broken.apply(
                        "round " + t + ": blocks " + one + " and " + two + " refused each other for nothing");
            }
        }
        Round.Builder reduced = Round.builder(round.agents(), round.dimension())
                .coupling(Couplings.without(round.coupling(), left))
                .beta(round.beta());
        double[] lambda = new double[round.agents()];
        for (int i = 0; i < round.agents(); i++) {
            reduced.cost(i, round.cost(i));
            lambda[i] = objective.lambda(i);
        }
        Decision reference = engine.decide(new RoundObjective(reduced.build(), objective.previous(), lambda));
        for (int i = 0; i < hostOf.length; i++) {
            if (hostOf[i] != different
                    && !Arrays.equals(played.of(i), reference.actions().of(i))) {
                throw broken.apply(
                        "agent " + i + " did not play round " + t + " as if the refused edges were not there");
            }
        }
    }

    /** P3: in every component whose certificate is complete, it bounds the gap. */
    private void judgeCertificates(
            int t, Sheet sheet, RoundObjective objective, Actions played, Components components) {
        double[] certificate = new double[components.count()];
        for (int i = 0; i < hostOf.length; i++) {
            certificate[components.componentOf(i)] += sheet.shares[i];
        }
        certified += Arrays.stream(certificate).allMatch(Double::isFinite) ? 1 : 0;
        if (faults.difference != Faults.Difference.NONE) {
            return; // the blocks do not agree on what the objective is
        }
        Actions best = precise.decide(objective).actions();
        double[] gap = byComponent(objective, played, components);
        double[] least = byComponent(objective, best, components);
        for (int c = 0; c < gap.length; c++) {
            double missed = gap[c] - least[c];
            if (missed > certificate[c] * (1 + 1e-9) + 1e-12 * (1 + Math.abs(least[c]))) {
                throw broken.apply(
                        "round " + t + " misses by " + missed + ", more than its certificate " + certificate[c]);
            }
            if (missed > 1e-6 && Double.isFinite(certificate[c])) {
                tightest = Math.max(tightest, missed / certificate[c]);
            }
        }
    }

    private static double[] byComponent(RoundObjective objective, Actions x, Components components) {
        Round round = objective.round();
        double[] sum = new double[components.count()];
        for (int i = 0; i < round.agents(); i++) {
            sum[components.componentOf(i)] += objective.ownPart(i, x.of(i));
        }
        double[] flat = x.toArray();
        for (int e = 0; e < round.graph().edges(); e++) {
            sum[components.componentOf(round.graph().tail(e))] +=
                    round.beta() / 2 * round.coupling().squaredDifference(e, flat);
        }
        return sum;
    }

    Outcome outcome(int restarts, int damaged, int injected, int largestInbox, int booked, int strayed, Trace trace) {
        return new Outcome(
                setting.rounds(),
                clean,
                degraded,
                0,
                0,
                doubted,
                restarts,
                damaged,
                rejected,
                injected,
                refusals,
                certified,
                tightest,
                largestInbox,
                largestShift,
                cost,
                certificates,
                leastLambda,
                booked,
                strayed,
                trace.events(),
                trace.hash());
    }
}
