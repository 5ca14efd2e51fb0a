package io.acord.swarm.live;

import io.acord.fleet.NewRound;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.internal.kernel.Block;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.FieldRounds.Reading;
import io.acord.lab.data.ReadingsReader;
import io.acord.lab.data.RoundReader;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.LiveRounds;
import io.acord.protocol.live.Offer;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application whose readings a member is told: makes rounds of them, and set-points of actions. Safe for many
 * threads.
 *
 * <p>It is the application that {@code run} and {@code serve} play, of which the rows of this member's agents are
 * looked at. Nothing is told of the others, so that something stands for their readings; what rests on it is not handed
 * out.
 *
 * <p>Every round that is decided is read once, and once its action is there it is played: then the field has moved on,
 * and what it remembers goes to the journal. A reading that comes after its round was decided does not change that
 * round, but it counts for what the field sums up, as if it had been there in time.
 */
final class ToldReadings implements ToldRounds {

    private static final Logger LOG = LoggerFactory.getLogger(ToldReadings.class);

    /**
     * What came of a round that was played.
     *
     * @param actions of all agents of the scenario
     * @param memory of the field
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Played(Actions actions, byte[] memory) {}

    /** A round that was read. */
    private static final class ReadRound {
        private final double[] told; // of all agents of the scenario
        private final Round round;
        private @Nullable Played played;

        ReadRound(double[] told, Round round) {
            this.told = told;
            this.round = round;
        }
    }

    private final List<LiveAgent> agents;
    private final Scenario scenario;
    private final ArrivingRounds arriving;
    private final FieldRounds field;
    private final FieldRounds trial; // that is never played
    private final ReadingsReader reader;
    private final int[] idOf; // of an agent of the scenario; −1 if no member hosts it
    private final Map<Integer, Integer> indexOf = new HashMap<>(); // in the scenario, by id
    private final IntFunction<Graph> coupled; // by round
    private final boolean isApart; // agents of the scenario live elsewhere
    private final TreeMap<Integer, ReadRound> kept = new TreeMap<>();
    private double[] told; // as it was read last
    private Played first; // before all rounds that are kept
    private Played latest;
    private int last; // the round of the latest

    /** @param names of all agents, by id */
    ToldReadings(Scenario scenario, List<LiveAgent> agents, List<String> names) {
        this.scenario = scenario;
        this.agents = agents;
        this.arriving = new ArrivingRounds(scenario);
        this.field = scenario.costs().arriving(scenario.size(), scenario.seed()).orElseThrow();
        this.trial = scenario.costs().arriving(scenario.size(), scenario.seed()).orElseThrow();
        this.reader = new ReadingsReader(new RoundReader(names, scenario.dimension()), field.readings());
        this.idOf = new int[scenario.agents()];
        for (int i = 0; i < idOf.length; i++) {
            idOf[i] = names.indexOf(scenario.names().get(i));
            indexOf.put(idOf[i], i);
        }
        this.isApart = agents.size() < idOf.length;
        this.coupled = coupled();
        this.told = standIn(field.readings(), idOf.length);
        this.first = new Played(field.start(), field.save());
        this.latest = first;
    }

    /** Who is coupled with whom, where that takes readings; an application's own links are there from the beginning. */
    private IntFunction<Graph> coupled() {
        Optional<GraphSource> own = scenario.costs().graph();
        if (!field.comparesReadings()) {
            Graph none = Coupling.none(scenario.agents(), scenario.dimension()).graph();
            return t -> none;
        }
        if (own.isPresent()) {
            Graph links =
                    own.get().graphs(scenario.size(), scenario.seed()).round(1).graph();
            return t -> links;
        }
        return t -> arriving.named(t).graph();
    }

    /** Readings of those of whom nothing is told. */
    private static double[] standIn(List<Reading> readings, int agents) {
        double[] all = new double[agents * readings.size()];
        Arrays.setAll(all, k -> {
            Reading reading = readings.get(k % readings.size());
            return Double.isNaN(reading.fallback()) ? reading.low() : reading.fallback();
        });
        return all;
    }

    @Override
    public List<String> readings() {
        return field.readings().stream()
                .map(Reading::name)
                .filter(name -> !isApart || !field.ofSeveral().contains(name))
                .toList();
    }

    @Override
    public Offer read(byte[] body, Set<Integer> spokenFor) {
        ReadingsReader.AgentSent sent =
                reader.readAgent(body, spokenFor, this::neighbours, isApart ? field.ofSeveral() : Set.of());
        Map<Integer, Numbers> readings = new TreeMap<>();
        sent.told().forEach((id, numbers) -> readings.put(id, Numbers.of(numbers)));
        tryOut(sent.round(), sent.agent(), readings);
        return new Offer(sent.round(), sent.agent(), ToldRounds.oneLine(body), readings, sent.beta());
    }

    /** Lets the field complain before anything is taken; what it remembers has nothing to do with it. */
    private synchronized void tryOut(int round, int agent, Map<Integer, Numbers> readings) {
        double[] all = told.clone();
        put(readings, all);
        try {
            trial.next(round, all, arriving.named(round));
        } catch (BadInputException refused) {
            String own = "/readings/" + scenario.names().get(index(agent)) + "/";
            throw new BadInputException(refused.complaints().stream()
                    .map(each -> new Complaint(
                            each.where().replace(own, "/readings/"), each.found(), each.needed(), each.fix()))
                    .toList());
        }
    }

    /** Those elsewhere whose readings an agent needs in a round, by id. */
    private synchronized Set<Integer> neighbours(int agent, int round) {
        Set<Integer> others = new TreeSet<>();
        Graph graph = coupled.apply(round);
        int i = index(agent);
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            others.add(idOf[graph.neighbor(arc)]);
        }
        agents.forEach(here -> others.remove(here.id()));
        return others;
    }

    private int index(int id) {
        return indexOf.getOrDefault(id, -1);
    }

    // ---- rounds

    @Override
    public synchronized void decided(Decision decision) {
        int t = decision.round();
        if (t <= last || kept.containsKey(t) || !decision.agents().stream().allMatch(AgentRound::isTold)) {
            return;
        }
        double[] all = told.clone();
        decision.agents().forEach(agent -> put(agent.readings(), all));
        Round round =
                field.next(t, all, arriving.named(t)).beta(decision.beta()).build();
        told = all;
        kept.put(t, new ReadRound(all, round));
        while (kept.firstKey() < t - LiveRounds.WINDOW) {
            first = Objects.requireNonNullElse(kept.pollFirstEntry().getValue().played, first);
        }
    }

    private void put(Map<Integer, Numbers> readings, double[] into) {
        int width = field.readings().size();
        readings.forEach((id, numbers) -> numbers.copyTo(0, into, index(id) * width, width));
    }

    /** The round stays as it was; what is summed up goes on as if the readings had been there in time. */
    @Override
    public synchronized void late(Offer offer) {
        int round = offer.round();
        ReadRound read = kept.get(round);
        if (read == null) {
            return;
        }
        put(offer.readings(), read.told);
        Map.Entry<Integer, ReadRound> earlier = kept.lowerEntry(round);
        Played previous = earlier == null ? first : earlier.getValue().played;
        if (previous == null) {
            return; // what came before it was never played: it is not known what to go on from
        }
        field.resume(previous.memory());
        for (Map.Entry<Integer, ReadRound> entry : kept.tailMap(round, true).entrySet()) {
            ReadRound again = entry.getValue();
            field.next(entry.getKey(), again.told, arriving.named(entry.getKey()));
            Played was = again.played;
            if (was != null) {
                field.played(previous.actions(), was.actions());
                previous = new Played(was.actions(), field.save());
                again.played = previous;
                latest = previous;
            }
        }
    }

    @Override
    public synchronized Optional<LocalRound> described(Decision decision, NewRound draft) {
        ReadRound read = kept.get(decision.round());
        if (read == null) {
            return Optional.empty();
        }
        draft.beta(read.round.beta());
        for (LiveAgent agent : agents) {
            int i = index(agent.id());
            draft.cost(agent.id(), read.round.cost(i)).switchingWeight(agent.id(), read.round.switchingWeight(i));
        }
        return draft.build(Block.of(byIds(read.round.coupling()), draft.agents()));
    }

    /** The edges of this member's agents, between the ids that members have given them. */
    private Coupling byIds(Coupling named) {
        int largest = Arrays.stream(idOf).max().orElse(0);
        Coupling.Builder edges = Coupling.builder(largest + 1, named.dimension());
        Graph graph = named.graph();
        for (int e = 0; e < graph.edges(); e++) {
            int i = idOf[graph.tail(e)];
            int j = idOf[graph.head(e)];
            if (agents.stream().noneMatch(agent -> agent.id() == i || agent.id() == j)) {
                continue;
            }
            double[] offset = new double[named.dimension()];
            int edge = e;
            Arrays.setAll(offset, c -> named.offset(edge, c));
            if (!named.isIsotropic(e)) {
                edges.gram(i, j, named.gram(e), offset);
            } else if (named.hasOffsets()) {
                edges.edge(i, j, named.weight(e), offset);
            } else {
                edges.edge(i, j, named.weight(e));
            }
        }
        return edges.build();
    }

    // ---- set-points

    @Override
    public synchronized List<FeedDocuments.Setpoints> played(int t, Actions own) {
        ReadRound read = kept.get(t);
        if (read == null || t <= last) {
            return List.of();
        }
        Actions all = everybody(own);
        double[] numbers = field.played(latest.actions(), all);
        latest = new Played(all, field.save());
        last = t;
        read.played = latest;
        return agents.stream()
                .map(agent -> setpoints(index(agent.id()), numbers))
                .toList();
    }

    /** Those of an agent; NaN where they are not known here. */
    private FeedDocuments.Setpoints setpoints(int i, double[] numbers) {
        List<String> columns = field.columns();
        double[] row = Arrays.copyOfRange(numbers, i * columns.size(), (i + 1) * columns.size());
        for (int c = 0; isApart && c < row.length; c++) {
            row[c] = field.ofSeveral().contains(columns.get(c)) ? Double.NaN : row[c];
        }
        return new FeedDocuments.Setpoints(columns, row);
    }

    /** Of those elsewhere it is not known what they do. */
    private Actions everybody(Actions own) {
        int d = own.dimension();
        double[] all = field.start().toArray();
        for (int row = 0; row < agents.size(); row++) {
            own.copyTo(row, all, index(agents.get(row).id()) * d);
        }
        return Actions.flat(d, all);
    }

    // ---- the journal

    @Override
    public synchronized Optional<FeedJournal.Line> line() {
        if (last == 0) {
            return Optional.empty();
        }
        double[] x = latest.actions().toArray();
        byte[] memory = latest.memory();
        ByteBuffer saved = ByteBuffer.allocate(Double.BYTES * (x.length + told.length) + memory.length);
        for (double number : x) {
            saved.putDouble(number);
        }
        for (double number : told) {
            saved.putDouble(number);
        }
        String text = Base64.getEncoder().encodeToString(saved.put(memory).array());
        return Optional.of(new FeedJournal.Line(FeedJournal.Kind.FIELD, last, 0, text));
    }

    /** Nothing happens if it has come as far by itself. */
    @Override
    public synchronized void resume(int round, String text) {
        if (round <= last) {
            return;
        }
        try {
            ByteBuffer saved = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            double[] x = numbers(saved, latest.actions().toArray().length);
            double[] readings = numbers(saved, told.length);
            byte[] memory = new byte[saved.remaining()];
            saved.get(memory);
            field.resume(memory);
            latest = new Played(Actions.flat(scenario.dimension(), x), memory);
            last = round;
            ReadRound read = kept.get(round);
            if (read == null) {
                told = readings;
                kept.clear();
                first = latest;
            } else {
                read.played = latest;
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            LOG.error("event=field-state-not-understood round={}", round);
        }
    }

    private static double[] numbers(ByteBuffer from, int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, k -> from.getDouble());
        return numbers;
    }
}
