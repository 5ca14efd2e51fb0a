package io.acord;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder of golden: a scenario with its files, and what each algorithm does on it. Reads as much of the format as the
 * folders use and trips over the rest.
 */
final class GoldenInstance {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern ACORD = Pattern.compile(
            "acord: \\{iterations: (\\d+)(?:, variant: (\\w+))?(?:, lambda: paper)?(?:, from: zero)?(?:, name: ([^,}]+))?}");

    private final String folder;
    private final String scenario;
    private final List<List<HittingCost>> costs = new ArrayList<>(); // round by round, agent by agent
    private final List<Edge> edges;
    private final Map<String, Integer> ids = new LinkedHashMap<>(); // in order of first appearance in the costs
    private final Map<String, List<Step>> expected = new LinkedHashMap<>();
    final int dimension;
    final double beta;

    /** A line of the edge file; round 0 stands for all rounds. Without a matrix the edge has its weight. */
    record Edge(int round, int i, int j, double weight, List<double[]> matrix) {

        Edge turned() {
            return new Edge(round, j, i, weight, matrix);
        }

        boolean isIn(int t) {
            return round == 0 || round == t;
        }

        /** Adds this edge, between agents whose ids are shifted. */
        void addTo(Round.Builder builder, int shift) {
            if (matrix.isEmpty()) {
                builder.edge(shift + i, shift + j, weight);
            } else {
                builder.edge(shift + i, shift + j, matrix.toArray(new double[0][]));
            }
        }
    }

    /** What is played in a round, and what it costs. */
    record Step(Actions actions, Cost cost) {}

    /** An entry {@code acord} of the scenario. */
    record AcordEntry(int iterations, Variant variant) {}

    private GoldenInstance(String folder) {
        this.folder = folder;
        this.scenario = text("scenario.yaml");
        this.beta = Double.parseDouble(entry("beta", null));
        this.dimension = Integer.parseInt(entry("dimension", "1"));
        if (entry("costs", null).contains("jsonl")) {
            readJsonCosts();
        } else {
            readCsvCosts();
        }
        this.edges = entry("graph", null).contains("jsonl") ? jsonEdges() : csvEdges();
        readExpected();
    }

    static GoldenInstance read(String folder) {
        return new GoldenInstance(folder);
    }

    int agents() {
        return ids.size();
    }

    int horizon() {
        return costs.size();
    }

    /** f of an agent in round t = 1, 2, … */
    HittingCost cost(int t, int agent) {
        return costs.get(t - 1).get(agent);
    }

    /** The lines of the edge file. */
    List<Edge> edges() {
        return edges;
    }

    List<Round> rounds() {
        return rounds(edges);
    }

    /** The rounds of this instance, were its edge file to have these lines. */
    List<Round> rounds(List<Edge> lines) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= horizon(); t++) {
            Round.Builder builder = Round.builder(agents(), dimension).beta(beta);
            for (int i = 0; i < agents(); i++) {
                builder.cost(i, cost(t, i));
            }
            for (Edge edge : lines) {
                if (edge.isIn(t)) {
                    edge.addTo(builder, 0);
                }
            }
            rounds.add(builder.build());
        }
        return rounds;
    }

    /** Each agent's smallest μ of all rounds: {@code mu: horizon}. */
    double[] horizonMu() {
        double[] mu = new double[agents()];
        Arrays.fill(mu, Double.POSITIVE_INFINITY);
        for (List<HittingCost> round : costs) {
            Arrays.setAll(mu, i -> Math.min(mu[i], round.get(i).mu()));
        }
        return mu;
    }

    /** The algorithms whose play is given. */
    Set<String> algorithms() {
        return expected.keySet();
    }

    /** What an algorithm plays, round by round. */
    List<Step> expected(String algorithm) {
        return get(expected, algorithm);
    }

    /** The scenario's {@code acord} of this name. */
    AcordEntry acord(String name) {
        Matcher matcher = ACORD.matcher(scenario);
        while (matcher.find()) {
            String found = matcher.group(3) == null ? "acord" : matcher.group(3);
            if (found.equals(name)) {
                String variant = matcher.group(2) == null ? "plain" : matcher.group(2);
                return new AcordEntry(
                        Integer.parseInt(matcher.group(1)), Variant.valueOf(variant.toUpperCase(Locale.ROOT)));
            }
        }
        throw new AssertionError(folder + " has no acord called " + name);
    }

    private String entry(String key, @Nullable String usual) {
        Matcher matcher = Pattern.compile("(?m)^" + key + ": (.+)$").matcher(scenario);
        if (matcher.find()) {
            return matcher.group(1);
        }
        if (usual == null) {
            throw new AssertionError(folder + " has no " + key);
        }
        return usual;
    }

    private void readCsvCosts() {
        for (Map<String, String> row : csv("costs.csv")) {
            double[] v = dimension == 1 ? new double[] {number(row, "v")} : vector(row, "v");
            addCost(integer(row, "round"), get(row, "agent"), Quadratic.alpha(number(row, "alpha"), v));
        }
    }

    private void readJsonCosts() {
        for (JsonNode line : jsonLines("costs.jsonl")) {
            addCost(
                    line.required("round").intValue(),
                    line.required("agent").stringValue(),
                    cost(line.required("cost")));
        }
    }

    private static HittingCost cost(JsonNode json) {
        double[] v = vector(json.required("v"));
        String type = json.required("type").stringValue();
        HittingCost cost = switch (type) {
            case "quadratic" -> Quadratic.matrix(rows(json.required("Q")).toArray(new double[0][]), v);
            case "abs" ->
                AbsoluteDeviation.of(
                        json.required("weight").doubleValue(),
                        v,
                        json.required("mu").doubleValue());
            default -> throw new AssertionError("cost of type " + type);
        };
        if (!json.has("box")) {
            return cost;
        }
        JsonNode box = json.required("box");
        return Boxed.of(cost, vector(box.required("low")), vector(box.required("high")));
    }

    /** Lines come round by round and with the agents in the same order in each. */
    private void addCost(int t, String agent, HittingCost cost) {
        if (t > costs.size()) {
            costs.add(new ArrayList<>());
        }
        List<HittingCost> round = costs.get(t - 1);
        int id = ids.computeIfAbsent(agent, name -> ids.size());
        if (id != round.size()) {
            throw new AssertionError(folder + ": agent " + agent + " out of order in round " + t);
        }
        round.add(cost);
    }

    private List<Edge> csvEdges() {
        List<Edge> read = new ArrayList<>();
        for (Map<String, String> row : csv("edges.csv")) {
            int round = get(row, "round").isEmpty() ? 0 : integer(row, "round");
            read.add(new Edge(round, id(get(row, "i")), id(get(row, "j")), number(row, "weight"), List.of()));
        }
        return List.copyOf(read);
    }

    private List<Edge> jsonEdges() {
        List<Edge> read = new ArrayList<>();
        for (JsonNode line : jsonLines("edges.jsonl")) {
            int i = id(line.required("i").stringValue());
            int j = id(line.required("j").stringValue());
            read.add(new Edge(line.required("round").intValue(), i, j, 1, rows(line.required("A"))));
        }
        return List.copyOf(read);
    }

    private void readExpected() {
        Map<String, double[][]> actions = new LinkedHashMap<>();
        for (Map<String, String> row : csv("expected-actions.csv")) {
            double[][] all = actions.computeIfAbsent(get(row, "algorithm"), name -> unknown());
            double[] x = vector(row, "x");
            System.arraycopy(x, 0, all[integer(row, "round") - 1], id(get(row, "agent")) * dimension, dimension);
        }
        for (Map<String, String> row : csv("expected-costs.csv")) {
            String algorithm = get(row, "algorithm");
            List<Step> steps = expected.computeIfAbsent(algorithm, name -> new ArrayList<>());
            if (integer(row, "round") != steps.size() + 1) {
                throw new AssertionError(folder + ": rounds of " + algorithm + " out of order");
            }
            Cost cost = new Cost(number(row, "hitting"), number(row, "switching"), number(row, "dissimilarity"));
            if (Math.abs(cost.total() - number(row, "total")) > 1e-14 * cost.total()) {
                throw new AssertionError(folder + ": the parts do not add up in " + row);
            }
            double[] x = get(actions, algorithm)[steps.size()];
            if (Arrays.stream(x).anyMatch(Double::isNaN)) {
                throw new AssertionError(folder + ": actions are missing for " + row);
            }
            steps.add(new Step(Actions.flat(dimension, x), cost));
        }
    }

    private double[][] unknown() {
        double[][] all = new double[horizon()][agents() * dimension];
        for (double[] round : all) {
            Arrays.fill(round, Double.NaN);
        }
        return all;
    }

    private int id(String agent) {
        return get(ids, agent);
    }

    private double[] vector(Map<String, String> row, String name) {
        double[] v = new double[dimension];
        Arrays.setAll(v, c -> number(row, name + c));
        return v;
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(get(row, column));
    }

    private static int integer(Map<String, String> row, String column) {
        return Integer.parseInt(get(row, column));
    }

    private static double[] vector(JsonNode json) {
        return JSON.treeToValue(json, double[].class);
    }

    private static List<double[]> rows(JsonNode json) {
        return List.of(JSON.treeToValue(json, double[][].class));
    }

    private static <V> V get(Map<String, V> map, String key) {
        V value = map.get(key);
        if (value == null) {
            throw new AssertionError("no " + key + " in " + map.keySet());
        }
        return value;
    }

    private List<JsonNode> jsonLines(String file) {
        return text(file).lines().map(JSON::readTree).toList();
    }

    private List<Map<String, String>> csv(String file) {
        List<String> lines = text(file).lines().toList();
        String[] header = lines.get(0).split(",", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int k = 0; k < header.length; k++) {
                row.put(header[k], fields[k]);
            }
            rows.add(row);
        }
        return rows;
    }

    private String text(String file) {
        String path = "/golden/" + folder + "/" + file;
        try (InputStream in = GoldenInstance.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new AssertionError("no " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
