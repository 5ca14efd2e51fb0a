package io.acord.lab.policy;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one agent knows in a round: what is its own, and what its neighbours told it. Valid while it acts. */
public final class AgentView {

    private final Contestant contestant;
    private final int t;
    private final Round round;
    private final Actions previous;
    private final double[] heard; // what everybody told last; empty before the first exchange
    private final int numbers; // of each message
    private final int @Nullable [] reverse; // messages lie arc by arc, of every arc the one back; null: agent by agent
    private final QuadraticPull pull;
    private final double[] before;
    private int agent;

    /** What an agent tells one neighbour. */
    @FunctionalInterface
    public interface Message {

        /**
         * Writes a message to the a-th neighbour.
         *
         * @param x where the agent is
         */
        void write(AgentView me, int a, double[] x, double[] message);
    }

    /** What was told last. */
    static final class Told {
        static final Told NOTHING = new Told(new double[0], 0, null);

        final double[] messages;
        final int numbers; // of each message
        final int @Nullable [] reverse; // messages lie arc by arc, of every arc the one back; null: agent by agent

        Told(double[] messages, int numbers, int @Nullable [] reverse) {
            this.messages = messages;
            this.numbers = numbers;
            this.reverse = reverse;
        }
    }

    AgentView(Contestant contestant, int t, Round round, Actions previous, Told told) {
        this.contestant = contestant;
        this.t = t;
        this.round = round;
        this.previous = previous;
        this.heard = told.messages;
        this.numbers = told.numbers;
        this.reverse = told.reverse;
        this.pull = new QuadraticPull(round.dimension());
        this.before = new double[round.dimension()];
    }

    AgentView of(int i) {
        agent = i;
        return this;
    }

    /** Which one it is, from 0. */
    public int agent() {
        return agent;
    }

    /** Its hitting cost. */
    public HittingCost cost() {
        return round.cost(agent);
    }

    /** b, what moving costs it. */
    public double switchingWeight() {
        return round.switchingWeight(agent);
    }

    /** λ by the scenario's rule: an agent computes it from its own μ. */
    public double lambda() {
        return contestant.lambda(t)[agent];
    }

    /**
     * λ b, the weight of ½‖x − x_{t−1}‖² in the objective that the policy is held against ({@link Policy#lambdaRule}):
     * an agent computes it from its own costs.
     */
    public double regularization() {
        return contestant.lambdaHeldTo(t)[agent] * switchingWeight();
    }

    /** β, what differing costs. */
    public double beta() {
        return round.beta();
    }

    /** x_{t−1}. */
    public double[] previous() {
        return previous.of(agent);
    }

    /** How many neighbours it has. */
    public int degree() {
        return round.graph().degree(agent);
    }

    /** Which agent its a-th neighbour is, in the order of ids. */
    public int neighbor(int a) {
        Graph graph = round.graph();
        return graph.neighbor(graph.firstArc(agent) + a);
    }

    /** W of its edge to its a-th neighbour, row by row: differing costs β/2 (x − x_a − o)ᵀ W (x − x_a − o). */
    public double[] gram(int a) {
        return round.coupling().gram(edge(a));
    }

    /** The largest eigenvalue of that W. */
    public double steepness(int a) {
        return round.coupling().largestEigenvalue(edge(a));
    }

    /** o of that edge, by which it shall exceed its a-th neighbour. */
    public double[] offset(int a) {
        int e = edge(a);
        int sign = round.graph().tail(e) == agent ? 1 : -1;
        double[] offset = new double[round.dimension()];
        Arrays.setAll(offset, c -> sign * round.coupling().offset(e, c));
        return offset;
    }

    private int edge(int a) {
        return round.graph().edge(round.graph().firstArc(agent) + a);
    }

    /** What its a-th neighbour told it in the last {@link Outlook#exchange} or {@link Outlook#tell} of this round. */
    public double[] heard(int a) {
        if (heard.length == 0) {
            throw new IllegalStateException("nobody has told anything yet in this round: exchange() first");
        }
        int from = reverse == null ? neighbor(a) : reverse[round.graph().firstArc(agent) + a];
        double[] value = new double[numbers];
        System.arraycopy(heard, from * numbers, value, 0, numbers);
        return value;
    }

    /** Sets x, which iterations may begin at, to argmin f(x) + weight/2 ‖x − x_{t−1}‖². */
    public void solve(double weight, double[] x) {
        previous.copyTo(agent, before, 0);
        pull.clear();
        pull.add(weight, before);
        cost().argmin(pull, x);
    }
}
