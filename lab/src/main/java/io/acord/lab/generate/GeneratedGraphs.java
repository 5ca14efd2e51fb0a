package io.acord.lab.generate;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Graphs of one topology: all edges of one weight, and a random one drawn anew every so many rounds if asked. */
final class GeneratedGraphs implements GraphSource {

    /** Arcs, two an edge, are counted with an int; random graphs may have somewhat more edges than expected. */
    private static final double MOST_EDGES = 1e9;

    private final String kind;
    private final Topology topology;
    private final double weight;
    private final int every; // rounds from one graph to the next; 0: there is only one
    private final String place;

    private GeneratedGraphs(String kind, Topology topology, Options options, boolean random) {
        this.kind = kind;
        this.topology = topology;
        this.weight = CommonOptions.nonNegative(options, "weight", 1, "a negative one would reward differing");
        int given = options.integer("every", 0, 1, Integer.MAX_VALUE);
        this.every = random ? given : 0;
        this.place = options.place();
    }

    /** A topology without randomness, the same in all rounds. */
    static GraphSource fixed(String kind, Topology topology, Options options, DeclaredSize declared) {
        return read(new GeneratedGraphs(kind, topology, options, false), options, declared);
    }

    /** A topology that the seed decides on. */
    static GraphSource random(String kind, Topology topology, Options options, DeclaredSize declared) {
        return read(new GeneratedGraphs(kind, topology, options, true), options, declared);
    }

    /** Complains at once if the scenario says how many agents there are; otherwise {@link #graphs} will. */
    private static GraphSource read(GeneratedGraphs source, Options options, DeclaredSize declared) {
        OptionalInt agents = CommonOptions.agents(declared);
        if (agents.isPresent() && agents.getAsInt() > 0) {
            source.complaint(agents.getAsInt()).ifPresent(options.complaints()::add);
        }
        return source;
    }

    private Optional<Complaint> complaint(int agents) {
        Optional<Topology.Misfit> misfit = topology.misfit(agents);
        if (misfit.isPresent()) {
            Topology.Misfit wrong = misfit.get();
            return Optional.of(
                    new Complaint(place + ": graph." + wrong.key(), wrong.found(), wrong.needed(), wrong.fix()));
        }
        double edges = topology.edges(agents);
        return edges <= MOST_EDGES
                ? Optional.empty()
                : Optional.of(new Complaint(
                        place + ": graph",
                        "has about " + (long) edges + " edges",
                        "at most " + (long) MOST_EDGES + ", because a graph has to fit into memory",
                        "take a sparser graph or fewer agents"));
    }

    @Override
    public Graphs graphs(Size size, long seed) {
        Complaints complaints = new Complaints();
        complaint(size.agents()).ifPresent(complaints::add);
        complaints.throwIfAny();
        return new Drawn(size.agents(), size.dimension(), seed);
    }

    /**
     * What was drawn is kept while memory lasts: whoever still holds the graph of a round gets the same object for the
     * rounds that share it.
     */
    private final class Drawn implements Graphs {

        private final int agents;
        private final int dimension;
        private final long seed;
        private final Map<Integer, SoftReference<Coupling>> kept = new HashMap<>();

        Drawn(int agents, int dimension, long seed) {
            this.agents = agents;
            this.dimension = dimension;
            this.seed = seed;
        }

        @Override
        public synchronized Coupling round(int t) {
            int epoch = every == 0 ? 0 : (t - 1) / every;
            SoftReference<Coupling> reference = kept.get(epoch);
            Coupling coupling = reference == null ? null : reference.get();
            if (coupling == null) {
                coupling = draw(epoch);
                kept.put(epoch, new SoftReference<>(coupling));
            }
            return coupling;
        }

        private Coupling draw(int epoch) {
            Graph.Builder builder = Graph.builder(agents);
            topology.draw(agents, new SeededRandom(seed, kind.hashCode(), epoch), builder);
            Graph graph = builder.build();
            if (weight == 1) {
                return Coupling.unit(graph, dimension);
            }
            Coupling.Builder weighted = Coupling.builder(agents, dimension);
            for (int e = 0; e < graph.edges(); e++) {
                weighted.edge(graph.tail(e), graph.head(e), weight);
            }
            return weighted.build();
        }
    }
}
