package io.acord.lab.run;

import io.acord.graph.Coupling;
import io.acord.lab.application.Domain;
import io.acord.lab.optimum.HindsightOptimum;
import java.util.List;
import java.util.Optional;

/**
 * Everything a run found out.
 *
 * @param scenario the scenario as text, for the report
 * @param command how to play it again
 * @param version of Acord
 * @param agentNames in the order of ids
 * @param betas β of every round
 * @param algorithms in the order of the scenario
 * @param optima of every repeat
 * @param promise what exact play was promised beforehand, of the repeat with the largest
 * @param graph of round 1 in the first repeat
 * @param graphChanges whether later rounds have other graphs
 * @param convergence gap over k in the first round, for each variant of ACORD
 * @param verdict what was checked
 * @param domain what the run came to in the words of its field; empty if it is of none
 */
public record RunResult(
        String name,
        long seed,
        int repeats,
        int horizon,
        int dimension,
        String scenario,
        String command,
        String version,
        List<String> agentNames,
        List<Double> betas,
        List<AlgorithmResult> algorithms,
        List<HindsightOptimum> optima,
        RatioPromise promise,
        Coupling graph,
        boolean graphChanges,
        List<Convergence> convergence,
        Verdict verdict,
        Optional<Domain> domain) {

    public int agents() {
        return agentNames.size();
    }
}
