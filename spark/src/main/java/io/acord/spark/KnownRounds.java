package io.acord.spark;

import io.acord.lab.instance.Instance;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.recipe.Recipe;
import io.acord.spark.block.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Rounds, and what the driver has to know about them beforehand. A task that needs them reads the scenario where the
 * driver has read it.
 */
abstract class KnownRounds implements Rounds {

    private static final long serialVersionUID = 1;

    private final String file;
    private final ArrayList<String> sets;
    private transient @Nullable Scenario scenario;

    KnownRounds(Job.Plan plan) {
        this.file = plan.file().toAbsolutePath().toString();
        this.sets = new ArrayList<>(plan.sets());
        this.scenario = plan.scenario();
    }

    final synchronized Scenario scenario() throws IOException {
        Scenario known = scenario;
        if (known == null) {
            known = ScenarioReader.read(Path.of(file), sets);
            scenario = known;
        }
        return known;
    }

    /** The same rounds, as the lab sees them. */
    abstract Instance instance() throws IOException;

    /** What the scenario's first {@code acord} plays in them, or the expert of a {@code foresight} before it. */
    abstract Recipe recipe() throws IOException;

    /** The policy whose recipe it is. */
    static AcordPolicy policy(Scenario scenario) {
        return scenario.lookingAhead().map(ForesightPolicy::expert).orElseGet(scenario::acord);
    }

    /** Whether it is known that all rounds have the same graph. */
    abstract boolean isStatic() throws IOException;
}
