package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import io.acord.protocol.live.Reply.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a member whose agents have controllers. Mutable, for one thread; time is an argument, in nanoseconds
 * that only grow.
 *
 * <pre>
 *   rounds.offer(offer)                    // a controller speaks, whenever it likes
 *   rounds.ask(t, now)                     // the member wants round t
 *   while (rounds.poll(now) == null) …     // until all have spoken, or have had their time
 *   rounds.answer(t, agent, answer)        // what the round came to
 * </pre>
 *
 * <p>{@link #tell}, {@link #decide} and {@link #answer} are all that changes it. Whoever writes them down and says them
 * again in the same order has the same rounds: a journal is made of these.
 */
public final class LiveRounds {

    /** So many rounds that are over are kept; the books ask for no older ones. */
    public static final int WINDOW = 128;

    /** So many rounds ahead may be told. */
    public static final int AHEAD = 16;

    /** A round of which something is known. */
    private final class Entry {
        private final @Nullable Offer[] offers = new Offer[agents.length];
        private final @Nullable String[] answers = new String[agents.length];
        private @Nullable Decision decision;

        private boolean isComplete() {
            return Arrays.stream(offers).allMatch(Objects::nonNull);
        }
    }

    private final int[] agents;
    private final List<String> names; // of the agents
    private final LatePolicy policy;
    private final long patience;
    private final AgentRound[] before;
    private final int[] toldIn; // the round of the newest offer that before knows, by row
    private final @Nullable Offer[][] origins; // by row: what told the cost, the edges and b of before
    private @Nullable Offer betaOrigin;
    private double beta;
    private int betaToldIn;
    private final TreeMap<Integer, Entry> entries = new TreeMap<>();
    private int latest; // the last round that is decided
    private int asked; // 0: none
    private long askedAt;

    /**
     * Rounds of which nothing has been told.
     *
     * @param agents the ids of the member's agents, ascending
     * @param names theirs, in the same order
     * @param start edges and b of each, as long as nobody says otherwise
     * @param patience for so many nanoseconds a round waits for its costs
     */
    public LiveRounds(
            int[] agents, List<String> names, List<AgentRound> start, double beta, LatePolicy policy, long patience) {
        this.agents = agents.clone();
        this.names = List.copyOf(names);
        this.before = start.toArray(new AgentRound[0]);
        this.toldIn = new int[agents.length];
        this.origins = new Offer[agents.length][3];
        this.beta = beta;
        this.policy = policy;
        this.patience = patience;
    }

    // ---- what happens

    /** A controller speaks. */
    public Reply offer(Offer offer) {
        int round = offer.round();
        Entry entry = entries.get(round);
        int row = row(offer.agent());
        Offer known = entry == null ? null : entry.offers[row];
        if (round < nextRound() && (entry == null || entry.decision == null)) {
            return new Reply.Refused(
                    Cause.FORGOTTEN,
                    "Round " + round + " is over, and not kept any more. The next round is " + nextRound() + ".");
        }
        if (known != null && entry != null) {
            return known.body().equals(offer.body())
                    ? new Reply.Taken(false, entry.answers[row])
                    : new Reply.Refused(
                            Cause.OTHER_BODY,
                            "Round " + round + " was told with another body and stays so. The next round is "
                                    + nextRound() + ".");
        }
        if (round > nextRound() + AHEAD) {
            return new Reply.Refused(
                    Cause.FAR_AHEAD,
                    "Round " + round + " is too far ahead: the next round is " + nextRound() + ", and at most " + AHEAD
                            + " more are kept.");
        }
        OptionalDouble other = told(entry);
        if (offer.beta().isPresent() && other.isPresent() && !other.equals(offer.beta())) {
            return new Reply.Refused(
                    Cause.OTHER_BETA,
                    "Another agent of this member says that beta is " + other.getAsDouble() + " in round " + round
                            + ". They have to say the same.");
        }
        tell(offer);
        return new Reply.Taken(true, entry == null ? null : entry.answers[row]);
    }

    /** The β that somebody has told of a round. */
    private static OptionalDouble told(@Nullable Entry entry) {
        if (entry != null) {
            for (Offer offer : entry.offers) {
                if (offer != null && offer.beta().isPresent()) {
                    return offer.beta();
                }
            }
        }
        return OptionalDouble.empty();
    }

    /** Takes an offer that counts, without a question. */
    public void tell(Offer offer) {
        entries.computeIfAbsent(offer.round(), t -> new Entry()).offers[row(offer.agent())] = offer;
        if (offer.round() <= latest) {
            apply(offer);
        }
    }

    /** Takes over what an offer says of rounds to come, unless a later one has said it. */
    public void apply(Offer offer) {
        int row = row(offer.agent());
        if (offer.round() >= toldIn[row]) {
            before[row] = before[row].with(offer);
            toldIn[row] = offer.round();
            origins[row][0] = offer;
            origins[row][1] = offer.edges() == null ? origins[row][1] : offer;
            origins[row][2] = offer.switching().isEmpty() ? origins[row][2] : offer;
        }
        if (offer.beta().isPresent() && offer.round() >= betaToldIn) {
            beta = offer.beta().getAsDouble();
            betaToldIn = offer.round();
            betaOrigin = offer;
        }
    }

    /** The edges of an agent, as long as its controller says no others. */
    public void suppose(int agent, List<LiveEdge> edges) {
        int row = row(agent);
        if (origins[row][1] == null) {
            AgentRound now = before[row];
            before[row] = new AgentRound(now.cost(), now.readings(), edges, now.switching(), now.forecast());
        }
    }

    /** The member wants a round. */
    public void ask(int round, long now) {
        asked = round;
        askedAt = now;
    }

    /** What is to be done with the round that was asked for; null as long as it waits for its costs. */
    public @Nullable Decision poll(long now) {
        Entry entry = entries.get(asked);
        if (entry != null && entry.decision != null) {
            return entry.decision; // by an earlier life
        }
        if (entry != null && entry.isComplete()) {
            return decide(asked, false);
        }
        if (wakeAfter(now) > 0) {
            return null;
        }
        return decide(asked, policy == LatePolicy.HOLD || !areCostsKnown(asked));
    }

    /** For so long nothing will change unless somebody speaks. */
    public long wakeAfter(long now) {
        return Math.max(0, askedAt + patience - now);
    }

    /** Whether everybody has told a cost that a round could be played with. */
    private boolean areCostsKnown(int round) {
        for (int row = 0; row < agents.length; row++) {
            boolean isKnown = before[row].isTold();
            for (Entry entry : entries.headMap(round, true).values()) {
                isKnown |= entry.offers[row] != null;
            }
            if (!isKnown) {
                return false;
            }
        }
        return true;
    }

    /** Whether everybody has told something: before that a new member has nothing to play. */
    public boolean hasBegun() {
        return areCostsKnown(Integer.MAX_VALUE);
    }

    /** Decides a round with what has been told by now. */
    public Decision decide(int round, boolean isMissed) {
        // What was told of rounds that nobody played is as before, too.
        entries.headMap(round, true).values().forEach(this::applyAll);
        Entry entry = entries.computeIfAbsent(round, t -> new Entry());
        List<String> whys = new ArrayList<>();
        List<String> late = IntStream.range(0, agents.length)
                .filter(row -> entry.offers[row] == null)
                .mapToObj(names::get)
                .toList();
        for (int row = 0; row < agents.length; row++) {
            boolean isLate = entry.offers[row] == null;
            whys.add(
                    isMissed
                            ? (isLate ? "no cost came in time" : "held together with " + String.join(", ", late))
                            : isLate ? "no cost came in time: played with that of round " + toldIn[row] : "");
        }
        Decision decision = agreed(new Decision(round, isMissed, List.of(before), beta, whys));
        entry.decision = decision;
        latest = Math.max(latest, round);
        while (entries.firstKey() < latest - WINDOW) {
            entries.pollFirstEntry();
        }
        return decision;
    }

    private void applyAll(Entry entry) {
        for (Offer offer : entry.offers) {
            if (offer != null) {
                apply(offer);
            }
        }
    }

    /** The same, with edges between two agents of this member if both mean them, and once. */
    private Decision agreed(Decision all) {
        List<AgentRound> rows = new ArrayList<>();
        String[] whys = all.whys().toArray(new String[0]);
        for (int row = 0; row < agents.length; row++) {
            AgentRound agent = all.agents().get(row);
            List<LiveEdge> edges = new ArrayList<>();
            for (LiveEdge edge : agent.edges()) {
                int other = Arrays.binarySearch(agents, edge.to());
                if (other < 0) {
                    edges.add(edge);
                } else if (!isMeantBy(all.agents().get(other), agents[row], edge)) {
                    String why = "the edge between " + names.get(row) + " and " + names.get(other)
                            + " is not used: its ends do not say the same";
                    whys[row] = joined(whys[row], why);
                    whys[other] = joined(whys[other], why);
                } else if (row < other) {
                    edges.add(edge);
                }
            }
            List<HittingCost> forecast = isTold(all.round(), agents[row]) ? agent.forecast() : List.of();
            rows.add(new AgentRound(agent.cost(), agent.readings(), edges, agent.switching(), forecast));
        }
        return new Decision(all.round(), all.isMissed(), rows, all.beta(), List.of(whys));
    }

    private static boolean isMeantBy(AgentRound other, int to, LiveEdge edge) {
        return other.edges().stream().anyMatch(twin -> twin.to() == to && twin.isMirroredBy(edge));
    }

    /** Two reasons as one text. */
    private static String joined(String one, String two) {
        return one.isEmpty() ? two : one.contains(two) ? one : one + "; " + two;
    }

    /** What a round came to, for one agent. A round that nobody asked for was one in which the member was away. */
    public void answer(int round, int agent, String answer) {
        if (entries.get(round) == null || entries.get(round).decision == null) {
            decide(round, true);
        }
        Entry entry = entries.get(round); // of an old round there may be none any more
        if (entry != null) {
            entry.answers[row(agent)] = answer;
        }
    }

    // ---- what is known

    /** The round whose costs are wanted. */
    public int nextRound() {
        return Math.max(asked, latest + 1);
    }

    /** Whether an agent's controller has told a round: that very one, whatever it has told of others. */
    public boolean isTold(int round, int agent) {
        Entry entry = entries.get(round);
        return entry != null && entry.offers[row(agent)] != null;
    }

    /** What a round came to, for one agent. */
    public Optional<String> answerOf(int round, int agent) {
        Entry entry = entries.get(round);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.answers[row(agent)]);
    }

    /** What was decided about a round. */
    public Optional<Decision> decided(int round) {
        Entry entry = entries.get(round);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.decision);
    }

    /**
     * What a round was whose action was held, as far as it is known by now: what was told of it, if late, and for the
     * rest what was told before. Edges and β of one who was late do not count for that round, because neighbours have
     * played it without them. Empty if that is not enough.
     */
    public Optional<Decision> past(int round) {
        Entry entry = entries.get(round);
        Decision decision = entry == null ? null : entry.decision;
        if (entry == null || decision == null) {
            return Optional.empty();
        }
        List<AgentRound> rows = new ArrayList<>();
        for (int row = 0; row < agents.length; row++) {
            AgentRound agent = decision.agents().get(row);
            Offer late = entry.offers[row];
            boolean isHeld = decision.isMissed() && late != null;
            rows.add(
                    isHeld
                            ? new AgentRound(
                                    late.cost(),
                                    late.readings(),
                                    agent.edges(),
                                    late.switching().orElse(agent.switching()),
                                    List.of())
                            : agent);
            if (!rows.get(row).isTold()) {
                return Optional.empty();
            }
        }
        return Optional.of(new Decision(round, false, rows, decision.beta(), decision.whys()));
    }

    /** The offers that, applied in this order, say what is as before. */
    public List<Offer> origins() {
        List<Offer> all = new ArrayList<>();
        for (@Nullable Offer[] row : origins) {
            Arrays.stream(row)
                    .filter(Objects::nonNull)
                    .distinct()
                    .sorted((one, two) -> Integer.compare(one.round(), two.round()))
                    .forEach(all::add);
        }
        if (betaOrigin != null && !all.contains(betaOrigin)) {
            all.add(0, betaOrigin); // and what is newer comes later
        }
        return all;
    }

    /** Offers of rounds that are not decided yet. */
    public List<Offer> pending() {
        List<Offer> all = new ArrayList<>();
        for (Entry entry : entries.tailMap(latest, false).values()) {
            Arrays.stream(entry.offers).filter(Objects::nonNull).forEach(all::add);
        }
        return all;
    }

    private int row(int agent) {
        return Arrays.binarySearch(agents, agent);
    }
}
