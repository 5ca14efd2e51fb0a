package io.acord.applications.balancing;

import io.acord.applications.model.ModelSource;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code costs: {kind: load-balancing}}: servers of data centres, hour by hour, and what their regions bear.
 *
 * <p>With {@code hours: FILE}, {@code centres: FILE} and {@code links: FILE} the centres are yours; without them they
 * are made up from the seed ({@link MadeUpCenters}).
 */
public final class LoadBalancingCosts extends CostKind {

    private static final int MOST_MADE_UP = 2000;

    public LoadBalancingCosts() {
        super("load-balancing", "servers of data centres, emissions, equity");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        ServerSettings running = ServerSettings.read(options);
        if (options.has("hours") || options.has("centres") || options.has("links")) {
            CenterFiles found = CenterFiles.read(options, declared);
            return new Balancing(
                    found == null
                            ? ModelSource.refused()
                            : ModelSource.ofFiles(found.series(), hours -> found.centers(hours, running)));
        }
        int agents = declared.names().map(List::size).orElse(declared.agents().orElse(1));
        if (agents > MOST_MADE_UP) {
            options.complaints()
                    .add(
                            options.place() + ": agents",
                            "is " + agents,
                            "at most " + MOST_MADE_UP
                                    + " made-up centres, because nearly everybody would be linked with everybody",
                            "lower agents, or give hours, centres and links of your own");
        }
        MadeUpCenters madeUp = MadeUpCenters.read(options);
        return new Balancing(ModelSource.madeUp((size, seed) -> madeUp.draw(size, seed, running)));
    }

    private record Balancing(ModelSource<Centers> models) implements ModelSource.ModelCosts<Centers> {

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(2);
        }

        @Override
        public Map<String, String> decides() {
            Map<String, String> decided = new LinkedHashMap<>();
            decided.put("graph", "links between centres say whose burdens are compared and where work can go");
            decided.put("start", "before the first hour each centre has on what that hour needs, and nothing waits");
            return decided;
        }

        @Override
        public Optional<GraphSource> graph() {
            return Optional.of((size, seed) -> {
                Centers centers = models.draw(size, seed);
                return centers::coupling;
            });
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingHours(models.draw(size, seed)));
        }

        @Override
        public Costs costs(Size size, long seed) {
            Centers centers = models.draw(size, seed);
            return centers.rounds(
                    (drawn, graphs) -> new BalanceMeter(centers, size.names(), drawn),
                    () -> new ServerSetpoints(centers));
        }
    }
}
