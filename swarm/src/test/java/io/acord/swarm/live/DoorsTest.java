package io.acord.swarm.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.fleet.ActionListener.Published;
import io.acord.fleet.AddressBook;
import io.acord.fleet.NewRound;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.live.LatePolicy;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a controller says and hears at each door; the member is played by the test. */
@Timeout(60)
class DoorsTest {

    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private LiveFeed feed;

    @BeforeEach
    void open() throws IOException {
        feed = LiveFeed.open(
                LiveFleet.config(new LiveConfig.Feed.Pipe(), "a", LatePolicy.HOLD, LONG), Set.of(0, 1), LONG, folder);
    }

    @AfterEach
    void close() throws IOException {
        feed.close();
    }

    /** The member wants a round, gets it, and plays this. */
    private void play(int t, double action) throws Exception {
        NewRound draft = NewRound.of(
                AddressBook.of(List.of(
                        new AddressBook.Place("a", "127.0.0.1", 1, List.of(0)),
                        new AddressBook.Place("b", "127.0.0.1", 2, List.of(1)))),
                new int[] {0},
                1);
        assertThat(feed.round(t, draft)).isPresent();
        feed.act(new Published(t, Actions.flat(1, new double[] {action}), Effect.Level.FINAL, 12, false));
        feed.certified(t, 1e-7);
    }

    private static String told(int t) {
        return "{\"round\": " + t + ", \"cost\": {\"alpha\": 1, \"v\": [" + t + "]}}";
    }

    private static String answer(int t, double x) {
        return "{\"round\":" + t + ",\"agent\":\"a\",\"action\":[" + x
                + "],\"level\":\"final\",\"certificate\":1.0E-7}";
    }

    // ---- pipe

    @Test
    void aLinePerRoundGoesInAndALineComesOutAndTheEndOfTheInputEndsTheMember() throws Exception {
        PipedOutputStream controller = new PipedOutputStream();
        PipedInputStream heard = new PipedInputStream();
        try (PipeDoor door = PipeDoor.open(feed, new PipedInputStream(controller), new PipedOutputStream(heard));
                BufferedReader lines = new BufferedReader(new InputStreamReader(heard, StandardCharsets.UTF_8))) {
            assertThat(door.inWords()).isEmpty();
            say(controller, told(1));
            play(1, 0.5);
            assertThat(lines.readLine()).isEqualTo(answer(1, 0.5));
            say(controller, told(1));
            assertThat(lines.readLine()).as("said again").isEqualTo(answer(1, 0.5));
            say(controller, told(1).replace("[1]", "[3]"));
            assertThat(lines.readLine()).contains("decided-otherwise").contains("\"next\":2");
            say(controller, "nonsense");
            assertThat(lines.readLine()).contains("bad-round").contains("one JSON object");
            say(controller, "x".repeat(2 << 20));
            assertThat(lines.readLine()).contains("at most 1048576");
            say(controller, told(2));
            controller.close();
            play(2, 0.75);
            assertThat(lines.readLine()).isEqualTo(answer(2, 0.75));
            assertThat(feed.round(3, NewRound.of(AddressBook.of(List.of()), new int[] {0}, 1)))
                    .isEmpty();
        }
    }

    // ---- a socket in the file system

    private static final class SocketController implements AutoCloseable {
        private final SocketChannel channel;

        SocketController(Path path) throws IOException {
            this.channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        }

        void say(String line) throws IOException {
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        }

        String hear() throws IOException {
            StringBuilder line = new StringBuilder();
            ByteBuffer one = ByteBuffer.allocate(1);
            while (channel.read(one) > 0 && one.get(0) != '\n') {
                line.append((char) one.get(0));
                one.clear();
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions of files")
    void controllersComeAndGoAtASocketThatOnlyItsOwnerMayOpen() throws Exception {
        Path path = folder.resolve("a.socket");
        try (UnixDoor door = UnixDoor.open(feed, path)) {
            assertThat(door.inWords()).contains(path.toString());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            try (SocketController first = new SocketController(path)) {
                first.say("nonsense");
                assertThat(first.hear()).contains("bad-round");
                first.say(told(1));
                play(1, 0.5);
                assertThat(first.hear()).isEqualTo(answer(1, 0.5));
            }
            try (SocketController second = new SocketController(path)) {
                second.say(told(1));
                assertThat(second.hear())
                        .as("the end of one is not the member's")
                        .isEqualTo(answer(1, 0.5));
                second.say(told(2));
                play(2, 0.75);
                assertThat(second.hear()).isEqualTo(answer(2, 0.75));
            }
        }
        assertThat(path).doesNotExist();
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> UnixDoor.open(feed, file)).hasMessageContaining("which is a file");
    }

    private static void say(PipedOutputStream controller, String line) throws IOException {
        controller.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        controller.flush();
    }

    @Test
    void whoeverIsFasterThanTheFleetIsNotReadUntilThereIsRoom() throws Exception {
        PipedOutputStream controller = new PipedOutputStream();
        PipedInputStream heard = new PipedInputStream(1 << 16);
        try (PipeDoor door =
                        PipeDoor.open(feed, new PipedInputStream(controller, 1 << 16), new PipedOutputStream(heard));
                BufferedReader lines = new BufferedReader(new InputStreamReader(heard, StandardCharsets.UTF_8))) {
            assertThat(door).isNotNull();
            for (int t = 1; t <= 60; t++) {
                say(controller, told(t));
            }
            for (int t = 1; t <= 60; t++) {
                play(t, t);
                assertThat(lines.readLine()).isEqualTo(answer(t, t));
            }
        }
    }

    // ---- HTTP

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private HttpDoor http() throws IOException {
        return HttpDoor.open(
                feed,
                "alpha",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    private static HttpRequest.Builder request(HttpDoor door, String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + door.address().getPort() + path))
                .header("Content-Type", "application/json");
    }

    private static CompletableFuture<HttpResponse<String>> post(HttpDoor door, String body) {
        return CLIENT.sendAsync(
                request(door, "/rounds")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(HttpDoor door, String path) throws Exception {
        return CLIENT.send(request(door, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theActionIsTheAnswerAndCanBeAskedForAndComesAsAnEvent() throws Exception {
        try (HttpDoor door = http()) {
            assertThat(get(door, "/").body())
                    .isEqualTo("{\"member\":\"alpha\",\"agents\":[\"a\"],\"dimension\":1,\"next\":1}\n");
            CompletableFuture<HttpResponse<Stream<String>>> events = CLIENT.sendAsync(
                    request(door, "/actions")
                            .header("Accept", "text/event-stream")
                            .build(),
                    HttpResponse.BodyHandlers.ofLines());
            BlockingQueue<String> lines = new LinkedBlockingQueue<>();
            CompletableFuture<Void> reading =
                    events.thenAcceptAsync(response -> response.body().forEach(lines::add));
            CompletableFuture<HttpResponse<String>> asked =
                    CLIENT.sendAsync(request(door, "/rounds/1?wait=20").build(), HttpResponse.BodyHandlers.ofString());
            CompletableFuture<HttpResponse<String>> posted = post(door, told(1));
            play(1, 0.5);
            assertThat(posted.get().body()).isEqualTo(answer(1, 0.5) + "\n");
            assertThat(posted.get().statusCode()).isEqualTo(200);
            assertThat(asked.get().body()).isEqualTo(answer(1, 0.5) + "\n");
            assertThat(event(lines)).isEqualTo("data: " + answer(1, 0.5));
            assertThat(get(door, "/rounds/1?agent=a").body()).isEqualTo(answer(1, 0.5) + "\n");
            assertThat(post(door, told(1)).get().body()).isEqualTo(answer(1, 0.5) + "\n");
            HttpResponse<String> async = CLIENT.send(
                    request(door, "/rounds")
                            .header("Prefer", "respond-async")
                            .POST(HttpRequest.BodyPublishers.ofString(told(2)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(async.statusCode()).isEqualTo(202);
            play(2, 0.25);
            assertThat(event(lines)).isEqualTo("data: " + answer(2, 0.25));
            assertThat(reading.isCompletedExceptionally()).isFalse();
        }
    }

    private static String event(BlockingQueue<String> lines) throws InterruptedException {
        String line = "";
        while (!line.startsWith("data:")) {
            line = Optional.ofNullable(lines.poll(30, TimeUnit.SECONDS)).orElseThrow();
        }
        return line;
    }

    @Test
    void whatDoesNotCountIsAProblemWithItsReason() throws Exception {
        try (HttpDoor door = http()) {
            CompletableFuture<HttpResponse<String>> first = post(door, told(1));
            play(1, 0.5);
            first.get();
            assertThat(post(door, told(1).replace("[1]", "[2]")).get().statusCode())
                    .isEqualTo(409);
            assertThat(post(door, told(500)).get().body()).contains("out-of-turn");
            HttpResponse<String> bad = post(door, "{\"round\": 2, \"cost\": {\"alpha\": -1}, \"forecast\": []}")
                    .get();
            assertThat(bad.statusCode()).isEqualTo(400);
            assertThat(bad.body()).contains("/cost/v").contains("does not look ahead");
            assertThat(get(door, "/rounds/2").statusCode()).isEqualTo(404);
            assertThat(get(door, "/rounds/0").statusCode()).isEqualTo(404);
            assertThat(get(door, "/rounds/1?agent=%3Cb%3E").body()).contains("one of a");
            assertThat(get(door, "/rounds/1?wait=soon").statusCode()).isEqualTo(400);
            assertThat(get(door, "/actions").statusCode()).isEqualTo(406);
            assertThat(get(door, "/elsewhere").body()).contains("POST /rounds");
        }
    }

    /** Opens a stream of events and does not read it; to be closed. */
    private static Socket listener(HttpDoor door) throws IOException {
        Socket socket = new Socket(door.address().getAddress(), door.address().getPort());
        socket.getOutputStream()
                .write("GET /actions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(door.address().getPort())
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Whether there is room for one more who listens. */
    private static boolean hasRoom(HttpDoor door) throws IOException {
        try (Socket socket = listener(door);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            return String.valueOf(lines.readLine()).contains("200");
        }
    }

    @Test
    void listenersThatWentAwayLeaveTheirPlacesToOthers() throws Exception {
        try (HttpDoor door = http()) {
            for (int k = 0; k < 80; k++) { // more than may listen at a time
                listener(door).close();
            }
            int t = 0;
            do { // that they are gone is found out by telling them
                t++;
                CompletableFuture<HttpResponse<String>> posted = post(door, told(t));
                play(t, t);
                assertThat(posted.get().body()).isEqualTo(answer(t, t) + "\n");
            } while (t < 5 || !hasRoom(door));
        }
    }

    // ---- MQTT

    @Test
    void everyAgentOfALargeMemberMayHaveAMessageOnItsWay() {
        LiveConfig.Feed.Mqtt where = new LiveConfig.Feed.Mqtt("tcp://127.0.0.1:1", "acord/alpha", null, "");
        assertThat(MqttDoor.options(where, 1).getMaxInflight()).isEqualTo(1000);
        assertThat(MqttDoor.options(where, 5000).getMaxInflight()).isGreaterThanOrEqualTo(5000);
        assertThat(MqttDoor.options(where, 1_000_000).getMaxInflight()).isEqualTo(65_535);
    }

    private static Optional<Path> mosquitto() {
        return Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                        Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, "mosquitto"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Process broker(Path program, int port) throws Exception {
        Process process = new ProcessBuilder(program.toString(), "-p", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (process.isAlive()) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return process;
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        throw new IOException("mosquitto ended with " + process.exitValue());
    }

    @Test
    void costsAndActionsGoThroughABrokerAlsoOneThatIsAwayForAMoment() throws Exception {
        Optional<Path> program = mosquitto();
        Assumptions.assumeTrue(program.isPresent(), "there is no mosquitto here: apt-get install mosquitto");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String address = "tcp://127.0.0.1:" + port;
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        LiveConfig.Feed.Mqtt where = new LiveConfig.Feed.Mqtt(address, "acord/alpha", null, "");
        Process broker = null;
        try (MqttDoor door = MqttDoor.open(feed, "acord-test", where)) { // the broker is not there yet
            assertThat(door.inWords()).contains("acord/alpha/AGENT/cost");
            broker = broker(program.get(), port);
            MqttClient controller = controller(address, heard);
            publish(controller, told(1));
            play(1, 0.5);
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("acord/alpha/a/action " + answer(1, 0.5));
            publish(controller, told(1));
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("acord/alpha/a/action " + answer(1, 0.5));
            publish(controller, "{\"round\": 2}");
            assertThat(heard.poll(30, TimeUnit.SECONDS))
                    .startsWith("acord/alpha/a/error ")
                    .contains("/cost");
            controller.disconnectForcibly(100, 100);
            controller.close(true);
            broker.destroyForcibly().waitFor();
            broker = broker(program.get(), port);
            controller = controller(address, heard);
            publish(controller, told(2));
            play(2, 0.75);
            String last = "";
            while (!last.equals("acord/alpha/a/action " + answer(2, 0.75))) { // round 1 is told to whoever comes new
                last = Optional.ofNullable(heard.poll(30, TimeUnit.SECONDS)).orElseThrow();
            }
            controller.disconnectForcibly(100, 100);
            controller.close(true);
        } finally {
            if (broker != null) {
                broker.destroyForcibly().waitFor();
            }
        }
    }

    private static MqttClient controller(String address, BlockingQueue<String> heard) throws Exception {
        MqttClient controller = new MqttClient(address, "controller", new MemoryPersistence());
        controller.connect();
        controller.subscribe("acord/alpha/a/+", 1, (topic, message) -> {
            if (!topic.endsWith("/cost")) {
                heard.add(topic + " " + new String(message.getPayload(), StandardCharsets.UTF_8));
            }
        });
        return controller;
    }

    private static void publish(MqttClient controller, String body) throws Exception {
        MqttMessage message = new MqttMessage(body.getBytes(StandardCharsets.UTF_8));
        message.setQos(1);
        message.setRetained(true); // whoever subscribes later gets the last one
        controller.publish("acord/alpha/a/cost", message);
    }
}
