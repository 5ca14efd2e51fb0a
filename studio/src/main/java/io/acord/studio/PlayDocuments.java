package io.acord.studio;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.draw.GraphLayout;
import io.acord.lab.instance.Instance;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.optimum.Interval;
import io.acord.lab.report.Report;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Repeat;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.web.JsonDocument;
import io.acord.web.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonGenerator;

/** What a play is asked for, as JSON. */
final class PlayDocuments {

    private PlayDocuments() {}

    static byte[] meta(LivePlay play) {
        Scenario scenario = play.scenario();
        Optional<LivePlay.Ready> ready = play.ready();
        Optional<Problem> failure = play.failure();
        return JsonDocument.object(json -> {
            json.writeStringProperty("id", play.id());
            json.writeStringProperty(
                    "state", failure.isPresent() ? "failed" : ready.isPresent() ? "ready" : "preparing");
            failure.ifPresent(why -> {
                json.writeName("problem");
                json.writeRawValue(
                        new String(why.json("/api/plays/" + play.id()), java.nio.charset.StandardCharsets.UTF_8)
                                .strip());
            });
            json.writeStringProperty("name", scenario.name());
            json.writeNumberProperty("seed", scenario.seed());
            json.writeNumberProperty("repeats", scenario.repeats());
            json.writeNumberProperty("agents", scenario.agents());
            json.writeNumberProperty("dimension", scenario.dimension());
            json.writeNumberProperty("horizon", scenario.horizon());
            if (scenario.agents() <= AgentGroups.MOST_AGENTS) {
                JsonDocument.strings(json, "names", scenario.names());
            }
            json.writeStringProperty("text", scenario.text());
            JsonDocument.strings(json, "sets", scenario.sets());
            json.writeStringProperty("canonical", scenario.canonical());
            json.writeNumberProperty("played", play.played().size());
            algorithms(play, json);
            if (ready.isPresent()) {
                known(scenario, ready.get(), json);
            }
            ScenarioControls.of(scenario).write(json);
        });
    }

    private static void algorithms(LivePlay play, JsonGenerator json) {
        json.writeArrayPropertyStart("algorithms");
        List<Scenario.Algorithm> algorithms = play.scenario().algorithms();
        for (int a = 0; a < algorithms.size(); a++) {
            Scenario.Algorithm algorithm = algorithms.get(a);
            json.writeStartObject();
            json.writeStringProperty("name", algorithm.name());
            json.writeStringProperty("kind", algorithm.kind());
            json.writeBooleanProperty("hasIterations", play.hasIterations(a));
            int index = a;
            List<List<Repeat.Turn>> played = play.played();
            if (play.hasIterations(a) && !played.isEmpty()) {
                json.writeNumberProperty(
                        "iterations",
                        played.get(played.size() - 1).get(index).move().iterations());
            } else {
                json.writeNullProperty("iterations");
            }
            play.recipe(a)
                    .ifPresentOrElse(
                            recipe -> json.writeStringProperty(
                                    "variant", recipe.variant().word()),
                            () -> json.writeNullProperty("variant"));
            algorithm.policy().caveat().ifPresent(why -> json.writeStringProperty("caveat", why));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void known(Scenario scenario, LivePlay.Ready ready, JsonGenerator json) {
        json.writeObjectPropertyStart("optimum");
        JsonDocument.number(json, "lower", ready.optimum().lowerBound());
        JsonDocument.number(json, "upper", ready.optimum().upperBound());
        json.writeEndObject();
        JsonDocument.number(json, "promisedRatio", ready.promise().ratio());
        json.writeBooleanProperty("isPromiseLeast", ready.promise().isLeast());
        AgentGroups groups = ready.groups();
        if (groups == null) {
            json.writeNullProperty("groups");
        } else {
            json.writeObjectPropertyStart("groups");
            json.writeNumberProperty("count", groups.count());
            json.writeArrayPropertyStart("sizes");
            for (int g = 0; g < groups.count(); g++) {
                json.writeNumber(groups.size(g));
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        if (ready.repeat().instance().origins(1).isPresent()) {
            json.writeNumberProperty("place", scenario.dimension());
            json.writeArrayPropertyStart("obstacles");
            for (Obstacle obstacle : ready.repeat().instance().obstacles()) {
                json.writeStartArray();
                for (int c = 0; c < scenario.dimension(); c++) {
                    json.writeNumber(obstacle.center(c));
                }
                json.writeNumber(obstacle.radius());
                json.writeEndArray();
            }
            json.writeEndArray();
        } else {
            json.writeNullProperty("place");
        }
    }

    static byte[] curves(LivePlay play) {
        LivePlay.Ready ready = play.needReady();
        List<List<Repeat.Turn>> played = play.played();
        return JsonDocument.object(json -> {
            JsonDocument.counted(json, "rounds", played.size());
            json.writeArrayPropertyStart("algorithms");
            List<Scenario.Algorithm> algorithms = play.scenario().algorithms();
            for (int a = 0; a < algorithms.size(); a++) {
                int index = a;
                List<Repeat.Turn> turns =
                        played.stream().map(round -> round.get(index)).toList();
                json.writeStartObject();
                json.writeStringProperty("name", algorithms.get(a).name());
                costs(json, turns, Repeat.Turn::cost);
                series(json, "certificate", turns, Repeat.Turn::certificate);
                series(json, "certifiedRatio", turns, Repeat.Turn::certifiedRatio);
                series(json, "overpaid", turns, turn -> turn.overpaid().amount());
                json.writeArrayPropertyStart("overpayer");
                turns.forEach(turn -> json.writeString(
                        play.scenario().names().get(turn.overpaid().agent())));
                json.writeEndArray();
                series(json, "iterations", turns, turn -> turn.move().iterations());
                series(json, "messages", turns, turn -> turn.move().traffic().messages());
                series(json, "bytes", turns, turn -> turn.move().traffic().bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectPropertyStart("opt");
            costs(json, ready.optimal(), Function.identity());
            json.writeEndObject();
        });
    }

    private static <T> void costs(JsonGenerator json, List<T> rounds, Function<T, Cost> cost) {
        series(json, "hitting", rounds, round -> cost.apply(round).hitting());
        series(json, "switching", rounds, round -> cost.apply(round).switching());
        series(json, "dissimilarity", rounds, round -> cost.apply(round).dissimilarity());
        series(json, "total", rounds, round -> cost.apply(round).total());
    }

    private static <T> void series(JsonGenerator json, String key, List<T> rounds, ToDoubleFunction<T> value) {
        JsonDocument.numbers(json, key, rounds.stream().mapToDouble(value).toArray());
    }

    static byte[] round(LivePlay play, int t, int algorithm) {
        LivePlay.Ready ready = play.needReady();
        Repeat.Turn turn = play.turn(t, algorithm);
        Instance instance = ready.repeat().instance();
        int d = instance.dimension();
        return JsonDocument.object(json -> {
            json.writeNumberProperty("round", t);
            json.writeStringProperty(
                    "algorithm", play.scenario().algorithms().get(algorithm).name());
            json.writeStringProperty("graph", "g" + ready.graphs().get(t - 1));
            actions(json, ready, turn.actions(), turn.previous(), t);
            differences(json, ready, instance.round(t), turn.actions());
            cost(json, "cost", turn.cost());
            JsonDocument.number(json, "certificate", turn.certificate());
            json.writeNumberProperty("iterations", turn.move().iterations());
            json.writeNumberProperty("messages", turn.move().traffic().messages());
            json.writeNumberProperty("bytes", turn.move().traffic().bytes());
            json.writeNumberProperty("d", d);
        });
    }

    /** Where everybody is, or the middle of each group. */
    static void actions(JsonGenerator json, LivePlay.Ready ready, Actions x, Actions previous, int t) {
        Instance instance = ready.repeat().instance();
        int d = instance.dimension();
        AgentGroups groups = ready.groups();
        Function<double[], double[]> shown = flat -> groups == null ? flat : groups.means(flat, d);
        JsonDocument.points(json, "actions", shown.apply(x.toArray()), d);
        JsonDocument.points(json, "previous", shown.apply(previous.toArray()), d);
        Optional<double[]> origins = instance.origins(t);
        if (origins.isPresent()) {
            double[] places = x.toArray();
            for (int at = 0; at < places.length; at++) {
                places[at] += origins.get()[at];
            }
            JsonDocument.points(json, "positions", shown.apply(places), d);
        } else {
            json.writeNullProperty("positions");
        }
    }

    /**
     * What each edge has of the dissimilarity cost; of a large fleet each pair of groups, and what is within groups.
     */
    static void differences(JsonGenerator json, LivePlay.Ready ready, Round round, Actions x) {
        Coupling coupling = round.coupling();
        Graph graph = coupling.graph();
        double[] flat = x.toArray();
        double[] shares = new double[graph.edges()];
        Arrays.setAll(shares, e -> round.beta() / 2 * coupling.squaredDifference(e, flat));
        AgentGroups groups = ready.groups();
        if (groups == null) {
            JsonDocument.numbers(json, "differences", shares);
            return;
        }
        AgentGroups.Edges edges = groups.edges(graph);
        double[] between = new double[edges.graph().edges()];
        double[] within = new double[groups.count()];
        for (int e = 0; e < shares.length; e++) {
            if (edges.edgeOf()[e] >= 0) {
                between[edges.edgeOf()[e]] += shares[e];
            } else {
                within[groups.of(graph.tail(e))] += shares[e];
            }
        }
        JsonDocument.numbers(json, "differences", between);
        JsonDocument.numbers(json, "within", within);
    }

    private static void cost(JsonGenerator json, String key, Cost cost) {
        json.writeObjectPropertyStart(key);
        JsonDocument.number(json, "hitting", cost.hitting());
        JsonDocument.number(json, "switching", cost.switching());
        JsonDocument.number(json, "dissimilarity", cost.dissimilarity());
        JsonDocument.number(json, "total", cost.total());
        json.writeEndObject();
    }

    static byte[] graph(LivePlay play, String key) {
        LivePlay.Ready ready = play.needReady();
        int t = key.matches("g[1-9]\\d{0,8}") ? Integer.parseInt(key.substring(1)) : 0;
        if (!ready.graphs().contains(t)) {
            throw StudioProblems.missing("There is no such graph in this play.");
        }
        Graph graph = ready.repeat().instance().round(t).graph();
        AgentGroups groups = ready.groups();
        AgentGroups.Edges between = groups == null ? null : groups.edges(graph);
        Graph shown = between == null ? graph : between.graph();
        GraphLayout layout = ready.layout();
        return JsonDocument.object(json -> {
            json.writeArrayPropertyStart("edges");
            for (int e = 0; e < shown.edges(); e++) {
                json.writeStartArray();
                json.writeNumber(shown.tail(e));
                json.writeNumber(shown.head(e));
                json.writeEndArray();
            }
            json.writeEndArray();
            if (between != null) {
                json.writeArrayPropertyStart("weights");
                for (int count : between.counts()) {
                    json.writeNumber(count);
                }
                json.writeEndArray();
            }
            json.writeArrayPropertyStart("layout");
            for (int i = 0; i < shown.agents(); i++) {
                json.writeStartArray();
                json.writeNumber((float) ((layout.x(i) + 1) / 2));
                json.writeNumber((float) ((layout.y(i) + 1) / 2));
                json.writeEndArray();
            }
            json.writeEndArray();
        });
    }

    static byte[] verdict(LivePlay play) {
        LivePlay.Ready ready = play.needReady();
        Optional<RunResult> result = play.result();
        if (result.isPresent()) {
            return verdict(result.get());
        }
        List<List<Repeat.Turn>> played = play.played();
        List<Scenario.Algorithm> algorithms = play.scenario().algorithms();
        int rounds = played.size();
        return JsonDocument.object(json -> {
            double optimum = ready.optimal().stream()
                    .limit(rounds)
                    .mapToDouble(Cost::total)
                    .sum();
            json.writeArrayPropertyStart("lines");
            json.writeString(soFar(algorithms, played, play.scenario().horizon(), optimum));
            json.writeEndArray();
            json.writeNullProperty("holds");
            json.writeArrayPropertyStart("algorithms");
            for (int a = 0; a < algorithms.size(); a++) {
                int index = a;
                List<Repeat.Turn> turns =
                        played.stream().map(round -> round.get(index)).toList();
                json.writeStartObject();
                json.writeStringProperty("name", algorithms.get(a).name());
                JsonDocument.number(
                        json, "total", sum(turns, turn -> turn.cost().total()));
                JsonDocument.number(
                        json, "hitting", sum(turns, turn -> turn.cost().hitting()));
                JsonDocument.number(
                        json, "switching", sum(turns, turn -> turn.cost().switching()));
                JsonDocument.number(
                        json, "dissimilarity", sum(turns, turn -> turn.cost().dissimilarity()));
                json.writeNullProperty("ratioToOpt");
                JsonDocument.number(json, "certificate", sum(turns, Repeat.Turn::certificate));
                json.writeNullProperty("bound");
                JsonDocument.number(
                        json,
                        "messagesPerRound",
                        sum(turns, turn -> turn.move().traffic().messages()) / Math.max(1, rounds));
                JsonDocument.number(
                        json,
                        "bytesPerRound",
                        sum(turns, turn -> turn.move().traffic().bytes()) / Math.max(1, rounds));
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static double sum(List<Repeat.Turn> turns, ToDoubleFunction<Repeat.Turn> value) {
        return turns.stream().mapToDouble(value).sum();
    }

    private static String soFar(
            List<Scenario.Algorithm> algorithms, List<List<Repeat.Turn>> played, int horizon, double optimum) {
        if (played.isEmpty()) {
            return "No round of " + horizon + " has been played yet.";
        }
        List<String> paid = new ArrayList<>();
        for (int a = 0; a < algorithms.size(); a++) {
            int index = a;
            double total = played.stream()
                    .mapToDouble(round -> round.get(index).cost().total())
                    .sum();
            paid.add(algorithms.get(a).name() + " " + String.format(Locale.ROOT, "%.4g", total));
        }
        return "Round " + played.size() + " of " + horizon + ": paid so far " + String.join(", ", paid)
                + String.format(Locale.ROOT, "; the hindsight optimum %.4g up to here.", optimum);
    }

    private static byte[] verdict(RunResult result) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("headline", Report.headline(result));
            json.writeArrayPropertyStart("lines");
            for (Verdict.Check check : result.verdict().checks()) {
                json.writeString(check.words());
            }
            json.writeString(
                    result.verdict().isKept()
                            ? "Verdict: every promise that was checked was kept."
                            : "Verdict: a promise was BROKEN.");
            json.writeEndArray();
            json.writeBooleanProperty("holds", result.verdict().isKept());
            JsonDocument.objects(json, "checks", result.verdict().checks(), check -> {
                json.writeStringProperty("id", check.id());
                json.writeStringProperty("outcome", check.outcome().name().toLowerCase(Locale.ROOT));
                json.writeStringProperty("words", check.words());
            });
            json.writeArrayPropertyStart("algorithms");
            for (AlgorithmResult algorithm : result.algorithms()) {
                algorithm(json, algorithm);
            }
            json.writeEndArray();
        });
    }

    private static void algorithm(JsonGenerator json, AlgorithmResult algorithm) {
        Cost cost = algorithm.meanCost();
        Interval ratio = algorithm.ratios().get(0);
        json.writeStartObject();
        json.writeStringProperty("name", algorithm.name());
        JsonDocument.number(json, "total", algorithm.totals().get(0));
        JsonDocument.number(json, "hitting", cost.hitting());
        JsonDocument.number(json, "switching", cost.switching());
        JsonDocument.number(json, "dissimilarity", cost.dissimilarity());
        json.writeObjectPropertyStart("ratioToOpt");
        JsonDocument.number(json, "mean", ratio.high());
        JsonDocument.number(json, "max", ratio.high());
        JsonDocument.number(json, "low", ratio.low());
        json.writeEndObject();
        JsonDocument.number(json, "certificate", algorithm.meanCertificate().orElse(Double.NaN));
        if (algorithm.bound().isPresent()) {
            AlgorithmResult.Bound bound = algorithm.bound().get();
            json.writeObjectPropertyStart("bound");
            JsonDocument.number(json, "ratio", bound.ratio());
            JsonDocument.number(json, "additive", bound.additive());
            json.writeBooleanProperty("holds", bound.holds());
            json.writeEndObject();
        } else {
            json.writeNullProperty("bound");
        }
        JsonDocument.number(json, "iterationsPerRound", algorithm.effort().iterationsPerRound());
        JsonDocument.number(json, "messagesPerRound", algorithm.effort().messagesPerRound());
        JsonDocument.number(json, "bytesPerRound", algorithm.effort().bytesPerRound());
        json.writeEndObject();
    }
}
