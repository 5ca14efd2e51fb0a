package io.acord.service;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code costs: {kind: rooms}}: the smallest field that rounds can be told in, each room wants what it reads. */
public final class RoomCosts extends CostKind {

    private static final double COLDEST = -273;

    public RoomCosts() {
        super("rooms", "rooms that want to be as warm as they say", "");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        return new CostSource() {
            @Override
            public Costs costs(Size size, long seed) {
                return t -> Stream.generate(() -> Quadratic.alpha(1, 20))
                        .limit(size.agents())
                        .toArray(HittingCost[]::new);
            }

            @Override
            public Optional<FieldRounds> arriving(Size size, long seed) {
                return Optional.of(new Rooms(size.agents()));
            }
        };
    }

    private record Rooms(int agents) implements FieldRounds {

        @Override
        public List<Reading> readings() {
            return List.of(Reading.needed("wanted_c", -Double.MAX_VALUE, Double.MAX_VALUE, "it is a number"));
        }

        @Override
        public Actions start() {
            return Actions.zero(agents, 1);
        }

        @Override
        public Round.Builder next(int t, double[] told, Coupling named) {
            Round.Builder round = Round.builder(agents, 1).coupling(named);
            for (int i = 0; i < agents; i++) {
                if (told[i] > COLDEST) { // of others the round finds out that there is no cost
                    round.cost(i, Quadratic.alpha(1, told[i]));
                }
            }
            return round;
        }

        @Override
        public List<String> columns() {
            return List.of("valve_c");
        }

        @Override
        public double[] played(Actions previous, Actions actions) {
            return actions.toArray();
        }

        @Override
        public byte[] save() {
            return new byte[0];
        }

        @Override
        public void resume(byte[] saved) {}
    }
}
