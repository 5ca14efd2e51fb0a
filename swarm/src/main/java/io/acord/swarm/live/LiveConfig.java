package io.acord.swarm.live;

import io.acord.foresight.Trust;
import io.acord.lab.scenario.Scenario;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.LatePolicy;
import io.acord.recipe.Recipe;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the file of a live agent says.
 *
 * @param recipe what the fleet plays
 * @param beta the price of differing, until a controller says another
 * @param patience for so long a round waits for its costs
 * @param names of all agents that the file knows, by id; unknown ids have none that anybody could say
 * @param agents those of this member, in the order of their ids
 * @param application whose readings controllers tell; null if they tell costs
 * @param foresight how the fleet looks ahead; null: not at all
 */
public record LiveConfig(
        Feed feed,
        Recipe recipe,
        int dimension,
        double beta,
        LatePolicy late,
        Duration patience,
        List<String> names,
        List<LiveAgent> agents,
        @Nullable Scenario application,
        @Nullable Lookahead foresight) {

    /** A fleet that is told costs and does not look ahead. */
    public LiveConfig(
            Feed feed,
            Recipe recipe,
            int dimension,
            double beta,
            LatePolicy late,
            Duration patience,
            List<String> names,
            List<LiveAgent> agents) {
        this(feed, recipe, dimension, beta, late, patience, names, agents, null, null);
    }

    /**
     * How a fleet looks ahead; the same for all members.
     *
     * @param window k, rounds ahead
     */
    public record Lookahead(int window, Trust trust) {}

    /** Where controllers speak. */
    public sealed interface Feed {

        /** At standard input and output. */
        record Pipe() implements Feed {}

        /** At an address of this machine. */
        record Http(InetSocketAddress address) implements Feed {}

        /** At a socket in the file system, which only the owner of the member may open. */
        record Unix(Path path) implements Feed {}

        /**
         * At a broker.
         *
         * @param user null if it asks for none
         */
        record Mqtt(String broker, String topic, @Nullable String user, String password) implements Feed {

            @Override
            public String toString() {
                return broker + " " + topic; // and not the password: it would be in a log
            }
        }
    }

    /**
     * An agent of this member.
     *
     * @param start x_0
     * @param round edges and the price of moving, until its controller says others; no cost
     */
    public record LiveAgent(int id, String name, List<Double> start, AgentRound round) {}
}
