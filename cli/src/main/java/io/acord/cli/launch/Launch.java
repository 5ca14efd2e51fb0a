package io.acord.cli.launch;

import com.sun.management.UnixOperatingSystemMXBean;
import io.acord.cli.Main;
import java.lang.management.ManagementFactory;

/**
 * Where the packaged command begins. It names nothing but Java's own classes and {@link Main}: a process that may open
 * few files can load it, and say so, where it would fail somewhere among the jars of the others.
 */
public final class Launch {

    /** As many jars as there are, and what Java has open itself. */
    private static final long LEAST_FILES = 96;

    private Launch() {}

    public static void main(String[] args) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < LEAST_FILES) {
            System.err.println("open files are limited to " + system.getMaxFileDescriptorCount());
            System.err.println("  needed: at least " + LEAST_FILES + ", for Acord's jars");
            System.err.println("  fix: ulimit -n 4096, or LimitNOFILE=4096 in a unit of systemd");
            System.exit(2);
        }
        Main.main(args);
    }
}
