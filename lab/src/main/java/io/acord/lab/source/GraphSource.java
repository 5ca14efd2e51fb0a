package io.acord.lab.source;

import io.acord.graph.Coupling;

/** Graphs with couplings for all rounds. Immutable: any number of repeats may use it at once. */
public interface GraphSource {

    /**
     * The graphs of one run: the same seed, the same graphs.
     *
     * @throws io.acord.input.BadInputException if the graph does not fit the size
     */
    Graphs graphs(CostSource.Size size, long seed);

    /** The graph that the scenario names: this one, unless costs have put offsets of moving origins on it. */
    default GraphSource named() {
        return this;
    }

    /** The graphs of a run. */
    interface Graphs {

        /** Who is coupled with whom in round t; the same object as long as nothing changes. */
        Coupling round(int t);
    }
}
