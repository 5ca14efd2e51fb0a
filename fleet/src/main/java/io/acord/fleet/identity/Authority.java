package io.acord.fleet.identity;

import io.acord.input.Complaints;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A fleet's certificate authority. It issues a certificate of its own name to every member; its key belongs on the
 * machine where that is done, not with the members.
 *
 * <p>In a folder it is {@code ca.pem} (the roots that members trust, the issuing one first) and {@code ca.key}; a
 * member is {@code NAME.pem} and {@code NAME.key}. Keys are EC P-256 in PKCS#8.
 */
public final class Authority {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String fleet;
    private final X509Certificate certificate;
    private final PrivateKey key;

    private Authority(String fleet, X509Certificate certificate, PrivateKey key) {
        this.fleet = fleet;
        this.certificate = certificate;
        this.key = key;
    }

    /** A new authority, valid for a time. */
    public static Authority create(String fleet, Instant from, Instant until) throws GeneralSecurityException {
        X500Name name = nameOf(fleet);
        KeyPair pair = newKeys();
        X509Certificate certificate = sign(
                new JcaX509v3CertificateBuilder(
                        name, serial(), Date.from(from), Date.from(until), name, pair.getPublic()),
                List.of(
                        extension(Extension.basicConstraints, true, new BasicConstraints(0)),
                        extension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))),
                pair.getPrivate());
        return new Authority(fleet, certificate, pair.getPrivate());
    }

    /**
     * An authority for members of one run: its root, and their certificates and keys, are written to a folder. Its own
     * key is not, so nobody else will ever be let in. Clocks of machines may differ by some minutes.
     */
    public static void forOneRun(String fleet, List<String> members, Path folder)
            throws IOException, GeneralSecurityException {
        Instant from = Instant.now().minusSeconds(300);
        Instant until = from.plus(Duration.ofDays(30));
        Authority authority = create(fleet, from, until);
        authority.saveRoot(folder);
        for (String member : members) {
            authority.issue(member, from, until).save(folder);
        }
    }

    private static X500Name nameOf(String fleet) {
        return new X500Name("CN=" + fleet + " authority,O=acord");
    }

    /**
     * The authority in a folder. Another fleet's is refused: members would be issued certificates that their own fleet
     * does not know.
     */
    public static Authority load(String fleet, Path folder) {
        X509Certificate root;
        PrivateKey key;
        try {
            root = PemFiles.certificates(folder.resolve("ca.pem")).get(0);
            key = PemFiles.key(folder.resolve("ca.key"), new FileChecks());
            root.verify(root.getPublicKey());
            if (!isPair(root, key)) {
                throw new GeneralSecurityException("ca.key is not the key of the first certificate in ca.pem");
            }
        } catch (IOException | GeneralSecurityException e) {
            throw Complaints.refuse(
                    "authority in " + folder,
                    "cannot be used (" + e.getMessage() + ")",
                    "ca.pem and ca.key as ./acord certificates makes them",
                    "put the files back that were made together");
        }
        String name = root.getSubjectX500Principal().getName();
        if (!X500Name.getInstance(root.getSubjectX500Principal().getEncoded()).equals(nameOf(fleet))) {
            throw Complaints.refuse(
                    folder.resolve("ca.pem").toString(),
                    "is the authority " + name,
                    "that of the fleet " + fleet,
                    "give the fleet's own folder, or another one for a new fleet");
        }
        return new Authority(fleet, root, key);
    }

    private static boolean isPair(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        byte[] something = certificate.getSerialNumber().toByteArray();
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(something);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(something);
        return signature.verify(signed);
    }

    /** Whether members of a folder trust an authority whose key is kept elsewhere. */
    public static boolean isWithoutKey(Path folder) {
        return Files.exists(folder.resolve("ca.pem")) && !Files.exists(folder.resolve("ca.key"));
    }

    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve("ca.pem")) && Files.exists(folder.resolve("ca.key"));
    }

    /**
     * Writes the authority; roots that the folder's members trust already go on being trusted, until they are taken out
     * of {@code ca.pem}.
     */
    public void save(Path folder) throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        PemFiles.write(folder.resolve("ca.key"), PemFiles.of("PRIVATE KEY", key.getEncoded()), true);
        saveRoot(folder);
    }

    private void saveRoot(Path folder) throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        Path trust = folder.resolve("ca.pem");
        List<X509Certificate> roots = new ArrayList<>(List.of(certificate));
        if (Files.exists(trust)) {
            PemFiles.certificates(trust).stream()
                    .filter(old -> !old.equals(certificate))
                    .forEach(roots::add);
        }
        StringBuilder text = new StringBuilder();
        for (X509Certificate root : roots) {
            text.append(PemFiles.of("CERTIFICATE", root.getEncoded()));
        }
        PemFiles.write(trust, text.toString(), false);
    }

    /** A member's certificate and key. */
    public record Issued(Identity identity, X509Certificate x509Certificate, PrivateKey key) {

        /**
         * Writes {@code NAME.pem} and {@code NAME.key}. The key goes first: a reader who meets the old certificate with
         * it refuses the pair and keeps what it has.
         */
        public void save(Path folder) throws IOException, GeneralSecurityException {
            Files.createDirectories(folder);
            PemFiles.write(
                    folder.resolve(identity.member() + ".key"), PemFiles.of("PRIVATE KEY", key.getEncoded()), true);
            PemFiles.write(
                    folder.resolve(identity.member() + ".pem"),
                    PemFiles.of("CERTIFICATE", x509Certificate.getEncoded()),
                    false);
        }
    }

    /** Issues a certificate that names a member, for either end of a connection. */
    public Issued issue(String member, Instant from, Instant until) throws GeneralSecurityException {
        Identity identity = new Identity(fleet, member);
        KeyPair pair = newKeys();
        GeneralNames names = new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.uniformResourceIdentifier, identity.uri()),
            new GeneralName(GeneralName.dNSName, identity.dns())
        });
        X509Certificate leaf = sign(
                new JcaX509v3CertificateBuilder(
                        certificate,
                        serial(),
                        Date.from(from),
                        Date.from(until),
                        new X500Name("CN=" + member + ",O=acord"),
                        pair.getPublic()),
                List.of(
                        extension(Extension.basicConstraints, true, new BasicConstraints(false)),
                        extension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature)),
                        extension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                            KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                        })),
                        extension(Extension.subjectAlternativeName, false, names)),
                key);
        return new Issued(identity, leaf, pair.getPrivate());
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    private static BigInteger serial() {
        return new BigInteger(127, RANDOM).setBit(126); // positive, unguessable and never short
    }

    private static Extension extension(
            org.bouncycastle.asn1.ASN1ObjectIdentifier id,
            boolean critical,
            org.bouncycastle.asn1.ASN1Encodable value) {
        try {
            return Extension.create(id, critical, value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, List<Extension> extensions, PrivateKey by)
            throws GeneralSecurityException {
        try {
            for (Extension extension : extensions) {
                builder.addExtension(extension);
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by)));
        } catch (OperatorCreationException | IOException e) {
            throw new GeneralSecurityException("a certificate could not be signed", e);
        }
    }
}
