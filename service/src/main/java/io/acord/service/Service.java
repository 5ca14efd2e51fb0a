package io.acord.service;

import io.acord.Guarantee;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.model.Cost;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fleet whose rounds come from outside, one after the other. A round is decided once: whoever sends it again with the
 * same body gets the same answer, whoever sends it with another body is refused. An answer is on disk before it is
 * given; what is refused changes nothing. Any number of threads may ask; one is answered at a time.
 */
public final class Service implements AutoCloseable {

    private static final Pattern OF_AGENT = Pattern.compile("agents\\[(\\d+)\\]\\.?(.*)", Pattern.DOTALL);

    private static final long DISK_IS_FULL_NANOS = 10_000_000_000L;

    private final ServedScenario scenario;
    private final ArrivingRounds rounds;
    private final RoundJournal journal;
    private ServedFleet fleet;
    private byte @Nullable [] saved; // the fleet after the last round that is on disk
    private volatile Health health;
    private volatile @Nullable Long lastWriteFailed; // when; null if it did not

    /**
     * How the service is. Known at once, also while a round is being decided.
     *
     * @param cost of all rounds that were answered
     */
    record Health(int nextRound, boolean isWell, Cost cost, Guarantee guarantee) {}

    private Service(ServedScenario scenario, RoundJournal journal) throws IOException {
        this.scenario = scenario;
        this.rounds = scenario.rounds();
        this.journal = journal;
        this.saved = journal.last().map(RoundJournal.Entry::fleet).orElse(null);
        this.fleet = lastKept();
        this.health = new Health(journal.rounds() + 1, true, fleet.cost(), fleet.guarantee());
        if (scenario.holds()) {
            recallHeld();
        }
    }

    /**
     * Opens a service that keeps its state in a folder, and goes on where it was.
     *
     * @throws BadInputException if the state is in use, damaged, or of another scenario
     */
    public static Service open(ServedScenario scenario, Path folder) throws IOException {
        RoundJournal journal = RoundJournal.open(folder, scenario.description());
        try {
            return new Service(scenario, journal);
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private ServedFleet lastKept() {
        return scenario.fleet(saved);
    }

    /** Looks back as far as needed to find everybody's last cost. */
    private void recallHeld() throws IOException {
        boolean isUnknown = true;
        for (int t = journal.rounds(); t >= 1 && isUnknown; t--) {
            isUnknown = rounds.recall(journal.round(t).body());
        }
    }

    ServedScenario scenario() {
        return scenario;
    }

    /** The round to be decided next. */
    public synchronized int nextRound() {
        return journal.rounds() + 1;
    }

    /** How many bytes of a round that was not answered were found on opening and cut off. */
    public synchronized long cutOff() {
        return journal.cutOff();
    }

    Health health() {
        return health;
    }

    /**
     * Why the next round would not be decided; empty if it would. A disk that was full is tried again by the next round
     * that is sent, so that it is thought of as full for a moment only: whoever waits until all is well has to come
     * back.
     */
    Optional<String> whyNotReady() {
        Long failed = lastWriteFailed;
        if (!health.isWell()) {
            return Optional.of("the disk failed in a way that could not be undone: restart the service");
        }
        return failed != null && System.nanoTime() - failed < DISK_IS_FULL_NANOS
                ? Optional.of("the last round that was sent could not be written to disk: make room")
                : Optional.empty();
    }

    /** Looks at the fleet between two rounds. */
    synchronized <T> T look(Function<ServedFleet, T> at) {
        return at.apply(fleet);
    }

    /** What was answered in a round; empty if it has not been decided. */
    synchronized Optional<byte[]> answer(int t) throws IOException {
        return t <= journal.rounds() ? Optional.of(journal.round(t).answer()) : Optional.empty();
    }

    /** Decides round t, or repeats what was decided. */
    synchronized byte[] decide(int t, byte[] body) throws IOException {
        int next = nextRound();
        if (t < next) {
            RoundJournal.Entry known = journal.round(t);
            if (!Arrays.equals(known.body(), body)) {
                throw new Problem(
                        ProblemKinds.DECIDED_OTHERWISE,
                        "Round " + t + " was decided with another body and stays so. The next round is " + next
                                + "; GET /rounds/" + t + " tells what was decided.");
            }
            return known.answer();
        }
        if (t > next) {
            throw new Problem(ProblemKinds.OUT_OF_TURN, "The next round is " + next + ", not " + t + ".");
        }
        if (journal.isBroken()) {
            throw new Problem(
                    ProblemKinds.OUT_OF_SERVICE,
                    "The disk failed in a way that could not be undone. What was answered is kept; restart the service when the disk is sound.");
        }
        boolean kept = false;
        try {
            byte[] answer = decideNext(body);
            kept = true;
            return answer;
        } catch (BadInputException refused) {
            int count = refused.complaints().size();
            throw Problem.ofBody(
                    ProblemKinds.BAD_ROUND,
                    (count == 1 ? "1 complaint" : count + " complaints") + "; nothing was changed.",
                    refused.complaints().stream().map(this::pointed).toList());
        } finally {
            if (!kept && fleet.rounds() >= next) {
                fleet = lastKept(); // it had moved, and nobody will know
            }
            health = new Health(nextRound(), !journal.isBroken(), fleet.cost(), fleet.guarantee());
        }
    }

    private byte[] decideNext(byte[] body) throws IOException {
        int t = nextRound();
        ArrivingRounds.Arrived arrived = rounds.read(t, body);
        byte[] answer = fleet.decide(arrived.round(), arrived.forecasts(), scenario.names());
        byte[] after = fleet.save();
        try {
            journal.append(new RoundJournal.Entry(body, answer, after));
        } catch (IOException failed) {
            lastWriteFailed = System.nanoTime();
            throw new Problem(
                    ProblemKinds.CANNOT_WRITE,
                    "Round " + t + " was not decided, because it could not be written down: " + failed.getMessage()
                            + ". Make room and send it again.");
        }
        lastWriteFailed = null;
        saved = after;
        rounds.hold(arrived.round());
        return answer;
    }

    /** The library speaks of agents by number; the client knows them by their place in the body. */
    private Complaint pointed(Complaint complaint) {
        String where = complaint.where();
        if (where.isEmpty() || where.startsWith("/")) {
            return complaint;
        }
        Matcher ofAgent = OF_AGENT.matcher(where);
        if (!ofAgent.matches()) {
            return new Complaint("", where + " " + complaint.found(), complaint.needed(), complaint.fix());
        }
        String name = scenario.names().get(Integer.parseInt(ofAgent.group(1)));
        String what = ofAgent.group(2).isEmpty() ? "" : ofAgent.group(2) + " ";
        return new Complaint(
                "/costs/" + name.replace("~", "~0").replace("/", "~1"),
                what + complaint.found(),
                complaint.needed(),
                complaint.fix());
    }

    @Override
    public synchronized void close() throws IOException {
        journal.close();
    }
}
