package io.acord.applications.battery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.application.Domain;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatteriesTest {

    private static final String EVERYBODY =
            "algorithms=[acord: {iterations: 5}, acord: {iterations: 5, variant: jacobi, from: previous, name: j},"
                    + " acord: {accuracy: 1e-6, variant: accelerated, name: n}, lpc: {radius: 1}, robd, myopic, local, local-robd,"
                    + " follow-the-minimizer, opt]"; // consensus has no common action where limits move apart

    private static final String SERIES = """
            time,unit,load_kw,generation_kw
            2026-06-01T11:00,a,1,3
            2026-06-01T11:00,b,2,0
            2026-06-01T11:30,a,0.5,4
            2026-06-01T11:30,b,1,1
            2026-06-01T12:00,a,1,0
            2026-06-01T12:00,b,3,2
            """;

    private static final String UNITS = "unit,capacity_kwh,charge_percent\nb,5,40\na,10,60\n";

    @TempDir
    private Path folder;

    private Scenario files(String series, String units, String... sets) throws IOException {
        Files.writeString(folder.resolve("s.csv"), series);
        Files.writeString(folder.resolve("u.csv"), units);
        return ScenarioReader.readText(
                "costs: {kind: batteries, series: s.csv, units: u.csv}\ngraph: {kind: path}\nbeta: 3\nalgorithms: [acord, local]\n",
                "b.yaml",
                folder,
                List.of(sets));
    }

    private static Scenario example(String... sets) {
        return ScenarioReader.readText(
                ScenarioReader.examples().getOrDefault("batteries", ""), "batteries.yaml", Path.of(""), List.of(sets));
    }

    /** Half hours: 2 kW beyond the load fill 10 kWh by 10 %. Costs are of the charge, not of the action. */
    @Test
    void theModelIsOfChargeGridAndSpread() throws IOException {
        Instance instance = files(SERIES, UNITS).instance(1);
        assertThat(instance.start()).isEqualTo(Actions.scalars(60, 40));
        // a: 60 + 10 + 17.5 = 87.5 %, b: 40 − 20 + 0 = 20 % after two rounds, if the grid gave nothing
        Cost alone = instance.round(2).cost(Actions.scalars(60, 40), Actions.scalars(60, 40));
        double band = 4 / 2.0 * (12.5 * 12.5 + 15 * 15) + 0.1 / 2 * (32.5 * 32.5 + 35 * 35);
        assertThat(alone.hitting()).isCloseTo(band, within(1e-9));
        assertThat(alone.switching()).isZero();
        assertThat(alone.dissimilarity()).isCloseTo(3 / 2.0 * 67.5 * 67.5, within(1e-9));
        // the grid takes 7.5 % of a (0.75 kWh) and gives 15 % of b (0.75 kWh): the same energy costs the same
        Cost traded = instance.round(2).cost(Actions.scalars(52.5, 55), Actions.scalars(60, 40));
        assertThat(traded.dissimilarity()).isCloseTo(3 / 2.0 * 45 * 45, within(1e-9));
        double mean = 7.5;
        assertThat(traded.switching()).isCloseTo(2 * Math.pow(0.75 / mean * 100, 2) / 2, within(1e-9));
        assertThat(instance.round(2).cost(0).at(new double[] {95 - 27.5 + 1e-6}))
                .isInfinite();
        assertThat(instance.round(2).cost(0).at(new double[] {95 - 27.5 - 1e-6}))
                .isFinite();
    }

    /** After a round a has 10 % more than its action and b 20 % less; the band ends at 35 and 75 %. */
    @Test
    void aChargeAtTheEndOfTheBandButForRoundingIsWithinIt() throws IOException {
        for (double off : new double[] {1e-12, 1e-6}) {
            Meter meter = files(SERIES, UNITS).instance(1).meter(false).orElseThrow();
            Actions x = Actions.scalars(75 - 10 + off, 35 + 20 - off);
            meter.played(1, x, x);
            double outside = meter.measures().entrySet().stream()
                    .filter(each -> each.getKey().key().equals("outsideBand"))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            assertThat(outside).isCloseTo(off < 1e-9 ? 0 : 100 / 3.0, within(1e-9)); // one round of three
        }
    }

    /** Tight limits, a strong sun and large differences: everybody runs into the limits, and nobody beyond. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noPolicyEverLeavesTheLimits(long seed) {
        Scenario scenario = example(
                "seed=" + seed,
                "repeats=1",
                "horizon=48",
                "agents=8",
                "beta=5",
                "costs.limits=[30, 80]",
                "costs.weight=0.001",
                "costs.mu=0.001",
                "costs.sun=0.9",
                EVERYBODY);
        Instance instance = scenario.instance(seed);
        int[] atLimit = new int[1];
        Watcher watcher = new Watcher() {
            @Override
            public synchronized void acted(int algorithm, int repeat, int round, Instance played, Actions x) {
                for (int i = 0; i < 8; i++) {
                    assertThat(instance.round(round).cost(i).at(x.of(i)))
                            .as("agent %d, round %d, policy %d", i, round, algorithm)
                            .isFinite();
                    double nudge = 1e-6;
                    boolean atEnd = !Double.isFinite(
                                    instance.round(round).cost(i).at(new double[] {x.get(i, 0) + nudge}))
                            || !Double.isFinite(instance.round(round).cost(i).at(new double[] {x.get(i, 0) - nudge}));
                    atLimit[0] += atEnd ? 1 : 0;
                }
            }
        };
        RunResult result = Experiment.of(scenario, watcher, "", "").play();
        assertThat(atLimit[0]).as("otherwise the limits were not tried").isGreaterThan(50);
        for (Domain.OfPolicy policy : result.domain().orElseThrow().policies()) {
            assertThat(result.domain().orElseThrow().values(policy.name(), "beyondLimits"))
                    .as(policy.name())
                    .containsOnly(0.0);
        }
    }

    @Test
    void acordKeepsChargesMoreAlikeThanUnitsForThemselvesDoInTheExample() {
        RunResult result = Experiment.of(example("algorithms=[acord: {iterations: 12, from: previous}, local]"))
                .play();
        Domain domain = result.domain().orElseThrow();
        for (String measure : List.of("spread", "outsideBand", "cycles")) {
            assertThat(difference(domain, measure).high95()).as(measure).isNegative();
        }
        // and what it costs, so that the page that says so stays true
        assertThat(difference(domain, "grid").low95()).isPositive();
        assertThat(result.verdict().isKept()).isTrue();
    }

    /** acord − local over the seeds, pairwise. */
    private static Statistics difference(Domain domain, String measure) {
        List<Double> acord = domain.values("acord", measure);
        List<Double> local = domain.values("local", measure);
        assertThat(acord).hasSize(20);
        return Statistics.of(IntStream.range(0, 20)
                .mapToObj(r -> acord.get(r) - local.get(r))
                .toList());
    }

    @Test
    void everyUnitHasItsOwnStart() {
        assertThatThrownBy(() -> example("start=50")).hasMessageContaining("a charge of its own before round 1");
        assertThatThrownBy(() -> example("costs.band=[2, 50]")).hasMessageContaining("a band within the limits");
        assertThatThrownBy(() -> example("costs.limits=[95, 5]")).hasMessageContaining("the lower one first");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "s | 2026-06-01T11:30,a,0.5 | 2026-06-01T11:30,a,-0.5 | s.csv:4:20: load_kw | is -0.5 | belongs into generation",
                "s | load_kw | load_kwh | s.csv:1: column \"load_kwh\" | unit that is not known | load_kw or load_w or load_mw",
                "s | load_kw,generation_kw | load_w,generation_mw | s.csv:2: a | would fill its 10.0 kWh 150.0 times over | at most once",
                "s | 2026-06-01T11:30,a,0.5,4; | `` | s.csv:5: a | has no line for 2026-06-01T11:30 | a line every 30.0 minutes",
                "s | 2026-06-01T11:30,a | 2026-06-01T10:30,a | s.csv:4:1: time | before that of line 2 | times that ascend",
                "u | b,5,40 | b,0,40 | u.csv:2:3: capacity_kwh | is 0.0 | a battery holds something",
                "u | b,5,40 | b,5,99 | u.csv:2:5: charge_percent | is 99.0 | within its limits",
                "u | b,5,40 | c,5,40 | u.csv:2:1: unit | is \"c\" | a unit of the series",
                "u | b,5,40 | a,5,40 | u.csv:3:1: unit | is there twice | one line a unit",
                "u | b,5,40; | `` | u.csv | has no line for b | the capacity of every unit",
                "u | capacity_kwh | capacity_mwh | u.csv:1:6: column \"capacity_mwh\" | is not known | capacity_kwh",
            })
    void badFleetsAreRefusedWithTheirPlace(
            String file, String right, String wrong, String where, String found, String needed) {
        String from = Pattern.quote(right.replace(";", "\n"));
        BadInputException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                BadInputException.class,
                () -> files(
                        file.equals("s") ? SERIES.replaceFirst(from, wrong) : SERIES,
                        file.equals("u") ? UNITS.replaceFirst(from, wrong) : UNITS));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).endsWith(where);
        assertThat(complaint.found()).contains(found);
        assertThat(complaint.needed()).contains(needed);
    }

    private static List<Complaint> refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable input) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(BadInputException.class, input)
                .complaints();
    }

    @Test
    void whoeverPlansNeedsPricesInvertersThatWorkAndForecastsOfTheSameHours() throws IOException {
        assertThat(refused(() -> files(SERIES, UNITS, "costs.plan=own")))
                .extracting(Complaint::where)
                .anyMatch(where -> where.endsWith("s.csv:1: column \"buy_eur_per_kwh\""));
        String priced = SERIES.replace("generation_kw", "generation_kw,buy_eur_per_kwh,sell_eur_per_kwh")
                .replaceAll("(?m)(\\d)$", "$1,0.3,0.1");
        assertThat(files(priced, UNITS, "costs.plan=own").agents()).isEqualTo(2);
        String inverters = "unit,capacity_kwh,inverter_kw\na,10,0\nb,5,3\n";
        assertThat(refused(() -> files(priced, inverters, "costs.plan=own")))
                .extracting(Complaint::needed)
                .anyMatch(needed -> needed.contains("power has to get in and out"));
        Files.writeString(folder.resolve("e.csv"), priced.replace("06-01", "07-01"));
        assertThat(refused(() -> files(priced, UNITS, "costs.plan=own", "costs.expected=e.csv")))
                .extracting(Complaint::found)
                .containsExactly("has 2 units from 2026-07-01T11:00 on");
        assertThat(refused(() -> files(priced, UNITS, "costs.plan=own", "costs.efficiency=[1.1, 1]")))
                .extracting(Complaint::needed)
                .containsExactly("two shares above 0 and up to 1, of charging and discharging");
        assertThat(refused(() -> files(priced, UNITS, "costs.plan=own", "costs.weight=4")))
                .extracting(Complaint::found)
                .containsExactly("is not known here");
        assertThat(refused(() -> files(priced, UNITS, "algorithms=[own-plan]").instance(1)))
                .extracting(Complaint::needed)
                .containsExactly("costs: {plan: own}");
    }

    /** Against rules that everybody knows, pairwise over the seeds. */
    @Test
    void plansSaveAndCoordinationMakesAlikeWithinTheLimitsOfTheConnection() {
        Domain domain = Experiment.of(ScenarioReader.readText(
                        "{costs: {kind: batteries, plan: own, believes: noise, tariff: hourly, seasons: 0.8, connection: 25},"
                                + " agents: 20, horizon: 240, repeats: 5, beta: 0.1, graph: {kind: ring}, optimum: none,"
                                + " algorithms: [do-nothing, self-consumption, own-plan, acord: {iterations: 12}]}",
                        "plans.yaml",
                        folder,
                        List.of()))
                .play()
                .domain()
                .orElseThrow();
        for (int r = 0; r < 5; r++) {
            double nothing = domain.values("do-nothing", "bill").get(r);
            double rule = domain.values("self-consumption", "bill").get(r);
            double plan = domain.values("own-plan", "bill").get(r);
            double acord = domain.values("acord", "bill").get(r);
            assertThat(plan).isLessThan(rule);
            assertThat(rule).isLessThan(nothing);
            assertThat(acord).isBetween(plan, nothing);
            assertThat(domain.values("acord", "spread").get(r))
                    .isLessThan(domain.values("own-plan", "spread").get(r) / 2);
            assertThat(domain.values("do-nothing", "cycles").get(r)).isCloseTo(0, within(1e-9));
            assertThat(domain.values("self-consumption", "notFollowed").get(r)).isZero();
            for (String policy : List.of("own-plan", "acord")) {
                assertThat(domain.values(policy, "beyondLimits").get(r)).isZero();
                assertThat(domain.values(policy, "peak").get(r))
                        .isLessThanOrEqualTo(
                                Math.max(25, domain.values("do-nothing", "peak").get(r)) + 1e-9);
            }
        }
    }

    /** The study of the documents, in small. */
    @Test
    void theExampleOfAYearIsPlayedByEverybodyAndKeepsItsPromises() {
        RunResult result = Experiment.of(ScenarioReader.read(
                        Path.of("..", "examples", "batteries", "year.yaml"),
                        List.of("horizon=60", "repeats=2", "agents=10", "costs.connection=10")))
                .play();
        assertThat(result.verdict().isKept()).isTrue();
        Domain domain = result.domain().orElseThrow();
        assertThat(domain.policies())
                .extracting(Domain.OfPolicy::name)
                .containsExactly("do-nothing", "self-consumption", "own-plan", "mpc", "acord", "foresight");
        for (Domain.OfPolicy policy : domain.policies()) {
            assertThat(domain.values(policy.name(), "beyondLimits")).containsOnly(0.0);
        }
    }

    /** Half hours of which one is missing: what is made up is said. */
    @Test
    void linesThatAreMadeUpAreRemarkedOn() throws IOException {
        Scenario scenario = files(SERIES.replace("2026-06-01T11:30,a,0.5,4\n", ""), UNITS, "costs.gaps=hold");
        assertThat(Experiment.of(scenario).play().domain().orElseThrow().remarks())
                .singleElement()
                .asString()
                .contains("1 of the 6 lines of")
                .endsWith("s.csv were missing and are made up, as gaps says.");
    }

    @Test
    void bothFilesAreComplainedAboutAtOnce() {
        BadInputException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                BadInputException.class, () -> files(SERIES.replace("load_kw", "load"), UNITS.replace("b,5", "b,-5")));
        assertThat(refused.complaints())
                .extracting(Complaint::where)
                .anyMatch(where -> where.contains("s.csv"))
                .anyMatch(where -> where.contains("u.csv:2"));
        assertThat(refused.complaints())
                .as("nobody is unknown as long as nobody is known")
                .extracting(Complaint::needed)
                .doesNotContain("a unit of the series");
    }

    @Test
    void whoIsUnknownAndWhoIsMissingIsSaidAtOnce() {
        BadInputException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                BadInputException.class, () -> files(SERIES, UNITS.replace("b,5", "bb,5")));
        assertThat(refused.complaints()).extracting(Complaint::found).containsExactly("is \"bb\"", "has no line for b");
    }

    /**
     * Every day is like the one before, but charge adds up: what is believed of tomorrow begins at the charge of now.
     */
    @ParameterizedTest
    @CsvSource({"4, 5", "4, 8", "6, 7", "6, 15"})
    void persistenceGoesOnFromTheChargeOfNow(int now, int later) {
        double[][] generation = new double[16][2];
        double[][] load = new double[16][2];
        double[][] price = new double[16][2]; // of no concern here
        for (int t = 0; t < load.length; t++) {
            generation[t][0] = t % 4 == 0 ? 0.5 : 0;
            load[t][0] = 0.125;
            load[t][1] = 0.25 * (t % 4);
        }
        Storage.Settings settings = new Storage.Settings(35, 75, 5, 95, 4, 0.1, 1, 0.3, Planning.NONE);
        Storage storage = new Storage(
                new Units(new double[] {8, 8}, new double[2], settings, 1),
                new double[] {50, 60},
                new HomeSeries(1, generation, load, price, price),
                null);
        for (int i = 0; i < 2; i++) {
            double[] x = {55};
            assertThat(storage.continued(now, later, 4)[i].at(x)).isEqualTo(storage.costs(later)[i].at(x));
        }
        double[] x = {55};
        assertThat(storage.continued(now, later, 4)[0].at(x)).isNotEqualTo(storage.costs(later % 4 + 1)[0].at(x));
    }

    private static Storage priced() {
        double[][] generation = {{1, 0}, {0, 0}};
        double[][] load = {{0.5, 0.5}, {0.5, 1}};
        double[][] buy = {{0.2, 0.2}, {0.6, 0.6}};
        double[][] sell = {{0.1, 0.1}, {0.2, 0.2}};
        Storage.Settings settings = new Storage.Settings(35, 75, 5, 95, 4, 0.1, 2, 0.3, Planning.NONE);
        return new Storage(
                new Units(new double[] {5, 5}, new double[2], settings, 0.5),
                new double[] {50, 60},
                new HomeSeries(0.5, generation, load, buy, sell),
                null);
    }

    /**
     * By hand, with half hours. Round 1: the first gives 0.5 kWh, all of its 0.5 kWh of sun, and uses 0.25 kWh of its
     * battery; the second draws 1 kWh, of which 0.25 are used. Round 2: nobody draws, both use their batteries.
     */
    @Test
    void everyMeasureIsWhatOneFindsByHand() {
        Storage storage = priced();
        Coupling wire = Coupling.builder(2, 1).edge(0, 1).build();
        ChargeMeter meter = new ChargeMeter(storage, t -> wire, Integer::toString, false);
        Actions start = storage.start();
        Actions first = Actions.scalars(50 - 10, 60 + 20);
        meter.played(1, start, first);
        meter.played(2, first, first);
        // batteries: 2.5 + 0.5 − 0.25 − 0.5 − 0.25 = 2 kWh, and 3 + 1 − 0.25 − 0.5 = 3.25 kWh; 5.5 kWh before
        double paid = -0.5 * 0.1 + 1 * 0.2 + (5.5 - 5.25) * 0.3;
        Map<String, Double> found = new HashMap<>();
        meter.measures().forEach((measure, value) -> found.put(measure.key(), value));
        assertThat(found.get("bill")).isCloseTo(paid / 2, within(1e-9));
        assertThat(found.get("peak")).isCloseTo(1, within(1e-9)); // 2 kW less 1 kW
        assertThat(found.get("selfConsumption")).isCloseTo(0, within(1e-9));
        assertThat(found.get("grid")).isCloseTo(0.75, within(1e-9));
        assertThat(found.get("cycles"))
                .isCloseTo((5 + 5 + 15 + 10) / 200.0 / 2, within(1e-9)); // percent moved by each in each round
        assertThat(found.get("spread")).isCloseTo((30 + 25) / 2.0, within(1e-9)); // 45 and 75 %, then 40 and 65 %
        assertThat(found.get("outsideBand")).isCloseTo(0, within(1e-9));
        assertThat(found.get("beyondLimits")).isZero();
        assertThat(found).hasSize(8);
    }
}
