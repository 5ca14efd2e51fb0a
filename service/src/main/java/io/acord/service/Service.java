package io.acord.service;

import io.acord.Guarantee;
import io.acord.acord.SweptBooks;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.theory.Books;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** So many rounds at least can be asked for again, by default. */
    public static final int DEFAULT_KEPT = 10_000;

    /** Rounds that wait for hindsight sweeps have to be found again after a restart. */
    private static final int LEAST_KEPT = SweptBooks.Pace.LONGEST_WINDOW;

    private static final long DISK_IS_FULL_NANOS = 10_000_000_000L;

    private final ServedScenario scenario;
    private final ArrivingRounds rounds;
    private final RoundJournal journal;
    private ServedFleet fleet;
    private boolean hasMoved; // the fleet, by a round that is not on disk: it has to go back before it is used
    private byte @Nullable [] saved; // the fleet after the last round that is on disk
    private volatile Health health;
    private volatile boolean isStuck; // the journal should have turned, and could not
    private volatile @Nullable Long lastWriteFailed; // when; null if it did not

    /**
     * How the service is. Known at once, also while a round is being decided.
     *
     * @param firstKept the first round that can be asked for again
     * @param cost of all rounds that were answered
     */
    record Health(int nextRound, int firstKept, boolean isWell, Cost cost, Guarantee guarantee) {}

    private Service(ServedScenario scenario, RoundJournal journal) throws IOException {
        this.scenario = scenario;
        this.rounds = scenario.rounds();
        this.journal = journal;
        this.saved = journal.fleet().orElse(null);
        this.fleet = lastKept();
        this.health = new Health(journal.rounds() + 1, journal.firstKept(), true, fleet.cost(), fleet.guarantee());
        if (scenario.holds()) {
            lastCosts(rounds, journal.rounds());
        }
    }

    /**
     * Opens a service that keeps its state in a folder, and goes on where it was.
     *
     * @throws BadInputException if the state is in use, damaged, or of another scenario
     */
    public static Service open(ServedScenario scenario, Path folder) throws IOException {
        return open(scenario, folder, DEFAULT_KEPT);
    }

    /**
     * The same.
     *
     * @param keep so many rounds at least can be asked for again, and as many as wait for hindsight sweeps
     */
    public static Service open(ServedScenario scenario, Path folder, int keep) throws IOException {
        return open(scenario, RoundJournal.open(folder, scenario.description(), Math.max(keep, LEAST_KEPT)));
    }

    /** The same with a journal, which is closed with the service. */
    static Service open(ServedScenario scenario, RoundJournal journal) throws IOException {
        try {
            return new Service(scenario, journal);
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** The fleet after the last round that is on disk, and with it the rounds that wait for hindsight sweeps. */
    private ServedFleet lastKept() throws IOException {
        byte[] last = saved;
        if (last == null) {
            return scenario.fleet();
        }
        SavedService now = SavedService.of(last);
        int t = journal.rounds();
        int settled = now.settled() < 0 || now.settled() < journal.firstKept() - 1 ? t : now.settled();
        if (settled == 0) {
            return recalled(scenario.fleet(now.fleet(), scenario.booksBefore(), false), 0);
        }
        SavedService then = SavedService.of(
                settled == t
                        ? last
                        : settled < journal.firstKept()
                                ? journal.beforeKept().orElseThrow().fleet()
                                : journal.round(settled).fleet());
        boolean isKnown = then.settled() == settled;
        Books books = isKnown ? Books.of(scenario.dimension(), then.books()) : scenario.books(then.fleet());
        return recalled(scenario.fleet(now.fleet(), books, isKnown && then.isSwept()), settled);
    }

    private ServedFleet recalled(ServedFleet resumed, int settled) throws IOException {
        ArrivingRounds past = rounds.anew();
        if (scenario.holds() && settled < journal.rounds()) {
            lastCosts(past, settled);
        }
        for (int t = settled + 1; t <= journal.rounds(); t++) {
            JournalFile.Entry entry = journal.round(t);
            Round round = past.read(t, entry.body()).round();
            past.hold(round);
            byte[] then = SavedService.of(entry.fleet()).fleet();
            resumed.recall(round, scenario.actions(then), () -> scenario.books(then));
        }
        return resumed;
    }

    /**
     * Looks back as far as needed to find the last cost that everybody had after a round.
     *
     * @param into is told the costs
     * @return the bodies that have them, the newest first
     */
    private List<byte[]> lastCosts(ArrivingRounds into, int after) throws IOException {
        List<byte[]> found = new ArrayList<>();
        int unknown = scenario.agents();
        for (int t = after; t >= journal.firstKept() && unknown > 0; t--) {
            unknown = recall(journal.round(t).body(), into, unknown, found);
        }
        List<byte[]> earlier =
                journal.beforeKept().map(JournalFile.Snapshot::bodies).orElse(List.of());
        for (int k = 0; k < earlier.size() && unknown > 0; k++) {
            unknown = recall(earlier.get(k), into, unknown, found);
        }
        return found;
    }

    /** Looks for costs in an older body; returns how many agents' costs are still unknown. */
    private static int recall(byte[] body, ArrivingRounds into, int unknown, List<byte[]> found) {
        int left = into.recall(body);
        if (left < unknown) {
            found.add(body);
        }
        return left;
    }

    /** Forgets rounds that need not be kept any more. If the disk does not let it, the journal grows until it does. */
    private void turnIfFull() {
        byte[] last = saved;
        if (!journal.isFull() || last == null) {
            return;
        }
        try {
            List<byte[]> bodies = scenario.holds() ? lastCosts(rounds.anew(), journal.rounds()) : List.of();
            journal.turn(new JournalFile.Snapshot(journal.rounds(), last, bodies));
            isStuck = false;
        } catch (IOException e) {
            isStuck = true; // everything is as it was: the next round tries again
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

    /** Whether the journal grows beyond what is to be kept, because the disk does not let it turn. */
    boolean isStuck() {
        return isStuck;
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
        goBack();
        return at.apply(fleet);
    }

    /** Takes back a round that was decided and could not be kept. */
    private void goBack() {
        if (!hasMoved) {
            return;
        }
        try {
            fleet = lastKept();
            hasMoved = false;
        } catch (IOException failed) {
            throw new Problem(
                    ProblemKinds.OUT_OF_SERVICE,
                    "What was answered is kept, and could not be read back: " + failed.getMessage()
                            + ". Send the round again; if that does not help, restart the service when the disk is sound.");
        }
    }

    private Problem forgotten(int t) {
        return new Problem(
                ProblemKinds.NO_LONGER_KEPT,
                "Round " + t + " was decided, and is not kept any more. Rounds from " + journal.firstKept() + " to "
                        + journal.rounds() + " are; the next round is " + nextRound() + ".");
    }

    /** What was answered in a round; empty if it has not been decided. */
    synchronized Optional<byte[]> answer(int t) throws IOException {
        if (t < journal.firstKept()) {
            throw forgotten(t);
        }
        return t <= journal.rounds() ? Optional.of(journal.round(t).answer()) : Optional.empty();
    }

    /** Decides round t, or repeats what was decided. */
    synchronized byte[] decide(int t, byte[] body) throws IOException {
        int next = nextRound();
        if (t < journal.firstKept()) {
            throw forgotten(t);
        }
        if (t < next) {
            JournalFile.Entry known = journal.round(t);
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
        goBack();
        try {
            return decideNext(body);
        } catch (BadInputException refused) {
            int count = refused.complaints().size();
            throw Problem.ofBody(
                    ProblemKinds.BAD_ROUND,
                    (count == 1 ? "1 complaint" : count + " complaints") + "; nothing was changed.",
                    refused.complaints().stream().map(this::pointed).toList());
        } finally {
            hasMoved = fleet.rounds() >= nextRound();
            Health before = health;
            health = new Health(
                    nextRound(),
                    journal.firstKept(),
                    !journal.isBroken(),
                    hasMoved ? before.cost() : fleet.cost(),
                    hasMoved ? before.guarantee() : fleet.guarantee());
        }
    }

    private byte[] decideNext(byte[] body) throws IOException {
        int t = nextRound();
        FieldRounds field = fleet.field().orElse(null);
        ArrivingRounds.Arrived arrived = field == null ? rounds.read(t, body) : rounds.read(t, body, field);
        byte[] answer = fleet.decide(arrived.round(), arrived.forecasts(), scenario.names());
        byte[] after = fleet.save();
        turnIfFull();
        try {
            journal.append(new JournalFile.Entry(body, answer, after));
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
                (fleet.field().isPresent() ? "/readings/" : "/costs/")
                        + name.replace("~", "~0").replace("/", "~1"),
                what + complaint.found(),
                complaint.needed(),
                complaint.fix());
    }

    @Override
    public synchronized void close() throws IOException {
        journal.close();
    }
}
