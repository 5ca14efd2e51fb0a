package io.acord.spark.frame;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.CostLines;
import io.acord.spark.names.AgentNames;
import io.acord.spark.names.NameList;
import io.acord.spark.names.NameOrder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Who there is: the names of a frame's agents in the order of their UTF-8 bytes, numbered from 0 on without a gap, as
 * files are in memory. The driver learns how many each task has and a few dozen names of each, nothing else.
 *
 * @param numbered agent, id, key
 */
record AgentTable(JavaRDD<AgentNames> parts, Dataset<Row> numbered, int agents, int horizon) implements AutoCloseable {

    /** Names of one kind of trouble that are shown. */
    static final int SHOWN = 20;

    /** Names of a part by which all are dealt out evenly. */
    private static final int SAMPLE = 64;

    private static final StructType NUMBERED = new StructType()
            .add("agent", DataTypes.StringType, false)
            .add("id", DataTypes.IntegerType, false)
            .add("key", DataTypes.StringType, true);

    /** What a task found of its part of the names. */
    private record Part(
            int index, long agents, int horizon, boolean isSomebodyNameless, ArrayList<Complaint> complaints)
            implements Serializable {}

    /** Some names of a part of the lines, which has so many. */
    private record Sample(NameList names, int of) implements Serializable {}

    /** Numbers the agents of costs as {@link FrameColumns#costs} has them. */
    static AgentTable of(SparkSession spark, Dataset<Row> costs, @Nullable String key) {
        boolean hasKey = key != null;
        Dataset<Row> lines = hasKey ? costs.select("agent", "round", "key") : costs.select("agent", "round");
        JavaRDD<AgentNames> found = FramePreparation.inner(lines)
                .mapPartitions(rows -> AgentNames.of(rows, hasKey))
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<AgentNames> sorted =
                sorted(found, Math.max(1, spark.sparkContext().defaultParallelism()), hasKey);
        List<Part> parts = sorted.mapPartitionsWithIndex(
                        (index, names) -> List.of(look(index, names.next())).iterator(), true)
                .collect();
        found.unpersist();
        Complaints complaints = new Complaints();
        long[] first = new long[parts.size()];
        long agents = 0;
        int horizon = 0;
        if (parts.stream().anyMatch(Part::isSomebodyNameless)) {
            complaints.add("costs: agent", "is missing", "a name of one line, as text or a number", "name the agent");
        }
        for (Part part : parts) {
            first[part.index()] = agents;
            agents += part.agents();
            horizon = Math.max(horizon, part.horizon());
            part.complaints().forEach(complaints::add);
        }
        if (agents == 0 && complaints.isEmpty()) {
            complaints.add("costs", "has no row", "a row for every agent and round", "give costs");
        }
        if (agents > Integer.MAX_VALUE - 8) {
            complaints.add(
                    "costs",
                    "speaks of " + agents + " agents",
                    "at most " + (Integer.MAX_VALUE - 8),
                    "split the fleet");
        }
        if (!complaints.isEmpty()) {
            sorted.unpersist();
        }
        complaints.throwIfAny();
        JavaRDD<InternalRow> rows =
                sorted.mapPartitionsWithIndex((index, names) -> new Numbering(names.next(), (int) first[index]), true);
        Dataset<Row> numbered = ((org.apache.spark.sql.classic.SparkSession) spark)
                .internalCreateDataFrame(rows.rdd(), NUMBERED, false);
        return new AgentTable(sorted, numbered, (int) agents, horizon);
    }

    /** All names in their order, one object a partition. */
    private static JavaRDD<AgentNames> sorted(JavaRDD<AgentNames> found, int count, boolean hasKey) {
        NameList bounds = bounds(
                found.map(names ->
                                new Sample(names.sample(SAMPLE), names.names().size()))
                        .collect(),
                count);
        return found.flatMapToPair(names -> {
                    AgentNames[] pieces = names.split(bounds);
                    return IntStream.range(0, pieces.length)
                            .mapToObj(piece -> new Tuple2<>(piece, pieces[piece]))
                            .iterator();
                })
                .partitionBy(ArcChunk.byBlock(count))
                .values()
                .mapPartitions(some -> List.of(AgentNames.merged(some, hasKey)).iterator())
                .persist(StorageLevel.MEMORY_AND_DISK());
    }

    /** Names between which so many parts are about as large as each other; fewer if there are not so many. */
    private static NameList bounds(List<Sample> samples, int parts) {
        NameList.Builder all = new NameList.Builder();
        List<Double> weights = new ArrayList<>();
        double total = 0;
        for (Sample sample : samples) {
            NameList names = sample.names();
            for (int k = 0; k < names.size(); k++) {
                all.add(names.text(), names.start(k), names.length(k));
                weights.add((double) sample.of() / names.size());
            }
            total += sample.of();
        }
        NameList sampled = all.list();
        NameList.Builder bounds = new NameList.Builder();
        double before = 0;
        for (int k : NameOrder.of(sampled)) {
            if (before >= (bounds.size() + 1) * total / parts && bounds.size() < parts - 1) {
                bounds.add(sampled.text(), sampled.start(k), sampled.length(k));
            }
            before += weights.get(k);
        }
        return bounds.list();
    }

    private static Part look(int index, AgentNames found) {
        NameList names = found.names();
        ArrayList<Complaint> complaints = new ArrayList<>();
        for (int k = 0; k < names.size() && complaints.size() < SHOWN; k++) {
            String problem = isPlain(names, k) ? "" : CostLines.nameProblem(names.get(k));
            if (!problem.isEmpty()) {
                complaints.add(new Complaint(
                        "costs: agent \"" + shown(names.get(k)) + "\"",
                        problem,
                        "a name of one line, as text or a number",
                        "name the agent"));
            } else if (found.low() != null
                    && found.high() != null
                    && !Objects.equals(found.low()[k], found.high()[k])) {
                complaints.add(new Complaint(
                        "costs: agent \"" + names.get(k) + "\"",
                        "has the keys " + found.low()[k] + " and " + found.high()[k],
                        "one, because it lives in one block",
                        "give all its rows the same"));
            }
        }
        return new Part(index, names.size(), found.horizon(), found.isSomebodyNameless(), complaints);
    }

    /** Whether a name is a few letters and digits, as most are: nothing is wrong with those. */
    private static boolean isPlain(NameList names, int k) {
        int length = names.length(k);
        boolean isPlain = length > 0 && length <= 100;
        for (int b = 0; b < length && isPlain; b++) {
            byte letter = names.text()[names.start(k) + b];
            isPlain = (letter >= '0' && letter <= '9')
                    || (letter >= 'a' && letter <= 'z')
                    || (letter >= 'A' && letter <= 'Z');
        }
        return isPlain;
    }

    static String shown(String name) {
        String printable = name.replaceAll("\\p{Cntrl}", "?");
        return printable.length() > 60 ? printable.substring(0, 60) + "…" : printable;
    }

    /** Gives names that come in their order the numbers from the first on. */
    private static final class Numbering implements Iterator<InternalRow> {
        private final AgentNames found;
        private final int first;
        private int next;

        Numbering(AgentNames found, int first) {
            this.found = found;
            this.first = first;
        }

        @Override
        public boolean hasNext() {
            return next < found.names().size();
        }

        @Override
        public InternalRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int k = next++;
            NameList names = found.names();
            return new GenericInternalRow(new Object[] {
                UTF8String.fromBytes(names.text(), names.start(k), names.length(k)),
                first + k,
                found.low() == null ? null : found.low()[k]
            });
        }
    }

    /** Lets go of the names; whoever asks for them afterwards reads the costs once more. */
    @Override
    public void close() {
        parts.unpersist();
    }
}
