package io.acord.lab.recorded;

import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The actions of a scenario's agents as a file has them: {@code algorithm,repeat,round,agent,x0[,x1...]}, in any order.
 *
 * @param byPolicy by policy, in the order of the file, and repeat: the actions of each round
 */
public record RecordedActions(Map<String, Map<Integer, List<Actions>>> byPolicy) {

    private static final long MOST_NUMBERS = 200_000_000;

    /**
     * Reads a file. What is wrong with it is complained about to its complaints; then what is returned is of no use.
     *
     * @param nameless what a policy is called where the file has no column {@code algorithm}; it may also have no
     *     {@code repeat}, which is 0 then
     */
    public static RecordedActions read(Scenario scenario, DataFile file, String nameless) {
        return new Reading(scenario, file, nameless).read();
    }

    private static final class Reading {
        private final Scenario scenario;
        private final DataFile file;
        private final String nameless;
        private final Map<String, Integer> agents = new HashMap<>();
        private final Map<String, Map<Integer, double[][]>> read = new LinkedHashMap<>(); // NaN: no line so far
        private long numbers;

        Reading(Scenario scenario, DataFile file, String nameless) {
            this.scenario = scenario;
            this.file = file;
            this.nameless = nameless;
            for (int i = 0; i < scenario.agents(); i++) {
                agents.put(scenario.names().get(i), i);
            }
        }

        RecordedActions read() {
            List<String> columns = new ArrayList<>(List.of("round", "agent"));
            for (int c = 0; c < scenario.dimension(); c++) {
                columns.add("x" + c);
            }
            int before = file.complaints().size();
            CsvRows.read(file, columns, List.of("algorithm", "repeat"), this::row);
            read.forEach((name, repeats) -> repeats.forEach((repeat, rounds) -> needAll(name, repeat, rounds)));
            if (read.isEmpty() && file.complaints().size() == before) {
                file.complain(file.name(), "has no actions", "those of a run", "write them into it");
            }
            Map<String, Map<Integer, List<Actions>>> byPolicy = new LinkedHashMap<>();
            read.forEach((name, repeats) -> {
                Map<Integer, List<Actions>> all = new TreeMap<>();
                repeats.forEach((repeat, rounds) -> all.put(
                        repeat,
                        Arrays.stream(rounds)
                                .map(x -> Actions.flat(scenario.dimension(), x))
                                .toList()));
                byPolicy.put(name, all);
            });
            return new RecordedActions(byPolicy);
        }

        private void row(CsvRows.Row row) {
            int repeat = row.has("repeat") ? within(row, "repeat", 0, scenario.repeats() - 1, "repeats") : 0;
            int round = within(row, "round", 1, scenario.horizon(), "rounds");
            String name = row.has("algorithm") ? row.name("algorithm") : nameless;
            String agentName = row.name("agent");
            Integer agent = agents.get(agentName);
            if (agent == null && !agentName.isEmpty()) {
                row.complain(
                        "agent",
                        "is " + agentName + ", which is not of the scenario",
                        "a name of one of its " + scenario.agents() + " agents",
                        "correct the name");
            }
            double[] x = new double[scenario.dimension()];
            for (int c = 0; c < x.length; c++) {
                x[c] = row.number("x" + c);
            }
            if (agent == null || round < 1 || repeat < 0 || Arrays.stream(x).anyMatch(Double::isNaN)) {
                return; // complained about
            }
            double[] there = rounds(name, repeat)[round - 1];
            if (!Double.isNaN(there[agent * x.length])) {
                row.complain(
                        "agent",
                        "is " + agentName + ", whose action in round " + round + " was on an earlier line",
                        "one line for every agent and round",
                        "remove one of the two");
            }
            System.arraycopy(x, 0, there, agent * x.length, x.length);
        }

        /** A whole number in a range; −1 if it is none, which is complained about. */
        private int within(CsvRows.Row row, String column, int least, int most, String what) {
            double number = row.number(column, least, most, "the scenario has so many " + what);
            if (!Double.isNaN(number) && number != Math.rint(number)) {
                row.complain(column, "is " + number, "a whole number", "correct it");
                return -1;
            }
            return Double.isNaN(number) ? -1 : (int) number;
        }

        private double[][] rounds(String name, int repeat) {
            return read.computeIfAbsent(name, first -> new TreeMap<>()).computeIfAbsent(repeat, first -> {
                int size = scenario.agents() * scenario.dimension();
                numbers += (long) size * scenario.horizon();
                if (numbers > MOST_NUMBERS) {
                    throw Complaints.refuse(
                            file.name(),
                            "has more than " + MOST_NUMBERS + " numbers",
                            "at most so many, because all rounds of a policy are looked at together",
                            "take fewer repeats or policies at a time");
                }
                double[][] unknown = new double[scenario.horizon()][size];
                Arrays.stream(unknown).forEach(x -> Arrays.fill(x, Double.NaN));
                return unknown;
            });
        }

        /** One complaint about all that is missing of a repeat, with its first place. */
        private void needAll(String name, int repeat, double[][] rounds) {
            int d = scenario.dimension();
            long missing = 0;
            String first = "";
            for (int t = 1; t <= rounds.length; t++) {
                for (int i = 0; i < scenario.agents(); i++) {
                    if (Double.isNaN(rounds[t - 1][i * d])) {
                        first = missing == 0
                                ? "round " + t + " lacks actions: of agent "
                                        + scenario.names().get(i)
                                : first;
                        missing++;
                    }
                }
            }
            if (missing > 0) {
                file.complain(
                        file.name() + ": " + name + ", repeat " + repeat + ",",
                        first + (missing == 1 ? "" : ", and " + (missing - 1) + " more lines after that"),
                        "a line for every agent in each of the " + rounds.length + " rounds",
                        "write the lines, or play fewer rounds: --set horizon=…");
            }
        }
    }
}
