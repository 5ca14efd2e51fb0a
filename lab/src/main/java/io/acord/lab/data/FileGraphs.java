package io.acord.lab.data;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The graphs of a file; every repeat has the same. Immutable. */
final class FileGraphs implements GraphSource {

    /**
     * The edges of a file. Immutable.
     *
     * @param sorted by round, those of all rounds first
     * @param all so many are of all rounds
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Edges(
            String file,
            String unit,
            int[] sorted,
            int all,
            int[] round,
            int[] tail,
            int[] head,
            double[] weight,
            EdgeLines.@Nullable Shape[] shapes,
            int[] line) {

        String place(int number) {
            return EdgeLines.place(file, unit, number);
        }

        EdgeLines.@Nullable Shape shape(int edge) {
            return edge < shapes.length ? shapes[edge] : null;
        }

        /** Where the edges of round t start among the sorted ones, or where they would. */
        int firstOf(int t) {
            int low = all;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (round[sorted[middle]] < t) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    private final Edges edges;
    private final NameTable names;
    private final int[] nameLine;
    private final int lastRound; // 0 if it does not matter
    private final int lastRoundLine;
    private final int[] sameAs; // where a round's edges start -> where the same edges first start

    FileGraphs(Edges edges, NameTable names, int[] nameLine, int lastRound, int lastRoundLine, int[] sameAs) {
        this.edges = edges;
        this.names = names;
        this.nameLine = nameLine;
        this.lastRound = lastRound;
        this.lastRoundLine = lastRoundLine;
        this.sameAs = sameAs;
    }

    /** The ids of the file's agents; complains about those that are not of the fleet. */
    int[] needAgents(List<String> known, Complaints complaints) {
        NameTable fleet = new NameTable();
        known.forEach(fleet::add);
        int[] ids = new int[names.size()];
        for (int k = 0; k < ids.length; k++) {
            String name = names.name(k);
            ids[k] = fleet.find(name);
            if (ids[k] < 0) {
                Optional<String> near = known.size() > 1000 || complaints.size() > 100 || name.length() > 100
                        ? Optional.empty()
                        : NearestWord.to(name, known);
                String shown = name.replaceAll("\\p{Cntrl}", "?");
                complaints.add(
                        edges.place(nameLine[k]),
                        "couples \"" + (shown.length() > 60 ? shown.substring(0, 60) + "…" : shown) + "\"",
                        "agents that have costs",
                        near.map(other -> "did you mean " + other + "?")
                                .orElse("add it to the costs, or drop the line"));
            }
        }
        return ids;
    }

    @Override
    public Graphs graphs(CostSource.Size size, long seed) {
        Complaints complaints = new Complaints();
        int[] ids = needAgents(size.names(), complaints);
        if (lastRound > size.horizon()) {
            complaints.add(
                    edges.place(lastRoundLine) + ": round",
                    "is " + lastRound,
                    "at most " + size.horizon() + ", because the costs end there",
                    "drop the line, or add costs");
        }
        for (int k = 0; k < edges.sorted.length; k++) {
            EdgeLines.Shape shape = edges.shape(k);
            if (shape != null && shape.dimension() != size.dimension()) {
                complaints.add(
                        edges.place(edges.line[k]),
                        "has " + shape.dimension() + " coordinates",
                        size.dimension() + ", as actions have",
                        "give matrices " + size.dimension() + " columns and offsets as many numbers");
            }
        }
        complaints.throwIfAny();
        return new Cached(ids, size);
    }

    /** Keeps a few couplings, and hands out those that somebody else still has. */
    private final class Cached implements Graphs {
        private static final int KEPT = 4;

        private final int[] ids;
        private final CostSource.Size size;
        private final Map<Integer, WeakReference<Coupling>> known = new HashMap<>();
        private final Deque<Coupling> recent = new ArrayDeque<>();

        Cached(int[] ids, CostSource.Size size) {
            this.ids = ids;
            this.size = size;
        }

        @Override
        public synchronized Coupling round(int t) {
            int first = edges.firstOf(t);
            boolean own = first < edges.sorted.length && edges.round[edges.sorted[first]] == t;
            int from = own ? sameAs[first] : -1;
            WeakReference<Coupling> reference = known.get(from);
            Coupling coupling = reference == null ? null : reference.get();
            if (coupling == null) {
                coupling = coupling(from);
                known.put(from, new WeakReference<>(coupling));
            }
            recent.remove(coupling);
            recent.addLast(coupling);
            if (recent.size() > KEPT) {
                recent.removeFirst();
            }
            return coupling;
        }

        private Coupling coupling(int from) {
            Coupling.Builder builder = Coupling.builder(size.agents(), size.dimension());
            for (int k = 0; k < edges.all; k++) {
                add(builder, edges.sorted[k]);
            }
            int t = from < 0 ? -1 : edges.round[edges.sorted[from]];
            for (int k = from; k >= 0 && k < edges.sorted.length && edges.round[edges.sorted[k]] == t; k++) {
                add(builder, edges.sorted[k]);
            }
            return builder.build();
        }

        private void add(Coupling.Builder builder, int edge) {
            int i = ids[edges.tail[edge]];
            int j = ids[edges.head[edge]];
            EdgeLines.Shape shape = edges.shape(edge);
            if (shape == null) {
                builder.edge(i, j, edges.weight[edge]);
            } else {
                shape.addTo(builder, i, j, edges.weight[edge]);
            }
        }
    }
}
