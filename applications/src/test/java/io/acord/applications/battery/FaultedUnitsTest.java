package io.acord.applications.battery;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Units as members of a fleet whose messages get lost, late and out of order, whose members are killed in the middle of
 * a round and whose controllers do not tell it in time. Whatever comes of a round, no limit is left.
 */
class FaultedUnitsTest {

    private static final int RUNS = 1000;
    private static final int UNITS = 5;
    private static final int HOURS = 30;
    private static final IterationRule BUDGET = IterationRule.fixed(4);
    private static final Rules RULES = Rules.builder()
            .recipe(Recipe.of(Variant.PLAIN, From.PREVIOUS, BUDGET))
            .build();

    private record Letter(int from, int to, Message message) {}

    /** What the faults of all runs came to. */
    private static final class Tally {
        int lost;
        int killed;
        int late;
        int unfinished; // rounds of a unit that ended before all iterations, or were held
        int stopped; // by an inverter, before it was where it was asked to be
    }

    /** One run. */
    private static final class Run {
        private final long seed;
        private final Instance instance;
        private final Storage storage;
        private final SeededRandom random;
        private final Tally tally;
        private final @Nullable BlockMachine[] members = new BlockMachine[UNITS]; // null: dead
        private final Snapshot[] disk = new Snapshot[UNITS];
        private final double[] asked; // %, what each inverter was told last
        private final List<Letter> letters = new ArrayList<>();
        private final double[] published = new double[UNITS];
        private final boolean[] isFinal = new boolean[UNITS];

        Run(long seed, Scenario scenario, Tally tally) {
            this.seed = seed;
            this.instance = scenario.instance(seed);
            this.storage = ((BatteryCosts.Batteries) scenario.costs()).models().draw(scenario.size(), seed);
            this.random = new SeededRandom(seed, 17);
            this.tally = tally;
            this.asked = storage.startCharge();
            for (int i = 0; i < UNITS; i++) {
                published[i] = instance.start().get(i, 0);
                disk[i] = Snapshot.initial(Actions.scalars(published[i]));
            }
        }

        void play() {
            Inverters inverters = new Inverters(storage.fleet(), storage.startCharge());
            for (int t = 1; t <= HOURS; t++) {
                double[] origin = storage.origin(t);
                boolean[] isLate = new boolean[UNITS];
                for (int i = 0; i < UNITS; i++) {
                    revive(i);
                    isLate[i] = random.chance(0.05);
                    isFinal[i] = false;
                    tally.late += isLate[i] ? 1 : 0;
                    tell(i, isLate[i] ? new Event.RoundMissed(t) : new Event.RoundOpened(t, local(t, i)));
                }
                exchange();
                for (int i = 0; i < UNITS; i++) {
                    tell(i, new Event.Deadline(t));
                }
                for (int i = 0; i < UNITS; i++) {
                    tally.unfinished += isFinal[i] ? 0 : 1;
                    if (!isLate[i]) { // a controller that is late asks for what it asked for before
                        asked[i] = published[i] + origin[i];
                    }
                    double before = inverters.stored(i);
                    inverters.follow(i, asked[i], storage.series().net(t, i));
                    check(t, i, before, inverters);
                }
            }
        }

        /** In any order, some of them never; until nobody says anything more. */
        private void exchange() {
            for (int steps = 0; !letters.isEmpty() && steps < 200; steps++) {
                Letter letter = letters.remove(random.below(letters.size()));
                if (random.chance(0.004)) {
                    tally.lost++;
                } else if (random.chance(0.001)) {
                    tally.killed++;
                    members[letter.to] = null;
                } else {
                    tell(letter.to, new Event.Heard(letter.from, letter.message));
                }
            }
            letters.clear();
        }

        private void revive(int i) {
            if (members[i] == null && (disk[i].round() == 0 || random.chance(0.5))) {
                BlockMachine member = new BlockMachine(RULES, new int[] {i}, disk[i], false);
                members[i] = member;
                perform(i, member.start());
            }
        }

        private void tell(int i, Event event) {
            BlockMachine member = members[i];
            if (member != null) {
                perform(i, member.on(event));
            }
        }

        private void perform(int i, List<Effect> effects) {
            for (Effect effect : effects) {
                if (effect instanceof Effect.Tell tell) {
                    letters.add(new Letter(i, tell.peer(), tell.message()));
                } else if (effect instanceof Effect.Persist persist) {
                    disk[i] = persist.snapshot();
                } else if (effect instanceof Effect.Publish publish) {
                    published[i] = publish.actions().get(0, 0);
                    isFinal[i] = publish.level() == Effect.Level.FINAL;
                }
            }
        }

        private LocalRound local(int t, int i) {
            return LocalRound.of(instance.round(t), new int[] {i}, agent -> agent)
                    .iterations(BUDGET)
                    .build();
        }

        /** Limits as an operator would check them: kWh stored, kW at the inverter, kW at the connection. */
        private void check(int t, int i, double before, Inverters inverters) {
            double capacity = storage.capacity(i);
            double after = inverters.stored(i);
            double net = storage.series().net(t, i);
            String where = "seed " + seed + ", hour " + t + ", unit " + i;
            assertThat(after).as(where).isBetween(0.05 * capacity - 1e-9, 0.95 * capacity + 1e-9);
            double kw = after > before ? (after - before) / 0.9 : (after - before) * 0.8;
            assertThat(Math.abs(kw)).as(where).isLessThanOrEqualTo(1.5 + 1e-9);
            assertThat(inverters.grid()).as(where).isLessThanOrEqualTo(Math.max(6.0 / UNITS, net) + 1e-9);
            tally.stopped += Math.abs(100 * after / capacity - asked[i]) > 1e-6 ? 1 : 0;
        }
    }

    @Test
    void noLimitIsEverLeftInAThousandFaultedRuns() {
        Scenario scenario = ScenarioReader.readText(
                "{costs: {kind: batteries, plan: own, inverter: 1.5, efficiency: [0.9, 0.8], connection: 6, tariff: hourly,"
                        + " mu: 0.001}, agents: " + UNITS + ", horizon: " + HOURS + ", graph: {kind: ring}, beta: 2,"
                        + " algorithms: [acord]}",
                "faulted.yaml",
                Path.of(""),
                List.of());
        Tally tally = new Tally();
        for (long seed = 1; seed <= RUNS; seed++) {
            new Run(seed, scenario, tally).play();
        }
        assertThat(tally.lost).as("messages").isGreaterThan(RUNS);
        assertThat(tally.killed).as("members").isGreaterThan(RUNS);
        assertThat(tally.late).as("controllers").isGreaterThan(RUNS);
        assertThat(tally.unfinished).as("rounds").isBetween(RUNS, RUNS * HOURS * UNITS / 2);
        assertThat(tally.stopped).as("inverters, or no limit was tried").isGreaterThan(RUNS);
        System.out.println("faulted batteries, seeds 1 to " + RUNS + ": " + tally.lost + " messages lost, "
                + tally.killed
                + " members killed, " + tally.late + " controllers late, " + tally.unfinished + " rounds unfinished, "
                + tally.stopped + " stopped by inverters");
    }
}
