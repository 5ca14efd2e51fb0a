package io.acord.spark;

import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Scenarios to play, and what the engine in memory makes of them. */
final class Fleets {

    static final int AGENTS = 60;

    private Fleets() {}

    /** {@code ring}, {@code random-regular} or {@code barabasi-albert}, the same in all rounds or changing. */
    static String graph(String kind, boolean changing, Path folder) throws IOException {
        return switch (kind) {
            case "ring" -> changing ? changingRing(folder) : "{kind: ring}";
            case "random-regular" -> "{kind: random-regular, degree: 4" + (changing ? ", every: 2}" : "}");
            case "barabasi-albert" -> "{kind: barabasi-albert, m: 2" + (changing ? ", every: 1}" : "}");
            default -> throw new AssertionError(kind);
        };
    }

    /** A ring whose agents have another chord in every round. */
    private static String changingRing(Path folder) throws IOException {
        StringBuilder csv = new StringBuilder("round,i,j,weight\n");
        for (int i = 0; i < AGENTS; i++) {
            csv.append(",").append(i).append(',').append((i + 1) % AGENTS).append(",1\n");
        }
        for (int t = 1; t <= 6; t++) {
            csv.append(t).append(',').append(t).append(',').append(t + 20).append(",0.5\n");
        }
        Files.writeString(folder.resolve("edges.csv"), csv);
        return "{kind: csv, file: edges.csv}";
    }

    /** A scenario of {@value #AGENTS} agents and six rounds. */
    static Path scenario(Path folder, String graph, String acord) throws IOException {
        return scenario(folder, "{kind: spikes, p: 0.7, q: 0.9}", graph, acord);
    }

    static Path scenario(Path folder, String costs, String graph, String acord) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: blocks
                seed: 7
                horizon: 6
                agents: %d
                beta: 5
                costs: %s
                graph: %s
                algorithms:
                  - acord: %s
                """.formatted(AGENTS, costs, graph, acord));
        return file;
    }

    static Job.Plan plan(Path file, int blocks, Path work) throws IOException {
        return plan(file, List.of(), blocks, work);
    }

    static Job.Plan plan(Path file, List<String> sets, int blocks, Path work) throws IOException {
        Scenario scenario = ScenarioReader.read(file, sets);
        return new Job.Plan(
                scenario, file, sets, blocks, work, 1, Duration.ofSeconds(60), null, false, Job.Dealing.AUTOMATIC);
    }

    /** What the engine in memory plays. */
    static List<Actions> expected(Scenario scenario) {
        return moves(scenario, scenario.instance(scenario.seed())).stream()
                .map(Move::actions)
                .toList();
    }

    /** c, ω and ξ of all agents after every round, by the engine in memory. */
    static List<double[]> expectedBooks(Scenario scenario) {
        Instance instance = scenario.instance(scenario.seed());
        Books books = new Books(instance.dimension(), instance.start().toArray());
        List<double[]> all = new ArrayList<>();
        for (Move move : moves(scenario, instance)) {
            Round round = instance.round(all.size() + 1);
            move.decision().orElseThrow().entries().close(round, move.actions(), books);
            all.add(books.toArray());
        }
        return all;
    }

    static List<Move> moves(Scenario scenario, Instance instance) {
        Setting setting = new Setting(
                instance.agents(),
                instance.dimension(),
                instance.horizon(),
                scenario.lambdaRule(instance),
                scenario.seed(),
                1);
        Contestant contestant = Contestant.of(scenario.algorithms().get(0).policy(), instance, setting);
        List<Move> moves = new ArrayList<>();
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            moves.add(contestant.decide(t, at));
            at = moves.get(t - 1).actions();
        }
        return moves;
    }

    /** What blocks play. */
    static List<Actions> played(Job.Plan plan, Stage stage) throws Exception {
        return played(plan, stage, t -> {});
    }

    static List<Actions> played(Job.Plan plan, Stage stage, IntConsumer progress) throws Exception {
        try (Job job = Job.prepare(plan, progress)) {
            job.play(stage);
            return played(job);
        }
    }

    static List<Actions> played(Job job) throws IOException {
        List<Actions> played = new ArrayList<>();
        job.read(round -> played.add(round.actions().orElseThrow()));
        return played;
    }
}
