package io.acord.lab.run;

import io.acord.acord.Traffic;
import io.acord.foresight.ForesightDecision;
import io.acord.graph.Coupling;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A repeat that is over, as bytes and back, to the last bit. What follows from its rounds (weights, graphs) is made
 * anew from them; a field's meter sees the actions once more. Watches its repeat for those; one thread.
 *
 * <p>Actions are in memory until the repeat is over. One that has more than {@link #MOST} numbers of them is not kept:
 * should the run be interrupted, it is played again.
 */
final class RepeatRecord implements Watcher {

    /** 32 MB a repeat. */
    static final long MOST = 1L << 22;

    private final Watcher watcher;
    private final long most;
    private final Map<Integer, List<Actions>> acted = new TreeMap<>(); // by policy, where a meter needs them

    private boolean isMetered;
    private long numbers; // of the actions

    /**
     * Of a repeat that has yet to be played.
     *
     * @param watcher is told everything, too
     * @param most numbers of actions that are kept
     */
    RepeatRecord(Watcher watcher, long most) {
        this.watcher = watcher;
        this.most = most;
    }

    @Override
    public void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {
        isMetered = isMetered || (round == 1 && instance.meter(false).isPresent());
        numbers += isMetered ? (long) actions.agents() * actions.dimension() : 0;
        if (numbers > most) {
            acted.clear();
        } else if (isMetered) {
            acted.computeIfAbsent(algorithm, a -> new ArrayList<>()).add(actions);
        }
        watcher.acted(algorithm, repeat, round, instance, actions);
    }

    @Override
    public void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {
        watcher.foresaw(algorithm, repeat, round, instance, decision);
    }

    /** Empty if there was too much. */
    Optional<byte[]> bytes(Repeat.Outcome outcome) {
        if (numbers > most) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            optimum(outcome.optimum(), out);
            out.writeDouble(outcome.shift());
            out.writeDouble(outcome.promise().ratio());
            out.writeBoolean(outcome.promise().isLeast());
            for (int a = 0; a < outcome.played().size(); a++) {
                policy(outcome.played().get(a), acted.getOrDefault(a, List.of()), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.of(bytes.toByteArray());
    }

    /** The repeat that was written; empty if it is not of this scenario after all. */
    static Optional<Repeat.Outcome> read(byte[] bytes, Scenario scenario, int repeat) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Instance instance = scenario.instance(scenario.seed() + repeat);
            LambdaRule rule = scenario.lambdaRule(instance);
            HindsightOptimum optimum = optimum(in);
            double shift = in.readDouble();
            RatioPromise promise = new RatioPromise(in.readDouble(), in.readBoolean());
            List<Repeat.Played> played = new ArrayList<>();
            for (Scenario.Algorithm entry : scenario.algorithms()) {
                Repeat.Played policy =
                        new Repeat.Played(new Lambdas(entry.policy().lambdaRule(rule), instance.agents()), null);
                policy.meter = instance.meter(repeat == 0).orElse(null);
                policy(policy, instance, in);
                played.add(policy);
            }
            Coupling first = null;
            boolean graphChanges = false;
            for (int t = 1; t <= instance.horizon(); t++) {
                Round now = instance.round(t);
                for (Repeat.Played policy : played) {
                    policy.lambdas.remember(now, policy.lambdas.of(now));
                }
                first = first == null ? now.coupling() : first;
                graphChanges |= now.coupling() != first;
            }
            return Optional.of(new Repeat.Outcome(
                    instance, played, optimum, shift, promise, Objects.requireNonNull(first), graphChanges));
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    private static void optimum(HindsightOptimum optimum, DataOutputStream out) throws IOException {
        String kind = "solved";
        String words = "";
        if (optimum instanceof HindsightOptimum.Bracketed bracketed) {
            kind = "bracketed";
            words = bracketed.whyStopped();
        } else if (optimum instanceof HindsightOptimum.Bounded bounded) {
            kind = "bounded";
            words = bounded.why();
        }
        out.writeUTF(kind);
        out.writeDouble(optimum.lowerBound());
        out.writeDouble(optimum.upperBound());
        out.writeUTF(words);
    }

    private static HindsightOptimum optimum(DataInputStream in) throws IOException {
        String kind = in.readUTF();
        double least = in.readDouble();
        double most = in.readDouble();
        String words = in.readUTF();
        return switch (kind) {
            case "solved" -> new HindsightOptimum.Solved(most);
            case "bracketed" -> new HindsightOptimum.Bracketed(least, most, words);
            case "bounded" -> new HindsightOptimum.Bounded(least, most, words);
            default -> throw new IOException("no such optimum: " + kind);
        };
    }

    private static void policy(Repeat.Played played, List<Actions> acted, DataOutputStream out) throws IOException {
        out.writeInt(played.costs.size());
        for (Cost cost : played.costs) {
            out.writeDouble(cost.hitting());
            out.writeDouble(cost.switching());
            out.writeDouble(cost.dissimilarity());
        }
        for (RoundRecord round : played.rounds) {
            out.writeDouble(round.iterations());
            out.writeDouble(round.certificate());
        }
        numbers(played.books, out);
        numbers(played.lent, out);
        out.writeInt(played.heat.size());
        for (List<Double> row : played.heat) {
            numbers(row, out);
        }
        out.writeInt(acted.size());
        for (Actions actions : acted) {
            for (double coordinate : actions.toArray()) {
                out.writeDouble(coordinate);
            }
        }
        out.writeBoolean(played.isDoubted);
        out.writeDouble(played.gaps);
        out.writeDouble(played.expertPaid);
        out.writeBoolean(played.trusted != null);
        if (played.trusted != null) {
            out.writeDouble(played.trusted.epsilon());
            out.writeUTF(played.trusted.whyNotPromised().orElse(""));
        }
        out.writeLong(played.iterations);
        out.writeLong(played.traffic.actionMessages());
        out.writeLong(played.traffic.actionBytes());
        out.writeLong(played.traffic.crawlMessages());
        out.writeLong(played.traffic.crawlBytes());
        out.writeLong(played.nanos);
    }

    private static void policy(Repeat.Played played, Instance instance, DataInputStream in) throws IOException {
        int rounds = in.readInt();
        for (int t = 0; t < rounds; t++) {
            played.costs.add(new Cost(in.readDouble(), in.readDouble(), in.readDouble()));
        }
        for (int t = 0; t < rounds; t++) {
            played.rounds.add(new RoundRecord(in.readDouble(), in.readDouble()));
        }
        played.books.addAll(numbers(in));
        played.lent.addAll(numbers(in));
        for (int k = in.readInt(); k > 0; k--) {
            played.heat.add(numbers(in));
        }
        metered(played.meter, instance, in);
        played.isDoubted = in.readBoolean();
        played.gaps = in.readDouble();
        played.expertPaid = in.readDouble();
        if (in.readBoolean()) {
            double epsilon = in.readDouble();
            String why = in.readUTF();
            played.trusted = new Repeat.Trusted(epsilon, why.isEmpty() ? Optional.empty() : Optional.of(why));
        }
        played.iterations = in.readLong();
        played.traffic = new Traffic(in.readLong(), in.readLong(), in.readLong(), in.readLong());
        played.nanos = in.readLong();
    }

    /** Shows a meter what was played. */
    private static void metered(@Nullable Meter meter, Instance instance, DataInputStream in) throws IOException {
        int rounds = in.readInt();
        Actions previous = instance.start();
        for (int t = 1; t <= rounds; t++) {
            double[] flat = new double[instance.agents() * instance.dimension()];
            for (int k = 0; k < flat.length; k++) {
                flat[k] = in.readDouble();
            }
            Actions actions = Actions.flat(instance.dimension(), flat);
            if (meter != null) {
                meter.played(t, previous, actions);
            }
            previous = actions;
        }
    }

    private static void numbers(List<Double> numbers, DataOutputStream out) throws IOException {
        out.writeInt(numbers.size());
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    private static List<Double> numbers(DataInputStream in) throws IOException {
        List<Double> numbers = new ArrayList<>();
        for (int k = in.readInt(); k > 0; k--) {
            numbers.add(in.readDouble());
        }
        return numbers;
    }
}
