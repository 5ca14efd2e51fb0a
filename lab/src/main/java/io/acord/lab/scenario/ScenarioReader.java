package io.acord.lab.scenario;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.policy.Policy;
import io.acord.model.Actions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads scenario files. Everything that is wrong with one, its data files and the overrides is complained about at
 * once, and before anything is played.
 *
 * <p>What a file may leave out: {@code name} (then it is the file's, without the ending), {@code seed} (1),
 * {@code repeats} (1), {@code horizon}, {@code agents} and {@code dimension} where the costs tell them
 * ({@code dimension} is 1 if they do not), {@code start} (0), {@code beta} (1, as in the library), {@code mu}
 * (horizon), {@code threads} (all cores), {@code output} (actions as csv).
 */
public final class ScenarioReader {

    private static final int MOST_AGENTS = 100_000_000;
    private static final int MOST_DIMENSIONS = 10_000;
    private static final double LARGEST_BETA = 1e100;
    private static final int LONGEST_HORIZON = 100_000_000;

    private static final String PARQUET =
            "parquet comes with the module acord-parquet: start with ./acord, which adds it, or put io.acord:acord-parquet on the class path";

    private final Complaints complaints = new Complaints();
    private final String file;
    private final Path folder;
    private final Room room;

    private ScenarioReader(String file, Path folder, Room room) {
        this.file = file;
        this.folder = folder;
        this.room = room;
    }

    /**
     * Reads a file; names of other files in it are relative to its folder.
     *
     * @param sets overrides, each {@code key=value}
     * @throws BadInputException with every complaint
     */
    public static Scenario read(Path file, List<String> sets) {
        Path folder = file.getParent();
        ScenarioReader reader = new ScenarioReader(file.toString(), folder == null ? Path.of("") : folder, Room.ANY);
        Optional<String> text = YamlFile.text(file, "a scenario file", reader.complaints);
        reader.complaints.throwIfAny();
        return reader.scenario(text.orElseThrow(), sets);
    }

    /**
     * Reads a scenario that is no file.
     *
     * @param fileName what complaints call it
     * @param folder against which names of files in it are resolved
     */
    public static Scenario readText(String text, String fileName, Path folder, List<String> sets) {
        return readText(text, fileName, folder, sets, Room.ANY);
    }

    /**
     * Reads a scenario that is no file, for somebody who has not room for all.
     *
     * @param fileName what complaints call it
     * @param folder against which names of files in it are resolved
     */
    public static Scenario readText(String text, String fileName, Path folder, List<String> sets, Room room) {
        return new ScenarioReader(fileName, folder, room).scenario(text, sets);
    }

    private Scenario scenario(String text, List<String> sets) {
        Value.Mapping root = Overrides.apply(root(text), sets, complaints);
        Options top = new Options(root, "", complaints);
        String name = name(top);
        long seed = seed(top);
        int repeats = top.integer("repeats", 1, 1, 1_000_000);
        Frame frame = frame(top);
        MuRule mu = mu(top);
        int threads = top.integer("threads", Runtime.getRuntime().availableProcessors(), 1, 4096);
        Scenario.Output output = output(top);

        int before = complaints.size();
        CostSource costs = source(top, "costs", "what the agents pay", Known.COSTS, (kind, o) -> kind.create(o, frame));
        boolean costsSound = complaints.size() == before;
        CostSource.@Nullable Size size = costs == null ? null : fitting(size(top, frame, costs, costsSound), root);
        Frame known = size == null
                ? frame
                : new Frame(
                        folder,
                        Optional.of(size.names()),
                        OptionalInt.of(size.agents()),
                        OptionalInt.of(size.dimension()),
                        frame.horizon());
        before = complaints.size();
        Map<String, String> decided = costs == null ? Map.of() : costs.decides();
        decided.forEach((key, why) -> refuseDecided(top, key, why));
        GraphSource own = costs == null ? null : costs.graph().orElse(null);
        GraphSource named = own != null
                ? null
                : source(top, "graph", "who is coupled with whom", Known.GRAPHS, (kind, o) -> kind.create(o, known));
        GraphSource graph = own != null ? own : named == null || costs == null ? null : costs.coupling(named);
        boolean graphSound = complaints.size() == before && (own == null || costsSound);

        List<Double> betas = betas(top, size);
        Actions given = start(top, size);
        List<Scenario.Algorithm> algorithms = fitted(algorithms(top), costs, size);
        top.refuseUnknownKeys();
        if (costs != null && size != null && costsSound && !costs.isOnline()) {
            collect("costs", () -> costs.costs(size, seed));
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
                text,
                List.copyOf(sets),
                canonical(root, decided.keySet(), name, seed, repeats, size, betas, start, mu));
        Scenario scenario = new Scenario(
                name, seed, repeats, size, start, betas, mu, threads, output, costs, graph, algorithms, source);
        tryFirstRound(scenario);
        return scenario;
    }

    /** Complains about a key that is the costs' to decide. */
    private static void refuseDecided(Options top, String key, String why) {
        if (top.has(key)) {
            top.complain(key, "no such key, because " + why, "drop the key");
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

    private Frame frame(Options top) {
        OptionalInt horizon = top.integer("horizon", 1, LONGEST_HORIZON);
        OptionalInt dimension = top.integer("dimension", 1, MOST_DIMENSIONS);
        Optional<List<String>> names = Optional.empty();
        OptionalInt agents = OptionalInt.empty();
        Value value = top.value("agents").orElse(null);
        if (value instanceof Value.Listing listing) {
            names = names(listing);
            agents = names.map(list -> OptionalInt.of(list.size())).orElse(OptionalInt.empty());
        } else if (value instanceof Value.Mapping) {
            top.complain("agents", "a number or a list of names", "write agents: 20 or agents: [north, south]");
        } else if (value != null) {
            agents = top.integer("agents", 1, MOST_AGENTS);
        }
        return new Frame(folder, names, agents, dimension, horizon);
    }

    private Optional<List<String>> names(Value.Listing listing) {
        int before = complaints.size();
        Map<String, String> places = new LinkedHashMap<>();
        for (int k = 0; k < listing.items().size(); k++) {
            Value item = listing.items().get(k);
            String where = item.place() + ": agents[" + k + "]";
            if (!(item instanceof Value.Scalar scalar)
                    || scalar.isNull()
                    || scalar.text().isBlank()
                    || scalar.text().matches(".*\\p{Cntrl}.*")) {
                complaints.add(where, "is " + item.shown(), "a name on one line", "write a word or a quoted text");
                continue;
            }
            String first = places.putIfAbsent(scalar.text(), item.place());
            if (first != null) {
                complaints.add(
                        where,
                        "is " + item.shown() + " again, as at " + first,
                        "every agent once",
                        "drop it, or rename one of the two");
            }
        }
        if (listing.items().isEmpty()) {
            complaints.add(listing.place() + ": agents", "is an empty list", "at least one agent", "name the agents");
        }
        return complaints.size() == before ? Optional.of(List.copyOf(places.keySet())) : Optional.empty();
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

    private static Scenario.Output output(Options top) {
        Options options = top.section("output");
        String actions = options.word("actions", "csv", "parquet", "none");
        if (actions.equals("parquet") && ActionsFormat.named(actions).isEmpty()) {
            options.complain("actions", "csv or none, as nothing here can write parquet", PARQUET + ", or write csv");
        }
        options.refuseUnknownKeys();
        return new Scenario.Output(Scenario.ActionsFile.valueOf(actions.toUpperCase(Locale.ROOT)));
    }

    /** The kinds on the class path, looked for once. */
    private static final class Known {
        static final Map<String, CostKind> COSTS = load(CostKind.class, CostKind::key);
        static final Map<String, GraphKind> GRAPHS = load(GraphKind.class, GraphKind::key);
        static final Map<String, PolicyKind> POLICIES = load(PolicyKind.class, PolicyKind::key);

        private static <K> Map<String, K> load(Class<K> type, Function<K, String> key) {
            Map<String, K> kinds = new TreeMap<>();
            for (K kind : ServiceLoader.load(type, ScenarioReader.class.getClassLoader())) {
                kinds.putIfAbsent(key.apply(kind), kind);
            }
            return Collections.unmodifiableMap(kinds);
        }
    }

    /** Commented scenarios to start from, by the kind of their costs. */
    public static Map<String, String> examples() {
        Map<String, String> examples = new TreeMap<>();
        Known.COSTS.forEach((key, kind) -> kind.example().ifPresent(text -> examples.put(key, text)));
        return examples;
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
                : Nearest.to(word, kinds)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("choose one of them");
        options.complain("kind", "one of " + String.join(", ", kinds), fix);
    }

    /**
     * The size of a run, from what the scenario says and what the costs say; null if they do not say enough or
     * contradict.
     */
    private CostSource.@Nullable Size size(Options top, Frame frame, CostSource costs, boolean sound) {
        int before = complaints.size();
        List<String> names = names(top, frame, costs, sound);
        OptionalInt horizon = frame.horizon();
        OptionalInt end = costs.horizon();
        if (horizon.isEmpty() && end.isEmpty() && sound && !top.has("horizon")) {
            top.missing("horizon", "the number of rounds, because the costs have no end of their own");
        }
        if (sound && horizon.isPresent() && end.isPresent() && horizon.getAsInt() > end.getAsInt()) {
            top.complain(
                    "horizon",
                    "at most " + end.getAsInt() + ", because the costs end there",
                    costs.decides().isEmpty()
                            ? "lower it, or write costs: {missing: hold, …} to go on with the last costs of a file"
                            : "lower it, or drop it");
        }
        OptionalInt dimension = frame.dimension();
        OptionalInt costDimension = costs.dimension();
        if (sound
                && dimension.isPresent()
                && costDimension.isPresent()
                && dimension.getAsInt() != costDimension.getAsInt()) {
            top.complain("dimension", costDimension.getAsInt() + ", because the costs have it", "drop the key");
        }
        int d = dimension.orElse(costDimension.orElse(1));
        if (names != null && (long) names.size() * d > Integer.MAX_VALUE - 8) {
            complaints.add(
                    top.place(),
                    "has " + names.size() + " agents of dimension " + d,
                    "agents times dimension below 2^31",
                    "play fewer agents");
        }
        if (names == null || complaints.size() > before || (horizon.isEmpty() && end.isEmpty())) {
            return null;
        }
        return new CostSource.Size(names, d, horizon.isPresent() ? horizon.getAsInt() : end.getAsInt());
    }

    /** The size if there is room for it; null, with a complaint, if not. */
    private CostSource.@Nullable Size fitting(CostSource.@Nullable Size size, Value.Mapping root) {
        if (size == null) {
            return null;
        }
        Value.@Nullable Entry algorithms = root.entries().get("algorithms");
        int policies = algorithms != null && algorithms.value() instanceof Value.Listing listing
                ? listing.items().size()
                : 0;
        Optional<Complaint> tooLarge = room.complaint(size, policies);
        tooLarge.ifPresent(complaint -> {
            Value.@Nullable Entry key = root.entries().get(complaint.where());
            complaints.add(
                    (key == null ? root : key.value()).place() + ": " + complaint.where(),
                    complaint.found(),
                    complaint.needed(),
                    complaint.fix());
        });
        return tooLarge.isPresent() ? null : size;
    }

    private static @Nullable List<String> names(Options top, Frame frame, CostSource costs, boolean sound) {
        List<String> listed = frame.names().orElse(null);
        List<String> told = costs.names().orElse(null);
        if (listed != null) {
            if (sound && told != null && !listed.equals(told)) {
                top.complain("agents", "the " + told.size() + " agents of the costs", "drop the key");
            }
            return listed;
        }
        if (told != null) {
            if (sound && frame.agents().isPresent() && frame.agents().getAsInt() != told.size()) {
                top.complain("agents", told.size() + ", because the costs have them", "drop the key");
            }
            return told;
        }
        if (frame.agents().isPresent()) {
            return Names.numbered(frame.agents().getAsInt());
        }
        if (sound && !top.has("agents")) {
            top.missing("agents", "a number or a list of names, because the costs do not tell");
        }
        return null;
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
        for (int c = 0; c < point.length; c++) {
            point[c] = given[given.length == 1 ? 0 : c];
        }
        return Actions.everybodyAt(size.agents(), point);
    }

    private List<Scenario.Algorithm> algorithms(Options top) {
        Value value = top.value("algorithms").orElse(null);
        if (value == null) {
            top.missing("algorithms", "the policies to play");
            return List.of();
        }
        if (!(value instanceof Value.Listing listing) || listing.items().isEmpty()) {
            top.complain("algorithms", "a list of policies", "write algorithms: [acord, opt]");
            return List.of();
        }
        Map<String, PolicyKind> kinds = Known.POLICIES;
        Map<String, String> taken = new LinkedHashMap<>();
        List<Scenario.Algorithm> algorithms = new ArrayList<>();
        for (int k = 0; k < listing.items().size(); k++) {
            Scenario.Algorithm made = algorithm(listing.items().get(k), "algorithms[" + k + "]", kinds, taken);
            if (made != null) {
                algorithms.add(made);
            }
        }
        return List.copyOf(algorithms);
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

    private Scenario.@Nullable Algorithm algorithm(
            Value item, String path, Map<String, PolicyKind> kinds, Map<String, String> taken) {
        String key;
        String keyPlace = item.place();
        Value.Mapping inner = new Value.Mapping(Map.of(), item.place());
        if (item instanceof Value.Scalar scalar && !scalar.isNull()) {
            key = scalar.text();
        } else if (item instanceof Value.Mapping mapping && mapping.entries().size() == 1) {
            key = mapping.entries().keySet().iterator().next();
            Value.Entry entry = mapping.entries().values().iterator().next();
            keyPlace = entry.keyPlace();
            if (entry.value() instanceof Value.Mapping options) {
                inner = options;
            } else if (!(entry.value() instanceof Value.Scalar scalar && scalar.isNull())) {
                complaints.add(
                        entry.value().place() + ": " + path + "." + key,
                        "is " + entry.value().shown(),
                        "a mapping of options",
                        "write - " + key + ": {name: …}, or just - " + key);
                return null;
            }
        } else {
            complaints.add(
                    item.place() + ": " + path,
                    item instanceof Value.Mapping mapping
                            ? "is a mapping with the keys "
                                    + new LinkedHashSet<>(mapping.entries().keySet())
                            : "is " + item.shown(),
                    "a policy: one word, or one word with options",
                    "write - acord: {iterations: 12}, with the options in braces or indented under it");
            return null;
        }
        PolicyKind kind = kinds.get(key);
        if (kind == null) {
            complaints.add(
                    keyPlace + ": " + path,
                    "is \"" + key + "\"",
                    kinds.isEmpty() ? "a policy" : "one of " + String.join(", ", kinds.keySet()),
                    Nearest.to(key, kinds.keySet())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("choose one of them"));
            return null;
        }
        Options options = new Options(inner, path + "." + key, complaints);
        String name = options.text("name").orElse(key);
        String namePlace = options.value("name").map(Value::place).orElse(keyPlace);
        if (name.matches(".*\\p{Cntrl}.*") || name.contains("\n")) {
            complaints.add(
                    namePlace + ": " + path + ".name",
                    "has characters that are not printed",
                    "a name on one line, because tables and files show it",
                    "choose a name such as " + key + "-2");
        }
        String first = taken.putIfAbsent(name, path);
        if (first != null) {
            complaints.add(
                    namePlace + ": " + path,
                    "is called " + name + ", as is " + first,
                    "a name of its own for every policy, because tables and files tell them apart by it",
                    "add name: to one of them, as in - " + key + ": {name: " + name + "-2}");
        }
        try {
            Policy policy = kind.create(name, options);
            options.refuseUnknownKeys();
            return new Scenario.Algorithm(key, policy);
        } catch (BadInputException refused) {
            complaints.addAll(keyPlace + ": " + path + "." + key, refused);
            return null;
        }
    }

    private static String canonical(
            Value.Mapping root,
            Set<String> decided,
            String name,
            long seed,
            int repeats,
            CostSource.Size size,
            List<Double> betas,
            Actions start,
            MuRule mu) {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "name", YamlText.word(name));
        line(yaml, "seed", Long.toString(seed));
        line(yaml, "repeats", Integer.toString(repeats));
        if (size.horizon() < Integer.MAX_VALUE) { // otherwise there is no end to tell
            line(yaml, "horizon", Integer.toString(size.horizon()));
        }
        Value.@Nullable Entry agents = root.entries().get("agents");
        if (agents != null) {
            line(yaml, "agents", YamlText.of(agents.value()));
        } else {
            yaml.append("# ").append(size.agents()).append(" agents, named by the costs\n");
        }
        line(yaml, "dimension", Integer.toString(size.dimension()));
        List<String> point = new ArrayList<>();
        for (double coordinate : start.of(0)) {
            point.add(YamlText.number(coordinate));
        }
        if (!decided.contains("start")) {
            line(yaml, "start", point.size() == 1 ? point.get(0) : YamlText.list(point));
        }
        Value.@Nullable Entry beta = root.entries().get("beta");
        // One number stands for any number of rounds, too many to look at.
        boolean constant = beta == null
                || !(beta.value() instanceof Value.Listing)
                || betas.stream().distinct().count() == 1;
        List<String> numbers = (constant ? betas.subList(0, 1) : betas)
                .stream().map(YamlText::number).toList();
        if (!decided.contains("beta")) {
            line(yaml, "beta", constant ? numbers.get(0) : YamlText.list(numbers));
        }
        line(yaml, "mu", mu.kind() == MuRule.Kind.NUMBER ? YamlText.number(mu.number()) : mu.toString());
        for (String key : List.of("threads", "output", "costs", "graph")) {
            Value.@Nullable Entry entry = root.entries().get(key);
            if (entry != null) {
                line(yaml, key, YamlText.of(entry.value()));
            }
        }
        yaml.append("algorithms:\n");
        Value.@Nullable Entry algorithms = root.entries().get("algorithms");
        if (algorithms != null && algorithms.value() instanceof Value.Listing listing) {
            listing.items()
                    .forEach(item ->
                            yaml.append("  - ").append(YamlText.of(item)).append('\n'));
        }
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, String key, String value) {
        yaml.append(key).append(": ").append(value).append('\n');
    }
}
