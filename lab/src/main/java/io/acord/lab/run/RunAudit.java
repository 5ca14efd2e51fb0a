package io.acord.lab.run;

import io.acord.acord.HindsightSweeps;
import io.acord.acord.PlayedBooks;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the actions of a run prove about the hindsight optimum, looked at again when all is over: the books of what was
 * played, and hindsight sweeps (theory 12.2). Nothing but the scenario and the actions is needed, so that it does not
 * matter who played them, and the optimum need not be solved. One lower bound serves all policies of a repeat.
 *
 * @param sweeps over the rounds of each policy
 * @param policies in the order of the file
 */
public record RunAudit(Scenario scenario, int sweeps, List<OfPolicy> policies) {

    private static final long MOST_NUMBERS = 200_000_000;

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

    /** What {@code actions.csv} says: by policy and repeat, the actions of each round, NaN where a line is missing. */
    private record Recorded(Map<String, Map<Integer, double[][]>> byPolicy) {}

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
        Recorded recorded = read(scenario, new DataFile(actions.toString(), actions, complaints));
        complaints.throwIfAny();
        return new RunAudit(scenario, sweeps, look(scenario, recorded, hindsight));
    }

    private static Recorded read(Scenario scenario, DataFile file) {
        int n = scenario.agents();
        int d = scenario.dimension();
        int horizon = scenario.horizon();
        Map<String, Integer> agents = new HashMap<>();
        for (int i = 0; i < n; i++) {
            agents.put(scenario.names().get(i), i);
        }
        List<String> columns = new ArrayList<>(List.of("algorithm", "repeat", "round", "agent"));
        for (int c = 0; c < d; c++) {
            columns.add("x" + c);
        }
        Map<String, Map<Integer, double[][]>> byPolicy = new LinkedHashMap<>();
        long[] numbers = {0};
        CsvRows.read(file, columns, List.of(), row -> {
            int repeat = (int) row.number("repeat", 0, scenario.repeats() - 1, "the scenario has so many repeats");
            int round = (int) row.number("round", 1, horizon, "the scenario has so many rounds");
            Integer agent = agents.get(row.name("agent"));
            if (agent == null) {
                row.complain("agent", "is not of the scenario", "a name of one of its agents", "correct the name");
                return;
            }
            double[][] rounds = byPolicy.computeIfAbsent(row.name("algorithm"), name -> new TreeMap<>())
                    .computeIfAbsent(repeat, first -> {
                        numbers[0] += (long) n * d * horizon;
                        refuseTooMany(numbers[0], file);
                        double[][] unknown = new double[horizon][n * d];
                        Arrays.stream(unknown).forEach(x -> Arrays.fill(x, Double.NaN));
                        return unknown;
                    });
            for (int c = 0; c < d && round >= 1; c++) {
                rounds[round - 1][agent * d + c] = row.number("x" + c);
            }
        });
        byPolicy.forEach((name, repeats) -> repeats.forEach((repeat, rounds) -> complain(name, repeat, rounds, file)));
        if (byPolicy.isEmpty()) {
            file.complaints().add(file.name(), "has no actions", "those of a run", "play the run again");
        }
        return new Recorded(byPolicy);
    }

    private static void refuseTooMany(long numbers, DataFile file) {
        if (numbers > MOST_NUMBERS) {
            throw Complaints.refuse(
                    file.name(),
                    "has more than " + MOST_NUMBERS + " numbers",
                    "at most so many, because all rounds of a policy are looked at together",
                    "audit a run of fewer repeats or policies");
        }
    }

    private static void complain(String name, int repeat, double[][] rounds, DataFile file) {
        for (int t = 1; t <= rounds.length; t++) {
            if (Arrays.stream(rounds[t - 1]).anyMatch(Double::isNaN)) {
                file.complaints()
                        .add(
                                file.name() + ": " + name + ", repeat " + repeat + ", round " + t,
                                "lacks actions",
                                "a line for every agent",
                                "take the file as it was written");
                return; // the first is enough of one repeat
            }
        }
    }

    private static List<OfPolicy> look(Scenario scenario, Recorded recorded, HindsightSweeps hindsight) {
        Map<String, List<Bounds>> found = new LinkedHashMap<>();
        recorded.byPolicy().keySet().forEach(name -> found.put(name, new ArrayList<>()));
        for (int r = 0; r < scenario.repeats(); r++) {
            int repeat = r;
            if (recorded.byPolicy().values().stream().noneMatch(repeats -> repeats.containsKey(repeat))) {
                continue;
            }
            Instance instance = scenario.instance(scenario.seed() + repeat);
            List<Round> rounds = new ArrayList<>();
            for (int t = 1; t <= instance.horizon(); t++) {
                rounds.add(instance.round(t));
            }
            Map<String, Bounds> own = new LinkedHashMap<>();
            recorded.byPolicy().forEach((name, repeats) -> {
                double[][] played = repeats.get(repeat);
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
            int repeat, Instance instance, List<Round> rounds, double[][] played, HindsightSweeps hindsight) {
        List<Actions> actions = Arrays.stream(played)
                .map(x -> Actions.flat(instance.dimension(), x))
                .toList();
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
