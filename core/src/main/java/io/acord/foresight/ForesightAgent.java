package io.acord.foresight;

import io.acord.Agent;
import io.acord.cost.HittingCost;
import io.acord.graph.Ties;
import io.acord.input.Complaints;
import io.acord.internal.foresight.BlockForesight;
import io.acord.internal.foresight.BlockPlan;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One agent on its own that looks ahead (theory 14): an {@link Agent}, its expert, and a plan over this round and the
 * next k beside it, told in the same messages. Forecasts and account stay here. Whoever carries the messages drives it:
 *
 * <pre>
 *   agent.open(cost, forecast, beta, agent.ties().with(4).with(7), b);
 *   [if it begins from PREVIOUS: show agent.opening() to 4 and 7, and hear theirs]
 *   for K iterations {
 *     double[] mine = agent.iterate();     // show this to 4 and 7, but for the last one
 *     agent.hear(4, theirs); agent.hear(7, theirs);
 *   }
 *   double[] told = agent.play();          // tell this to 4 and 7; agent.action() is what to do
 *   agent.hearPlayed(4, theirs); agent.hearPlayed(7, theirs);
 *   agent.close();
 * </pre>
 *
 * <p>All agents of a component must have the same recipe, number of iterations, window and trust, and know alike when
 * the last round comes. With the same inputs actions and accounts have the same bits as those of a {@link Foresight}
 * with accounts of their own. A neighbour whose last word is missing when the next round is played costs the account
 * the most that it can: the promise holds without it.
 */
public final class ForesightAgent {

    private final Agent expert;
    private final Recipe recipe;
    private final int d;
    private final int window;
    private final BlockForesight foresight;
    private int rounds;
    private @Nullable Open open;

    /** The round that is open. */
    private static final class Open {
        final Block block;
        final BlockRound plan;
        final Momentum momentum;
        final int width;
        final double[] opening;
        final HittingCost cost;
        final double beta;
        final double b;
        final boolean follows;
        boolean isPlayed;

        Open(
                Block block,
                BlockRound plan,
                Momentum momentum,
                double[] opening,
                HittingCost cost,
                double beta,
                double b,
                boolean follows) {
            this.block = block;
            this.plan = plan;
            this.momentum = momentum;
            this.width = plan.block().dimension();
            this.opening = opening;
            this.cost = cost;
            this.beta = beta;
            this.b = b;
            this.follows = follows;
        }
    }

    private ForesightAgent(Builder builder) {
        this.recipe = builder.recipe;
        this.window = builder.window;
        this.d = builder.x0.length;
        double epsilon = builder.trust.epsilon();
        double[] memory = builder.memory;
        double[] x0 = builder.x0;
        Agent.Builder plain = Agent.builder(builder.id, memory == null ? x0 : Arrays.copyOfRange(memory, 0, d))
                .recipe(recipe);
        if (memory == null) {
            this.expert = plain.build();
            this.foresight = new BlockForesight(epsilon, true, d, x0);
        } else {
            int ofExpert = d + (int) memory[d];
            this.expert = plain.memory(Arrays.copyOfRange(memory, d + 1, ofExpert + 1))
                    .build();
            this.foresight = BlockForesight.resume(
                    epsilon, true, d, expert.action(), Arrays.copyOfRange(memory, ofExpert + 1, memory.length));
        }
    }

    /** An agent with an id among its neighbours' and a first action x_0. */
    public static Builder builder(int id, double... x0) {
        return new Builder(id, x0.clone());
    }

    public int id() {
        return expert.id();
    }

    /** Describes this agent's edges of a round. */
    public Ties ties() {
        return expert.ties();
    }

    /**
     * Opens a round.
     *
     * @param forecast what it believes of its next costs, the next round's first; what is missing up to the window is
     *     taken to be like now. Where it is empty, the expert is followed
     * @param b what moving costs
     */
    public void open(HittingCost cost, List<? extends HittingCost> forecast, double beta, Ties ties, double b) {
        open(cost, forecast, window, !forecast.isEmpty(), beta, ties, b);
    }

    /** The same, where all agents know that no round follows after those that something is believed of. */
    public void openNearEnd(HittingCost cost, List<? extends HittingCost> forecast, double beta, Ties ties, double b) {
        open(cost, forecast, Math.min(window, forecast.size()), true, beta, ties, b);
    }

    private void open(
            HittingCost cost,
            List<? extends HittingCost> forecast,
            int ahead,
            boolean follows,
            double beta,
            Ties ties,
            double b) {
        expert.open(cost, beta, ties, b); // checks
        int stages = 1 + ahead;
        HittingCost[] costs = new HittingCost[stages];
        for (int s = 0; s < stages; s++) {
            costs[s] = s > 0 && s <= forecast.size() ? forecast.get(s - 1) : cost;
        }
        double[] guess = foresight.guess(stages);
        Block block = Block.of(ties);
        BlockRound plan = BlockPlan.open(
                block, new HittingCost[][] {costs}, beta, new double[] {b}, foresight.played(), guess, recipe);
        if (recipe.from() == From.PREVIOUS) {
            for (int column = 1; column < block.columns(); column++) {
                plan.hear(column, guess); // a neighbour not heard from is taken to plan what we do
            }
        }
        Momentum momentum = recipe.variant().momentum(Double.NaN);
        open = new Open(block, plan, momentum, both(expert.action(), guess), cost, beta, b, follows);
    }

    private static double[] both(double[] first, double[] second) {
        double[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private Open openRound() {
        Open now = open;
        if (now == null) {
            throw Complaints.refuse("agent " + id(), "has no round open", "an open round", "call open first");
        }
        return now;
    }

    /** What to show to every neighbour before the first iteration, if iterations begin from PREVIOUS. */
    public double[] opening() {
        return openRound().opening.clone();
    }

    /** The next iterate; returns what to show to every neighbour: the expert's d numbers, and the plan. */
    public double[] iterate() {
        Open now = openRound();
        double[] ofExpert = expert.iterate();
        now.plan.iterate(now.momentum.next());
        double[] planned = new double[now.width];
        Arrays.setAll(planned, c -> now.plan.shown(0, c));
        return both(ofExpert, planned);
    }

    /** Takes what a neighbour shows. */
    public void hear(int neighbor, double[] shown) {
        Open now = openRound();
        needNumbers(neighbor, shown, d + now.width);
        expert.hear(neighbor, Arrays.copyOf(shown, d));
        now.plan.hear(now.block.columnOf(neighbor), Arrays.copyOfRange(shown, d, shown.length));
    }

    private void needNumbers(int neighbor, double[] told, int needed) {
        Complaints complaints = new Complaints();
        String where = "agent " + id() + ", message of " + neighbor;
        if (told.length != needed) {
            complaints.add(
                    where,
                    "has " + told.length + " numbers",
                    needed + ", as this agent's own have",
                    "give all agents the same window, and let all know when the last round comes");
        }
        for (double number : told) {
            complaints.needFinite(where, number, "drop the message");
        }
        complaints.throwIfAny();
    }

    /**
     * Ends the iterations and decides how far the plan is followed; returns what to tell every neighbour: what the
     * expert plays, and what is played.
     */
    public double[] play() {
        Open now = openRound();
        if (now.isPlayed) {
            throw Complaints.refuse("agent " + id(), "has played this round", "one action a round", "close() it");
        }
        double[] e = expert.action();
        double[] plan = new double[now.width];
        Arrays.setAll(plan, c -> now.plan.action(0, c));
        BlockForesight.LastRound round =
                new BlockForesight.LastRound(now.block, new HittingCost[] {now.cost}, now.beta, new double[] {now.b});
        foresight.decide(++rounds, round, e, plan, now.follows);
        now.isPlayed = true;
        return both(e, foresight.played());
    }

    /** Takes what a neighbour and its expert played in this round. */
    public void hearPlayed(int neighbor, double[] told) {
        Open now = openRound();
        needPlayed(now);
        needNumbers(neighbor, told, 2 * d);
        expert.hearAction(neighbor, Arrays.copyOf(told, d));
        foresight.told(now.block.columnOf(neighbor), told, Arrays.copyOfRange(told, d, 2 * d), 0);
    }

    private void needPlayed(Open now) {
        if (!now.isPlayed) {
            throw Complaints.refuse("agent " + id(), "has not played this round", "an action", "call play() first");
        }
    }

    /** What was played last; x_0 before the first round. */
    public double[] action() {
        return foresight.played();
    }

    /** What ACORD would have done without forecasts, so far. */
    public double[] expert() {
        return expert.action();
    }

    /** How far it went from the expert's action to the planned one in the round played last. */
    public double gamma() {
        return foresight.choice().gammas()[0];
    }

    /** What it planned for the round played last. */
    public double[] planned() {
        return foresight.choice().planned();
    }

    /** What its account holds, at least: a neighbour whose last word is missing is taken to cost the most it can. */
    public double account() {
        return foresight.balances()[0];
    }

    /** Why it is not certain that the fleet pays at most 1 + ε times what its experts pay; empty if it is. */
    public Optional<String> whyNotPromised() {
        return foresight.whyNotPromised();
    }

    /** The expert's share of the certificate, while the round is open. */
    public double certificate() {
        return expert.certificate();
    }

    /** The expert's share of what anybody at least pays: see {@link Agent#optimumAtLeast}. */
    public double optimumAtLeast() {
        return expert.optimumAtLeast();
    }

    /**
     * Ends the round, which has been played. Of a neighbour that has not told by now what it played the account is
     * charged the most that it can cost, for good.
     */
    public void close() {
        needPlayed(openRound());
        expert.close();
        foresight.settle();
        open = null;
    }

    /** What another life of this agent must know, between rounds: numbers for {@link Builder#memory}. */
    public double[] memory() {
        if (open != null) {
            throw Complaints.refuse("agent " + id(), "has a round open", "none, to be remembered", "close() it first");
        }
        double[] ofExpert = expert.memory();
        return both(both(expert.action(), new double[] {ofExpert.length}), both(ofExpert, foresight.toArray()));
    }

    /** Options of an agent; all agents of a component must have the same. */
    public static final class Builder {
        private final int id;
        private final double[] x0;
        private Recipe recipe = Recipe.standard();
        private int window = Foresight.Builder.DEFAULT_WINDOW;
        private Trust trust = Trust.STANDARD;
        private double @Nullable [] memory;

        private Builder(int id, double[] x0) {
            this.id = id;
            this.x0 = x0;
        }

        /** What expert and plan are played with; its rule for iterations is not asked, as of {@link Agent}. */
        public Builder recipe(Recipe recipe) {
            this.recipe = recipe;
            return this;
        }

        /** k, how many rounds ahead are looked at; {@value Foresight.Builder#DEFAULT_WINDOW} by default. */
        public Builder window(int rounds) {
            this.window = rounds;
            return this;
        }

        /** How far plans are trusted; {@link Trust#STANDARD} by default. The account is its own. */
        public Builder trust(Trust trust) {
            this.trust = trust;
            return this;
        }

        /** The {@link ForesightAgent#memory} of another life, for an agent that goes on where that one stopped. */
        public Builder memory(double[] memory) {
            this.memory = memory.clone();
            return this;
        }

        public ForesightAgent build() {
            Complaints complaints = new Complaints();
            if (window < 0) {
                complaints.add(
                        "window",
                        "is " + window,
                        "0 rounds or more",
                        "omit it for " + Foresight.Builder.DEFAULT_WINDOW);
            }
            if (trust.account() != Trust.Account.OWN) {
                complaints.add(
                        "trust.account",
                        "is " + trust.account().word(),
                        "own, because one agent does not know what all pay",
                        "use Foresight, where one place knows all");
            }
            if (recipe.variant().needsKappa()) {
                complaints.add(
                        "recipe.variant",
                        "is " + recipe.variant().word(),
                        "one without a constant of the whole fleet, because a plan has another one",
                        "omit it for " + Recipe.standard().variant().word());
            }
            double[] known = memory;
            if (known != null && (known.length <= x0.length || known.length < x0.length + 1 + known[x0.length])) {
                complaints.add(
                        "memory",
                        "has " + known.length + " numbers",
                        "as many as ForesightAgent.memory() of " + x0.length + " coordinates has",
                        "give what another life of this agent remembered");
            }
            complaints.throwIfAny();
            return new ForesightAgent(this);
        }
    }
}
