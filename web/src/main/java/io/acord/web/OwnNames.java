package io.acord.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names under which a server may be asked for. A page of a stranger could be shown under a name of theirs that
 * points to this machine, and then read what is answered here (DNS rebinding). So the {@code Host} of every request is
 * looked at. Immutable.
 */
public final class OwnNames {

    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.%]{2,60}]|[A-Za-z0-9._-]{1,253})(?::(\\d{1,5}))?");
    private static final Pattern ADDRESS = Pattern.compile("\\[[0-9a-fA-F:.%]+]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Set<String> OF_THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> names; // in small letters
    private final boolean takesAddresses;
    private final boolean takesAll;

    private OwnNames(Set<String> names, boolean takesAddresses, boolean takesAll) {
        this.names = Set.copyOf(names);
        this.takesAddresses = takesAddresses;
        this.takesAll = takesAll;
    }

    /**
     * On this machine, this machine's own names. Who listens for others cannot know under which names they reach it:
     * any will do.
     */
    public static OwnNames at(InetSocketAddress address) {
        InetAddress here = address.getAddress();
        return here.isLoopbackAddress() ? of(here.getHostAddress(), false) : new OwnNames(OF_THIS_MACHINE, true, true);
    }

    /**
     * This machine's own names and another one.
     *
     * @param takesAddresses whether any address will do as well: one that listens everywhere does not know which it has
     */
    public static OwnNames of(String name, boolean takesAddresses) {
        return of(List.of(name), takesAddresses);
    }

    /** This machine's own names and others. */
    public static OwnNames of(Collection<String> others, boolean takesAddresses) {
        Set<String> names = new HashSet<>(OF_THIS_MACHINE);
        for (String name : others) {
            String small = name.toLowerCase(Locale.ROOT);
            names.add(small.contains(":") && !small.startsWith("[") ? "[" + small + "]" : small);
        }
        return new OwnNames(names, takesAddresses, false);
    }

    /** Throws a problem unless the {@code Host} of a request is one of these names, with the port. */
    void check(@Nullable String host, int port) {
        if (takesAll) {
            return;
        }
        Matcher parts = HOST.matcher(host == null ? "" : host.strip());
        if (parts.matches()) {
            String name = parts.group(1).toLowerCase(Locale.ROOT);
            int asked = parts.group(2) == null ? 80 : Integer.parseInt(parts.group(2));
            boolean known = names.contains(name)
                    || (takesAddresses && ADDRESS.matcher(name).matches());
            if (known && asked == port) {
                return;
            }
        }
        throw refuse(host);
    }

    static Problem refuse(@Nullable String host) {
        return new Problem(
                Problem.NOT_OURS,
                "Host is " + (host == null ? "missing" : host.replaceAll("[^\\x20-\\x7e]", "?"))
                        + ", which is not a name of this server. Ask under the address that it printed.");
    }
}
