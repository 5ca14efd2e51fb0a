package io.acord.lab.scenario;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.optimum.OptimumRule;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Overrides;
import io.acord.lab.options.Value;
import io.acord.lab.options.YamlFile;
import io.acord.lab.policy.Sight;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads scenario files. Everything that is wrong with one, its data files and the overrides is complained about at
 * once, and before anything is played.
 *
 * <p>What a file may omit: {@code name} (then it is the file's, without the ending), {@code seed} (1), {@code repeats}
 * (1), {@code horizon}, {@code agents} and {@code dimension} where the costs tell them ({@code dimension} is 1 if they
 * do not), {@code start} (0), {@code beta} and {@code switching} (1, as in the library), {@code mu} (horizon),
 * {@code threads} (all cores), {@code optimum} (solved where it is cheap), {@code output} (actions as csv).
 */
public final class ScenarioReader {

    private static final double LARGEST_BETA = 1e100;

    private static final String PARQUET =
            "parquet comes with the module acord-parquet: start with ./acord, which adds it, or put io.acord:acord-parquet on the class path";

    private final Complaints complaints = new Complaints();
    private final String file;
    private Path folder;
    private final SizeLimit limit;

    private ScenarioReader(String file, Path folder, SizeLimit limit) {
        this.file = file;
        this.folder = folder;
        this.limit = limit;
    }

    /**
     * Reads a file; names of other files in it are relative to its folder.
     *
     * @param sets overrides, each {@code key=value}
     * @throws BadInputException with every complaint
     */
    public static Scenario read(Path file, List<String> sets) {
        Path folder = file.getParent();
        ScenarioReader reader =
                new ScenarioReader(file.toString(), folder == null ? Path.of("") : folder, SizeLimit.ANY);
        Optional<String> text = YamlFile.text(file, "a scenario file", reader.complaints);
        reader.complaints.throwIfAny();
        return reader.scenario(text.orElseThrow(), sets);
    }

    /**
     * Reads a scenario that is not a file.
     *
     * @param fileName what complaints call it
     * @param folder against which names of files in it are resolved
     */
    public static Scenario readText(String text, String fileName, Path folder, List<String> sets) {
        return readText(text, fileName, folder, sets, SizeLimit.ANY);
    }

    /**
     * Reads a scenario that is not a file, of at most a certain size.
     *
     * @param fileName what complaints call it
     * @param folder against which names of files in it are resolved
     */
    public static Scenario readText(String text, String fileName, Path folder, List<String> sets, SizeLimit limit) {
        return new ScenarioReader(fileName, folder, limit).scenario(text, sets);
    }

    private Scenario scenario(String text, List<String> sets) {
        Value.Mapping root = Overrides.apply(root(text), sets, complaints);
        Options top = new Options(root, "", complaints);
        folder = folder(top);
        String name = name(top);
        long seed = seed(top);
        int repeats = top.integer("repeats", 1, 1, 1_000_000);
        SizeReader sizes = new SizeReader(folder, limit, complaints);
        DeclaredSize declared = sizes.declared(top);
        MuRule mu = mu(top);
        int threads = top.integer("threads", Runtime.getRuntime().availableProcessors(), 1, 4096);
        OptimumRule optimum = optimum(top);
        Scenario.Output output = output(top);

        int before = complaints.size();
        CostSource costs = source(
                top, "costs", "what the agents pay", KnownKinds.get().costs(), (kind, o) -> kind.create(o, declared));
        boolean costsSound = complaints.size() == before;
        CostSource.@Nullable Size size =
                costs == null ? null : sizes.fitting(sizes.size(top, declared, costs, costsSound), root);
        DeclaredSize known = size == null
                ? declared
                : new DeclaredSize(
                        folder,
                        Optional.of(size.names()),
                        OptionalInt.of(size.agents()),
                        OptionalInt.of(size.dimension()),
                        declared.horizon());
        before = complaints.size();
        Map<String, String> decided = costs == null ? Map.of() : costs.decides();
        decided.forEach((key, why) -> refuseDecided(top, key, why));
        GraphSource own = costs == null ? null : costs.graph().orElse(null);
        GraphSource named = own != null
                ? null
                : source(
                        top,
                        "graph",
                        "who is coupled with whom",
                        KnownKinds.get().graphs(),
                        (kind, o) -> kind.create(o, known));
        GraphSource graph = own != null ? own : named == null || costs == null ? null : costs.coupling(named);
        boolean graphSound = complaints.size() == before && (own == null || costsSound);

        List<Double> betas = betas(top, size);
        SwitchingWeights switching = SwitchingWeights.read(top, size);
        Actions given = start(top, size);
        ForecastSource forecasts = !top.has("forecasts")
                ? null
                : source(
                        top,
                        "forecasts",
                        "what agents believe",
                        KnownKinds.get().forecasts(),
                        (kind, o) -> kind.create(o, known));
        List<Scenario.Algorithm> algorithms = fitted(new AlgorithmsReader(complaints).read(top), costs, size);
        refuseWithoutForecasts(top, algorithms);
        top.refuseUnknownKeys();
        if (costs != null && size != null && costsSound && !costs.isOnline()) {
            collect("costs", () -> refuseSecondSwitching(top, costs.costs(size, seed)));
        }
        if (graph != null && size != null && graphSound && costsSound) {
            collect("graph", () -> graph.graphs(size, seed));
        }
        complaints.throwIfAny();
        if (costs == null || graph == null || size == null || given == null) {
            throw new AssertionError("something is missing and nobody complained");
        }
        Actions start =
                costs.isOnline() ? given : costs.costs(size, seed).start().orElse(given);
        Scenario.Source source = new Scenario.Source(
                file,
                folder,
                text,
                List.copyOf(sets),
                CanonicalText.of(root, decided.keySet(), name, seed, repeats, size, betas, start, mu));
        Scenario scenario = new Scenario(
                name,
                seed,
                repeats,
                size,
                start,
                betas,
                switching,
                mu,
                threads,
                optimum,
                output,
                costs,
                graph,
                Optional.ofNullable(forecasts),
                algorithms,
                source);
        tryFirstRound(scenario);
        return scenario;
    }

    /** Where the files of the scenario are: beside it, or where it says. */
    private Path folder(Options top) {
        String given = top.text("folder").orElse("");
        try {
            Path there = folder.resolve(given);
            if (given.isEmpty() || Files.isDirectory(there)) {
                return there;
            }
        } catch (InvalidPathException impossible) {
            // complained about like one that is not there
        }
        top.complain(
                "folder", "a folder, relative to the scenario's own", "correct it, or omit it for the scenario's own");
        return folder;
    }

    /** Complains about a key that is the costs' to decide. */
    private static void refuseDecided(Options top, String key, String why) {
        if (top.has(key)) {
            top.complain(key, "no such key, because " + why, "drop the key");
        }
    }

    private static void refuseWithoutForecasts(Options top, List<Scenario.Algorithm> algorithms) {
        for (Scenario.Algorithm each : algorithms) {
            if (!top.has("forecasts") && each.policy().sight() instanceof Sight.Forecasting) {
                top.missing(
                        "forecasts",
                        "what agents believe of their next costs, because " + each.name() + " plans with it:"
                                + " {kind: persistence} needs no file");
                return;
            }
        }
    }

    private static void refuseSecondSwitching(Options top, CostSource.Costs costs) {
        if (costs.switchingWeights(1).isPresent()) {
            refuseDecided(top, "switching", "these costs say themselves what moving costs");
        }
    }

    private Value.Mapping root(String text) {
        Value value = YamlFile.parse(text, file, complaints).orElse(null);
        if (value instanceof Value.Mapping mapping) {
            return mapping;
        }
        if (value != null) {
            complaints.add(
                    value.place(),
                    value instanceof Value.Scalar scalar && scalar.isNull() ? "is empty" : "is " + value.shown(),
                    "a scenario: keys such as costs, graph and algorithms",
                    "start with costs: {kind: …}");
        }
        complaints.throwIfAny();
        throw new AssertionError("no mapping and no complaint");
    }

    /** Runs something that may refuse its input, and takes over what it says. */
    private void collect(String where, Runnable check) {
        try {
            check.run();
        } catch (BadInputException refused) {
            refused.complaints()
                    .forEach(complaint -> complaints.add(
                            located(complaint.where()) ? complaint : complaint.within(file + ": " + where)));
        }
    }

    /** Whether a complaint says itself in which file or option something is wrong. */
    private static boolean located(String where) {
        return where.contains(":") || where.startsWith("--set ");
    }

    private void tryFirstRound(Scenario scenario) {
        collect("round 1", () -> {
            if (scenario.costs().isOnline()) {
                scenario.graph().graphs(scenario.size(), scenario.seed()).round(1);
                return;
            }
            var instance = scenario.instance(scenario.seed());
            instance.round(1);
            if (scenario.mu().kind() == MuRule.Kind.NUMBER) {
                scenario.lambdaRule(instance);
            }
        });
        complaints.throwIfAny();
    }

    private String name(Options top) {
        String fallback = file.substring(file.lastIndexOf('/') + 1);
        int dot = fallback.lastIndexOf('.');
        String name = top.text("name").orElse(dot > 0 ? fallback.substring(0, dot) : fallback);
        if (top.has("name") && (name.matches(".*[/\\\\\\p{Cntrl}].*") || name.startsWith(".") || name.length() > 100)) {
            top.complain(
                    "name",
                    "at most 100 characters without / and \\ that do not start with a dot, because a folder is named by it",
                    "choose a name such as ring-of-twenty");
        }
        return name;
    }

    private long seed(Options top) {
        Value value = top.value("seed").orElse(null);
        if (value == null) {
            return 1;
        }
        if (value instanceof Value.Scalar scalar && scalar.text().matches("[-+]?\\d{1,19}")) {
            try {
                return Long.parseLong(scalar.text());
            } catch (NumberFormatException tooLarge) {
                // complained about below
            }
        }
        top.complain("seed", "a whole number of at most 64 bits", "write for instance 7");
        return 1;
    }

    private MuRule mu(Options top) {
        Value value = top.value("mu").orElse(null);
        if (value == null) {
            return MuRule.HORIZON;
        }
        double number = Options.parse(value);
        if (Double.isNaN(number)) {
            String word = top.word("mu", "horizon", "running", "round", "a number above 0");
            return switch (word) {
                case "running" -> new MuRule(MuRule.Kind.RUNNING, Double.NaN, value.place());
                case "round" -> new MuRule(MuRule.Kind.ROUND, Double.NaN, value.place());
                default -> MuRule.HORIZON;
            };
        }
        if (!(number > 0 && Double.isFinite(number))) {
            top.complain("mu", "a finite number above 0, because lambda1 needs strong convexity", "write mu: horizon");
            return MuRule.HORIZON;
        }
        return new MuRule(MuRule.Kind.NUMBER, number, value.place());
    }

    private static OptimumRule optimum(Options top) {
        return top.has("optimum")
                ? OptimumRule.valueOf(
                        top.word("optimum", "solve", "bound", "none").toUpperCase(Locale.ROOT))
                : OptimumRule.CHEAP;
    }

    private static Scenario.Output output(Options top) {
        Options options = top.section("output");
        String actions = options.word("actions", "csv", "parquet", "none");
        if (actions.equals("parquet") && ActionsFormat.named(actions).isEmpty()) {
            options.complain("actions", "csv or none, as nothing here can write parquet", PARQUET + ", or write csv");
        }
        boolean agentCosts = options.word("costs", "fleet", "agents").equals("agents");
        boolean setpoints = options.word("setpoints", "csv", "none").equals("csv");
        options.refuseUnknownKeys();
        return new Scenario.Output(
                Scenario.ActionsFile.valueOf(actions.toUpperCase(Locale.ROOT)), agentCosts, setpoints);
    }

    /** Commented scenarios to start from, by the kind of their costs. */
    public static Map<String, String> examples() {
        Map<String, String> examples = new TreeMap<>();
        KnownKinds.get().costs().forEach((key, kind) -> kind.example().ifPresent(text -> examples.put(key, text)));
        return examples;
    }

    /** The same with files of data to edit, the scenario first; nothing for a kind that has none. */
    public static Map<String, String> exampleFiles(String kind) {
        CostKind known = KnownKinds.get().costs().get(kind);
        return known == null ? Map.of() : known.exampleFiles();
    }

    /** What the kind named under a key makes of the other keys there; null if that cannot be told. */
    private <K, S> @Nullable S source(
            Options top, String key, String what, Map<String, K> kinds, BiFunction<K, Options, S> create) {
        if (!top.has(key)) {
            top.missing(key, what);
            return null;
        }
        int before = complaints.size();
        Options options = top.section(key);
        if (complaints.size() > before) {
            return null;
        }
        Optional<String> word = options.text("kind");
        if (word.isEmpty()) {
            if (!options.has("kind")) {
                options.missing("kind", "one of " + String.join(", ", kinds.keySet()));
            }
            return null;
        }
        K kind = kinds.get(word.get());
        if (kind == null) {
            refuseKind(options, word.get(), kinds.keySet());
            return null;
        }
        try {
            S made = create.apply(kind, options);
            options.refuseUnknownKeys();
            return made;
        } catch (BadInputException refused) {
            complaints.addAll(options.place() + ": " + key, refused);
            return null;
        }
    }

    private static void refuseKind(Options options, String word, Set<String> kinds) {
        String fix = word.equals("parquet")
                ? PARQUET + ", or write the data as csv or jsonl"
                : NearestWord.hint(word, kinds, "choose one of them");
        options.complain("kind", "one of " + String.join(", ", kinds), fix);
    }

    private List<Double> betas(Options top, CostSource.@Nullable Size size) {
        int horizon = size == null ? 1 : size.horizon();
        int before = complaints.size();
        Value value = top.value("beta").orElse(null);
        double[] given = top.numbers("beta").orElse(new double[] {1});
        for (int k = 0; k < given.length; k++) {
            if (given[k] < 0 || given[k] > LARGEST_BETA) {
                Value wrong =
                        value instanceof Value.Listing listing ? listing.items().get(k) : value;
                String index = value instanceof Value.Listing ? "[" + k + "]" : "";
                complaints.add(
                        (wrong == null ? file : wrong.place()) + ": beta" + index,
                        "is " + given[k],
                        "a number from 0 to " + LARGEST_BETA + ", because a negative one would reward differing",
                        given[k] < 0 ? "drop the sign" : "choose a smaller one");
            }
        }
        if (!(value instanceof Value.Listing)) {
            return Collections.nCopies(horizon, given[0]);
        }
        if (size != null && given.length < horizon && complaints.size() == before) {
            complaints.add(
                    value.place() + ": beta",
                    "is a list of " + given.length,
                    horizon == Integer.MAX_VALUE
                            ? "one number for all rounds, because there is no last one"
                            : "one number for all rounds, or one for each of the " + horizon,
                    horizon == Integer.MAX_VALUE
                            ? "write one number, and send another beta with the rounds that have one"
                            : "add the others, or lower the horizon");
        }
        return IntStream.range(0, Math.min(given.length, horizon))
                .mapToObj(t -> given[t])
                .toList();
    }

    private static @Nullable Actions start(Options top, CostSource.@Nullable Size size) {
        Value value = top.value("start").orElse(null);
        double[] given = top.numbers("start").orElse(new double[] {0});
        if (size == null) {
            return null;
        }
        if (value instanceof Value.Listing && given.length != size.dimension()) {
            top.complain(
                    "start",
                    "one number for all coordinates, or one for each of the " + size.dimension(),
                    "write start: 0 to begin at the origin");
            return null;
        }
        double[] point = new double[size.dimension()];
        Arrays.setAll(point, c -> given[given.length == 1 ? 0 : c]);
        return Actions.everybodyAt(size.agents(), point);
    }

    /** The policies as they play on these costs. */
    private List<Scenario.Algorithm> fitted(
            List<Scenario.Algorithm> named, @Nullable CostSource costs, CostSource.@Nullable Size size) {
        if (costs == null || size == null) {
            return named;
        }
        List<Scenario.Algorithm> fitted = new ArrayList<>();
        for (Scenario.Algorithm each : named) {
            collect(
                    "algorithms." + each.kind(),
                    () -> fitted.add(
                            new Scenario.Algorithm(each.kind(), each.policy().on(costs, size))));
        }
        return List.copyOf(fitted);
    }
}
