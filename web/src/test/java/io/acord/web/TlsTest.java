package io.acord.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server that encrypts, with keys that Java's own tool makes. */
class TlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path folder;

    /** A key and an X.509 certificate for it, signed by itself, as a key store and as PEM files. */
    private record Made(KeyStore store, Path certificate, Path key) {}

    private Made make(String name, String... more) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve(name + ".p12");
        List<String> words = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD)));
        words.addAll(List.of(more));
        Process keytool = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0)
                .as(Files.readString(folder.resolve("keytool.txt")))
                .isTrue();
        KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
        Path certificate =
                pem(name + ".crt", "CERTIFICATE", store.getCertificate(name).getEncoded());
        Path key =
                pem(name + ".key", "PRIVATE KEY", store.getKey(name, PASSWORD).getEncoded());
        return new Made(store, certificate, key);
    }

    private Path pem(String name, String what, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Path file = Files.writeString(
                folder.resolve(name), "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }

    private static Optional<TlsIdentity> read(Path certificate, Path key, @Nullable Path clients) {
        Complaints complaints = new Complaints();
        Optional<TlsIdentity> identity = TlsIdentity.read("--tls", certificate, key, clients, complaints);
        complaints.throwIfAny();
        return identity;
    }

    private static HttpClient client(Made server, @Nullable Made own) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(server.store());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own == null ? null : own.store(), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static WebServer serve(TlsIdentity identity) throws IOException {
        WebServer server = WebServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Limits(1000, 8, Duration.ofSeconds(2)),
                new PrintWriter(new StringWriter()));
        server.start(new Greeter(), identity);
        return server;
    }

    private static final class Greeter implements WebApplication {
        @Override
        public String name() {
            return "greeter";
        }

        @Override
        public String directions(String path) {
            return "There is /.";
        }

        @Override
        public OwnNames names(InetSocketAddress address) {
            return OwnNames.of("127.0.0.1", false);
        }

        @Override
        public void addRoutes(RoutesConfig routes) {
            routes.get("/", ctx -> ctx.result("hello"));
        }
    }

    private static String get(HttpClient client, String scheme, WebServer server)
            throws IOException, InterruptedException {
        URI uri = URI.create(scheme + "://127.0.0.1:" + server.address().getPort() + "/");
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void whatIsAskedAndAnsweredIsEncrypted() throws IOException, InterruptedException, GeneralSecurityException {
        Made made = make("server");
        try (WebServer server = serve(read(made.certificate(), made.key(), null).orElseThrow())) {
            HttpClient client = client(made, null);
            for (int k = 0; k < 3; k++) {
                assertThat(get(client, "https", server)).isEqualTo("hello");
            }
            assertThatThrownBy(() -> get(HttpClient.newHttpClient(), "https", server))
                    .isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> get(HttpClient.newHttpClient(), "http", server))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void clientsWithoutACertificateOfOursAreNotLetIn()
            throws IOException, InterruptedException, GeneralSecurityException {
        Made made = make("server");
        Made known = make("known");
        Made stranger = make("stranger");
        TlsIdentity identity =
                read(made.certificate(), made.key(), known.certificate()).orElseThrow();
        assertThat(identity.asksClients()).isTrue();
        try (WebServer server = serve(identity)) {
            assertThat(get(client(made, known), "https", server)).isEqualTo("hello");
            assertThatThrownBy(() -> get(client(made, null), "https", server)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(client(made, stranger), "https", server))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have other permissions there")
    void filesThatCannotBeUsedAreAllComplainedOf() throws IOException, InterruptedException, GeneralSecurityException {
        Made made = make("server");
        Made other = make("other");
        Made past = make("past", "-startdate", "-10d", "-validity", "3");
        assertThatThrownBy(() -> read(made.certificate(), other.key(), null))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("other.key is not the key of the first X.509 certificate");
        assertThatThrownBy(() -> read(past.certificate(), past.key(), null)).hasMessageContaining("renew it");
        assertThatThrownBy(() -> read(made.key(), made.certificate(), folder.resolve("nowhere.crt")))
                .hasMessageContaining("--tls-certificate")
                .hasMessageContaining("--tls-key")
                .hasMessageContaining("--tls-clients")
                .hasMessageContaining("openssl pkcs8");
        Files.setPosixFilePermissions(made.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> read(made.certificate(), made.key(), null))
                .hasMessageContaining("can be read by others (rw-r--r--)")
                .hasMessageContaining("chmod 600");
    }
}
