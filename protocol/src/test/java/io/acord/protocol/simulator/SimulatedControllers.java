package io.acord.protocol.simulator;

import io.acord.cost.HittingCost;
import io.acord.protocol.live.AgentRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.LatePolicy;
import io.acord.protocol.live.LiveRounds;
import io.acord.protocol.live.Offer;
import io.acord.protocol.live.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The controllers of a simulated member's agents: late, dead for a while, repeating themselves, of two minds. What they
 * told outlives the member, as it does in a journal. Times in microseconds.
 */
final class SimulatedControllers {

    /** Does something later. */
    interface Alarm {
        void at(long time, Runnable action);
    }

    private final int[] agents; // ascending
    private final long patience;
    private final Faults faults;
    private final SplittableRandom random;
    private final LongSupplier now;
    private final Alarm alarm;
    private final int[] deadUntil; // the last round of which a controller says nothing, by row
    private final List<Consumer<LiveRounds>> story = new ArrayList<>();
    private final Map<String, HittingCost> told = new TreeMap<>(); // what came first, by round and agent
    private LiveRounds rounds;

    SimulatedControllers(
            int[] agents, long patience, Faults faults, SplittableRandom random, LongSupplier now, Alarm alarm) {
        this.agents = agents.clone();
        Arrays.sort(this.agents);
        this.patience = patience;
        this.faults = faults;
        this.random = random;
        this.now = now;
        this.alarm = alarm;
        this.deadUntil = new int[agents.length];
        this.rounds = unheard();
    }

    private LiveRounds unheard() {
        List<AgentRound> start = Collections.nCopies(agents.length, new AgentRound(null, List.of(), 1));
        List<String> names = Arrays.stream(agents).mapToObj(Integer::toString).toList();
        return new LiveRounds(agents, names, start, 1, LatePolicy.HOLD, 1_000 * patience);
    }

    /** The member lives again, and reads its journal: it has to find what it had decided. */
    void restart() {
        LiveRounds again = unheard();
        story.forEach(event -> event.accept(again));
        for (int t = 1; t < rounds.nextRound(); t++) {
            if (!again.decided(t).equals(rounds.decided(t))) {
                throw new AssertionError("another life has decided round " + t + " otherwise");
            }
        }
        rounds = again;
    }

    /** The member wants a round; it is told whether it has one, or has to sit it out. */
    void ask(int round, boolean isFaulty, IntFunction<HittingCost> costs, Consumer<Decision> decided) {
        LiveRounds life = rounds;
        rounds.ask(round, 1_000 * now.getAsLong());
        boolean[] isOver = {false};
        Runnable look = () -> {
            if (!isOver[0] && rounds == life) {
                isOver[0] = hasDecided(round, decided);
            }
        };
        for (int row = 0; row < agents.length; row++) {
            if (isFaulty && random.nextDouble() < faults.controllerDies) {
                deadUntil[row] = round + random.nextInt(4);
            }
            if (round <= deadUntil[row]) {
                continue;
            }
            boolean isLate = isFaulty && random.nextDouble() < faults.controllerLate;
            boolean isWrong = isFaulty && random.nextDouble() < faults.controllerWrong;
            long after = 1 + random.nextLong(patience / 8) + (isLate ? 2 * patience : 0);
            Offer offer = offer(round, agents[row], "true", costs.apply(agents[row]));
            alarm.at(now.getAsLong() + after, () -> {
                tell(offer);
                look.run();
            });
            if (isWrong) {
                Offer other = offer(round, agents[row], "false", costs.apply(agents[row]));
                alarm.at(now.getAsLong() + after + 1 + random.nextLong(patience), () -> changeItsMind(offer, other));
            }
        }
        alarm.at(now.getAsLong() + patience, look);
    }

    private static Offer offer(int round, int agent, String body, HittingCost cost) {
        return new Offer(round, agent, body, cost, null, OptionalDouble.empty(), OptionalDouble.empty());
    }

    private void tell(Offer offer) {
        if (rounds.offer(offer) instanceof Reply.Taken taken && taken.isNew()) {
            story.add(again -> again.tell(offer));
            told.putIfAbsent(offer.round() + " " + offer.agent(), offer.cost());
        }
    }

    /** Says the same again, and then something else. */
    private void changeItsMind(Offer offer, Offer other) {
        boolean isKnown = rounds.offer(offer) instanceof Reply.Taken taken && !taken.isNew();
        if (isKnown && !(rounds.offer(other) instanceof Reply.Refused)) {
            throw new AssertionError("round " + offer.round() + " was told twice");
        }
    }

    private boolean hasDecided(int round, Consumer<Decision> decided) {
        boolean isNew = rounds.decided(round).isEmpty();
        Decision decision = rounds.poll(1_000 * now.getAsLong());
        if (decision == null) {
            return false;
        }
        if (isNew) {
            story.add(again -> again.decide(round, decision.isMissed()));
        }
        for (int row = 0; row < agents.length && !decision.isMissed(); row++) {
            if (decision.agents().get(row).cost() != told.get(round + " " + agents[row])) {
                throw new AssertionError("round " + round + " is played with a cost that nobody told of it");
            }
        }
        decided.accept(decision);
        return true;
    }
}
