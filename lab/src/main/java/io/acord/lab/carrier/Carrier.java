package io.acord.lab.carrier;

import io.acord.input.Complaints;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * Whoever plays a scenario somewhere, with the bits that it has everywhere: in memory, by processes, on a cluster. It
 * plays one scenario, once, and is closed afterwards, whether it has played or not.
 */
public interface Carrier extends AutoCloseable {

    /** Complains about everything that it cannot play, in the scenario or in its own options. Changes nothing. */
    void check(Scenario scenario, Complaints complaints);

    /** Whether it plays all policies and repeats; otherwise {@link #entry} in the first repeat. */
    default boolean playsAll() {
        return false;
    }

    /** The policy that it plays where it plays one only: the first {@code acord}. */
    default Scenario.Algorithm entry(Scenario scenario) {
        return scenario.acordEntry();
    }

    /**
     * What tells a run apart whose repeats are kept while it is played, so that the same one goes on from there; empty
     * if none are.
     *
     * @param version of Acord
     */
    default String fingerprint(Scenario scenario, String version) throws IOException {
        return "";
    }

    /** What follows NAME-SEED in the name of the folder that a run goes to by default. */
    String suffix();

    /**
     * Plays a scenario that it has not complained about, and judges what was played.
     *
     * @param folder where the files of the run will be
     * @param watcher is told of actions and of progress
     * @param origin of the result, for summary and report
     */
    CarrierResult play(Scenario scenario, Path folder, Watcher watcher, Origin origin)
            throws IOException, GeneralSecurityException, InterruptedException;

    /** The files of the run are in their place: nobody will go on with it. */
    default void forget() throws IOException {}

    @Override
    default void close() throws IOException {}

    /**
     * Where a result comes from.
     *
     * @param command that plays it again
     * @param version of Acord
     */
    record Origin(String command, String version) {}
}
