package io.acord.applications.speeds;

import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.List;

/** A road whose densities are told round by round. It remembers nothing: what came before is in the actions. */
record ArrivingTraffic(Road road) implements FieldRounds {

    @Override
    public List<Reading> readings() {
        return List.of(Reading.needed("density_veh_per_km", 0, RoadFiles.MOST, RoadFiles.WHY));
    }

    @Override
    public Actions start() {
        return road.start();
    }

    @Override
    public Round.Builder next(int t, double[] told, Coupling named) {
        return Round.builder(road.gantries(), 1)
                .costs(road.costs(told))
                .coupling(road.neighbors())
                .switchingWeights(road.switchingWeights(t));
    }

    @Override
    public List<String> columns() {
        return SpeedSetpoints.COLUMNS;
    }

    @Override
    public double[] played(Actions previous, Actions x) {
        return SpeedSetpoints.numbers(x, road.gantries());
    }

    @Override
    public byte[] save() {
        return new byte[0];
    }

    @Override
    public void resume(byte[] saved) {
        // nothing is remembered
    }
}
