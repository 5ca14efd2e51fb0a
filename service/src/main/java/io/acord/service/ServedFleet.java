package io.acord.service;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.acord.Decision;
import io.acord.acord.SweptBooks;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.theory.Books;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What decides the rounds of a service: ACORD, or ACORD that looks ahead; with books beside it that hindsight improves.
 * One thread.
 */
abstract class ServedFleet {

    private final SweptBooks swept;

    private ServedFleet(SweptBooks swept) {
        this.swept = swept;
    }

    /** How many rounds have been decided. */
    abstract int rounds();

    /** What all of them have cost. */
    abstract Cost cost();

    /** Where everybody is. */
    abstract Actions actions();

    /** What the fleet itself can say. */
    abstract Guarantee ownGuarantee();

    abstract byte[] saveFleet();

    /** What is certified: the best of what the fleet's own books prove and of what hindsight finds out. */
    final Guarantee guarantee() {
        return ownGuarantee() instanceof Guarantee.Proven proven ? proven.raisedTo(swept.atLeast()) : ownGuarantee();
    }

    /** Everything that it remembers, but for rounds that wait for sweeps: they are to be {@link #recall}ed. */
    final byte[] save() {
        if (!swept.isKept()) {
            return saveFleet();
        }
        boolean isSettled = swept.waiting() == 0;
        double[] books = isSettled ? swept.settled().toArray() : new double[0];
        return new SavedService(saveFleet(), rounds() - swept.waiting(), swept.isSwept(), books).bytes();
    }

    /**
     * A round that was decided before this fleet was resumed, and waits for sweeps; in their order.
     *
     * @param own the fleet's own books after it
     */
    final void recall(Round round, Actions played, Supplier<Books> own) {
        swept.close(round, played, own);
    }

    /** Decides a round, moves there, and says what is answered. */
    abstract byte[] decide(Round round, Forecasts forecasts, List<String> names);

    final SweptBooks swept() {
        return swept;
    }

    /** The application whose rounds are decided; empty if costs come as costs. */
    Optional<FieldRounds> field() {
        return Optional.empty();
    }

    /** ACORD. */
    static class Plain extends ServedFleet {
        final Fleet fleet;

        Plain(Fleet fleet, SweptBooks swept) {
            super(swept);
            this.fleet = fleet;
        }

        @Override
        int rounds() {
            return fleet.rounds();
        }

        @Override
        Cost cost() {
            return fleet.cost();
        }

        @Override
        Actions actions() {
            return fleet.actions();
        }

        @Override
        Guarantee ownGuarantee() {
            return fleet.guarantee();
        }

        @Override
        byte[] saveFleet() {
            return fleet.save();
        }

        @Override
        byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            Decision decision = fleet.decideUninterruptibly(round);
            swept().close(round, decision.actions(), fleet::books);
            return ServiceDocuments.decision(decision, this, names, List.of(), new double[0]);
        }
    }

    /** ACORD in the units of a field; hindsight does not look at it, so it keeps no books but its own. */
    static final class FieldFleet extends Plain {
        private final FieldRounds told;

        private FieldFleet(Fleet fleet, FieldRounds told, SweptBooks none) {
            super(fleet, none);
            this.told = told;
        }

        /**
         * Goes on.
         *
         * @param builder of the fleet
         * @param saved null: before the first round
         * @param none books that keep nothing
         */
        static FieldFleet of(Fleet.Builder builder, FieldRounds rounds, byte @Nullable [] saved, SweptBooks none) {
            if (saved == null) {
                return new FieldFleet(builder.build(), rounds, none);
            }
            ByteBuffer from = ByteBuffer.wrap(saved);
            byte[] fleet = new byte[from.getInt()];
            from.get(fleet);
            byte[] field = new byte[from.remaining()];
            from.get(field);
            rounds.resume(field);
            return new FieldFleet(builder.resume(fleet), rounds, none);
        }

        @Override
        Optional<FieldRounds> field() {
            return Optional.of(told);
        }

        @Override
        byte[] saveFleet() {
            byte[] first = fleet.save();
            byte[] second = told.save();
            return ByteBuffer.allocate(Integer.BYTES + first.length + second.length)
                    .putInt(first.length)
                    .put(first)
                    .put(second)
                    .array();
        }

        @Override
        byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            Actions before = fleet.actions();
            Decision decision = fleet.decideUninterruptibly(round);
            double[] setpoints = told.played(before, decision.actions());
            return ServiceDocuments.decision(decision, this, names, told.columns(), setpoints);
        }
    }

    /** ACORD that looks ahead. */
    static final class Ahead extends ServedFleet {
        private final Foresight fleet;

        Ahead(Foresight fleet, SweptBooks swept) {
            super(swept);
            this.fleet = fleet;
        }

        @Override
        int rounds() {
            return fleet.rounds();
        }

        @Override
        Cost cost() {
            return fleet.cost();
        }

        @Override
        Actions actions() {
            return fleet.actions();
        }

        @Override
        Guarantee ownGuarantee() {
            return fleet.guarantee();
        }

        @Override
        byte[] saveFleet() {
            return fleet.save();
        }

        @Override
        byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            ForesightDecision decision = fleet.decide(round, forecasts);
            swept().close(round, decision.actions(), fleet::books);
            return ServiceDocuments.decision(decision, fleet, this, names);
        }
    }
}
