package io.acord.studio;

import io.acord.fleet.identity.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A studio, and somebody who asks it over HTTP. */
final class TestStudio implements AutoCloseable {

    static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final StringWriter log = new StringWriter();
    private final Studio studio;

    TestStudio(Path runs, @Nullable String token) {
        this(runs, token, null);
    }

    TestStudio(Path runs, @Nullable String token, @Nullable Path file) {
        this(runs, token, file, null);
    }

    /** One that can ask members elsewhere. */
    static TestStudio watching(Path runs, Credentials credentials) {
        return new TestStudio(runs, null, null, credentials);
    }

    private TestStudio(Path runs, @Nullable String token, @Nullable Path file, @Nullable Credentials credentials) {
        this.studio = Studio.start(new Studio.Settings(
                "127.0.0.1",
                InetAddress.getLoopbackAddress(),
                0,
                token,
                runs,
                file,
                Map.of("figure-1", figure1()),
                "test",
                credentials,
                new PrintWriter(log, true)));
    }

    static String figure1() {
        try {
            return Files.readString(Path.of("../cli/src/main/resources/io/acord/cli/scenarios/figure-1.yaml"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    int port() {
        return studio.port();
    }

    String log() {
        return log.toString();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Of an answer that has no end. */
    HttpResponse<?> sendForHeaders(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        answer.body().close();
        return answer;
    }

    CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** What is answered with 200. */
    JsonNode read(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + ": " + answer.statusCode() + " " + answer.body() + log());
        }
        return JSON.readTree(answer.body());
    }

    static String body(String text, List<String> sets) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("text", text);
        body.put("sets", sets);
        return JSON.writeValueAsString(body);
    }

    /** Opens a play and waits until it is ready. */
    String play(String text, String... sets) throws IOException, InterruptedException {
        HttpResponse<String> opened = post("/api/plays", body(text, List.of(sets)));
        if (opened.statusCode() != 201) {
            throw new AssertionError(opened.statusCode() + " " + opened.body() + log());
        }
        String id = JSON.readTree(opened.body()).get("id").stringValue();
        while (read("/api/plays/" + id).get("state").stringValue().equals("preparing")) {
            Thread.sleep(20);
        }
        return id;
    }

    /** LivePlays a play to its end. */
    void finish(String id) throws IOException, InterruptedException {
        int horizon = read("/api/plays/" + id).get("horizon").intValue();
        int played = 0;
        while (played < horizon) {
            HttpResponse<String> answer = post("/api/plays/" + id + "/advance", "{\"rounds\":" + horizon + "}");
            if (answer.statusCode() != 200) {
                throw new AssertionError(answer.body());
            }
            played = JSON.readTree(answer.body()).get("played").intValue();
        }
    }

    @Override
    public void close() {
        studio.close();
    }
}
