package io.acord.fleet.identity;

import io.acord.input.Complaints;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member of a fleet, as its certificate names it: the URI {@code acord://FLEET/MEMBER} among its subject alternative
 * names. The DNS name {@code MEMBER.FLEET} stands beside it for TLS libraries that check nothing else.
 */
public record Identity(String fleet, String member) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern URI = Pattern.compile("acord://([a-z0-9-]{1,63})/([a-z0-9-]{1,63})");
    private static final int TYPE_URI = 6; // RFC 5280, GeneralName

    public Identity {
        Complaints complaints = new Complaints();
        checkName("fleet", fleet, complaints);
        checkName("member", member, complaints);
        complaints.throwIfAny();
    }

    /** Whether the name can stand in a certificate. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Complains unless the name can stand in a certificate. */
    public static void checkName(String what, String name, Complaints complaints) {
        if (!isName(name)) {
            complaints.add(
                    what,
                    "is \"" + name + "\"",
                    "1 to 63 of a-z, 0-9 and -, not at either end, because it stands in a certificate",
                    "choose a name like drone-4");
        }
    }

    public String uri() {
        return "acord://" + fleet + "/" + member;
    }

    public String dns() {
        return member + "." + fleet;
    }

    /** The only identity that a certificate claims; empty if it claims none or more than one. */
    public static Optional<Identity> of(X509Certificate certificate) {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException e) {
            return Optional.empty();
        }
        Optional<Identity> found = Optional.empty();
        for (List<?> name : names == null ? List.<List<?>>of() : names) {
            if (name.get(0).equals(TYPE_URI)) {
                Matcher matcher = URI.matcher(String.valueOf(name.get(1)));
                boolean sound = matcher.matches()
                        && NAME.matcher(matcher.group(1)).matches()
                        && NAME.matcher(matcher.group(2)).matches();
                if (!sound || found.isPresent()) {
                    return Optional.empty();
                }
                found = Optional.of(new Identity(matcher.group(1), matcher.group(2)));
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return uri();
    }
}
