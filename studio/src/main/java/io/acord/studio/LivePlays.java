package io.acord.studio;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.internal.system.DaemonThread;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.CostSource;
import io.acord.web.Problem;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The plays of the studio. There is room for a few: a new one takes the place of the one that was not looked at for
 * longest.
 */
final class LivePlays implements AutoCloseable {

    static final int MOST = 8;

    private final String version;
    private final Path folder; // that files of scenarios are relative to
    private final double room = Runtime.getRuntime().maxMemory() / 3.0;
    private final Map<String, LivePlay> plays = new LinkedHashMap<>(16, 0.75f, true);
    private final SecureRandom random = new SecureRandom();
    private final Semaphore readers = new Semaphore(2); // reading a scenario draws its graph: large ones take a while
    private final ExecutorService solving;

    LivePlays(String version, Path folder) {
        this.version = version;
        this.folder = folder;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST),
                DaemonThread.named("acord-studio-solving"));
        pool.allowCoreThreadTimeOut(true);
        this.solving = pool;
    }

    private Scenario read(String text, List<String> sets) {
        if (!readers.tryAcquire()) {
            throw new Problem(StudioProblems.BUSY, "Other scenarios are being read; ask again in a moment.");
        }
        try {
            Scenario scenario = ScenarioReader.readText(text, StudioProblems.SCENARIO, folder, sets, this::tooLarge);
            if (scenario.costs().isOnline()) {
                throw new Problem(
                        StudioProblems.UNPLAYABLE, "Its costs come in from outside: ./acord serve decides such.");
            }
            return scenario;
        } catch (OutOfMemoryError e) {
            throw new Problem(StudioProblems.UNPLAYABLE, "It does not fit into the studio's memory.");
        } finally {
            readers.release();
        }
    }

    private Optional<Complaint> tooLarge(CostSource.Size size, int algorithms) {
        return LivePlay.bytes(size, algorithms) > room ? Optional.of(LivePlay.tooLarge(size)) : Optional.empty();
    }

    /** What is wrong with a scenario; nothing if it can be played. */
    List<Complaint> check(String text, List<String> sets) {
        try {
            read(text, sets);
            return List.of();
        } catch (BadInputException refused) {
            return refused.complaints();
        }
    }

    LivePlay open(String text, List<String> sets) {
        LivePlay play = new LivePlay(Long.toHexString(random.nextLong()), read(text, sets), version);
        synchronized (plays) {
            plays.put(play.id(), play);
            double bytes = plays.values().stream().mapToDouble(LivePlay::bytes).sum();
            Iterator<LivePlay> oldest = plays.values().iterator();
            while (plays.size() > MOST || (bytes > room && plays.size() > 1)) {
                LivePlay old = oldest.next();
                bytes -= old.bytes();
                old.drop();
                oldest.remove();
            }
        }
        try {
            solving.execute(() -> prepare(play));
        } catch (RejectedExecutionException e) {
            remove(play.id());
            throw new Problem(StudioProblems.BUSY, "Other plays are being prepared; ask again in a moment.");
        }
        return play;
    }

    private static void prepare(LivePlay play) {
        try {
            play.prepare();
        } catch (CancellationException e) {
            // nobody waits for it any more
        } catch (RuntimeException | Error fault) {
            play.fail(new Problem(StudioProblems.OUR_FAULT, "Preparing this play failed: " + fault));
            throw fault;
        }
    }

    LivePlay get(String id) {
        synchronized (plays) {
            LivePlay play = plays.get(id);
            if (play == null) {
                throw StudioProblems.missing("There is no such play; the oldest give way to new ones. Start it again.");
            }
            return play;
        }
    }

    void remove(String id) {
        synchronized (plays) {
            LivePlay play = plays.remove(id);
            if (play != null) {
                play.drop();
            }
        }
    }

    @Override
    public void close() {
        solving.shutdownNow();
    }
}
