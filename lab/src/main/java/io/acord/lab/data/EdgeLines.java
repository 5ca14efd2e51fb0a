package io.acord.lab.data;

import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the lines of a graph file: who is coupled with whom, in which round or in all. Scratch; one thread. */
public final class EdgeLines {

    private final String file;
    private final String unit; // what the file counts: line or row
    private final Complaints complaints;
    private final DeclaredSize declared;
    private final NameTable names = new NameTable();
    private int[] nameLine = new int[16]; // where a name first appears

    private int count;
    private int[] round = new int[64]; // 0 for all rounds
    private int[] tail = new int[64]; // by order of appearance
    private int[] head = new int[64];
    private int[] line = new int[64];
    private double[] weight = new double[64];
    private @Nullable Shape[] shapes = new Shape[0];
    private int lastRound;
    private int lastRoundLine;
    private Duplicates duplicates = Duplicates.REFUSE;
    private boolean dropsLoops;

    /** What becomes of an edge between two agents that have one already. */
    private enum Duplicates {
        REFUSE,
        SUM,
        FIRST
    }

    /**
     * What an edge has besides its weight: a matrix A, an offset by which its ends shall differ, or both. Immutable.
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Shape(double @Nullable [][] matrix, double @Nullable [] offset) {

        int dimension() {
            return matrix != null ? matrix[0].length : offset != null ? offset.length : 0;
        }

        boolean isSame(@Nullable Shape other) {
            return other != null && Arrays.deepEquals(matrix, other.matrix) && Arrays.equals(offset, other.offset);
        }

        void addTo(Coupling.Builder builder, int i, int j, double weight) {
            if (matrix == null) {
                builder.edge(i, j, weight, offset == null ? new double[0] : offset);
            } else {
                builder.edge(i, j, weight, matrix, offset == null ? new double[matrix[0].length] : offset);
            }
        }
    }

    public EdgeLines(String file, Complaints complaints, DeclaredSize declared) {
        this(file, "line", complaints, declared);
    }

    /**
     * For files that do not count lines.
     *
     * @param unit what they count: complaints say {@code file:row 7} then
     */
    public EdgeLines(String file, String unit, Complaints complaints, DeclaredSize declared) {
        this.file = file;
        this.unit = unit;
        this.complaints = complaints;
        this.declared = declared;
    }

    /** Reads what is to be done about edges that real networks have: {@code duplicates} and {@code self-loops}. */
    public EdgeLines tolerating(Options options) {
        duplicates = Duplicates.valueOf(
                options.word("duplicates", "refuse", "sum", "first").toUpperCase(Locale.ROOT));
        dropsLoops = options.word("self-loops", "refuse", "drop").equals("drop");
        return this;
    }

    /** Adds an edge of a round, or of all rounds if that is 0. Complaints about it start with {@code place}. */
    public void add(int lineNumber, String place, int t, String i, String j, double w) {
        add(lineNumber, place, t, i, j, w, null, null);
    }

    /** Adds an edge with a matrix, an offset or both. */
    public void add(
            int lineNumber,
            String place,
            int t,
            String i,
            String j,
            double w,
            double @Nullable [][] matrix,
            double @Nullable [] offset) {
        byte[] from = i.getBytes(StandardCharsets.UTF_8);
        byte[] to = j.getBytes(StandardCharsets.UTF_8);
        int a = agent(from, 0, from.length, lineNumber);
        int b = agent(to, 0, to.length, lineNumber);
        Shape shape = matrix == null && offset == null ? null : new Shape(matrix, offset);
        if (shape != null && !isSound(place, w, shape)) {
            return;
        }
        int k = add(lineNumber, () -> place, t, a, b, w);
        if (k >= 0 && shape != null) {
            if (k >= shapes.length) {
                shapes = Arrays.copyOf(shapes, round.length);
            }
            shapes[k] = shape;
        }
    }

    /** {@code file:7}, or {@code file:row 7} where rows are counted. */
    static String place(String file, String unit, int number) {
        return file + ":" + (unit.equals("line") ? "" : unit + " ") + number;
    }

    /** The number of an agent, in order of first appearance. */
    public int agent(byte[] bytes, int from, int to, int lineNumber) {
        int id = names.add(bytes, from, to);
        if (id == nameLine.length) {
            nameLine = Arrays.copyOf(nameLine, id + (id >> 1));
        }
        if (nameLine[id] == 0) {
            nameLine[id] = lineNumber;
        }
        return id;
    }

    /** Adds an edge of weight times identity; returns where, or −1 if it is left out. */
    public int add(int lineNumber, Supplier<String> place, int t, int i, int j, double w) {
        if (i == j) {
            if (!dropsLoops) {
                complaints.add(
                        place.get(),
                        "joins agent " + names.name(i) + " with itself",
                        "two different agents, because nobody differs from himself",
                        "drop the line, or write self-loops: drop");
            }
            return -1;
        }
        if (!(w >= 0)) {
            complaints.add(
                    place.get() + ": weight",
                    "is " + w,
                    "a number of 0 or more, because a negative one would reward differing",
                    "give the strength of the coupling, 0 or more");
            return -1;
        }
        if (t > lastRound) {
            lastRound = t;
            lastRoundLine = lineNumber;
        }
        if (declared.horizon().isPresent() && t > declared.horizon().getAsInt()) {
            return -1;
        }
        if (count == round.length) {
            int larger = Math.addExact(count, count >> 1);
            round = Arrays.copyOf(round, larger);
            tail = Arrays.copyOf(tail, larger);
            head = Arrays.copyOf(head, larger);
            line = Arrays.copyOf(line, larger);
            weight = Arrays.copyOf(weight, larger);
        }
        round[count] = t;
        tail[count] = i;
        head[count] = j;
        line[count] = lineNumber;
        weight[count] = w;
        return count++;
    }

    /** What the library says of a matrix and an offset. */
    private boolean isSound(String place, double w, Shape shape) {
        int d = declared.dimension().orElse(shape.dimension());
        try {
            Coupling.Builder builder = Coupling.builder(2, d);
            shape.addTo(builder, 0, 1, w >= 0 ? w : 1);
            builder.build();
            return true;
        } catch (BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                complaints.add(
                        place + ": " + complaint.where().replace("edge (0, 1).", ""),
                        complaint.found(),
                        complaint.needed(),
                        complaint.fix());
            }
            return false;
        }
    }

    /** All graphs. What is wrong with the lines taken together is complained about. */
    public GraphSource source() {
        int before = complaints.size();
        int[] low = new int[count];
        int[] high = new int[count];
        for (int k = 0; k < count; k++) {
            low[k] = Math.min(tail[k], head[k]);
            high[k] = Math.max(tail[k], head[k]);
        }
        int[] order = IndexSort.of(count, round, low, high);
        int[] sorted = new int[count];
        Arrays.setAll(sorted, k -> order == null ? k : order[k]);
        if (duplicates != Duplicates.REFUSE) {
            sorted = merged(sorted, low, high);
        }
        int all = 0; // so many are of all rounds
        while (all < sorted.length && round[sorted[all]] == 0) {
            all++;
        }
        refuseRepetitions(sorted, all, low, high);
        FileGraphs graphs = new FileGraphs(
                new FileGraphs.Edges(file, unit, sorted, all, round, tail, head, weight, shapes, line),
                names,
                Arrays.copyOf(nameLine, names.size()),
                declared.horizon().isPresent() ? 0 : lastRound,
                lastRoundLine,
                complaints.size() > before ? new int[0] : sameAs(sorted, all));
        declared.names().ifPresent(known -> graphs.needAgents(known, complaints));
        return graphs;
    }

    /** Without edges that two agents have again in the same round; their weights are added, or passed over. */
    private int[] merged(int[] sorted, int[] low, int[] high) {
        int[] kept = new int[sorted.length];
        int size = 0;
        for (int edge : sorted) {
            int twin = size == 0 ? -1 : kept[size - 1];
            boolean again = twin >= 0 && round[twin] == round[edge] && isSame(twin, edge, low, high);
            boolean shaped = (edge < shapes.length && shapes[edge] != null)
                    || (twin >= 0 && twin < shapes.length && shapes[twin] != null);
            if (!again || (shaped && duplicates == Duplicates.SUM)) {
                kept[size++] = edge; // matrices and offsets do not add up: refused with the others
            } else if (duplicates == Duplicates.SUM) {
                weight[twin] += weight[edge];
            }
        }
        return Arrays.copyOf(kept, size);
    }

    private void refuseRepetitions(int[] sorted, int all, int[] low, int[] high) {
        for (int k = 0; k < sorted.length; k++) {
            int edge = sorted[k];
            int twin = -1;
            if (k > 0 && isSame(sorted[k - 1], edge, low, high) && round[sorted[k - 1]] == round[edge]) {
                twin = sorted[k - 1];
            } else if (k >= all) {
                twin = among(sorted, all, low, high, edge);
            }
            if (twin >= 0) {
                int later = Math.max(line[twin], line[edge]);
                complaints.add(
                        place(file, unit, later),
                        "couples " + names.name(tail[edge]) + " and " + names.name(head[edge]) + " again, after " + unit
                                + " "
                                + Math.min(line[twin], line[edge])
                                + (round[edge] == 0 ? " in all rounds" : " in round " + round[edge]),
                        "each edge once, because its dissimilarity is charged once",
                        duplicates == Duplicates.REFUSE
                                ? "drop one of the two, or write duplicates: sum, or duplicates: first"
                                : "drop one of the two: only edges of the same round, without matrices, are joined");
            }
        }
    }

    private static boolean isSame(int a, int b, int[] low, int[] high) {
        return low[a] == low[b] && high[a] == high[b];
    }

    /** The edge of all rounds between the same two agents, or −1. */
    private static int among(int[] sorted, int all, int[] low, int[] high, int edge) {
        int from = 0;
        int to = all - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int other = sorted[middle];
            int sign = low[other] != low[edge]
                    ? Integer.compare(low[other], low[edge])
                    : Integer.compare(high[other], high[edge]);
            if (sign == 0) {
                return other;
            }
            if (sign < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -1;
    }

    /**
     * For each sorted edge that is the first of its round, where the first round with the same edges starts; only these
     * entries mean something.
     */
    private int[] sameAs(int[] sorted, int all) {
        int[] same = new int[sorted.length];
        Map<Integer, List<Integer>> byHash = new HashMap<>();
        int from = all;
        while (from < sorted.length) {
            int to = from;
            int hash = 1;
            while (to < sorted.length && round[sorted[to]] == round[sorted[from]]) {
                int edge = sorted[to];
                hash = 31 * (31 * (31 * hash + tail[edge]) + head[edge]) + Double.hashCode(weight[edge]);
                to++;
            }
            same[from] = from;
            List<Integer> candidates = byHash.computeIfAbsent(hash, key -> new ArrayList<>());
            for (int candidate : candidates) {
                if (areSame(sorted, candidate, from, to - from)) {
                    same[from] = candidate;
                    break;
                }
            }
            if (same[from] == from) {
                candidates.add(from);
            }
            from = to;
        }
        return same;
    }

    private boolean areSame(int[] sorted, int a, int b, int length) {
        if (b - a < length
                || round[sorted[a + length - 1]] != round[sorted[a]]
                || round[sorted[a + length]] == round[sorted[a]]) {
            return false;
        }
        for (int k = 0; k < length; k++) {
            int x = sorted[a + k];
            int y = sorted[b + k];
            Shape first = x < shapes.length ? shapes[x] : null;
            Shape second = y < shapes.length ? shapes[y] : null;
            boolean sameShape = first == null ? second == null : first.isSame(second);
            if (tail[x] != tail[y] || head[x] != head[y] || weight[x] != weight[y] || !sameShape) {
                return false;
            }
        }
        return true;
    }
}
