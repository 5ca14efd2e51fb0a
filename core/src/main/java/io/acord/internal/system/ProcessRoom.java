package io.acord.internal.system;

import com.sun.management.UnixOperatingSystemMXBean;
import io.acord.input.Complaints;
import java.lang.management.ManagementFactory;

/** The memory and the open files that this process may have. */
public final class ProcessRoom {

    private static final long LEAST_HEAP_MB = 16;
    private static final long LEAST_FILES = 256;

    private ProcessRoom() {}

    /**
     * Says what a process that stays lacks, instead of letting it fail somewhere for the lack of it.
     *
     * @param what the process is: "a member with few agents"
     * @throws io.acord.input.BadInputException if it lacks something
     */
    public static void require(String what) {
        require(what, Runtime.getRuntime().maxMemory() >> 20, mostFiles());
    }

    static void require(String what, long heap, long files) {
        Complaints complaints = new Complaints();
        if (heap < LEAST_HEAP_MB) {
            complaints.add(
                    "memory",
                    "is " + heap + " MB at most",
                    LEAST_HEAP_MB + " MB for " + what,
                    "start Java with -Xmx128m");
        }
        if (files < LEAST_FILES) {
            complaints.add(
                    "open files",
                    "are limited to " + files,
                    "at least " + LEAST_FILES + ", for jars, connections and the journal",
                    "ulimit -n 4096, or LimitNOFILE=4096 in a unit of systemd");
        }
        complaints.throwIfAny();
    }

    /** How many files and connections may be open at once; as many as there are numbers where that is not known. */
    public static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
