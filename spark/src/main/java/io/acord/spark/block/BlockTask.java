package io.acord.spark.block;

import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Peer;
import io.acord.input.BadInputException;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One block from its start, or its start anew, to the end of the run: finds out how far all blocks are, meets the
 * others and plays.
 */
public final class BlockTask {

    private static final Logger LOG = LoggerFactory.getLogger(BlockTask.class);

    /** What a task needs of whoever schedules it. */
    public interface Gang {

        /** Which block this is. */
        int block();

        /** Counts how often the tasks were started. */
        int attempt();

        /** Where this task can be reached by the others. */
        String host();

        /** Tells all tasks something and waits until all have; what they told, in the order of blocks. */
        String[] gather(String mine);

        /** Throws if the task is not wanted any more. */
        void look() throws IOException;
    }

    private final BlockJob job;
    private final Gang gang;

    public BlockTask(BlockJob job, Gang gang) {
        this.job = job;
        this.gang = gang;
    }

    /** Plays to the end; returns after which round it went on. */
    public int play() throws IOException {
        try {
            return meetAndPlay();
        } catch (BadInputException refused) {
            // It would be refused again and again. The driver looks for this, and ends the job.
            job.files().refuse(refused.complaints());
            throw refused;
        }
    }

    private int meetAndPlay() throws IOException {
        int me = gang.block();
        Played newest = job.files().newest(me);
        Identity identity = new Identity(job.fleet(), Places.name(me));
        int largestFrame = Math.toIntExact(1024 + 8 * job.largestFrame());
        Exchange.Opened opened = Exchange.open(
                identity,
                job.files().credentials(identity),
                gang.host(),
                SharedFrames.folder(),
                job.id() + " " + gang.attempt(),
                largestFrame,
                job.patience(),
                gang::look);
        try (Exchange exchange = opened.exchange()) {
            String[] all = gang.gather(String.format(Locale.ROOT, "%d %d %s", newest.t(), opened.port(), gang.host()));
            int from = Arrays.stream(all)
                    .mapToInt(one -> Integer.parseInt(one.split(" ", 3)[0]))
                    .min()
                    .orElseThrow();
            LOG.info("event=begins block={} attempt={} after={}", me, gang.attempt(), from);
            List<Peer> peers = peers(all, me, largestFrame);
            exchange.connect(peers);
            Played last = newest.t() == from ? newest : played(from, me);
            int[] ids = peers.stream().mapToInt(Peer::id).toArray();
            try {
                new BlockPlayer(job, me, last, ids, exchange, gang::look).play(from);
            } catch (Exchange.Silence silence) {
                // Once may be bad luck, and another attempt helps. The driver ends the job if it does not.
                job.files().silent(from, gang.attempt(), String.valueOf(silence.getMessage()));
                throw silence;
            }
            return from;
        }
    }

    private Played played(int t, int me) throws IOException {
        try {
            return job.files().played(t, me);
        } catch (NoSuchFileException e) {
            throw new IOException("block " + me + " does not have what it played in round " + t + " any more", e);
        }
    }

    /** Whoever there may be an edge to: the neighbours if the graph stays the same, otherwise all. */
    private List<Peer> peers(String[] all, int me, int largestFrame) throws IOException {
        boolean[] wanted = new boolean[all.length];
        if (job.isStatic()) {
            for (int host : job.files().graph(0, me).hosts()) {
                wanted[host] = true;
            }
        } else {
            Arrays.fill(wanted, true);
            wanted[me] = false;
        }
        List<Peer> peers = new ArrayList<>();
        for (int b = 0; b < all.length; b++) {
            if (wanted[b]) {
                String[] one = all[b].split(" ", 3);
                peers.add(new Peer(b, Places.name(b), one[2], Integer.parseInt(one[1]), largestFrame));
            }
        }
        return peers;
    }
}
