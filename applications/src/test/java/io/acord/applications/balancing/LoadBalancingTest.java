package io.acord.applications.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.lab.application.Domain;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Setting;
import io.acord.lab.report.Report;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.CostSource;
import io.acord.model.Actions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadBalancingTest {

    private static final ServerSettings RUNNING = new ServerSettings(0.4, 0.5, 1.58, 1, 4, 1, 1.25, 4, 1);

    private static Scenario scenario(String text) {
        return ScenarioReader.readText(text, "load-balancing.yaml", Path.of(""), List.of());
    }

    /**
     * Work is done, lost or waits, and boxes hold, whoever decides: the model's servers need not suffice, but no work
     * appears or disappears.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "acord",
                "acord: {iterations: 2}",
                "lpc: {radius: 1}",
                "local",
                "robd",
                "follow-the-minimizer",
                "opt"
            })
    void workIsConservedAndNoCentreHasMoreServersThanItHas(String policy) {
        Scenario scenario =
                scenario("{horizon: 30, agents: 7, beta: 3, costs: {kind: load-balancing, noise: 0.4}, algorithms: ["
                        + policy + "]}");
        long seed = scenario.seed();
        Centers centers = new MadeUpCenters(1.64, 0.4, 80, 600, 1500).draw(scenario.size(), seed, RUNNING);
        Instance instance = scenario.instance(seed);
        Contestant contestant = Contestant.of(
                scenario.algorithms().get(0).policy(),
                instance,
                new Setting(7, 2, 30, scenario.lambdaRule(instance), seed, 1));
        Routing routing = new Routing(centers);
        Actions at = instance.start();
        double demanded = 0;
        double done = 0;
        double lost = 0;
        for (int t = 1; t <= 30; t++) {
            at = contestant.decide(t, at).actions();
            double waitingBefore = routing.waiting();
            routing.hour(t, at);
            double[] now = new double[2];
            for (int i = 0; i < 7; i++) {
                for (int kind = 0; kind < 2; kind++) {
                    double on = centers.servers(at, i, kind);
                    assertThat(on).isBetween(-1e-9, centers.capacity(kind, i) + 1e-9);
                    assertThat(routing.busy(kind, i)).isBetween(0.0, on + 1e-9);
                    now[kind] += centers.demand(kind, t, i);
                }
            }
            assertThat(routing.done(0) + routing.lost()).isCloseTo(now[0], within(1e-9));
            assertThat(routing.done(1) + routing.waiting()).isCloseTo(now[1] + waitingBefore, within(1e-9));
            demanded += now[0] + now[1];
            done += routing.done(0) + routing.done(1);
            lost += routing.lost();
        }
        assertThat(done + lost + routing.waiting()).isCloseTo(demanded, within(1e-8));
        assertThat(lost).isNotNegative();
    }

    @Test
    void workGoesToTheCleanestLinkedCentreWithRoom() {
        double[][] carbon = {{500, 100, 300}};
        double[][][] demand = {{{5, 1, 1}}, {{2, 0, 0}}};
        Coupling.Builder edges = Coupling.builder(3, 2);
        MadeUpCenters.link(edges, 0, 1, 1);
        MadeUpCenters.link(edges, 0, 2, 1);
        Centers centers = new Centers(
                new double[][] {{9, 9, 9}, {9, 9, 9}},
                new double[] {1, 1, 1},
                new double[] {1, 1, 1},
                demand,
                carbon,
                edges.build(),
                RUNNING);
        Routing routing = new Routing(centers);
        routing.hour(1, Actions.flat(2, new double[] {2, 1, 3, 0, 1.5, 0}));
        assertThat(routing.busy(0, 0)).isEqualTo(2);
        assertThat(routing.busy(0, 1)).isEqualTo(3); // 1 of its own, 2 of the first
        assertThat(routing.busy(0, 2)).isEqualTo(1.5); // 1 of its own, 0.5 of the first
        assertThat(routing.lost()).isEqualTo(0.5);
        assertThat(routing.moved()).isEqualTo(2.5);
        assertThat(routing.waiting()).isEqualTo(1);
    }

    @Test
    void theShippedCentresShareTheBurdenBetterThanEveryCentreForItselfOverTwentySeeds() {
        String example = new LoadBalancingCosts().example().orElseThrow();
        Scenario shipped = scenario(example.substring(0, example.indexOf("algorithms:"))
                + "algorithms: [acord: {iterations: 12}, local]\n");
        assertThat(shipped.repeats()).isEqualTo(20);
        RunResult result = Experiment.of(shipped).play();
        assertThat(result.verdict().isKept()).isTrue();
        Domain domain = result.domain().orElseThrow();
        for (String measure : List.of("inequality", "emissionsPerWork")) {
            Statistics acord = Statistics.of(domain.values("acord", measure));
            Statistics local = Statistics.of(domain.values("local", measure));
            List<Double> saved = IntStream.range(0, 20)
                    .mapToObj(r -> domain.values("local", measure).get(r)
                            - domain.values("acord", measure).get(r))
                    .toList();
            assertThat(acord.mean()).as(measure).isLessThan(local.mean());
            assertThat(Statistics.of(saved).low95()).as(measure).isPositive();
        }
    }

    @Test
    void acordComesToWhatACentralisedSolveComesTo() {
        Domain domain = Experiment.of(scenario("{horizon: 20, agents: 6, costs: {kind: load-balancing},"
                        + " algorithms: [acord: {accuracy: 1e-10}, robd: {lambda: riccati}]}"))
                .play()
                .domain()
                .orElseThrow();
        for (String measure : List.of("inequality", "emissions", "lost", "turned")) {
            assertThat(domain.values("acord", measure).get(0))
                    .as(measure)
                    .isCloseTo(domain.values("robd", measure).get(0), within(1e-3));
        }
    }

    @Test
    void onlyWhatARegionBearsInAllIsCompared() {
        Instance instance = scenario("{horizon: 2, agents: 4, costs: {kind: load-balancing}, algorithms: [local]}")
                .instance(1);
        Coupling links = instance.round(1).coupling();
        assertThat(links.graph().edges()).isPositive();
        assertThat(links.isIsotropic(0)).isFalse();
        double[] x = new double[8];
        x[2 * links.graph().tail(0)] = 3; // interactive here, batch there
        x[2 * links.graph().head(0) + 1] = 3;
        assertThat(links.squaredDifference(0, x)).isZero();
        x[2 * links.graph().head(0) + 1] = 5;
        assertThat(links.squaredDifference(0, x)).isEqualTo(4);
    }

    /** Completing the square drops a constant and nothing else. */
    @Test
    void theHittingCostIsServiceAndCarbonButForAConstant() {
        var size = new CostSource.Size(List.of("a", "b", "c"), 2, 5);
        Centers centers = new MadeUpCenters(1.64, 0.1, 80, 600, 1500).draw(size, 5, RUNNING);
        for (int i = 0; i < 3; i++) {
            var cost = centers.costs(3)[i];
            double constant = Double.NaN;
            for (double share : new double[] {0, 0.3, 0.7, 1}) {
                double service = 0;
                double all = 0;
                double[] x = new double[2];
                for (int kind = 0; kind < 2; kind++) {
                    double s = share * centers.capacity(kind, i);
                    double needed = (kind == 0 ? 1.25 : 1) * centers.demand(kind, 3, i);
                    service += (kind == 0 ? 4 : 1) / 2.0 * (s - needed) * (s - needed);
                    all += s;
                    x[kind] = s * centers.scale(i);
                }
                // 0.4 kW and 1.58 at full load, tonnes for thousands of servers
                double carbon = 4 * all * 0.4 * 1.58 * centers.carbon(3, i) / 1000;
                double difference = cost.at(x) - service - carbon;
                constant = Double.isNaN(constant) ? difference : constant;
                assertThat(difference).isCloseTo(constant, within(1e-9));
            }
        }
    }

    @Test
    void ginisCoefficientIsZeroForEqualsAndNearOneForOneWhoBearsItAll() {
        assertThat(BalanceMeter.gini(new double[] {3, 3, 3})).isZero();
        assertThat(BalanceMeter.gini(new double[] {0, 0, 0, 8})).isCloseTo(0.75, within(1e-12));
        assertThat(BalanceMeter.gini(new double[] {1, 3})).isCloseTo(0.25, within(1e-12));
        assertThat(BalanceMeter.gini(new double[2])).isZero();
    }

    /** Two centres with one resident each and as many servers as they like, over an hour. */
    private static BalanceMeter watched(double interactive, double batch, double on) {
        Coupling.Builder edges = Coupling.builder(2, 2);
        MadeUpCenters.link(edges, 0, 1, 1);
        Centers centers = new Centers(
                new double[][] {{99, 99}, {99, 99}},
                new double[] {1, 1},
                new double[] {1, 1},
                new double[][][] {{{interactive, interactive}}, {{batch, batch}}},
                new double[][] {{100, 100}},
                edges.build(),
                RUNNING);
        BalanceMeter meter = new BalanceMeter(centers, List.of("a", "b"), true);
        Actions x = Actions.flat(2, new double[] {on, 0, on / 2, 0});
        meter.played(1, x, x);
        return meter;
    }

    private static List<Double> heights(BalanceMeter meter, List<Meter> all) {
        return Pattern.compile(" height=\"([^\"]*)\"")
                .matcher(meter.pictures("p", all).get(1).markup())
                .results()
                .map(found -> Double.parseDouble(found.group(1)))
                .toList();
    }

    @Test
    void barsOfAllPoliciesHaveOneAxisAndNoneIsCutOff() {
        BalanceMeter idle = watched(1, 0, 40);
        BalanceMeter busier = watched(1, 0, 80);
        BalanceMeter off = watched(0, 0, 0);
        List<Meter> all = List.of(idle, busier, off);
        List<Double> most = heights(busier, all);
        assertThat(most.get(0)).isEqualTo(125);
        assertThat(most.get(1)).isBetween(62.0, 64.0);
        assertThat(heights(idle, all).get(0)).isCloseTo(most.get(1), within(1.0));
        assertThat(heights(off, all)).containsOnly(0.0);
        assertThat(heights(off, List.of(off))).containsOnly(0.0);
    }

    @Test
    void whereNothingIsAskedForNothingIsLostOrWaits() {
        assertThat(watched(0, 0, 3).measures().values()).allMatch(Double::isFinite);
        watched(0, 2, 3)
                .measures()
                .forEach((measure, value) ->
                        assertThat(measure.key().equals("lost") ? value : 0.0).isZero());
    }

    @Test
    void theReportShowsServersEmissionsAndInequality() throws Exception {
        String page = Report.html(Experiment.of(
                        scenario(
                                "{horizon: 6, agents: 3, repeats: 2, costs: {kind: load-balancing}, algorithms: [acord, local]}"))
                .play());
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        page.replaceFirst("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
        assertThat(page)
                .contains("Servers on", "Emissions", "Inequality", "What each region bears", "domain-p1-burden");
    }
}
