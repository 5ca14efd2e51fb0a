package io.acord.applications.pricing;

import static io.acord.applications.Measured.measure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.application.Domain;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Theory 9.1 and E26. */
class PricingTest {

    @TempDir
    private Path folder;

    private static final String FILES =
            "costs: {kind: pricing, demand: d.csv, substitutes: s.csv, prices: p.csv}\nalgorithms: [acord: {iterations: 9}, robd, local, opt]\n";

    /** Three products over four rounds, the memory of which changes; effects differ by direction. */
    private static final String DEMAND = """
            round,product,base_units,slope_units_per_eur,memory_units_per_eur
            1,tea,120,9,1
            1,coffee,200,12,2
            1,cocoa,80,7,0.5
            2,tea,150,9.5,1.5
            2,coffee,180,12,1
            2,cocoa,90,7,1
            3,tea,100,9,0.5
            3,coffee,220,13,3
            3,cocoa,60,7,0
            4,tea,130,9,1
            4,coffee,210,12,2
            4,cocoa,70,7,0.25
            """;

    private static final String SUBSTITUTES = """
            product,other,effect_units_per_eur
            tea,coffee,2
            coffee,tea,1
            cocoa,coffee,1.5
            """;

    private static final String PRICES = "product,price_eur\ncoffee,9\ntea,8\ncocoa,7\n";

    private Scenario files(String demand, String substitutes, String prices, String... sets) throws IOException {
        Files.writeString(folder.resolve("d.csv"), demand);
        Files.writeString(folder.resolve("s.csv"), substitutes);
        Files.writeString(folder.resolve("p.csv"), prices);
        return ScenarioReader.readText(FILES, "s.yaml", folder, List.of(sets));
    }

    private static Scenario example(String... sets) {
        return ScenarioReader.readText(
                ScenarioReader.examples().getOrDefault("pricing", ""), "pricing.yaml", Path.of(""), List.of(sets));
    }

    /** d of every product and round by the demand model as it is written down, each direction by itself. */
    private static double[][] sold(double[][] x) {
        double[][][] demand = {
            {{120, 9, 1}, {200, 12, 2}, {80, 7, 0.5}},
            {{150, 9.5, 1.5}, {180, 12, 1}, {90, 7, 1}},
            {{100, 9, 0.5}, {220, 13, 3}, {60, 7, 0}},
            {{130, 9, 1}, {210, 12, 2}, {70, 7, 0.25}}
        };
        double[][] effect = {{0, 2, 0}, {1, 0, 0}, {0, 1.5, 0}};
        double[][] all = new double[4][3];
        for (int t = 1; t <= 4; t++) {
            for (int i = 0; i < 3; i++) {
                double[] d = demand[t - 1][i];
                double sold = d[0] - d[1] * x[t][i] + d[2] * x[t - 1][i];
                for (int j = 0; j < 3; j++) {
                    sold += effect[i][j] * x[t][j];
                }
                all[t - 1][i] = sold;
            }
        }
        return all;
    }

    /** Σ x d. */
    private static double revenue(double[][] x) {
        double[][] sold = sold(x);
        double sum = 0;
        for (int t = 1; t <= 4; t++) {
            for (int i = 0; i < 3; i++) {
                sum += x[t][i] * sold[t - 1][i];
            }
        }
        return sum;
    }

    private static double cost(Instance instance, double[][] x) {
        double sum = 0;
        for (int t = 1; t < x.length; t++) {
            Cost cost = instance.round(t).cost(Actions.scalars(x[t]), Actions.scalars(x[t - 1]));
            sum += cost.total();
        }
        return sum;
    }

    /** Whatever the prices, cost and revenue sum to the same: who minimises the one maximises the other. */
    @Test
    void costIsAConstantLessRevenue() throws IOException {
        Instance instance = files(DEMAND, SUBSTITUTES, PRICES).instance(1);
        assertThat(instance.start()).isEqualTo(Actions.scalars(8, 9, 7));
        SeededRandom random = new SeededRandom(3);
        double expected = Double.NaN;
        for (int k = 0; k < 100; k++) {
            double[][] x = new double[5][3];
            x[0] = new double[] {8, 9, 7};
            for (int t = 1; t <= 4; t++) {
                Arrays.setAll(x[t], i -> random.uniform(-50, 50));
            }
            double sum = cost(instance, x) + revenue(x);
            expected = k == 0 ? sum : expected;
            assertThat(sum).isCloseTo(expected, within(1e-9 * (Math.abs(expected) + cost(instance, x))));
        }
    }

    /** Revenue only knows the mean of both directions; what each product sells does not. */
    @Test
    void whatSellsKnowsEachDirectionByItself() throws IOException {
        SeededRandom random = new SeededRandom(5);
        for (int k = 0; k < 20; k++) {
            double[][] x = new double[5][3];
            x[0] = new double[] {8, 9, 7};
            Meter meter =
                    files(DEMAND, SUBSTITUTES, PRICES).instance(1).meter(false).orElseThrow();
            for (int t = 1; t <= 4; t++) {
                Arrays.setAll(x[t], i -> random.uniform(5, 30));
                meter.played(t, Actions.scalars(x[t - 1]), Actions.scalars(x[t]));
            }
            double[] sold =
                    Arrays.stream(sold(x)).flatMapToDouble(Arrays::stream).toArray();
            assertThat(measure(meter, "units")).isCloseTo(Arrays.stream(sold).sum(), within(1e-9));
            double negative = Arrays.stream(sold).filter(d -> d < 0).count();
            assertThat(measure(meter, "impossible")).isCloseTo(100 * negative / 12, within(1e-9));
            assertThat(measure(meter, "revenue")).isCloseTo(revenue(x), within(1e-8));
        }
    }

    /** They have no edge, for their mean is 0, and sell nevertheless. */
    @Test
    void directionsThatCancelOutStillSell() throws IOException {
        String cancelling = "product,other,effect_units_per_eur\ntea,coffee,2\ncoffee,tea,-2\n";
        Instance instance = files(DEMAND, cancelling, PRICES).instance(1);
        assertThat(instance.round(1).coupling().graph().edges()).isZero();
        Meter meter = instance.meter(false).orElseThrow();
        meter.played(1, Actions.scalars(8, 9, 7), Actions.scalars(10, 0, 0));
        // tea 120 − 90 + 8, coffee 200 − 20 + 18, cocoa 80 + 3.5
        assertThat(measure(meter, "units")).isCloseTo(38 + 198 + 83.5, within(1e-9));
    }

    @Test
    void aPriceThatWasZeroMovesByAllOfItself() throws IOException {
        Meter meter =
                files(DEMAND, SUBSTITUTES, PRICES).instance(1).meter(false).orElseThrow();
        meter.played(1, Actions.scalars(0, 0, 8), Actions.scalars(10, 0, 4));
        for (int t = 2; t <= 4; t++) {
            meter.played(t, Actions.scalars(10, 0, 4), Actions.scalars(10, 0, 4));
        }
        assertThat(measure(meter, "priceChange")).isCloseTo((100 + 0 + 50) / 3.0 / 4, within(1e-9));
    }

    @Test
    void moreLinksThanAGraphHasRoomForAreRefused() {
        assertThatThrownBy(() -> example("agents=2000000", "costs.links=1000"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("at most 536 with 2000000 products");
    }

    /** The target is a/(2ξ), not the a/ξ of the paper, and the switching weight b, not 1 (E26). */
    @Test
    void theAlgebraIsTheCorrectedOne() throws IOException {
        Instance instance = files(DEMAND, SUBSTITUTES, PRICES).instance(1);
        double xi = 9 - 1.5 - (1 + 1.5) / 2; // k − γ − (b_1 + b_2)/2
        assertThat(instance.round(1).mu(0)).isCloseTo(2 * xi, within(1e-12));
        assertThat(instance.round(1).cost(0).at(new double[] {120 / (2 * xi)})).isCloseTo(0, within(1e-12));
        assertThat(instance.round(4).mu(0)).isCloseTo(2 * (9 - 1.5 - 0.5), within(1e-12)); // b_5 = 0
        assertThat(instance.round(3).switchingWeight(1)).isEqualTo(3);
        assertThat(instance.round(1).coupling().weight(0))
                .as("2γ of tea and coffee")
                .isEqualTo(3);
    }

    /** The same with every policy, as the run reports it, and with the optimum of both. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void reportedRevenueAndCostSumToTheSameForEveryPolicy(long seed) {
        Scenario scenario = example(
                "repeats=1",
                "seed=" + seed,
                "agents=60",
                "horizon=20",
                "algorithms=[acord: {iterations: 4}, lpc: {radius: 1}, robd, myopic, local, local-robd, follow-the-minimizer, consensus, opt]");
        RunResult result = Experiment.of(scenario).play();
        Domain domain = result.domain().orElseThrow();
        List<Double> sums = new ArrayList<>();
        double best = Double.NEGATIVE_INFINITY;
        for (var algorithm : result.algorithms()) {
            double revenue = domain.values(algorithm.name(), "revenue").get(0);
            sums.add(revenue + algorithm.totals().get(0));
            best = Math.max(best, revenue);
        }
        assertThat(sums).allSatisfy(sum -> assertThat(sum).isCloseTo(sums.get(0), within(1e-9 * sums.get(0))));
        assertThat(domain.values("opt", "revenue").get(0)).isEqualTo(best);
    }

    @Test
    void acordSellsForMoreThanProductsForThemselvesDoInTheExample() {
        RunResult result = Experiment.of(example("algorithms=[acord: {iterations: 12}, local]"))
                .play();
        Domain domain = result.domain().orElseThrow();
        assertThat(better(domain, "revenue").low95()).isPositive();
        assertThat(better(domain, "flapping").high95()).isNegative();
        assertThat(domain.values("acord", "impossible")).containsOnly(0.0);
        assertThat(result.verdict().isKept()).isTrue();
    }

    /** acord − local over the seeds, pairwise. */
    private static Statistics better(Domain domain, String measure) {
        List<Double> acord = domain.values("acord", measure);
        List<Double> local = domain.values("local", measure);
        assertThat(acord).hasSize(20);
        return Statistics.of(IntStream.range(0, 20)
                .mapToObj(r -> acord.get(r) - local.get(r))
                .toList());
    }

    @Test
    void tenThousandProductsAreLinkedAsInAShop() {
        CoPurchases graph = CoPurchases.draw(10_000, 3, 0.8, new SeededRandom(7));
        Set<Long> known = new HashSet<>();
        List<List<Integer>> near = new ArrayList<>();
        IntStream.range(0, 10_000).forEach(i -> near.add(new ArrayList<>()));
        for (int e = 0; e < graph.edges(); e++) {
            assertThat(graph.tail(e)).isLessThan(graph.head(e));
            assertThat(known.add(10_000L * graph.tail(e) + graph.head(e))).isTrue();
            near.get(graph.tail(e)).add(graph.head(e));
            near.get(graph.head(e)).add(graph.tail(e));
        }
        double clustering = 0;
        int most = 0;
        for (List<Integer> neighbors : near) {
            most = Math.max(most, neighbors.size());
            long closed = 0;
            for (int a : neighbors) {
                for (int b : neighbors) {
                    closed += a < b && known.contains(10_000L * a + b) ? 1 : 0;
                }
            }
            double pairs = neighbors.size() * (neighbors.size() - 1) / 2.0;
            clustering += pairs == 0 ? 0 : closed / pairs / 10_000;
        }
        assertThat(2.0 * graph.edges() / 10_000).isBetween(5.9, 6.0);
        assertThat(clustering).isBetween(0.3, 0.6);
        assertThat(most).as("a few are linked with very many").isGreaterThan(100);
    }

    @Test
    void theExampleReadsAsTheSameScenarioWhenWrittenOut() {
        Scenario scenario = example("repeats=1", "agents=5", "horizon=3");
        Scenario again = ScenarioReader.readText(scenario.canonical(), "again.yaml", Path.of(""), List.of());
        assertThat(again.start()).isEqualTo(scenario.start());
        assertThat(again.instance(7).round(2).cost(4).at(new double[] {3}))
                .isEqualTo(scenario.instance(7).round(2).cost(4).at(new double[] {3}));
    }

    @Test
    void whatTheMarketDecidesIsNoBusinessOfTheScenario() {
        for (String key : List.of("beta=2", "start=3", "graph={kind: ring}")) {
            assertThatThrownBy(() -> example(key))
                    .hasMessageContaining(key.substring(0, key.indexOf('=')))
                    .hasMessageContaining("no such key, because");
        }
    }

    @Test
    void everyMeasureSaysWhatItMeansAndIsFinite() {
        RunResult result =
                Experiment.of(example("repeats=2", "agents=20", "horizon=5")).play();
        for (Domain.OfPolicy policy : result.domain().orElseThrow().policies()) {
            Map<Measure, Double> measures = policy.first().measures();
            assertThat(measures.keySet()).extracting(Measure::key).doesNotHaveDuplicates();
            assertThat(measures.values()).allMatch(Double::isFinite);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "d | 1,tea,120 | 1,tea,-120 | d.csv:2:7: base_units | is -120.0 | nobody buys less than nothing",
                "d | 1,tea,120,9 | 1,tea,120,-9 | d.csv:2:11: slope_units_per_eur | is -9.0 | no best price",
                "d | 2,cocoa,90,7,1 | 2,cocoa,90,1,1 | d.csv:7: slope of cocoa | is 1.0 | more than 1.25",
                "d | 2,cocoa,90,7,1 | 2,cocoa,90,1.2500000000000002,1 | d.csv:7: slope of cocoa | best price is | more than 1.25",
                "d | 2,cocoa,90,7,1 | 3,cocoa,90,7,1 | d.csv:10:1: round | is 3 for cocoa, the same as line 7 | times that ascend",
                "d | slope_units_per_eur | slope_units_per_usd | d.csv:1: column \"slope_units_per_usd\" | unit that is not known | slope_units_per_eur or slope_thousand_units_per_eur",
                "d | base_units | base | d.csv:1: column \"base\" | does not say its unit | base_units",
                "s | tea,coffee,2 | tea,coffee,-2 | s.csv:2:12: effect_units_per_eur | the two are complements | gamma (x_i + x_j)^2",
                "s | tea,coffee,2 | tee,coffee,2 | s.csv:2:1: product | is \"tee\" | a product of the demand file",
                "s | coffee,tea,1 | tea,coffee,1 | s.csv:3:1: product | has had this other before | every pair once",
                "s | coffee,tea,1 | tea,tea,1 | s.csv:3:5: other | is the product itself | another product",
                "s | product,other,effect_units_per_eur | product,other,effect | s.csv:1:15: column \"effect\" | is not known | effect_units_per_eur",
                "p | coffee,9 | coffee,-9 | p.csv:2:8: price_eur | is -9.0 | nobody is paid for buying",
                "p | tea,8 | coffee,8 | p.csv:3:1: product | is there twice | one line a product",
                "p | coffee,9; | `` | p.csv | has no line for coffee | the price of every product",
            })
    void badMarketsAreRefusedWithTheirPlace(
            String file, String right, String wrong, String where, String found, String needed) {
        String from = right.replace(";", "\n");
        BadInputException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                BadInputException.class,
                () -> files(
                        file.equals("d") ? DEMAND.replaceFirst(java.util.regex.Pattern.quote(from), wrong) : DEMAND,
                        file.equals("s")
                                ? SUBSTITUTES.replaceFirst(java.util.regex.Pattern.quote(from), wrong)
                                : SUBSTITUTES,
                        file.equals("p") ? PRICES.replaceFirst(java.util.regex.Pattern.quote(from), wrong) : PRICES));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).endsWith(where);
        assertThat(complaint.found()).contains(found);
        assertThat(complaint.needed()).contains(needed);
    }

    @Test
    void complementsInOneDirectionWillDoIfTheOtherMakesUpForIt() throws IOException {
        Instance instance = files(DEMAND, SUBSTITUTES.replace("coffee,tea,1", "coffee,tea,-1"), PRICES)
                .instance(1);
        assertThat(instance.round(1).coupling().weight(0)).isEqualTo(1);
    }

    @Test
    void allFilesAreComplainedAboutAtOnce() {
        BadInputException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                BadInputException.class,
                () -> files(
                        DEMAND.replace("base_units", "base"),
                        SUBSTITUTES.replace("coffee,tea,1", "coffee,tea,x"),
                        PRICES.replace("tea,8", "tea,-8")));
        assertThat(refused.complaints())
                .extracting(Complaint::where)
                .anyMatch(where -> where.contains("d.csv"))
                .anyMatch(where -> where.contains("s.csv:"))
                .anyMatch(where -> where.contains("p.csv:"));
    }
}
