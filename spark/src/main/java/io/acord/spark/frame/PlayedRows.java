package io.acord.spark.frame;

import io.acord.lab.store.Storage;
import io.acord.model.Cost;
import io.acord.spark.block.Places;
import io.acord.spark.block.PlayedFile;
import io.acord.spark.block.PlayedFile.Played;
import io.acord.spark.block.PlayedFile.Times;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Reads what blocks have kept of a frame: actions in the tasks of whoever wants them, accounts for the driver. */
public final class PlayedRows {

    private PlayedRows() {}

    /**
     * What all blocks paid in a round.
     *
     * @param atLeast Σ c of the agents' books up to this round; −∞ if somebody's prove nothing
     * @param bytes that blocks told each other
     * @param times of the block that took longest
     * @param ofExperts what would have been paid without forecasts; null if nobody looks ahead
     * @param whyNotPromised why nothing is promised any more of what looking ahead costs; empty if it is
     */
    public record Round(
            int t,
            Cost cost,
            double certificate,
            double atLeast,
            long bytes,
            Times times,
            @Nullable Cost ofExperts,
            String whyNotPromised) {}

    /** {@code round, agent, x0, …}, a partition a block. */
    public static Dataset<Row> actions(
            SparkSession spark, Storage storage, FramePreparation.Fleet fleet, int blocks, int d) {
        String rosters = fleet.folder();
        StructType schema =
                new StructType().add("round", DataTypes.IntegerType, false).add("agent", DataTypes.StringType, false);
        for (int c = 0; c < d; c++) {
            schema = schema.add("x" + c, DataTypes.DoubleType, false);
        }
        JavaRDD<Row> rows =
                ids(spark, blocks).mapPartitions(block -> new ActionRows(storage, rosters, block.next(), d, false));
        return spark.createDataFrame(rows, schema);
    }

    /** {@code round, agent, gamma, account, planned0, expert0, …}, a partition a block. */
    public static Dataset<Row> followed(
            SparkSession spark, Storage storage, FramePreparation.Fleet fleet, int blocks, int d) {
        String rosters = fleet.folder();
        StructType schema = new StructType()
                .add("round", DataTypes.IntegerType, false)
                .add("agent", DataTypes.StringType, false)
                .add("gamma", DataTypes.DoubleType, false)
                .add("account", DataTypes.DoubleType, false);
        for (int c = 0; c < d; c++) {
            schema = schema.add("planned" + c, DataTypes.DoubleType, false)
                    .add("expert" + c, DataTypes.DoubleType, false);
        }
        JavaRDD<Row> rows =
                ids(spark, blocks).mapPartitions(block -> new ActionRows(storage, rosters, block.next(), d, true));
        return spark.createDataFrame(rows, schema);
    }

    private static JavaRDD<Integer> ids(SparkSession spark, int blocks) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(IntStream.range(0, blocks).boxed().toList(), blocks);
    }

    /**
     * The last round of which every block has kept all that it needs to go on. Tasks read it to its end, as those that
     * go on will: a file that is there and torn is of no use to them.
     */
    public static int keptByAll(SparkSession spark, Storage storage, int blocks) throws IOException {
        for (int t : FrameFiles.rounds(storage, "state")) {
            Set<String> names = Set.copyOf(storage.list("state/" + t));
            if (IntStream.range(0, blocks).mapToObj(Places::name).allMatch(names::contains)
                    && ids(spark, blocks)
                            .filter(block -> !isWhole(storage, FrameFiles.state(t, block)))
                            .isEmpty()) {
                return t;
            }
        }
        return 0;
    }

    /** Whether nothing newer is kept than a round. */
    public static boolean isNewest(Storage storage, int round) throws IOException {
        List<Integer> kept = FrameFiles.rounds(storage, "state");
        return !kept.isEmpty() && kept.get(0) == round;
    }

    private static boolean isWhole(Storage storage, String name) {
        try {
            PlayedFile.read(storage.open(name), name);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The accounts of all rounds, added up in the order of blocks. */
    public static List<Round> rounds(SparkSession spark, Storage storage, int blocks, int horizon) throws IOException {
        List<List<Played>> ofBlocks =
                ids(spark, blocks).map(block -> accounts(storage, block)).collect();
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= horizon; t++) {
            Cost cost = Cost.ZERO;
            double certificate = 0;
            double atLeast = 0;
            long bytes = 0;
            Cost ofExperts = Cost.ZERO;
            boolean looksAhead = true;
            String why = "";
            Times slowest = new Times(0, 0, 0, 0, 0);
            for (List<Played> block : ofBlocks) {
                if (block.size() < t) {
                    throw new IOException("round " + t + " is not whole in " + storage.uri());
                }
                Played played = block.get(t - 1);
                cost = cost.plus(played.cost());
                certificate += played.certificate();
                atLeast += played.atLeast();
                bytes += played.bytes();
                PlayedFile.Followed followed = played.followed();
                looksAhead &= followed != null;
                ofExperts = followed == null ? ofExperts : ofExperts.plus(followed.cost());
                why = followed == null || !why.isEmpty() ? why : followed.whyNotPromised();
                slowest = played.times().computing() > slowest.computing() ? played.times() : slowest;
            }
            rounds.add(new Round(t, cost, certificate, atLeast, bytes, slowest, looksAhead ? ofExperts : null, why));
        }
        return rounds;
    }

    private static List<Played> accounts(Storage storage, int block) throws IOException {
        List<Played> all = new ArrayList<>();
        for (int kept : ascending(storage, "accounts")) {
            for (Played played : read(storage, "accounts/" + kept + "/" + Places.name(block))) {
                if (played.t() == all.size() + 1) { // blocks that went back have kept some twice, with the same bits
                    all.add(played);
                }
            }
        }
        return all;
    }

    private static List<Integer> ascending(Storage storage, String folder) throws IOException {
        List<Integer> rounds = new ArrayList<>(FrameFiles.rounds(storage, folder));
        Collections.reverse(rounds);
        return rounds;
    }

    /** Nothing if the block was not that far when all went back and kept other rounds. */
    private static List<Played> read(Storage storage, String name) throws IOException {
        try {
            return PlayedFile.read(storage.open(name), name).rounds();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** The rows of one block, a file at a time. */
    private static final class ActionRows implements Iterator<Row> {
        private final Storage storage;
        private final int block;
        private final int d;
        private final boolean ofPlans; // how far they were followed, instead of actions
        private final RosterFile roster;
        private final Deque<Integer> files;
        private final Deque<Played> rounds = new ArrayDeque<>();
        private @Nullable Played played;
        private int row;
        private int next = 1;

        ActionRows(Storage storage, String fleet, int block, int d, boolean ofPlans) throws IOException {
            this.storage = storage;
            this.block = block;
            this.d = d;
            this.ofPlans = ofPlans;
            this.roster =
                    RosterFile.read(storage.open(FrameFiles.roster(fleet, block)), FrameFiles.roster(fleet, block));
            this.files = new ArrayDeque<>(ascending(storage, "actions"));
        }

        @Override
        public boolean hasNext() {
            while (played == null || row == roster.names().size()) {
                Played following = rounds.poll();
                if (following == null) {
                    Integer file = files.poll();
                    if (file == null) {
                        return false;
                    }
                    try {
                        rounds.addAll(read(storage, "actions/" + file + "/" + Places.name(block)));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                } else if (following.t() == next) {
                    next++;
                    played = following;
                    row = 0;
                }
            }
            return true;
        }

        @Override
        public Row next() {
            Played now = hasNext() ? played : null;
            if (now == null) {
                throw new NoSuchElementException();
            }
            List<Object> cells = new ArrayList<>(List.of(now.t(), roster.names().get(row)));
            PlayedFile.Followed followed = ofPlans ? now.followed() : null;
            if (followed != null) {
                cells.add(followed.gammas()[row]);
                cells.add(followed.accounts()[row]);
            }
            for (int c = row * d; c < (row + 1) * d; c++) {
                cells.add(followed == null ? now.actions()[c] : followed.planned()[c]);
                if (followed != null) {
                    cells.add(followed.expert()[c]);
                }
            }
            row++;
            return RowFactory.create(cells.toArray());
        }
    }
}
