package io.acord.lab.run;

import io.acord.internal.system.FolderLock;
import io.acord.internal.system.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The hidden folder beside a run's place in which its files grow. One process has it at a time. What a process leaves
 * there that was killed goes when anybody plays beside it again.
 */
final class PartialFolder implements AutoCloseable {

    private static final String SUFFIX = ".partial";

    private final Path path;
    private final FolderLock lock;

    private PartialFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Takes the one of a folder; empty if somebody plays into that folder. */
    static Optional<PartialFolder> take(Path folder) throws IOException {
        Path parent = folder.getParent();
        Path name = folder.getFileName();
        if (parent == null || name == null) {
            throw new IOException("it is not a folder");
        }
        Files.createDirectories(parent);
        clean(parent);
        return take(parent, "." + name + SUFFIX);
    }

    private static Optional<PartialFolder> take(Path parent, String name) throws IOException {
        Path path = parent.resolve(name);
        while (true) {
            Optional<FolderLock> lock = FolderLock.take(path);
            if (lock.isEmpty() || Files.exists(path.resolve(FolderLock.FILE))) {
                return lock.map(taken -> new PartialFolder(path, taken));
            }
            lock.get().close(); // of a folder that somebody was just deleting
        }
    }

    /** What killed processes have left. */
    private static void clean(Path parent) throws IOException {
        List<Path> partial;
        try (Stream<Path> files = Files.list(parent)) {
            partial = files.filter(f -> f.getFileName().toString().startsWith(".")
                            && f.getFileName().toString().endsWith(SUFFIX)
                            && Files.exists(f.resolve(FolderLock.FILE)))
                    .toList();
        }
        for (Path left : partial) {
            Optional<PartialFolder> taken = take(parent, left.getFileName().toString());
            if (taken.isPresent()) {
                taken.get().close();
            }
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /** What has grown so far. */
    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(f -> !f.endsWith(FolderLock.FILE)).sorted().toList();
        }
    }

    /** Deletes it with all that is in it. */
    @Override
    public void close() throws IOException {
        try (lock) {
            FolderTree.delete(path);
        }
    }
}
