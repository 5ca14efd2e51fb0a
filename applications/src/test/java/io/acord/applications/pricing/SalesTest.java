package io.acord.applications.pricing;

import static io.acord.applications.Measured.measure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.acord.Fleet;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Demand that is learned from sales, price limits and steps, what prices did, and sales that are told day by day. */
class SalesTest {

    @TempDir
    private Path folder;

    private static final String SCENARIO =
            "{costs: {kind: pricing, sales: sales.csv%s}, horizon: 14, algorithms: [acord: {iterations: 20}, local]}";

    private Scenario scenario(String sales, String keys, String... sets) throws IOException {
        Files.writeString(folder.resolve("sales.csv"), sales);
        return ScenarioReader.readText(SCENARIO.formatted(keys), "own.yaml", folder, List.of(sets));
    }

    private LearnedDemand learned(String sales, String keys) throws IOException {
        Scenario scenario = scenario(sales, keys);
        Setpoints setpoints = scenario.instance(1).setpoints().orElseThrow();
        return ((PriceSetpoints) setpoints).learned().orElseThrow().demand();
    }

    private static double effect(LearnedDemand demand, int product, int other) {
        return demand.effects().stream()
                .filter(each -> each.product() == product && each.other() == other)
                .mapToDouble(Market.Effect::units)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Two products, prices in a full square, no noise: least squares is exact, and a small ridge hardly moves it. */
    @Test
    void demandThatIsLinearIsFound() throws IOException {
        StringBuilder sales = new StringBuilder("day,product,price_eur,quantity_units\n");
        for (int day = 1; day <= 40; day++) {
            double tea = 3 + day % 4;
            double mate = 2 + day / 4 % 5;
            sales.append("%d,tea,%s,%s%n".formatted(day, tea, 100 - 10 * tea + 2 * mate));
            sales.append("%d,mate,%s,%s%n".formatted(day, mate, 60 - 6 * mate + 1 * tea));
        }
        LearnedDemand demand = learned(sales.toString(), ", season: 1, ridge: 1e-9");
        assertThat(demand.products().get(0).base()).isCloseTo(100, within(1e-4));
        assertThat(demand.products().get(0).slope()).isCloseTo(10, within(1e-4));
        assertThat(effect(demand, 0, 1)).isCloseTo(2, within(1e-4));
        assertThat(effect(demand, 1, 0)).isCloseTo(1, within(1e-4));
        assertThat(demand.products().get(0).fit().heldOut()).isCloseTo(0, within(1e-4));
        assertThat(demand.heldOut().percent()).isCloseTo(0, within(1e-4));
        assertThat(demand.heldOut().naivePercent()).isGreaterThan(5);
    }

    /** Σ (y − w x)² + ridge · rows · (w · sd)² for one centred column: w = Sxy / (Sxx (1 + ridge)). */
    @Test
    void aRidgeOfAHalfTakesAThirdOfASlope() {
        double[][] rows = {{1}, {2}, {3}, {4}};
        double[] y = {10, 8, 6, 4};
        Ridge half = Ridge.learn(rows, y, 0.5);
        assertThat(half.weight(0)).isCloseTo(-2 / 1.5, within(1e-12));
        assertThat(half.intercept()).isCloseTo(7 + 2.5 * 2 / 1.5, within(1e-12));
        // what is left at x = 1: 10 − (7 + 1.5 · 4/3) = 1, at x = 2: 8 − (7 + 0.5 · 4/3) = 1/3
        assertThat(half.residual()).isCloseTo(Math.sqrt((1 + 1 / 9.0) / 2), within(1e-12));
        // leverage at x = 1: 1/4 + 1.5² / (5 · 1.5) = 0.55, at x = 2: 1/4 + 0.5² / 7.5 = 0.2833…
        double far = 1 / 0.45;
        double near = 1 / 3.0 / (1 - 0.25 - 0.25 / 7.5);
        assertThat(half.leaveOneOut()).isCloseTo(Math.sqrt((far * far + near * near) / 2), within(1e-12));
    }

    /** Leave-one-out by leverage is what learning without the row gives, where nothing is shrunk or centred anew. */
    @Test
    void leavingOneOutIsLearningWithoutIt() {
        SeededRandom random = new SeededRandom(11);
        double[][] rows = new double[30][3];
        double[] y = new double[30];
        for (int r = 0; r < 30; r++) {
            for (int c = 0; c < 3; c++) {
                rows[r][c] = random.gaussian();
            }
            y[r] = 5 + 2 * rows[r][0] - rows[r][2] + random.gaussian();
        }
        double squared = 0;
        for (int out = 0; out < 30; out++) {
            List<double[]> others = new ArrayList<>(List.of(rows));
            others.remove(out);
            List<Double> seen = new ArrayList<>();
            for (int r = 0; r < 30; r++) {
                if (r != out) {
                    seen.add(y[r]);
                }
            }
            Ridge without = Ridge.learn(
                    others.toArray(new double[0][]),
                    seen.stream().mapToDouble(each -> each).toArray(),
                    1e-12);
            squared += Math.pow(y[out] - without.at(rows[out]), 2);
        }
        assertThat(Ridge.learn(rows, y, 1e-12).leaveOneOut()).isCloseTo(Math.sqrt(squared / 30), within(1e-6));
    }

    /**
     * The truth of the made-up sales is known: effects lie within four standard errors, and the missing pair is missed.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7})
    void madeUpSalesAreLearnedBack(long seed) throws IOException {
        LearnedDemand demand = learned(MadeUpSalesTest.sales(seed, 400), "");
        for (int i = 0; i < 3; i++) {
            LearnedDemand.OfProduct product = demand.products().get(i);
            assertThat(product.slope())
                    .isCloseTo(MadeUpSalesTest.SLOPE[i], within(4 * product.slopeError() + 0.02 * product.slope()));
            assertThat(product.fit().leaveOneOut()).isBetween(0.8 * MadeUpSalesTest.NOISE, 1.3 * MadeUpSalesTest.NOISE);
            assertThat(product.fit().days()
                            + product.fit().soldOut()
                            + product.fit().unknown())
                    .isEqualTo(400);
        }
        assertThat(demand.products().get(0).memory()).isCloseTo(2, within(1.0));
        assertThat(demand.products().get(2).memory()).isCloseTo(3, within(1.0));
        assertThat(effect(demand, 0, 1)).isCloseTo(3, within(1.0));
        assertThat(effect(demand, 2, 0)).isCloseTo(3, within(1.0));
        assertThat(effect(demand, 1, 2))
                .as("mate and coffee are no substitutes")
                .isNaN();
        assertThat(demand.heldOut().percent()).isLessThan(demand.heldOut().naivePercent() / 2);
    }

    @Test
    void whatIsLearnedCanBePlayedFromItsFiles() throws IOException {
        Scenario scenario = scenario(MadeUpSalesTest.sales(7, 150), ", step: 0.05");
        Instance instance = scenario.instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        for (int t = 1; t <= 14; t++) {
            setpoints.played(t, instance.start(), instance.start());
        }
        Map<String, String> files = new TreeMap<>();
        setpoints.files("acord", files::put);
        assertThat(files).containsOnlyKeys("revenue-acord.csv", "demand.csv", "substitutes.csv", "fit.csv");
        Files.writeString(folder.resolve("d.csv"), files.getOrDefault("demand.csv", ""));
        Files.writeString(folder.resolve("s.csv"), files.getOrDefault("substitutes.csv", ""));
        StringBuilder prices = new StringBuilder("product,price_eur\n");
        for (int i = 0; i < 3; i++) {
            prices.append(instance.name(i) + "," + instance.start().get(i, 0) + "\n");
        }
        Files.writeString(folder.resolve("p.csv"), prices);
        Scenario again = ScenarioReader.readText(
                "{costs: {kind: pricing, demand: d.csv, substitutes: s.csv, prices: p.csv, end: open}, algorithms: [acord]}",
                "again.yaml",
                folder,
                List.of());
        Instance same = again.instance(1);
        assertThat(again.costs().times().get(0)).isEqualTo("2026-05-31");
        for (int t = 1; t <= 14; t++) {
            for (int i = 0; i < 3; i++) {
                assertThat(same.round(t).mu(i)).isEqualTo(instance.round(t).mu(i));
                assertThat(same.round(t).switchingWeight(i))
                        .isEqualTo(instance.round(t).switchingWeight(i));
            }
        }
    }

    @Test
    void pricesStayWhereSomethingIsKnownOfThem() throws IOException {
        Scenario scenario = scenario(MadeUpSalesTest.sales(7, 150), ", beyond: 0");
        RunResult result = Experiment.of(scenario).play();
        assertThat(result.verdict().isKept()).isTrue();
        Instance instance = scenario.instance(1);
        SalesHistory sales = learned(MadeUpSalesTest.sales(7, 150), "").sales();
        for (int i = 0; i < 3; i++) {
            double above = sales.highestPrice(i) + 0.01;
            assertThat(instance.round(1).cost(i).at(new double[] {above})).isInfinite();
            assertThat(instance.round(1).cost(i).at(new double[] {sales.highestPrice(i)}))
                    .isFinite();
        }
    }

    private static final String DEMAND = """
            round,product,base_units,slope_units_per_eur,memory_units_per_eur
            1,tea,120,10,1
            1,mate,80,8,0
            2,tea,120,10,1
            2,mate,80,8,0
            """;

    private Instance files(String prices, String keys) throws IOException {
        Files.writeString(folder.resolve("d.csv"), DEMAND);
        Files.writeString(folder.resolve("s.csv"), "product,other,effect_units_per_eur\ntea,mate,2\nmate,tea,1\n");
        Files.writeString(folder.resolve("p.csv"), prices);
        return ScenarioReader.readText(
                        "{costs: {kind: pricing, demand: d.csv, substitutes: s.csv, prices: p.csv" + keys
                                + "}, algorithms: [acord]}",
                        "own.yaml",
                        folder,
                        List.of())
                .instance(1);
    }

    /** Played 6.13 and 5.02, 6.18 and 5.02; published 6.15 (in 0.05) and 5, 6.2 and 5 (in 0.5). */
    @Test
    void roundingIsPaidForAndBounded() throws IOException {
        Instance instance = files("product,price_eur,step_eur\ntea,6,0.05\nmate,5,0.5\n", "");
        Setpoints setpoints = instance.setpoints().orElseThrow();
        assertThat(setpoints.columns()).containsExactly("price_eur", "expected_units", "unrounded_eur");
        Actions first = Actions.scalars(6.13, 5.02);
        Actions second = Actions.scalars(6.18, 5.02);
        // tea 120 − 61.5 + 6 + 10 = 74.5, mate 80 − 40 + 6.15 = 46.15
        assertThat(setpoints.played(1, instance.start(), first))
                .containsExactly(new double[] {6.15, 74.5, 6.13, 5, 46.15, 5.02}, within(1e-9));
        Meter meter = instance.meter(false).orElseThrow();
        meter.played(1, instance.start(), first);
        meter.played(2, first, second);
        // published: 6.15 · 74.5 + 5 · 46.15, then 6.2 · (120 − 62 + 6.15 + 10) + 5 · (80 − 40 + 6.2)
        double published = 6.15 * 74.5 + 5 * 46.15 + 6.2 * 74.15 + 5 * 46.2;
        // played: tea 120 − 61.3 + 6 + 10.04, mate 80 − 40.16 + 6.13; then tea 120 − 61.8 + 6.13 + 10.04, mate 80 −
        // 40.16 + 6.18
        double played = 6.13 * 74.74 + 5.02 * 45.97 + 6.18 * 74.37 + 5.02 * 46.02;
        assertThat(measure(meter, "revenue")).isCloseTo(published, within(1e-9));
        assertThat(measure(meter, "units")).isCloseTo(74.5 + 46.15 + 74.15 + 46.2, within(1e-9));
        assertThat(measure(meter, "roundingCost")).isCloseTo(played - published, within(1e-9));
        // tea: |120 − 122.6 + 6 + 3 · 5.02 + 6.18| 0.025, |120 − 123.6 + 6.13 + 15.06| 0.025; mate: |80 − 80.32 + 3 ·
        // 6.13| 0.25 …
        double slopes = 0.025 * (24.64 + 17.59) + 0.25 * (18.07 + 18.22);
        double curved = 0.025 * 0.025 / 2 * (20 + 3 + 1 + 1 + 20 + 3 + 1) + 0.25 * 0.25 / 2 * 2 * (16 + 3);
        assertThat(measure(meter, "roundingAtMost")).isCloseTo(slopes + curved, within(1e-9));
        // tea from 6 to 6.15 to 6.2, mate stays
        double change = 100 * (0.15 / 6.15 + 0.05 / 6.2) / 2 / 2;
        assertThat(measure(meter, "priceChange")).isCloseTo(change, within(1e-9));
        assertThat(measure(meter, "impossible")).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void roundingNeverCostsMoreThanItCanAtMost(long seed) throws IOException {
        SeededRandom random = new SeededRandom(seed);
        for (int k = 0; k < 50; k++) {
            Instance instance =
                    files("product,price_eur,lowest_eur,highest_eur,step_eur\ntea,6,4,9.13,0.3\nmate,5,3,8,0.7\n", "");
            Meter meter = instance.meter(false).orElseThrow();
            Actions before = instance.start();
            for (int t = 1; t <= 2; t++) {
                Actions x = Actions.scalars(random.uniform(4, 9.13), random.uniform(3, 8));
                meter.played(t, before, x);
                before = x;
            }
            assertThat(Math.abs(measure(meter, "roundingCost"))).isLessThanOrEqualTo(measure(meter, "roundingAtMost"));
        }
    }

    @Test
    void aPriceTurnsBackWhenItDoesSoByOnePerCent() throws IOException {
        Instance instance = files("product,price_eur\ntea,6\nmate,5\n", "");
        Meter meter = instance.meter(false).orElseThrow();
        meter.played(1, instance.start(), Actions.scalars(6.6, 5.01));
        meter.played(2, Actions.scalars(6.6, 5.01), Actions.scalars(6, 5));
        // of four prices one turns back, that of tea in round 2; mate moves by less than 1 %
        assertThat(measure(meter, "flapping")).isCloseTo(25, within(1e-9));
    }

    /** Tea from 6 to 7 to 7, mate at 5. */
    @Test
    void whatAPriceDidIsAgainstLeavingItAlone() throws IOException {
        Instance instance = files("product,price_eur\ntea,6\nmate,5\n", "");
        Setpoints setpoints = instance.setpoints().orElseThrow();
        setpoints.played(1, instance.start(), Actions.scalars(7, 5));
        setpoints.played(2, Actions.scalars(7, 5), Actions.scalars(7, 5));
        Map<String, String> files = new TreeMap<>();
        setpoints.files("acord", files::put);
        String[] lines = files.getOrDefault("revenue-acord.csv", "").split("\n", -1);
        assertThat(lines[0])
                .isEqualTo(
                        "product,start_eur,mean_eur,last_eur,revenue_eur,own_gain_eur,others_gain_eur,own_pull_units,others_pull_units,past_pull_units,rounds_at_limit");
        String[] tea = lines[1].split(",", -1);
        // sold 120 − 70 + 6 + 10 = 66 and 67; at 6 it would have sold 120 − 60 + 6 + 10 = 76 in both
        assertThat(Double.parseDouble(tea[4])).isCloseTo(7 * (66 + 67), within(1e-9));
        assertThat(Double.parseDouble(tea[5])).isCloseTo(7 * 133 - 6 * 152, within(1e-9));
        // mate gains 1 a round, at 5
        assertThat(Double.parseDouble(tea[6])).isCloseTo(10, within(1e-9));
        // ξ is 10 − 1.5 − 1 and, in the last round, 10 − 1.5 − 0.5: pulls of 120 − 2 ξ 7
        assertThat(Double.parseDouble(tea[7])).isCloseTo((120 - 105 + 120 - 112) / 2.0, within(1e-9));
        assertThat(Double.parseDouble(tea[8])).isCloseTo(3 * (5 - 7), within(1e-9));
        assertThat(Double.parseDouble(tea[9])).isCloseTo(-0.5, within(1e-9));
    }

    @Test
    void publishedPricesAreTheNearestOnesOfTheGridWithinTheLimits() {
        PriceLimits limits = new PriceLimits(
                new double[] {0.97, 0}, new double[] {2.02, Double.POSITIVE_INFINITY}, new double[] {0.05, 0});
        assertThat(limits.published(0, 1.524)).isEqualTo(1.5);
        assertThat(limits.published(0, 1.525)).isEqualTo(1.55);
        assertThat(limits.published(0, 0.97)).as("0.95 is too low").isEqualTo(1.0);
        assertThat(limits.published(0, 2.02)).isEqualTo(2.0);
        assertThat(limits.published(1, 1.23456)).as("without steps").isEqualTo(1.23456);
    }

    /** What sells as expected teaches nothing: the day's prices are those of {@code run}, whatever is restarted. */
    @Test
    void salesAsExpectedLeavePricesAsTheyArePlanned() throws IOException {
        Scenario scenario = scenario(MadeUpSalesTest.sales(7, 150), ", step: 0.05");
        Instance instance = scenario.instance(1);
        Setpoints expected = instance.setpoints().orElseThrow();
        Fleet planned = fleet(scenario, instance.start());
        Fleet served = fleet(scenario, instance.start());
        ArrivingRounds rounds = new ArrivingRounds(scenario);
        byte[] saved = null;
        double[] last = null;
        for (int t = 1; t <= 14; t++) {
            FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
            if (saved != null) {
                field.resume(saved);
            }
            StringBuilder told = new StringBuilder("{\"readings\": {");
            for (int i = 0; i < 3; i++) {
                told.append(i == 0 ? "" : ", ").append("\"" + instance.name(i) + "\": {");
                told.append(last == null ? "" : "\"sold_units\": " + last[3 * i + 1])
                        .append("}");
            }
            byte[] body = told.append("}}").toString().getBytes(StandardCharsets.UTF_8);
            Actions before = served.actions();
            Actions x = served.decide(rounds.read(t, body, field).round()).actions();
            last = field.played(before, x);
            saved = field.save();
            Actions beforeThat = planned.actions();
            Actions y = planned.decide(instance.round(t)).actions();
            assertThat(x.toArray()).as("round " + t).containsExactly(y.toArray());
            assertThat(last).containsExactly(expected.played(t, beforeThat, y));
        }
    }

    private static Fleet fleet(Scenario scenario, Actions start) {
        return Fleet.builder(3).start(start).recipe(scenario.acord().own()).build();
    }

    /** learning: 0.5 of ten units more are expected to stay; a day that was sold out teaches nothing. */
    @Test
    void whatSellsBetterIsExpectedToGoOn() throws IOException {
        Scenario scenario = scenario(MadeUpSalesTest.sales(7, 150), ", learning: 0.5");
        double[] base = new double[2];
        for (int k = 0; k < 2; k++) {
            FieldRounds field = scenario.costs().arriving(scenario.size(), 1).orElseThrow();
            field.next(1, new double[] {-1, 0, -1, 0, -1, 0}, Coupling.none(3, 1));
            double[] first = field.played(field.start(), field.start());
            field.next(2, new double[] {first[1] + 10, k, -1, 0, -1, 0}, Coupling.none(3, 1));
            base[k] = field.played(field.start(), field.start())[1];
        }
        assertThat(base[0] - base[1]).isCloseTo(5, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4.00 | -4.00 | sales.csv:3:16: price_eur | is -4.0 | nobody is paid",
                "4.00 | x | sales.csv:3:16: price_eur | is \"x\" | number",
                "2026-01-01,tea | 01.01.2026,tea | sales.csv:3:1: day | is \"01.01.2026\" | a date like 2026-06-01",
                "2026-01-01,tea | 1,tea | sales.csv:4:1: day | is \"2026-01-01\" | dates in all lines",
                "2026-01-01,mate | 2026-01-01,tea | sales.csv:4:12: product | has a line for this day already, line 3 | one line a day",
                "quantity_units | quantity | sales.csv:2:23: column \"quantity\" | is not known | quantity_units",
            })
    void badSalesAreRefusedWithTheirPlace(String from, String to, String where, String found, String needed)
            throws IOException {
        String sales = MadeUpSalesTest.sales(7, 60);
        BadInputException refused = catchThrowableOfType(
                BadInputException.class,
                () -> scenario(sales.replaceFirst(java.util.regex.Pattern.quote(from), to), ""));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).endsWith(where);
        assertThat(complaint.found()).contains(found);
        assertThat(complaint.needed()).contains(needed);
        assertThat(complaint.fix()).isNotBlank();
    }

    @Test
    void whatCannotBeLearnedIsSaidOfEveryProduct() throws IOException {
        StringBuilder sales = new StringBuilder("day,product,price_eur,quantity_units\n");
        for (int day = 1; day <= 40; day++) {
            double tea = 3 + day % 4;
            sales.append("%d,tea,%s,%s%n%d,mate,5,%d%n".formatted(day, tea, 20 + 10 * tea, day, 30 + day % 3));
        }
        for (int day = 38; day <= 40; day++) {
            sales.append("%d,cocoa,%d,9%n".formatted(day, day % 3 + 1));
        }
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> scenario(sales.toString(), ", pairs: pairs.csv, prices: prices.csv"));
        assertThat(refused.complaints()).hasSize(2); // files that are not there
        Files.writeString(folder.resolve("pairs.csv"), "product,other\ntea,mate\n");
        Files.writeString(folder.resolve("prices.csv"), "product,price_eur\ntea,4\nmate,5\ncocoa,2\n");
        refused = catchThrowableOfType(
                BadInputException.class,
                () -> scenario(sales.toString(), ", season: 1, pairs: pairs.csv, prices: prices.csv"));
        assertThat(refused.complaints())
                .extracting(Complaint::found)
                .anyMatch(found -> found.contains("sells more where it is more expensive"))
                .anyMatch(found -> found.contains("has the price 5.0 on all its days"))
                .anyMatch(found -> found.contains("has too few days"))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tea,6,7,5,0.1 | lowest_eur | is 7.0 | at most the highest, 5.0",
                "tea,6,5.1,5.4,0.5 | step_eur | is 0.5, and no multiple of it lies from 5.1 to 5.4 | at least one price",
                "tea,6,5,6,-1 | step_eur | is -1.0 | a step is a difference",
            })
    void limitsThatLeaveNoPriceAreRefused(String line, String column, String found, String needed) {
        BadInputException refused = catchThrowableOfType(
                BadInputException.class,
                () -> files("product,price_eur,lowest_eur,highest_eur,step_eur\n" + line + "\nmate,5,,,\n", ""));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).contains("p.csv:2:").endsWith(column);
        assertThat(complaint.found()).contains(found);
        assertThat(complaint.needed()).contains(needed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tea,4,,0.5, | p.csv:2:8: highest_eur | is 0.5 | at least the lowest,",
                "tea,4,99,, | p.csv:2:7: lowest_eur | is 99.0 | at most the highest,",
                "tea,4,,,70 | p.csv:2:9: step_eur | is 70.0, and no multiple of it lies from | at least one price",
            })
    void limitsAreLookedAtTogetherWithThoseThatWereLearned(String line, String where, String found, String needed)
            throws IOException {
        Files.writeString(
                folder.resolve("p.csv"),
                "product,price_eur,lowest_eur,highest_eur,step_eur\n" + line + "\nmate,4,,,\ncoffee,4,,,\n");
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> scenario(MadeUpSalesTest.sales(7, 60), ", prices: p.csv"));
        assertThat(refused.complaints()).singleElement().satisfies(complaint -> {
            assertThat(complaint.where()).endsWith(where);
            assertThat(complaint.found()).startsWith(found);
            assertThat(complaint.needed()).startsWith(needed);
            assertThat(found.contains("multiple") ? "sales.csv: tea" : complaint.needed())
                    .endsWith("sales.csv: tea");
        });
    }

    @Test
    void aStepForAllThatLeavesNoLearnedPriceIsRefusedOfEveryProduct() {
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> scenario(MadeUpSalesTest.sales(7, 60), ", step: 1000"));
        assertThat(refused.complaints()).hasSize(3).allSatisfy(complaint -> {
            assertThat(complaint.where()).contains("sales.csv: ");
            assertThat(complaint.found()).startsWith("has the step 1000.0, and no multiple of it lies from");
        });
    }

    @Test
    void linesOfDemandThatAreMadeUpAreRemarkedOn() throws IOException {
        Files.writeString(folder.resolve("d.csv"), DEMAND + "3,tea,120,10,1\n4,tea,120,10,1\n4,mate,80,8,0\n");
        Files.writeString(folder.resolve("s.csv"), "product,other,effect_units_per_eur\ntea,mate,2\nmate,tea,1\n");
        Scenario scenario = ScenarioReader.readText(
                "{costs: {kind: pricing, demand: d.csv, substitutes: s.csv, gaps: hold}, algorithms: [acord]}",
                "own.yaml",
                folder,
                List.of());
        assertThat(scenario.costs().remarks())
                .singleElement()
                .asString()
                .startsWith("1 of the 8 lines of ")
                .endsWith("d.csv were missing and are made up, as gaps says.");
    }
}
