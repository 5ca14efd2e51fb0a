package io.acord.web;

import io.acord.input.Complaints;
import io.acord.internal.system.PrivateFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * How a server proves who it is, and whom it lets in: its key, a chain of X.509 certificates for it and, if clients
 * have to show one as well, those whose signature counts. Read from PEM files once; whoever renews them starts the
 * server anew. Or whatever a {@link SSLContext} shows and believes at the time.
 */
public final class TlsIdentity {

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /** By the algorithm of a key, how something is signed with it. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "Ed25519", "Ed25519");

    private final Supplier<SslContextFactory.Server> factory;
    private final boolean asksClients;
    private final boolean namesHost; // whether the certificate is of the name under which clients ask

    private TlsIdentity(Supplier<SslContextFactory.Server> factory, boolean asksClients, boolean namesHost) {
        this.factory = factory;
        this.asksClients = asksClients;
        this.namesHost = namesHost;
    }

    /**
     * What a context shows; clients have to show a certificate that it believes, by TLS 1.3. Certificates name who they
     * are of, not the host.
     */
    public static TlsIdentity of(SSLContext context) {
        return new TlsIdentity(
                () -> {
                    SslContextFactory.Server factory = new SslContextFactory.Server();
                    factory.setSslContext(context);
                    factory.setIncludeProtocols("TLSv1.3");
                    factory.setNeedClientAuth(true);
                    return factory;
                },
                true,
                false);
    }

    /**
     * Reads an identity; empty, with complaints, if it cannot be used.
     *
     * @param option how the user calls the files: {@code option-certificate}, {@code option-key},
     *     {@code option-clients}
     * @param clients certificates that have to have signed those of clients; null: anybody is let in
     */
    public static Optional<TlsIdentity> read(
            String option, Path certificate, Path key, @Nullable Path clients, Complaints complaints) {
        List<X509Certificate> chain = certificates(option + "-certificate " + certificate, certificate, complaints);
        PrivateKey own = key(option + "-key " + key, key, complaints);
        List<X509Certificate> signers =
                clients == null ? List.of() : certificates(option + "-clients " + clients, clients, complaints);
        if (chain.isEmpty() || own == null || (clients != null && signers.isEmpty())) {
            return Optional.empty();
        }
        try {
            chain.get(0).checkValidity();
        } catch (CertificateException e) {
            complaints.add(
                    option + "-certificate " + certificate,
                    "is valid from " + chain.get(0).getNotBefore().toInstant() + " to "
                            + chain.get(0).getNotAfter().toInstant(),
                    "an X.509 certificate that is valid now, " + Instant.now(),
                    "renew it, and look at this machine's clock");
            return Optional.empty();
        }
        if (!belongTogether(own, chain.get(0))) {
            complaints.add(
                    option + "-key " + key,
                    "is not the key of the first X.509 certificate in " + certificate,
                    "the key and the certificate of this server",
                    "give the key that the certificate was made for, and put the server's own certificate first");
            return Optional.empty();
        }
        return Optional.of(new TlsIdentity(() -> factory(own, chain, signers), !signers.isEmpty(), true));
    }

    private static List<X509Certificate> certificates(String where, Path file, Complaints complaints) {
        String needed = "a file with X.509 certificates in PEM form (BEGIN CERTIFICATE)";
        List<X509Certificate> found = new ArrayList<>();
        try {
            byte[] bytes = Files.readAllBytes(file);
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                found.add((X509Certificate) each);
            }
            if (found.isEmpty()) {
                complaints.add(where, "holds none", needed, "give another file");
            }
        } catch (IOException e) {
            complaints.add(where, "cannot be read (" + e + ")", needed, "give another file");
        } catch (GeneralSecurityException e) {
            complaints.add(where, "cannot be understood (" + e.getMessage() + ")", needed, "give another file");
        }
        return found;
    }

    private static @Nullable PrivateKey key(String where, Path file, Complaints complaints) {
        String needed = "a file with a key in PKCS#8 PEM form (BEGIN PRIVATE KEY) that only you can read";
        try {
            Optional<String> open = PrivateFile.openToOthers(file);
            if (open.isPresent()) {
                complaints.add(where, "can be read by others (" + open.get() + ")", needed, "chmod 600 " + file);
                return null;
            }
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            int from = text.indexOf(BEGIN);
            int to = text.indexOf(END);
            if (from < 0 || to < from) {
                complaints.add(
                        where,
                        "holds none",
                        needed,
                        "write it anew: openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file);
                return null;
            }
            byte[] der = Base64.getMimeDecoder().decode(text.substring(from + BEGIN.length(), to));
            for (String algorithm : SIGNATURES.keySet()) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
                } catch (GeneralSecurityException e) {
                    // a key of another kind
                }
            }
            complaints.add(where, "is of a kind that is not known here", needed, "make one of kind EC, RSA or Ed25519");
        } catch (IOException | IllegalArgumentException e) {
            complaints.add(where, "cannot be read (" + e + ")", needed, "give another file");
        }
        return null;
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) {
        try {
            String algorithm = SIGNATURES.getOrDefault(key.getAlgorithm(), "Ed25519");
            byte[] something = {1, 2, 3};
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(something);
            byte[] signed = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(something);
            return verifying.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Whether clients have to show an X.509 certificate. */
    public boolean asksClients() {
        return asksClients;
    }

    SslContextFactory.Server factory() {
        return factory.get();
    }

    /** Whether clients have to ask under a name of the certificate. */
    boolean namesHost() {
        return namesHost;
    }

    private static SslContextFactory.Server factory(
            PrivateKey key, List<X509Certificate> chain, List<X509Certificate> clients) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, null);
            keys.setKeyEntry("acord", key, new char[0], chain.toArray(new Certificate[0]));
            factory.setKeyStore(keys);
            factory.setKeyStorePassword("");
            factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            if (!clients.isEmpty()) {
                KeyStore trusted = KeyStore.getInstance("PKCS12");
                trusted.load(null, null);
                for (int k = 0; k < clients.size(); k++) {
                    trusted.setCertificateEntry("client-" + k, clients.get(k));
                }
                factory.setTrustStore(trusted);
                factory.setNeedClientAuth(true);
            }
            return factory;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("keys that were read cannot be kept in memory", e);
        }
    }
}
