package io.acord.lab.store;

import io.acord.internal.system.FolderTree;
import io.acord.internal.system.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of this machine, or one that is mounted on all of them. A file appears when it is whole. */
public final class LocalStorage implements Storage {

    private static final long serialVersionUID = 1;

    private final String folder;

    public LocalStorage(Path folder) {
        this.folder = folder.toAbsolutePath().normalize().toString();
    }

    public Path folder() {
        return Path.of(folder);
    }

    private Path path(String name) {
        return folder().resolve(name);
    }

    @Override
    public Sink create(String name, boolean durable) throws IOException {
        return sink(path(name), durable);
    }

    /** A new file anywhere. */
    public static Sink sink(Path file, boolean durable) throws IOException {
        return new FileSink(file, durable);
    }

    @Override
    public boolean writeNew(String name, byte[] bytes) throws IOException {
        try {
            Files.write(path(name), bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    @Override
    public Source open(String name) throws IOException {
        return source(path(name));
    }

    /** A file anywhere. */
    public static Source source(Path file) throws IOException {
        return new FileSource(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public List<String> list(String name) throws IOException {
        try (Stream<Path> found = Files.list(path(name))) {
            return found.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    @Override
    public void delete(String name) throws IOException {
        FolderTree.delete(path(name));
    }

    @Override
    public void deleteEmpty() throws IOException {
        try {
            Files.deleteIfExists(folder());
        } catch (DirectoryNotEmptyException e) {
            // somebody needs it
        }
    }

    @Override
    public String uri() {
        return folder().toUri().toString().replaceAll("/$", "");
    }

    private static final class FileSink implements Sink {
        private final Path file;
        private final Path partial;
        private final FileChannel channel;
        private final boolean durable;
        private boolean done;

        FileSink(Path file, boolean durable) throws IOException {
            this.file = file;
            this.durable = durable;
            Path parent = file.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            // A name of its own: an attempt that Spark has given up may still be writing.
            this.partial = file.resolveSibling("." + file.getFileName() + "." + Long.toHexString(System.nanoTime()));
            this.channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void commit() throws IOException {
            if (durable) {
                channel.force(true);
            }
            channel.close();
            WholeFile.move(partial, file);
            done = true;
        }

        @Override
        public void close() throws IOException {
            if (!done) {
                channel.close();
                Files.deleteIfExists(partial);
            }
        }
    }

    private static final class FileSource implements Source {
        private final FileChannel channel;
        private final long size;

        FileSource(FileChannel channel) throws IOException {
            this.channel = channel;
            this.size = channel.size();
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
