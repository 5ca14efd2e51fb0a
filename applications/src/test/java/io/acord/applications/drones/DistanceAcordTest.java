package io.acord.applications.drones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.report.Report;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The paper's penalties on distances: what can be said of a policy of which nothing is promised. */
class DistanceAcordTest {

    private static Scenario scenario(String text) {
        return ScenarioReader.readText(text, "drones.yaml", Path.of(""), List.of());
    }

    private static String flight(String penalty, String more) {
        return "{horizon: 12, agents: 9, " + more
                + ", costs: {kind: drones, gust: 3, obstacles: 3}, algorithms: [distance-acord: {penalty: " + penalty
                + ", experimental: true, r-min: 2}]}";
    }

    /**
     * Both halves at the midpoint are the penalty, and so are their gradients: Equations for γᵃ and γᵇ, with the
     * corrected reading (E27).
     */
    @ParameterizedTest
    @EnumSource
    void halvesAtTheMidpointAreThePenalty(DistancePenalty penalty) {
        for (double r : new double[] {0.3, 1, 1.5, 4}) {
            double k = penalty.stiffness(3, 1.2);
            double squared = r * r / 4;
            assertThat(2 * penalty.half(k, squared, 1.2))
                    .isCloseTo(penalty.at(k, r, 1.2), within(1e-12 * k * r * r * 100));
            double h = 1e-6;
            double slopeOfWhole = (penalty.at(k, r + h, 1.2) - penalty.at(k, r - h, 1.2)) / (2 * h);
            // along the line between the two: d/dp half = 2 slope u, u = r/2
            assertThat(2 * penalty.slope(k, squared, 1.2) * r / 2)
                    .isCloseTo(slopeOfWhole, within(1e-5 * (1 + Math.abs(slopeOfWhole))));
        }
        // theory 9.2: d = 1, distance 0.3 and 1.5
        assertThat(DistancePenalty.GAMMA_B.at(1, 0.3, 1)).isCloseTo(9.20, within(0.005));
        assertThat(DistancePenalty.GAMMA_B.at(1, 1.5, 1)).isCloseTo(0.694, within(0.0005));
    }

    /** With the stiffness that is chosen a small error of distance costs what the offset model charges for it. */
    @ParameterizedTest
    @EnumSource
    void nearThePlannedDistanceAPenaltyCostsWhatOffsetsDo(DistancePenalty penalty) {
        double off = 1e-4;
        assertThat(penalty.at(penalty.stiffness(7, 10), 10 + off, 10) / (7 * off * off / 2))
                .isCloseTo(1, within(1e-4));
    }

    @ParameterizedTest
    @CsvSource({"GAMMA_A, 2, 0", "GAMMA_A, 3, 1", "GAMMA_B, 2, 2", "GAMMA_B, 3, 3"})
    void whereNobodyMovesAnyMoreTheGradientOfAllCostsTogetherIsZero(DistancePenalty penalty, int d, long seed) {
        Scenario scenario = scenario("{horizon: 1, agents: 8, beta: 2, dimension: " + d
                + ", costs: {kind: drones, gust: 2, obstacles: 0}, algorithms: [local]}");
        Instance instance = scenario.instance(seed);
        Flight flight = ((DroneCosts.Formation) scenario.costs()).flight(scenario.size(), seed);
        LambdaRule rule = scenario.lambdaRule(instance);
        Setting setting = new Setting(8, d, 1, rule, seed, 1);
        Policy policy = flown(new DistanceAcord.Settings(penalty, 1200, 1, 1), flight);
        Actions previous = Actions.zero(8, d);
        Actions y = Contestant.of(policy, instance, setting).decide(1, previous).actions();
        Round round = instance.round(1);
        double[] lambda = new io.acord.recipe.Lambdas(rule, 8).of(round);
        double[] flat = new double[8 * d];
        for (int i = 0; i < 8; i++) {
            y.copyTo(i, flat, i * d);
        }
        double largest = 0;
        for (int v = 0; v < flat.length; v++) {
            double h = 1e-5;
            double[] up = flat.clone();
            up[v] += h;
            double[] down = flat.clone();
            down[v] -= h;
            double gradient =
                    (coupled(penalty, flight, round, lambda, up) - coupled(penalty, flight, round, lambda, down))
                            / (2 * h);
            largest = Math.max(largest, Math.abs(flat[v]));
            assertThat(gradient).as("coordinate %d", v).isCloseTo(0, within(1e-5));
        }
        assertThat(largest).isGreaterThan(0.1); // somebody was pushed at all
    }

    /** Σ f + λ/2 ‖y − 0‖² + Σ_edges γ, computed the plain way. */
    private static double coupled(DistancePenalty penalty, Flight flight, Round round, double[] lambda, double[] y) {
        int d = round.dimension();
        double[] slots = flight.slots(1);
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            double[] own = Arrays.copyOfRange(y, i * d, (i + 1) * d);
            sum += round.cost(i).at(own);
            for (double c : own) {
                sum += lambda[i] * round.switchingWeight(i) / 2 * c * c;
            }
        }
        Graph graph = round.coupling().graph();
        double[] p = slots.clone();
        for (int v = 0; v < p.length; v++) {
            p[v] += y[v];
        }
        for (int e = 0; e < graph.edges(); e++) {
            double planned = NearPairs.distance(slots, d, graph.tail(e), graph.head(e));
            double r = NearPairs.distance(p, d, graph.tail(e), graph.head(e));
            sum += penalty.at(penalty.stiffness(round.beta(), planned), r, planned);
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"gamma-a, 2, 0.01", "gamma-a, 3, 2", "gamma-b, 2, 0.01", "gamma-b, 3, 2"})
    void noGustBringsNeighboursNearerThanTheGuardAllows(String penalty, int d, double beta) {
        double nearest = Double.POSITIVE_INFINITY;
        for (long seed = 1; seed <= 12; seed++) {
            Scenario scenario =
                    scenario("{seed: " + seed + ", horizon: 12, agents: 9, beta: " + beta + ", dimension: " + d
                            + ", costs: {kind: drones, gust: 8, shared: 0, obstacles: 3, separation: 4}, algorithms: [distance-acord: {penalty: "
                            + penalty
                            + ", experimental: true, r-min: 4, iterations: 8}]}");
            List<Actions> flown = flown(scenario, seed, 1);
            Flight flight = ((DroneCosts.Formation) scenario.costs()).flight(scenario.size(), seed);
            List<Coupling> neighbors = flight.neighbors();
            for (int t = 1; t <= 12; t++) {
                double[] p = flight.slots(t);
                for (int v = 0; v < p.length; v++) {
                    p[v] += flown.get(t - 1).get(v / d, v % d);
                }
                Graph graph = neighbors.get(t - 1).graph();
                for (int e = 0; e < graph.edges(); e++) {
                    double apart = NearPairs.distance(p, d, graph.tail(e), graph.head(e));
                    assertThat(apart).as("seed %d, round %d", seed, t).isGreaterThanOrEqualTo(4 - 1e-9);
                    nearest = Math.min(nearest, apart);
                }
            }
        }
        if (beta < 1) {
            assertThat(nearest).as("somebody was held by the guard").isLessThan(4.001);
        }
    }

    private static List<Actions> flown(Scenario scenario, long seed, int threads) {
        Instance instance = scenario.instance(seed);
        Contestant contestant = Contestant.of(
                scenario.algorithms().get(0).policy(),
                instance,
                new Setting(
                        instance.agents(),
                        instance.dimension(),
                        instance.horizon(),
                        scenario.lambdaRule(instance),
                        seed,
                        threads));
        List<Actions> flown = new ArrayList<>();
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            at = contestant.decide(t, at).actions();
            flown.add(at);
        }
        return flown;
    }

    /**
     * Slots may not coincide, but where drones were last may be anywhere, by another policy or after a jump of the
     * plan.
     */
    @ParameterizedTest
    @EnumSource
    void dronesThatWereAtOnePlaceComeApart(DistancePenalty penalty) {
        Flight flight = new Flight(
                new FlightPlan(
                        new Track(new double[] {0, 10}, new double[][] {{0, 0}, {50, 0}}),
                        List.of(
                                new Track(new double[] {0}, new double[][] {{0, -2}}),
                                new Track(new double[] {0}, new double[][] {{0, 2}})),
                        List.of(),
                        2),
                new FlightSettings(1, 0.2, 20, 1, 12.5, 2),
                10);
        HittingCost[] sameTarget = {Quadratic.alpha(5, new double[] {0, 2}), Quadratic.alpha(5, new double[] {0, -2})};
        Round round = Round.builder(2, 2).edge(0, 1).costs(sameTarget).beta(1).build();
        Actions meeting = Actions.flat(2, new double[] {0, 2, 0, -2}); // both at the route
        Setting setting = new Setting(2, 2, 10, LambdaRule.fixed(1), 1, 1);
        Policy policy = flown(new DistanceAcord.Settings(penalty, 50, 1, 1.5), flight);
        Actions y = Contestant.of(policy, new FixedRounds(List.of(round)), setting)
                .decide(1, meeting)
                .actions();
        double apart = Math.hypot(y.get(1, 0) - y.get(0, 0), 4 + y.get(1, 1) - y.get(0, 1));
        assertThat(apart).isGreaterThanOrEqualTo(1.5 - 1e-9).isLessThan(4);
    }

    private static Policy flown(DistanceAcord.Settings settings, Flight flight) {
        return new DistanceAcord.Flown("distance-acord", settings, seed -> flight);
    }

    @Test
    void threadsDoNotChangeABit() {
        for (String penalty : List.of("gamma-a", "gamma-b")) {
            RunResult one = Experiment.of(scenario(flight(penalty, "repeats: 3, threads: 1")))
                    .play();
            RunResult many = Experiment.of(scenario(flight(penalty, "repeats: 3, threads: 4")))
                    .play();
            assertThat(many.algorithms().get(0).costs())
                    .isEqualTo(one.algorithms().get(0).costs());
        }
    }

    @Test
    void everyTableSaysThatNothingIsGuaranteed() {
        RunResult run = Experiment.of(scenario(flight("gamma-a", "repeats: 2"))).play();
        AlgorithmResult result = run.algorithms().get(0);
        assertThat(result.bound()).isEmpty();
        assertThat(result.meanCertificate()).isEmpty();
        assertThat(SummaryJson.of(run)).contains("\"caveat\":\"experimental, no guarantee: not convex\"");
        assertThat(Report.html(run)).contains("experimental, no guarantee: not convex");
    }

    @Test
    void withoutTheWordExperimentalItIsRefusedWithTheReason() {
        assertThatThrownBy(
                        () -> scenario(
                                "{horizon: 3, agents: 4, costs: {kind: drones}, algorithms: [distance-acord: {penalty: gamma-b}]}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("experimental")
                .hasMessageContaining("not convex");
    }

    @Test
    void othersThanDronesAndAGuardWiderThanSlotsAreRefused() {
        assertThatThrownBy(
                        () -> scenario(
                                "{horizon: 3, agents: 4, costs: {kind: drift}, graph: {kind: ring}, algorithms: [distance-acord: {experimental: true}]}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("kind: drones");
        assertThatThrownBy(
                        () -> scenario(
                                "{horizon: 3, agents: 4, costs: {kind: drones, separation: 2}, algorithms: [distance-acord: {experimental: true, r-min: 3}]}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("r-min")
                .hasMessageContaining("separation");
    }
}
