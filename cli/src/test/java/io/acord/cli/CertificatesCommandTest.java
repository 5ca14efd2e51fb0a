package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CertificatesCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int acord(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(new StringWriter()));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    private static Credentials of(Path certificates, String member) {
        return Credentials.inFolder(certificates, new Identity("alpha", member));
    }

    @Test
    void membersOfAFleetBelieveEachOther() throws CertificateException {
        assertThat(acord("certificates", "--fleet", "alpha", "--members", "a,b", "--out", folder.toString()))
                .isZero();
        X509Certificate[] shown = {of(folder, "b").x509Certificate()};
        assertThat(of(folder, "a").check(shown, true)).isEqualTo(new Identity("alpha", "b"));
        assertThat(of(folder, "a").check(shown, false)).isEqualTo(new Identity("alpha", "b"));
    }

    @Test
    void theSameAuthorityIssuesAgain() throws Exception {
        acord("certificates", "--fleet", "alpha", "--members", "a", "--out", folder.toString());
        byte[] authority = Files.readAllBytes(folder.resolve("ca.pem"));
        X509Certificate before = of(folder, "a").x509Certificate();
        acord("certificates", "--fleet", "alpha", "--members", "a,c", "--out", folder.toString());
        assertThat(folder.resolve("ca.pem")).hasBinaryContent(authority);
        assertThat(of(folder, "a").x509Certificate()).isNotEqualTo(before);
        assertThat(of(folder, "c").check(new X509Certificate[] {before}, true)).isNotNull();
    }

    @Test
    void aNewAuthorityLeavesTheOldOneTrusted() throws Exception {
        acord("certificates", "--fleet", "alpha", "--members", "a,b", "--out", folder.toString());
        X509Certificate[] old = {of(folder, "a").x509Certificate()};
        acord("certificates", "--fleet", "alpha", "--members", "b", "--out", folder.toString(), "--new-authority");
        X509Certificate[] fresh = {of(folder, "b").x509Certificate()};
        assertThat(fresh[0].getIssuerX500Principal()).isNotNull();
        assertThat(of(folder, "b").check(old, true).member()).isEqualTo("a");
        assertThat(of(folder, "a").check(fresh, true).member()).isEqualTo("b");
    }

    @Test
    void badNamesAndDaysAreRefusedTogetherAndNothingIsWritten() {
        Path out = folder.resolve("new");
        assertThat(acord(
                        "certificates",
                        "--fleet",
                        "Alpha!",
                        "--members",
                        "a,-b",
                        "--days",
                        "0",
                        "--out",
                        out.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--fleet", "--members", "--days", "3 complaints");
        assertThat(out).doesNotExist();
    }

    @Test
    void anotherFleetsAuthorityIsNotUsed() throws Exception {
        assertThat(acord("certificates", "--fleet", "alpha", "--members", "a", "--out", folder.toString()))
                .isZero();
        String before = Files.readString(folder.resolve("a.pem"));
        assertThat(acord("certificates", "--fleet", "beta", "--members", "a", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("alpha authority", "that of the fleet beta");
        assertThat(folder.resolve("a.pem")).hasContent(before);
    }

    @Test
    void whatWouldHarmTheAuthorityIsRefused() throws Exception {
        String[] again = {"certificates", "--fleet", "alpha", "--members", "a", "--out", folder.toString()};
        assertThat(acord(again)).isZero();
        byte[] root = Files.readAllBytes(folder.resolve("ca.pem"));
        assertThat(acord("certificates", "--fleet", "alpha", "--members", "ca", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--members has ca");
        Path key = folder.resolve("ca.key");
        byte[] kept = Files.readAllBytes(key);
        Files.copy(folder.resolve("a.key"), key, StandardCopyOption.REPLACE_EXISTING);
        assertThat(acord(again)).isEqualTo(2);
        assertThat(err.toString()).contains("ca.key is not the key");
        Files.delete(key);
        assertThat(acord(again)).isEqualTo(2);
        assertThat(err.toString()).contains("ca.key", "is missing", "--new-authority");
        Files.write(key, kept);
        if (Files.getFileStore(key).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(acord(again)).as("others may read it").isEqualTo(2);
            assertThat(err.toString()).contains("chmod 600");
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        }
        Files.writeString(folder.resolve("ca.pem"), "garbage");
        assertThat(acord(again)).isEqualTo(2);
        assertThat(err.toString()).contains("cannot be used").doesNotContain("\tat ");
        Files.write(folder.resolve("ca.pem"), root);
        assertThat(acord(again)).isZero();
    }
}
