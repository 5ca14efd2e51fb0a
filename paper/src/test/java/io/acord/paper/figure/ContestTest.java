package io.acord.paper.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.policy.FollowTheMinimizer;
import io.acord.lab.policy.Local;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.paper.audit.StudyFindings;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.StudySetup;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContestTest {

    private static final PaperSetting RING = new PaperSetting(20, 2, 50, 12);

    private static Contest played(StudySetup setup) {
        Contest contest = new Contest(
                RING,
                List.of(
                        RING.acord(setup),
                        PaperSetting.lpc(setup, 1),
                        new Local("LOCAL"),
                        new FollowTheMinimizer("FTM")),
                true,
                setup);
        ParallelMap.runAll(contest.units(), setup.threads(), (done, all) -> {});
        return contest;
    }

    /** The two share no code but the policies and the solver. */
    @Test
    void everybodyPaysWhatTheyPayInAnExperimentOfTheSameScenario() {
        Contest contest = played(StudyFindings.setup(2));
        String text = """
                name: twin
                seed: 1
                repeats: %d
                horizon: 20
                agents: 20
                beta: 50
                costs: {kind: spikes, p: 0.7, q: 0.9}
                graph: {kind: circulant, degree: 2}
                algorithms: [{acord: {iterations: 12, variant: plain, from: zero, lambda: paper}}, {lpc: {radius: 1}}, local, follow-the-minimizer, opt]
                """.formatted(StudyFindings.SEEDS);
        RunResult run = Experiment.of(ScenarioReader.readText(text, "twin.yaml", Path.of(""), List.of()))
                .play();
        for (int a = 0; a < run.algorithms().size(); a++) {
            AlgorithmResult algorithm = run.algorithms().get(a);
            Statistics expected = Statistics.of(algorithm.totals());
            Statistics cost = contest.cost(contest.names().get(a), 20);
            assertThat(cost.mean()).isCloseTo(expected.mean(), within(1e-9 * expected.mean()));
            assertThat(cost.low95()).isCloseTo(expected.low95(), within(1e-9 * expected.mean()));
        }
    }

    @Test
    void aRatioIsTheMeanOfTheSeedsRatios() {
        Contest contest = played(StudyFindings.setup(2));
        assertThat(contest.ratio("ACORD", "ACORD")).isEqualTo(new Statistics(1, 1, 1));
        assertThat(contest.wins("ACORD", "FTM")).isEqualTo(StudyFindings.SEEDS);
        assertThat(contest.wins("FTM", "ACORD")).isZero();
        double parts = contest.ofParts("FTM", "FTM", (a, b) -> a.total()).mean();
        assertThat(parts).isCloseTo(contest.cost("FTM", 20).mean(), within(1e-9 * parts));
    }

    @Test
    void threadsChangeNothing() {
        Contest one = played(StudyFindings.setup(1));
        Contest three = played(StudyFindings.setup(3));
        for (String name : one.names()) {
            assertThat(three.cost(name, 20)).isEqualTo(one.cost(name, 20));
        }
    }
}
