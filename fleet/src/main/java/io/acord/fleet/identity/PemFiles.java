package io.acord.fleet.identity;

import io.acord.internal.system.WholeFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Certificates and keys as text files. */
final class PemFiles {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private PemFiles() {}

    static String of(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n" + LINES.encodeToString(der) + "\n-----END " + what + "-----\n";
    }

    static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        byte[] bytes = Files.readAllBytes(file);
        List<X509Certificate> found = new ArrayList<>();
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            found.add((X509Certificate) certificate);
        }
        if (found.isEmpty()) {
            throw new GeneralSecurityException(file + " holds no certificate");
        }
        return List.copyOf(found);
    }

    /** A key that others than its owner may read. */
    static final class OpenToOthersException extends GeneralSecurityException {
        private static final long serialVersionUID = 1L;

        private final String file;
        private final String permissions;

        OpenToOthersException(Path file, String permissions) {
            super(file + " may be read by others than its owner: chmod 600 " + file);
            this.file = file.toString();
            this.permissions = permissions;
        }

        String file() {
            return file;
        }

        String permissions() {
            return permissions;
        }
    }

    static PrivateKey key(Path file, FileChecks checks) throws IOException, GeneralSecurityException {
        Optional<String> open = checks.openToOthers(file);
        if (open.isPresent()) {
            throw new OpenToOthersException(file, open.get());
        }
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        int from = text.indexOf("-----BEGIN PRIVATE KEY-----");
        int to = text.indexOf("-----END PRIVATE KEY-----");
        if (from < 0 || to < from) {
            throw new GeneralSecurityException(file + " holds no PKCS#8 key (BEGIN PRIVATE KEY)");
        }
        String body = text.substring(from + "-----BEGIN PRIVATE KEY-----".length(), to);
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(file + " holds no Base64", e);
        }
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    /** Replaces a file in one step: whoever reads it while it is rotated sees the old or the new one, whole. */
    static void write(Path file, String text, boolean secret) throws IOException {
        Path fresh = WholeFile.fresh(file);
        Files.deleteIfExists(fresh);
        if (secret && Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(fresh, text, StandardCharsets.US_ASCII);
        WholeFile.move(fresh, file);
    }
}
