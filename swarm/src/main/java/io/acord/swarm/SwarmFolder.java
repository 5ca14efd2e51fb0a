package io.acord.swarm;

import io.acord.fleet.identity.Authority;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderTree;
import io.acord.lab.instance.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Makes the folder in which the processes of a swarm meet: their X.509 certificates, and a file for each of them. */
final class SwarmFolder {

    private static final String MARK = ".acord-swarm";

    private SwarmFolder() {}

    static void prepare(SwarmPlan plan, List<SwarmPlan.Share> shares, Instance instance)
            throws IOException, GeneralSecurityException {
        Path fleet = plan.fleet();
        if (Files.exists(fleet)) {
            if (!Files.exists(fleet.resolve(MARK))) {
                throw Complaints.refuse(
                        fleet.toString(), "exists and is not of a swarm", "a free name", "give another --out");
            }
            FolderTree.delete(fleet); // journals of another run would be woken up from
        }
        Files.deleteIfExists(plan.folder().resolve("swarm.json"));
        Files.createDirectories(fleet);
        Files.writeString(fleet.resolve(MARK), "");
        Authority.forOneRun(
                SwarmPlan.FLEET, shares.stream().map(SwarmPlan.Share::name).toList(), fleet.resolve("certificates"));
        List<BitSet> neighbours = neighbours(instance, shares);
        for (int m = 0; m < shares.size(); m++) {
            String config = config(plan, shares.get(m), known(plan, shares, m, neighbours.get(m)));
            Files.writeString(fleet.resolve(shares.get(m).name() + ".yaml"), config);
        }
    }

    /**
     * A member and everybody with whom it shares an edge in any round, each with those of its agents that have one:
     * nobody else is let in.
     */
    private static List<SwarmPlan.Share> known(SwarmPlan plan, List<SwarmPlan.Share> shares, int m, BitSet neighbours) {
        // A crawl tells of everybody, and frames are bounded by the agents that are known.
        boolean isWordy = !plan.acord().own().iterations().isFixed();
        List<SwarmPlan.Share> known = new ArrayList<>();
        for (int other = 0; other < shares.size(); other++) {
            SwarmPlan.Share share = shares.get(other);
            List<Integer> near = share.agents().stream().filter(neighbours::get).toList();
            if (other == m) {
                known.add(share);
            } else if (!near.isEmpty()) {
                known.add(isWordy ? share : new SwarmPlan.Share(share.name(), near));
            }
        }
        return known;
    }

    /** For each member the agents of others that share an edge with one of its own in any round. */
    private static List<BitSet> neighbours(Instance instance, List<SwarmPlan.Share> shares) {
        int[] home = new int[instance.agents()];
        List<BitSet> neighbours = new ArrayList<>();
        for (int m = 0; m < shares.size(); m++) {
            neighbours.add(new BitSet());
            for (int agent : shares.get(m).agents()) {
                home[agent] = m;
            }
        }
        Coupling seen = null; // rounds that share a graph share the object
        for (int t = 1; t <= instance.horizon(); t++) {
            Coupling coupling = instance.round(t).coupling();
            if (coupling == seen) {
                continue;
            }
            seen = coupling;
            Graph graph = coupling.graph();
            for (int e = 0; e < graph.edges(); e++) {
                int a = home[graph.tail(e)];
                int b = home[graph.head(e)];
                if (a != b) {
                    neighbours.get(a).set(graph.head(e));
                    neighbours.get(b).set(graph.tail(e));
                }
            }
        }
        return neighbours;
    }

    /** The file that {@code ./acord agent} takes: see {@link AgentConfig}. */
    private static String config(SwarmPlan plan, SwarmPlan.Share mine, List<SwarmPlan.Share> known) {
        String name = mine.name();
        List<String> lines = new ArrayList<>();
        lines.add("# One process of this swarm. ./acord agent starts it; the swarm does.");
        lines.add("fleet: " + SwarmPlan.FLEET);
        lines.add("member: " + name);
        lines.add("members:");
        for (SwarmPlan.Share one : known) {
            lines.add("  - {name: " + one.name() + ", address: \"127.0.0.1:0\", agents: " + one.agents() + "}");
        }
        lines.add("certificates: certificates");
        lines.add("part: " + plan.part(name).folder().getFileName());
        lines.add("scenario: " + quoted(plan.file().toString()));
        if (!plan.sets().isEmpty()) {
            lines.add("set: "
                    + plan.sets().stream().map(SwarmFolder::quoted).collect(Collectors.joining(", ", "[", "]")));
        }
        lines.add("deadline: " + Durations.text(plan.deadline()));
        lines.add("pace: " + Durations.text(plan.pace()));
        lines.add("journal: journal-" + name);
        lines.add("actions: " + plan.actions(name).getFileName());
        lines.add("metrics: \"127.0.0.1:0\"");
        lines.add("tls: " + plan.tls());
        lines.add("transport: " + plan.transport().name().toLowerCase(Locale.ROOT));
        lines.add("meeting: .");
        if (plan.capture()) {
            lines.add("capture: " + name + ".frames");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
