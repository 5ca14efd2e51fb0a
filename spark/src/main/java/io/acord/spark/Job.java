package io.acord.spark;

import io.acord.fleet.identity.Authority;
import io.acord.foresight.Trust;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderLock;
import io.acord.internal.system.FolderTree;
import io.acord.internal.system.WholeFile;
import io.acord.lab.partition.Partition;
import io.acord.lab.partition.Partitioner;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.Recipe;
import io.acord.spark.block.BlockJob;
import io.acord.spark.block.FolderFiles;
import io.acord.spark.block.Places;
import io.acord.spark.block.PlayedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run on Spark, as the driver sees it: partitions the fleet, prepares the folder that driver and tasks share, hands
 * rounds out while one barrier stage plays them, and reads what was played.
 *
 * <p>If the driver ends before the run does, the folder stays, and a job with the same scenario and blocks goes on from
 * what all blocks have kept.
 */
final class Job implements AutoCloseable {

    private static final String FLEET = "spark";

    /**
     * What is played where.
     *
     * @param file of the scenario
     * @param folder of the job, which driver and executors see under the same name
     * @param every after how many rounds blocks keep what they played
     * @param patience how long anybody waits for anybody
     * @param rounds the folder in which rounds arrive, if they do
     * @param keepsActions whether the actions of all rounds are wanted at the end, whatever the scenario says
     * @param dealing how agents are dealt out to blocks
     */
    record Plan(
            Scenario scenario,
            Path file,
            List<String> sets,
            int blocks,
            Path folder,
            int every,
            Duration patience,
            @Nullable Path rounds,
            boolean keepsActions,
            Dealing dealing) {}

    /** How agents are dealt out to blocks. */
    enum Dealing {
        /** By the better one that can be afforded. */
        AUTOMATIC,
        /** By the whole graph, in one place. */
        BEST,
        /** As tasks do that have a piece of the graph each: a walk over the graph a pass, whatever the blocks. */
        STREAMING;

        /** From how many agents on the better one takes too long. */
        private static final int MANY = 10_000_000;

        private Partition of(Graph graph, int blocks) {
            boolean isStreamed = this == STREAMING || (this == AUTOMATIC && graph.agents() >= MANY);
            return isStreamed ? Partitioner.streaming(graph, blocks) : Partitioner.of(graph, blocks);
        }
    }

    private final Plan plan;
    private final Scenario.Algorithm algorithm;
    private final KnownRounds rounds;
    private final Places places;
    private final FolderLock lock;
    private final Partition partition;
    private final Coupling firstCoupling;
    private final BlockJob job;
    private final Feeder feeder;
    private double preparing;
    private double playing;
    private int restartedAfter;

    private Job(Plan plan, FolderLock lock, IntConsumer progress) throws IOException, GeneralSecurityException {
        long start = System.nanoTime();
        this.plan = plan;
        this.lock = lock;
        this.algorithm = plan.scenario().decidingEntry();
        this.rounds = plan.rounds() == null ? new ScenarioRounds(plan) : new FolderRounds(plan, plan.rounds());
        Recipe recipe = rounds.recipe();
        this.places = new Places(plan.folder());
        this.firstCoupling = rounds.round(1).coupling();
        this.partition = plan.dealing().of(firstCoupling.graph(), plan.blocks());
        prepareFolder();
        int largest = IntStream.range(0, plan.blocks())
                .map(b -> partition.agents(b).length)
                .max()
                .orElseThrow();
        this.job = new BlockJob(
                new FolderFiles(places, rounds, plan.scenario().dimension(), plan.every(), keepsActions()),
                UUID.randomUUID().toString(),
                FLEET,
                plan.blocks(),
                largest,
                plan.scenario().dimension(),
                plan.scenario().horizon(),
                rounds.isStatic(),
                recipe.variant(),
                recipe.from(),
                plan.every(),
                plan.patience(),
                recipe.lambda(),
                1,
                plan.scenario()
                        .lookingAhead()
                        .map(ahead -> new BlockJob.Lookahead(
                                ahead.window(), ahead.trust().epsilon()))
                        .orElse(null));
        this.feeder = new Feeder(job, places, partition, rounds, recipe, progress);
        this.preparing = (System.nanoTime() - start) / 1e9;
    }

    /**
     * Prepares a job.
     *
     * @param progress is told of every round that all blocks have kept
     * @throws io.acord.input.BadInputException if the scenario cannot be played by blocks, or the folder is of another
     *     job
     */
    static Job prepare(Plan plan, IntConsumer progress) throws IOException, GeneralSecurityException {
        Complaints complaints = new Complaints();
        check(plan, complaints);
        complaints.throwIfAny();
        FolderLock lock = FolderLock.take(plan.folder())
                .orElseThrow(() -> Complaints.refuse(
                        plan.folder().toString(),
                        "is in use by another driver",
                        "a folder of its own for every job, because drivers would overwrite each other's files",
                        "wait for the other one, or give another --out"));
        try {
            return new Job(plan, lock, progress);
        } catch (IOException | GeneralSecurityException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Complains about what blocks cannot play. */
    static void check(Plan plan, Complaints complaints) {
        Scenario scenario = plan.scenario();
        scenario.checkDeciding(complaints, Recipe::checkLockstep, Job::checkAccount);
        if (plan.blocks() < 1 || plan.blocks() > scenario.agents()) {
            complaints.add(
                    "--blocks",
                    "is " + plan.blocks(),
                    "1 to " + scenario.agents() + ", because every block has an agent at least",
                    "give a number in between; one block a core is usual");
        }
        if (plan.every() < 1) {
            complaints.add("--checkpoint", "is " + plan.every(), "at least 1 round", "write 1 to keep every round");
        }
        if (plan.rounds() != null) {
            FolderRounds.check(scenario, plan.rounds(), complaints);
        } else if (scenario.costs().isOnline()) {
            complaints.add(
                    scenario.source().file() + ": costs.kind",
                    "is \"online\"",
                    "--rounds DIR, the folder in which rounds arrive",
                    "give it, or name a file of costs");
        }
    }

    /** Complains about accounts that blocks cannot keep. */
    static void checkAccount(Trust trust, Complaints complaints) {
        if (trust.account() != Trust.Account.OWN) {
            complaints.add(
                    "account",
                    "is " + trust.account().word(),
                    "own, because blocks would have to stop and add up what all agents pay for every step that is tried",
                    "write account: own, or play it in one place");
        }
    }

    private boolean keepsActions() {
        return plan.keepsActions() || plan.scenario().output().actions() != Scenario.ActionsFile.NONE || isSmall();
    }

    /** Whether the driver can judge the run as a whole, with its hindsight optimum. */
    boolean isSmall() {
        Scenario scenario = plan.scenario();
        long numbers = (long) scenario.agents() * scenario.dimension() * scenario.horizon();
        return plan.rounds() == null && numbers <= 1_000_000;
    }

    private void prepareFolder() throws IOException, GeneralSecurityException {
        String mine = description();
        if (Files.exists(places.job())) {
            String other = Files.readString(places.job());
            if (!other.equals(mine)) {
                throw Complaints.refuse(
                        places.folder().toString(),
                        "is of a job that did not end, and of another scenario or other options",
                        "the same scenario, --blocks, --rounds and --compare, because blocks go on from what they played",
                        "put them back to go on, delete the folder to start anew, or give another --out");
            }
            for (Path stale : List.of(places.rounds(), places.certificates(), places.refusal(), places.silences())) {
                FolderTree.delete(stale);
            }
            writeStart(); // whoever was ended before it was whole
        } else {
            try (Stream<Path> found = Files.list(places.folder())) {
                if (found.anyMatch(
                        file -> !file.endsWith(FolderLock.FILE) && !file.equals(WholeFile.fresh(places.job())))) {
                    throw Complaints.refuse(
                            places.folder().toString(),
                            "exists and is not of a job",
                            "a free name",
                            "give another --out");
                }
            }
            WholeFile.write(places.job(), mine);
            writeStart();
        }
        Authority.forOneRun(
                FLEET, IntStream.range(0, plan.blocks()).mapToObj(Places::name).toList(), places.certificates());
    }

    private void writeStart() throws IOException {
        Actions start = rounds.instance().start();
        int d = start.dimension();
        for (int b = 0; b < plan.blocks(); b++) {
            if (Files.exists(places.played(0, b))) {
                continue;
            }
            int[] agents = partition.agents(b);
            double[] actions = new double[agents.length * d];
            for (int row = 0; row < agents.length; row++) {
                start.copyTo(agents[row], actions, row * d);
            }
            PlayedFile.writeStart(places.played(0, b), actions, plan.scenario().dimension());
        }
    }

    /** What has to be the same for a job to go on. What rounds say is compared when they are handed out again. */
    private String description() {
        Scenario scenario = plan.scenario();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(
                    scenario.canonical(),
                    algorithm.name(),
                    keepsActions() ? "keeps all rounds" : "keeps the last rounds",
                    plan.rounds() == null ? "" : plan.rounds().toAbsolutePath().toString())) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            for (int b = 0; b < plan.blocks(); b++) {
                for (int agent : partition.agents(b)) {
                    digest.update((byte) (agent >> 24));
                    digest.update((byte) (agent >> 16));
                    digest.update((byte) (agent >> 8));
                    digest.update((byte) agent);
                }
            }
            return "acord spark 1\nscenario " + scenario.name() + ", seed " + scenario.seed() + "\nblocks "
                    + plan.blocks() + "\ndigest " + HexFormat.of().formatHex(digest.digest()) + "\n";
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** How the fleet was partitioned. */
    Partition partition() {
        return partition;
    }

    /** After which round this job goes on; 0 if it begins. */
    int resumedAfter() {
        return feeder.kept();
    }

    /** Plays the rounds that are left. */
    void play(Stage stage) throws IOException {
        long start = System.nanoTime();
        feeder.handOutFirst();
        preparing += (System.nanoTime() - start) / 1e9;
        start = System.nanoTime();
        feeder.start(stage::cancel);
        try {
            restartedAfter =
                    stage.run(job).stream().mapToInt(Integer::intValue).max().orElse(0);
            playing = (System.nanoTime() - start) / 1e9;
            feeder.finish();
        } catch (IOException | RuntimeException e) {
            feeder.throwIfFailed(); // says why the stage was cancelled
            throw e;
        } finally {
            feeder.close();
        }
        feeder.throwIfFailed();
    }

    /** After which round the attempt went on that came to the end. */
    int restartedAfter() {
        return restartedAfter;
    }

    /** Is shown the rounds of a run, one after the other. */
    interface Reader {
        void read(PlayedRound round) throws IOException;
    }

    /** Shows what was played, round by round. */
    void read(Reader reader) throws IOException {
        boolean all = keepsActions();
        List<Integer> rounds = Places.rounds(all ? places.played() : places.accounts());
        int next = 1;
        for (int kept : rounds) {
            List<Path> ofBlocks = IntStream.range(0, plan.blocks())
                    .mapToObj(b -> all ? places.played(kept, b) : places.account(kept, b))
                    .toList();
            if (kept == 0 || !ofBlocks.stream().allMatch(Files::exists)) {
                continue; // a block was further than others when they all went back, and kept other rounds then
            }
            List<PlayedFile> files = new ArrayList<>();
            for (Path file : ofBlocks) {
                files.add(PlayedFile.read(file));
            }
            for (int k = 0; k < files.get(0).rounds().size(); k++) {
                int at = k;
                List<PlayedFile.Played> blocks =
                        files.stream().map(file -> file.rounds().get(at)).toList();
                if (blocks.get(0).t()
                        == next) { // blocks that went back have kept some rounds twice, with the same bits
                    reader.read(assembled(next, blocks, all));
                    next++;
                }
            }
        }
        if (next != plan.scenario().horizon() + 1) {
            throw new IOException(
                    "only " + (next - 1) + " of " + plan.scenario().horizon() + " rounds are in " + places.folder());
        }
    }

    private PlayedRound assembled(int t, List<PlayedFile.Played> blocks, boolean withActions) {
        int d = plan.scenario().dimension();
        Cost cost = Cost.ZERO;
        double[] flat = new double[withActions ? plan.scenario().agents() * d : 0];
        for (int b = 0; b < blocks.size(); b++) {
            cost = cost.plus(blocks.get(b).cost());
            double[] actions = blocks.get(b).actions();
            int[] agents = withActions ? partition.agents(b) : new int[0];
            for (int row = 0; row < agents.length; row++) {
                System.arraycopy(actions, row * d, flat, agents[row] * d, d);
            }
        }
        Optional<Actions> actions = withActions ? Optional.of(Actions.flat(d, flat)) : Optional.empty();
        return new PlayedRound(t, actions, cost, atLeast(blocks, withActions), blocks);
    }

    /** Agent by agent in the order of ids, as in memory; of a large run block by block. */
    private double atLeast(List<PlayedFile.Played> blocks, boolean byAgent) {
        double sum = 0;
        for (PlayedFile.Played block : blocks) {
            sum += block.atLeast();
        }
        if (!byAgent || sum == Double.NEGATIVE_INFINITY) {
            return sum;
        }
        double[] shares = new double[plan.scenario().agents()];
        for (int b = 0; b < blocks.size(); b++) {
            int[] agents = partition.agents(b);
            for (int row = 0; row < agents.length; row++) {
                shares[agents[row]] =
                        blocks.get(b).books()[row * (2 + plan.scenario().dimension())];
            }
        }
        sum = 0;
        for (double share : shares) {
            sum += share;
        }
        return sum;
    }

    Scenario scenario() {
        return plan.scenario();
    }

    Scenario.Algorithm algorithm() {
        return algorithm;
    }

    Feeder feeder() {
        return feeder;
    }

    Coupling firstCoupling() {
        return firstCoupling;
    }

    KnownRounds rounds() {
        return rounds;
    }

    /** Seconds it took to read, partition and prepare. */
    double preparing() {
        return preparing;
    }

    /** Seconds of the Spark job. */
    double playing() {
        return playing;
    }

    int blocks() {
        return plan.blocks();
    }

    /** The run is over and written down: nobody will go on with it. */
    void forget() throws IOException {
        lock.close();
        FolderTree.delete(places.folder());
    }

    @Override
    public void close() throws IOException {
        feeder.close();
        lock.close();
    }
}
