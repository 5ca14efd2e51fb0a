package io.acord.spark;

import io.acord.lab.instance.Instance;
import io.acord.recipe.Recipe;
import io.acord.spark.block.Rounds;
import java.io.IOException;

/** Rounds, and what the driver has to know about them beforehand. */
interface KnownRounds extends Rounds {

    /** The same rounds, as the lab sees them. */
    Instance instance() throws IOException;

    /** What the scenario's first {@code acord} plays in them. */
    Recipe recipe() throws IOException;

    /** Whether it is known that all rounds have the same graph. */
    boolean isStatic() throws IOException;
}
