package io.acord.swarm.live;

import io.acord.fleet.ActionListener.Published;
import io.acord.input.Complaint;
import io.acord.protocol.Effect;
import io.acord.protocol.live.Reply;
import io.acord.web.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What controllers are told, as lines of JSON. */
final class FeedDocuments {

    private FeedDocuments() {}

    private static String line(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).strip();
    }

    /** What a controller takes, by name; a number that is not known is null. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Setpoints(List<String> names, double[] numbers) {

        /** None: the action is what it takes. */
        static final Setpoints NONE = new Setpoints(List.of(), new double[0]);
    }

    /**
     * {@code {"round": 5, "agent": "a", "action": [1.5], "level": "final", "certificate": 1e-7}}, with
     * {@code "setpoints": {"charge_kwh": 4.2}} after the agent if there are any, and where the fleet looks ahead
     * {@code "gamma": 0.5, "account": 2.5, "expert": [1], "planned": [2]}.
     *
     * @param row of the agent among the member's
     * @param certificate not finite: null
     * @param why what there is to say about it; empty: nothing
     */
    static String answer(
            Published published, int row, String agent, Setpoints setpoints, double certificate, String why) {
        Effect.Followed followed = published.followed();
        return line(JsonDocument.object(json -> {
            json.writeNumberProperty("round", published.round());
            json.writeStringProperty("agent", agent);
            if (!setpoints.names().isEmpty()) {
                json.writeObjectPropertyStart("setpoints");
                for (int c = 0; c < setpoints.names().size(); c++) {
                    JsonDocument.number(
                            json, setpoints.names().get(c), setpoints.numbers()[c]);
                }
                json.writeEndObject();
            }
            JsonDocument.numbers(json, "action", published.actions().of(row));
            json.writeStringProperty("level", published.level().name().toLowerCase(Locale.ROOT));
            JsonDocument.number(json, "certificate", certificate);
            if (followed != null) {
                json.writeNumberProperty("gamma", followed.gammas().get(row));
                json.writeNumberProperty("account", followed.accounts().get(row));
                JsonDocument.numbers(json, "expert", followed.expert().of(row));
                JsonDocument.numbers(json, "planned", followed.planned().of(row));
            }
            if (!why.isEmpty()) {
                json.writeStringProperty("why", why);
            }
        }));
    }

    /** Something told counts; its action is still to come. */
    static String taken(int round, String agent) {
        return line(JsonDocument.object(json -> {
            json.writeNumberProperty("round", round);
            json.writeStringProperty("agent", agent);
            json.writeBooleanProperty("taken", true);
        }));
    }

    /** What was told does not count. */
    static String refused(int round, String agent, Reply.Refused refused, int next) {
        return line(JsonDocument.object(json -> {
            json.writeNumberProperty("round", round);
            json.writeStringProperty("agent", agent);
            json.writeStringProperty("refused", refused.cause().word());
            json.writeStringProperty("detail", refused.why());
            json.writeNumberProperty("next", next);
        }));
    }

    /** What was told makes no sense. */
    static String complaints(List<Complaint> complaints, @Nullable String agent, int next) {
        return line(JsonDocument.object(json -> {
            if (agent != null) {
                json.writeStringProperty("agent", agent);
            }
            json.writeStringProperty("refused", "bad-round");
            JsonDocument.objects(json, "errors", complaints, complaint -> {
                json.writeStringProperty("pointer", complaint.where());
                json.writeStringProperty("detail", complaint.found());
                json.writeStringProperty("needed", complaint.needed());
                json.writeStringProperty("fix", complaint.fix());
            });
            json.writeNumberProperty("next", next);
        }));
    }

    /** Who is fed here, with which readings if not with costs, and which round is next. */
    static String status(String member, List<String> agents, List<String> readings, int dimension, int next) {
        return line(JsonDocument.object(json -> {
            json.writeStringProperty("member", member);
            JsonDocument.strings(json, "agents", agents);
            if (!readings.isEmpty()) {
                JsonDocument.strings(json, "readings", readings);
            }
            json.writeNumberProperty("dimension", dimension);
            json.writeNumberProperty("next", next);
        }));
    }
}
