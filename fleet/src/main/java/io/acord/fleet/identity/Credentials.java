package io.acord.fleet.identity;

import io.acord.input.Complaints;
import io.acord.internal.system.LogLimit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a member shows and whom it trusts, read from files and read again when they change. A file that cannot be read,
 * or a key that does not fit its certificate, changes nothing: the member lives on with what it had, and says so in its
 * log. Safe for many threads.
 */
public final class Credentials {

    private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);

    /**
     * Where they are.
     *
     * @param certificate this member's, with the chain if there is one
     * @param key of the certificate, PKCS#8
     * @param trust the roots of the fleet; several while one authority takes over from another
     * @param denied members or serial numbers (hexadecimal) that are out although their certificates are valid, one a
     *     line; may be missing
     */
    public record Places(Path certificate, Path key, Path trust, Path denied) {}

    private static final String SIGNATURE = "SHA256withECDSA";

    private record Shown(List<X509Certificate> chain, PrivateKey key) {}

    private record Trusted(X509TrustManager roots) {}

    private final String fleet;
    private final Watched<Shown> shown;
    private final Watched<Trusted> trusted;
    private final Watched<Set<String>> denied;

    private Credentials(String fleet, Places files, FileChecks checks) {
        this.fleet = fleet;
        this.shown = new Watched<>(List.of(files.certificate(), files.key()), checks, () -> readShown(files, checks));
        this.trusted = new Watched<>(List.of(files.trust()), checks, () -> readTrusted(files.trust()));
        this.denied = new Watched<>(List.of(files.denied()), checks, () -> readDenied(files.denied()));
    }

    /** The files as {@link Authority} writes them into a folder. */
    public static Credentials inFolder(Path folder, Identity identity) {
        String name = identity.member();
        return read(
                identity,
                new Places(
                        folder.resolve(name + ".pem"),
                        folder.resolve(name + ".key"),
                        folder.resolve("ca.pem"),
                        folder.resolve("denied.txt")));
    }

    /**
     * Reads a member's files.
     *
     * @throws io.acord.input.BadInputException if one cannot be read, or the certificate names somebody else
     */
    public static Credentials read(Identity identity, Places files) {
        return read(identity, files, new FileChecks());
    }

    static Credentials read(Identity identity, Places files, FileChecks checks) {
        Complaints complaints = new Complaints();
        Credentials credentials = new Credentials(identity.fleet(), files, checks);
        credentials.shown.first("certificate " + files.certificate(), complaints);
        credentials.trusted.first("trust " + files.trust(), complaints);
        credentials.denied.first("denied " + files.denied(), complaints);
        complaints.throwIfAny();
        X509Certificate own = credentials.x509Certificate();
        if (!Identity.of(own).equals(java.util.Optional.of(identity))) {
            throw Complaints.refuse(
                    "certificate " + files.certificate(),
                    "names " + Identity.of(own).map(Identity::uri).orElse("nobody"),
                    identity.uri() + ", because peers believe the certificate",
                    "issue one with: ./acord certificates --fleet " + identity.fleet() + " --members "
                            + identity.member());
        }
        return credentials;
    }

    /** This member's certificate now. */
    public X509Certificate x509Certificate() {
        return shown.now().chain().get(0);
    }

    /** A text signed with this member's key of now. */
    public byte[] sign(byte[] text) {
        try {
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initSign(shown.now().key());
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("a key that has signed before", e);
        }
    }

    /**
     * Whether a member has signed a text, as a certificate proves that this fleet believes.
     *
     * @param certificate DER
     */
    public boolean isSignedBy(Identity member, byte[] certificate, byte[] text, byte[] signed) {
        try {
            X509Certificate leaf = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initVerify(leaf.getPublicKey());
            signature.update(text);
            return signature.verify(signed)
                    && check(new X509Certificate[] {leaf}, true).equals(member);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Since when there can be a fleet: the beginning of its oldest root. */
    public Instant fleetBegan() {
        Instant first = Instant.now();
        for (X509Certificate root : trusted.now().roots().getAcceptedIssuers()) {
            Instant from = root.getNotBefore().toInstant();
            first = from.isBefore(first) ? from : first;
        }
        return first;
    }

    /** Looks for changed files; returns whether anything changed. */
    public boolean refresh() {
        boolean changed = shown.refresh();
        changed |= trusted.refresh();
        changed |= denied.refresh();
        return changed;
    }

    /**
     * Checks a peer's chain: signed by a root of the fleet, valid now, of this fleet, not denied.
     *
     * @return who it is
     */
    public Identity check(X509Certificate[] chain, boolean asClient) throws CertificateException {
        X509Certificate leaf = chain[0];
        Instant now = Instant.now();
        if (now.isBefore(leaf.getNotBefore().toInstant())
                || now.isAfter(leaf.getNotAfter().toInstant())) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.NOT_VALID_NOW,
                    "the certificate is valid from " + leaf.getNotBefore().toInstant() + " until "
                            + leaf.getNotAfter().toInstant());
        }
        try {
            if (asClient) {
                trusted.now().roots().checkClientTrusted(chain, "EC");
            } else {
                trusted.now().roots().checkServerTrusted(chain, "ECDHE_ECDSA");
            }
        } catch (CertificateException e) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.UNKNOWN_AUTHORITY, "no root of this fleet vouches for it: " + e);
        }
        Identity identity = Identity.of(leaf)
                .orElseThrow(() -> new IdentityRefusedException(
                        IdentityRefusedException.Cause.NO_IDENTITY, "it names no one member of a fleet"));
        if (!identity.fleet().equals(fleet)) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.OTHER_FLEET,
                    "it is of fleet " + identity.fleet() + ", not " + fleet);
        }
        Set<String> out = denied.now();
        if (out.contains(identity.member()) || out.contains(hex(leaf.getSerialNumber()))) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.DENIED, identity.member() + " is on the list of the denied");
        }
        return identity;
    }

    static String hex(BigInteger serial) {
        return serial.toString(16);
    }

    /** For TLS: shows whatever the certificate is at the time of a handshake. */
    public X509ExtendedKeyManager keyManager() {
        return new ShownKey();
    }

    /** Whether somebody who has proven its name is the one that was expected. */
    public interface PeerCheck {
        void check(String member, X509Certificate shown) throws IdentityRefusedException;
    }

    /**
     * For TLS: believes members of this fleet.
     *
     * @param expected is asked about every member that has proven its name
     * @param refused is told every refusal
     */
    public X509ExtendedTrustManager trustManager(PeerCheck expected, Consumer<IdentityRefusedException> refused) {
        return new FleetTrust(expected, refused);
    }

    /** Both managers, for protocols that the JDK speaks by itself. */
    public SSLContext sslContext(PeerCheck expected, Consumer<IdentityRefusedException> refused) {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(new KeyManager[] {keyManager()}, new TrustManager[] {trustManager(expected, refused)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK speaks TLS 1.3", e);
        }
    }

    private static Shown readShown(Places files, FileChecks checks) throws IOException, GeneralSecurityException {
        List<X509Certificate> chain = PemFiles.certificates(files.certificate());
        PrivateKey key = PemFiles.key(files.key(), checks);
        byte[] probe = "one key".getBytes(StandardCharsets.US_ASCII);
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(chain.get(0).getPublicKey());
        signature.update(probe);
        if (!signature.verify(signed)) {
            throw new GeneralSecurityException(files.key() + " is not the key of " + files.certificate());
        }
        return new Shown(chain, key);
    }

    private static Trusted readTrusted(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int n = 0;
        for (X509Certificate root : PemFiles.certificates(file)) {
            store.setCertificateEntry("root-" + n++, root);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager roots) {
                return new Trusted(roots);
            }
        }
        throw new AssertionError("PKIX has no trust manager for X.509");
    }

    private static Set<String> readDenied(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Set.of();
        }
        Set<String> names = new HashSet<>();
        for (String line : Files.readAllLines(file)) {
            String word = line.replaceFirst("#.*", "").strip().toLowerCase(Locale.ROOT);
            if (!word.isEmpty()) {
                names.add(word.replaceFirst("^0x", "").replace(":", ""));
            }
        }
        return Set.copyOf(names);
    }

    private interface Reader<T> {
        T read() throws IOException, GeneralSecurityException;
    }

    /** Something read from files, and read again when their time or size changes. */
    private static final class Watched<T> {
        private final List<Path> files;
        private final FileChecks checks;
        private final Reader<T> reader;
        private final LogLimit failures = new LogLimit();
        private String seen = "";
        private volatile @Nullable T value;

        Watched(List<Path> files, FileChecks checks, Reader<T> reader) {
            this.files = files;
            this.checks = checks;
            this.reader = reader;
        }

        void first(String what, Complaints complaints) {
            try {
                seen = stamp();
                value = reader.read();
            } catch (PemFiles.OpenToOthersException e) {
                complaints.add(
                        what,
                        "has the key " + e.file() + ", which others may read (" + e.permissions() + ")",
                        "a key that only its owner may read, because whoever has it is this member",
                        "chmod 600 " + e.file() + ", and issue another one if somebody may have read it");
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                complaints.add(
                        what,
                        "cannot be used (" + e + ")",
                        "PEM files as ./acord certificates makes them",
                        "issue them with ./acord certificates, or correct the path");
            }
        }

        T now() {
            T known = value;
            if (known == null) {
                throw new AssertionError("asked before it was read");
            }
            return known;
        }

        synchronized boolean refresh() {
            String stamp = stamp();
            if (stamp.equals(seen)) {
                return false;
            }
            try {
                value = reader.read();
                seen = stamp;
                LOG.info("event=credentials-read files={}", files);
                return true;
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                if (!checks.readsAgain()) {
                    seen = stamp;
                }
                long withheld = failures.next();
                if (withheld >= 0) {
                    LOG.warn("event=credentials-kept files={} why=\"{}\" withheld={}", files, e.toString(), withheld);
                }
                return false;
            }
        }

        private String stamp() {
            StringBuilder stamp = new StringBuilder();
            for (Path file : files) {
                try {
                    stamp.append(Files.getLastModifiedTime(file)).append('/').append(Files.size(file));
                } catch (IOException e) {
                    stamp.append("none");
                }
                stamp.append(' ');
            }
            return stamp.toString();
        }
    }

    private final class ShownKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "member";

        @Override
        public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseEngineClientAlias(
                String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return type.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return type.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return shown.now().chain().toArray(new X509Certificate[0]);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return shown.now().key();
        }
    }

    /** Replaces the check of host names: a member is known by its name in the fleet, wherever it runs. */
    private final class FleetTrust extends X509ExtendedTrustManager {
        private final PeerCheck expected;
        private final Consumer<IdentityRefusedException> refused;

        FleetTrust(PeerCheck expected, Consumer<IdentityRefusedException> refused) {
            this.expected = expected;
            this.refused = refused;
        }

        private void check(X509Certificate[] chain, boolean asClient) throws CertificateException {
            refresh();
            try {
                Identity identity = Credentials.this.check(chain, asClient);
                expected.check(identity.member(), chain[0]);
            } catch (IdentityRefusedException e) {
                refused.accept(e);
                throw e;
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, true);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, false);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, true);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, false);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain, true);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain, false);
        }

        /** Roots are not named to strangers; with none named, a client shows what it has. */
        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
