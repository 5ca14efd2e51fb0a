package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.lab.store.Storage;
import io.acord.spark.store.HadoopStorage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Where the files of a run go if that is not a folder but an address of one of Hadoop's file systems. Each is written
 * where it stays, the scenario first and the summary last: whoever finds the summary finds all the rest.
 */
final class RunStore {

    private static final String FIRST = "scenario.yaml";
    private static final String LAST = "summary.json";

    private final Storage storage;

    private RunStore(Storage storage) {
        this.storage = storage;
    }

    /**
     * The store at an address.
     *
     * @throws io.acord.input.BadInputException if it cannot be reached, or something else than a run lies there
     */
    static RunStore at(String address, Configuration settings) throws IOException {
        Storage storage = HadoopStorage.at("--out", address, settings);
        List<String> found = storage.list("");
        if (!found.isEmpty() && !found.contains(FIRST)) {
            throw Complaints.refuse(
                    "--out " + address,
                    "is a folder with other things: "
                            + String.join(", ", found.stream().sorted().limit(5).toList()),
                    "an empty folder, or one of a run",
                    "give another --out");
        }
        return new RunStore(storage);
    }

    String address() {
        return storage.uri();
    }

    /** Puts all files of a folder there. */
    void put(Path folder) throws IOException {
        List<String> names;
        try (Stream<Path> found = Files.walk(folder)) {
            names = found.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
        storage.delete(LAST); // of a run before this one, whose other files will not stay as they are
        put(folder, FIRST);
        for (String name : names) {
            if (!name.equals(FIRST) && !name.equals(LAST)) {
                put(folder, name);
            }
        }
        put(folder, LAST);
    }

    private void put(Path folder, String name) throws IOException {
        byte[] bytes = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(folder.resolve(name));
                Storage.Sink sink = storage.create(name, true)) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                sink.write(ByteBuffer.wrap(bytes, 0, count));
            }
            sink.commit();
        }
    }
}
