package io.acord.lab.data;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of a file: a line for what an agent believed of one of its rounds, from some round on. A later line for the
 * same round and agent replaces the earlier one from then on. The costs are the same in every repeat.
 */
public final class ForecastFile implements ForecastSource {

    private final DataFile file;
    private final List<String> names;
    private final int dimension;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<Integer, @Nullable TreeMap<Integer, HittingCost>[]> byRound =
            new HashMap<>(); // per agent: by made

    private ForecastFile(DataFile file, DeclaredSize known) {
        this.file = file;
        this.names = known.names().orElse(List.of());
        this.dimension = known.dimension().orElse(1);
        for (int i = 0; i < names.size(); i++) {
            ids.put(names.get(i), i);
        }
    }

    @Override
    public Forecaster forecaster(CostSource.Costs truth, CostSource.Size size, long seed) {
        return this::forecast;
    }

    private @Nullable HittingCost[] forecast(int now, int later) {
        @Nullable HittingCost[] believed = new HittingCost[names.size()];
        @Nullable TreeMap<Integer, HittingCost>[] made = byRound.get(later);
        for (int i = 0; made != null && i < believed.length; i++) {
            TreeMap<Integer, HittingCost> versions = made[i];
            Map.Entry<Integer, HittingCost> newest = versions == null ? null : versions.floorEntry(now);
            believed[i] = newest == null ? null : newest.getValue();
        }
        return believed;
    }

    /** Takes a line; what is wrong with it is complained about. */
    @SuppressWarnings("unchecked") // arrays of a generic type cannot be made otherwise
    public void add(Supplier<String> place, int made, int round, String agent, HittingCost cost) {
        Integer id = ids.get(agent);
        if (id == null) {
            file.complain(
                    place.get() + ": agent",
                    "is " + agent,
                    "an agent of the costs",
                    NearestWord.hint(agent.length() > 60 ? "" : agent, names, "correct the name, or drop the line"));
            return;
        }
        if (made >= round) {
            file.complain(
                    place.get() + ": made",
                    "is " + made + " for round " + round,
                    "a round before the one that is forecast",
                    "made: t means that it is known when round t is decided");
            return;
        }
        if (cost.dimension() != dimension) {
            file.complain(
                    place.get(),
                    "has " + cost.dimension() + " coordinates",
                    dimension + ", as the costs have",
                    "give vectors " + dimension + " numbers");
            return;
        }
        @Nullable
        TreeMap<Integer, HittingCost>[] agents =
                byRound.computeIfAbsent(round, t -> (TreeMap<Integer, HittingCost>[]) new TreeMap<?, ?>[names.size()]);
        TreeMap<Integer, HittingCost> versions = agents[id];
        if (versions == null) {
            versions = new TreeMap<>();
            agents[id] = versions;
        }
        if (versions.putIfAbsent(made, cost) != null) {
            file.complain(
                    place.get(),
                    "is the second forecast of " + agent + " for round " + round + " made in " + made,
                    "one",
                    "drop one of the two");
        }
    }

    /** The file of these options, and somebody to read it; nothing is known where there is none, which was said. */
    public static ForecastSource read(Options options, DeclaredSize known, Reading reading) {
        return read(DataFile.of(options, known), known, reading);
    }

    private static ForecastSource read(Optional<DataFile> file, DeclaredSize known, Reading reading) {
        if (file.isEmpty() || known.names().isEmpty()) {
            return (truth, size, seed) -> (now, later) -> new HittingCost[size.agents()];
        }
        ForecastFile forecasts = new ForecastFile(file.get(), known);
        reading.read(file.get(), forecasts);
        return forecasts;
    }

    /** What reads a file into forecasts. */
    public interface Reading {
        void read(DataFile file, ForecastFile into);
    }

    /** α‖x − v‖²; empty if that is no cost, which is complained about. */
    public Optional<HittingCost> quadratic(Supplier<String> place, double alpha, double[] v) {
        try {
            return Optional.of(Quadratic.alpha(alpha, v));
        } catch (BadInputException refused) {
            file.complaints().addAll(place.get(), refused);
            return Optional.empty();
        }
    }

    /** {@code forecasts: {kind: csv, file: …}}: lines {@code made,round,agent,alpha,v}. */
    public static final class Csv extends ForecastKind {

        public Csv() {
            super("csv", "rows made,round,agent,alpha,v", "file: forecasts.csv");
        }

        @Override
        public ForecastSource create(Options options, DeclaredSize known) {
            return ForecastFile.read(
                    DataFile.table(options, known),
                    known,
                    (file, into) -> file.read(lines -> lines(file, lines, into)));
        }

        private static void lines(DataFile file, LineReader lines, ForecastFile into) throws IOException {
            int d = into.dimension;
            List<String> columns = new ArrayList<>(List.of("made", "round", "agent", "alpha"));
            List<String> targets =
                    IntStream.range(0, d).mapToObj(c -> d == 1 ? "v" : "v" + c).toList();
            columns.addAll(targets);
            CsvTable csv = CsvTable.open(file, lines, columns, targets::contains, String.join(",", columns));
            if (csv == null) {
                return;
            }
            CsvFields fields = csv.fields();
            int agentColumn = csv.column("agent");
            while (csv.next(() -> {})) {
                int made = csv.round(csv.column("made"));
                int round = csv.round(csv.column("round"));
                String agent = fields.text(agentColumn);
                double alpha = csv.number(csv.column("alpha"), "alpha");
                double[] v = new double[d];
                boolean isSound = made > 0 && round > 0 && !Double.isNaN(alpha);
                for (int c = 0; c < d; c++) {
                    v[c] = csv.number(csv.column(targets.get(c)), targets.get(c));
                    isSound &= !Double.isNaN(v[c]);
                }
                if (isSound) {
                    Supplier<String> place = () -> csv.place(agentColumn);
                    into.quadratic(place, alpha, v).ifPresent(cost -> into.add(place, made, round, agent, cost));
                }
            }
        }
    }

    /** {@code forecasts: {kind: jsonl, file: …}}: {@code {"made": 1, "round": 2, "agent": "a", "cost": {…}}}. */
    public static final class Jsonl extends ForecastKind {

        public Jsonl() {
            super("jsonl", "JSON lines: made, round, agent and a cost of any type", "file: forecasts.jsonl");
        }

        @Override
        public ForecastSource create(Options options, DeclaredSize known) {
            return ForecastFile.read(
                    DataFile.lines(options, known),
                    known,
                    (file, into) -> file.read(lines -> lines(file, lines, into)));
        }

        private static void lines(DataFile file, LineReader lines, ForecastFile into) throws IOException {
            while (lines.next()) {
                JsonFields fields = JsonFields.of(lines, file);
                if (fields == null) {
                    continue;
                }
                int made = fields.round("made");
                int round = fields.round("round");
                String agent = fields.name("agent");
                JsonFields described = fields.section("cost");
                HittingCost cost = described == null ? null : JsonCosts.cost(described);
                fields.refuseUnknown();
                if (made > 0 && round > 0 && agent != null && cost != null) {
                    into.add(fields::place, made, round, agent, cost);
                }
            }
        }
    }
}
