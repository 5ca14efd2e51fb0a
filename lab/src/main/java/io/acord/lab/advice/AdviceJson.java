package io.acord.lab.advice;

import io.acord.lab.run.Statistics;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.text.JsonParts;
import tools.jackson.core.JsonGenerator;

/** {@code advice.json}. Numbers that JSON cannot say, infinities, are null. */
final class AdviceJson {

    private AdviceJson() {}

    static String of(Advice advice, String command, String version) {
        return JsonParts.object(json -> {
                    json.writeStringProperty("name", advice.scenario().name());
                    json.writeNumberProperty("seed", advice.scenario().seed());
                    json.writeNumberProperty("repeats", advice.scenario().repeats());
                    json.writeNumberProperty("agents", advice.scenario().agents());
                    json.writeNumberProperty("horizon", advice.scenario().horizon());
                    json.writeNumberProperty("choosing", advice.choosing());
                    SummaryJson.number(json, "within", advice.within());
                    SummaryJson.number(
                            json,
                            "period",
                            advice.period().orElse(0) > 0 ? advice.period().getAsInt() : Double.NaN);
                    json.writeBooleanProperty("stay", advice.isToStay());
                    json.writeBooleanProperty("holdsUp", advice.holdsUp());
                    json.writeBooleanProperty("solved", advice.isSolved());
                    json.writeStringProperty(
                            "recommended", advice.recommended().candidate().inWords());
                    json.writeStringProperty("yours", advice.yours().candidate().inWords());
                    Statistics saving = advice.saving();
                    json.writeObjectPropertyStart("saving");
                    SummaryJson.number(json, "mean", saving.mean());
                    SummaryJson.number(json, "low95", saving.low95());
                    SummaryJson.number(json, "high95", saving.high95());
                    json.writeEndObject();
                    writeFindings(advice, json);
                    writeSettings(advice, json);
                    json.writeStringProperty("version", version);
                    json.writeStringProperty("command", command);
                })
                + "\n";
    }

    private static void writeFindings(Advice advice, JsonGenerator json) {
        JsonParts.objects(json, "findings", advice.findings(), finding -> {
            json.writeStringProperty("question", finding.question());
            json.writeBooleanProperty("holdsUp", finding.holdsUp());
            json.writeStringProperty("words", finding.words());
        });
    }

    private static void writeSettings(Advice advice, JsonGenerator json) {
        JsonParts.objects(json, "settings", advice.trials(), trial -> {
            json.writeStringProperty("setting", trial.candidate().inWords());
            SummaryJson.number(json, "paidFirst", trial.paidFirst());
            SummaryJson.number(json, "paidRest", trial.paidRest());
            SummaryJson.number(json, "ratio", advice.ratio(trial));
            SummaryJson.number(json, "certificateShare", trial.certificateShare());
            SummaryJson.number(json, "iterationsPerRound", trial.effort().iterationsPerRound());
            SummaryJson.number(json, "messagesPerRound", trial.effort().messagesPerRound());
            SummaryJson.number(json, "bytesPerRound", trial.effort().bytesPerRound());
        });
    }
}
