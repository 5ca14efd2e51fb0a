package io.acord.swarm;

import io.acord.lab.run.PlayedElsewhere;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.util.List;
import java.util.Locale;

/**
 * What a swarm played, judged like any run: costs, certificates, the hindsight optimum, the verdict; and how the
 * processes fared.
 */
public record SwarmResult(RunResult result, Swarm.Outcome outcome) {

    /** Judges what was played. */
    public static SwarmResult of(
            Scenario scenario, Swarm.Outcome outcome, Watcher watcher, String command, String version) {
        double rounds = scenario.horizon();
        PlayedElsewhere played = new PlayedElsewhere(
                scenario,
                scenario.acordEntry(),
                outcome.actions(),
                outcome.iterations().stream().mapToInt(Integer::intValue).sum() / rounds,
                sum(outcome, true) / rounds,
                sum(outcome, false) / rounds,
                outcome.seconds() / rounds);
        return new SwarmResult(played.judge(watcher, command, version), outcome);
    }

    private static double sum(Swarm.Outcome outcome, boolean messages) {
        return outcome.ledger().stream()
                .mapToDouble(told -> messages ? told.messages() : told.bytes())
                .sum();
    }

    /** The summary of a run, with what only a swarm has. */
    public String summary() {
        return SummaryJson.of(result, json -> {
            json.writeObjectPropertyStart("faults");
            json.writeNumberProperty("restarts", outcome.restarts());
            json.writeNumberProperty("degradedRounds", outcome.degraded());
            json.writeNumberProperty("lostEdges", outcome.lostEdges());
            json.writeNumberProperty("rejectedMessages", outcome.rejected());
            json.writeEndObject();
            json.writeObjectPropertyStart("levels");
            for (String level : List.of("final", "iterate", "held")) {
                json.writeNumberProperty(level, outcome.levels().getOrDefault(level, 0));
            }
            json.writeEndObject();
            json.writeArrayPropertyStart("ledger");
            for (Swarm.Told told : outcome.ledger()) {
                json.writeStartObject();
                json.writeStringProperty("from", told.from());
                json.writeStringProperty("to", told.to());
                json.writeNumberProperty("messages", told.messages());
                json.writeNumberProperty("bytes", told.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    public String words() {
        return String.format(
                Locale.ROOT,
                "%d rounds in %.2f s, %.0f iterations a second; %d restarts, %d degraded rounds, %d lost edges, %d rejected messages",
                result.horizon(),
                outcome.seconds(),
                outcome.iterations().stream().mapToInt(Integer::intValue).sum() / outcome.seconds(),
                outcome.restarts(),
                outcome.degraded(),
                outcome.lostEdges(),
                outcome.rejected());
    }
}
