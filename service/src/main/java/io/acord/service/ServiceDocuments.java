package io.acord.service;

import io.acord.Guarantee;
import io.acord.acord.Decision;
import io.acord.acord.Traffic;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.theory.TheoremA;
import io.acord.web.JsonDocument;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;

/** The documents that are sent. Numbers that JSON cannot say, infinities, are null. */
final class ServiceDocuments {

    private ServiceDocuments() {}

    /**
     * What was decided in the fleet's last round.
     *
     * @param columns what controllers of a field take; none where costs come as costs
     * @param setpoints the numbers, agent by agent
     */
    static byte[] decision(
            Decision decision, ServedFleet fleet, List<String> names, List<String> columns, double[] setpoints) {
        return JsonDocument.object(json -> {
            json.writeNumberProperty("round", fleet.rounds());
            if (!columns.isEmpty()) {
                setpoints(json, names, columns, setpoints);
            }
            actions(json, "actions", decision.actions(), names);
            overpaid(json, decision, names);
            account(json, decision, decision.iterations(), decision.traffic(), decision.cost(), fleet);
        });
    }

    /** What was decided in the last round of a fleet that looks ahead; certificate and overpaid are the expert's. */
    static byte[] decision(ForesightDecision decision, Foresight fleet, ServedFleet served, List<String> names) {
        Decision expert = decision.expert();
        return JsonDocument.object(json -> {
            json.writeNumberProperty("round", fleet.rounds());
            actions(json, "actions", decision.actions(), names);
            json.writeObjectPropertyStart("foresight");
            actions(json, "planned", decision.planned(), names);
            actions(json, "expert", expert.actions(), names);
            json.writeObjectPropertyStart("agents");
            for (int i = 0; i < names.size(); i++) {
                json.writeObjectPropertyStart(names.get(i));
                JsonDocument.number(json, "gamma", decision.gamma(i));
                JsonDocument.number(json, "account", decision.account(i));
                json.writeStringProperty("why", decision.why(i));
                json.writeEndObject();
            }
            json.writeEndObject();
            cost(json, "expertCost", fleet.expertCost());
            boolean isPromised = fleet.whyNotPromised().isEmpty();
            JsonDocument.number(json, "atMost", isPromised ? 1 + fleet.trust().epsilon() : Double.NaN);
            fleet.whyNotPromised().ifPresent(why -> json.writeStringProperty("whyNotPromised", why));
            json.writeEndObject();
            account(json, expert, decision.iterations(), decision.traffic(), decision.cost(), served);
        });
    }

    /** What is certified of a decision, what it took, and what all rounds have cost. */
    private static void account(
            JsonGenerator json, Decision certified, int iterations, Traffic traffic, Cost cost, ServedFleet fleet) {
        JsonDocument.number(json, "certificate", certified.certificate());
        certified.whyNoCertificate().ifPresent(why -> json.writeStringProperty("whyNoCertificate", why));
        json.writeStringProperty(
                "ending", certified.ending().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        json.writeNumberProperty("iterations", iterations);
        json.writeNumberProperty("messages", traffic.messages());
        json.writeNumberProperty("bytes", traffic.bytes());
        cost(json, "cost", cost);
        json.writeObjectPropertyStart("soFar");
        cost(json, "cost", fleet.cost());
        guarantee(json, fleet);
        json.writeEndObject();
    }

    private static void setpoints(JsonGenerator json, List<String> names, List<String> columns, double[] numbers) {
        json.writeObjectPropertyStart("setpoints");
        for (int i = 0; i < names.size(); i++) {
            json.writeObjectPropertyStart(names.get(i));
            for (int c = 0; c < columns.size(); c++) {
                JsonDocument.number(json, columns.get(c), numbers[i * columns.size() + c]);
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void actions(JsonGenerator json, String key, Actions actions, List<String> names) {
        json.writeObjectPropertyStart(key);
        for (int i = 0; i < names.size(); i++) {
            json.writeArrayPropertyStart(names.get(i));
            for (double coordinate : actions.of(i)) {
                json.writeNumber(coordinate);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** What each agent can have overpaid in the round before, which shows now; nothing in the first round. */
    private static void overpaid(JsonGenerator json, Decision decision, List<String> names) {
        json.writeObjectPropertyStart("overpaidBefore");
        for (int i = 0; i < names.size(); i++) {
            JsonDocument.number(json, names.get(i), decision.overpaidBefore(i));
        }
        json.writeEndObject();
    }

    private static void cost(JsonGenerator json, String key, Cost cost) {
        json.writeObjectPropertyStart(key);
        JsonDocument.number(json, "hitting", cost.hitting());
        JsonDocument.number(json, "switching", cost.switching());
        JsonDocument.number(json, "dissimilarity", cost.dissimilarity());
        JsonDocument.number(json, "total", cost.total());
        json.writeEndObject();
    }

    /** Any δ gives a bound; this one gives the smallest if the optimum is what it is known to be at least. */
    private static void bound(JsonGenerator json, TheoremA theorem, Guarantee.Proven proven) {
        double delta = theorem.bestDelta(proven.optimumAtLeast(), proven.gaps());
        json.writeObjectPropertyStart("bound");
        JsonDocument.number(json, "ratio", delta == 0 ? theorem.competitiveRatio() : theorem.ratio(delta));
        JsonDocument.number(json, "additive", delta == 0 ? 0 : theorem.additive(proven.gaps(), delta));
        JsonDocument.number(json, "above", theorem.shift());
        json.writeEndObject();
    }

    private static void guarantee(JsonGenerator json, ServedFleet fleet) {
        Guarantee guarantee = fleet.guarantee();
        json.writeObjectPropertyStart("guarantee");
        json.writeBooleanProperty("proven", guarantee instanceof Guarantee.Proven);
        if (guarantee instanceof Guarantee.Proven proven) {
            JsonDocument.number(json, "ratioAtMost", proven.ratioAtMost());
            JsonDocument.number(json, "optimumAtLeast", proven.optimumAtLeast());
            JsonDocument.number(json, "overpaidAtMost", proven.overpaidAtMost());
            JsonDocument.number(json, "above", proven.shift());
            if (fleet.ownGuarantee() instanceof Guarantee.Proven own) {
                JsonDocument.number(json, "books", own.books());
            }
            if (fleet.swept().isSwept()) {
                JsonDocument.number(json, "swept", fleet.swept().atLeast());
            }
            JsonDocument.number(json, "certificates", proven.gaps());
            JsonDocument.number(json, "competitiveRatio", proven.promisedRatio().orElse(Double.NaN));
            proven.theorem().ifPresent(theorem -> bound(json, theorem, proven));
        } else if (guarantee instanceof Guarantee.NotCovered not) {
            json.writeStringProperty("why", not.why());
        }
        json.writeStringProperty("inWords", guarantee.inWords());
        json.writeEndObject();
    }

    /** Requests and answers as OpenAPI 3.1 describes them. */
    static byte[] openApi() throws IOException {
        try (InputStream in = ServiceDocuments.class.getResourceAsStream("openapi.json")) {
            return Objects.requireNonNull(in, "openapi.json is in every jar").readAllBytes();
        }
    }

    /** The fleets of a server that has several. */
    static byte[] services(ServedFleets fleets, int largestBody, String version) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("version", version);
            writeFleets(json, fleets);
            json.writeNumberProperty("largestBody", largestBody);
            json.writeObjectPropertyStart("requests");
            writeFleetRequests(json);
            writeCommonRequests(json);
            json.writeEndObject();
        });
    }

    /** Their names, and how far they are. */
    static byte[] fleets(ServedFleets fleets) {
        return JsonDocument.object(json -> writeFleets(json, fleets));
    }

    private static void writeFleets(JsonGenerator json, ServedFleets fleets) {
        json.writeObjectPropertyStart("fleets");
        for (Service each : fleets.all()) {
            json.writeObjectPropertyStart(each.scenario().name());
            json.writeNumberProperty("nextRound", each.health().nextRound());
            json.writeNumberProperty("agents", each.scenario().agents());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writeFleetRequests(JsonGenerator json) {
        json.writeStringProperty("GET /fleets", "the names of all fleets here, and how far each is");
        json.writeStringProperty("GET /fleets/{name}", "agents, options and the next round of a fleet");
        json.writeStringProperty("POST /fleets/{name}/rounds/{t}", "decides round t of a fleet");
        json.writeStringProperty("GET /fleets/{name}/rounds/{t}", "what was decided in round t of a fleet");
    }

    private static void writeCommonRequests(JsonGenerator json) {
        json.writeStringProperty("GET /health", "whether rounds can be decided");
        json.writeStringProperty("GET /health/live", "whether the process answers");
        json.writeStringProperty("GET /health/ready", "whether the next round would be decided, and why not");
        json.writeStringProperty("GET /metrics", "numbers for Prometheus");
        json.writeStringProperty("GET /openapi.json", "all this for programs, OpenAPI 3.1");
    }

    /** Who is served, and how. */
    static byte[] service(ServedScenario served, Service.Health now, int largestBody, String version) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("name", served.name());
            json.writeStringProperty("version", version);
            json.writeNumberProperty("nextRound", now.nextRound());
            json.writeNumberProperty("firstKept", now.firstKept());
            json.writeNumberProperty("dimension", served.dimension());
            JsonDocument.strings(json, "agents", served.names());
            JsonDocument.number(json, "beta", served.beta());
            json.writeObjectPropertyStart("options");
            for (String[] option : served.options()) {
                json.writeStringProperty(option[0], option[1]);
            }
            json.writeEndObject();
            json.writeNumberProperty("largestBody", largestBody);
            json.writeObjectPropertyStart("requests");
            json.writeStringProperty(
                    "POST /rounds/{t}",
                    served.readings().isEmpty()
                            ? "decides round t; body {\"costs\": {agent: cost}, \"edges\": [edge], \"beta\": number, \"switching\": number or {agent: number}, \"forecasts\": {agent: [cost]}}, all but costs optional"
                            : "decides round t; body {\"readings\": {agent: {" + String.join(", ", served.readings())
                                    + "}}, \"beta\": number}, beta optional");
            json.writeStringProperty("GET /rounds/{t}", "what was decided in round t");
            writeFleetRequests(json);
            writeCommonRequests(json);
            json.writeEndObject();
        });
    }

    /** @param nextRound empty where there are several fleets */
    static byte[] health(boolean well, OptionalInt nextRound) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("status", well ? "UP" : "DOWN");
            nextRound.ifPresent(t -> json.writeNumberProperty("nextRound", t));
        });
    }

    static byte[] live() {
        return JsonDocument.object(json -> json.writeStringProperty("status", "UP"));
    }

    static byte[] ready(Optional<String> whyNot, OptionalInt nextRound) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("status", whyNot.isEmpty() ? "UP" : "DOWN");
            nextRound.ifPresent(t -> json.writeNumberProperty("nextRound", t));
            whyNot.ifPresent(why -> json.writeStringProperty("why", why));
        });
    }
}
