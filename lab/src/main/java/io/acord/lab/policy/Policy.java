package io.acord.lab.policy;

/** A way to decide, described once and started afresh for every run. Immutable. */
public interface Policy {

    /** What it is called in tables and files. */
    String name();

    /** How many rounds, this one included, it may see of a horizon: 1 for an online policy. */
    default int window(int horizon) {
        return 1;
    }

    /** Begins a run. */
    Player start(Setting setting);
}
