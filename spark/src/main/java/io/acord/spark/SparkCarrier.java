package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierResult;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/** Plays a scenario by blocks of agents, tasks of one Spark barrier stage that exchange actions directly. */
final class SparkCarrier implements Carrier {

    /**
     * How it is played.
     *
     * @param file of the scenario
     * @param blocks that share the agents; empty if nobody knows how many there can be
     * @param every after how many rounds blocks keep what they played
     * @param patience seconds that anybody waits for anybody
     * @param rounds the folder in which rounds arrive, if they do
     * @param conf settings of Spark
     * @param compare whether the same is played in memory afterwards
     * @param dealing how agents are dealt out to blocks
     */
    record Options(
            Path file,
            List<String> sets,
            OptionalInt blocks,
            String master,
            int every,
            int patience,
            @Nullable Path rounds,
            List<String> conf,
            boolean compare,
            Job.Dealing dealing) {}

    private final Options options;
    private final Consumer<String> say;
    private volatile @Nullable Job job;

    /** A carrier that says how it goes. */
    SparkCarrier(Options options, Consumer<String> say) {
        this.options = options;
        this.say = say;
    }

    @Override
    public void check(Scenario scenario, Complaints complaints) {
        String master = options.master();
        Cluster.check(master, complaints);
        OptionalInt slots = Cluster.slots(master);
        if (options.blocks().isEmpty()) {
            complaints.add(
                    "--blocks",
                    "is missing",
                    "how many blocks share the agents, because only a local master says how many slots it has",
                    "give one block a core of all executors");
        } else if (slots.isPresent() && options.blocks().getAsInt() > slots.getAsInt()) {
            complaints.add(
                    "--blocks",
                    "is " + options.blocks().getAsInt() + ", and " + master + " has " + slots.getAsInt()
                            + (slots.getAsInt() == 1 ? " slot" : " slots"),
                    "a free slot for every block, because they talk to each other and have to run at the same time",
                    "give fewer --blocks, or more executors or cores");
        }
        if (options.patience() < 1 || options.patience() > 110) {
            complaints.add(
                    "--patience",
                    "is " + options.patience(),
                    "1 to 110 seconds",
                    "take the default, 50, and start again to go on");
        }
        for (String setting : options.conf()) {
            if (setting.indexOf('=') < 1) {
                complaints.add(
                        "--conf", "is \"" + setting + "\"", "KEY=VALUE", "write for instance spark.ui.enabled=true");
            }
        }
        Job.check(plan(scenario, Path.of("")), complaints);
        if (complaints.isEmpty()) {
            Cluster.await(master, Duration.ofSeconds(options.patience()));
        }
    }

    @Override
    public Scenario.Algorithm entry(Scenario scenario) {
        return scenario.decidingEntry();
    }

    private Job.Plan plan(Scenario scenario, Path folder) {
        return new Job.Plan(
                scenario,
                options.file().toAbsolutePath(),
                options.sets(),
                options.blocks().orElse(1),
                folder.resolve("job"),
                options.every(),
                Duration.ofSeconds(options.patience()),
                options.rounds(),
                options.compare(),
                options.dealing());
    }

    @Override
    public String suffix() {
        return "-spark";
    }

    @Override
    public CarrierResult play(Scenario scenario, Path folder, Watcher watcher, Origin origin)
            throws IOException, GeneralSecurityException {
        Job prepared = Job.prepare(plan(scenario, folder), t -> watcher.progress(t, scenario.horizon()));
        job = prepared;
        say.accept(prepared.partition().toString());
        if (prepared.resumedAfter() > 0) {
            say.accept("goes on after round " + prepared.resumedAfter());
        }
        SparkContext spark = connect(prepared, scenario.name());
        try {
            prepared.play(new SparkStage(spark));
        } finally {
            spark.stop();
        }
        JobResult finished = JobResult.of(prepared, watcher, origin);
        boolean isSame = true;
        if (options.compare()) {
            MemoryComparison memory = MemoryComparison.play(prepared);
            say.accept(memory.words());
            isSame = memory.isSame();
        }
        return new CarrierResult(finished.result(), finished, finished.words(), isSame);
    }

    private SparkContext connect(Job prepared, String name) throws IOException {
        try {
            return new SparkContext(Cluster.conf(options.master(), name, options.conf(), options.patience()));
        } catch (Exception e) { // Scala's constructors throw checked exceptions undeclared
            if (prepared.resumedAfter() == 0) {
                prepared.forget(); // nothing was played
            }
            throw Complaints.refuse(
                    "--master",
                    "cannot be used: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    "a cluster that can be reached, and settings that Spark takes",
                    "correct --master or --conf");
        }
    }

    @Override
    public void forget() throws IOException {
        Job played = job;
        if (played != null) {
            played.forget();
        }
    }

    @Override
    public void close() throws IOException {
        Job played = job;
        if (played != null) {
            played.close();
        }
    }
}
