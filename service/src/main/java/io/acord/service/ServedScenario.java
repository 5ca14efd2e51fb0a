package io.acord.service;

import io.acord.Fleet;
import io.acord.acord.SweptBooks;
import io.acord.foresight.Foresight;
import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.source.ForecastSource;
import io.acord.model.Actions;
import io.acord.recipe.Recipe;
import io.acord.theory.Books;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario says to somebody who does not know the future: agents, start, graph, β, where λ comes from, and the
 * options of its first {@code acord}. Immutable.
 */
public final class ServedScenario {

    /** Answers and saved states are kept in memory and on disk as a whole. */
    private static final int MOST_NUMBERS = 1_000_000;

    private final Scenario scenario;
    private final AcordPolicy policy;
    private final @Nullable ForesightPolicy ahead; // null: nobody looks ahead
    private final Recipe recipe;
    private final Actions start;
    private final List<String> readings; // of a field, by name

    private ServedScenario(Scenario scenario, AcordPolicy policy, @Nullable ForesightPolicy ahead, Recipe recipe) {
        this.scenario = scenario;
        this.policy = policy;
        this.ahead = ahead;
        this.recipe = recipe;
        Optional<FieldRounds> field = field(scenario);
        this.start = field.map(FieldRounds::start).orElse(scenario.start());
        this.readings = field.map(FieldRounds::readings).orElse(List.of()).stream()
                .map(FieldRounds.Reading::name)
                .toList();
    }

    /**
     * A scenario to be served.
     *
     * @throws io.acord.input.BadInputException if it rests on something that only the future tells
     */
    public static ServedScenario of(Scenario scenario) {
        String file = scenario.source().file();
        Complaints complaints = new Complaints();
        ForesightPolicy ahead = scenario.lookingAhead().orElse(null);
        AcordPolicy policy = ahead == null ? scenario.acord() : ahead.expert();
        if (ahead != null
                && scenario.forecasts().filter(ForecastSource::isOnline).isEmpty()) {
            complaints.add(
                    file + ": forecasts",
                    "are known beforehand",
                    "{kind: online}, because they come with the rounds",
                    "write forecasts: {kind: online}");
        }
        if (ahead == null
                && scenario.forecasts().filter(ForecastSource::isOnline).isPresent()) {
            complaints.add(
                    file + ": forecasts",
                    "are for nobody: " + policy.name() + " comes first and does not look ahead",
                    "a foresight before any acord, because forecasts that are sent would be ignored",
                    "put foresight first, or drop forecasts");
        }
        if (policy.own().iterations().dependsOnRun()) {
            complaints.add(
                    file + ": " + policy.name(),
                    "has a budget that rests on the horizon",
                    "one that does not, because nobody knows when a service ends",
                    "write accuracy: 1e-6, iterations: K, or epsilon: with the budget");
        }
        ArrivingRounds.check(scenario, policy, complaints);
        if (scenario.canonical().lines().anyMatch(line -> line.startsWith("beta: ["))) {
            complaints.add(
                    file + ": beta",
                    "is one per round",
                    "one number, because nobody knows how many rounds will come",
                    "write one number, and send another beta with the rounds that have one");
        }
        if (scenario.switching().changes()) {
            complaints.add(
                    file + ": switching",
                    "is one per round",
                    "one number or one per agent, because nobody knows how many rounds will come",
                    "write one number, and send another switching with the rounds that have one");
        }
        boolean isField = field(scenario).isPresent();
        if (isField && ahead != null) {
            complaints.add(
                    file + ": " + ahead.name(),
                    "looks ahead, and costs are of a field",
                    "an acord first, because forecasts in the units of a field are not taken",
                    "put acord before foresight, and drop forecasts");
        }
        if (!isField
                && (!scenario.costs().decides().isEmpty()
                        || scenario.costs().graph().isPresent())) {
            complaints.add(
                    file + ": costs",
                    "are of a kind that brings more than costs: "
                            + String.join(", ", scenario.costs().decides().keySet()),
                    "{kind: online}, a kind that brings costs alone, or an application that takes readings, because the rest of its model is not sent with a round",
                    "write costs: {kind: online}, with agents, graph and beta of your own");
        }
        long numbers = (long) scenario.agents() * scenario.dimension();
        if (numbers > MOST_NUMBERS) {
            complaints.add(
                    file + ": agents",
                    "have " + numbers + " coordinates in all",
                    "at most " + MOST_NUMBERS + ", because every answer carries all of them",
                    "use the library, or a fleet of processes");
        }
        complaints.throwIfAny();
        return new ServedScenario(scenario, policy, ahead, ArrivingRounds.recipe(scenario, policy));
    }

    /** The application in whose units rounds are told; empty if they are told as costs. */
    private static Optional<FieldRounds> field(Scenario scenario) {
        return scenario.costs().arriving(scenario.size(), scenario.seed());
    }

    /** What is told of every agent in a round; nothing where that is costs. */
    List<String> readings() {
        return readings;
    }

    public String name() {
        return scenario.name();
    }

    List<String> names() {
        return scenario.names();
    }

    int agents() {
        return scenario.agents();
    }

    int dimension() {
        return scenario.dimension();
    }

    /** β of rounds that say nothing of it. */
    double beta() {
        return scenario.beta(1);
    }

    /** Whether an agent that is left out of a round keeps its last cost. */
    boolean holds() {
        return scenario.costs().holdsMissing();
    }

    /** The rounds that arrive, from the first. */
    ArrivingRounds rounds() {
        return new ArrivingRounds(scenario);
    }

    /** The fleet before its first round. */
    ServedFleet fleet() {
        return fleet(null, booksBefore(), false);
    }

    /** Everybody's books before the first round. */
    Books booksBefore() {
        return new Books(dimension(), scenario.start().toArray());
    }

    /** The books of a fleet that was saved, as it kept them itself. */
    Books books(byte[] saved) {
        ForesightPolicy looking = ahead;
        if (!readings.isEmpty()) {
            return booksBefore(); // hindsight does not look at applications
        }
        return looking == null
                ? plainFleet(saved).books()
                : foresight(looking, saved).books();
    }

    /** What a fleet that was saved had played last. */
    Actions actions(byte[] saved) {
        ForesightPolicy looking = ahead;
        return looking == null
                ? plainFleet(saved).actions()
                : foresight(looking, saved).actions();
    }

    /**
     * The fleet where it was saved.
     *
     * @param saved null: before its first round
     * @param settled books of the rounds that do not wait for hindsight sweeps
     * @param isSwept whether they prove more than those of what was played
     */
    ServedFleet fleet(byte @Nullable [] saved, Books settled, boolean isSwept) {
        FieldRounds field = ahead == null ? field(scenario).orElse(null) : null;
        if (field != null) {
            SweptBooks none = new SweptBooks(SweptBooks.Pace.NONE, settled, isSwept);
            return ServedFleet.FieldFleet.of(builder(), field, saved, none);
        }
        SweptBooks swept = new SweptBooks(SweptBooks.Pace.of(agents(), dimension()), settled, isSwept);
        ForesightPolicy looking = ahead;
        return looking == null
                ? new ServedFleet.Plain(plainFleet(saved), swept)
                : new ServedFleet.Ahead(foresight(looking, saved), swept);
    }

    private Fleet plainFleet(byte @Nullable [] saved) {
        return saved == null ? builder().build() : builder().resume(saved);
    }

    private Fleet.Builder builder() {
        return Fleet.builder(scenario.agents()).start(start).recipe(recipe).threads(scenario.threads());
    }

    private Foresight foresight(ForesightPolicy looking, byte @Nullable [] saved) {
        Foresight.Builder fleet = Foresight.builder(scenario.agents())
                .start(scenario.start())
                .recipe(recipe)
                .window(looking.window())
                .trust(looking.trust())
                .threads(scenario.threads());
        return saved == null ? fleet.build() : fleet.resume(saved);
    }

    /** In words, by key: what a client may want to know. */
    List<String[]> options() {
        List<String[]> options = new ArrayList<>(List.of(
                new String[] {"mu", policy.playsLambda1() ? scenario.mu().toString() : "not used"},
                new String[] {
                    "lambda", policy.playsLambda1() ? "paper" : recipe.lambda().inWords()
                },
                new String[] {"variant", recipe.variant().word()},
                new String[] {"from", recipe.from().word()},
                new String[] {"budget", recipe.iterations().toString()},
                new String[] {"missing", holds() ? "hold" : "refuse"}));
        ForesightPolicy looking = ahead;
        if (looking != null) {
            options.add(new String[] {"window", Integer.toString(looking.window())});
            options.add(new String[] {"trust", Double.toString(looking.trust().epsilon())});
            options.add(new String[] {"account", looking.trust().account().word()});
        }
        return options;
    }

    /** Everything that answers depend on, a line each. What a graph's file says is not part of it. */
    String description() {
        StringBuilder text = new StringBuilder("acord serve 1\n");
        text.append("agents: " + scenario.agents() + ", names " + digest(scenario.names()) + "\n");
        text.append("dimension: ").append(scenario.dimension()).append('\n');
        text.append("start: " + Arrays.toString(start.of(0)) + ", all "
                + digest(Arrays.stream(start.toArray())
                        .mapToObj(Double::toString)
                        .toList()) + "\n");
        text.append("seed: ").append(scenario.seed()).append('\n');
        text.append("beta: ").append(beta()).append('\n');
        if (!scenario.switching().areOnes()) { // a state from before there was a choice goes on
            text.append("switching: "
                    + digest(List.of(
                            Arrays.toString(scenario.switching().of(1, agents()).orElseThrow()))) + "\n");
        }
        for (String[] option : options()) {
            text.append(option[0]).append(": ").append(option[1]).append('\n');
        }
        scenario.canonical()
                .lines()
                .filter(line -> line.startsWith("graph: ") || (!readings.isEmpty() && line.startsWith("costs: ")))
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static String digest(List<String> lines) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String line : lines) {
                digest.update(line.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
