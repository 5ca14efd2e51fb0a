package io.acord.studio;

import io.acord.cost.QuadraticPull;
import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Repeat;
import io.acord.model.Actions;
import io.acord.web.JsonDocument;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonGenerator;

/** Why an agent that looks ahead is where it is: what it believes, what it plans, and how far it may follow that. */
final class ForesightDocument {

    private ForesightDocument() {}

    static byte[] of(LivePlay play, int t, int algorithm, int agent) {
        Repeat.Turn turn = play.turn(t, algorithm);
        Instance instance = play.needReady().repeat().instance();
        ForesightDecision decision = decision(turn);
        return JsonDocument.object(json -> {
            json.writeNumberProperty("agent", agent);
            json.writeStringProperty("name", play.scenario().names().get(agent));
            json.writeNumberProperty("round", t);
            JsonDocument.numbers(json, "action", turn.actions().of(agent));
            JsonDocument.numbers(json, "before", turn.previous().of(agent));
            JsonDocument.numbers(json, "planned", decision.planned().of(agent));
            JsonDocument.numbers(json, "expert", decision.expert().actions().of(agent));
            JsonDocument.number(json, "gamma", decision.gamma(agent));
            JsonDocument.number(json, "account", decision.account(agent));
            json.writeStringProperty("accountOf", decision.trust().account().word());
            JsonDocument.number(json, "trust", decision.trust().epsilon());
            json.writeStringProperty("why", decision.why(agent));
            decision.whyNotPromised().ifPresent(why -> json.writeStringProperty("whyNotPromised", why));
            window(json, instance, decision, t, agent);
            List<ForesightDecision> past = play.played().stream()
                    .limit(t)
                    .map(round -> decision(round.get(algorithm)))
                    .toList();
            json.writeObjectPropertyStart("history");
            series(json, "gamma", past, each -> each.gamma(agent));
            series(json, "account", past, each -> each.account(agent));
            json.writeEndObject();
        });
    }

    private static ForesightDecision decision(Repeat.Turn turn) {
        return turn.move()
                .foresight()
                .orElseThrow(() -> StudioProblems.missing("This policy does not look ahead: it has no plan."));
    }

    private static void series(
            JsonGenerator json, String key, List<ForesightDecision> rounds, ToDoubleFunction<ForesightDecision> value) {
        JsonDocument.numbers(json, key, rounds.stream().mapToDouble(value).toArray());
    }

    /** The rounds that are planned: where the plan has the agent, and where its cost is believed to be least. */
    private static void window(JsonGenerator json, Instance instance, ForesightDecision decision, int t, int agent) {
        int d = instance.dimension();
        Actions plan = decision.plan().actions();
        double[] planned = plan.of(agent);
        json.writeArrayPropertyStart("window");
        for (int later = t; later < t + plan.dimension() / d && later <= instance.horizon(); later++) {
            json.writeStartObject();
            json.writeNumberProperty("round", later);
            JsonDocument.numbers(json, "planned", Arrays.copyOfRange(planned, (later - t) * d, (later - t + 1) * d));
            double[] least = instance.start().of(agent);
            instance.believed(t, later).cost(agent).argmin(new QuadraticPull(d), least);
            JsonDocument.numbers(json, "believed", least);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
