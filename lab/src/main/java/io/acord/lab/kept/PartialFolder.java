package io.acord.lab.kept;

import io.acord.internal.system.FolderLock;
import io.acord.internal.system.FolderTree;
import io.acord.internal.system.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The hidden folder beside a run's place in which its files grow. One process has it at a time. What a process leaves
 * there that was killed goes when anybody plays beside it again: at once if nothing of it can be used, after a week if
 * the same run could go on from it.
 */
public final class PartialFolder implements AutoCloseable {

    /** How the names of parts end from which a run goes on. */
    static final String KEPT = ".kept";

    /** How the names of parts end from which files are put together. */
    static final String PART = ".part";

    private static final String SUFFIX = ".partial";
    private static final String PLAYED = "played"; // has the fingerprint of what is played here
    private static final String MOVING = "moving"; // has the names of files that are being moved to their place
    private static final Duration LONGEST = Duration.ofDays(7);

    private final Path path;
    private final FolderLock lock;

    private PartialFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the one of a folder; empty if somebody plays into that folder. What the same run has kept is still there,
     * and nothing else.
     *
     * @param fingerprint of what will be played; empty if nothing of it is ever kept
     */
    public static Optional<PartialFolder> take(Path folder, String fingerprint) throws IOException {
        Path parent = folder.getParent();
        if (parent == null) {
            throw new IOException("it is not a folder");
        }
        Files.createDirectories(parent);
        clean(parent, of(folder));
        Optional<PartialFolder> taken = take(of(folder));
        if (taken.isPresent()) {
            taken.get().begin(fingerprint);
        }
        return taken;
    }

    /** Whether another run than this was interrupted here and can still go on. */
    public static boolean isOfAnother(Path folder, String fingerprint) throws IOException {
        Path path = of(folder);
        return canGoOn(path) && !fingerprint.equals(played(path));
    }

    private static Path of(Path folder) throws IOException {
        Path name = folder.getFileName();
        if (name == null) {
            throw new IOException("it is not a folder");
        }
        return folder.resolveSibling("." + name + SUFFIX);
    }

    private static String played(Path path) throws IOException {
        Path file = path.resolve(PLAYED);
        return Files.isRegularFile(file) ? Files.readString(file) : "";
    }

    /** Whether parts of a run are kept there, and not for too long. */
    private static boolean canGoOn(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        Instant oldest = Instant.now().minus(LONGEST);
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.filter(f -> f.toString().endsWith(KEPT)).toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isAfter(oldest)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void begin(String fingerprint) throws IOException {
        if (!fingerprint.isEmpty() && fingerprint.equals(played(path))) {
            return;
        }
        for (Path file : files()) {
            if (!file.endsWith(MOVING)) { // that says which files of a killed run lie in the place of this one
                FolderTree.delete(file);
            }
        }
        if (!fingerprint.isEmpty()) {
            Files.writeString(path.resolve(PLAYED), fingerprint);
        }
    }

    private static Optional<PartialFolder> take(Path path) throws IOException {
        while (true) {
            Optional<FolderLock> lock = FolderLock.take(path);
            if (lock.isEmpty() || Files.exists(path.resolve(FolderLock.FILE))) {
                return lock.map(taken -> new PartialFolder(path, taken));
            }
            lock.get().close(); // of a folder that somebody was just deleting
        }
    }

    /** What killed processes have left. */
    private static void clean(Path parent, Path own) throws IOException {
        List<Path> partial;
        try (Stream<Path> files = Files.list(parent)) {
            partial = files.filter(f -> f.getFileName().toString().startsWith(".")
                            && f.getFileName().toString().endsWith(SUFFIX)
                            && Files.exists(f.resolve(FolderLock.FILE)))
                    .toList();
        }
        for (Path left : partial) {
            if (left.equals(own) || canGoOn(left)) {
                continue;
            }
            Optional<PartialFolder> taken = take(left);
            if (taken.isPresent()) {
                taken.get().close();
            }
        }
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** What the parts of a run are kept in that is interrupted. */
    KeptParts kept() {
        return new KeptParts(path, KEPT);
    }

    /** Says which files go to their place now: whoever is killed meanwhile has left those there. */
    public void moving(List<String> names) throws IOException {
        WholeFile.write(resolve(MOVING), String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }

    /** The files that were on their way to a folder when a run was killed. */
    public static List<String> moved(Path folder) {
        try {
            Path file = of(folder).resolve(MOVING);
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Lets go of it as it is, for the same run to go on. */
    void leave() throws IOException {
        lock.close();
    }

    /** What has grown so far, also what was kept. */
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(f -> !f.endsWith(FolderLock.FILE)).sorted().toList();
        }
    }

    /** What has grown so far: parts, and what was put together. */
    List<Path> grown() throws IOException {
        return files().stream()
                .filter(f -> !f.toString().endsWith(KEPT) && !f.endsWith(PLAYED) && !f.endsWith(MOVING))
                .toList();
    }

    /** What is complete and can be moved to its place. */
    public List<Path> complete() throws IOException {
        return grown().stream().filter(f -> !f.toString().endsWith(PART)).toList();
    }

    /** Deletes it with all that is in it. */
    @Override
    public void close() throws IOException {
        try (lock) {
            FolderTree.delete(path);
        }
    }
}
