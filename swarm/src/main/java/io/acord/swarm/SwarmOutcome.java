package io.acord.swarm;

import io.acord.fleet.ActionLog;
import io.acord.lab.run.Effort;
import io.acord.lab.run.PlayedElsewhere;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.text.JsonParts;
import io.acord.model.Actions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * What a swarm did, put together from what its processes left.
 *
 * @param actions of every round
 * @param books Σ c of all agents after each round that all members have closed
 * @param levels how many actions of each level were given out
 * @param degraded rounds in which some member missed another
 * @param lostEdges pairs of members that lost each other in a round, each round anew
 * @param rejected messages that no honest member sends
 * @param ledger what each member told each other one
 * @param foreseen how plans were followed, if the fleet looks ahead
 */
record SwarmOutcome(
        List<Actions> actions,
        List<Double> books,
        int iterations,
        Map<String, Integer> levels,
        int restarts,
        int degraded,
        int lostEdges,
        long rejected,
        List<Told> ledger,
        Optional<PlayedElsewhere.Foreseen> foreseen,
        double seconds) {

    /** What one member told another. */
    record Told(String from, String to, long messages, long bytes) {}

    static SwarmOutcome read(SwarmPlan plan, List<SwarmPlan.Share> shares, int restarts, double seconds)
            throws IOException {
        Scenario scenario = plan.scenario();
        int d = scenario.dimension();
        int horizon = scenario.horizon();
        double[][] x = new double[horizon][scenario.agents() * d];
        int[][] times = new int[horizon][scenario.agents()];
        int[] iterations = new int[horizon];
        Map<String, Integer> levels = new TreeMap<>();
        Set<String> degraded = new HashSet<>();
        Set<String> lost = new HashSet<>();
        Map<String, Told> ledger = new TreeMap<>();
        long rejected = 0;
        String unpromised = null;
        for (SwarmPlan.Share share : shares) {
            String name = share.name();
            for (ActionLog.Line line : ActionLog.read(plan.actions(name))) {
                int i = Integer.parseInt(line.agent());
                times[line.round() - 1][i]++;
                levels.merge(line.level(), 1, Integer::sum);
                iterations[line.round() - 1] = Math.max(iterations[line.round() - 1], line.iteration());
                for (int c = 0; c < d; c++) {
                    x[line.round() - 1][i * d + c] = line.x().get(c);
                }
            }
            for (String line : lines(plan.fleet().resolve(name + ".faults.csv"))) {
                String[] fields = line.split(",", -1);
                if (fields[1].equals("degraded")) {
                    degraded.add(fields[0]);
                } else if (fields[1].equals("lost")) {
                    boolean first = name.compareTo(fields[2]) < 0;
                    lost.add(fields[0] + " " + (first ? name + " " + fields[2] : fields[2] + " " + name));
                } else if (fields[1].equals("unpromised") && unpromised == null) {
                    unpromised = fields[3];
                }
            }
            rejected += tally(plan.fleet(), name, ledger);
        }
        for (int t = 1; t <= horizon; t++) {
            for (int i = 0; i < scenario.agents(); i++) {
                if (times[t - 1][i] != 1) {
                    throw new IOException("agent " + scenario.names().get(i) + " has " + times[t - 1][i]
                            + " actions in round " + t + ", and every round has one; see " + plan.fleet());
                }
            }
        }
        List<Actions> actions =
                Arrays.stream(x).map(round -> Actions.flat(d, round)).toList();
        return new SwarmOutcome(
                actions,
                books(plan, shares),
                IntStream.of(iterations).sum(),
                levels,
                restarts,
                degraded.size(),
                lost.size(),
                rejected,
                List.copyOf(ledger.values()),
                scenario.lookingAhead().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new PlayedElsewhere.Foreseen(followed(plan, shares), Optional.ofNullable(unpromised))),
                seconds);
    }

    /** How plans were followed, round by round, as all members wrote it down. */
    private static List<Watcher.FollowedPlan> followed(SwarmPlan plan, List<SwarmPlan.Share> shares)
            throws IOException {
        int n = plan.scenario().agents();
        int d = plan.scenario().dimension();
        List<Map<Integer, ForesightLog.Line>> rounds = new ArrayList<>();
        for (int t = 1; t <= plan.scenario().horizon(); t++) {
            rounds.add(new TreeMap<>());
        }
        for (SwarmPlan.Share share : shares) {
            ForesightLog.read(plan.fleet().resolve(share.name() + ".foresight.csv"), d)
                    .forEach((t, byAgent) -> rounds.get(t - 1).putAll(byAgent));
        }
        List<Watcher.FollowedPlan> all = new ArrayList<>();
        for (Map<Integer, ForesightLog.Line> round : rounds) {
            double[] planned = new double[n * d];
            double[] expert = new double[n * d];
            double[] gammas = new double[n];
            double[] accounts = new double[n];
            for (int i = 0; i < n; i++) {
                ForesightLog.Line line = round.get(i);
                if (line == null) {
                    throw new IOException("agent " + plan.scenario().names().get(i) + " did not write down in round "
                            + (all.size() + 1) + " how far it followed its plan; see " + plan.fleet());
                }
                gammas[i] = line.gamma();
                accounts[i] = line.account();
                for (int c = 0; c < d; c++) {
                    planned[i * d + c] = line.planned().get(c);
                    expert[i * d + c] = line.expert().get(c);
                }
            }
            all.add(new Watcher.FollowedPlan(Actions.flat(d, planned), Actions.flat(d, expert), gammas, accounts));
        }
        return all;
    }

    /** Added up in the order of agents, as everywhere. */
    private static List<Double> books(SwarmPlan plan, List<SwarmPlan.Share> members) throws IOException {
        int n = plan.scenario().agents();
        List<double[]> shares = new ArrayList<>(); // by round: c of all agents
        for (int t = 1; t <= plan.scenario().horizon(); t++) {
            double[] round = new double[n];
            Arrays.fill(round, Double.NaN);
            shares.add(round);
        }
        for (SwarmPlan.Share share : members) {
            BooksLog.read(
                            plan.fleet().resolve(share.name() + ".books.csv"),
                            plan.scenario().dimension())
                    .forEach((t, byAgent) -> byAgent.forEach((i, c) -> shares.get(t - 1)[i] = c));
        }
        List<Double> sums = new ArrayList<>();
        for (double[] round : shares) {
            double sum = 0;
            for (double c : round) {
                sum += c;
            }
            if (Double.isNaN(sum)) {
                break; // somebody has not closed it
            }
            sums.add(sum);
        }
        return sums;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Adds up what the lives of a member counted; returns the messages that it rejected. */
    private static long tally(Path fleet, String member, Map<String, Told> ledger) throws IOException {
        long rejected = 0;
        try (Stream<Path> files = Files.list(fleet)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(member + ".life-"))
                    .toList()) {
                for (String line : lines(file)) {
                    String[] words = line.split(" ", -1);
                    if (words[0].equals("rejected")) {
                        rejected += Long.parseLong(words[1]);
                    } else {
                        ledger.merge(
                                member + " " + words[1],
                                new Told(member, words[1], Long.parseLong(words[2]), Long.parseLong(words[3])),
                                (a, b) ->
                                        new Told(a.from(), a.to(), a.messages() + b.messages(), a.bytes() + b.bytes()));
                    }
                }
            }
        }
        return rejected;
    }

    /** The same, to be judged. */
    PlayedElsewhere played(Scenario scenario) {
        double rounds = scenario.horizon();
        return new PlayedElsewhere(
                scenario,
                scenario.decidingEntry(),
                actions,
                foreseen.isPresent() ? List.of() : books, // those of members who look ahead are their experts'
                new Effort(
                        iterations / rounds,
                        ledger.stream().mapToLong(Told::messages).sum() / rounds,
                        ledger.stream().mapToLong(Told::bytes).sum() / rounds,
                        seconds / rounds),
                foreseen);
    }

    /** What only a swarm has, for the summary. */
    void write(JsonGenerator json) {
        json.writeObjectPropertyStart("faults");
        json.writeNumberProperty("restarts", restarts);
        json.writeNumberProperty("degradedRounds", degraded);
        json.writeNumberProperty("lostEdges", lostEdges);
        json.writeNumberProperty("rejectedMessages", rejected);
        json.writeEndObject();
        json.writeNumberProperty("roundsBooked", books.size());
        json.writeObjectPropertyStart("levels");
        for (String level : List.of("final", "iterate", "held")) {
            json.writeNumberProperty(level, levels.getOrDefault(level, 0));
        }
        json.writeEndObject();
        JsonParts.objects(json, "ledger", ledger, told -> {
            json.writeStringProperty("from", told.from());
            json.writeStringProperty("to", told.to());
            json.writeNumberProperty("messages", told.messages());
            json.writeNumberProperty("bytes", told.bytes());
        });
    }

    String words() {
        return String.format(
                Locale.ROOT,
                "%d rounds in %.2f s, %.0f iterations a second; %d restarts, %d degraded rounds, %d lost edges, %d rejected messages; books closed by all members up to round %d",
                actions.size(),
                seconds,
                iterations / seconds,
                restarts,
                degraded,
                lostEdges,
                rejected,
                books.size());
    }
}
