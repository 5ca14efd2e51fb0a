package io.acord.paper.audit;

import io.acord.lab.text.CsvText;
import io.acord.lab.text.JsonParts;
import io.acord.paper.finding.Claim;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code claims.json}: what became of each sentence. Numbers that JSON cannot say are null. */
public final class ClaimsJson {

    private ClaimsJson() {}

    /** A line per claim. */
    public static String of(List<Claim> claims) {
        StringBuilder text = new StringBuilder("[");
        for (Claim claim : claims) {
            text.append(text.length() == 1 ? "\n" : ",\n").append(of(claim));
        }
        return text.append("\n]\n").toString();
    }

    private static String of(Claim claim) {
        return JsonParts.object(json -> {
            json.writeStringProperty("id", claim.id());
            json.writeStringProperty("section", claim.section());
            json.writeStringProperty("claim", claim.claim());
            json.writeStringProperty("verdict", claim.verdict().toString());
            json.writeStringProperty("basis", claim.basis().toString());
            json.writeObjectPropertyStart("measured");
            claim.measured().forEach((name, measured) -> {
                json.writeObjectPropertyStart(name);
                number(json, "value", measured.value());
                number(json, "low95", measured.low());
                number(json, "high95", measured.high());
                json.writeEndObject();
            });
            json.writeEndObject();
            json.writeStringProperty("why", claim.why());
            JsonParts.texts(json, "figures", claim.figures());
        });
    }

    private static void number(JsonGenerator json, String name, double value) {
        if (Double.isFinite(value)) {
            json.writeName(name);
            json.writeRawValue(CsvText.number(value));
        } else {
            json.writeNullProperty(name);
        }
    }
}
