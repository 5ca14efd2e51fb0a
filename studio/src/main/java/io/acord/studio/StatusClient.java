package io.acord.studio;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.swarm.ForeignFiles;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks members how they are: of this machine over plain HTTP, elsewhere by certificates of the fleet, which prove who
 * answers and who asks. Safe for many threads.
 */
final class StatusClient {

    private static final Duration PATIENCE = Duration.ofMillis(700);
    private static final Duration PATIENCE_ELSEWHERE = Duration.ofSeconds(3); // there are networks between, and TLS
    private static final int MOST_STATUS = 4 << 20;
    private static final Pattern LOCAL = Pattern.compile("(?:127\\.0\\.0\\.1|localhost):(\\d{1,5})");
    private static final Pattern ELSEWHERE =
            Pattern.compile("https://([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9a-fA-F:.]{2,45}]):(\\d{1,5})/?");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{([^}]*)})? (\\S+)");
    private static final Pattern PEER = Pattern.compile("peer=\"([^\"]*)\"");

    private final HttpClient plain = builder(PATIENCE).build();
    private final @Nullable HttpClient encrypted; // null: nobody elsewhere can be asked

    StatusClient(@Nullable Credentials credentials) {
        this.encrypted = credentials == null
                ? null
                : builder(PATIENCE_ELSEWHERE)
                        .sslContext(credentials.sslContext((member, shown) -> {}, refused -> {}))
                        .build();
    }

    /** Without proxies: members are asked where they are. */
    private static HttpClient.Builder builder(Duration patience) {
        return HttpClient.newBuilder().connectTimeout(patience).proxy(HttpClient.Builder.NO_PROXY);
    }

    /**
     * What a member's own status says.
     *
     * @param member its name, by its certificate if it showed one; empty if it did not answer
     */
    record Told(String member, @Nullable JsonNode health, Map<String, Double> numbers, Map<String, Boolean> links) {
        static final Told NOTHING = new Told("", null, Map.of(), Map.of());
    }

    /** Whether a word could be the address of a member. */
    static boolean isAddress(String word) {
        return LOCAL.matcher(word).matches() || ELSEWHERE.matcher(word).matches();
    }

    /** Where a member is to be asked, or a problem. */
    URI address(String word) {
        Matcher local = LOCAL.matcher(word);
        Matcher elsewhere = ELSEWHERE.matcher(word);
        boolean isLocal = local.matches();
        if (!isLocal && !elsewhere.matches()) {
            throw StudioProblems.unreadable("\"folder\" has an address that is none.");
        }
        int port = Integer.parseInt(isLocal ? local.group(1) : elsewhere.group(2));
        if (port < 1 || port > 65_535) {
            throw StudioProblems.unreadable("\"folder\" has addresses with ports from 1 to 65535.");
        }
        if (!isLocal && encrypted == null) {
            throw StudioProblems.unreadable("\"folder\" has a member elsewhere, which is asked by certificates of its"
                    + " fleet. Start the studio with --certificates DIR --fleet NAME --as NAME.");
        }
        return URI.create(isLocal ? "http://127.0.0.1:" + port : "https://" + elsewhere.group(1) + ":" + port);
    }

    /** What a member says; {@link Told#NOTHING} if it does not. */
    CompletableFuture<Told> ask(URI address) {
        CompletableFuture<HttpResponse<String>> health = get(address, "/health");
        CompletableFuture<HttpResponse<String>> metrics = get(address, "/metrics");
        return health.thenCombine(metrics, StatusClient::told).exceptionally(e -> Told.NOTHING);
    }

    private CompletableFuture<HttpResponse<String>> get(URI address, String path) {
        boolean isHere = address.getScheme().equals("http");
        HttpClient client = isHere || encrypted == null ? plain : encrypted;
        Duration patience = isHere ? PATIENCE : PATIENCE_ELSEWHERE;
        HttpRequest request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(patience).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .orTimeout(2 * patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Told told(HttpResponse<String> health, HttpResponse<String> metrics) {
        Map<String, Double> numbers = new HashMap<>();
        Map<String, Boolean> links = new LinkedHashMap<>();
        if (metrics.body().length() <= MOST_STATUS) {
            metrics.body().lines().forEach(line -> sample(line, numbers, links));
        }
        JsonNode said = ForeignFiles.json(health.body()).orElse(null);
        String itself = said == null ? "" : said.path("member").asString("");
        return itself.isEmpty() ? Told.NOTHING : new Told(proven(health).orElse(itself), said, numbers, links);
    }

    /** Who answered, by its certificate, if it showed one. */
    private static Optional<String> proven(HttpResponse<String> answer) {
        return answer.sslSession().map(StatusClient::member);
    }

    private static String member(SSLSession session) {
        try {
            X509Certificate shown = (X509Certificate) session.getPeerCertificates()[0];
            return Identity.of(shown).map(Identity::member).orElse("");
        } catch (SSLPeerUnverifiedException e) {
            return "";
        }
    }

    /** Counters with causes are added up; quantiles keep theirs in the name. */
    private static void sample(String line, Map<String, Double> numbers, Map<String, Boolean> links) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            return;
        }
        double value;
        try {
            value = Double.parseDouble(sample.group(3));
        } catch (NumberFormatException e) {
            return;
        }
        String labels = sample.group(2) == null ? "" : sample.group(2);
        Matcher peer = PEER.matcher(labels);
        if (sample.group(1).equals("acord_peer_up") && peer.find()) {
            links.put(peer.group(1), value > 0);
        } else if (labels.contains("quantile")) {
            numbers.put(sample.group(1) + " " + labels, value);
        } else {
            numbers.merge(sample.group(1), value, Double::sum);
        }
    }
}
