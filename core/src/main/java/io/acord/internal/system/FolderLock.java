package io.acord.internal.system;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A folder that one user has at a time, in this process or any other of the machine; given back when that one ends. */
public final class FolderLock implements AutoCloseable {

    /** The file that is locked. It stays: who deletes it would let two have the folder. */
    public static final String FILE = "lock";

    private final FileChannel channel; // holds the lock until it is closed

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes a folder, made if it is not there; empty if somebody has it. */
    public static Optional<FolderLock> take(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // somebody else of this process has it
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new FolderLock(channel));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
