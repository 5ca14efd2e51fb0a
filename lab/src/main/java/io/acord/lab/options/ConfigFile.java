package io.acord.lab.options;

import io.acord.input.Complaints;
import java.nio.file.Path;
import java.util.Optional;

/** Other YAML files than scenarios, read in the same way: with places, and with all complaints at once. */
public final class ConfigFile {

    private ConfigFile() {}

    /**
     * The keys at the top of a file.
     *
     * @param what the file should be, for complaints
     * @throws io.acord.input.BadInputException if it cannot be read or is not a mapping
     */
    public static Options read(Path file, String what, Complaints complaints) {
        Optional<String> text = YamlFile.text(file, what, complaints);
        complaints.throwIfAny();
        Value value =
                YamlFile.parse(text.orElseThrow(), file.toString(), complaints).orElse(null);
        if (value != null && !(value instanceof Value.Mapping)) {
            complaints.add(value.place(), "is " + value.shown(), what + ": keys with values", "write key: value");
        }
        complaints.throwIfAny();
        if (value instanceof Value.Mapping mapping) {
            return new Options(mapping, "", complaints);
        }
        throw new AssertionError("no mapping and no complaint");
    }
}
