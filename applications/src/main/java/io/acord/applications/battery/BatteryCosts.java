package io.acord.applications.battery;

import io.acord.applications.model.ModelSource;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
        Planning planning = Planning.read(options);
        Storage.Settings settings = new Storage.Settings(
                band[0],
                band[1],
                limits[0],
                limits[1],
                planning.isOwn() ? 0 : options.number("weight", 4, 1e-9, 1e9),
                options.number("mu", 0.1, 1e-9, 1e9),
                options.number("grid", 1, 1e-9, 1e9),
                options.number("usual", 0.3, -StorageFiles.MOST_EUR, StorageFiles.MOST_EUR),
                planning);
        if (options.has("series") || options.has("units")) {
            StorageFiles.FleetData found = StorageFiles.read(options, declared, settings);
            return new Batteries(
                    found == null
                            ? ModelSource.refused()
                            : ModelSource.ofFiles(found.series(), horizon -> found.storage(horizon, settings)),
                    planning.isOwn());
        }
        MadeUpDays madeUp = MadeUpDays.read(options, settings);
        return new Batteries(ModelSource.madeUp((size, seed) -> madeUp.draw(size, seed, settings)), planning.isOwn());
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

    /** What the rules of units ask for their fleet. */
    record Batteries(ModelSource<Storage> models, boolean isPlanned) implements ModelSource.ModelCosts<Storage> {

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
            return new ChargeGraph(models, named);
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingCharges(models.draw(size, seed)));
        }

        @Override
        public Costs costs(Size size, long seed) {
            Storage storage = models.draw(size, seed);
            return storage.rounds(
                    (drawn, graphs) -> new ChargeMeter(storage, graphs, size.names()::get, drawn),
                    () -> new ChargeSetpoints(storage));
        }
    }

    /** The named graph between charges instead of actions. */
    private record ChargeGraph(ModelSource<Storage> models, GraphSource named) implements GraphSource {

        @Override
        public Graphs graphs(CostSource.Size size, long seed) {
            return models.draw(size, seed).between(named.graphs(size, seed));
        }
    }
}
