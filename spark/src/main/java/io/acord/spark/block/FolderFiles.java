package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.foresight.Forecasts;
import io.acord.input.Complaint;
import io.acord.lab.block.BlockFile;
import io.acord.lab.block.CostRows;
import io.acord.lab.block.NumberFile;
import io.acord.model.Round;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What tasks read and keep in a folder that they share with a driver who hands rounds out.
 *
 * @param rounds for costs that cannot be told by numbers
 * @param dimension of actions
 * @param every after how many rounds a block keeps what it played
 * @param keepsAll whether what was played long ago is still wanted
 */
public record FolderFiles(Places places, Rounds rounds, int dimension, int every, boolean keepsAll)
        implements BlockFiles {

    @Override
    public Played newest(int block) throws IOException {
        List<Integer> kept;
        try {
            kept = new ArrayList<>(Places.rounds(places.played()));
        } catch (NoSuchFileException e) {
            throw new IOException(
                    places.played()
                            + " cannot be seen here: the folder of a run has to be on a file system that driver and executors share",
                    e);
        }
        Collections.reverse(kept);
        IOException damaged = null;
        for (int t : kept) {
            try {
                return played(t, block);
            } catch (NoSuchFileException e) {
                // of another block, which was further
            } catch (IOException e) {
                damaged = e; // torn: the one before will do
            }
        }
        throw new IOException("block " + block + " has nothing to start from", damaged);
    }

    @Override
    public Played played(int t, int block) throws IOException {
        return PlayedFile.read(places.played(t, block)).last();
    }

    @Override
    public BlockFile graph(int graph, int block) throws IOException {
        return BlockFile.read(places.graph(graph, block));
    }

    @Override
    public void await(int t, int block, Duration patience, Watch watch) throws IOException {
        Path file = places.round(t, block);
        long end = System.nanoTime() + patience.toNanos();
        long pause = 1;
        while (!NumberFile.isThere(file)) {
            watch.look();
            if (System.nanoTime() - end > 0) {
                throw new IOException("round " + t + " was not handed out for " + patience.toSeconds() + " s: " + file
                        + " is not there");
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for round " + t, e);
            }
            pause = Math.min(50, 2 * pause);
        }
    }

    @Override
    public boolean isThere(int t, int block) throws IOException {
        return NumberFile.isThere(places.round(t, block));
    }

    @Override
    public RoundPart round(int t, int block, RowsOf rows) throws IOException {
        RoundFile file = RoundFile.read(places.round(t, block));
        CostRows told = file.costs();
        return new RoundPart(
                file.t(),
                file.beta(),
                file.iterations(),
                file.isCoupled(),
                file.graph(),
                told == null ? read(file, rows.agents(file.graph())) : told.costs(dimension),
                file.regularization(),
                file.switchingWeights(),
                outlook(file, rows));
    }

    private HittingCosts read(RoundFile file, int[] agents) throws IOException {
        Round whole = rounds.round(file.t());
        HittingCost[] mine = new HittingCost[file.rows()];
        for (int row = 0; row < mine.length; row++) {
            mine[row] = whole.cost(agents[row]);
        }
        return HittingCosts.of(whole.dimension(), mine);
    }

    private @Nullable RoundOutlook outlook(RoundFile file, RowsOf rows) throws IOException {
        RoundFile.Ahead ahead = file.ahead();
        if (ahead == null) {
            return null;
        }
        Forecasts told = ahead.forecasts(file.rows(), dimension);
        return new RoundOutlook(
                ahead.stages(),
                ahead.isFollowed(),
                told == null ? believed(file, ahead.stages(), rows.agents(file.graph())) : told);
    }

    private Forecasts believed(RoundFile file, int stages, int[] agents) throws IOException {
        Forecasts whole = rounds.forecasts(file.t(), stages - 1);
        Round now = rounds.round(file.t());
        Forecasts.Builder mine = Forecasts.builder(file.rows());
        for (int s = 1; s < stages; s++) {
            for (int row = 0; row < file.rows(); row++) {
                mine.cost(row, s, whole.cost(agents[row], s, now.cost(agents[row])));
            }
        }
        return mine.build();
    }

    @Override
    public void keep(int t, int block, List<Played> played) throws IOException {
        Played last = played.get(played.size() - 1);
        List<Played> kept = new ArrayList<>();
        if (keepsAll) {
            played.subList(0, played.size() - 1).forEach(each -> kept.add(each.withoutMemory()));
        } else {
            new PlayedFile(played.stream().map(Played::withoutActions).toList()).write(places.account(t, block));
        }
        kept.add(last);
        new PlayedFile(kept).write(places.played(t, block));
        int old = t - KEPT * every;
        if (!keepsAll && old > 0) {
            Files.deleteIfExists(places.played(old, block));
        }
    }

    @Override
    public void refuse(List<Complaint> complaints) throws IOException {
        Files.writeString(
                places.refusal(), complaints.stream().map(Object::toString).collect(Collectors.joining("\n")));
    }

    @Override
    public void silent(int after, int attempt, String message) throws IOException {
        Files.createDirectories(places.silences());
        Files.writeString(places.silences().resolve(after + "-" + attempt), message);
    }

    @Override
    public Credentials credentials(Identity identity) {
        return Credentials.inFolder(places.certificates(), identity);
    }
}
