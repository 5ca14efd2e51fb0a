package io.acord.applications.battery;

import io.acord.input.Complaints;
import io.acord.lab.policy.Outlook;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.source.CostSource;
import io.acord.model.Actions;
import java.util.function.LongFunction;

/** What units do by a rule of their own, for batteries only: to compare with. */
record UnitRule(String name, Rule rule) implements Policy {

    /** The rules. */
    enum Rule {
        /** Charge stays as it is. */
        DO_NOTHING,
        /** What is generated beyond the load is stored, and the load is met from the battery, as far as it can. */
        SELF_CONSUMPTION,
        /** The unit's own plan, heedless of others. */
        OWN_PLAN
    }

    @Override
    public Policy on(CostSource costs, CostSource.Size size) {
        if (!(costs instanceof BatteryCosts.Batteries batteries)) {
            throw Complaints.refuse(
                    name, "is to play on costs that are no batteries'", "costs: {kind: batteries}", "drop it");
        }
        if (rule == Rule.OWN_PLAN && !batteries.isPlanned()) {
            throw Complaints.refuse(
                    name, "is to play on units that do not plan", "costs: {plan: own}", "add plan: own, or drop it");
        }
        return new OfFleet(name, rule, seed -> batteries.models().draw(size, seed));
    }

    @Override
    public Player start(Setting setting) {
        throw new AssertionError("it was not told on which fleet it plays");
    }

    /** On a fleet. */
    private record OfFleet(String name, Rule rule, LongFunction<Storage> fleets) implements Policy {

        @Override
        public Player start(Setting setting) {
            return new RulePlayer(rule, fleets.apply(setting.seed()));
        }
    }

    /** Scratch; one run. */
    private static final class RulePlayer implements Player {
        private final Rule rule;
        private final Storage storage;
        private final double[] stored; // kWh

        RulePlayer(Rule rule, Storage storage) {
            this.rule = rule;
            this.storage = storage;
            this.stored = storage.startCharge();
            for (int i = 0; i < stored.length; i++) {
                stored[i] *= storage.capacity(i) / 100;
            }
        }

        @Override
        public Actions decide(Outlook outlook) {
            double[] origin = storage.origin(outlook.round());
            return outlook.each((me, x) -> {
                int i = me.agent();
                if (rule == Rule.SELF_CONSUMPTION) {
                    stored[i] = met(i, storage.series().net(outlook.round(), i));
                }
                x[0] = rule == Rule.OWN_PLAN ? 0 : storage.fleet().percent(i, stored[i]) - origin[i];
            });
        }

        /** kWh that are stored when a unit has met what it could. */
        private double met(int i, double net) {
            Units units = storage.fleet();
            double step = Math.max(
                    -units.down(i), Math.min(units.up(i), units.planning().stored(-net)));
            return Math.max(units.least(i), Math.min(units.most(i), stored[i] + step));
        }
    }

    /** {@code do-nothing}. */
    public static final class DoNothing extends PolicyKind.Optionless {
        public DoNothing() {
            super(
                    "do-nothing",
                    "batteries only: charge stays as it is, and load and sun go to the grid",
                    name -> new UnitRule(name, Rule.DO_NOTHING));
        }
    }

    /** {@code self-consumption}. */
    public static final class SelfConsumption extends PolicyKind.Optionless {
        public SelfConsumption() {
            super(
                    "self-consumption",
                    "batteries only: surplus is stored, and load met from it; its own load and sun",
                    name -> new UnitRule(name, Rule.SELF_CONSUMPTION));
        }
    }

    /** {@code own-plan}. */
    public static final class OwnPlan extends PolicyKind.Optionless {
        public OwnPlan() {
            super(
                    "own-plan",
                    "batteries only: every unit's cheapest plan, neighbours left aside",
                    name -> new UnitRule(name, Rule.OWN_PLAN));
        }
    }
}
