package io.acord.applications.drones;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code costs: {kind: drones}}: a formation that follows a route through gusts and obstacles, in the plane or in
 * space.
 *
 * <p>With {@code waypoints: FILE} and {@code offsets: FILE}, and {@code obstacles: FILE} and {@code dropouts: FILE} if
 * you like, the flight is yours; without them it is made up from the seed ({@link MadeUpFlight}).
 */
public final class DroneCosts extends CostKind {

    public DroneCosts() {
        super("drones", "formations with gusts and obstacles");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        FlightSettings handling = FlightSettings.read(options);
        Air air = new Air(GustProcess.read(options), Wind.read(options, declared));
        TrackFormats formats = TrackFormats.read(options);
        refuseDistancePenalties(options);
        if (options.has("waypoints") || options.has("offsets")) {
            FlightFiles.FlightData found = FlightFiles.read(options, declared, handling);
            return found == null
                    ? new Formation(handling, air, formats, Optional.empty(), OptionalInt.empty(), 2, REFUSED)
                    : new Formation(
                            handling,
                            air,
                            formats,
                            Optional.of(found.names()),
                            OptionalInt.of(Math.toIntExact(
                                    FlightFiles.rounds(found.plan().route(), handling.step()))),
                            found.plan().dimension(),
                            (size, seed) -> found.plan());
        }
        int dimension = declared.dimension().orElse(2);
        if (dimension != 2 && dimension != 3) {
            options.complaints()
                    .add(
                            options.place() + ": dimension",
                            "is " + dimension,
                            "2 or 3, because drones fly in the plane or in space",
                            "write dimension: 2 or dimension: 3");
        }
        int agents = declared.names().map(List::size).orElse(declared.agents().orElse(2));
        if (agents < 2) {
            options.complaints()
                    .add(
                            options.place() + ": agents",
                            "is " + agents,
                            "at least 2, because a formation is between drones",
                            "write agents: 16");
        }
        MadeUpFlight madeUp = MadeUpFlight.read(options, handling);
        int leaving = Dropouts.count(options, agents);
        return new Formation(
                handling,
                air,
                formats,
                Optional.empty(),
                OptionalInt.empty(),
                dimension,
                (size, seed) -> Dropouts.draw(
                        madeUp.draw(size, handling.step(), seed), leaving, size.horizon() * handling.step(), seed));
    }

    private static final Plans REFUSED = (size, seed) -> {
        throw new AssertionError("files that were refused are flown");
    };

    /** The plan of a seed, one and the same where it comes from files. */
    interface Plans {
        FlightPlan draw(CostSource.Size size, long seed);
    }

    /**
     * The paper's penalties on distances alone are a policy's way to couple drones, not part of the costs that all
     * policies are measured by.
     */
    private static void refuseDistancePenalties(Options options) {
        String penalty = options.text("penalty").orElse("offsets");
        if (!penalty.equals("offsets")) {
            options.complain(
                    "penalty",
                    "offsets. Penalties on distances, gamma-a and gamma-b of the paper, are not convex, so that nothing could be promised of any policy: they are a policy of their own",
                    "drop the key, and add - distance-acord: {penalty: gamma-a, experimental: true} to algorithms");
        }
        if (options.has("experimental")) {
            options.complain(
                    "experimental",
                    "no such key: penalties on distances, which are experimental, are a policy of their own",
                    "drop the key, and add - distance-acord: {penalty: gamma-a, experimental: true} to algorithms");
        }
    }

    /** What pushes drones off their slots. */
    record Air(GustProcess gusts, Wind wind) {

        double[][] pushed(FlightPlan plan, double step, int horizon, long seed) {
            return wind.pushing(gusts.draw(plan, step, horizon, seed), gusts.yields(), step, plan.dimension());
        }
    }

    /** A flight of somebody's own, or one made up from the seed. */
    record Formation(
            FlightSettings handling,
            Air air,
            TrackFormats formats,
            Optional<List<String>> names,
            OptionalInt horizon,
            int flown,
            Plans plans)
            implements CostSource {

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(flown);
        }

        @Override
        public Map<String, String> decides() {
            Map<String, String> decided = new LinkedHashMap<>();
            decided.put("graph", "drones whose slots are within radio range are neighbours (costs.range)");
            decided.put("start", "everybody starts in its slot");
            return decided;
        }

        Flight flight(Size size, long seed) {
            return new Flight(plans.draw(size, seed), handling, size.horizon());
        }

        @Override
        public Optional<GraphSource> graph() {
            return Optional.of((size, seed) -> {
                List<Coupling> neighbors = flight(size, seed).neighbors();
                return t -> neighbors.get(t - 1);
            });
        }

        @Override
        public Costs costs(Size size, long seed) {
            Flight flight = flight(size, seed);
            return new Airborne(
                    flight, air.pushed(flight.plan(), handling.step(), size.horizon(), seed), formats, size.names());
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingFlight(flight(size, seed)));
        }
    }

    /** @param pushed [round][d numbers a drone] */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Airborne(Flight flight, double[][] pushed, TrackFormats formats, List<String> names)
            implements CostSource.Costs {

        @Override
        public HittingCost[] round(int t) {
            return flight.costs(t, pushed[t - 1]);
        }

        @Override
        public Optional<Actions> start() {
            return Optional.of(
                    Actions.zero(flight.plan().drones(), flight.plan().dimension()));
        }

        @Override
        public Optional<double[]> origins(int t) {
            return Optional.of(flight.slots(t));
        }

        @Override
        public List<Obstacle> obstacles() {
            return flight.plan().obstacles();
        }

        @Override
        public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
            return Optional.of(new FlightMeter(flight, drawn));
        }

        @Override
        public Optional<Setpoints> setpoints() {
            return Optional.of(new FlightSetpoints(flight, formats, names));
        }
    }
}
