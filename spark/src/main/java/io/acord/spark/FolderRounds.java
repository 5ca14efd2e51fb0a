package io.acord.spark;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.RoundReader;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.MuRule;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rounds that arrive while they are played: round t is the file {@code t.json} of a folder, as a service would be sent
 * it ({@link RoundReader}). It has to be moved there when it is whole; a round that does not come for too long ends the
 * run, which can go on later.
 */
final class FolderRounds implements KnownRounds {

    private static final long serialVersionUID = 1;

    private static final long PAUSE_MS = 50;

    private final String folder;
    private final String file;
    private final ArrayList<String> sets;
    private final Duration patience;
    private transient @Nullable Scenario scenario;
    private transient GraphSource.@Nullable Graphs graphs;
    private transient @Nullable RoundReader reader;
    private transient @Nullable HittingCost @Nullable [] last; // what everybody had in the round before
    private transient @Nullable Round newest;
    private transient int seen;

    private FolderRounds(Path folder, Job.Plan plan) {
        this.folder = folder.toAbsolutePath().toString();
        this.file = plan.file().toAbsolutePath().toString();
        this.sets = new ArrayList<>(plan.sets());
        this.patience = plan.patience();
        this.scenario = plan.scenario();
    }

    /** The rounds that a plan says arrive in a folder. */
    static FolderRounds of(Job.Plan plan) {
        Scenario scenario = plan.scenario();
        Path folder = plan.rounds();
        if (folder == null) {
            throw new AssertionError("no folder of rounds");
        }
        Complaints complaints = new Complaints();
        String where = scenario.source().file();
        if (!scenario.costs().isOnline()) {
            complaints.add(
                    where + ": costs.kind",
                    "is known beforehand",
                    "online, because --rounds says that rounds arrive",
                    "write costs: {kind: online}, or drop --rounds");
        }
        if (scenario.horizon() == Integer.MAX_VALUE) {
            complaints.add(
                    where + ": horizon",
                    "is missing",
                    "how many rounds will arrive, because a job has an end",
                    "write horizon: 100, say");
        }
        if (scenario.mu().kind() == MuRule.Kind.HORIZON) {
            complaints.add(
                    where + ": mu",
                    "is horizon",
                    "running, round or a number, because the smallest mu of rounds to come is not known",
                    "write mu: running, which keeps the guarantee");
        }
        if (!Files.isDirectory(folder)) {
            complaints.add(
                    "--rounds " + folder,
                    "is not a folder",
                    "the folder in which rounds arrive",
                    "make it, or correct the name");
        }
        complaints.throwIfAny();
        return new FolderRounds(folder, plan);
    }

    private Scenario scenario() throws IOException {
        Scenario known = scenario;
        if (known == null) {
            known = ScenarioReader.read(Path.of(file), sets);
            scenario = known;
        }
        return known;
    }

    @Override
    public synchronized Round round(int t) throws IOException {
        if (t < seen) {
            seen = 0; // from the beginning: who is left out of a round has the cost of an earlier one
            last = null;
            newest = null;
        }
        Round round = newest;
        while (seen < t || round == null) {
            round = read(seen + 1);
            newest = round;
            seen++;
        }
        return round;
    }

    private Round read(int t) throws IOException {
        Path document = Path.of(folder, t + ".json");
        await(document, t);
        Scenario what = scenario();
        RoundReader known = reader;
        if (known == null) {
            known = new RoundReader(what.names(), what.dimension());
            reader = known;
        }
        @Nullable HittingCost[] before = last;
        boolean holds = what.costs().holdsMissing() && before != null;
        RoundReader.Sent sent;
        try {
            sent = known.read(Files.readAllBytes(document), agent -> holds);
        } catch (BadInputException refused) {
            List<Complaint> complaints = new ArrayList<>();
            for (Complaint one : refused.complaints()) {
                complaints.add(new Complaint(document + " " + one.where(), one.found(), one.needed(), one.fix()));
            }
            throw new BadInputException(complaints);
        }
        HittingCost[] costs = new HittingCost[what.agents()];
        for (int i = 0; i < costs.length; i++) {
            HittingCost given = sent.costs()[i];
            HittingCost held = before == null ? null : before[i];
            HittingCost cost = given == null ? held : given;
            if (cost == null) {
                throw new AssertionError("agent " + i + " without a cost was not refused");
            }
            costs[i] = cost;
        }
        last = costs;
        Coupling coupling = sent.coupling().isPresent() ? sent.coupling().get() : usual(t);
        return Round.builder(what.agents(), what.dimension())
                .costs(costs)
                .coupling(coupling)
                .beta(sent.beta().orElse(what.beta(t)))
                .build();
    }

    /** Who is coupled with whom in a round that says nothing of it. */
    private Coupling usual(int t) throws IOException {
        GraphSource.Graphs known = graphs;
        if (known == null) {
            known = scenario().graph().graphs(scenario().size(), scenario().seed());
            graphs = known;
        }
        return known.round(t);
    }

    private void await(Path document, int t) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        while (!Files.exists(document)) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("round " + t + " did not arrive within " + patience.toSeconds() + " s: "
                        + document + " is not there. What was played is kept; start again to go on");
            }
            try {
                Thread.sleep(PAUSE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for round " + t, e);
            }
        }
    }

    @Override
    public LambdaRule lambdaRule() throws IOException {
        MuRule mu = scenario().mu();
        return switch (mu.kind()) {
            case RUNNING -> LambdaRule.running();
            case ROUND -> LambdaRule.perRound();
            case NUMBER -> LambdaRule.declared(mu.number());
            case HORIZON -> throw new AssertionError("horizon was refused");
        };
    }

    /** Any round may bring other edges. */
    @Override
    public boolean isStatic() {
        return false;
    }

    @Override
    public Instance instance() throws IOException {
        Scenario what = scenario();
        return new Instance() {
            @Override
            public int agents() {
                return what.agents();
            }

            @Override
            public String name(int agent) {
                return what.names().get(agent);
            }

            @Override
            public int dimension() {
                return what.dimension();
            }

            @Override
            public int horizon() {
                return what.horizon();
            }

            @Override
            public Actions start() {
                return what.start();
            }

            @Override
            public Round round(int t) {
                try {
                    return FolderRounds.this.round(t);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public double[] leastSwitchingWeights() {
                return ones();
            }

            @Override
            public double[] mostSwitchingWeights() {
                return ones();
            }

            private double[] ones() {
                double[] ones = new double[what.agents()];
                Arrays.fill(ones, 1);
                return ones;
            }
        };
    }
}
