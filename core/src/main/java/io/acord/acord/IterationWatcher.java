package io.acord.acord;

/** Sees the iterations of a round as they are computed. What it does changes no result. */
public interface IterationWatcher {

    /**
     * Iteration k of some agents is done, k = 1, 2, …; components that do not touch each other iterate one after the
     * other, and each as long as it needs.
     */
    void iterated(int k, Iterate iterate);

    /** Where the agents that iterate together are, one after the other; to be read while it is shown. */
    interface Iterate {

        /** How many agents these are. */
        int size();

        /** The id of one, 0 ≤ m &lt; size. */
        int agent(int m);

        /** One coordinate of its action so far: x^k. */
        double action(int m, int coordinate);

        /** One coordinate of what it tells its neighbours: y^k. */
        double shown(int m, int coordinate);

        /** Its share of the certificate. */
        double certificate(int m);

        /** Iterations since it last started afresh; as many as there can be where nobody ever does. */
        int age(int m);
    }
}
