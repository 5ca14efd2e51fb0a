package io.acord.lab.data;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.NumberedNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the lines of a cost file: who pays what in which round. Costs α‖x − v‖² are kept as numbers and become
 * objects when a round is asked for. Scratch; one thread.
 *
 * <p>Agents are those that the scenario lists, in this order. If it gives their number n and the file speaks of no
 * others than 0 .. n − 1, they are these; otherwise they are numbered in the order of their names' bytes. So the order
 * of lines means nothing, and whoever reads the same file elsewhere numbers them alike without having seen all of it.
 *
 * <p>Who has no line in a round is complained about, keeps the last cost if the scenario says {@code missing: hold}, or
 * has one between the last and the next if it says {@code missing: interpolate}.
 */
public final class CostLines {

    /** Complaints of one kind; a total stands for the rest. */
    private static final int SHOWN = 20;

    /** No gap that is longer is filled. */
    private static final int LONGEST_GAP = 10_000;

    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,8}");

    private final String file;
    private final String unit; // what the file counts: line or row
    private final Complaints complaints;
    private final DeclaredSize declared;
    private final boolean hold;
    private final boolean interpolate;
    private final NameTable names = new NameTable();
    private final int listed; // how many names the scenario lists, or −1

    private int count;
    private int[] round = new int[64];
    private int[] agent = new int[64];
    private int[] line = new int[64];
    private double[] flat = new double[0]; // α and v of a line, next to each other
    private @Nullable HittingCost[] others = new HittingCost[0];
    private int d; // 0 until somebody says
    private int lastRound;
    private List<String> times = List.of(); // of the rounds, if the file has times
    private boolean unplaced; // a line was refused and nobody knows whose it was

    /** Reads the options that all cost files have. */
    public CostLines(String file, Options options, DeclaredSize declared) {
        this(file, "line", options, declared);
    }

    /**
     * Reads the options that all cost files have.
     *
     * @param unit what the file counts, if not lines: complaints say {@code file:row 7} then
     */
    public CostLines(String file, String unit, Options options, DeclaredSize declared) {
        this.file = file;
        this.unit = unit;
        this.complaints = options.complaints();
        this.declared = declared;
        String missing = options.word("missing", "refuse", "hold", "interpolate");
        this.hold = missing.equals("hold");
        this.interpolate = missing.equals("interpolate");
        this.d = declared.dimension().orElse(0);
        this.listed = declared.names().map(List::size).orElse(-1);
        declared.names().ifPresent(all -> all.forEach(names::add));
    }

    /** Says the dimension of the costs; no cost has been added before. */
    public void dimension(int dimension) {
        this.d = dimension;
    }

    /** Says which times the rounds are, from the first. */
    void times(List<String> written) {
        this.times = written;
    }

    /** A line was complained about and is left out. */
    public void leftOut() {
        unplaced = true;
    }

    /** Adds any cost of a line. Complaints about it start with {@code place}. */
    public void add(int lineNumber, String place, int t, String name, HittingCost cost) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int id = agent(bytes, 0, bytes.length, () -> place);
        if (d == 0) {
            d = cost.dimension();
        }
        if (cost.dimension() != d) {
            complaints.add(
                    place + ": cost",
                    "has dimension " + cost.dimension(),
                    d + (declared.dimension().isPresent() ? ", the scenario's dimension" : ", as the lines before"),
                    "give every cost " + d + (d == 1 ? " coordinate" : " coordinates"));
        }
        if (cost instanceof Quadratic quadratic && d == 1 && cost.dimension() == 1) {
            double q = quadratic.curvature(0, 0);
            if (2 * (q / 2) == q) {
                add(lineNumber, t, id, q / 2, new double[] {quadratic.target(0)});
                return;
            }
        }
        int k = append(lineNumber, t, id);
        if (k >= 0) {
            if (k >= others.length) {
                others = Arrays.copyOf(others, round.length);
            }
            others[k] = cost;
        }
    }

    /** A number for an agent until all have been seen; complains if the name will not do. */
    public int agent(byte[] bytes, int from, int to, Supplier<String> place) {
        int known = names.size();
        int id = names.add(bytes, from, to);
        if (id < known && (listed < 0 || id < listed)) {
            return id;
        }
        String problem = NameTable.problem(bytes, from, to);
        if (!problem.isEmpty()) {
            complaints.add(place.get() + ": agent", problem, "a name in UTF-8 on one line", "name the agent");
            unplaced = true;
        } else if (listed >= 0) {
            String name = names.name(id);
            complaints.add(
                    place.get() + ": agent",
                    "is \"" + name + "\"",
                    "one of the " + listed + " agents that the scenario lists",
                    near(name).map(near -> "did you mean " + near + "?").orElse("add it to agents, or drop the line"));
        }
        return id;
    }

    /** Why a text cannot be an agent's name; empty if it can. */
    public static String nameProblem(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return NameTable.problem(bytes, 0, bytes.length);
    }

    private Optional<String> near(String name) {
        List<String> all = declared.names().orElse(List.of());
        return all.size() > 1000 || complaints.size() > 100 ? Optional.empty() : NearestWord.to(name, all);
    }

    /** Adds α‖x − v‖² of an agent's number; the numbers have been looked at. */
    public void add(int lineNumber, int t, int id, double alpha, double[] v) {
        int k = append(lineNumber, t, id);
        if (k < 0) {
            return;
        }
        int width = 1 + v.length;
        int at = Math.multiplyExact(k, width);
        if (at + width > flat.length) {
            flat = Arrays.copyOf(flat, Math.multiplyExact(round.length, width));
        }
        flat[at] = alpha;
        System.arraycopy(v, 0, flat, at + 1, v.length);
    }

    /** Where the line is kept, or −1 for rounds that are not played. */
    private int append(int lineNumber, int t, int id) {
        lastRound = Math.max(lastRound, t);
        if (declared.horizon().isPresent() && t > declared.horizon().getAsInt()) {
            return -1;
        }
        if (count == round.length) {
            int larger = Math.addExact(count, count >> 1);
            round = Arrays.copyOf(round, larger);
            agent = Arrays.copyOf(agent, larger);
            line = Arrays.copyOf(line, larger);
        }
        round[count] = t;
        agent[count] = id;
        line[count] = lineNumber;
        return count++;
    }

    /** Complains about α‖x − v‖² if something is wrong with it. */
    public void needSound(Supplier<String> place, double alpha, double[] v) {
        boolean sound = alpha > 0;
        for (double target : v) {
            sound &= Double.isFinite(2 * alpha * target * target);
        }
        if (sound) {
            return;
        }
        try {
            Quadratic.alpha(alpha, v);
        } catch (BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                complaints.add(
                        place.get() + ": " + complaint.where(), complaint.found(), complaint.needed(), complaint.fix());
            }
        }
    }

    /**
     * All costs. What is wrong with the lines taken together is complained about; the result is as good as the lines
     * are then.
     */
    public CostSource source() {
        List<String> agents = numbered();
        int horizon = lastRound;
        if (declared.horizon().isPresent()) {
            int said = declared.horizon().getAsInt();
            horizon = hold ? Math.max(said, lastRound) : lastRound;
        }
        if (count == 0 && lastRound == 0) {
            if (!unplaced) {
                complaints.add(file, "has no line of data", "a line for every agent and round", "write the costs");
            }
            return new FileCosts(List.of(), 0, 0, false, new int[0], new int[0], null, flat, others, times);
        }
        if (interpolate) {
            fillGaps(agents);
        }
        int n = agents.size();
        int[] order = hold ? IndexSort.of(count, agent, round) : IndexSort.of(count, round, agent);
        refuseRepetitions(order, agents);
        int[] first = new int[hold ? n + 1 : 0]; // lines of an agent, for hold
        if (!unplaced) {
            if (hold) {
                needFirstRound(order, agents);
            } else {
                needAll(order, agents, Math.min(horizon, declared.horizon().orElse(horizon)));
            }
        }
        for (int k = 0; hold && k < count; k++) {
            if (agent[k] < n) {
                first[agent[k] + 1]++;
            }
        }
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        return new FileCosts(agents, d, horizon, hold, round, first, order, flat, others, times);
    }

    /** The names by id, with the agents of all lines renumbered to match. */
    private List<String> numbered() {
        if (listed >= 0) {
            return declared.names().orElseThrow();
        }
        int n = declared.agents().orElse(-1);
        if (n >= 0 && areNumbers(n)) {
            int[] id = new int[names.size()];
            Arrays.setAll(id, k -> Integer.parseInt(names.name(k)));
            for (int k = 0; k < count; k++) {
                agent[k] = id[agent[k]];
            }
            return NumberedNames.of(n);
        }
        if (n >= 0 && names.size() != n && !unplaced) {
            complaints.add(
                    file,
                    "speaks of " + names.size() + " agents",
                    n + ", as the scenario says",
                    "drop agents from the scenario, or correct the number");
        }
        int[] rank = names.sort();
        for (int k = 0; k < count; k++) {
            agent[k] = rank[agent[k]];
        }
        return names.names();
    }

    private boolean areNumbers(int n) {
        for (int k = 0; k < names.size(); k++) {
            String name = names.name(k);
            if (!NUMBER.matcher(name).matches() || Integer.parseInt(name) >= n) {
                return false;
            }
        }
        return true;
    }

    /** Adds a line in every round that an agent has none in, though it has one before and one after. */
    private void fillGaps(List<String> agents) {
        int[] order = IndexSort.of(count, agent, round);
        int known = count;
        Missing missing = new Missing(
                "costs alpha |x - v|^2 before and after, because no others can be interpolated",
                "add it, or write missing: hold");
        for (int k = 1; k < known; k++) {
            int a = at(order, k - 1);
            int b = at(order, k);
            int gap = agent[a] == agent[b] ? round[b] - round[a] - 1 : 0;
            if (gap > LONGEST_GAP) {
                complaints.add(
                        EdgeLines.place(file, unit, line[b]),
                        "is " + gap + " rounds after the line of " + name(agents, agent[a]) + " before it",
                        "at most " + LONGEST_GAP + " rounds without a line, because what lies between is invented",
                        "check the round, or write missing: hold");
                unplaced = true;
            } else if (gap > 0 && (isOther(a) || isOther(b))) {
                missing.add("has no line of agent " + name(agents, agent[a]) + " in round " + (round[a] + 1));
                unplaced = true; // said once
            } else {
                for (int step = 1; step <= gap; step++) {
                    addBetween(a, b, step);
                }
            }
        }
        missing.end();
    }

    private boolean isOther(int k) {
        return k < others.length && others[k] != null;
    }

    /** Adds the cost that lies so many rounds after line a on the way to line b. */
    private void addBetween(int a, int b, int step) {
        double share = (double) step / (round[b] - round[a]);
        int width = 1 + d;
        double[] v = new double[d];
        Arrays.setAll(v, c -> between(flat[a * width + 1 + c], flat[b * width + 1 + c], share));
        add(line[a], round[a] + step, agent[a], between(flat[a * width], flat[b * width], share), v);
    }

    private static double between(double from, double to, double share) {
        return from == to ? from : (1 - share) * from + share * to;
    }

    private static int at(int @Nullable [] order, int k) {
        return order == null ? k : order[k];
    }

    private void refuseRepetitions(int @Nullable [] order, List<String> agents) {
        for (int k = 1; k < count; k++) {
            int a = at(order, k - 1);
            int b = at(order, k);
            if (round[a] == round[b] && agent[a] == agent[b]) {
                complaints.add(
                        EdgeLines.place(file, unit, line[b]),
                        "is a second line of agent " + name(agents, agent[b]) + " in round " + round[b] + ", after "
                                + unit + " " + line[a],
                        "one line for every agent and round",
                        "drop one of the two");
            }
        }
    }

    private String name(List<String> agents, int id) {
        return id < agents.size() ? agents.get(id) : names.name(id);
    }

    private void needFirstRound(int @Nullable [] order, List<String> agents) {
        boolean[] has = new boolean[Math.max(agents.size(), names.size())];
        for (int k = 0; k < count; k++) {
            has[agent[at(order, k)]] |= round[at(order, k)] == 1;
        }
        Missing missing = new Missing("a cost in round 1, because there is none to hold", "add it");
        for (int i = 0; i < agents.size(); i++) {
            if (!has[i]) {
                missing.add("has no line of agent " + agents.get(i) + " in round 1");
            }
        }
        missing.end();
    }

    private void needAll(int @Nullable [] order, List<String> agents, int horizon) {
        int n = agents.size();
        Missing missing = new Missing(
                "a line for every agent and round, because a cost is needed to decide",
                "add it, or write costs: {missing: hold, …} to keep the last one");
        boolean[] seen = new boolean[n];
        for (int k = 0; k < count; k++) {
            if (agent[k] < n) {
                seen[agent[k]] = true;
            }
        }
        for (int i = 0; i < n; i++) {
            if (!seen[i]) {
                missing.add("has no line of agent " + agents.get(i) + " at all");
            }
        }
        int k = 0;
        int t = 1; // the next round to come
        while (k < count) {
            int here = round[at(order, k)];
            missing.addRounds(t, here - 1);
            int i = 0; // the next agent to come
            for (; k < count && round[at(order, k)] == here; k++) {
                int id = agent[at(order, k)];
                for (; i < Math.min(id, n); i++) {
                    if (seen[i]) {
                        missing.add("has no line of agent " + agents.get(i) + " in round " + here);
                    }
                }
                i = id + 1;
            }
            for (; i < n; i++) {
                if (seen[i]) {
                    missing.add("has no line of agent " + agents.get(i) + " in round " + here);
                }
            }
            t = here + 1;
        }
        missing.addRounds(t, horizon);
        missing.end();
    }

    /** Complains about what is not in the file, up to a point. */
    private final class Missing {
        private final String needed;
        private final String fix;
        private int found;

        Missing(String needed, String fix) {
            this.needed = needed;
            this.fix = fix;
        }

        void add(String what) {
            if (++found <= SHOWN) {
                complaints.add(file, what, needed, fix);
            }
        }

        void addRounds(int from, int to) {
            if (from <= to) {
                add(from == to ? "has no line in round " + from : "has no line in the rounds " + from + " to " + to);
            }
        }

        void end() {
            if (found > SHOWN) {
                complaints.add(file, "lacks lines in " + (found - SHOWN) + " more places", needed, fix);
            }
        }
    }
}
