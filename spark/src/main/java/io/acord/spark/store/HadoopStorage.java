package io.acord.spark.store;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A folder on one of Hadoop's file systems: HDFS, S3 and whatever else the cluster is set up for. Files are written
 * where they stay; one that was torn is told by its checksum.
 */
public final class HadoopStorage implements Storage {

    private static final long serialVersionUID = 1;

    private static final List<String> SCHEMES = List.of("file", "hdfs", "s3a");

    private final String uri;
    private final byte[] settings; // a Configuration, which is not Serializable itself
    private transient @Nullable FileSystem files;

    private HadoopStorage(String uri, byte[] settings) {
        this.uri = uri;
        this.settings = settings;
    }

    /**
     * The storage at an address.
     *
     * @param where what a complaint calls it
     * @throws BadInputException if there is no such file system, or it cannot be reached
     */
    public static Storage at(String where, String address, Configuration settings) {
        URI uri = uri(where, address);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (scheme.isEmpty() && settings.get("fs.defaultFS", "file:///").startsWith("file:")) {
            return new LocalStorage(Path.of(address));
        }
        if (scheme.equals("file")) {
            return new LocalStorage(Path.of(uri.getPath()));
        }
        if (!scheme.isEmpty() && !SCHEMES.contains(scheme)) {
            throw Complaints.refuse(
                    where,
                    "is \"" + address + "\"",
                    "a folder of one of the file systems " + String.join(", ", SCHEMES)
                            + ", because blocks go on from what they kept there",
                    "write for instance hdfs://namenode/run or file:///shared/run");
        }
        HadoopStorage storage = new HadoopStorage(address.replaceAll("/+$", ""), bytes(settings));
        try {
            storage.files();
        } catch (IOException | RuntimeException e) {
            throw Complaints.refuse(
                    where,
                    "is \"" + address + "\", which cannot be reached: " + firstLine(e),
                    "a file system whose classes and settings the driver and all executors have",
                    "correct the address; s3a:// needs the hadoop-aws jar and credentials in Spark's settings");
        }
        return storage;
    }

    private static URI uri(String where, String address) {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            throw Complaints.refuse(
                    where,
                    "is \"" + address + "\"",
                    "a folder or an address",
                    "write for instance hdfs://namenode/run");
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static byte[] bytes(Configuration settings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            settings.write(out);
        } catch (IOException e) {
            throw new AssertionError("memory can be written to", e);
        }
        return bytes.toByteArray();
    }

    private synchronized FileSystem files() throws IOException {
        FileSystem known = files;
        if (known == null) {
            Configuration configuration = new Configuration(false);
            configuration.readFields(new DataInputStream(new ByteArrayInputStream(settings)));
            known = path("").getFileSystem(configuration);
            files = known;
        }
        return known;
    }

    private org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(name.isEmpty() ? uri : uri + "/" + name);
    }

    @Override
    public Sink create(String name, boolean durable) throws IOException {
        return new StreamSink(files(), path(name));
    }

    @Override
    public boolean writeNew(String name, byte[] bytes) throws IOException {
        FSDataOutputStream made;
        try {
            made = files().create(path(name), false);
        } catch (IOException e) {
            if (files().exists(path(name))) {
                return false; // file systems have several exceptions for that
            }
            throw e;
        }
        try (FSDataOutputStream out = made) {
            out.write(bytes);
        }
        return true;
    }

    @Override
    public Source open(String name) throws IOException {
        try {
            FileStatus status = files().getFileStatus(path(name));
            return new StreamSource(files().open(path(name)), status.getLen());
        } catch (FileNotFoundException e) {
            NoSuchFileException missing = new NoSuchFileException(path(name).toString());
            missing.initCause(e);
            throw missing;
        }
    }

    @Override
    public List<String> list(String folder) throws IOException {
        try {
            return Arrays.stream(files().listStatus(path(folder)))
                    .map(status -> status.getPath().getName())
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    @Override
    public void delete(String name) throws IOException {
        files().delete(path(name), true);
    }

    @Override
    public void deleteEmpty() throws IOException {
        if (list("").isEmpty()) {
            files().delete(path(""), false); // which refuses one that is not empty any more
        }
    }

    @Override
    public String uri() {
        return uri;
    }

    private static final class StreamSink implements Sink {
        private final FileSystem files;
        private final org.apache.hadoop.fs.Path path;
        private final FSDataOutputStream out;
        private boolean done;

        StreamSink(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
            this.files = files;
            this.path = path;
            this.out = files.create(path, true);
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            bytes.position(bytes.limit());
        }

        @Override
        public void commit() throws IOException {
            out.close();
            done = true;
        }

        @Override
        public void close() throws IOException {
            if (!done) {
                try (out) {
                    if (out.hasCapability("fs.capability.outputstream.abortable")) {
                        out.abort(); // an object that was not finished never appears
                    }
                } finally {
                    files.delete(path, false);
                }
            }
        }
    }

    private record StreamSource(FSDataInputStream in, long size) implements Source {

        @Override
        public int read(ByteBuffer into) throws IOException {
            int count = in.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
            if (count > 0) {
                into.position(into.position() + count);
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
