package io.acord.lab.run;

import io.acord.acord.HindsightSweeps;
import io.acord.acord.PlayedBooks;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.instance.Instance;
import io.acord.lab.recorded.RecordedActions;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the actions of a run prove about the hindsight optimum, looked at again when all is over: the books of what was
 * played, and hindsight sweeps (theory 12.2). Nothing but the scenario and the actions is needed, so that it does not
 * matter who played them, and the optimum need not be solved. One lower bound serves all policies of a repeat.
 *
 * @param sweeps over the rounds of each policy
 * @param policies in the order of the file
 */
public record RunAudit(Scenario scenario, int sweeps, List<OfPolicy> policies) {

    public RunAudit {
        policies = List.copyOf(policies);
    }

    /**
     * One policy in one repeat.
     *
     * @param books what nobody can have paid less than, by what it played
     * @param swept the same after sweeps over its rounds
     * @param atLeast the best that the rounds of all policies of this repeat prove
     */
    public record Bounds(int repeat, double paid, double books, double swept, double atLeast) {
        public double booksRatio() {
            return RunBooks.ratio(paid, books);
        }

        public double sweptRatio() {
            return RunBooks.ratio(paid, swept);
        }

        public double ratioAtMost() {
            return RunBooks.ratio(paid, atLeast);
        }

        /** Whether somebody paid less than is said to be possible: then a cost is not what it says. */
        public boolean isContradicted() {
            return atLeast > paid + 1e-9 * Math.abs(paid);
        }
    }

    /** One policy in all repeats that are in the file. */
    public record OfPolicy(String name, List<Bounds> repeats) {
        public OfPolicy {
            repeats = List.copyOf(repeats);
        }
    }

    /**
     * Looks at a folder that {@code run}, {@code swarm} or {@code spark} wrote.
     *
     * @param threads never change a result
     * @throws BadInputException if something that is needed is missing or does not fit the scenario
     */
    public static RunAudit of(Path folder, int sweeps, int threads) {
        HindsightSweeps hindsight = HindsightSweeps.of(sweeps, threads);
        Path file = folder.resolve("scenario.yaml");
        Path actions = folder.resolve("actions.csv");
        Complaints complaints = new Complaints();
        for (Path needed : List.of(file, actions)) {
            if (!Files.isRegularFile(needed)) {
                complaints.add(
                        needed.toString(),
                        "is not there",
                        "the folder of a run, with scenario.yaml and actions.csv",
                        "name the folder that ./acord run wrote, with output: {actions: csv}");
            }
        }
        complaints.throwIfAny();
        Scenario scenario = ScenarioReader.read(file, List.of());
        RecordedActions recorded =
                RecordedActions.read(scenario, new DataFile(actions.toString(), actions, complaints), "nameless");
        complaints.throwIfAny();
        return new RunAudit(scenario, sweeps, look(scenario, recorded, hindsight));
    }

    private static List<OfPolicy> look(Scenario scenario, RecordedActions recorded, HindsightSweeps hindsight) {
        Map<String, List<Bounds>> found = new LinkedHashMap<>();
        recorded.byPolicy().keySet().forEach(name -> found.put(name, new ArrayList<>()));
        for (int r = 0; r < scenario.repeats(); r++) {
            int repeat = r;
            if (recorded.byPolicy().values().stream().noneMatch(repeats -> repeats.containsKey(repeat))) {
                continue;
            }
            Instance instance = scenario.instance(scenario.seed() + repeat);
            List<Round> rounds = IntStream.rangeClosed(1, instance.horizon())
                    .mapToObj(instance::round)
                    .toList();
            Map<String, Bounds> own = new LinkedHashMap<>();
            recorded.byPolicy().forEach((name, repeats) -> {
                List<Actions> played = repeats.get(repeat);
                if (played != null) {
                    own.put(name, bounds(repeat, instance, rounds, played, hindsight));
                }
            });
            double best =
                    own.values().stream().mapToDouble(Bounds::atLeast).max().orElseThrow();
            own.forEach((name, bounds) -> found.getOrDefault(name, new ArrayList<>())
                    .add(new Bounds(repeat, bounds.paid(), bounds.books(), bounds.swept(), best)));
        }
        List<OfPolicy> policies = new ArrayList<>();
        found.forEach((name, bounds) -> policies.add(new OfPolicy(name, bounds)));
        return policies;
    }

    /** Of one policy alone. */
    private static Bounds bounds(
            int repeat, Instance instance, List<Round> rounds, List<Actions> actions, HindsightSweeps hindsight) {
        PlayedBooks books = new PlayedBooks(instance.start());
        Actions previous = instance.start();
        double paid = 0;
        for (int t = 0; t < rounds.size(); t++) {
            paid += rounds.get(t).cost(actions.get(t), previous).total();
            books.close(rounds.get(t), actions.get(t));
            previous = actions.get(t);
        }
        double asPlayed = books.atLeast();
        double swept = Math.max(
                asPlayed, hindsight.improve(instance.start(), rounds, actions).atLeast());
        return new Bounds(repeat, paid, asPlayed, swept, swept);
    }
}
