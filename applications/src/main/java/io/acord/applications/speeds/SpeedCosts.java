package io.acord.applications.speeds;

import io.acord.applications.model.ModelSource;
import io.acord.graph.Coupling;
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
 * {@code costs: {kind: speed-harmonisation}}: speeds that gantries along a road advise.
 *
 * <p>With {@code traffic: FILE} and {@code gantries: FILE} the road is yours; without them it is made up from the seed
 * ({@link MadeUpTraffic}).
 */
public final class SpeedCosts extends CostKind {

    public SpeedCosts() {
        super("speed-harmonisation", "speeds that gantries along a road advise");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        Road.Settings settings = new Road.Settings(
                options.number("follow", 1, 1e-9, 1e9),
                options.number("steady", 4, 1e-9, 1e9),
                options.number("jam", 140, 1, RoadFiles.MOST));
        if (options.has("traffic") || options.has("gantries")) {
            RoadFiles.RoadData found = RoadFiles.read(options, declared);
            return new Speeds(
                    found == null
                            ? ModelSource.refused()
                            : ModelSource.ofFiles(found.series(), horizon -> found.road(horizon, settings)));
        }
        MadeUpTraffic madeUp = MadeUpTraffic.read(options);
        return new Speeds(ModelSource.madeUp((size, seed) -> madeUp.draw(size, seed, settings)));
    }

    private record Speeds(ModelSource<Road> models) implements ModelSource.ModelCosts<Road> {

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(1);
        }

        @Override
        public Map<String, String> decides() {
            return Map.of(
                    "graph", "gantries follow one another along the road",
                    "start", "before the first round everybody advises the limit");
        }

        @Override
        public Optional<GraphSource> graph() {
            return Optional.of((size, seed) -> {
                Coupling neighbors = models.draw(size, seed).neighbors();
                return t -> neighbors;
            });
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingTraffic(models.draw(size, seed)));
        }

        @Override
        public Costs costs(Size size, long seed) {
            Road road = models.draw(size, seed);
            return road.rounds(
                    (drawn, graphs) -> new SpeedMeter(road, size.names()::get, drawn),
                    () -> new SpeedSetpoints(road.gantries()));
        }
    }
}
