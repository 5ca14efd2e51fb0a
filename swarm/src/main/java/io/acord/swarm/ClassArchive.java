package io.acord.swarm;

import io.acord.internal.system.WholeFile;
import io.acord.lab.scenario.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An archive of classes, with which a process starts sooner. The launcher says where it belongs; where there is none
 * yet, the first process of a swarm leaves one for the next swarm when it ends. One thread.
 */
final class ClassArchive {

    private final @Nullable Path file; // null where nobody said
    private boolean isBeingWritten;

    ClassArchive() {
        String archive = System.getProperty("acord.fleet.archive", "");
        this.file = archive.isEmpty() ? null : Path.of(archive);
    }

    /** What a process is started with. */
    List<String> options() {
        Path archive = file;
        if (archive == null) {
            return List.of();
        }
        if (Files.exists(archive)) {
            return List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:disable", "-Xlog:all=off");
        }
        if (isBeingWritten || !Plugins.named().isEmpty()) { // only a class path that others begin with serves them
            return List.of();
        }
        isBeingWritten = true;
        return List.of("-XX:ArchiveClassesAtExit=" + fresh(archive), "-Xlog:disable", "-Xlog:all=off");
    }

    private static Path fresh(Path archive) {
        return Path.of(archive + ".new");
    }

    /** How long a process may take to end: longer if it writes, and most of all where starting sooner helps most. */
    int secondsToEnd() {
        return isBeingWritten ? 180 : 5;
    }

    /** All processes have ended. */
    void keep() {
        Path archive = file;
        if (archive == null || !isBeingWritten || !Files.exists(fresh(archive))) {
            return;
        }
        try {
            WholeFile.move(fresh(archive), archive);
        } catch (IOException e) {
            // the next swarm starts more slowly
        }
    }
}
