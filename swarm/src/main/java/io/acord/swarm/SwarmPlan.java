package io.acord.swarm;

import io.acord.fleet.transport.Transport;
import io.acord.graph.Graph;
import io.acord.lab.partition.Partition;
import io.acord.lab.partition.Partitioner;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.swarm.part.PartFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a swarm plays.
 *
 * @param file of the scenario
 * @param deadline of a round's action, from the round's start
 * @param pace rounds start at most this often
 * @param tls jdk or native
 * @param transport what carries messages
 * @param capture whether every frame that crosses is kept, for audits
 * @param folder of the run
 */
record SwarmPlan(
        Scenario scenario,
        Path file,
        List<String> sets,
        int processes,
        Duration deadline,
        Duration pace,
        String tls,
        Transport.Kind transport,
        boolean capture,
        Path folder) {

    /** The name of the fleet, in X.509 certificates. */
    static final String FLEET = "swarm";

    /** A process and its agents, ascending. */
    record Share(String name, List<Integer> agents) {}

    /**
     * Who hosts whom: agents that share edges in the first round live together, as far as all have about as much to do.
     * The same graph has the same shares, whenever it is asked.
     */
    List<Share> shares(Graph graph) {
        Partition partition = Partitioner.of(graph, processes);
        List<Share> shares = new ArrayList<>();
        for (int m = 0; m < processes; m++) {
            String name = String.format(Locale.ROOT, "m%04d", m);
            shares.add(new Share(
                    name, Arrays.stream(partition.agents(m)).sorted().boxed().toList()));
        }
        return shares;
    }

    /** Where the processes meet, and leave what they played. */
    Path fleet() {
        return folder.resolve("fleet");
    }

    /** What is played; of those who look ahead, without forecasts. */
    AcordPolicy acord() {
        return scenario.lookingAhead().map(ForesightPolicy::expert).orElseGet(scenario::acord);
    }

    /** What a process needs of the scenario. */
    PartFolder part(String member) {
        return new PartFolder(fleet().resolve(member + ".part"));
    }

    /** The actions that a process has given out. */
    Path actions(String member) {
        return fleet().resolve(member + ".actions.csv");
    }
}
