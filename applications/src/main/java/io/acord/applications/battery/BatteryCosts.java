package io.acord.applications.battery;

import io.acord.cost.HittingCost;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * {@code costs: {kind: batteries}}: units that keep their charge in a band, and alike.
 *
 * <p>With {@code series: FILE} and {@code units: FILE} the fleet is yours; without them it is made up from the seed
 * ({@link MadeUpDays}).
 */
public final class BatteryCosts extends CostKind {

    public BatteryCosts() {
        super("batteries", "charge, spread and wear of wired batteries");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        double[] band = pair(options, "band", 35, 75);
        double[] limits = pair(options, "limits", 5, 95);
        if (!(limits[0] <= band[0] && band[1] <= limits[1])) {
            options.complain(
                    "band", "a band within the limits " + limits[0] + " to " + limits[1], "narrow it, or widen limits");
        }
        Storage.Settings settings = new Storage.Settings(
                band[0],
                band[1],
                limits[0],
                limits[1],
                options.number("weight", 4, 1e-9, 1e9),
                options.number("mu", 0.1, 1e-9, 1e9),
                options.number("grid", 1, 1e-9, 1e9),
                options.number("usual", 0.3, -StorageFiles.MOST_EUR, StorageFiles.MOST_EUR));
        if (options.has("series") || options.has("units")) {
            StorageFiles.FleetData found = StorageFiles.read(options, declared, settings);
            return found == null
                    ? new Batteries(Optional.empty(), List.of(), OptionalInt.empty(), REFUSED)
                    : new Batteries(
                            Optional.of(found.series().names()),
                            found.series().times(),
                            OptionalInt.of(found.series().horizon()),
                            (size, seed) -> found.storage(size.horizon(), settings));
        }
        MadeUpDays madeUp = MadeUpDays.read(options);
        return new Batteries(
                Optional.empty(), List.of(), OptionalInt.empty(), (size, seed) -> madeUp.draw(size, seed, settings));
    }

    private static final Fleets REFUSED = (size, seed) -> {
        throw new AssertionError("files that were refused are played");
    };

    /** The batteries of a seed, one and the same fleet where it comes from files. */
    private interface Fleets {
        Storage draw(CostSource.Size size, long seed);
    }

    /** Two percentages in order. */
    private static double[] pair(Options options, String key, double low, double high) {
        double[] given = options.numbers(key).orElse(new double[] {low, high});
        if (given.length != 2 || !(given[0] >= 0 && given[0] < given[1] && given[1] <= 100)) {
            options.complain(key, "two percentages, the lower one first", "write [" + low + ", " + high + "]");
            return new double[] {low, high};
        }
        return given;
    }

    private record Batteries(Optional<List<String>> names, List<String> times, OptionalInt horizon, Fleets fleets)
            implements CostSource {

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(1);
        }

        @Override
        public Map<String, String> decides() {
            return Map.of("start", "every unit has a charge of its own before round 1");
        }

        @Override
        public GraphSource coupling(GraphSource named) {
            return new ChargeGraph(fleets, named);
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingCharges(fleets.draw(size, seed)));
        }

        @Override
        public Costs costs(Size size, long seed) {
            return new Charges(fleets.draw(size, seed), size.names()::get);
        }
    }

    /** The named graph between charges instead of actions. */
    private record ChargeGraph(Fleets fleets, GraphSource named) implements GraphSource {

        @Override
        public Graphs graphs(CostSource.Size size, long seed) {
            return fleets.draw(size, seed).between(named.graphs(size, seed));
        }
    }

    private record Charges(Storage storage, IntFunction<String> names) implements CostSource.Costs {

        @Override
        public HittingCost[] round(int t) {
            return storage.costs(t);
        }

        @Override
        public HittingCost[] continued(int now, int later, int period) {
            return storage.continued(now, later, period);
        }

        @Override
        public Optional<double[]> switchingWeights(int t) {
            return Optional.of(storage.switchingWeights());
        }

        @Override
        public Optional<Actions> start() {
            return Optional.of(storage.start());
        }

        @Override
        public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
            return Optional.of(new ChargeMeter(storage, graphs, names, drawn));
        }

        @Override
        public Optional<Setpoints> setpoints() {
            return Optional.of(new ChargeSetpoints(storage));
        }
    }
}
