package io.acord.acord;

import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.StartGap;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
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
     * @param steps exchanges it took
     */
    record Result(IterationRule.Crawl.Found found, int steps, Traffic traffic) {}

    private NetworkCrawl() {}

    static Result run(RoundObjective objective, Contraction contraction, Block block, int segment, From start) {
        int from = block.firstRow(segment);
        int agents = block.endRow(segment) - from;
        long entries = (long) agents * block.arcs(from, from + agents);
        if (agents > MOST_AGENTS || entries > MOST_ENTRIES) {
            throw Complaints.refuse(
                    "budget",
                    "crawls a component of " + agents + " agents, " + entries + " entries over its edges",
                    "at most " + MOST_AGENTS + " agents and " + MOST_ENTRIES
                            + " entries, because an entry of everybody crosses every edge",
                    "choose a bounded budget, which asks nobody, or an accuracy");
        }
        double[] previous = previous(objective, block);
        List<Crawler> crawlers = new ArrayList<>();
        for (int k = 0; k < agents; k++) {
            int agent = block.agent(from + k);
            double gap = startGap(objective, block, from + k, previous, start);
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
        return new Result(crawlers.get(0).sum(), steps, new Traffic(0, 0, messages, bytes));
    }

    private static final Crawler.Message NOTHING = new Crawler.Message(List.of(), false);

    /** The least 1 − (q_i + q_j)/2 over the edges of an agent. */
    private static double kappa(Contraction contraction, Graph graph, int agent) {
        double least = 1;
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            double edge = (contraction.kappa(agent) + contraction.kappa(graph.neighbor(arc))) / 2;
            least = Math.min(least, edge);
        }
        return least;
    }

    /** v_i of an agent of a whole fleet. */
    static double startGap(RoundObjective objective, int agent, From start) {
        Block block = Block.whole(objective.round().coupling());
        return startGap(objective, block, agent, previous(objective, block), start);
    }

    private static double startGap(RoundObjective objective, Block block, int row, double[] previous, From start) {
        Round round = objective.round();
        int agent = block.agent(row);
        return StartGap.of(
                block, row, round.cost(agent), round.beta(), objective.regularization(agent), previous, start);
    }

    /** x_{t−1}, column by column. */
    private static double[] previous(RoundObjective objective, Block block) {
        double[] previous = new double[block.columns() * block.dimension()];
        for (int column = 0; column < block.columns(); column++) {
            objective.previous().copyTo(block.agent(column), previous, column * block.dimension());
        }
        return previous;
    }
}
