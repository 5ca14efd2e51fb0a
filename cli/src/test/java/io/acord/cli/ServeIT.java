package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code acord serve} as a process that is killed, interrupted, and short of disk, on the jar that was just packaged.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
class ServeIT {

    private static final Path JAR = Path.of("target", "acord.jar").toAbsolutePath();
    private static final Path EXAMPLE = Path.of("..", "examples", "serve", "batteries.yaml")
            .toAbsolutePath()
            .normalize();

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();
    private String address = "";

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    /** Starts a service and waits for its address. */
    private Process start(String before, String... options) throws IOException, InterruptedException {
        Process process = begin(before, options);
        Path out = folder.resolve("out.txt");
        for (int k = 0; k < 2400 && process.isAlive() && !Files.readString(out).endsWith("\n"); k++) {
            Thread.sleep(25);
        }
        address = Files.readString(out).strip();
        assertThat(address).as(err()).startsWith("http://");
        return process;
    }

    private Process begin(String before, String... options) throws IOException {
        Path out = folder.resolve("out.txt");
        String command = before
                + "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -jar '" + JAR + "' serve '" + EXAMPLE
                + "' --port 0 --state state " + String.join(" ", options);
        Process process = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("err.txt").toFile()))
                .start();
        started.add(process);
        return process;
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int t, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + "/rounds/" + t))
                        .timeout(Duration.ofSeconds(30))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String round(int t) {
        return """
                {"costs": {"north": {"alpha": 1, "v": %d}, "depot": {"alpha": 0.5, "v": 40}, "south": {"alpha": 2, "v": %d}}}
                """.formatted(30 + t * 7 % 40, 70 - t * 11 % 30);
    }

    /**
     * Kills while a client sends rounds as fast as they are answered; whatever the client was answered is still so
     * after the restart, and the answers are those of a service that was never killed.
     */
    @Test
    void killingItLosesNothingThatWasAnswered() throws IOException, InterruptedException {
        Random random = new Random(5);
        List<String> answers = new ArrayList<>();
        int kills = 6;
        for (int kill = 0; kill < kills; kill++) {
            Process process = start("");
            for (int t = 1; t <= answers.size(); t++) {
                assertThat(get("/rounds/" + t).body()).as("round %d", t).isEqualTo(answers.get(t - 1));
            }
            if (kill > 0) {
                assertThat(post(answers.size(), round(answers.size())).body())
                        .isEqualTo(answers.get(answers.size() - 1));
                assertThat(post(answers.size(), round(answers.size() + 1)).statusCode())
                        .isEqualTo(409);
            }
            int delay = 50 + random.nextInt(250);
            Thread killer = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(delay);
                } catch (InterruptedException e) {
                    // then a little earlier
                }
                process.destroyForcibly(); // SIGKILL
            });
            // However slow the machine is, every life answers one round at least.
            answers.add(post(answers.size() + 1, round(answers.size() + 1)).body());
            killer.start();
            try {
                while (true) {
                    int t = answers.size() + 1;
                    HttpResponse<String> answer = post(t, round(t));
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    answers.add(answer.body());
                }
            } catch (IOException killed) {
                // as meant
            }
            killer.join();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 9);
        }
        assertThat(answers).hasSizeGreaterThanOrEqualTo(kills);
        Files.move(folder.resolve("state"), folder.resolve("killed"));
        start("");
        for (int t = 1; t <= answers.size(); t++) {
            assertThat(post(t, round(t)).body()).as("round %d", t).isEqualTo(answers.get(t - 1));
        }
    }

    /** Prints what they cost; a slow machine is no failure, a service that stops answering is one. */
    @Test
    void aThousandHalfSentRequestsKeepNobodyWaiting() throws IOException, InterruptedException {
        start("");
        int t = 1;
        for (; t <= 200; t++) {
            assertThat(post(t, round(t)).statusCode()).isEqualTo(200); // warms up
        }
        URI at = URI.create(address);
        List<Socket> halves = new ArrayList<>();
        try (Socket client = new Socket(at.getHost(), at.getPort())) {
            client.setSoTimeout(30_000);
            List<Double> alone = new ArrayList<>();
            List<Double> among = new ArrayList<>();
            for (int turn = 0; turn < 2; turn++) {
                for (int k = 0; k < 200; k++, t++) {
                    long begin = System.nanoTime();
                    assertThat(postInTwoParts(client, t)).startsWith("HTTP/1.1 200 ");
                    (turn == 0 ? alone : among).add((System.nanoTime() - begin) / 1e6);
                }
                for (int k = 0; turn == 0 && k < 1000; k++) {
                    Socket half = new Socket(at.getHost(), at.getPort());
                    halves.add(half);
                    String head = "POST /rounds/1 HTTP/1.1\r\nHost: " + at.getAuthority()
                            + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
                    String begun = k % 2 == 0 ? head : head.substring(0, 30);
                    half.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                }
            }
            System.out.printf(
                    "serve: p50 of a POST in two parts %.2f ms, among %d half-sent requests %.2f ms%n",
                    median(alone), halves.size(), median(among));
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
        assertThat(err()).doesNotContain("\tat ", "xception");
    }

    /** At an address that others reach, whoever has not the token of the file decides nothing. */
    @Test
    void whereOthersReachItTheTokenOfAFileIsAskedFor() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("token"), "a-token-of-some-length\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        start("", "--host 0.0.0.0 --token-file token");
        address = address.replace("0.0.0.0", "127.0.0.1");
        assertThat(post(1, round(1)).statusCode()).isEqualTo(401);
        assertThat(get("/rounds/1").statusCode()).isEqualTo(401);
        assertThat(get("/health/ready").body()).contains("\"nextRound\":1");
        HttpRequest shown = HttpRequest.newBuilder(URI.create(address + "/"))
                .header("Authorization", "Bearer a-token-of-some-length")
                .build();
        assertThat(http.send(shown, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(err()).contains("and knows the token").doesNotContain("a-token-of-some-length");
    }

    @Test
    void aTokenOfTheEnvironmentIsAskedFor() throws IOException, InterruptedException {
        start("export ACORD_TOKEN=a-token-of-some-length; ");
        assertThat(post(1, round(1)).statusCode()).isEqualTo(401);
    }

    /** The end of the journal is taken away between two records, while nobody looks. */
    @Test
    void aJournalThatLostARoundIsRefused() throws IOException, InterruptedException {
        Process process = start("");
        post(1, round(1));
        long before = Files.size(folder.resolve("state/journal"));
        post(2, round(2));
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        try (FileChannel journal = FileChannel.open(folder.resolve("state/journal"), StandardOpenOption.WRITE)) {
            journal.truncate(before);
        }
        Process again = begin("");
        assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(again.exitValue()).isEqualTo(2);
        assertThat(err()).contains("ends after round 1", "all 2 rounds that were answered");
    }

    /** As clients do that write the head, then the body, and leave Nagle's algorithm on. Returns the head. */
    private String postInTwoParts(Socket client, int t) throws IOException {
        byte[] body = round(t).getBytes(StandardCharsets.UTF_8);
        String head = "POST /rounds/" + t + " HTTP/1.1\r\nHost: "
                + URI.create(address).getAuthority() + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(body);
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = client.getInputStream().read();
            assertThat(next).isNotNegative();
            answer.append((char) next);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(answer);
        assertThat(length.find()).as(answer.toString()).isTrue();
        client.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        return answer.toString();
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    @Test
    void aTerminationEndsItInOrder() throws IOException, InterruptedException {
        Process process = start("");
        String answer = post(1, round(1)).body();
        // Not INT, which programs that a script has put in the background do not hear.
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
        assertThat(err()).doesNotContain("\tat ", "xception");
        start("");
        assertThat(get("/rounds/1").body()).isEqualTo(answer);
    }

    /** The system lets the process write files of at most 16 KiB: what a full disk looks like. */
    @Test
    void aDiskThatIsFullRefusesRoundsAndLosesNone() throws IOException, InterruptedException {
        Process process = start("ulimit -f 16; ");
        List<String> answers = new ArrayList<>();
        HttpResponse<String> last = post(1, round(1));
        while (last.statusCode() == 200 && answers.size() < 200) {
            answers.add(last.body());
            last = post(answers.size() + 1, round(answers.size() + 1));
        }
        assertThat(last.statusCode()).as(last.body()).isEqualTo(507);
        assertThat(last.body()).contains("urn:acord:problem:cannot-write", "Make room");
        int next = answers.size() + 1;
        assertThat(next).isGreaterThan(3);
        assertThat(post(next, round(next)).statusCode()).isEqualTo(507); // also a second time
        assertThat(get("/rounds/" + (next - 1)).body()).isEqualTo(answers.get(next - 2));
        assertThat(get("/health").body()).contains("\"nextRound\":" + next);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(post(next, round(next)).statusCode()).isEqualTo(507);
        HttpResponse<String> ready = get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"DOWN\"", "could not be written");
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        start(""); // with room again
        for (int t = 1; t < next; t++) {
            assertThat(get("/rounds/" + t).body()).isEqualTo(answers.get(t - 1));
        }
        assertThat(post(next, round(next)).statusCode()).isEqualTo(200);
    }
}
