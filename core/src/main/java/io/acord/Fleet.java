package io.acord;

import io.acord.acord.Acord;
import io.acord.acord.Bell;
import io.acord.acord.BookClosing;
import io.acord.acord.Decision;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.theory.Books;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Agents that decide together, round after round, in this process.
 *
 * <p>Remembers what the agents remember: where they are, what their λ rests on, and their books, from which
 * {@link #guarantee} says how good the run has been. A round that is refused changes nothing. One thread may use a
 * fleet at a time.
 */
public final class Fleet {

    private final int dimension;
    private final Lambdas lambdas;
    private final Acord acord;
    private final Books books;
    private double[] lambda = {}; // of the round that is being played
    private Actions actions;
    private int rounds;
    private Cost cost = Cost.ZERO;
    private double gaps;
    private double shift;
    private @Nullable String whyNotCovered;
    private double settled; // Σ c of agents that have left
    private boolean areBooksOpen; // everybody has closed a round
    private long lastEnd = -1; // nanoseconds that the end of the last round took, after its iterations

    private Fleet(Builder builder, Acord acord) {
        this.dimension = builder.start.dimension();
        this.lambdas = new Lambdas(builder.recipe.lambda(), builder.agents);
        this.acord = acord;
        this.books = new Books(dimension, builder.start.toArray());
        this.actions = builder.start;
    }

    private Fleet(Builder builder, Acord acord, SavedFleet saved) {
        LambdaRule rule = builder.recipe.lambda();
        this.dimension = saved.actions().dimension();
        String whyNot = saved.whyNotPromised() == null && saved.rounds() > 0 && saved.rule() != rule.fingerprint()
                ? "lambda came from another rule up to round " + saved.rounds()
                : saved.whyNotPromised();
        this.lambdas = new Lambdas(
                rule, saved.lambdaMemory(), saved.leastLambda(), saved.steepest(), saved.switchingWeights(), whyNot);
        this.acord = acord;
        this.books = saved.books();
        this.actions = saved.actions();
        this.rounds = saved.rounds();
        this.cost = saved.cost();
        this.gaps = saved.gaps();
        this.shift = saved.shift();
        this.whyNotCovered = saved.whyNotCovered();
    }

    /** The fleet before with other agents. */
    private Fleet(Fleet before, Actions actions, Lambdas lambdas, Books books, double settled) {
        this.dimension = before.dimension;
        this.acord = before.acord;
        this.lambdas = lambdas;
        this.books = books;
        this.actions = actions;
        this.rounds = before.rounds;
        this.cost = before.cost;
        this.gaps = before.gaps;
        this.shift = before.shift;
        this.whyNotCovered = before.whyNotCovered;
        this.settled = settled;
    }

    /** Agents 0 .. {@code agents} − 1 with actions of one coordinate, all at 0, and the default options. */
    public static Fleet of(int agents) {
        return builder(agents).build();
    }

    public static Builder builder(int agents) {
        return new Builder(agents);
    }

    /** A round of this fleet, to be described. */
    public Round.Builder round() {
        return Round.builder(actions.agents(), dimension);
    }

    /**
     * Decides what every agent does in this round, and moves the fleet there. If the calling thread is interrupted, the
     * next iteration is the last ({@link Decision.Ending#BELL}), and the thread stays interrupted.
     */
    public Decision decide(Round round) {
        return decide(round, Bell.whenInterrupted());
    }

    /**
     * The same with the best actions that there are after a time, certified: the iterations end early enough for the
     * rest of the round, as long as that took in the round before, to be done by then. There is always one iteration.
     */
    public Decision decide(Round round, Duration within) {
        return decide(round, Bell.in(within, lastEnd));
    }

    /** The same to the end of what the recipe asks for, whoever interrupts: for whoever must come to the same bits. */
    public Decision decideUninterruptibly(Round round) {
        return decide(round, Bell.never());
    }

    private Decision decide(Round round, Bell bell) {
        checkShape(round);
        if (lambda.length != agents()) {
            lambda = new double[agents()];
        }
        Runnable remembering = lambdas.prepare(round, lambda);
        BookClosing closing = new BookClosing(books, areBooksOpen && whyNotCovered == null);
        Decision decision = play(RoundObjective.ofFrozen(round, actions, lambda), bell, closing);
        double below = round.costs().negativeMinima(); // by which Theorem A lifts the costs (E19)
        // Everything that may fail has been done; from here on the fleet changes.
        remembering.run();
        if (!closing.isDone()) {
            keepBooks(round, decision, closing.overpaid());
        }
        actions = decision.actions();
        cost = cost.plus(decision.cost());
        gaps += decision.certificate();
        shift += below;
        rounds++;
        checkCoverage(decision);
        lastEnd = bell.afterIterations();
        return decision.withOverpaid(closing.overpaid());
    }

    private Decision play(RoundObjective objective, Bell bell, BookClosing closing) {
        boolean isPlayed = false;
        try {
            Decision decision = acord.decide(objective, bell, closing);
            isPlayed = true;
            return decision;
        } finally {
            if (!isPlayed && closing.hasBegun()) { // the machine failed, for no cost is asked any more then
                whyNotCovered = "round " + (rounds + 1) + " broke off while its books were closed";
            }
        }
    }

    /** What {@link #decide} would decide; the fleet stays where it is. */
    public Decision preview(Round round) {
        return acord.decide(objective(round), Bell.whenInterrupted());
    }

    /**
     * Closes the round in everybody's books.
     *
     * @param overpaid receives what each can have overpaid in the round before
     */
    private void keepBooks(Round round, Decision decision, double[] overpaid) {
        if (whyNotCovered != null || !decision.entries().areKnown()) {
            Arrays.fill(overpaid, Double.NaN);
            return;
        }
        decision.entries().closeAfter(actions, round, books, overpaid);
        areBooksOpen = true;
    }

    /** Numbers from which nothing follows end the guarantee. */
    private void checkCoverage(Decision decision) {
        if (whyNotCovered == null && !Double.isFinite(gaps)) {
            whyNotCovered = "no certificate could be given in round " + rounds
                    + decision.whyNoCertificate().map(why -> ": " + why).orElse("");
        } else if (whyNotCovered == null && !Double.isFinite(shift)) {
            whyNotCovered = "a hitting cost of round " + rounds + " has no finite minimum";
        } else if (whyNotCovered == null && !Double.isFinite(cost.total())) {
            whyNotCovered = "round " + rounds + " cost infinitely much";
        }
    }

    /**
     * This fleet with other agents from the next round on: those that stay have the numbers of their places, and
     * newcomers follow, before their first round. The least that an agent's rounds can have cost is its own c, wherever
     * it ended, so what the books prove stays.
     *
     * @param stay agents of this fleet
     * @param joined x_0 of the newcomers, d numbers each
     */
    Fleet with(int[] stay, double[] joined) {
        int d = dimension;
        int agents = stay.length + joined.length / d;
        double[] x = new double[agents * d];
        double[] memory = new double[agents];
        double[] inBooks = new double[agents * (2 + d)];
        double[] known = lambdas.memory();
        double[] entries = books.toArray();
        boolean[] stays = new boolean[agents()];
        for (int k = 0; k < agents; k++) {
            boolean isNew = k >= stay.length;
            if (isNew) {
                System.arraycopy(joined, (k - stay.length) * d, x, k * d, d);
            } else {
                actions.copyTo(stay[k], x, k * d);
            }
            memory[k] = isNew ? Double.POSITIVE_INFINITY : known[stay[k]];
            if (isNew) {
                inBooks[k * (2 + d) + 1] = Double.POSITIVE_INFINITY;
                System.arraycopy(x, k * d, inBooks, k * (2 + d) + 2, d);
            } else {
                System.arraycopy(entries, stay[k] * (2 + d), inBooks, k * (2 + d), 2 + d);
                stays[stay[k]] = true;
            }
        }
        double left = settled;
        for (int i = 0; i < stays.length; i++) {
            left += stays[i] ? 0 : books.atLeast(i);
        }
        String why = rounds == 0
                ? lambdas.whyNotPromised().orElse(null)
                : "agents have come or gone since round 1, and what is promised beforehand is for a fleet that stays";
        Lambdas others = new Lambdas(lambdas.rule(), memory, lambdas.least(), lambdas.steepest(), null, why);
        return new Fleet(this, Actions.flat(d, x), others, Books.of(d, inBooks), left);
    }

    /** What the books of agents prove that have left. */
    double settled() {
        return settled;
    }

    /** The same fleet, that others have left whose books prove so much. */
    Fleet withSettled(double left) {
        return new Fleet(this, actions, lambdas, books, left);
    }

    /**
     * Everything that the fleet remembers, with a checksum: {@link Builder#resume} goes on from it with the same bits.
     * It has a place for every agent's action, memory and books, and does not grow with the rounds. Options are not
     * part of it.
     */
    public byte[] save() {
        return new SavedFleet(
                        rounds,
                        actions,
                        lambdas.memory(),
                        lambdas.least(),
                        lambdas.steepest(),
                        books,
                        lambdas.firstWeights(),
                        cost,
                        gaps,
                        shift,
                        whyNotCovered,
                        lambdas.whyNotPromised().orElse(null),
                        lambdas.rule().fingerprint())
                .bytes();
    }

    /**
     * F_t of this round as the fleet sees it: after its last actions, with its λ. Checks that the round fits the fleet.
     */
    public RoundObjective objective(Round round) {
        checkShape(round);
        return new RoundObjective(round, actions, lambdas.of(round));
    }

    private void checkShape(Round round) {
        if (round.agents() != agents() || round.dimension() != dimension) {
            throw Complaints.refuse(
                    "round",
                    "is of " + round.agents() + " agents with " + round.dimension() + " coordinates",
                    agents() + " agents with " + dimension + " coordinates, as the fleet has",
                    "describe the round with fleet.round()");
        }
    }

    /** Where everybody is: x_0 before the first round. */
    public Actions actions() {
        return actions;
    }

    public int agents() {
        return actions.agents();
    }

    public int dimension() {
        return dimension;
    }

    /** How many rounds have been decided. */
    public int rounds() {
        return rounds;
    }

    /** What all rounds so far have cost. */
    public Cost cost() {
        return cost;
    }

    /** The agents' books, as they are now; whoever writes into them changes nothing here. */
    public Books books() {
        return books.copy();
    }

    /** What is proved about the run so far, whatever comes next. */
    public Guarantee guarantee() {
        if (whyNotCovered != null) {
            return new Guarantee.NotCovered(whyNotCovered);
        }
        return new Guarantee.Proven(cost, books.atLeast() + settled, gaps, shift, lambdas.theorem(shift));
    }

    /**
     * Why no ratio is promised beforehand; empty if one is. What is certified of the rounds so far does not depend on
     * it.
     */
    public Optional<String> whyNotPromised() {
        return lambdas.whyNotPromised();
    }

    /** The most that an agent can have overpaid in the last round, as far as is known before the next is decided. */
    public double overpaidAtMost(int agent) {
        double[] x = actions.of(agent);
        return books.overpaid(agent, 0, x, x);
    }

    /** Options of a fleet. */
    public static final class Builder {
        private final int agents;
        private Actions start;
        private Recipe recipe = Recipe.standard();
        private int threads = 1;

        private Builder(int agents) {
            if (agents < 1) {
                throw Complaints.refuse("agents", "is " + agents, "at least 1 agent", "name the agents of the fleet");
            }
            this.agents = agents;
            this.start = Actions.zero(agents, 1);
        }

        /** x_0 of everybody; its length is the dimension of actions. 0 by default. */
        public Builder start(double... x0) {
            this.start = Actions.everybodyAt(agents, x0);
            return this;
        }

        /** x_0 of each agent. */
        public Builder start(Actions x0) {
            this.start = x0;
            return this;
        }

        /** Actions of this many coordinates, everybody at the origin. */
        public Builder dimension(int dimension) {
            this.start = Actions.zero(agents, dimension);
            return this;
        }

        /** What is played; {@link Recipe#standard} by default. */
        public Builder recipe(Recipe recipe) {
            this.recipe = recipe;
            return this;
        }

        /** Threads for large fleets; one by default. They never change a result. */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        /**
         * The fleet that was saved, with the options given here: where its agents are, what they have met, what they
         * paid. A start that was given is of no use then. If λ comes from another rule than it did before, nothing is
         * promised beforehand any more; the books go on.
         *
         * @throws io.acord.input.BadInputException if these are not the bytes of a saved fleet of this many agents
         */
        public Fleet resume(byte[] saved) {
            return new Fleet(this, Acord.of(recipe, threads), SavedFleet.of(saved, agents));
        }

        public Fleet build() {
            Complaints complaints = new Complaints();
            if (start.agents() != agents) {
                complaints.add(
                        "start", "is of " + start.agents() + " agents", agents + " agents", "give every agent its x_0");
            }
            for (int i = 0; i < start.agents(); i++) {
                for (int c = 0; c < start.dimension(); c++) {
                    if (!Double.isFinite(start.get(i, c))) {
                        complaints.needFinite("start of agent " + i, start.get(i, c), "give the point where it starts");
                    }
                }
            }
            complaints.throwIfAny();
            return new Fleet(this, Acord.of(recipe, threads));
        }
    }
}
