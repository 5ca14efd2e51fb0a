package io.acord.service;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.acord.Decision;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What decides the rounds of a service: ACORD, or ACORD that looks ahead. One thread. */
interface ServedFleet {

    /** How many rounds have been decided. */
    int rounds();

    /** What all of them have cost. */
    Cost cost();

    Guarantee guarantee();

    /** Everything that it remembers. */
    byte[] save();

    /** Decides a round, moves there, and says what is answered. */
    byte[] decide(Round round, Forecasts forecasts, List<String> names);

    /** The application whose rounds are decided; empty if costs come as costs. */
    default Optional<FieldRounds> field() {
        return Optional.empty();
    }

    /** ACORD in the units of a field. */
    record OfField(Fleet fleet, FieldRounds told) implements ServedFleet {

        /**
         * Goes on.
         *
         * @param builder of the fleet
         * @param saved null: before the first round
         */
        static OfField of(Fleet.Builder builder, FieldRounds rounds, byte @Nullable [] saved) {
            if (saved == null) {
                return new OfField(builder.build(), rounds);
            }
            ByteBuffer from = ByteBuffer.wrap(saved);
            byte[] fleet = new byte[from.getInt()];
            from.get(fleet);
            byte[] field = new byte[from.remaining()];
            from.get(field);
            rounds.resume(field);
            return new OfField(builder.resume(fleet), rounds);
        }

        @Override
        public Optional<FieldRounds> field() {
            return Optional.of(told);
        }

        @Override
        public int rounds() {
            return fleet.rounds();
        }

        @Override
        public Cost cost() {
            return fleet.cost();
        }

        @Override
        public Guarantee guarantee() {
            return fleet.guarantee();
        }

        @Override
        public byte[] save() {
            byte[] first = fleet.save();
            byte[] second = told.save();
            return ByteBuffer.allocate(Integer.BYTES + first.length + second.length)
                    .putInt(first.length)
                    .put(first)
                    .put(second)
                    .array();
        }

        @Override
        public byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            Actions before = fleet.actions();
            Decision decision = fleet.decideUninterruptibly(round);
            double[] setpoints = told.played(before, decision.actions());
            return ServiceDocuments.decision(decision, fleet, names, told.columns(), setpoints);
        }
    }

    /** ACORD. */
    record Plain(Fleet fleet) implements ServedFleet {
        @Override
        public int rounds() {
            return fleet.rounds();
        }

        @Override
        public Cost cost() {
            return fleet.cost();
        }

        @Override
        public Guarantee guarantee() {
            return fleet.guarantee();
        }

        @Override
        public byte[] save() {
            return fleet.save();
        }

        @Override
        public byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            return ServiceDocuments.decision(
                    fleet.decideUninterruptibly(round), fleet, names, List.of(), new double[0]);
        }
    }

    /** ACORD that looks ahead. */
    record Ahead(Foresight fleet) implements ServedFleet {
        @Override
        public int rounds() {
            return fleet.rounds();
        }

        @Override
        public Cost cost() {
            return fleet.cost();
        }

        @Override
        public Guarantee guarantee() {
            return fleet.guarantee();
        }

        @Override
        public byte[] save() {
            return fleet.save();
        }

        @Override
        public byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            return ServiceDocuments.decision(fleet.decide(round, forecasts), fleet, names);
        }
    }
}
