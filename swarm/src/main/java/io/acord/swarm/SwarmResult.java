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
        String plain = SummaryJson.of(result).stripTrailing();
        StringBuilder text = new StringBuilder(plain.substring(0, plain.length() - 1));
        text.append(",\"faults\":{\"restarts\":")
                .append(outcome.restarts())
                .append(",\"degradedRounds\":")
                .append(outcome.degraded())
                .append(",\"lostEdges\":")
                .append(outcome.lostEdges())
                .append(",\"rejectedMessages\":")
                .append(outcome.rejected())
                .append("},\"levels\":{");
        String comma = "";
        for (String level : List.of("final", "iterate", "held")) {
            text.append(comma)
                    .append('"')
                    .append(level)
                    .append("\":")
                    .append(outcome.levels().getOrDefault(level, 0));
            comma = ",";
        }
        text.append("},\"ledger\":[");
        comma = "";
        for (Swarm.Told told : outcome.ledger()) {
            text.append(comma)
                    .append("{\"from\":")
                    .append(Swarm.json(told.from()))
                    .append(",\"to\":")
                    .append(Swarm.json(told.to()))
                    .append(",\"messages\":")
                    .append(told.messages())
                    .append(",\"bytes\":")
                    .append(told.bytes())
                    .append('}');
            comma = ",";
        }
        return text.append("]}\n").toString();
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
