package io.acord.lab.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/** A format besides CSV that scenarios can name under {@code output.actions}. Found by {@link ServiceLoader}. */
public interface ActionsFormat {

    /** The key in the scenario: {@code parquet}. */
    String key();

    /** What the file with all actions is called. */
    String fileName();

    /**
     * Writes what a CSV file with all actions says, with the same rows in the same order and the same doubles.
     *
     * @param csv {@code algorithm,repeat,round,agent,x0[,x1…]}
     * @param into does not exist yet
     */
    void convert(Path csv, Path into) throws IOException;

    /** The format of a key, if it is on the class path. */
    static Optional<ActionsFormat> named(String key) {
        return ServiceLoader.load(ActionsFormat.class, ActionsFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> format.key().equals(key))
                .findFirst();
    }
}
