package io.acord.cli;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Identity;
import io.acord.input.Complaints;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code acord certificates}. */
@Command(
        name = "certificates",
        description = {
            "Makes a fleet's certificate authority, and certificates for its members.",
            "Where the folder has an authority already, that one issues: members named again get new certificates, which running"
                    + " ones take over by themselves."
        },
        mixinStandardHelpOptions = true)
final class CertificatesCommand extends TerminalCommand {

    private static final int AUTHORITY_DAYS = 3650;

    @Option(names = "--fleet", paramLabel = "NAME", required = true, description = "The fleet's name.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String fleet;

    @Option(
            names = "--members",
            paramLabel = "NAME",
            split = ",",
            description = "Members to issue certificates to, separated by commas.")
    private List<String> members = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder of the certificates.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "90",
            description = "How long members' certificates are valid; 90 days if not given.")
    private int days;

    @Option(
            names = "--new-authority",
            description =
                    "Makes another authority, which issues from now on; the old one stays trusted until its part of ca.pem is removed.")
    private boolean renew;

    @Override
    public Integer call() throws IOException, GeneralSecurityException {
        Complaints complaints = new Complaints();
        Identity.checkName("--fleet", fleet, complaints);
        members.forEach(member -> Identity.checkName("--members", member, complaints));
        if (members.contains("ca")) {
            complaints.add(
                    "--members", "has ca", "another name, because ca.pem and ca.key are the authority's", "rename it");
        }
        if (!renew && Authority.isWithoutKey(out)) {
            complaints.add(
                    out.resolve("ca.key").toString(),
                    "is missing, and ca.pem is there",
                    "the authority's key, because members trust what it signs",
                    "put ca.key back for as long as this takes, or add --new-authority");
        }
        if (days < 1 || days > AUTHORITY_DAYS) {
            complaints.add("--days", "is " + days, "1 to " + AUTHORITY_DAYS, "give another number of days");
        }
        complaints.throwIfAny();
        PrintWriter stdout = out();
        Instant now = Instant.now();
        Instant from = now.minus(Duration.ofMinutes(5)); // clocks differ a little
        Authority authority;
        if (Authority.isIn(out) && !renew) {
            authority = Authority.load(fleet, out);
            stdout.println("Issuing by the authority in " + out.resolve("ca.pem"));
        } else {
            authority = Authority.create(fleet, from, now.plus(Duration.ofDays(AUTHORITY_DAYS)));
            authority.save(out);
            stdout.println("Wrote " + out.resolve("ca.pem") + ", which every member needs, and " + out.resolve("ca.key")
                    + ", which no member needs: keep it apart");
        }
        for (String member : members) {
            authority.issue(member, from, now.plus(Duration.ofDays(days))).save(out);
            stdout.println("Wrote " + out.resolve(member + ".pem") + " and " + member + ".key for acord://" + fleet
                    + "/" + member + ", " + days + " days");
        }
        return 0;
    }
}
