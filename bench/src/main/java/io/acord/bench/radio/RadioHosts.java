package io.acord.bench.radio;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hosts on this machine, as network namespaces that a program of user space joins: {@code switch.py}, which loses,
 * delays, repeats and corrupts their frames. They are gone when this is closed, and when this process dies.
 */
final class RadioHosts implements AutoCloseable {

    private final String prefix;
    private final Process program;
    private final Writer orders;

    private RadioHosts(String prefix, Process program) {
        this.prefix = prefix;
        this.program = program;
        this.orders = program.outputWriter(StandardCharsets.US_ASCII);
    }

    /** Why there can be no such hosts here; null if there can. */
    static @Nullable String obstacle(Path folder) {
        try {
            open(folder, 1, 1).close();
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** Makes hosts. */
    static RadioHosts open(Path folder, int hosts, long seed) throws IOException {
        Path script = folder.resolve("switch.py");
        try (InputStream text = RadioHosts.class.getResourceAsStream("switch.py")) {
            if (text == null) {
                throw new AssertionError("switch.py is not among the resources");
            }
            Files.write(script, text.readAllBytes());
        }
        // Names of interfaces have 15 letters at most; several of these may be there at a time.
        String prefix = "ac" + ProcessHandle.current().pid() % 1_000_000 + "x" + System.nanoTime() / 1000 % 1000 + "h";
        Process program;
        try {
            program = new ProcessBuilder("python3", script.toString(), prefix, "" + hosts, "" + seed)
                    .redirectError(folder.resolve("switch.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new IOException("there is no python3 (" + e.getMessage() + ")", e);
        }
        RadioHosts made = new RadioHosts(prefix, program);
        BufferedReader said = program.inputReader(StandardCharsets.US_ASCII);
        if (!"ready".equals(said.readLine())) {
            made.close();
            List<String> log = Files.readAllLines(folder.resolve("switch.log"));
            throw new IOException(
                    "network namespaces and TAP devices cannot be made here, which takes root, iproute2 and"
                            + " /dev/net/tun (" + (log.isEmpty() ? "no reason was given" : log.get(log.size() - 1))
                            + ")");
        }
        return made;
    }

    static String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /** A command as it is run on a host. */
    List<String> on(int host, List<String> command) {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", prefix + host));
        words.addAll(command);
        return words;
    }

    /** What happens to frames from now on, in the words of {@code switch.py}. */
    void order(String words) throws IOException {
        orders.write(words + "\n");
        orders.flush();
    }

    @Override
    public void close() throws IOException {
        try {
            orders.close();
        } catch (IOException e) {
            // it has ended by itself
        }
        try {
            if (!program.waitFor(10, TimeUnit.SECONDS)) {
                program.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
