package io.acord.lab.policy;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;

/** What one agent knows in a round: what is its own, and what its neighbours told it. Valid while it acts. */
public final class AgentView {

    private final Contestant contestant;
    private final int t;
    private final Round round;
    private final Actions previous;
    private final double[] heard; // what everybody told last, d numbers an agent; empty before the first exchange
    private final QuadraticPull pull;
    private final double[] before;
    private int agent;

    AgentView(Contestant contestant, int t, Round round, Actions previous, double[] heard) {
        this.contestant = contestant;
        this.t = t;
        this.round = round;
        this.previous = previous;
        this.heard = heard;
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

    /** What its a-th neighbour told it in the last {@link Outlook#exchange} of this round. */
    public double[] heard(int a) {
        if (heard.length == 0) {
            throw new IllegalStateException("nobody has told anything yet in this round: exchange() first");
        }
        int d = round.dimension();
        double[] value = new double[d];
        System.arraycopy(heard, neighbor(a) * d, value, 0, d);
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
