package io.acord.applications.battery;

/** What rounds bring to every unit, as far as that is known. Rounds count from 1. */
interface KnownHours {

    /** kWh by which a unit's load exceeds what it generates in a round. */
    double net(int t, int i);

    /** € a kWh that is drawn from the grid. */
    double buy(int t, int i);

    /** € a kWh that is given to it, also below 0. */
    double sell(int t, int i);
}
