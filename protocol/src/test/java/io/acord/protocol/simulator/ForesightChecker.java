package io.acord.protocol.simulator;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Trust;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes forecasts for a simulated fleet that looks ahead, right, wrong and hostile ones, and holds what it paid against
 * what its experts would have: the promise of Theorem H, after every round. Mutable.
 */
final class ForesightChecker {

    private static final double ROUNDING = 1e-9;

    /**
     * How a fleet looks ahead.
     *
     * @param window k, rounds ahead
     * @param trust ε
     */
    record Lookahead(int window, Trust trust) {}

    /** What a block gave out in a round, the first that counts. */
    private record Given(Actions played, Actions expert) {}

    private final Lookahead ahead;
    private final Scenario scenario;
    private final int[][] agentsOf;
    private final long seed;
    private final Function<String, BrokenPromise> broken;
    private final List<TreeMap<Integer, Given>> given = new ArrayList<>(); // by block: by round
    private final List<TreeMap<Integer, Numbers>> accounts = new ArrayList<>(); // the same, as last told
    private int strayed; // agents and rounds in which something else than the expert's action was played

    ForesightChecker(
            Lookahead ahead, Scenario scenario, int[][] agentsOf, long seed, Function<String, BrokenPromise> broken) {
        this.ahead = ahead;
        this.scenario = scenario;
        this.agentsOf = agentsOf;
        this.seed = seed;
        this.broken = broken;
        for (int b = 0; b < agentsOf.length; b++) {
            given.add(new TreeMap<>());
            accounts.add(new TreeMap<>());
        }
    }

    /** What the agents of a block believe in a round; the same whenever it is asked. */
    Forecasts forecasts(int block, int t) {
        int[] agents = agentsOf[block];
        Forecasts.Builder believed = Forecasts.builder(agents.length);
        for (int row = 0; row < agents.length; row++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + agents[row] * 8_191L + t);
            int mood = random.nextInt(4);
            for (int s = 1; s <= ahead.window(); s++) {
                HittingCost truth =
                        scenario.round(Math.min(scenario.rounds(), t + s)).cost(agents[row]);
                believed.cost(row, s, mood == 0 ? truth : wrong(mood, random, truth.dimension()));
            }
        }
        return believed.build();
    }

    /** Garbage, or what leads far away on purpose: a steep cost, far off, on a side of its own. */
    private static HittingCost wrong(int mood, SplittableRandom random, int d) {
        double far = mood == 1 ? 5 : mood == 2 ? 50 : 1_000;
        double[] target = new double[d];
        for (int c = 0; c < d; c++) {
            target[c] = mood == 3 ? (random.nextBoolean() ? far : -far) : far * (2 * random.nextDouble() - 1);
        }
        return Quadratic.alpha(mood == 3 ? 100 : 0.1 + 10 * random.nextDouble(), target);
    }

    void published(int block, Effect.Publish publish, Actions expert) {
        Given first = given.get(block).putIfAbsent(publish.round(), new Given(publish.actions(), expert));
        if (first != null && !first.played.equals(publish.actions()) && !publish.repeated()) {
            throw broken.apply("block " + block + " played two actions in round " + publish.round());
        }
    }

    void accounted(int block, Effect.Accounted told) {
        accounts.get(block).put(told.round(), told.accounts());
    }

    /** Agents and rounds in which a plan was followed at least part of the way. */
    int strayed() {
        return strayed;
    }

    /**
     * Checks all rounds of which everybody gave an action out.
     *
     * @param isDoubtful whether some block went on from a damaged journal: its accounts begin again at 0 then, and say
     *     nothing of the rounds before
     */
    void check(Actions x0, boolean isDoubtful) {
        Actions x = x0;
        Actions e = x0;
        double paid = 0;
        double expertPaid = 0;
        double more = 1 + ahead.trust().epsilon();
        for (int t = 1; t <= scenario.rounds() && isPlayed(t); t++) {
            Round round = scenario.round(t);
            Actions nextX = together(t, true);
            Actions nextE = together(t, false);
            paid += round.cost(nextX, x).total();
            expertPaid += round.cost(nextE, e).total();
            x = nextX;
            e = nextE;
            double room = ROUNDING * (1 + expertPaid);
            if (!(paid <= more * expertPaid + room)) {
                throw broken.apply("up to round " + t + " " + paid + " was paid, and the experts paid " + expertPaid
                        + ", of which at most " + more + " times is promised");
            }
            double sum = checkAccounts(t, x, e, room);
            if (!isDoubtful && sum > more * expertPaid - paid + room) {
                throw broken.apply("after round " + t + " accounts hold " + sum + " together, and there is "
                        + (more * expertPaid - paid));
            }
        }
    }

    private boolean isPlayed(int t) {
        return given.stream().allMatch(rounds -> rounds.containsKey(t));
    }

    /** Σ of what is told; NaN if somebody has not told. */
    private double checkAccounts(int t, Actions x, Actions e, double room) {
        double sum = 0;
        for (int b = 0; b < agentsOf.length; b++) {
            Numbers told = accounts.get(b).get(t);
            for (int row = 0; row < agentsOf[b].length; row++) {
                int i = agentsOf[b][row];
                double away = 0;
                for (int c = 0; c < x.dimension(); c++) {
                    away += Math.pow(x.get(i, c) - e.get(i, c), 2);
                }
                strayed += away > 0 ? 1 : 0;
                double reserve =
                        (1 + 1 / ahead.trust().epsilon()) * scenario.round(t).switchingWeight(i) / 2 * away;
                if (told != null && told.get(row) < reserve - room) {
                    throw broken.apply("the account of agent " + i + " holds " + told.get(row) + " after round " + t
                            + ", and the way back to its expert may cost " + reserve);
                }
                sum += told == null ? Double.NaN : told.get(row);
            }
        }
        return sum;
    }

    private Actions together(int t, boolean played) {
        int d = scenario.round(t).dimension();
        double[] flat = new double[scenario.round(t).agents() * d];
        for (int b = 0; b < agentsOf.length; b++) {
            Given of = Objects.requireNonNull(given.get(b).get(t));
            for (int row = 0; row < agentsOf[b].length; row++) {
                (played ? of.played : of.expert).copyTo(row, flat, agentsOf[b][row] * d);
            }
        }
        return Actions.flat(d, flat);
    }
}
