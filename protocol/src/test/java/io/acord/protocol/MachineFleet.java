package io.acord.protocol;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.IterationRule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** A few blocks in one thread whose messages arrive in the order they were told, unless a test says otherwise. */
final class MachineFleet {

    record Letter(int from, int to, Message message) {}

    final int[][] agentsOf; // by block
    final BlockMachine[] machines;
    final List<List<Effect>> done = new ArrayList<>(); // by block, everything since the start
    final Deque<Letter> mail = new ArrayDeque<>();
    BiPredicate<Integer, Letter> delivers = (count, letter) -> true;
    private int delivered;

    MachineFleet(Rules rules, Actions x0, int[]... agentsOf) {
        this.agentsOf = agentsOf;
        this.machines = new BlockMachine[agentsOf.length];
        for (int b = 0; b < agentsOf.length; b++) {
            done.add(new ArrayList<>());
            machines[b] = new BlockMachine(rules, agentsOf[b], Snapshot.initial(part(x0, agentsOf[b])), false);
            perform(b, machines[b].start());
        }
    }

    static Actions part(Actions x, int[] agents) {
        double[] flat = new double[agents.length * x.dimension()];
        for (int row = 0; row < agents.length; row++) {
            x.copyTo(agents[row], flat, row * x.dimension());
        }
        return Actions.flat(x.dimension(), flat);
    }

    /** Everybody for itself. */
    static int[][] ones(int n) {
        int[][] blocks = new int[n][];
        Arrays.setAll(blocks, i -> new int[] {i});
        return blocks;
    }

    /** Agents shuffled into blocks. */
    static int[][] blocks(int n, int parts, Random random) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int p = 0; p < parts; p++) {
            lists.add(new ArrayList<>());
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            order.add(i);
        }
        java.util.Collections.shuffle(order, random);
        for (int k = 0; k < n; k++) {
            lists.get(k < parts ? k : random.nextInt(parts)).add(order.get(k));
        }
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    int hostOf(int agent) {
        for (int b = 0; b < agentsOf.length; b++) {
            for (int a : agentsOf[b]) {
                if (a == agent) {
                    return b;
                }
            }
        }
        throw new AssertionError();
    }

    LocalRound local(int b, Round round, IterationRule budget, double kappa) {
        return localBuilder(b, round, budget, kappa).build();
    }

    LocalRound.Builder localBuilder(int b, Round round, IterationRule budget, double kappa) {
        Block block = Block.of(round.coupling(), agentsOf[b]);
        int rows = block.rows();
        int[] hosts = new int[block.columns() - rows];
        Arrays.setAll(hosts, h -> hostOf(block.agent(rows + h)));
        HittingCost[] costs = new HittingCost[rows];
        Arrays.setAll(costs, row -> round.cost(block.agent(row)));
        double[] weights = new double[rows];
        Arrays.setAll(weights, row -> round.switchingWeight(block.agent(row)));
        return LocalRound.builder(block)
                .hosts(hosts)
                .costs(costs)
                .beta(round.beta())
                .switchingWeights(weights)
                .iterations(budget)
                .fleet(round.agents())
                .kappa(kappa);
    }

    void open(int t, Round round, IterationRule budget, double kappa) {
        for (int b = 0; b < machines.length; b++) {
            tell(b, new Event.RoundOpened(t, local(b, round, budget, kappa)));
        }
    }

    void tell(int b, Event event) {
        perform(b, machines[b].on(event));
    }

    void everybody(Event event) {
        for (int b = 0; b < machines.length; b++) {
            tell(b, event);
        }
    }

    void perform(int b, List<Effect> effects) {
        done.get(b).addAll(effects);
        for (Effect effect : effects) {
            if (effect instanceof Effect.Tell tell) {
                mail.add(new Letter(b, tell.peer(), tell.message()));
            }
        }
    }

    /** Delivers until nothing is on its way. */
    void settle() {
        while (!mail.isEmpty()) {
            deliver(mail.remove());
        }
    }

    /** Delivers in any order. */
    void settle(Random random) {
        List<Letter> bag = new ArrayList<>();
        while (!mail.isEmpty() || !bag.isEmpty()) {
            bag.addAll(mail);
            mail.clear();
            deliver(bag.remove(random.nextInt(bag.size())));
        }
    }

    private void deliver(Letter letter) {
        if (delivers.test(delivered++, letter)) {
            tell(letter.to(), new Event.Heard(letter.from(), letter.message()));
        }
    }

    Actions played(int t, int n, int d) {
        double[] flat = new double[n * d];
        Arrays.fill(flat, Double.NaN);
        for (int b = 0; b < machines.length; b++) {
            for (Effect.Publish publish : of(b, Effect.Publish.class, p -> p.round() == t)) {
                for (int row = 0; row < agentsOf[b].length; row++) {
                    publish.actions().copyTo(row, flat, agentsOf[b][row] * d);
                }
            }
        }
        return Actions.flat(d, flat);
    }

    double[] shares(int t, int n) {
        double[] shares = new double[n];
        Arrays.fill(shares, Double.NaN);
        for (int b = 0; b < machines.length; b++) {
            for (Effect.Certified certified : of(b, Effect.Certified.class, c -> c.round() == t)) {
                for (int row = 0; row < agentsOf[b].length; row++) {
                    shares[agentsOf[b][row]] = certified.shares().get(row);
                }
            }
        }
        return shares;
    }

    /** c, ω and ξ of all agents after a round; NaN where it is not closed. */
    double[] booked(int t, int n, int d) {
        double[] all = new double[n * (2 + d)];
        Arrays.fill(all, Double.NaN);
        for (int b = 0; b < machines.length; b++) {
            for (Effect.Booked closed : of(b, Effect.Booked.class, c -> c.round() == t)) {
                for (int row = 0; row < agentsOf[b].length; row++) {
                    closed.numbers().copyTo(row * (2 + d), all, agentsOf[b][row] * (2 + d), 2 + d);
                }
            }
        }
        return all;
    }

    <E extends Effect> List<E> of(int b, Class<E> kind, Predicate<E> which) {
        return done.get(b).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(which)
                .toList();
    }

    <E extends Effect> List<E> of(int b, Class<E> kind) {
        return of(b, kind, effect -> true);
    }

    Map<Rejection, Integer> rejections(int b) {
        Map<Rejection, Integer> counts = new TreeMap<>();
        of(b, Effect.Rejected.class).forEach(rejected -> counts.merge(rejected.why(), 1, Integer::sum));
        return counts;
    }

    /** A round of any kind. */
    static Round round(Random random, int n, int d, boolean matrices) {
        Coupling.Builder coupling = Coupling.builder(n, d);
        int shape = random.nextInt(4);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                boolean joined = switch (shape) {
                    case 0 -> j == i + 1;
                    case 1 -> j == i + 1 || (i == 0 && j == n - 1);
                    case 2 -> random.nextInt(4) == 0;
                    default -> j == i + 2;
                };
                if (!joined) {
                    continue;
                }
                double[] offset = random.doubles(d, -1, 1).toArray();
                double weight = 0.2 + 2 * random.nextDouble();
                switch (random.nextInt(matrices ? 4 : 2)) {
                    case 0 -> coupling.edge(i, j);
                    case 1 -> coupling.edge(i, j, weight);
                    case 2 -> coupling.edge(j, i, weight, offset);
                    default -> {
                        double[][] a = new double[1 + random.nextInt(d)][];
                        Arrays.setAll(a, r -> random.doubles(d, -1, 1).toArray());
                        coupling.edge(i, j, weight, a, offset);
                    }
                }
            }
        }
        Round.Builder builder = Round.builder(n, d)
                .coupling(coupling.build())
                .beta(random.nextInt(10) == 0 ? 0 : Math.pow(10, 2 * random.nextDouble() - 1));
        for (int i = 0; i < n; i++) {
            double[] at = random.doubles(d, -3, 3).toArray();
            double mu = Math.pow(10, 2 * random.nextDouble() - 1);
            builder.cost(
                    i,
                    random.nextInt(4) == 0
                            ? AbsoluteDeviation.of(random.nextDouble() + 0.1, at, mu)
                            : Quadratic.alpha(mu / 2, at));
        }
        return builder.build();
    }
}
