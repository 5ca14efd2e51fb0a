package io.acord.applications.model;

import io.acord.cost.HittingCost;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.Optional;
import java.util.function.Supplier;

/** What a field costs in the rounds of a run, all of which are known. Immutable. */
public interface FieldModel {

    /** f_t of every agent. */
    HittingCost[] costs(int t);

    /** The costs of a later round if everything goes on as in the {@code period} rounds up to {@code now}. */
    default HittingCost[] continued(int now, int later, int period) {
        return costs(CostSource.Costs.before(now, later, period));
    }

    /** b of every agent in a round. */
    double[] switchingWeights(int t);

    /** x_0. */
    Actions start();

    /** Makes what sees a policy with the eyes of the field. */
    @FunctionalInterface
    interface MeterMaker {

        /**
         * A new one.
         *
         * @param drawn whether it will be asked for pictures
         */
        Meter make(boolean drawn, GraphSource.Graphs graphs);
    }

    /** The costs of a run on this model. */
    default CostSource.Costs rounds(MeterMaker meters, Supplier<Setpoints> setpoints) {
        return new ModelRounds(this, meters, setpoints);
    }

    /** A model as the lab asks for it. */
    record ModelRounds(FieldModel model, MeterMaker meters, Supplier<Setpoints> makers) implements CostSource.Costs {

        @Override
        public HittingCost[] round(int t) {
            return model.costs(t);
        }

        @Override
        public HittingCost[] continued(int now, int later, int period) {
            return model.continued(now, later, period);
        }

        @Override
        public Optional<double[]> switchingWeights(int t) {
            return Optional.of(model.switchingWeights(t));
        }

        @Override
        public Optional<Actions> start() {
            return Optional.of(model.start());
        }

        @Override
        public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
            return Optional.of(meters.make(drawn, graphs));
        }

        @Override
        public Optional<Setpoints> setpoints() {
            return Optional.of(makers.get());
        }
    }
}
