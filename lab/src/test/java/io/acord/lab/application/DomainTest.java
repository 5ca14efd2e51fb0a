package io.acord.lab.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Setting;
import io.acord.lab.report.Report;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an application can bring, shown with one that only has a start, weights and a meter. */
class DomainTest {

    private static final Measure WALKED = new Measure("walked", "m", Measure.Better.LOWER, "How far all went.");
    private static final Measure UNKNOWN = new Measure("unknown", "", Measure.Better.LOWER, "Nobody can tell.");
    private static final Chart AWAY = new Chart("Away", "m", "How far the first is from home.");

    /** Walkers whose switching weights change from round to round. */
    private static final class Walks implements CostSource {
        @Override
        public Costs costs(Size size, long seed) {
            return new Costs() {
                @Override
                public HittingCost[] round(int t) {
                    SeededRandom random = new SeededRandom(seed, t);
                    HittingCost[] f = new HittingCost[size.agents()];
                    Arrays.setAll(f, i -> Quadratic.alpha(1, random.uniform(-1, 1)));
                    return f;
                }

                @Override
                public Optional<double[]> switchingWeights(int t) {
                    double[] b = new double[size.agents()];
                    Arrays.setAll(b, i -> 1 + (t + i) % 3);
                    return Optional.of(b);
                }

                @Override
                public Optional<Actions> start() {
                    double[] x = new double[size.agents()];
                    Arrays.setAll(x, i -> 10.0 * i);
                    return Optional.of(Actions.scalars(x));
                }

                @Override
                public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
                    return Optional.of(new Walker(size.horizon(), drawn));
                }
            };
        }
    }

    private static final class Walker implements Meter {
        private final double[] away;
        private final boolean drawn;
        private double walked;
        private int last;

        Walker(int horizon, boolean drawn) {
            this.away = new double[horizon];
            this.drawn = drawn;
        }

        @Override
        public String kind() {
            return "walks";
        }

        @Override
        public void played(int t, Actions previous, Actions actions) {
            assertThat(t).isEqualTo(++last);
            for (int i = 0; i < actions.agents(); i++) {
                walked += Math.abs(actions.get(i, 0) - previous.get(i, 0));
            }
            away[t - 1] = -actions.get(0, 0);
        }

        @Override
        public Map<Measure, Double> measures() {
            Map<Measure, Double> all = new LinkedHashMap<>();
            all.put(WALKED, walked);
            all.put(UNKNOWN, Double.NaN);
            return all;
        }

        @Override
        public Map<Chart, double[]> series() {
            return Map.of(AWAY, away);
        }

        @Override
        public List<Picture> pictures(String id, List<Meter> all) {
            assertThat(drawn).isTrue();
            return List.of(new Picture(
                    "The way",
                    "Where it went.",
                    "<svg id=\"" + id
                            + "-way\" viewBox=\"0 0 1 1\"><circle r=\"1\"><animate attributeName=\"r\" values=\"0;1\""
                            + " dur=\"1s\"/></circle></svg>"));
        }
    }

    private static Scenario walks() {
        Scenario drift = ScenarioReader.readText(
                "{name: walks, seed: 5, repeats: 3, horizon: 4, agents: 3, costs: {kind: drift}, graph: {kind: path},"
                        + " algorithms: [acord: {iterations: 9, variant: plain, from: zero}, robd, opt]}",
                "walks.yaml",
                Path.of(""),
                List.of());
        return new Scenario(
                drift.name(),
                drift.seed(),
                drift.repeats(),
                drift.size(),
                drift.start(),
                drift.betas(),
                drift.switching(),
                drift.mu(),
                2,
                drift.optimum(),
                drift.output(),
                new Walks(),
                (size, seed) -> t -> path(),
                drift.forecasts(),
                drift.algorithms(),
                drift.source());
    }

    private static Coupling path() {
        return Coupling.unit(Graph.builder(3).edge(0, 1).edge(1, 2).build(), 1);
    }

    @Test
    void startAndSwitchingWeightsOfTheCostsArePlayedWithAGuarantee() {
        var instance = walks().instance(5);
        assertThat(instance.start()).isEqualTo(Actions.scalars(0, 10, 20));
        assertThat(instance.round(2).switchingWeight(1)).isEqualTo(1);
        assertThat(instance.leastSwitchingWeights()).containsExactly(1, 1, 1);
        assertThat(instance.mostSwitchingWeights()).containsExactly(3, 3, 3);
        RunResult result = Experiment.of(walks()).play();
        assertThat(result.verdict().isKept()).isTrue();
        assertThat(result.promise().isLeast()).isFalse(); // the lower bound is for weights that do not change
        assertThat(result.verdict().toString()).doesNotContain("any online algorithm");
        double omega = Double.POSITIVE_INFINITY; // of μ = 2 and the smallest b, 1; the largest is 3
        for (int t = 1; t < result.horizon(); t++) {
            omega = 2 + 1 / (1 + 1 / omega);
        }
        assertThat(result.promise().ratio()).isCloseTo(1 + 3 / omega, within(1e-12));
    }

    @Test
    void measuresAreMeansOverTheRepeatsWithIntervals() {
        RunResult result = Experiment.of(walks()).play();
        Domain domain = result.domain().orElseThrow();
        List<Double> walked = new ArrayList<>();
        for (long seed = 5; seed < 8; seed++) {
            var instance = walks().instance(seed);
            Contestant contestant = Contestant.of(
                    walks().algorithms().get(1).policy(),
                    instance,
                    new Setting(3, 1, 4, walks().lambdaRule(instance), seed, 1));
            Actions at = instance.start();
            double sum = 0;
            for (int t = 1; t <= 4; t++) {
                Actions next = contestant.decide(t, at).actions();
                for (int i = 0; i < 3; i++) {
                    sum += Math.abs(next.get(i, 0) - at.get(i, 0));
                }
                at = next;
            }
            walked.add(sum);
        }
        assertThat(domain.values("robd", "walked")).isEqualTo(walked);
        JsonNode json = JsonMapper.shared().readTree(SummaryJson.of(result)).get("domain");
        assertThat(json.get("kind").asString()).isEqualTo("walks");
        assertThat(json.get("measures").get(0).get("better").asString()).isEqualTo("lower");
        JsonNode robd = json.get("algorithms").get(1);
        assertThat(robd.get("name").asString()).isEqualTo("robd");
        Statistics expected = Statistics.of(walked);
        assertThat(robd.get("walked").get("mean").asDouble()).isEqualTo(expected.mean());
        assertThat(robd.get("walked").get("low95").asDouble()).isEqualTo(expected.low95());
        assertThat(robd.get("walked").get("high95").asDouble()).isEqualTo(expected.high95());
    }

    @Test
    void theReportShowsMeasuresCurvesAndPicturesOfEveryPolicy() throws Exception {
        String page = Report.html(Experiment.of(walks()).play());
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        page.replaceFirst("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getTextContent())
                .contains(
                        "What it means for walks", "walked, m", "The way", "Where it went. The first repeat is shown.");
        assertThat(page)
                .contains("id=\"domain-p0-way\"", "id=\"domain-p1-way\"", "id=\"domain-p2-way\"", "id=\"domain-0-w\"");
        assertThat(page.split("<animate", -1)).hasSize(4);
        assertThat(page).contains("★ ", "not available").doesNotContain("★ not available");
    }

    @Test
    void aRunOfNoFieldSaysNothingOfOne() {
        Scenario plain = ScenarioReader.readText(
                "{horizon: 2, agents: 3, costs: {kind: drift}, graph: {kind: path}, algorithms: [local]}",
                "plain.yaml",
                Path.of(""),
                List.of());
        RunResult result = Experiment.of(plain).play();
        assertThat(result.domain()).isEmpty();
        assertThat(SummaryJson.of(result)).doesNotContain("domain");
        assertThat(Report.html(result)).doesNotContain("id=\"domain\"");
    }
}
