package io.acord.paper.rival;

import io.acord.lab.optimum.Interval;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.PackagedText;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the systems that the paper names pay over the hindsight optimum, beside ACORD, and what they send. */
public final class RivalsStudy extends Study {

    /** A column: the scenario with something set. */
    private record Column(String title, List<String> sets) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("spikes, beta 50", List.of()),
            new Column("spikes, beta 1", List.of("beta=1")),
            new Column("spikes, beta 1, b 10", List.of("beta=1", "switching=10")),
            new Column("drift, beta 50", List.of("costs={kind: drift}")));

    private static final int QUICK_REPEATS = 2;

    public RivalsStudy() {
        super("rivals", "Beyond the paper: the systems it names, on the same data");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<RunResult> results = new ArrayList<>();
        Scenario scenario = scenario(List.of(), setup);
        for (Column column : COLUMNS) {
            results.add(Experiment.of(scenario(column.sets(), setup)).play());
            progress.done(results.size(), COLUMNS.size());
        }
        List<String> columns =
                new ArrayList<>(COLUMNS.stream().map(Column::title).toList());
        columns.addAll(List.of("messages a round", "bytes a round"));
        List<Table.Row> rows = results.get(0).algorithms().stream()
                .sorted(Comparator.comparingDouble(
                        algorithm -> algorithm.meanRatio().high()))
                .map(algorithm -> row(algorithm, results))
                .toList();
        Table table = new Table(
                "rivals",
                "Cost/OPT of the systems that the paper names; ring of 20, T = 20",
                "By what they pay in the first column. Messages and bytes are those of the fleet in a round of the first; payload only.",
                "docs/rivals.yaml, " + scenario.repeats() + " repeats from seed " + setup.seed(),
                "policy",
                columns,
                rows);
        return new Findings(List.of(), List.of(table), List.of(), List.of());
    }

    private static Scenario scenario(List<String> sets, StudySetup setup) {
        List<String> all = new ArrayList<>(sets);
        all.add("threads=" + setup.threads());
        all.add("seed=" + setup.seed());
        if (setup.quick()) {
            all.add("repeats=" + QUICK_REPEATS);
        }
        return ScenarioReader.readText(
                PackagedText.of(RivalsStudy.class, "rivals.yaml"), "rivals.yaml", Path.of(""), all);
    }

    private static Table.Row row(AlgorithmResult algorithm, List<RunResult> results) {
        List<Measured> values = new ArrayList<>();
        for (RunResult result : results) {
            AlgorithmResult same = result.algorithms().stream()
                    .filter(other -> other.name().equals(algorithm.name()))
                    .findFirst()
                    .orElseThrow();
            Statistics mean =
                    Statistics.of(same.ratios().stream().map(Interval::high).toList());
            values.add(new Measured(mean.mean(), mean.low95(), mean.high95()));
        }
        values.add(Measured.exactly(Math.rint(algorithm.effort().messagesPerRound())));
        values.add(Measured.exactly(Math.rint(algorithm.effort().bytesPerRound())));
        return new Table.Row(algorithm.name(), values);
    }
}
