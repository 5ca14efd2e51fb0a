package io.acord.lab.policy;

/** What a policy may know when it decides: its information model, in space and in time. The lab hands out no more. */
public sealed interface Sight {

    /** Every agent knows its own cost of this round, and what its neighbours tell it. */
    static Sight own() {
        return new Own();
    }

    /** The same, and every agent has forecasts of its own cost of so many next rounds. */
    static Sight forecasting(int rounds) {
        return new Forecasting(rounds);
    }

    /** As {@link #own()}, and everybody gets to know the largest of a number that each tells of itself. */
    static Sight polled() {
        return new Polled();
    }

    /**
     * A centre that knows all of this round and of the next ones.
     *
     * @param beyond how many rounds beyond this one
     */
    static Sight ahead(int beyond) {
        return new Ahead(beyond);
    }

    /** A centre that knows all of this round. */
    static Sight center() {
        return new Center();
    }

    /** All of all rounds: what nobody can know who has to decide. */
    static Sight hindsight() {
        return new Hindsight();
    }

    /** See {@link #own()}. */
    record Own() implements Sight {}

    /** See {@link #forecasting(int)}. */
    record Forecasting(int rounds) implements Sight {}

    /**
     * Every agent knows the costs of those within some hops, in some rounds.
     *
     * @param hops in this round's graph
     * @param window rounds, this one included
     * @param boundary what is known of the agents that are just so many hops away
     * @param noise standard deviation by which the targets of later rounds are mistaken; a round's prediction stays the
     *     same, for everybody, until the round has come
     */
    record Within(int hops, int window, LpcBoundary boundary, double noise) implements Sight {}

    /** See {@link #polled()}. */
    record Polled() implements Sight {}

    /** See {@link #ahead}. */
    record Ahead(int beyond) implements Sight {}

    /** See {@link #center()}. */
    record Center() implements Sight {}

    /** See {@link #hindsight()}. */
    record Hindsight() implements Sight {}
}
