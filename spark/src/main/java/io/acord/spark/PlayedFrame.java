package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.lab.store.Storage;
import io.acord.model.Cost;
import io.acord.spark.block.PlayedFile.Times;
import io.acord.spark.frame.FrameCheckpoint;
import io.acord.spark.frame.FramePreparation;
import io.acord.spark.frame.PlayedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What was played of a frame. Actions are read from the checkpoint by whoever asks for them, task by task, as often as
 * they ask: they last as long as the checkpoint does. What was paid is read once, by whoever asks first.
 */
public final class PlayedFrame {

    private final SparkSession spark;
    private final Storage storage;
    private final FramePreparation.Fleet fleet;
    private final int resumedAfter;
    private final int horizon;
    private final int blocks;
    private final int d;
    private final FrameTimings timings;
    private @Nullable List<PlayedRows.Round>
            rounds; // read by whoever asks first: a stream has too many to read after each

    /**
     * What a call took.
     *
     * @param fleet seconds to number the agents, and to bring them and their edges to the blocks
     * @param costs seconds to bring the costs there
     * @param playing seconds of the barrier stages
     */
    record FrameTimings(double fleet, double costs, double playing) {

        double preparing() {
            return fleet + costs;
        }
    }

    PlayedFrame(
            SparkSession spark,
            Storage storage,
            FramePreparation.Fleet fleet,
            int resumedAfter,
            int horizon,
            FramePreparation preparation,
            FrameTimings timings) {
        this.spark = spark;
        this.storage = storage;
        this.fleet = fleet;
        this.resumedAfter = resumedAfter;
        this.horizon = horizon;
        this.blocks = preparation.blocks();
        this.d = preparation.dimension();
        this.timings = timings;
    }

    synchronized List<PlayedRows.Round> rounds() {
        List<PlayedRows.Round> known = rounds;
        if (known == null) {
            try {
                known = PlayedRows.rounds(spark, storage, blocks, horizon);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            rounds = known;
        }
        return known;
    }

    /** {@code round, agent, x0, x1, …}: what everybody played. */
    public Dataset<Row> actions() {
        return PlayedRows.actions(spark, storage, fleet, blocks, d);
    }

    /**
     * A row a round: {@code round, hitting, switching, dissimilarity, total, certificate, paid, atLeast}. The
     * certificate bounds what the round's actions lie above its best ones; {@code paid} is what was paid so far, and
     * nobody can have paid less than {@code atLeast} so far, whatever they had known (−∞ where nothing is proved).
     */
    public Dataset<Row> costs() {
        StructType schema = new StructType().add("round", DataTypes.IntegerType, false);
        for (String name :
                List.of("hitting", "switching", "dissimilarity", "total", "certificate", "paid", "atLeast")) {
            schema = schema.add(name, DataTypes.DoubleType, false);
        }
        List<Row> rows = new ArrayList<>();
        double paid = 0;
        for (PlayedRows.Round round : rounds()) {
            Cost cost = round.cost();
            paid += cost.total();
            rows.add(RowFactory.create(
                    round.t(),
                    cost.hitting(),
                    cost.switching(),
                    cost.dissimilarity(),
                    cost.total(),
                    round.certificate(),
                    paid,
                    round.atLeast()));
        }
        return spark.createDataFrame(rows, schema);
    }

    /**
     * {@code round, agent, gamma, account, planned0, expert0, …}: of agents that look ahead how far they went from what
     * they would have done without forecasts to what they had planned, and what their account holds afterwards.
     *
     * @throws io.acord.input.BadInputException if there were no forecasts
     */
    public Dataset<Row> followed() {
        if (expertCost().isEmpty()) {
            throw Complaints.refuse(
                    "followed",
                    "is asked of agents that do not look ahead",
                    "forecasts, because nobody plans without",
                    "call forecasts(…) before play()");
        }
        return PlayedRows.followed(spark, storage, fleet, blocks, d);
    }

    /** What would have been paid without forecasts; empty if there were none. */
    public Optional<Cost> expertCost() {
        Cost sum = Cost.ZERO;
        for (PlayedRows.Round round : rounds()) {
            Cost ofExperts = round.ofExperts();
            if (ofExperts == null) {
                return Optional.empty();
            }
            sum = sum.plus(ofExperts);
        }
        return Optional.of(sum);
    }

    /** Why it is not promised any more that forecasts cost at most 1 + ε times {@link #expertCost}; empty if it is. */
    public Optional<String> whyNotPromised() {
        return rounds().stream()
                .map(PlayedRows.Round::whyNotPromised)
                .filter(why -> !why.isEmpty())
                .findFirst();
    }

    /** What all rounds cost. */
    public Cost cost() {
        Cost sum = Cost.ZERO;
        for (PlayedRows.Round round : rounds()) {
            sum = sum.plus(round.cost());
        }
        return sum;
    }

    /**
     * At most so many times what anybody could have paid was paid, by the agents' books; empty where they prove
     * nothing.
     */
    public OptionalDouble certifiedRatio() {
        double atLeast = horizon == 0 ? 0 : rounds().get(horizon - 1).atLeast();
        return atLeast > 0 ? OptionalDouble.of(cost().total() / atLeast) : OptionalDouble.empty();
    }

    public int agents() {
        return fleet.agents();
    }

    /** The last round that was played. */
    public int horizon() {
        return horizon;
    }

    /** The share of edges that join two blocks. */
    public double cutShare() {
        return fleet.arcs() == 0 ? 0 : (double) fleet.cut() / fleet.arcs();
    }

    /** Agents of the fullest block over the mean. */
    public double imbalance() {
        return (double) fleet.largestBlock() * blocks / fleet.agents();
    }

    /** After which round this call went on; 0 if it began. */
    public int resumedAfter() {
        return resumedAfter;
    }

    FrameTimings timings() {
        return timings;
    }

    long arcs() {
        return fleet.arcs();
    }

    /** Seconds it took to bring the data to the blocks. */
    public double preparing() {
        return timings.preparing();
    }

    /** Seconds of the barrier stages. */
    public double playing() {
        return timings.playing();
    }

    /** Deletes the checkpoint, and with it the actions; what others have put into its folder stays. */
    public void forget() throws IOException {
        FrameCheckpoint.forget(storage);
    }

    /** In a few lines, for people. */
    @Override
    public String toString() {
        double[] parts = new double[4];
        int counted = 0;
        for (PlayedRows.Round round : rounds()) {
            if (round.t() > 1 || horizon == 1) { // code is compiled while the first is played
                Times times = round.times();
                parts[0] += times.computing();
                parts[1] += times.exchanging();
                parts[2] += times.reading();
                parts[3] += times.keeping();
                counted++;
            }
        }
        return String.format(
                Locale.ROOT,
                "%d agents in %d blocks, %.2f %% of the edges cut, the fullest block %.2f of the mean%n"
                        + "prepared in %.1f s, %d rounds in %.1f s; a round: computing %.3f s, exchanging %.3f, reading %.3f, keeping %.3f%n"
                        + "paid %s, certified ratio %s%s",
                agents(),
                blocks,
                100 * cutShare(),
                imbalance(),
                timings.preparing(),
                horizon - resumedAfter,
                timings.playing(),
                parts[0] / Math.max(1, counted),
                parts[1] / Math.max(1, counted),
                parts[2] / Math.max(1, counted),
                parts[3] / Math.max(1, counted),
                cost().total(),
                certifiedRatio().isPresent() ? certifiedRatio().getAsDouble() : "unknown",
                expertCost().map(cost -> ", without forecasts " + cost.total()).orElse(""));
    }
}
