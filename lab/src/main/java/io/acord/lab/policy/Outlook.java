package io.acord.lab.policy;

import io.acord.acord.Decision;
import io.acord.acord.Traffic;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a policy sees of a round and can do in it: as much as its {@link Sight} allows, and what it makes agents tell
 * each other is counted. Valid while it decides that round.
 */
public final class Outlook {

    private final Contestant contestant;
    private final Round now;
    private final int t;
    private final Actions previous;
    private double @Nullable [] x; // where agents are, d numbers each
    private AgentView.Told told = AgentView.Told.NOTHING;
    private int exchanges;
    private int steps;
    private Traffic traffic = Traffic.NONE;
    private @Nullable Decision decision;
    private @Nullable ForesightDecision foresight;
    private boolean isWholeKnown;
    private int engineIterations;
    private @Nullable Surroundings seen;

    Outlook(Contestant contestant, int t, Actions previous) {
        this.contestant = contestant;
        this.now = contestant.instance().round(t);
        this.t = t;
        this.previous = previous;
    }

    /** t. */
    public int round() {
        return t;
    }

    public int agents() {
        return now.agents();
    }

    public int dimension() {
        return now.dimension();
    }

    /** Lets every agent act, each with what is its own; where they are then. */
    public Actions each(AgentStep step) {
        int d = now.dimension();
        double[] all = x == null ? previous.toArray() : x;
        AgentView view = new AgentView(contestant, t, now, previous, told);
        double[] own = new double[d];
        for (int i = 0; i < now.agents(); i++) {
            System.arraycopy(all, i * d, own, 0, d);
            step.act(view.of(i), own);
            System.arraycopy(own, 0, all, i * d, d);
        }
        x = all;
        steps++;
        Actions actions = Actions.flat(d, all);
        contestant.stepped(actions);
        return actions;
    }

    /** Every agent tells all its neighbours where it is: a message over every edge, both ways. */
    public void exchange() {
        told = new AgentView.Told(x == null ? previous.toArray() : x.clone(), now.dimension(), null);
        exchanges++;
        traffic = traffic.plus(Traffic.ofActions(1, now.graph().arcs(), now.dimension()));
    }

    /**
     * Every agent tells each of its neighbours something of its own: a message over every edge, both ways.
     *
     * @param numbers of each message
     */
    public void tell(int numbers, AgentView.Message message) {
        Graph graph = now.graph();
        int d = now.dimension();
        double[] all = x == null ? previous.toArray() : x;
        double[] own = new double[d];
        double[] words = new double[numbers];
        double[] messages = new double[Math.multiplyExact(graph.arcs(), numbers)];
        AgentView view = new AgentView(contestant, t, now, previous, told);
        for (int i = 0; i < now.agents(); i++) {
            System.arraycopy(all, i * d, own, 0, d);
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                message.write(view.of(i), arc - graph.firstArc(i), own, words);
                System.arraycopy(words, 0, messages, arc * numbers, numbers);
            }
        }
        told = new AgentView.Told(messages, numbers, contestant.reverse(graph));
        exchanges++;
        traffic = traffic.plus(Traffic.ofActions(1, graph.arcs(), numbers));
    }

    /** The largest of a number that every agent tells a centre, which tells it to all: two messages an agent. */
    public double largest(ToDoubleFunction<AgentView> number) {
        allow(Sight.Polled.class);
        AgentView view = new AgentView(contestant, t, now, previous, told);
        double largest = IntStream.range(0, now.agents())
                .mapToDouble(i -> number.applyAsDouble(view.of(i)))
                .max()
                .orElseThrow();
        traffic = traffic.plus(Traffic.ofActions(2, now.agents(), 1));
        return largest;
    }

    /** What ACORD's engine decides: its agents know their own costs and their neighbours' actions. */
    public Decision play(Recipe recipe) {
        Decision found = contestant.play(recipe, now, previous);
        decision = found;
        engineIterations += found.iterations();
        traffic = traffic.plus(found.traffic());
        return found;
    }

    /**
     * What agents decide who plan ahead with their own forecasts: the policy's sight has to be
     * {@link Sight.Forecasting}. The fleet that looks ahead is the same in all rounds of a run.
     */
    public ForesightDecision playAhead(Recipe recipe, Trust trust) {
        allow(Sight.Forecasting.class);
        ForesightDecision found = contestant.playAhead(recipe, trust, t, now);
        foresight = found;
        engineIterations += found.iterations();
        traffic = traffic.plus(found.traffic());
        return found;
    }

    /** What agents see around them: the policy's sight has to be {@link Sight.Within}. */
    public Surroundings surroundings() {
        Surroundings around = seen;
        if (around == null) {
            around = contestant.surroundings();
            around.look(t, previous);
            traffic = traffic.plus(around.traffic());
            seen = around;
        }
        return around;
    }

    /** The whole round. Every agent ships its cost to the centre and gets its action back. */
    public Round whole() {
        allow(Sight.Center.class);
        long numbers = 0;
        for (int i = 0; i < now.agents(); i++) {
            numbers += now.cost(i).numbers().orElse(0) + now.dimension(); // a cost beyond finitely many counts as none
        }
        traffic = isWholeKnown ? traffic : traffic.plus(new Traffic(2L * now.agents(), 8 * numbers, 0, 0));
        isWholeKnown = true;
        return now;
    }

    /**
     * This round and those that a centre sees ahead, as many as there are. Every agent ships its costs to the centre,
     * each once, and gets its action back.
     */
    public List<Round> ahead() {
        allow(Sight.Ahead.class);
        int beyond = ((Sight.Ahead) contestant.sight()).beyond();
        int last = (int) Math.min((long) t + beyond, contestant.instance().horizon());
        List<Round> rounds = new ArrayList<>();
        long numbers = (long) now.agents() * now.dimension();
        for (int tau = t; tau <= last; tau++) {
            Round round = tau == t ? now : contestant.instance().believed(t, tau);
            rounds.add(round);
            boolean isNew = t == 1 || tau == (long) t + beyond;
            for (int i = 0; isNew && i < round.agents(); i++) {
                numbers += round.cost(i).numbers().orElse(0); // as in whole()
            }
        }
        traffic = isWholeKnown ? traffic : traffic.plus(new Traffic(2L * now.agents(), 8 * numbers, 0, 0));
        isWholeKnown = true;
        return rounds;
    }

    /** What everybody played in the round before; a centre knows. */
    public Actions previous() {
        if (!(contestant.sight() instanceof Sight.Ahead)) {
            allow(Sight.Center.class);
        }
        return previous;
    }

    /** λ₁ of everybody with the scenario's μ; a centre knows. */
    public double[] lambda() {
        allow(Sight.Center.class);
        return contestant.lambda(t).clone();
    }

    /** What would have been best, round by round. */
    public List<Actions> hindsight() {
        allow(Sight.Hindsight.class);
        return contestant.hindsight();
    }

    private void allow(Class<? extends Sight> needed) {
        if (!needed.isInstance(contestant.sight())) {
            throw new IllegalStateException(contestant.name() + " asked for what only " + needed.getSimpleName()
                    + " may know, and its sight is " + contestant.sight());
        }
    }

    Move move(Actions actions) {
        Decision engine = decision;
        int iterations = exchanges == 0 ? 0 : Math.max(exchanges, steps);
        boolean isEngines = engine != null && actions.equals(engine.actions());
        return new Move(
                actions,
                iterations + engineIterations,
                traffic,
                isEngines ? Optional.ofNullable(engine) : Optional.empty(),
                Optional.ofNullable(foresight));
    }
}
