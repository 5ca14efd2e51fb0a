package io.acord.swarm.live;

import io.acord.fleet.NewRound;
import io.acord.input.Complaints;
import io.acord.lab.data.RoundReader;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.LiveEdge;
import io.acord.protocol.live.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Costs, edges and prices of moving as controllers tell them. Safe for many threads. */
final class ToldCosts implements ToldRounds {

    private final LiveConfig config;

    /** Who there is. */
    private record Known(List<String> names, Set<Integer> hosted, RoundReader reader) {}

    private volatile Known known;

    /** @param known agents that somebody hosts */
    ToldCosts(LiveConfig config, Set<Integer> known) {
        this.config = config;
        this.known = known(config.names(), known);
    }

    private Known known(List<String> names, Set<Integer> hosted) {
        return new Known(names, Set.copyOf(hosted), new RoundReader(names, config.dimension()));
    }

    @Override
    public void know(List<String> names, Set<Integer> hosted) {
        known = known(names, hosted);
    }

    @Override
    public Offer read(byte[] body, Set<Integer> spokenFor) {
        Known there = known;
        RoundReader.AgentSent sent = there.reader().readAgent(body, spokenFor, config.foresight() != null);
        List<LiveEdge> edges = sent.edges().map(ToldCosts::edges).orElse(null);
        Complaints complaints = new Complaints();
        for (int k = 0; edges != null && k < edges.size(); k++) {
            int to = edges.get(k).to();
            if (!there.hosted().contains(to)) {
                complaints.add(
                        "/edges/" + k + "/to",
                        "is \"" + there.names().get(to) + "\", which no member hosts",
                        "an agent of a member that this one knows",
                        "add its member to members, in the file of this one");
            }
        }
        complaints.throwIfAny();
        return new Offer(
                sent.round(),
                sent.agent(),
                ToldRounds.oneLine(body),
                sent.cost(),
                edges,
                sent.beta(),
                sent.switching(),
                sent.forecast());
    }

    private static List<LiveEdge> edges(List<RoundReader.EdgeSent> sent) {
        List<LiveEdge> edges = new ArrayList<>();
        for (RoundReader.EdgeSent edge : sent) {
            double[][] a = edge.a();
            double[] offset = edge.offset();
            edges.add(new LiveEdge(
                    edge.to(),
                    edge.weight(),
                    a == null ? Numbers.NONE : Numbers.of(flat(a)),
                    offset == null ? Numbers.NONE : Numbers.of(offset)));
        }
        return edges;
    }

    private static double[] flat(double[][] rows) {
        double[] flat = new double[rows.length * rows[0].length];
        for (int r = 0; r < rows.length; r++) {
            System.arraycopy(rows[r], 0, flat, r * rows[0].length, rows[0].length);
        }
        return flat;
    }

    @Override
    public Optional<LocalRound> described(Decision decision, NewRound draft) {
        draft.beta(decision.beta()).forecasts(decision.forecasts());
        for (int row = 0; row < config.agents().size(); row++) {
            int id = config.agents().get(row).id();
            AgentRound agent = decision.agents().get(row);
            draft.cost(id, Objects.requireNonNull(agent.cost())).switchingWeight(id, agent.switching());
            for (LiveEdge edge : agent.edges()) {
                draft.edge(
                        id,
                        edge.to(),
                        edge.weight(),
                        rows(edge.matrix()),
                        edge.offset().toArray());
            }
        }
        return draft.build();
    }

    private double[][] rows(Numbers flat) {
        int d = config.dimension();
        double[][] rows = new double[flat.size() / d][d];
        for (int r = 0; r < rows.length; r++) {
            flat.copyTo(r * d, rows[r], 0, d);
        }
        return rows;
    }
}
