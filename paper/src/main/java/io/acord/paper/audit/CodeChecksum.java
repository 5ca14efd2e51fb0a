package io.acord.paper.audit;

import io.acord.acord.Acord;
import io.acord.paper.experiment.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Which code this is: a commit alone does not say, since there may be changes on top of it. */
final class CodeChecksum {

    private CodeChecksum() {}

    /** A checksum of all classes of core and paper. Two builds of the same sources have the same. */
    static String checksum() {
        Map<String, Long> entries = new TreeMap<>();
        for (Class<?> part : List.of(Acord.class, Study.class)) {
            CodeSource source = part.getProtectionDomain().getCodeSource();
            if (source == null) {
                continue; // a Java that does not tell; the version has to do
            }
            try {
                add(Path.of(source.getLocation().toURI()), entries);
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
