package io.acord.applications.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.Boxed;
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
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadBalancingTest {

    private static final ServerSettings RUNNING = new ServerSettings(0.4, 0.5, 1.58, 1, 4, 0.5, 0.2, 6, 1.25, 4, 2, 3);

    private static Scenario scenario(String text) {
        return ScenarioReader.readText(text, "load-balancing.yaml", Path.of(""), List.of());
    }

    /** Work is done, lost or waits, and boxes hold, whoever decides: no work appears or disappears. */
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
    void workIsConservedAndNoneWaitsBeyondItsDeadline(String policy) {
        Scenario scenario = scenario("{horizon: 60, agents: 7, beta: 3, costs: {kind: load-balancing, noise: 0.4,"
                + " batch: 0.5, waiting: 0.2, deadline: 6, price: 4, electricity: 2, toggle: 3}, algorithms: ["
                + policy + "]}");
        long seed = scenario.seed();
        Centers centers = new MadeUpCenters(1.64, 0.4, 80, 600, 1500).draw(scenario.size(), seed, RUNNING);
        Instance instance = scenario.instance(seed);
        Contestant contestant = Contestant.of(
                scenario.algorithms().get(0).policy(),
                instance,
                new Setting(7, 2, 60, scenario.lambdaRule(instance), seed, 1));
        Routing routing = new Routing(centers);
        Actions at = instance.start();
        double waited = 0;
        for (int t = 1; t <= 60; t++) {
            at = contestant.decide(t, at).actions();
            double waitingBefore = routing.waiting();
            routing.hour(t, at);
            double interactive = 0;
            double batch = 0;
            for (int i = 0; i < 7; i++) {
                for (int kind = 0; kind < 2; kind++) {
                    assertThat(routing.on(kind, i)).isBetween(-1e-9, centers.capacity(kind, i) + 1e-9);
                    assertThat(routing.busy(kind, i)).isBetween(0.0, routing.on(kind, i) + 1e-9);
                }
                interactive += centers.hours().interactive(t, i);
                batch += centers.hours().batch(t, i);
                assertThat(centers.arrived(t, i) - centers.plannedWork(t, at, i))
                        .isBetween(-1e-9, centers.arrived(t, i) - centers.arrived(t - 6, i) + 1e-9);
            }
            assertThat(routing.done(0) + routing.lost()).isCloseTo(interactive, within(1e-9));
            assertThat(routing.done(1) + routing.waiting()).isCloseTo(batch + waitingBefore, within(1e-9));
            assertThat(routing.late()).isZero();
            waited = Math.max(waited, routing.waiting());
        }
        assertThat(waited > 0.01).isEqualTo(!policy.equals("follow-the-minimizer"));
    }

    /** Three centres over an hour or more, the first linked with the others. */
    private static Centers three(CenterHours hours, double batchServers) {
        Coupling.Builder edges = Coupling.builder(3, 2);
        edges.edge(0, 1, 1);
        edges.edge(0, 2, 1);
        return new Centers(
                new double[][] {{9, 9, 9}, {batchServers, batchServers, batchServers}},
                new double[] {100, 100, 100},
                new double[] {50, 50, 50},
                new double[] {1, 1, 1},
                hours,
                edges.build(),
                RUNNING);
    }

    private static double[][] hourly(int hours, double... centers) {
        double[][] all = new double[hours][];
        Arrays.fill(all, centers);
        return all;
    }

    @Test
    void interactiveWorkGoesToTheCleanestLinkedCentreWithRoom() {
        Centers centers = three(
                new CenterHours(
                        hourly(1, 5, 1, 1), hourly(1, 0, 0, 0), hourly(1, 500, 100, 300), hourly(1, 50, 50, 50)),
                9);
        Routing routing = new Routing(centers);
        routing.hour(1, Actions.flat(2, new double[] {2, 0, 3, 0, 1.5, 0}));
        assertThat(routing.busy(0, 0)).isEqualTo(2);
        assertThat(routing.busy(0, 1)).isEqualTo(3); // 1 of its own, 2 of the first
        assertThat(routing.busy(0, 2)).isEqualTo(1.5); // 1 of its own, 0.5 of the first
        assertThat(routing.lost()).isEqualTo(0.5);
        assertThat(routing.given(0)).isEqualTo(2.5);
        assertThat(List.of(routing.taken(0), routing.taken(1), routing.taken(2)))
                .containsExactly(0.0, 2.0, 0.5);
    }

    /** At the usual price the origin moves with demand, so that an action of −v · y lets y wait. */
    @Test
    void batchWorkIsDoneAsPlannedAsFarAsServersAllowAndIsNeverUndone() {
        Centers centers = three(
                new CenterHours(
                        hourly(9, 0, 0, 0), hourly(9, 2, 1, 0), hourly(9, 100, 100, 100), hourly(9, 50, 50, 50)),
                3);
        double v = Math.sqrt(0.5 / 3); // all weigh the same
        Routing routing = new Routing(centers);
        routing.hour(1, Actions.flat(2, new double[] {0, -v * 2, 0, 0, 0, 0}));
        assertThat(routing.busy(1, 0)).isCloseTo(0, within(1e-12)); // all of it waits
        assertThat(routing.busy(1, 1)).isCloseTo(1, within(1e-12));
        assertThat(routing.waiting()).isCloseTo(2, within(1e-12));
        routing.hour(2, Actions.flat(2, new double[] {0, 0, 0, -v * 1.5, 0, 0}));
        assertThat(routing.busy(1, 0)).isCloseTo(3, within(1e-12)); // 4 are planned, 3 servers are there
        assertThat(routing.waiting(0)).isCloseTo(1, within(1e-12));
        assertThat(routing.busy(1, 1)).isZero(); // 0.5 in all are planned, and 1 is done already
        assertThat(routing.waiting(1)).isCloseTo(1, within(1e-12));
        for (int t = 3; t <= 7; t++) {
            routing.hour(t, Actions.flat(2, new double[] {0, -v * 12, 0, 0, 0, 0}));
            assertThat(routing.late()).isZero();
        }
        routing.hour(8, Actions.flat(2, new double[] {0, -v * 14, 0, 0, 0, 0}));
        assertThat(routing.late()).isCloseTo(1, within(1e-12)); // 4 had come up by hour 2, 3 are done by hour 8
        assertThat(routing.waiting(0)).isCloseTo(13, within(1e-12));
    }

    /** What doing u costs in an hour is the model's switching cost, but for what everybody pays. */
    @Test
    void switchingCostsOfBatchWorkAreItsServersAndWhatTheHourIsDearerThanUsual() {
        double[][] carbon = {{100, 100, 100}, {300, 100, 100}};
        double[][] euros = {{50, 50, 50}, {50, -30, 50}};
        Centers centers = three(new CenterHours(hourly(2, 0, 0, 0), hourly(2, 2, 1, 0), carbon, euros), 9);
        double v = Math.sqrt(0.5 / 3);
        Actions before = Actions.flat(2, new double[] {0, v * 0.25, 0, v * 0.25, 0, 0});
        for (int i = 0; i < 2; i++) {
            double dearer = 0.632 * (4 * (carbon[1][i] - 100) / 1000 + 2 * (euros[1][i] - 50) / 1000);
            double constant = Double.NaN;
            for (double x : new double[] {-0.5, 0, 0.3, 2}) {
                Actions after = Actions.flat(2, new double[] {0, v * x, 0, v * x, 0, 0});
                double u = centers.plannedWork(2, after, i) - centers.plannedWork(1, before, i);
                double d = centers.hours().batch(2, i);
                double moved = v * x - v * 0.25;
                double switching = centers.switchingWeights(1)[i] / 2 * moved * moved;
                double difference = switching - 0.5 / 2 * (u - d) * (u - d) - dearer * u;
                constant = Double.isNaN(constant) ? difference : constant;
                assertThat(difference).isCloseTo(constant, within(1e-12));
            }
        }
    }

    @Test
    void whatWaitsIsHittingCostUntilItIsDone() {
        Centers centers = three(
                new CenterHours(
                        hourly(9, 0, 0, 0), hourly(9, 2, 1, 0), hourly(9, 100, 100, 100), hourly(9, 50, 50, 50)),
                9);
        double v = Math.sqrt(0.5 / 3);
        for (int t : new int[] {1, 5, 9}) {
            var cost = centers.costs(t)[0];
            double[] nothing = {0, 0};
            double waiting = 0.2 / 2 * 1.5 * 1.5;
            assertThat(cost.at(new double[] {0, -v * 1.5}) - cost.at(nothing)).isCloseTo(waiting, within(1e-12));
            assertThat(cost.at(new double[] {0, 1e-6})).isInfinite(); // before it has come up
            assertThat(cost.at(new double[] {0, -v * (Math.min(12, 2 * t) + 1e-6)}))
                    .isInfinite(); // six hours ago
        }
    }

    /** A year: what waits comes back, so that the end is like the middle and everybody has done the same work. */
    @Test
    void theBacklogOfAYearStaysBoundedAndWorkIsEqualWithinATenthOfAPercent() {
        Domain domain = Experiment.of(scenario("{horizon: 8760, agents: 4, beta: 0.2, optimum: none,"
                        + " costs: {kind: load-balancing, electricity: 10},"
                        + " algorithms: [acord: {iterations: 6}, local, robd, follow-the-minimizer]}"))
                .play()
                .domain()
                .orElseThrow();
        for (Domain.OfPolicy policy : domain.policies()) {
            double[] backlog = policy.series().get(1).get(0);
            double early = Arrays.stream(backlog, 0, 4380).max().orElseThrow();
            double late = Arrays.stream(backlog, 4380, 8760).max().orElseThrow();
            assertThat(late).as(policy.name()).isLessThanOrEqualTo(1.3 * early).isLessThan(24);
            assertThat(domain.values(policy.name(), "done").get(0)).isBetween(99.95, 100 + 1e-9);
            assertThat(domain.values(policy.name(), "late").get(0)).isZero();
        }
        assertThat(domain.charts().get(1).title()).isEqualTo("Backlog");
        assertThat(domain.values("acord", "waiting").get(0)).isPositive();
    }

    /** The hour before hour 10 that is a day before hour 11 is not known; then the last ones are repeated. */
    @Test
    void costsThatGoOnAsADayBeforeStartFromWhatHasComeUpByNow() {
        var size = new CostSource.Size(List.of("a", "b", "c"), 2, 60);
        Centers centers = new MadeUpCenters(1.64, 0.1, 80, 600, 1500).draw(size, 5, RUNNING);
        double[][] batch = new double[60][];
        double[][] interactive = new double[60][];
        double[][] carbon = new double[60][];
        double[][] euros = new double[60][];
        for (int t = 1; t <= 60; t++) {
            int then = t <= 30 ? t : t - 24; // every hour after the thirtieth is as a day before
            CenterHours data = centers.hours();
            batch[t - 1] = new double[] {data.batch(then, 0), data.batch(then, 1), data.batch(then, 2)};
            interactive[t - 1] =
                    new double[] {data.interactive(then, 0), data.interactive(then, 1), data.interactive(then, 2)};
            carbon[t - 1] = new double[] {data.carbon(then, 0), data.carbon(then, 1), data.carbon(then, 2)};
            euros[t - 1] = new double[] {data.price(then, 0), data.price(then, 1), data.price(then, 2)};
        }
        Centers repeating = three(new CenterHours(interactive, batch, carbon, euros), 9);
        for (int later : new int[] {31, 36, 37, 50}) {
            for (int i = 0; i < 3; i++) {
                double[] x = {1, 0};
                var known = (Boxed) repeating.costs(later)[i];
                var believed = (Boxed) repeating.continued(30, later, 24)[i];
                assertThat(believed.low(1)).isCloseTo(known.low(1), within(1e-9));
                assertThat(believed.high(1)).isCloseTo(known.high(1), within(1e-9));
                x[1] = (known.low(1) + known.high(1)) / 2;
                assertThat(believed.at(x)).isCloseTo(known.at(x), within(1e-9));
            }
        }
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
        for (String measure : List.of("inequality", "emissions", "lost", "waiting", "turned")) {
            assertThat(domain.values("acord", measure).get(0))
                    .as(measure)
                    .isCloseTo(domain.values("robd", measure).get(0), within(1e-3));
        }
    }

    @Test
    void whatRegionsBearIsComparedWithTheBatchWorkOfTheHour() {
        Centers centers = three(
                new CenterHours(
                        hourly(2, 5, 5, 5), hourly(2, 2, 1, 0), hourly(2, 100, 100, 100), hourly(2, 50, 50, 50)),
                9);
        Coupling links = centers.coupling(2);
        assertThat(links.graph().edges()).isEqualTo(2);
        // 3 + 2 here, 4 + 1 there: the same burden, whatever waits
        assertThat(links.squaredDifference(0, new double[] {3, 17, 4, -5, 0, 0}))
                .isCloseTo(0, within(1e-12));
        assertThat(links.squaredDifference(0, new double[] {3, 0, 6, 0, 0, 0})).isCloseTo(4, within(1e-12));
    }

    /** Completing the square drops a constant and nothing else. */
    @Test
    void theHittingCostOfInteractiveServersIsServiceAndWhatTheHourCostsButForAConstant() {
        var size = new CostSource.Size(List.of("a", "b", "c"), 2, 5);
        Centers centers = new MadeUpCenters(1.64, 0.1, 80, 600, 1500).draw(size, 5, RUNNING);
        for (int i = 0; i < 3; i++) {
            var cost = centers.costs(3)[i];
            double x1 = ((Boxed) cost).high(1); // nothing waits
            double constant = Double.NaN;
            for (double share : new double[] {0, 0.3, 0.7, 1}) {
                double s = share * centers.capacity(0, i);
                double needed = 1.25 * centers.hours().interactive(3, i);
                double service = 4 / 2.0 * (s - needed) * (s - needed);
                // 0.4 kW and 1.58 at full load, MWh for thousands of servers
                double energy = s * 0.4 * 1.58;
                double hour = 4 * energy * centers.hours().carbon(3, i) / 1000
                        + 2 * energy * centers.hours().price(3, i) / 1000;
                double difference = cost.at(new double[] {s * centers.scale(i), x1}) - service - hour;
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

    /** Three centres with one thousand residents each, over an hour. */
    private static BalanceMeter watched(double interactive, double batch, double on) {
        BalanceMeter meter = new BalanceMeter(
                three(
                        new CenterHours(
                                hourly(1, interactive, interactive, 0),
                                hourly(1, batch, batch, 0),
                                hourly(1, 100, 100, 100),
                                hourly(1, 50, 50, 50)),
                        9),
                List.of("a", "b", "c"),
                true);
        Actions x = Actions.flat(2, new double[] {on, 0, on / 2, 0, 0, 0});
        meter.played(1, x, x);
        return meter;
    }

    private static double value(BalanceMeter meter, String key) {
        return meter.measures().entrySet().stream()
                .filter(entry -> entry.getKey().key().equals(key))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /**
     * By hand: 0.632 kW a busy server, half of it idle, an hour of it to turn one. Interactive: the first has 4 servers
     * on for 6, its neighbour 9 for 1, so that 2 are moved. Batch: 2 come up in each, all are done in the first and 0.5
     * wait in the second; 2 were on before the first hour.
     */
    @Test
    void measuresOfAnHourAreWhatOneFindsByHand() {
        Centers centers = three(
                new CenterHours(
                        hourly(1, 6, 1, 0), hourly(1, 2, 2, 0), hourly(1, 200, 100, 100), hourly(1, 40, -20, 50)),
                9);
        BalanceMeter meter = new BalanceMeter(centers, List.of("a", "b", "c"), true);
        double v = Math.sqrt(0.5 / 3);
        // the first hour is dearer than usual in one and cheaper in the other, which the origin knows
        double first = 0.632 * (4 * 0.1 + 2 * -0.01) / 0.5;
        double second = 0.632 * 2 * -0.07 / 0.5;
        Actions before = Actions.flat(2, new double[] {4, 0, 8, 0, 0, 0});
        Actions x = Actions.flat(2, new double[] {4, v * first, 9, v * (second - 0.5), 0, 0});
        meter.played(1, before, x);
        double energyOfFirst = 0.632 * (4 + 2);
        double energyOfSecond = 0.632 * ((9 + 3) / 2.0 + 1.5) + 0.632 * (1 + 0.5);
        double waiting = 0.632 * 0.5;
        double tonnes = energyOfFirst * 0.2 + energyOfSecond * 0.1 + waiting * 0.1;
        assertThat(value(meter, "energy")).isCloseTo(energyOfFirst + energyOfSecond, within(1e-12));
        assertThat(value(meter, "emissions")).isCloseTo(tonnes, within(1e-12));
        assertThat(value(meter, "emissionsPerWork")).isCloseTo(1000 * tonnes / 11, within(1e-9));
        assertThat(value(meter, "electricity"))
                .isCloseTo((energyOfFirst * 40 - energyOfSecond * 20 + waiting * 50) / 1000, within(1e-12));
        assertThat(value(meter, "done")).isCloseTo(100 * 10.5 / 11, within(1e-9));
        assertThat(value(meter, "lost")).isZero();
        assertThat(value(meter, "waiting")).isCloseTo(0.5 / 4, within(1e-12));
        assertThat(value(meter, "backlog")).isCloseTo(0.5 / 4, within(1e-12));
        assertThat(value(meter, "late")).isZero();
        assertThat(value(meter, "moved")).isCloseTo(100 * 2 / 7.0, within(1e-12));
        assertThat(value(meter, "turned")).isCloseTo(1.5, within(1e-12));
        double a = energyOfFirst * 0.2;
        double b = energyOfSecond * 0.1;
        // Gini of (0, b, a) with 0 < b < a: (2a) / (3 (a + b)) as (−2·0 + 0·b + 2·a) / (3 · sum)
        assertThat(value(meter, "inequality")).isCloseTo(2 * Math.max(a, b) / (3 * (a + b)), within(1e-12));
    }

    /**
     * By hand, over eight hours. Interactive: the first has 4 servers on for 6, its neighbour 2 for 1, so that 1 moves
     * and 1 is lost. Batch: 2 come up in each of the first two hours, 0.375 can be done an hour, so that 3 are done of
     * the 4 that are due after six hours more.
     */
    @Test
    void lostAndLateWorkIsWhatOneFindsByHand() {
        double[][] batch = hourly(8, 0, 0, 0);
        batch[0] = new double[] {2, 0, 0};
        batch[1] = new double[] {2, 0, 0};
        Centers centers = three(
                new CenterHours(hourly(8, 6, 1, 0), batch, hourly(8, 100, 100, 100), hourly(8, 50, 50, 50)), 0.375);
        BalanceMeter meter = new BalanceMeter(centers, List.of("a", "b", "c"), false);
        Actions x = Actions.flat(2, new double[] {4, 0, 2, 0, 0, 0});
        for (int t = 1; t <= 8; t++) {
            meter.played(t, x, x);
        }
        assertThat(value(meter, "lost")).isCloseTo(100 / 7.0, within(1e-9));
        assertThat(value(meter, "moved")).isCloseTo(100 / 7.0, within(1e-9));
        assertThat(value(meter, "late")).isCloseTo(25, within(1e-9));
        assertThat(value(meter, "done")).isCloseTo(100 * (48 + 3) / 60.0, within(1e-9));
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
