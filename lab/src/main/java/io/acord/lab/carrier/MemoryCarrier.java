package io.acord.lab.carrier;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.kept.Fingerprint;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;

/** Plays all policies and repeats of a scenario in this process. */
public final class MemoryCarrier implements Carrier {

    private final String suffix;

    public MemoryCarrier() {
        this("");
    }

    /**
     * One whose runs are told apart from those of the scenario itself.
     *
     * @param suffix of the folder's name
     */
    public MemoryCarrier(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public void check(Scenario scenario, Complaints complaints) {
        needKnownCosts(scenario, complaints);
    }

    /** Complains about costs that nobody knows beforehand. */
    public static void needKnownCosts(Scenario scenario, Complaints complaints) {
        if (!scenario.costs().isOnline()) {
            return;
        }
        try {
            scenario.instance(scenario.seed());
        } catch (BadInputException refused) {
            refused.complaints().forEach(complaints::add);
        }
    }

    @Override
    public boolean playsAll() {
        return true;
    }

    /** One repeat is played from its beginning; and what is played besides the scenario, nobody knows here. */
    @Override
    public String fingerprint(Scenario scenario, String version) throws IOException {
        return suffix.isEmpty() && scenario.repeats() > 1 ? Fingerprint.of(scenario, version) : "";
    }

    @Override
    public String suffix() {
        return suffix;
    }

    @Override
    public CarrierResult play(Scenario scenario, Path folder, Watcher watcher, Origin origin) {
        return CarrierResult.of(Experiment.of(scenario, watcher, origin.command(), origin.version())
                .play());
    }
}
