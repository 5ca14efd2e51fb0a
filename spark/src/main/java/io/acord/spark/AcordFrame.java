package io.acord.spark;

import io.acord.foresight.Foresight;
import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderTree;
import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.spark.block.BlockJob;
import io.acord.spark.frame.CheckpointLock;
import io.acord.spark.frame.FrameCheckpoint;
import io.acord.spark.frame.FrameFiles;
import io.acord.spark.frame.FramePreparation;
import io.acord.spark.frame.FrameTerms;
import io.acord.spark.frame.Partitioning;
import io.acord.spark.frame.PlayedRows;
import io.acord.spark.store.HadoopStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * ACORD on data frames: costs and edges in, actions and what they cost out, on a Spark that is there.
 *
 * <pre>{@code
 * PlayedFrame played = AcordFrame.on(spark).costs(costs).edges(edges).beta(10).blocks(8)
 *         .checkpoint("hdfs://namenode/run").play();
 * played.actions().write().parquet("hdfs://namenode/actions");
 * }</pre>
 *
 * <p>Costs have the columns {@code round, agent, alpha, v} (or {@code v0, v1, …}) as our CSV files, or {@code round,
 * agent, cost} with any cost as its JSON; edges {@code round, i, j, weight}, of which round and weight may be missing.
 * Agents are numbered by the bytes of their names, as {@code acord run} numbers those of a file: both play the same
 * bits.
 *
 * <p>The driver holds no agent: names, edges and costs go from Spark's tasks to those that play them, and actions from
 * there to whoever reads them. Blocks are tasks of one barrier stage, so that the cluster needs a free slot for each.
 * The session is neither stopped nor changed. Mutable until it is played; one thread.
 */
public final class AcordFrame {

    private final SparkSession spark;
    private @Nullable Dataset<Row> costs;
    private @Nullable Dataset<Row> edges;
    private @Nullable Dataset<Row> start;
    private @Nullable Dataset<Row> forecasts;
    private int window = Foresight.Builder.DEFAULT_WINDOW;
    private Trust trust = Trust.STANDARD;
    private double[] beta = {};
    private double[] switching = {1};
    private Recipe recipe = Recipe.standard();
    private int blocks;
    private Partitioning partitioning = Partitioning.range();
    private @Nullable String checkpoint;
    private boolean holdsMissing;
    private int every = 1;
    private int roundsAtATime;
    private int threads = 1;
    private Duration patience = Duration.ofSeconds(50);
    private int batchesPlayed = -1; // up to which round, by this driver
    private String streamed = ""; // the fleet of a stream, once its edges and start were compared

    private AcordFrame(SparkSession spark) {
        this.spark = spark;
    }

    /**
     * On a session that is there.
     *
     * @throws BadInputException if it is one of Spark Connect, which has no barrier stages
     */
    public static AcordFrame on(SparkSession spark) {
        if (!(Objects.requireNonNull(spark) instanceof org.apache.spark.sql.classic.SparkSession)) {
            throw Complaints.refuse(
                    "on",
                    "is a session of Spark Connect",
                    "a classic one, because blocks are a barrier stage",
                    "start it with SparkSession.builder().master(…)");
        }
        return new AcordFrame(spark);
    }

    /**
     * {@code round, agent, alpha, v} or {@code v0, v1, …}, meaning α‖x − v‖²; or {@code cost}, any cost as its JSON.
     */
    public AcordFrame costs(Dataset<Row> frame) {
        this.costs = frame;
        return this;
    }

    /** {@code i, j}, and if they differ {@code weight} and {@code round}; no round means all rounds. */
    public AcordFrame edges(Dataset<Row> frame) {
        this.edges = frame;
        this.streamed = "";
        return this;
    }

    /** x₀: {@code agent, x0, x1, …}, a row for everybody; without it everybody begins at 0. */
    public AcordFrame start(Dataset<Row> frame) {
        this.start = frame;
        this.streamed = "";
        return this;
    }

    /**
     * What agents believe of their own next costs: {@code made, round, agent} and a cost as in {@link #costs}, known
     * from the decision of round {@code made} on. A later line for the same round replaces an earlier one; where there
     * is none, the round will be like the present one. Agents then {@link #foresight look ahead}.
     */
    public AcordFrame forecasts(Dataset<Row> frame) {
        this.forecasts = frame;
        return this;
    }

    /**
     * How far forecasts are followed; 4 rounds ahead and {@link Trust#STANDARD} if not given. Every agent keeps an
     * account of its own, and what is paid is at most 1 + ε times what would have been paid without forecasts.
     */
    public AcordFrame foresight(int rounds, Trust howFar) {
        this.window = rounds;
        this.trust = Objects.requireNonNull(howFar);
        return this;
    }

    /** β, the price of differing: one number, or one a round. */
    public AcordFrame beta(double... numbers) {
        this.beta = numbers.clone();
        return this;
    }

    /** b, the price of moving: one number, or one a round; 1 if not given. */
    public AcordFrame switching(double... numbers) {
        this.switching = numbers.clone();
        return this;
    }

    /** What is played; {@link Recipe#standard} if not given. Its iterations have to be a fixed number. */
    public AcordFrame recipe(Recipe played) {
        this.recipe = Objects.requireNonNull(played);
        return this;
    }

    /** How many iterations a round has. */
    public AcordFrame iterations(int k) {
        this.recipe = recipe.with(IterationRule.fixed(k));
        return this;
    }

    /** How many blocks share the agents, a slot each; all slots of a local master if not given. */
    public AcordFrame blocks(int count) {
        this.blocks = count;
        return this;
    }

    /** How agents are dealt out to blocks; {@link Partitioning#range} if not given. */
    public AcordFrame partitionBy(Partitioning how) {
        this.partitioning = Objects.requireNonNull(how);
        return this;
    }

    /** The same by a word: {@code range}, {@code hash}, {@code streaming} or {@code key:COLUMN}. */
    public AcordFrame partitionBy(String word) {
        return partitionBy(Partitioning.of(word));
    }

    /**
     * A folder that the driver and all executors see: {@code hdfs://…}, {@code s3a://…}, {@code file:///…}. What was
     * played is kept there; the same call goes on after the last round that all blocks have kept. A local master may do
     * without: what was played is gone with it then.
     */
    public AcordFrame checkpoint(String uri) {
        this.checkpoint = uri;
        return this;
    }

    /** After how many rounds blocks keep what they played; 1 if not given. A lost executor costs at most so many. */
    public AcordFrame keepEvery(int rounds) {
        this.every = rounds;
        return this;
    }

    /** An agent without a row in a round keeps its last cost, instead of being complained about. */
    public AcordFrame holdMissing() {
        this.holdsMissing = true;
        return this;
    }

    /** Brings the costs of so many rounds to the blocks at a time, and plays them; all if not given. */
    public AcordFrame roundsAtATime(int rounds) {
        this.roundsAtATime = rounds;
        return this;
    }

    /** How many threads share the rows of a block; 1 if not given. Give a task as many cores: spark.task.cpus. */
    public AcordFrame threads(int count) {
        this.threads = count;
        return this;
    }

    /** How long a block waits for another; 50 seconds if not given. */
    public AcordFrame patience(Duration longest) {
        this.patience = longest;
        return this;
    }

    /**
     * Plays all rounds that the costs have.
     *
     * @throws BadInputException with every complaint, before anything is played
     * @throws IOException if the cluster gave up; what was played is kept, and the same call goes on
     */
    public PlayedFrame play() throws IOException {
        Dataset<Row> lines = costs;
        Complaints complaints = new Complaints();
        int count = blocks > 0
                ? blocks
                : Cluster.slots(spark.sparkContext().master()).orElse(0);
        check(count, complaints);
        if (lines == null) {
            complaints.add("costs", "is missing", "a data frame round, agent, alpha, v", "call costs(…)");
            complaints.throwIfAny();
            throw new AssertionError("complained about");
        }
        int d = FramePreparation.check(lines, edges, start, forecasts, partitioning, complaints);
        complaints.throwIfAny();
        Storage storage = storage();
        FrameCheckpoint here = FrameCheckpoint.at(storage);
        try (CheckpointLock lock = CheckpointLock.take(storage)) {
            return play(lines, d, count, storage, here, lock);
        }
    }

    private void check(int count, Complaints complaints) {
        FrameCheck.session(spark.sparkContext(), count, complaints);
        recipe.checkLockstep(complaints);
        if (forecasts != null) {
            Job.checkAccount(trust, complaints);
            FrameCheck.positive("window", window, complaints);
        }
        FrameCheck.prices("beta", beta, complaints);
        FrameCheck.prices("switching", switching, complaints);
        FrameCheck.positive("keepEvery", every, complaints);
        FrameCheck.positive("threads", threads, complaints);
        if (roundsAtATime != 0) {
            FrameCheck.positive("roundsAtATime", roundsAtATime, complaints);
        }
    }

    private BlockJob.@Nullable Lookahead lookahead() {
        return forecasts == null ? null : new BlockJob.Lookahead(window, trust.epsilon());
    }

    private Storage storage() throws IOException {
        String given = checkpoint;
        if (given != null) {
            return HadoopStorage.at("checkpoint", given, spark.sparkContext().hadoopConfiguration());
        }
        if (!spark.sparkContext().master().startsWith("local")) {
            throw Complaints.refuse(
                    "checkpoint",
                    "is missing",
                    "a folder that the driver and all executors see, because blocks find their part of the data there",
                    "call checkpoint(\"hdfs://…\"), say");
        }
        Path folder = Files.createTempDirectory("acord-frame");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                FolderTree.delete(folder);
            } catch (IOException e) {
                // it is a folder for what is of no use any more
            }
        }));
        return new LocalStorage(folder);
    }

    private PlayedFrame play(
            Dataset<Row> lines, int d, int count, Storage storage, FrameCheckpoint here, CheckpointLock lock)
            throws IOException {
        long begun = System.nanoTime();
        here.fleet(description(count, d)); // refused before anything is written, if that can be told already
        FramePreparation preparation = new FramePreparation(spark, storage, count, d);
        FramePreparation.Fleet written = preparation.fleet(lines, edges, start, partitioning);
        FramePreparation.Fleet fleet = entered(here, preparation, written);
        int kept = PlayedRows.keptByAll(spark, storage, count);
        return playRounds(preparation, lines, fleet, kept, fleet.horizon(), storage, lock, begun);
    }

    /** The fleet to play, if it is that of the checkpoint; if it is not, nothing is left of it. */
    private FramePreparation.Fleet entered(
            FrameCheckpoint here, FramePreparation preparation, FramePreparation.Fleet written) throws IOException {
        try {
            checkLengths(written.horizon());
            return here.enter(description(preparation.blocks(), preparation.dimension()), written);
        } catch (BadInputException refused) {
            preparation.forget(written);
            throw refused;
        }
    }

    /** Plays the rounds from the one after those that all blocks have kept to a last one. */
    private PlayedFrame playRounds(
            FramePreparation preparation,
            Dataset<Row> lines,
            FramePreparation.Fleet fleet,
            int kept,
            int horizon,
            Storage storage,
            CheckpointLock lock,
            long begun)
            throws IOException {
        int count = preparation.blocks();
        FrameTerms terms = new FrameTerms(
                preparation.dimension(),
                horizon,
                recipe.iterations().known().orElseThrow(),
                beta,
                switching,
                holdsMissing,
                lookahead());
        FrameFiles.forgetRefusal(storage);
        int played = kept;
        double settling = (System.nanoTime() - begun) / 1e9;
        double preparing = 0;
        double playing = 0;
        int step = roundsAtATime == 0 ? horizon : roundsAtATime;
        FrameFiles files = new FrameFiles(storage, terms, fleet, every, certificates(count));
        while (played < horizon) {
            long start = System.nanoTime();
            int last = (int) Math.min(horizon, (long) played + step);
            lock.check();
            preparation.rounds(lines, forecasts, fleet, terms, played + 1, last);
            long prepared = System.nanoTime();
            lock.check();
            run(files, storage, fleet, count, preparation.dimension(), last);
            // If what was kept last should be torn, blocks go on from the state before it.
            FrameFiles.forgetCosts(storage, Math.max(played, (last - 1) / every * every));
            preparing += (prepared - start) / 1e9;
            playing += (System.nanoTime() - prepared) / 1e9;
            played = last;
        }
        return new PlayedFrame(
                spark,
                storage,
                fleet,
                kept,
                horizon,
                preparation,
                new PlayedFrame.FrameTimings(settling, preparing, playing));
    }

    /**
     * For {@code foreachBatch} of a stream of costs: plays the rounds of every micro-batch when it comes, once, even if
     * Spark hands a batch out again because a driver was lost. Needs a {@link #checkpoint}, whole rounds in every
     * batch, the same agents in all, one β, and a {@code switching} of one number; edges and start are those given
     * here.
     *
     * @param decided is told what was played up to the batch's last round, also when a batch comes again
     */
    public VoidFunction2<Dataset<Row>, Long> onBatches(Consumer<PlayedFrame> decided) {
        return (batch, id) -> {
            PlayedFrame played = playBatch(batch);
            if (played != null) {
                decided.accept(played);
            }
        };
    }

    private @Nullable PlayedFrame playBatch(Dataset<Row> batch) throws IOException {
        long begun = System.nanoTime();
        Complaints complaints = new Complaints();
        int count = blocks > 0
                ? blocks
                : Cluster.slots(spark.sparkContext().master()).orElse(0);
        check(count, complaints);
        if (checkpoint == null || beta.length > 1 || switching.length > 1) {
            complaints.add(
                    checkpoint == null ? "checkpoint" : "beta or switching",
                    checkpoint == null ? "is missing" : "has several numbers",
                    "a checkpoint, one beta and one switching, because a stream has no end",
                    "call checkpoint(…), and give one number each");
        }
        if (forecasts != null) {
            complaints.add(
                    "forecasts",
                    "are given to a stream",
                    "none, because plans end where the rounds do, and a stream has no end",
                    "leave them out, or play the rounds that are known");
        }
        int d = FramePreparation.check(batch, edges, start, null, partitioning, complaints);
        complaints.throwIfAny();
        Row bounds = FramePreparation.bounds(batch);
        if (bounds == null) {
            return null; // an empty batch: nothing was told
        }
        Storage storage = storage();
        FrameCheckpoint here = FrameCheckpoint.at(storage);
        try (CheckpointLock lock = CheckpointLock.take(storage)) {
            FramePreparation preparation = new FramePreparation(spark, storage, count, d);
            FramePreparation.Fleet fleet = here.fleet(description(count, d));
            int kept = PlayedRows.isNewest(storage, batchesPlayed) // its blocks have just written it
                    ? batchesPlayed
                    : PlayedRows.keptByAll(spark, storage, count);
            if (bounds.getInt(0) > kept + 1) {
                throw Complaints.refuse(
                        "costs",
                        "goes on with round " + bounds.getInt(0),
                        "round " + (kept + 1) + ", because rounds follow each other",
                        "send the rounds in their order, whole ones in every batch");
            }
            if (fleet == null || !fleet.line().equals(streamed)) {
                fleet = entered(
                        here,
                        preparation,
                        fleet == null
                                ? preparation.fleet(batch, edges, start, partitioning)
                                : preparation.again(fleet, edges, start));
                streamed = fleet.line();
            }
            PlayedFrame played =
                    playRounds(preparation, batch, fleet, kept, Math.max(kept, bounds.getInt(1)), storage, lock, begun);
            batchesPlayed = played.horizon();
            return played;
        }
    }

    private void run(FrameFiles files, Storage storage, FramePreparation.Fleet fleet, int count, int d, int last)
            throws IOException {
        BlockJob job = new BlockJob(
                files,
                UUID.randomUUID().toString(),
                "frame",
                count,
                fleet.largestBlock(),
                d,
                last,
                fleet.coupled().rounds().length == 0,
                recipe.variant(),
                recipe.from(),
                every,
                patience,
                recipe.lambda(),
                threads,
                lookahead());
        try {
            new SparkStage(spark.sparkContext(), "blocks").run(job);
        } catch (IOException e) {
            List<Complaint> refused = FrameFiles.refusal(storage);
            if (!refused.isEmpty()) {
                BadInputException why = new BadInputException(refused);
                why.addSuppressed(e);
                throw why;
            }
            throw e;
        }
    }

    private static Map<String, byte[]> certificates(int count) throws IOException {
        try {
            return FrameFiles.certificates(count);
        } catch (GeneralSecurityException e) {
            throw new IOException("certificates could not be made", e);
        }
    }

    private void checkLengths(int horizon) {
        Complaints complaints = new Complaints();
        FrameCheck.length("beta", beta, horizon, complaints);
        FrameCheck.length("switching", switching, horizon, complaints);
        complaints.throwIfAny();
    }

    private String description(int count, int d) {
        return "acord frame 2\nblocks " + count + "\npartition " + partitioning + "\ndimension " + d + "\nrecipe "
                + recipe.inWords() + " " + recipe.lambda().fingerprint() + "\nbeta " + Arrays.toString(beta)
                + "\nswitching " + Arrays.toString(switching)
                + (forecasts == null ? "" : "\nforesight " + window + " " + trust.epsilon()) + "\nfleet ";
    }
}
