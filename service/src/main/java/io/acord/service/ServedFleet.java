package io.acord.service;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.util.List;

/** What decides the rounds of a service: ACORD, or ACORD that looks ahead. One thread. */
interface ServedFleet {

    /** How many rounds have been decided. */
    int rounds();

    /** What all of them have cost. */
    Cost cost();

    Guarantee guarantee();

    /** Everything that it remembers. */
    byte[] save();

    /** Decides a round, moves there, and says what is answered. */
    byte[] decide(Round round, Forecasts forecasts, List<String> names);

    /** ACORD. */
    record Plain(Fleet fleet) implements ServedFleet {
        @Override
        public int rounds() {
            return fleet.rounds();
        }

        @Override
        public Cost cost() {
            return fleet.cost();
        }

        @Override
        public Guarantee guarantee() {
            return fleet.guarantee();
        }

        @Override
        public byte[] save() {
            return fleet.save();
        }

        @Override
        public byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            return ServiceDocuments.decision(fleet.decideUninterruptibly(round), fleet, names);
        }
    }

    /** ACORD that looks ahead. */
    record Ahead(Foresight fleet) implements ServedFleet {
        @Override
        public int rounds() {
            return fleet.rounds();
        }

        @Override
        public Cost cost() {
            return fleet.cost();
        }

        @Override
        public Guarantee guarantee() {
            return fleet.guarantee();
        }

        @Override
        public byte[] save() {
            return fleet.save();
        }

        @Override
        public byte[] decide(Round round, Forecasts forecasts, List<String> names) {
            return ServiceDocuments.decision(fleet.decide(round, forecasts), fleet, names);
        }
    }
}
