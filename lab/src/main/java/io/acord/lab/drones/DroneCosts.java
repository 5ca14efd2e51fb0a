package io.acord.lab.drones;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.lab.application.Examples;
import io.acord.lab.application.Meter;
import io.acord.lab.scenario.CostKind;
import io.acord.lab.scenario.CostSource;
import io.acord.lab.scenario.Frame;
import io.acord.lab.scenario.GraphSource;
import io.acord.lab.scenario.Options;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * {@code costs: {kind: drones}}: a formation that follows a route through gusts and obstacles, in the plane or in space.
 *
 * <p>With {@code waypoints: FILE} and {@code offsets: FILE}, and {@code obstacles: FILE} if you like, the flight is yours; without them it is made up from the seed ({@link MadeUpFlight}).
 */
public final class DroneCosts implements CostKind {

    @Override
    public String key() {
        return "drones";
    }

    @Override
    public Optional<String> example() {
        return Optional.of(Examples.text(DroneCosts.class, "drones.yaml"));
    }

    @Override
    public CostSource create(Options options, Frame frame) {
        Handling handling = Handling.read(options);
        Gusts gusts = Gusts.read(options);
        refuseDistancePenalties(options);
        if (options.has("waypoints") || options.has("offsets")) {
            FlightFiles.Found found = FlightFiles.read(options, frame, handling);
            return new Formation(
                    handling,
                    gusts,
                    found,
                    null,
                    found == null ? 2 : found.plan().dimension());
        }
        int dimension = frame.dimension().orElse(2);
        if (dimension != 2 && dimension != 3) {
            options.complaints()
                    .add(
                            options.place() + ": dimension",
                            "is " + dimension,
                            "2 or 3, because drones fly in the plane or in space",
                            "write dimension: 2 or dimension: 3");
        }
        int agents = frame.names().map(List::size).orElse(frame.agents().orElse(2));
        if (agents < 2) {
            options.complaints()
                    .add(
                            options.place() + ": agents",
                            "is " + agents,
                            "at least 2, because a formation is between drones",
                            "write agents: 16");
        }
        return new Formation(handling, gusts, null, MadeUpFlight.read(options, handling), dimension);
    }

    /** The paper's penalties on distances alone are not convex and have no guarantee; they are not offered rather than offered without a word. */
    private static void refuseDistancePenalties(Options options) {
        String penalty = options.text("penalty").orElse("offsets");
        if (!penalty.equals("offsets")) {
            options.complain(
                    "penalty",
                    "offsets. Penalties on distances, gamma-a and gamma-b of the paper, are not convex and blow up or turn into saddles where drones come near: "
                            + "no policy here could promise anything for them (theory 9.2, E27)",
                    "drop the key; offsets between slots keep the same distances, and directions too");
        }
        if (options.has("experimental")) {
            options.complain(
                    "experimental",
                    "no such key: it would switch on the paper's penalties on distances, which are not built, because nothing is guaranteed for them (theory 9.2)",
                    "drop the key");
        }
    }

    private record Formation(
            Handling handling,
            Gusts gusts,
            FlightFiles.@Nullable Found found,
            @Nullable MadeUpFlight madeUp,
            int flown) implements CostSource {

        @Override
        public Optional<List<String>> names() {
            return found == null ? Optional.empty() : Optional.of(found.names());
        }

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(flown);
        }

        @Override
        public OptionalInt horizon() {
            return found == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(
                            Math.toIntExact(FlightFiles.rounds(found.plan().route(), handling.step())));
        }

        @Override
        public Map<String, String> decides() {
            Map<String, String> decided = new LinkedHashMap<>();
            decided.put("graph", "drones whose slots are within radio range are neighbours (costs.range)");
            decided.put("start", "everybody starts in its slot");
            return decided;
        }

        private Flight flight(Size size, long seed) {
            if (found != null) {
                return new Flight(found.plan(), handling, size.horizon());
            }
            if (madeUp == null) {
                throw new AssertionError("files that were refused are flown");
            }
            return new Flight(madeUp.draw(size, handling.step(), seed), handling, size.horizon());
        }

        @Override
        public Optional<GraphSource> graph() {
            return Optional.of((size, seed) -> {
                List<Coupling> neighbours = flight(size, seed).neighbours();
                return t -> neighbours.get(t - 1);
            });
        }

        @Override
        public Costs costs(Size size, long seed) {
            Flight flight = flight(size, seed);
            return new Airborne(flight, gusts.draw(flight.plan(), handling.step(), size.horizon(), seed));
        }
    }

    private static final class Airborne implements CostSource.Costs {
        private final Flight flight;
        private final double[][] pushed; // [round][d numbers a drone]

        Airborne(Flight flight, double[][] pushed) {
            this.flight = flight;
            this.pushed = pushed;
        }

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
        public Optional<Meter> meter(boolean drawn) {
            return Optional.of(new FlightMeter(flight, drawn));
        }
    }
}
