package io.acord.lab.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a scenario says of its size, as far as it says it: files may tell the rest.
 *
 * @param folder against which file names are resolved
 * @param names of the agents, if the scenario lists them
 * @param agents how many, if the scenario says
 */
public record DeclaredSize(
        Path folder, Optional<List<String>> names, OptionalInt agents, OptionalInt dimension, OptionalInt horizon) {}
