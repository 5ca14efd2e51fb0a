package io.acord.lab.kept;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Which code this is: a commit alone does not say, since there may be changes on top of it. */
public final class CodeChecksum {

    private CodeChecksum() {}

    /**
     * A checksum of all classes of the jars, or folders, that some classes are from. Two builds of the same sources
     * have the same.
     */
    public static String of(Collection<Class<?>> some) {
        Map<String, Long> entries = new TreeMap<>();
        Set<Path> seen = new HashSet<>();
        for (Class<?> part : some) {
            CodeSource source = part.getProtectionDomain().getCodeSource();
            if (source == null) {
                continue; // a Java that does not tell; the version has to do
            }
            try {
                Path place = Path.of(source.getLocation().toURI());
                if (seen.add(place)) {
                    add(place, entries);
                }
            } catch (URISyntaxException e) {
                throw new AssertionError(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        CRC32 all = new CRC32();
        entries.forEach((name, sum) -> {
            all.update(name.getBytes(StandardCharsets.UTF_8));
            all.update(ByteBuffer.allocate(Long.BYTES).putLong(sum).array());
        });
        return Long.toHexString(all.getValue());
    }

    private static void add(Path place, Map<String, Long> entries) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.walk(place)) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".class")).toList()) {
                    CRC32 sum = new CRC32();
                    sum.update(Files.readAllBytes(file));
                    entries.put(place.relativize(file).toString().replace('\\', '/'), sum.getValue());
                }
            }
            return;
        }
        try (ZipFile jar = new ZipFile(place.toFile())) {
            for (ZipEntry entry :
                    jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
                entries.put(entry.getName(), entry.getCrc());
            }
        }
    }
}
