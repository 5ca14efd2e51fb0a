package io.acord.lab.data;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads rounds that a program sends: {@code {"costs": {"a": {"type": …}, …}, "edges": [{"i": "a", "j": "b"}, …],
 * "beta": 2}}.
 *
 * <p>A cost is what the lines of {@link JsonCosts} have under {@code cost}; a quadratic may omit its type and be
 * {@code {"alpha": 2, "v": [1]}}. An edge is a line of {@link JsonGraph} without its round. {@code edges} and
 * {@code beta} may be left out. Places of complaints are JSON pointers. Immutable.
 *
 * <p>Where everybody speaks for one agent only: {@code {"round": 5, "agent": "a", "cost": {…}, "edges": [{"to": "b",
 * "weight": 2}], "beta": 2, "switching": 1}}.
 */
public final class RoundReader {

    private static final int FEW = 1000; // names among which a similar one is looked for
    private static final int ENOUGH = 100; // complaints, after which a round is not looked at any further

    private final List<String> names;
    private final int dimension;
    private final Map<String, Integer> ids = new HashMap<>();

    /** For the agents of these names, in the order of their ids. */
    public RoundReader(List<String> names, int dimension) {
        this.names = names;
        this.dimension = dimension;
        for (int i = 0; i < names.size(); i++) {
            ids.put(names.get(i), i);
        }
    }

    /**
     * What was sent of a round.
     *
     * @param costs by id; null for agents that were left out
     * @param coupling the edges, if there were any to replace the usual ones
     * @param switching b of every agent, if it was sent
     * @param forecasts by id, of the next round first; nothing for agents of whom nothing was sent
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and thrown away
    public record Sent(
            @Nullable HittingCost[] costs,
            Optional<Coupling> coupling,
            OptionalDouble beta,
            Optional<double[]> switching,
            Map<Integer, List<HittingCost>> forecasts) {}

    /**
     * Reads a round.
     *
     * @param mayBeLeftOut whether an agent, by its id, needs no cost
     * @throws BadInputException with every complaint, each with its JSON pointer
     */
    public Sent read(byte[] document, IntPredicate mayBeLeftOut) {
        JsonNode.Obj object = object(document, "write {\"costs\": {…}}");
        Complaints complaints = new Complaints();
        JsonFields fields = new JsonFields(object, "", new JsonPlaces.Pointers(), complaints);
        @Nullable HittingCost[] costs = costs(fields.section("costs"), mayBeLeftOut, complaints);
        Optional<Coupling> coupling = fields.has("edges") ? edges(fields, complaints) : Optional.empty();
        OptionalDouble beta = fields.has("beta") ? beta(fields) : OptionalDouble.empty();
        Optional<double[]> switching = fields.has("switching") ? switching(fields) : Optional.empty();
        Map<Integer, List<HittingCost>> forecasts =
                fields.has("forecasts") ? forecasts(fields.section("forecasts"), complaints) : Map.of();
        fields.refuseUnknown();
        complaints.throwIfAny();
        return new Sent(costs, coupling, beta, switching, forecasts);
    }

    /**
     * An edge from the agent that speaks of it, weight · β/2 ‖A(x − x_to − offset)‖².
     *
     * @param a rows; null for the unit matrix
     * @param offset null for 0
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and thrown away
    public record EdgeSent(int to, double weight, double @Nullable [] @Nullable [] a, double @Nullable [] offset) {}

    /**
     * What was sent of one agent's round.
     *
     * @param edges empty if nothing was said of edges
     * @param forecast of its next costs, the next round's first; empty if nothing was said
     */
    public record AgentSent(
            int round,
            int agent,
            HittingCost cost,
            Optional<List<EdgeSent>> edges,
            OptionalDouble beta,
            OptionalDouble switching,
            List<HittingCost> forecast) {}

    List<String> names() {
        return names;
    }

    JsonNode.Obj object(byte[] document, String fix) {
        try {
            return JsonNode.Reader.object(document, mostTokens());
        } catch (JsonNode.Malformed malformed) {
            throw Complaints.refuse(
                    "",
                    "line " + malformed.line() + ", column " + (malformed.at() + 1) + ": " + malformed.problem(),
                    "one JSON object in UTF-8",
                    fix);
        }
    }

    /**
     * Reads one agent's round.
     *
     * @param spokenFor the ids of agents that the sender may speak for; if it is one only, it need not be named
     * @param looksAhead whether forecasts are taken
     * @throws BadInputException with every complaint, each with its JSON pointer
     */
    public AgentSent readAgent(byte[] document, Set<Integer> spokenFor, boolean looksAhead) {
        JsonNode.Obj object = object(document, "write {\"round\": 1, \"agent\": \"a\", \"cost\": {…}}");
        Complaints complaints = new Complaints();
        JsonFields fields = new JsonFields(object, "", new JsonPlaces.Pointers(), complaints);
        int round = fields.round();
        int agent = speaker(fields, spokenFor);
        JsonFields described = fields.section("cost");
        HittingCost cost = described == null ? null : cost(described);
        Optional<List<EdgeSent>> edges =
                fields.has("edges") && agent >= 0 ? Optional.of(edgesFrom(agent, fields)) : Optional.empty();
        OptionalDouble beta = fields.has("beta") ? beta(fields) : OptionalDouble.empty();
        OptionalDouble switching = OptionalDouble.empty();
        if (fields.has("switching")) {
            switching = OptionalDouble.of(fields.number("switching"));
            refuseNegative(fields, "switching", switching.getAsDouble());
        }
        List<HittingCost> forecast = new ArrayList<>();
        if (fields.has("forecast") && looksAhead) {
            for (JsonFields next : fields.members("forecast")) {
                Optional.ofNullable(cost(next)).ifPresent(forecast::add);
            }
        } else if (fields.has("forecast")) {
            fields.complain(
                    "forecast",
                    "is there",
                    "no forecast, because this fleet does not look ahead",
                    "drop it, or write foresight: {window: 4} into the files of all members");
        }
        fields.refuseUnknown();
        complaints.throwIfAny();
        if (cost == null) {
            throw new AssertionError("no cost and no complaint");
        }
        return new AgentSent(round, agent, cost, edges, beta, switching, forecast);
    }

    /** The id of the agent that is spoken for; −1 if there is none, which is complained about. */
    int speaker(JsonFields fields, Set<Integer> allowed) {
        if (!fields.has("agent") && allowed.size() == 1) {
            return allowed.iterator().next();
        }
        int id = agent(fields, "agent");
        if (id >= 0 && !allowed.contains(id)) {
            List<String> here = new TreeSet<>(allowed).stream().map(names::get).toList();
            fields.complain(
                    "agent",
                    "is \"" + names.get(id) + "\", which lives elsewhere",
                    "an agent of this member: " + String.join(", ", here),
                    "ask its own member");
            return -1;
        }
        return id;
    }

    private List<EdgeSent> edgesFrom(int agent, JsonFields fields) {
        List<EdgeSent> edges = new ArrayList<>();
        List<JsonNode> items = fields.list("edges");
        Map<Integer, Integer> known = new HashMap<>(); // the other end -> the edge that leads there
        for (int k = 0; k < items.size(); k++) {
            JsonFields edge = fields.item("edges", items.get(k), k);
            if (edge == null) {
                continue;
            }
            int to = agent(edge, "to");
            Form form = form(edge);
            if (to < 0 || form == null) {
                continue;
            }
            if (isNewEdge(edge, agent, to, known.putIfAbsent(to, k))) {
                edges.add(new EdgeSent(to, form.weight(), form.matrix(), form.offset()));
            }
        }
        return edges;
    }

    /** Far more than a round of these agents has, and few enough to be read in a moment where agents are few. */
    private long mostTokens() {
        double agents = names.size();
        double numbers = (dimension + 2.0) * (dimension + 2.0); // of a matrix, with what is around it
        return (long) (500_000 + 4 * (100 * agents + agents * agents) * numbers);
    }

    /** A million bad edges are one mistake made a million times: it is not looked at as often. */
    static void stopIfEnough(Complaints complaints) {
        if (complaints.size() >= ENOUGH) {
            List<Complaint> all = new ArrayList<>(complaints.all());
            all.add(new Complaint(
                    "",
                    "was not looked at any further",
                    "no complaint at all",
                    "repair the ones above, the rest is likely of the same kind"));
            throw new BadInputException(all);
        }
    }

    private @Nullable HittingCost[] costs(
            @Nullable JsonFields fields, IntPredicate mayBeLeftOut, Complaints complaints) {
        @Nullable HittingCost[] costs = new HittingCost[names.size()];
        if (fields == null) {
            return costs;
        }
        for (String name : fields.names()) {
            stopIfEnough(complaints);
            Integer id = ids.get(name);
            if (id == null) {
                fields.complainOf(name, "is not an agent", "agents of the scenario", similar(name, "drop it"));
                continue;
            }
            JsonFields described = fields.member(name);
            if (described != null) {
                costs[id] = cost(described);
            }
        }
        for (int i = 0; i < costs.length; i++) {
            stopIfEnough(complaints);
            if (costs[i] == null && !fields.names().contains(names.get(i)) && !mayBeLeftOut.test(i)) {
                fields.complainOf(
                        names.get(i),
                        "is missing",
                        "a cost for every agent, because a cost is needed to decide",
                        "add it, or write costs: {missing: hold, …} in the scenario to keep the last one");
            }
        }
        return costs;
    }

    /** A cost of the right dimension; null if that is complained about. */
    private @Nullable HittingCost cost(JsonFields described) {
        boolean plain = !described.has("type") && described.has("alpha");
        HittingCost cost = plain ? JsonCosts.plainQuadratic(described) : JsonCosts.cost(described);
        if (cost != null && cost.dimension() != dimension) {
            described.complain(
                    "has " + cost.dimension() + " coordinates",
                    dimension + ", as actions have",
                    "give vectors " + dimension + " numbers");
        }
        return cost;
    }

    /** {@code {agent: [cost of the next round, of the one after it, …]}}. */
    private Map<Integer, List<HittingCost>> forecasts(@Nullable JsonFields fields, Complaints complaints) {
        Map<Integer, List<HittingCost>> believed = new HashMap<>();
        if (fields == null) {
            return believed;
        }
        for (String name : fields.names()) {
            stopIfEnough(complaints);
            Integer id = ids.get(name);
            if (id == null) {
                fields.complainOf(name, "is not an agent", "agents of the scenario", similar(name, "drop it"));
                continue;
            }
            List<HittingCost> next = new ArrayList<>();
            for (JsonFields described : fields.members(name)) {
                HittingCost cost = cost(described);
                if (cost != null) {
                    next.add(cost);
                }
            }
            believed.put(id, next);
        }
        return believed;
    }

    private String similar(String name, String otherwise) {
        return (names.size() > FEW || name.length() > 100 ? Optional.<String>empty() : NearestWord.to(name, names))
                .map(near -> "did you mean " + near + "?")
                .orElse(otherwise);
    }

    static OptionalDouble beta(JsonFields fields) {
        double beta = fields.number("beta");
        if (beta < 0) {
            fields.complain(
                    "beta",
                    "is " + beta,
                    "a number of 0 or more, because a negative one would reward differing",
                    "drop the sign");
        }
        return OptionalDouble.of(beta);
    }

    /** One number for everybody, or one by name where those who are not named have 1. */
    private Optional<double[]> switching(JsonFields fields) {
        double[] b = new double[names.size()];
        if (!fields.isObject("switching")) {
            Arrays.fill(b, fields.number("switching"));
            refuseNegative(fields, "switching", b[0]);
            return Optional.of(b);
        }
        Arrays.fill(b, 1);
        JsonFields named = fields.section("switching");
        if (named == null) {
            return Optional.empty();
        }
        for (String name : named.names()) {
            Integer id = ids.get(name);
            if (id == null) {
                named.complainOf(name, "is not an agent", "agents of the scenario", similar(name, "drop it"));
                continue;
            }
            b[id] = named.number(name);
            refuseNegative(named, name, b[id]);
        }
        return Optional.of(b);
    }

    private static void refuseNegative(JsonFields fields, String key, double b) {
        if (b < 0) {
            fields.complainOf(
                    key,
                    "is " + b,
                    "a number of 0 or more, because a negative one would reward moving",
                    "write 0 where moving is free");
        }
    }

    private Optional<Coupling> edges(JsonFields fields, Complaints complaints) {
        List<JsonNode> items = fields.list("edges");
        Coupling.Builder coupling = Coupling.builder(names.size(), dimension);
        Map<Long, Integer> known = new HashMap<>(); // two ends -> the edge that joins them
        boolean sound = true;
        for (int k = 0; k < items.size(); k++) {
            stopIfEnough(complaints);
            JsonFields edge = fields.item("edges", items.get(k), k);
            sound &= edge != null && add(edge, k, known, coupling);
        }
        return sound ? Optional.of(coupling.build()) : Optional.empty();
    }

    /** What an edge charges. */
    @SuppressWarnings("ArrayRecordComponent") // read once and thrown away
    private record Form(double weight, double @Nullable [] @Nullable [] matrix, double @Nullable [] offset) {

        /** What the weight does not say; null if it says all. */
        EdgeLines.@Nullable Shape shape() {
            return matrix == null && offset == null ? null : new EdgeLines.Shape(matrix, offset);
        }
    }

    /** What an edge charges; null if that is complained about. */
    private @Nullable Form form(JsonFields edge) {
        double[][] matrix = edge.has("A") ? edge.matrix("A") : null;
        double weight = edge.has("weight") ? edge.number("weight") : 1;
        double[] offset = edge.has("offset") ? edge.vector("offset") : null;
        edge.refuseUnknown();
        boolean read = (matrix != null || !edge.has("A")) && (offset != null || !edge.has("offset"));
        Form form = new Form(weight, matrix, offset);
        return read && !Double.isNaN(weight) && isSound(edge, weight, form.shape()) ? form : null;
    }

    private boolean add(JsonFields edge, int number, Map<Long, Integer> known, Coupling.Builder coupling) {
        int i = agent(edge, "i");
        int j = agent(edge, "j");
        Form form = form(edge);
        if (i < 0 || j < 0 || form == null) {
            return false;
        }
        Integer twin = i == j ? null : known.putIfAbsent((long) Math.min(i, j) * names.size() + Math.max(i, j), number);
        if (!isNewEdge(edge, i, j, twin)) {
            return false;
        }
        EdgeLines.Shape shape = form.shape();
        if (shape == null) {
            coupling.edge(i, j, form.weight());
        } else {
            shape.addTo(coupling, i, j, form.weight());
        }
        return true;
    }

    /**
     * Whether an edge joins two agents that no other has joined; complains if not.
     *
     * @param twin the number of an edge that has; null if there is none
     */
    private boolean isNewEdge(JsonFields edge, int i, int j, @Nullable Integer twin) {
        if (i == j) {
            edge.complain(
                    "joins agent " + names.get(i) + " with itself",
                    "two different agents, because nobody differs from himself",
                    "drop it");
            return false;
        }
        if (twin != null) {
            edge.complain(
                    "couples " + names.get(i) + " and " + names.get(j) + " again, after edge " + twin,
                    "each edge once, because its dissimilarity is charged once",
                    "drop one of the two, or add up their weights");
            return false;
        }
        return true;
    }

    /** The id of an end of an edge; −1 if there is none, which is complained about. */
    private int agent(JsonFields edge, String key) {
        String name = edge.name(key);
        if (name == null) {
            return -1;
        }
        Integer id = ids.get(name);
        if (id == null) {
            edge.complain(
                    key,
                    "is " + new JsonNode.Text(name, 0).shown(),
                    "an agent of the scenario",
                    similar(name, "correct the name, or drop the edge"));
        }
        return id == null ? -1 : id;
    }

    /** What the library says of an edge. */
    private boolean isSound(JsonFields edge, double weight, EdgeLines.@Nullable Shape shape) {
        try {
            Coupling.Builder alone = Coupling.builder(2, dimension);
            if (shape == null) {
                alone.edge(0, 1, weight);
            } else {
                shape.addTo(alone, 0, 1, weight);
            }
            alone.build();
            return true;
        } catch (BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                String part = complaint.where().replace("edge (0, 1).", "");
                edge.complain(
                        part.startsWith("weight *") ? "A" : part,
                        complaint.found(),
                        complaint.needed(),
                        complaint.fix());
            }
            return false;
        }
    }
}
