package io.acord.service;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.web.AccessToken;
import io.acord.web.Limits;
import io.acord.web.OwnNames;
import io.acord.web.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A service in this process, and somebody who talks to it over HTTP. */
final class ServiceClient implements AutoCloseable {

    static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final WebServer server;
    private final Service service;
    final StringWriter log = new StringWriter();
    final StringWriter requests = new StringWriter();

    private ServiceClient(
            Path scenario, Path state, Limits limits, List<String> sets, String host, @Nullable AccessToken token)
            throws IOException {
        this.service = Service.open(ServedScenario.of(ScenarioReader.read(scenario, sets)), state);
        this.server =
                WebServer.bind(new InetSocketAddress(InetAddress.getByName(host), 0), limits, new PrintWriter(log));
        server.start(new ServiceRoutes(
                ServedFleets.of(List.of(service)),
                limits,
                "test",
                OwnNames.of(host, host.equals("0.0.0.0")),
                token == null ? ServiceTokens.none() : ServiceTokens.of(token),
                AccessLog.to(Path.of("-"), new PrintWriter(requests))));
    }

    static ServiceClient of(Path scenario, Path state, String... sets) throws IOException {
        return new ServiceClient(scenario, state, ServiceRoutes.limits(1 << 20), List.of(sets), "127.0.0.1", null);
    }

    static ServiceClient of(Path scenario, Path state, int largestBody) throws IOException {
        return new ServiceClient(scenario, state, ServiceRoutes.limits(largestBody), List.of(), "127.0.0.1", null);
    }

    /** Of a service that waits a second for a request to arrive. */
    static ServiceClient impatient(Path scenario, Path state) throws IOException {
        return new ServiceClient(
                scenario, state, new Limits(1 << 20, 8, Duration.ofSeconds(1)), List.of(), "127.0.0.1", null);
    }

    /** Of a service that others reach. */
    static ServiceClient open(Path scenario, Path state, @Nullable AccessToken token) throws IOException {
        return new ServiceClient(scenario, state, ServiceRoutes.limits(1 << 20), List.of(), "0.0.0.0", token);
    }

    record Answer(int status, String type, String text) {
        JsonNode json() {
            return MAPPER.readTree(text);
        }
    }

    int port() {
        return server.address().getPort();
    }

    Service service() {
        return service;
    }

    private Answer send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    Answer get(String path) throws IOException {
        return send(at(path));
    }

    Answer post(int t, String body) throws IOException {
        return post("/rounds/" + t, "application/json", body);
    }

    Answer post(String path, String type, String body) throws IOException {
        HttpRequest.Builder request = at(path).POST(HttpRequest.BodyPublishers.ofString(body));
        return send(type.isEmpty() ? request : request.header("Content-Type", type));
    }

    /** With a header of the client's choice. */
    Answer post(int t, String body, String header, String value) throws IOException {
        return send(at("/rounds/" + t)
                .header("Content-Type", "application/json")
                .header(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    Answer method(String method, String path) throws IOException {
        return send(at(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    @Override
    public void close() throws IOException {
        server.close();
        service.close();
    }
}
