package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds.Reading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads rounds that a program sends in the units of a field: {@code {"readings": {"a": {"load_kw": 1}, …}, "beta": 2}}.
 *
 * <p>Where everybody speaks for one agent only: {@code {"round": 5, "agent": "a", "readings": {"load_kw": 1},
 * "neighbours": {"b": {"load_kw": 2}}, "beta": 2}}. Places of complaints are JSON pointers. Immutable.
 */
public final class ReadingsReader {

    private final RoundReader rounds;
    private final List<Reading> readings;

    /** @param rounds who knows the agents */
    public ReadingsReader(RoundReader rounds, List<Reading> readings) {
        this.rounds = rounds;
        this.readings = List.copyOf(readings);
    }

    /**
     * What was sent of a round.
     *
     * @param told agent by agent
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and thrown away
    public record Sent(double[] told, OptionalDouble beta) {}

    /**
     * Reads a round of all agents.
     *
     * @throws io.acord.input.BadInputException with every complaint, each with its JSON pointer
     */
    public Sent read(byte[] document) {
        JsonNode.Obj object = rounds.object(document, "write {\"readings\": {…}}");
        Complaints complaints = new Complaints();
        JsonFields fields = new JsonFields(object, "", new JsonPlaces.Pointers(), complaints);
        List<String> names = rounds.names();
        double[] told = new double[names.size() * readings.size()];
        JsonFields agents = fields.section("readings");
        for (int i = 0; agents != null && i < names.size(); i++) {
            RoundReader.stopIfEnough(complaints);
            double[] numbers = numbers(agents.member(names.get(i)), Set.of());
            System.arraycopy(numbers, 0, told, i * readings.size(), numbers.length);
        }
        if (agents != null) {
            agents.refuseUnknown();
        }
        OptionalDouble beta = fields.has("beta") ? RoundReader.beta(fields) : OptionalDouble.empty();
        fields.refuseUnknown();
        complaints.throwIfAny();
        return new Sent(told, beta);
    }

    private double[] numbers(@Nullable JsonFields agent, Set<String> untold) {
        double[] numbers = new double[readings.size()];
        for (int c = 0; agent != null && c < numbers.length; c++) {
            Reading reading = readings.get(c);
            numbers[c] = agent.reading(reading);
            if (untold.contains(reading.name()) && agent.has(reading.name())) {
                agent.complain(
                        reading.name(),
                        "is there",
                        "none, because what comes of it takes the actions of neighbours that live elsewhere",
                        "omit it, or let one member host the agents that are coupled");
            }
        }
        if (agent != null) {
            agent.refuseUnknown();
        }
        return numbers;
    }

    /**
     * What was sent of one agent's round.
     *
     * @param told by id: of the agent, and of neighbours
     */
    public record AgentSent(int round, int agent, Map<Integer, double[]> told, OptionalDouble beta) {}

    /** Whose readings an agent has to tell beside its own, by id. */
    @FunctionalInterface
    public interface Neighbours {
        Set<Integer> of(int agent, int round);
    }

    /**
     * Reads one agent's round.
     *
     * @param spokenFor the ids of agents that the sender may speak for; if it is one only, it need not be named
     * @param untold names of readings that are not taken here
     * @throws io.acord.input.BadInputException with every complaint, each with its JSON pointer
     */
    public AgentSent readAgent(byte[] document, Set<Integer> spokenFor, Neighbours neighbours, Set<String> untold) {
        JsonNode.Obj object = rounds.object(document, "write {\"round\": 1, \"agent\": \"a\", \"readings\": {…}}");
        Complaints complaints = new Complaints();
        JsonFields fields = new JsonFields(object, "", new JsonPlaces.Pointers(), complaints);
        int round = fields.round();
        int agent = rounds.speaker(fields, spokenFor);
        Map<Integer, double[]> told = new LinkedHashMap<>();
        JsonFields own = fields.section("readings");
        told.put(agent, numbers(own, untold));
        Set<Integer> others = agent >= 0 && round > 0 ? neighbours.of(agent, round) : Set.of();
        if (others.isEmpty() && fields.has("neighbours")) {
            fields.complain(
                    "neighbours",
                    "is there",
                    "the agent's own readings alone, because those of others do not matter to it",
                    "drop it");
        } else if (!others.isEmpty() && !fields.has("neighbours")) {
            fields.complain(
                    "neighbours",
                    "is missing",
                    "the readings of "
                            + others.stream().map(rounds.names()::get).collect(Collectors.joining(", "))
                            + ", because what couples two agents here takes the readings of both",
                    "tell them, or let one member host all that are coupled");
        } else if (!others.isEmpty()) {
            neighbours(fields, others, untold, told);
        }
        OptionalDouble beta = fields.has("beta") ? RoundReader.beta(fields) : OptionalDouble.empty();
        for (String key : List.of("cost", "edges", "switching", "forecast")) {
            if (fields.has(key)) {
                fields.complain(key, "is there", "readings, because the scenario makes the rest of them", "drop it");
            }
        }
        fields.refuseUnknown();
        complaints.throwIfAny();
        return new AgentSent(round, agent, told, beta);
    }

    private void neighbours(JsonFields fields, Set<Integer> others, Set<String> untold, Map<Integer, double[]> told) {
        JsonFields all = fields.section("neighbours");
        if (all != null) {
            others.forEach(id -> told.put(id, numbers(all.member(rounds.names().get(id)), untold)));
            all.refuseUnknown();
        }
    }
}
