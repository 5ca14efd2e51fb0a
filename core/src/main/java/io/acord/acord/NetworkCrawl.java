package io.acord.acord;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Block;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.Contraction;
import java.util.ArrayList;
import java.util.List;

/** NETWORK CRAWL of one component: how its agents come to agree on a sufficient K (theory 5.5). */
final class NetworkCrawl {

    /** Every agent comes to hold an entry of every other; beyond this many a crawl is the wrong tool. */
    private static final int MOST_AGENTS = 2_000;

    private static final long MOST_ENTRIES = 100_000_000;

    /**
     * What each agent of the component knows in the end.
     *
     * @param startGap Σ v_i, a bound on E_0
     * @param kappa a lower bound on 1 − ρ
     * @param agents the size of the component
     * @param steps exchanges it took
     */
    record Result(double startGap, double kappa, int agents, int steps, Traffic traffic) {}

    private NetworkCrawl() {}

    static Result run(RoundObjective objective, Contraction contraction, Block block, int segment, Start start) {
        int from = block.firstRow(segment);
        int agents = block.endRow(segment) - from;
        long entries = (long) agents * block.arcs(from, from + agents);
        if (agents > MOST_AGENTS || entries > MOST_ENTRIES) {
            throw Complaints.refuse(
                    "budget",
                    "crawls a component of " + agents + " agents, " + entries + " entries over its edges",
                    "at most " + MOST_AGENTS + " agents and " + MOST_ENTRIES
                            + " entries, because an entry of everybody crosses every edge",
                    "use Budget.Bounded, which asks nobody, or Budget.accuracy");
        }
        List<Crawler> crawlers = new ArrayList<>();
        for (int k = 0; k < agents; k++) {
            int agent = block.agent(from + k);
            double gap = startGap(objective, agent, start);
            Crawler.Entry self = new Crawler.Entry(
                    agent, gap, kappa(contraction, objective.round().graph(), agent));
            crawlers.add(new Crawler(self));
        }
        return crawl(crawlers, block, from);
    }

    /** Steps until everybody has fallen silent. */
    private static Result crawl(List<Crawler> crawlers, Block block, int from) {
        // Neighbours first tell each other their q: one number over every arc.
        long messages = block.arcs(from, from + crawlers.size());
        long bytes = 8 * messages;
        int steps = 0;
        while (!crawlers.stream().allMatch(Crawler::isSilent)) {
            steps++;
            List<Crawler.Message> spoken = new ArrayList<>();
            for (int k = 0; k < crawlers.size(); k++) {
                Crawler.Message message = crawlers.get(k).speak();
                spoken.add(message == null ? NOTHING : message);
                if (message != null) {
                    int degree = block.degree(from + k);
                    messages += degree;
                    bytes += (long) degree
                            * Crawler.Entry.BYTES
                            * message.entries().size();
                }
            }
            for (int k = 0; k < crawlers.size(); k++) {
                for (int arc = block.firstArc()[from + k]; arc < block.firstArc()[from + k + 1]; arc++) {
                    crawlers.get(k).hear(spoken.get(block.column()[arc] - from));
                }
                crawlers.get(k).endStep();
            }
        }
        return sumUp(crawlers.get(0).everything(), steps, new Traffic(0, 0, messages, bytes));
    }

    private static final Crawler.Message NOTHING = new Crawler.Message(List.of(), false);

    private static Result sumUp(List<Crawler.Entry> entries, int steps, Traffic traffic) {
        double gap = 0;
        double kappa = 1;
        for (Crawler.Entry entry : entries) {
            gap += entry.startGap();
            kappa = Math.min(kappa, entry.kappa());
        }
        return new Result(gap, kappa, entries.size(), steps, traffic);
    }

    /** The least 1 − (q_i + q_j)/2 over the edges of an agent. */
    private static double kappa(Contraction contraction, Graph graph, int agent) {
        double least = 1;
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            double edge = (contraction.kappa(agent) + contraction.kappa(graph.neighbor(arc))) / 2;
            least = Math.min(least, edge);
        }
        return least;
    }

    /** v_i = min { φ_i + β Σ ‖x − z_e⁰‖²_W } − min φ_i, by two local solves. */
    static double startGap(RoundObjective objective, int agent, Start start) {
        Round round = objective.round();
        int d = round.dimension();
        QuadraticPull pull = new QuadraticPull(d);
        double[] previous = objective.previous().of(agent);
        pull.add(objective.regularization(agent), previous);
        double[] alone = previous.clone();
        double left = round.cost(agent).argmin(pull, alone);
        double[] midpoint = new double[d];
        double[] gram = new double[d * d];
        for (int arc = round.graph().firstArc(agent); arc < round.graph().endArc(agent); arc++) {
            edge(objective, agent, arc, start, midpoint, gram);
            pull.add(2 * round.beta(), gram, midpoint);
        }
        double[] first = previous.clone();
        round.cost(agent).argmin(pull, first);
        double held = 0;
        for (int arc = round.graph().firstArc(agent); arc < round.graph().endArc(agent); arc++) {
            edge(objective, agent, arc, start, midpoint, gram);
            held += round.beta() * squaredDistance(gram, first, midpoint);
        }
        return Math.max(0, objective.ownPart(agent, first) + held - objective.ownPart(agent, alone) + left);
    }

    /** z_e⁰ as the agent's side sees it, and W_e. */
    private static void edge(
            RoundObjective objective, int agent, int arc, Start start, double[] midpoint, double[] gram) {
        Round round = objective.round();
        int d = round.dimension();
        int e = round.graph().edge(arc);
        int j = round.graph().neighbor(arc);
        double sign = agent < j ? 1 : -1;
        for (int r = 0; r < d; r++) {
            double ends = start == Start.ZERO
                    ? 0
                    : objective.previous().get(agent, r) + objective.previous().get(j, r);
            midpoint[r] = (ends + sign * round.coupling().offset(e, r)) / 2;
            for (int c = 0; c < d; c++) {
                gram[r * d + c] = round.coupling().gram(e, r, c);
            }
        }
    }

    private static double squaredDistance(double[] gram, double[] x, double[] z) {
        int d = x.length;
        double total = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += gram[r * d + c] * (x[c] - z[c]);
            }
            total += sum * (x[r] - z[r]);
        }
        return total;
    }
}
