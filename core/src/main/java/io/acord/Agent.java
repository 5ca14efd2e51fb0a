package io.acord;

import io.acord.cost.HittingCost;
import io.acord.graph.Ties;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import io.acord.theory.Books;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One agent on its own: it is told its cost and what its neighbours show, and answers with its own action. It never
 * tells anything else. Whoever carries the messages drives it:
 *
 * <pre>
 *   agent.open(cost, beta, agent.ties().with(4).with(7));
 *   for K iterations {
 *     double[] mine = agent.iterate();   // show this to 4 and 7
 *     agent.hear(4, theirs); agent.hear(7, theirs);
 *   }
 *   double[] x = agent.action();         // the last exchange shows actions instead: it is for the certificate
 *   agent.hearAction(4, theirs); agent.hearAction(7, theirs);
 *   double share = agent.certificate();
 *   agent.close();
 * </pre>
 *
 * <p>All agents of a component must play the same recipe and number of iterations (E32). With the same inputs the
 * actions have the same bits as those of a {@link Fleet}.
 */
public final class Agent {

    private final int id;
    private final Recipe recipe;
    private final double kappa;
    private double[] action;
    private double lambdaMemory;
    private final Books books;
    private boolean keepsBooks; // false: a neighbour's action was missing in some round
    private double overpaidBefore;
    private double mu; // of the open round, as b
    private double b;
    private @Nullable BlockRound round;
    private @Nullable Block block;
    private Momentum momentum = Momentum.none();

    private Agent(Builder builder) {
        this.id = builder.id;
        this.recipe = builder.recipe;
        this.kappa = builder.kappa;
        this.action = builder.x0;
        double[] memory = builder.memory;
        if (memory == null) {
            this.lambdaMemory = Double.POSITIVE_INFINITY;
            this.keepsBooks = true;
            this.books = new Books(action.length, action);
        } else {
            this.lambdaMemory = memory[0];
            this.keepsBooks = memory[1] == 1;
            this.books = Books.of(action.length, Arrays.copyOfRange(memory, 2, memory.length));
        }
    }

    /** An agent with an id among its neighbours' and a first action x_0. */
    public static Builder builder(int id, double... x0) {
        return new Builder(id, x0.clone());
    }

    public int id() {
        return id;
    }

    /** Describes this agent's edges of a round. */
    public Ties ties() {
        return new Ties(id, action.length);
    }

    /** Opens a round in which moving costs ½‖x_t − x_{t−1}‖². */
    public void open(HittingCost cost, double beta, Ties ties) {
        open(cost, beta, ties, 1);
    }

    /** Opens a round in which moving costs b/2 ‖x_t − x_{t−1}‖². */
    public void open(HittingCost cost, double beta, Ties ties, double b) {
        open(cost, beta, ties, b, kappa);
    }

    /**
     * Opens a round of the variant CERTIFIED whose component has found a bound of its own.
     *
     * @param roundKappa a lower bound on 1 − ρ, the same for all agents of the component
     */
    public void open(HittingCost cost, double beta, Ties ties, double b, double roundKappa) {
        Complaints complaints = new Complaints();
        if (round != null) {
            complaints.add("agent " + id, "has a round open", "one round at a time", "close() the round before");
        }
        if (cost.dimension() != action.length) {
            complaints.add(
                    "cost",
                    "has dimension " + cost.dimension(),
                    "dimension " + action.length,
                    "give a cost of that many coordinates");
        }
        complaints.needPositive(
                "cost.mu", cost.mu(), "lambda1 needs strong convexity", "add a small ridge to the cost");
        complaints.needNonNegative("beta", beta, "a negative one would reward differing", "give a beta of 0 or more");
        if (ties.agent() != id || ties.dimension() != action.length) {
            complaints.add(
                    "ties",
                    "are those of agent " + ties.agent() + " with " + ties.dimension() + " coordinates",
                    "agent " + id + " with " + action.length + " coordinates",
                    "start from agent.ties()");
        }
        recipe.lambda().check(id, cost.mu(), complaints);
        complaints.needNonNegative("b", b, "a negative one would reward moving", "give a weight of 0 or more");
        complaints.throwIfAny();
        double lambda = recipe.lambda().lambda(id, cost.mu(), lambdaMemory, b);
        Block opened = Block.of(ties);
        round = BlockRound.open(
                opened,
                new HittingCost[] {cost},
                beta,
                new double[] {lambda * b},
                action,
                recipe.variant(),
                recipe.from());
        if (recipe.from() == From.PREVIOUS) {
            for (int column = 1; column < opened.columns(); column++) {
                round.hear(column, action); // a neighbour not heard from is taken to stand where we do
            }
        }
        block = opened;
        lambdaMemory = recipe.lambda().remember(cost.mu(), lambdaMemory, b);
        momentum = recipe.variant().momentum(roundKappa);
        mu = cost.mu();
        this.b = b;
    }

    /** The next iterate; returns what to show to every neighbour. */
    public double[] iterate() {
        BlockRound open = openRound();
        open.iterate(momentum.next());
        double[] mine = new double[action.length];
        Arrays.setAll(mine, c -> open.shown(0, c));
        return mine;
    }

    /** Takes what a neighbour shows: before the first iteration its previous action if it begins from PREVIOUS. */
    public void hear(int neighbor, double[] shown) {
        BlockRound open = openRound();
        int column = columnOf(neighbor, shown);
        if (recipe.from() == From.ZERO && !open.hasIterated()) {
            throw Complaints.refuse(
                    "agent " + id + ", message of " + neighbor,
                    "came before the first iteration",
                    "messages after an iteration, because its rounds begin from zero",
                    "iterate first, or play from previous");
        }
        open.hear(column, shown);
    }

    /** This agent's action so far; after the last iteration the one to play, before the first the one it holds. */
    public double[] action() {
        BlockRound open = round;
        if (open == null || !open.hasIterated()) {
            return action.clone();
        }
        double[] mine = new double[action.length];
        Arrays.setAll(mine, c -> open.action(0, c));
        return mine;
    }

    /** Takes the action that a neighbour plays in this round, for the certificate. */
    public void hearAction(int neighbor, double[] played) {
        openRound().hearAction(columnOf(neighbor, played), played);
    }

    /**
     * What another life of this agent must know besides its action: what its λ rests on, and its books. Numbers for
     * {@link Builder#memory}, as many in every round.
     */
    public double[] memory() {
        double[] inBooks = books.toArray();
        double[] memory = new double[2 + inBooks.length];
        memory[0] = lambdaMemory;
        memory[1] = keepsBooks ? 1 : 0;
        System.arraycopy(inBooks, 0, memory, 2, inBooks.length);
        return memory;
    }

    /**
     * This agent's share of what anybody at least pays in the rounds closed so far (theory 12): the sum over all agents
     * is a lower bound on the hindsight optimum, once all have closed the same rounds. NaN once a round was closed
     * without knowing what every neighbour played in it: one end alone may not count an edge.
     */
    public double optimumAtLeast() {
        return keepsBooks ? books.atLeast(0) : Double.NaN;
    }

    /**
     * The most that this agent can have overpaid in the round before the one closed last, which shows a round later.
     */
    public double overpaidBefore() {
        return keepsBooks ? overpaidBefore : Double.NaN;
    }

    /** This agent's share of the certificate; the sum over all agents bounds what the round lost against exact ROBD. */
    public double certificate() {
        return openRound().certificate(0);
    }

    /**
     * Ends the round; the action so far has been played. If all neighbours' actions are known, it goes into the books.
     */
    public void close() {
        double[] played = action();
        BlockRound open = openRound();
        overpaidBefore = books.overpaid(0, b, action, played);
        keepsBooks = keepsBooks && open.close(0, b, mu, books);
        action = played;
        round = null;
        block = null;
    }

    private BlockRound openRound() {
        BlockRound open = round;
        if (open == null) {
            throw Complaints.refuse("agent " + id, "has no round open", "an open round", "call open first");
        }
        return open;
    }

    private int columnOf(int neighbor, double[] numbers) {
        int column = block == null ? -1 : block.columnOf(neighbor);
        Complaints complaints = new Complaints();
        String where = "agent " + id + ", message of " + neighbor;
        if (column < 1) {
            complaints.add(
                    where, "came", "messages of this round's neighbours only", "name it in the ties of the round");
        }
        if (numbers.length != action.length) {
            complaints.add(
                    where, "has " + numbers.length + " numbers", "" + action.length, "send one number a coordinate");
        }
        for (double number : numbers) {
            complaints.needFinite(where, number, "drop the message");
        }
        complaints.throwIfAny();
        return column;
    }

    /** Options of an agent; all agents of a component must have the same. */
    public static final class Builder {
        private final int id;
        private final double[] x0;
        private Recipe recipe = Recipe.standard();
        private double kappa = Double.NaN;
        private double @Nullable [] memory;

        private Builder(int id, double[] x0) {
            this.id = id;
            this.x0 = x0;
        }

        /**
         * What is played; {@link Recipe#standard} by default. Who carries the messages counts the iterations: the
         * recipe's rule for them is not asked.
         */
        public Builder recipe(Recipe recipe) {
            this.recipe = recipe;
            return this;
        }

        /** The {@link Agent#memory} of another life, for an agent that goes on where that one stopped. */
        public Builder memory(double[] memory) {
            this.memory = memory.clone();
            return this;
        }

        /** A lower bound on 1 − ρ common to the fleet in all rounds, for CERTIFIED. */
        public Builder kappa(double kappa) {
            this.kappa = kappa;
            return this;
        }

        public Agent build() {
            Complaints complaints = new Complaints();
            if (x0.length == 0) {
                complaints.add("x0", "is empty", "one number a coordinate", "give the first action");
            }
            for (int c = 0; c < x0.length; c++) {
                complaints.needFinite("x0[" + c + "]", x0[c], "give the first action");
            }
            if (memory != null && memory.length != 4 + x0.length) {
                complaints.add(
                        "memory",
                        "has " + memory.length + " numbers",
                        (4 + x0.length) + ", as Agent.memory() of this many coordinates has",
                        "give what another life of this agent remembered");
            }
            recipe.checkDecentralized(kappa, complaints);
            complaints.throwIfAny();
            return new Agent(this);
        }
    }
}
