package io.acord;

import io.acord.acord.Decision;
import io.acord.cost.HittingCost;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A {@link Fleet} whose agents have names, and come and go between rounds. What the books prove goes on: of who has
 * left as far as it was there, of who has joined from where it began. Nothing is promised beforehand any more once
 * agents have come or gone. One thread may use it at a time.
 */
public final class NamedFleet {

    private static final int MAGIC = 0x414E4631; // ANF1

    private Fleet fleet;
    private final List<String> names; // agents 0, 1, … of the fleet
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<String, HittingCost> held = new HashMap<>(); // the last cost of everybody

    private NamedFleet(Fleet fleet, List<String> names) {
        this.fleet = fleet;
        this.names = new ArrayList<>(names);
        number();
    }

    private void number() {
        ids.clear();
        for (int i = 0; i < names.size(); i++) {
            ids.put(names.get(i), i);
        }
    }

    /** Agents with actions of one coordinate, all at 0, and the default options. */
    public static NamedFleet of(String... names) {
        Builder builder = builder(1);
        for (String name : names) {
            builder.agent(name, 0);
        }
        return builder.build();
    }

    /** Agents with actions of this many coordinates. */
    public static Builder builder(int dimension) {
        return new Builder(dimension);
    }

    /** The names of all agents, in the order of their numbers in a {@link Decision}. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** The number of an agent, by which decisions know it; others may have other numbers after somebody has left. */
    public int id(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            throw Complaints.refuse("agent " + name, "is not in the fleet", "one of " + shown(), "let it join first");
        }
        return id;
    }

    private String shown() {
        return names.size() <= 10 ? String.join(", ", names) : String.join(", ", names.subList(0, 10)) + ", …";
    }

    /** Where an agent is. */
    public double[] action(String name) {
        return fleet.actions().of(id(name));
    }

    /** Lets an agent take part from the next round on; it is at x0 then. */
    public void join(String name, double... x0) {
        Complaints complaints = new Complaints();
        if (ids.containsKey(name)) {
            complaints.add("agent " + name, "is in the fleet", "a name that nobody has", "choose another name");
        }
        checkStart(name, x0, fleet.dimension(), complaints);
        complaints.throwIfAny();
        int[] all = new int[names.size()];
        Arrays.setAll(all, i -> i);
        fleet = fleet.with(all, x0);
        names.add(name);
        number();
    }

    private static void checkStart(String name, double[] x0, int dimension, Complaints complaints) {
        if (x0.length != dimension) {
            complaints.add(
                    "start of agent " + name,
                    "has " + x0.length + " numbers",
                    dimension + ", one a coordinate",
                    "give the point where it starts");
        }
        for (double number : x0) {
            if (!Double.isFinite(number)) {
                complaints.needFinite("start of agent " + name, number, "give the point where it starts");
            }
        }
    }

    /** Lets an agent go: it has no part in the next rounds, and those that it had one in stay counted. */
    public void leave(String name) {
        int gone = id(name);
        if (names.size() == 1) {
            throw Complaints.refuse(
                    "agent " + name, "is the last one", "a fleet with at least 1 agent", "let another one join first");
        }
        int[] stay = new int[names.size() - 1];
        Arrays.setAll(stay, i -> i < gone ? i : i + 1);
        fleet = fleet.with(stay, new double[0]);
        names.remove(gone);
        held.remove(name);
        number();
    }

    /** A round of this fleet, to be described and decided. */
    public NamedRound round() {
        return new NamedRound();
    }

    /** How many rounds have been decided. */
    public int rounds() {
        return fleet.rounds();
    }

    /** What all rounds so far have cost, of everybody who took part. */
    public Cost cost() {
        return fleet.cost();
    }

    /** What is proved about the run so far, whatever comes next. */
    public Guarantee guarantee() {
        return fleet.guarantee();
    }

    /**
     * Everything that {@link Builder#resume} needs to go on with the same decisions and the same books: who is in the
     * fleet, and what {@link Fleet#save} writes. The last costs are not in it: a round after it gives everybody one.
     */
    public byte[] save() {
        byte[] saved = fleet.save();
        byte[][] all = new byte[names.size()][];
        int length = 4 + 8 + 4 + 4;
        for (int i = 0; i < all.length; i++) {
            all[i] = names.get(i).getBytes(StandardCharsets.UTF_8);
            length = Math.addExact(length, 4 + all[i].length);
        }
        ByteBuffer into = ByteBuffer.allocate(Math.addExact(length, saved.length));
        into.putInt(MAGIC).putDouble(fleet.settled()).putInt(all.length);
        for (byte[] name : all) {
            into.putInt(name.length).put(name);
        }
        into.putInt(checksum(into.array(), into.position())).put(saved);
        return into.array();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** The names in what {@link #save} wrote; what follows them is of the fleet. */
    private static List<String> namesOf(byte[] saved, ByteBuffer from) {
        try {
            if (from.getInt() != MAGIC) {
                throw damaged("do not start as save() writes them");
            }
            from.getDouble(); // what those proved who have left
            int count = from.getInt();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] name = new byte[Math.min(from.getInt(), from.remaining())];
                from.get(name);
                names.add(new String(name, StandardCharsets.UTF_8));
            }
            int end = from.position();
            if (from.getInt() != checksum(saved, end)) {
                throw damaged("do not have the checksum that save() writes");
            }
            return names;
        } catch (BufferUnderflowException | NegativeArraySizeException torn) {
            throw damaged("end too early");
        }
    }

    private static BadInputException damaged(String found) {
        return Complaints.refuse(
                "saved fleet", "has bytes that " + found, "the bytes of NamedFleet.save()", "take an undamaged copy");
    }

    /** Why no ratio is promised beforehand; empty if one is. */
    public Optional<String> whyNotPromised() {
        return fleet.whyNotPromised();
    }

    /** A round by names. Everything that is wrong is said by {@link #decide}, and changes nothing. */
    public final class NamedRound {
        private final Fleet of = fleet;
        private final Round.Builder round = of.round();
        private final Map<String, HittingCost> costs = new LinkedHashMap<>();
        private final Map<String, Double> switching = new HashMap<>();
        private boolean holds;

        private NamedRound() {}

        /** Gives an agent its hitting cost. */
        public NamedRound cost(String name, HittingCost cost) {
            round.cost(id(name), cost);
            costs.put(name, cost);
            return this;
        }

        /** Whoever is given no cost keeps its last one. */
        public NamedRound holdMissing() {
            holds = true;
            return this;
        }

        /** Couples two agents by β/2 ‖x_i − x_j‖². */
        public NamedRound edge(String i, String j) {
            round.edge(id(i), id(j));
            return this;
        }

        /** Couples two agents by weight · β/2 ‖x_i − x_j‖². */
        public NamedRound edge(String i, String j, double weight) {
            round.edge(id(i), id(j), weight);
            return this;
        }

        /** β, the price of differing; 1 by default. */
        public NamedRound beta(double beta) {
            round.beta(beta);
            return this;
        }

        /** b, the price of moving, of an agent; 1 by default. */
        public NamedRound switching(String name, double b) {
            id(name);
            switching.put(name, b);
            return this;
        }

        /** Decides what every agent does, and moves the fleet there. */
        public Decision decide() {
            if (of != fleet) {
                throw Complaints.refuse(
                        "round",
                        "was begun before an agent joined or left",
                        "a round of the fleet as it is, because its agents have other numbers now",
                        "call round() again");
            }
            for (String name : names) {
                HittingCost last = held.get(name);
                if (holds && last != null && !costs.containsKey(name)) {
                    cost(name, last);
                }
            }
            if (!switching.isEmpty()) {
                double[] b = new double[names.size()];
                Arrays.setAll(b, i -> switching.getOrDefault(names.get(i), 1.0));
                round.switchingWeights(b);
            }
            Decision decision = fleet.decide(round.build());
            held.putAll(costs);
            return decision;
        }
    }

    /** Options of a fleet, and who is in it at first. */
    public static final class Builder {
        private final int dimension;
        private final Map<String, double[]> agents = new LinkedHashMap<>();
        private final Complaints complaints = new Complaints();
        private Recipe recipe = Recipe.standard();
        private int threads = 1;

        private Builder(int dimension) {
            this.dimension = dimension;
        }

        /** An agent that is at x0 before the first round. */
        public Builder agent(String name, double... x0) {
            if (agents.containsKey(name)) {
                complaints.add("agent " + name, "is named twice", "names that differ", "choose another name");
            }
            checkStart(name, x0, dimension, complaints);
            agents.put(name, x0.clone());
            return this;
        }

        /** What is played; {@link Recipe#standard} by default. */
        public Builder recipe(Recipe played) {
            this.recipe = played;
            return this;
        }

        /** Threads for large fleets; one by default. They never change a result. */
        public Builder threads(int count) {
            this.threads = count;
            return this;
        }

        /**
         * The fleet that was saved, with the options given here: who was in it, where they are, and what they have met.
         *
         * @throws io.acord.input.BadInputException if agents were named here, too, or if these are not the bytes of a
         *     saved fleet
         */
        public NamedFleet resume(byte[] saved) {
            if (!agents.isEmpty()) {
                complaints.add(
                        "agents",
                        "are named, " + agents.keySet(),
                        "those of the saved fleet",
                        "name nobody; join and leave change who is in it");
            }
            complaints.throwIfAny();
            ByteBuffer from = ByteBuffer.wrap(saved);
            List<String> names = namesOf(saved, from);
            Fleet fleet = Fleet.builder(names.size())
                    .recipe(recipe)
                    .threads(threads)
                    .resume(Arrays.copyOfRange(saved, from.position(), saved.length));
            return new NamedFleet(fleet.withSettled(from.getDouble(Integer.BYTES)), names);
        }

        public NamedFleet build() {
            if (agents.isEmpty()) {
                complaints.add("agents", "are none", "at least 1 agent", "name the agents of the fleet");
            }
            complaints.throwIfAny();
            Fleet fleet = Fleet.builder(agents.size())
                    .start(Actions.of(agents.values().toArray(new double[0][])))
                    .recipe(recipe)
                    .threads(threads)
                    .build();
            return new NamedFleet(fleet, List.copyOf(agents.keySet()));
        }
    }
}
