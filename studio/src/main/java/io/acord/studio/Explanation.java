package io.acord.studio;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.run.IterationRecord;
import io.acord.lab.run.Repeat;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.web.JsonDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Why an agent is where it is after iteration k: x^k minimises its local problem, so what pulls at it cancels. Its own
 * cost pulls by −∇f, its past by λb(x_prev − x), the neighbour at the other end of e by 2βW_e(z_e − x), z_e the
 * midpoint that the problem was solved with (with JACOBI by βW_e(y_j − x)).
 */
final class Explanation {

    private static final int MOST_TOLD = 40;

    /**
     * One thing that pulls at the agent.
     *
     * @param neighbour −1 if it is none
     * @param towards where it would have the agent
     */
    @SuppressWarnings("ArrayRecordComponent") // written and forgotten
    record Force(String of, int neighbour, double[] force, double[] towards) {
        double size() {
            return Math.sqrt(Arrays.stream(force).map(c -> c * c).sum());
        }
    }

    private final IterationRecord record;
    private final int agent;
    private final int k;
    private final double[] x;
    private final List<Force> forces = new ArrayList<>();
    private final Subgradient own;

    Explanation(IterationRecord record, int agent, int k) {
        this.record = record;
        this.agent = agent;
        this.k = k;
        this.x = record.actions(k).of(agent);
        int d = x.length;
        RoundObjective objective = record.objective();
        double[] previous = objective.previous().of(agent);
        double[] past = new double[d];
        double[] balance = new double[d];
        for (int c = 0; c < d; c++) {
            past[c] = objective.regularization(agent) * (previous[c] - x[c]);
            balance[c] = past[c];
        }
        List<Force> others = new ArrayList<>();
        others.add(new Force("past", -1, past, previous));
        Coupling coupling = objective.round().coupling();
        Graph graph = coupling.graph();
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            double[] towards = record.pulledTo(k, agent, arc);
            double[] force = new double[d];
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    force[r] += record.pull() * coupling.gram(graph.edge(arc), r, c) * (towards[c] - x[c]);
                }
                balance[r] += force[r];
            }
            others.add(new Force("neighbour", graph.neighbor(arc), force, towards));
        }
        this.own = Subgradient.of(objective.round().cost(agent), x, balance);
        double[] pull = Arrays.stream(own.gradient()).map(c -> 0.0 - c).toArray();
        double[] favourite = x.clone();
        objective.round().cost(agent).argmin(new io.acord.cost.QuadraticPull(d), favourite);
        forces.add(new Force("own cost", -1, pull, favourite));
        forces.addAll(others);
    }

    List<Force> forces() {
        return forces;
    }

    Subgradient own() {
        return own;
    }

    double[] sum() {
        double[] sum = new double[x.length];
        for (Force force : forces) {
            for (int c = 0; c < sum.length; c++) {
                sum[c] += force.force()[c];
            }
        }
        return sum;
    }

    double largest() {
        return forces.stream().mapToDouble(Force::size).max().orElse(0);
    }

    byte[] json(Repeat.Turn turn, int t, IntFunction<String> names) {
        Graph graph = record.objective().round().graph();
        return JsonDocument.object(json -> {
            json.writeNumberProperty("agent", agent);
            json.writeStringProperty("name", names.apply(agent));
            json.writeNumberProperty("round", t);
            json.writeNumberProperty("k", k);
            JsonDocument.numbers(json, "action", x);
            JsonDocument.numbers(json, "before", turn.previous().of(agent));
            JsonDocument.objects(json, "forces", forces, force -> {
                json.writeStringProperty("of", force.of());
                if (force.neighbour() >= 0) {
                    json.writeNumberProperty("neighbour", force.neighbour());
                    json.writeStringProperty("name", names.apply(force.neighbour()));
                }
                JsonDocument.numbers(json, "force", force.force());
                JsonDocument.number(json, "size", force.size());
                JsonDocument.numbers(json, "towards", force.towards());
                if (force.of().equals("own cost")) {
                    json.writeStringProperty("found", own.isSmooth() ? "gradient" : "subgradient");
                    json.writeBooleanProperty("isSubgradient", own.isSubgradient());
                }
            });
            JsonDocument.numbers(json, "sum", sum());
            JsonDocument.number(json, "largest", largest());
            json.writeArrayPropertyStart("told");
            for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
                told(json, agent, graph.neighbor(arc), names);
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("heard");
            for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
                told(json, graph.neighbor(arc), graph.neighbor(arc), names);
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("bytesOnEdges");
            for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
                int j = graph.neighbor(arc);
                json.writeStartObject();
                json.writeNumberProperty("neighbour", j);
                json.writeStringProperty("name", names.apply(j));
                json.writeNumberProperty("toThem", bytes(agent));
                json.writeNumberProperty("fromThem", bytes(j));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringProperty("words", words(turn, names));
        });
    }

    private boolean talks() {
        return record.objective().round().isCoupled();
    }

    private int messages(int speaker) {
        return talks() ? record.messagesPerArc(speaker) : 0;
    }

    private long bytes(int speaker) {
        return (long) messages(speaker) * record.bytesPerMessage();
    }

    /** What one agent told the other end of an edge: actions, and nothing else. */
    private void told(JsonGenerator json, int speaker, int other, IntFunction<String> names) {
        json.writeStartObject();
        json.writeNumberProperty("neighbour", other);
        json.writeStringProperty("name", names.apply(other));
        json.writeNumberProperty("messages", messages(speaker));
        json.writeNumberProperty("bytes", bytes(speaker));
        List<double[]> said = talks() ? said(speaker) : List.of();
        json.writeArrayPropertyStart("actions");
        said.stream().limit(MOST_TOLD).forEach(action -> JsonDocument.numbers(json, action));
        json.writeEndArray();
        json.writeEndObject();
    }

    /**
     * In the order in which it was told: a start that is not common, what is shown after each iteration, and the action
     * itself in the end.
     */
    private List<double[]> said(int speaker) {
        List<double[]> said = new ArrayList<>();
        if (record.recipe().from() == From.PREVIOUS) {
            said.add(record.shown(0).of(speaker));
        }
        int last = record.iterations(speaker);
        for (int iteration = 1; iteration <= last && said.size() < MOST_TOLD; iteration++) {
            if (iteration > record.kept()) {
                break;
            }
            Actions actions = record.actions(iteration);
            if (iteration < last || record.recipe().tellsBoth()) {
                said.add(record.shown(iteration).of(speaker));
            }
            if (iteration == last || record.recipe().tellsBoth()) {
                said.add(actions.of(speaker));
            }
        }
        return said;
    }

    private String words(Repeat.Turn turn, IntFunction<String> names) {
        double[] before = turn.previous().of(agent);
        double moved = 0;
        for (int c = 0; c < x.length; c++) {
            moved += (x[c] - before[c]) * (x[c] - before[c]);
        }
        String path = Math.sqrt(moved) == 0
                ? "stayed at " + point(x)
                : "moved by " + number(Math.sqrt(moved)) + ", from " + point(before) + " to " + point(x);
        List<Force> bySize = forces.stream()
                .sorted(Comparator.comparingDouble(Force::size).reversed())
                .toList();
        Force first = bySize.get(0);
        if (first.size() == 0) {
            return "Agent " + names.apply(agent) + " " + path + "; nothing pulls at it there.";
        }
        double[] along = first.force();
        String held = bySize.stream()
                .skip(1)
                .filter(force -> against(force.force(), along) && force.size() > 0.01 * first.size())
                .limit(3)
                .map(force -> name(force, names) + " (" + number(force.size()) + ")")
                .collect(Collectors.joining(", "));
        return "Agent " + names.apply(agent) + " " + path + ". There " + name(first, names) + " pulls hardest ("
                + number(first.size()) + ")" + (held.isEmpty() ? "" : " and is held by " + held) + ".";
    }

    private static boolean against(double[] force, double[] along) {
        double product = 0;
        for (int c = 0; c < force.length; c++) {
            product += force[c] * along[c];
        }
        return product < 0;
    }

    private static String name(Force force, IntFunction<String> names) {
        return switch (force.of()) {
            case "own cost" -> "its own cost";
            case "past" -> "its past";
            default -> "neighbour " + names.apply(force.neighbour());
        };
    }

    private static String point(double[] x) {
        return x.length == 1
                ? number(x[0])
                : Arrays.stream(x).mapToObj(Explanation::number).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String number(double value) {
        return ShortNumber.of(value);
    }
}
