package io.acord.foresight;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.acord.Traffic;
import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.internal.foresight.BlockPlan;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.Recipe;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A fleet that looks ahead (theory 14). In every round two things are decided by the same means, actions told to
 * neighbours: what ACORD would do without forecasts, the <em>expert</em>; and a <em>plan</em> over this round and the
 * next k, each agent with its own forecasts. Accounts then say how far each agent goes from the expert's action towards
 * the plan's. Hitting costs have to be at least 0.
 *
 * <p>Whatever was forecast, at most 1 + ε times what the expert pays is paid in the end, as long as what moving costs
 * does not rise from one round to the next. Where forecasts are right, the plan is played, and with all rounds in sight
 * it is the best that anyone could have done. One thread may use it at a time.
 */
public final class Foresight {

    private final Fleet expert;
    private final Acord planner;
    private final int window;
    private final Trust trust;
    private final Accounts accounts;
    private Actions actions;
    private Cost cost = Cost.ZERO;
    private double[] moving = {}; // b of the last round, for which the accounts keep a reserve
    private @Nullable String whyNotPromised;
    private @Nullable Actions plan; // of the last round, action after action of every agent
    private @Nullable Coupling lastCoupling;
    private @Nullable Coupling lastRepeated;

    private Foresight(Builder builder, @Nullable SavedForesight saved) {
        Fleet.Builder fleet = Fleet.builder(builder.agents)
                .start(builder.start)
                .recipe(builder.recipe)
                .threads(builder.threads);
        this.expert = saved == null ? fleet.build() : fleet.resume(saved.expert());
        this.planner = Acord.of(builder.recipe, builder.threads);
        this.window = builder.window;
        this.trust = builder.trust;
        boolean isCommon = trust.account() == Trust.Account.COMMON;
        double[] balances = saved == null ? new double[isCommon ? 1 : builder.agents] : saved.balances();
        this.accounts = isCommon ? new CommonAccount(trust, balances[0]) : new OwnAccounts(trust, balances);
        this.actions = saved == null ? builder.start : saved.actions();
        if (saved != null) {
            this.cost = saved.cost();
            this.plan = saved.plan();
            this.moving = saved.moving();
            this.whyNotPromised = saved.whyNotPromised();
        }
    }

    /** Agents 0 .. {@code agents} − 1, to be described. */
    public static Builder builder(int agents) {
        return new Builder(agents);
    }

    /** A round of this fleet, to be described. */
    public Round.Builder round() {
        return expert.round();
    }

    /** Decides what every agent does in this round, and moves the fleet there. */
    public ForesightDecision decide(Round round, Forecasts forecasts) {
        check(round, forecasts);
        RoundObjective wanted = objective(round, forecasts);
        Decision planned = planner.decide(wanted);
        Actions expertBefore = expert.actions();
        Decision alone = expert.decideUninterruptibly(round);
        int d = round.dimension();
        boolean isFollowed = forecasts.rounds() > 0 || forecasts.isEnd();
        Actions first = isFollowed ? stage(planned.actions(), d, 0) : alone.actions();
        checkReserve(round);
        checkSigns(round, alone.actions());
        Accounts.Choice choice = new Accounts.Choice(round, alone.actions(), expertBefore, first, actions);
        double[] gammas = accounts.gammas(choice);
        Actions played = choice.at(gammas);
        Cost paid = round.cost(played, actions);
        accounts.enter(choice, played, paid, alone.cost());
        actions = played;
        cost = cost.plus(paid);
        plan = planned.actions();
        double[] balances = IntStream.range(0, round.agents())
                .mapToDouble(accounts::balance)
                .toArray();
        return new ForesightDecision(
                played,
                paid,
                alone,
                planned,
                first,
                gammas,
                balances,
                traffic(round, alone, planned),
                trust,
                whyNotPromised().orElse(null));
    }

    private void check(Round round, Forecasts forecasts) {
        int d = actions.dimension();
        Complaints complaints = new Complaints();
        if (round.agents() != expert.agents() || round.dimension() != d) {
            complaints.add(
                    "round",
                    "is of " + round.agents() + " agents with " + round.dimension() + " coordinates",
                    expert.agents() + " agents with " + d + " coordinates, as the fleet has",
                    "describe rounds with round() of this fleet");
        }
        if (forecasts.agents() != expert.agents()) {
            complaints.add(
                    "forecasts",
                    "are of " + forecasts.agents() + " agents",
                    expert.agents() + " agents, as the fleet has",
                    "describe them with Forecasts.builder(" + expert.agents() + ")");
        }
        complaints.throwIfAny();
    }

    /** Who is away from the expert keeps a reserve for the way back, at the price of the last round. */
    private void checkReserve(Round round) {
        for (int i = 0; i < moving.length && whyNotPromised == null; i++) {
            if (round.switchingWeight(i) > moving[i]) {
                whyNotPromised = "moving became dearer in round " + expert.rounds() + " for agent " + i + ": "
                        + round.switchingWeight(i) + " after " + moving[i]
                        + ", and the accounts had kept a reserve for the old price";
            }
        }
        moving = IntStream.range(0, round.agents())
                .mapToDouble(round::switchingWeight)
                .toArray();
    }

    /** The expert's action is allowed by every account because its hitting cost is not negative. */
    private void checkSigns(Round round, Actions e) {
        for (int i = 0; i < round.agents() && whyNotPromised == null; i++) {
            double paid = round.cost(i).at(e.of(i));
            if (paid < 0) {
                whyNotPromised = "the hitting cost of agent " + i + " is " + paid + " in round " + expert.rounds()
                        + ", and accounts need costs of 0 or more";
            }
        }
    }

    /**
     * Plan and expert travel in the same messages; then everybody tells what it plays and what its expert would have
     * played, from which its neighbours compute what the edge between them cost either way.
     */
    private static Traffic traffic(Round round, Decision alone, Decision planned) {
        Traffic expert = alone.traffic();
        Traffic ahead = planned.traffic();
        Traffic last =
                Traffic.ofActions(round.isCoupled() ? 1 : 0, round.graph().arcs(), 2 * round.dimension());
        return new Traffic(
                        Math.max(expert.actionMessages(), ahead.actionMessages()),
                        expert.actionBytes() + ahead.actionBytes(),
                        expert.crawlMessages() + ahead.crawlMessages(),
                        expert.crawlBytes() + ahead.crawlBytes())
                .plus(last);
    }

    /**
     * Everything that the fleet remembers, with a checksum: {@link Builder#resume} goes on from it with the same bits.
     * Options are not part of it.
     */
    public byte[] save() {
        return new SavedForesight(trust, expert.save(), actions, cost, accounts.toArray(), plan, moving, whyNotPromised)
                .bytes();
    }

    /** The round of the plan: actions of all rounds in sight, in a row; moving is part of their costs. */
    private RoundObjective objective(Round round, Forecasts forecasts) {
        int n = round.agents();
        int d = round.dimension();
        int stages = 1 + Math.min(window, forecasts.rounds());
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        if (stages == 1) {
            return new RoundObjective(round, actions, ones);
        }
        PlannedCost[] costs = new PlannedCost[n];
        for (int i = 0; i < n; i++) {
            HittingCost[] each = new HittingCost[stages];
            each[0] = round.cost(i);
            for (int s = 1; s < stages; s++) {
                each[s] = forecasts.cost(i, s, each[0]);
            }
            costs[i] = BlockPlan.cost(actions.of(i), round.switchingWeight(i), each);
        }
        Round ahead = Round.builder(n, stages * d)
                .costs(costs)
                .coupling(repeated(round.coupling(), stages))
                .beta(round.beta())
                .switchingWeights(new double[n])
                .build();
        Actions known = plan;
        double[] guess = BlockPlan.guess(stages, d, actions.toArray(), known == null ? null : known.toArray());
        return new RoundObjective(ahead, Actions.flat(stages * d, guess), ones);
    }

    /** The same object while graph and window stay, so that its layout is kept. */
    private Coupling repeated(Coupling coupling, int stages) {
        Coupling known = lastRepeated;
        if (known != null && lastCoupling == coupling && known.dimension() == stages * coupling.dimension()) {
            return known;
        }
        Coupling longer = coupling.repeated(stages);
        lastCoupling = coupling;
        lastRepeated = longer;
        return longer;
    }

    private static Actions stage(Actions plan, int d, int s) {
        return Actions.written(plan.agents(), d, all -> {
            for (int k = 0; k < all.length; k++) {
                all[k] = plan.get(k / d, s * d + k % d);
            }
        });
    }

    /** Where everybody is: x_0 before the first round. */
    public Actions actions() {
        return actions;
    }

    /** What all rounds so far have cost. */
    public Cost cost() {
        return cost;
    }

    /** What would have been paid without forecasts. */
    public Cost expertCost() {
        return expert.cost();
    }

    /** How many rounds have been decided. */
    public int rounds() {
        return expert.rounds();
    }

    /** How many rounds ahead are looked at where there are forecasts. */
    public int window() {
        return window;
    }

    public Trust trust() {
        return trust;
    }

    /** The expert's books, as they are now; whoever writes into them changes nothing here. */
    public Books books() {
        return expert.books();
    }

    /** What is certified of the run so far: the expert's books hold for everybody. */
    public Guarantee guarantee() {
        return expert.guarantee() instanceof Guarantee.Proven proven
                ? new Guarantee.Proven(cost, proven.optimumAtLeast(), proven.gaps(), proven.shift(), Optional.empty())
                : expert.guarantee();
    }

    /** What is promised beforehand where the expert plays exactly: 1 + ε times what it is promised itself. */
    public OptionalDouble promisedRatio() {
        OptionalDouble ofExpert =
                expert.guarantee() instanceof Guarantee.Proven proven ? proven.promisedRatio() : OptionalDouble.empty();
        return ofExpert.isEmpty() || whyNotPromised().isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of((1 + trust.epsilon()) * ofExpert.getAsDouble());
    }

    /** Why it is not certain that at most 1 + ε times what the expert pays is paid; empty if it is. */
    public Optional<String> whyNotPromised() {
        return trust.account() == Trust.Account.HALVES
                ? Optional.of("edges are charged half and half, so that a neighbour can overdraw an account")
                : Optional.ofNullable(whyNotPromised);
    }

    /** Options of a fleet that looks ahead. */
    public static final class Builder {

        /** How far ahead is looked where nothing is said. */
        public static final int DEFAULT_WINDOW = 4;

        private final int agents;
        private Actions start;
        private Recipe recipe = Recipe.standard();
        private int window = DEFAULT_WINDOW;
        private Trust trust = Trust.STANDARD;
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

        /** What expert and plan are played with; {@link Recipe#standard} by default. */
        public Builder recipe(Recipe recipe) {
            this.recipe = recipe;
            return this;
        }

        /** k, how many rounds ahead are looked at; {@value #DEFAULT_WINDOW} by default. */
        public Builder window(int rounds) {
            this.window = rounds;
            return this;
        }

        /** How far plans are trusted; {@link Trust#STANDARD} by default. */
        public Builder trust(Trust trust) {
            this.trust = trust;
            return this;
        }

        /** Threads for large fleets; one by default. They never change a result. */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        /**
         * The fleet that was saved, with the options given here; a start that was given is of no use then.
         *
         * @throws io.acord.input.BadInputException if these are not the bytes of a saved fleet of this many agents and
         *     this trust
         */
        public Foresight resume(byte[] saved) {
            needWindow();
            return new Foresight(this, SavedForesight.of(saved, agents, trust));
        }

        public Foresight build() {
            needWindow();
            return new Foresight(this, null);
        }

        private void needWindow() {
            if (window < 0) {
                throw Complaints.refuse("window", "is " + window, "0 rounds or more", "omit it for " + DEFAULT_WINDOW);
            }
        }
    }
}
