package io.acord.spark;

import io.acord.foresight.Forecasts;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Rounds that arrive while they are played: round t is the file {@code t.json} of a folder, as a service would be sent
 * it ({@link ArrivingRounds}). It has to be moved there when it is whole; a round that does not come for too long ends
 * the run, which can go on later.
 */
final class FolderRounds extends KnownRounds {

    private static final long serialVersionUID = 1;

    private static final long PAUSE_MS = 50;

    private final String folder;
    private final Duration patience;
    private transient @Nullable ArrivingRounds arriving;
    private transient ArrivingRounds.@Nullable Arrived newest;
    private transient int seen;

    /** The rounds that a plan says arrive in a folder. */
    FolderRounds(Job.Plan plan, Path folder) {
        super(plan);
        this.folder = folder.toAbsolutePath().toString();
        this.patience = plan.patience();
    }

    /** Complains about a scenario whose rounds cannot arrive, or not there. */
    static void check(Scenario scenario, Path folder, Complaints complaints) {
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
        ArrivingRounds.check(scenario, policy(scenario), complaints);
        if (!Files.isDirectory(folder)) {
            complaints.add(
                    "--rounds " + folder,
                    "is not a folder",
                    "the folder in which rounds arrive",
                    "make it, or correct the name");
        }
    }

    @Override
    public Round round(int t) throws IOException {
        return arrived(t).round();
    }

    @Override
    public Forecasts forecasts(int t, int window) throws IOException {
        return arrived(t).forecasts();
    }

    private synchronized ArrivingRounds.Arrived arrived(int t) throws IOException {
        if (t < seen) {
            seen = 0; // from the beginning: who is left out of a round has the cost of an earlier one
            newest = null;
            arriving().forget();
        }
        ArrivingRounds.Arrived arrived = newest;
        while (seen < t || arrived == null) {
            arrived = read(seen + 1);
            newest = arrived;
            seen++;
        }
        return arrived;
    }

    private ArrivingRounds.Arrived read(int t) throws IOException {
        Path document = Path.of(folder, t + ".json");
        await(document, t);
        ArrivingRounds known = arriving();
        try {
            ArrivingRounds.Arrived arrived = known.read(t, Files.readAllBytes(document));
            known.hold(arrived.round());
            return arrived;
        } catch (BadInputException refused) {
            Complaints complaints = new Complaints();
            for (Complaint one : refused.complaints()) {
                complaints.add(document + " " + one.where(), one.found(), one.needed(), one.fix());
            }
            throw new BadInputException(complaints.all());
        }
    }

    private ArrivingRounds arriving() throws IOException {
        ArrivingRounds known = arriving;
        if (known == null) {
            known = new ArrivingRounds(scenario());
            arriving = known;
        }
        return known;
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
    Recipe recipe() throws IOException {
        Scenario served = scenario();
        return ArrivingRounds.recipe(served, policy(served));
    }

    /** Any round may bring other edges. */
    @Override
    boolean isStatic() {
        return false;
    }

    @Override
    Instance instance() throws IOException {
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
            public Forecasts forecasts(int t, int window, int... agents) {
                try {
                    ArrivingRounds.Arrived now = arrived(t);
                    Forecasts.Builder believed = Forecasts.builder(agents.length);
                    for (int later = 1; later <= now.forecasts().rounds(); later++) {
                        for (int k = 0; k < agents.length; k++) {
                            believed.cost(
                                    k,
                                    later,
                                    now.forecasts()
                                            .cost(agents[k], later, now.round().cost(agents[k])));
                        }
                    }
                    return believed.build();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
