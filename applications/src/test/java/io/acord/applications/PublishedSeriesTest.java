package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files as ENTSO-E and Electricity Maps publish them, as data of batteries and load balancing. The samples in
 * {@code examples/series} are made up; {@code -Dacord.documents.write=true} writes them anew.
 */
class PublishedSeriesTest {

    private static final ZoneId BRUSSELS = ZoneId.of("Europe/Brussels");
    private static final LocalDate SHORT = LocalDate.of(2023, 3, 26);
    private static final LocalDate LONG = LocalDate.of(2023, 10, 29);
    private static final Path SAMPLES = Path.of("../examples/series");

    @TempDir
    private Path folder;

    private static List<ZonedDateTime> hours(LocalDate day) {
        ZonedDateTime first = day.atStartOfDay(BRUSSELS);
        long count = (day.plusDays(1).atStartOfDay(BRUSSELS).toEpochSecond() - first.toEpochSecond()) / 3600;
        return LongStream.range(0, count).mapToObj(first::plusHours).toList();
    }

    /** A made-up price of an hour, EUR/MWh; below 0 at noon. */
    private static double price(ZonedDateTime hour) {
        return Math.round(100
                        * (60
                                - 9 * (6 - Math.abs(hour.getHour() - 12))
                                + hour.getOffset().getTotalSeconds() / 3600.0))
                / 100.0;
    }

    /** A made-up load of an hour, MW. */
    private static long load(ZonedDateTime hour) {
        return 40_000 + 700L * hour.getHour() + hour.getOffset().getTotalSeconds() / 36;
    }

    /** A made-up carbon intensity of an hour, g/kWh. */
    private static double carbon(Instant hour) {
        return 200 + 12.5 * (hour.getEpochSecond() / 3600 % 24);
    }

    private static String clock(ZonedDateTime hour, String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(hour);
    }

    /** With the name of the clock, which versions of Java do not agree on. */
    private static String namedClock(ZonedDateTime hour) {
        boolean isSummer = hour.getOffset().getTotalSeconds() == 2 * 60 * 60;
        return clock(hour, "dd/MM/yyyy HH:mm:ss") + (isSummer ? " (CEST)" : " (CET)");
    }

    /** The old layout of prices, of a day of 23 hours: the hour that clocks skip is listed, and has no number. */
    private static String prices() {
        StringBuilder out =
                new StringBuilder("\"MTU (CET/CEST)\",\"Day-ahead Price [EUR/MWh]\",\"Currency\",\"BZN|XX\"\n");
        for (ZonedDateTime hour : hours(SHORT)) {
            if (hour.getHour() == 3) {
                out.append("\"26.03.2023 02:00 - 26.03.2023 03:00\",\"\",\"\",\"\"\n");
            }
            String begin = clock(hour, "dd.MM.yyyy HH:mm");
            String end = clock(hour.plusHours(1), "dd.MM.yyyy HH:mm");
            out.append("\"" + begin + " - " + end + "\",\"" + price(hour) + "\",\"EUR\",\"\"\n");
        }
        return out.toString();
    }

    /** Loads of a day of 25 hours: 02:00 comes twice, and one hour has no number yet. */
    private static String loads() {
        StringBuilder out = new StringBuilder(
                "\"Time (CET/CEST)\",\"Day-ahead Total Load Forecast [MW] - BZN|XX\",\"Actual Total Load [MW] - BZN|XX\"\n");
        for (ZonedDateTime hour : hours(LONG)) {
            String begin = clock(hour, "dd.MM.yyyy HH:mm");
            String end = clock(hour.plusHours(1), "dd.MM.yyyy HH:mm");
            String actual = hour.getHour() == 17 ? "n/e" : Long.toString(load(hour));
            out.append("\"" + begin + " - " + end + "\",\"" + (load(hour) - 150) + "\",\"" + actual + "\"\n");
        }
        return out.toString();
    }

    /** The new layout of prices, of the same day: the clock says which hour it is, and there are two sequences. */
    private static String newPrices() {
        StringBuilder out = new StringBuilder(
                "\"MTU (CET/CEST)\",\"Area\",\"Sequence\",\"Day-ahead Price (EUR/MWh)\",\"Intraday Price (EUR/MWh)\"\n");
        for (ZonedDateTime hour : hours(LONG)) {
            for (int sequence = 1; sequence <= 2; sequence++) {
                String begin = namedClock(hour);
                String end = namedClock(hour.plusHours(1));
                out.append("\"" + begin + " - " + end + "\",\"BZN|XX\",\"Sequence " + sequence + "\",\""
                        + (price(hour) + sequence - 1) + "\",\"N/A\"\n");
            }
        }
        return out.toString();
    }

    /** Carbon of the hours of both days, in UTC; those of the new days only. */
    private static String carbon() {
        StringBuilder out = new StringBuilder(
                "Datetime (UTC),Country,Zone name,Zone id,Carbon intensity gCO₂eq/kWh (direct),Carbon intensity gCO₂eq/kWh (Life cycle),Renewable energy percentage (RE%),Data source,Data estimated\n");
        for (ZonedDateTime hour : hours(LONG)) {
            Instant at = hour.toInstant();
            out.append(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").format(at.atOffset(ZoneOffset.UTC))
                    + ",Nowhere,Nowhere,XX," + carbon(at) + "," + (carbon(at) + 40) + ",51.2,made-up,false\n");
        }
        return out.toString();
    }

    @Test
    void theSamplesAreMadeUpAsPublishersWrite() throws IOException {
        Map<String, String> samples = Map.of(
                "entso-e-prices-made-up.csv", prices(),
                "entso-e-load-made-up.csv", loads(),
                "entso-e-prices-2025-made-up.csv", newPrices(),
                "electricity-maps-made-up.csv", carbon());
        for (var sample : samples.entrySet()) {
            Path file = SAMPLES.resolve(sample.getKey());
            if (Boolean.getBoolean("acord.documents.write")) {
                Files.writeString(file, sample.getValue());
            }
            assertThat(Files.readString(file)).isEqualTo(sample.getValue());
        }
        assertThat(prices().lines()).hasSize(1 + 23 + 1);
        assertThat(loads().lines()).hasSize(1 + 25);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** A series of batteries by the clock of Brussels, with a load of its own or without. */
    private Scenario batteries(LocalDate day, boolean own, String with) throws IOException {
        StringBuilder series = new StringBuilder("time,unit," + (own ? "load_kw," : "") + "generation_kw\n");
        for (ZonedDateTime hour : hours(day)) {
            for (String unit : List.of("north", "south")) {
                double actual =
                        hour.getHour() == 17 ? (load(hour.minusHours(1)) + load(hour.plusHours(1))) / 2.0 : load(hour);
                double kilowatts = (unit.equals("north") ? 1e-8 : 2e-8) * 1000.0 * actual;
                series.append(clock(hour, "yyyy-MM-dd'T'HH:mm") + "," + unit + "," + (own ? kilowatts + "," : "")
                        + hour.getHour() % 3 + "\n");
            }
        }
        write("series.csv", series.toString());
        write("units.csv", "unit,capacity_kwh\nnorth,10\nsouth,8\n");
        write("load.csv", loads());
        write("prices.csv", prices());
        write("prices-2025.csv", newPrices());
        return ScenarioReader.readText(
                "{costs: {kind: batteries, series: series.csv, units: units.csv, zone: Europe/Brussels" + with
                        + "}, graph: {kind: path}, beta: 1, algorithms: [acord]}",
                "own.yaml",
                folder,
                List.of());
    }

    private static double[] costs(Scenario scenario) {
        Instance instance = scenario.instance(1);
        double[] all = new double[2 * scenario.horizon()];
        Arrays.setAll(all, k -> {
            HittingCost cost = instance.round(k / 2 + 1).cost(k % 2);
            double[] best = new double[instance.dimension()];
            cost.argmin(new QuadraticPull(best.length), best);
            return cost.at(best) + Arrays.stream(best).sum();
        });
        return all;
    }

    private static final String LOADS = ", gaps: interpolate, series-with: [{file: load.csv, column: load_kw, agent:"
            + " north, scale: 1e-8}, {file: load.csv, column: load_kw, agent: south, scale: 2e-8}]";

    /** The same costs as those of a file that has the numbers itself, to the last bit; 25 October has 25 hours. */
    @Test
    void loadsOfALongDayAreThoseOfAFileOfOnesOwn() throws IOException {
        double[] joined = costs(batteries(LONG, false, LOADS));
        assertThat(joined).hasSize(50).containsExactly(costs(batteries(LONG, true, "")));
    }

    @Test
    void numbersThatAreMadeUpAreRemarkedOnForEveryFile() throws IOException {
        assertThat(batteries(LONG, false, LOADS).costs().remarks())
                .hasSize(2)
                .allMatch(remark -> remark.startsWith("1 of the 25 numbers of "))
                .anyMatch(remark ->
                        remark.endsWith("load.csv for load_kw of north were missing and are made up, as gaps says."))
                .anyMatch(remark -> remark.contains("of south were missing"));
        assertThat(batteries(LONG, true, "").costs().remarks()).isEmpty();
    }

    @Test
    void aGapIsRefusedUnlessSomebodySaysHowToFillIt() {
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> batteries(LONG, false, LOADS.replace(", gaps: interpolate", "")));
        Complaint complaint = refused.complaints().get(0);
        assertThat(complaint.where()).endsWith("load.csv:20");
        assertThat(complaint.found()).contains("has no number for 2023-10-29T16:00Z");
        assertThat(complaint.fix()).contains("gaps: hold");
    }

    /** A bill by the hour needs all 23 prices of the short day, also those below 0. */
    @Test
    void pricesOfAShortDayAreRead() throws IOException {
        Scenario scenario = batteries(SHORT, true, ", series-with: [{file: prices.csv, column: buy_eur_per_mwh}]");
        assertThat(scenario.horizon()).isEqualTo(23);
        assertThat(scenario.costs().times().get(2)).isEqualTo("2023-03-26T03:00+02:00");
    }

    @Test
    void sequencesAreChosenByWhere() throws IOException {
        String with = ", series-with: [{file: prices-2025.csv, column: buy_eur_per_mwh%s}]";
        BadInputException refused =
                catchThrowableOfType(BadInputException.class, () -> batteries(LONG, true, with.formatted("")));
        assertThat(refused.complaints().get(0).fix()).contains("where: {Sequence:");
        assertThat(batteries(LONG, true, with.formatted(", where: {Sequence: \"Sequence 1\"}"))
                        .horizon())
                .isEqualTo(25);
    }

    private Scenario centres(boolean own, String with) throws IOException {
        StringBuilder hours =
                new StringBuilder("time,centre,interactive_servers" + (own ? ",carbon_g_per_kwh" : "") + "\n");
        for (ZonedDateTime hour : hours(LONG)) {
            for (String centre : List.of("a", "b")) {
                hours.append(hour.toOffsetDateTime() + "," + centre + "," + (1000 + 40 * hour.getHour())
                        + (own ? "," + carbon(hour.toInstant()) : "") + "\n");
            }
        }
        write("hours.csv", hours.toString());
        write("centres.csv", """
                centre,interactive_servers,batch_servers,carbon_g_per_kwh,residents_thousand
                a,9000,0,300,1000
                b,9000,0,300,1000
                """);
        write("links.csv", "centre,other\na,b\n");
        write("carbon.csv", carbon());
        return ScenarioReader.readText(
                "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv" + with
                        + "}, algorithms: [acord]}",
                "own.yaml",
                folder,
                List.of());
    }

    @Test
    void carbonOfElectricityMapsIsThatOfAFileOfOnesOwn() throws IOException {
        double[] joined = costs(centres(false, ", hours-with: [{file: carbon.csv, column: carbon_g_per_kwh}]"));
        assertThat(joined).hasSize(50).containsExactly(costs(centres(true, "")));
        double[] cycle =
                costs(centres(false, ", hours-with: [{file: carbon.csv, column: carbon_g_per_kwh, take: life cycle}]"));
        assertThat(cycle).isNotEqualTo(joined);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "212.5 | x | {file: carbon.csv, column: carbon_g_per_kwh} | carbon.csv:5: Carbon intensity | is \"x\" | a number, or n/e",
                "2023-10-29 01:00:00 | 29.10. | {file: carbon.csv, column: carbon_g_per_kwh} | carbon.csv:5: Datetime (UTC) | is \"29.10.\" | a time like",
                "Datetime (UTC) | When | {file: carbon.csv, column: carbon_g_per_kwh} | carbon.csv:1 | has neither a column MTU | ENTSO-E",
                "- | - | {file: carbon.csv, column: price_eur_per_mwh} | carbon.csv: gCO2/kWh | price_eur_per_mwh has another one | g_per_kwh",
                "- | - | {file: carbon.csv, column: carbon} | column | is \"carbon\" | carbon_g_per_kwh",
                "- | - | {file: carbon.csv, column: carbon_g_per_kwh, agent: c} | agent | is \"c\" | one of the series",
                "- | - | {file: carbon.csv, column: carbon_g_per_kwh, agent: a} | own.yaml | bring no carbon of b | everybody",
                "- | - | {file: carbon.csv, column: carbon_g_per_kwh, scale: -1} | carbon_g_per_kwh of a | comes to -475.0 in round 1 | from 0",
                "- | - | {file: carbon.csv, column: carbon_g_per_kwh, where: {Sequence: \"1\"}} | carbon.csv:1 | has no column \"sequence\" | Zone id",
                ",Nowhere,Nowhere,XX,212.5,252.5,51.2,made-up,false | ,Nowhere,Nowhere,XX,212.5 | {file: carbon.csv, column: carbon_g_per_kwh, where: {Data source: made-up}} | carbon.csv:5 | has 5 values | 9, as the header",
                "- | - | {file: none.csv, column: carbon_g_per_kwh} | file | is \"none.csv\" | a file that can be read",
            })
    void whatIsWrongIsSaidWithItsPlace(String from, String to, String with, String where, String found, String needed)
            throws IOException {
        BadInputException refused = catchThrowableOfType(BadInputException.class, () -> {
            centres(true, "");
            String hours = Files.readString(folder.resolve("hours.csv"));
            boolean brings = with.contains("carbon_g_per_kwh");
            write("hours.csv", brings ? hours.replaceAll("(?m),[^,]*$", "") : hours);
            write("carbon.csv", carbon().replace(from, to));
            ScenarioReader.readText(
                    "{costs: {kind: load-balancing, hours: hours.csv, centres: centres.csv, links: links.csv,"
                            + " hours-with: [" + with + "]}, algorithms: [acord]}",
                    "own.yaml",
                    folder,
                    List.of());
        });
        assertThat(refused.complaints()).anySatisfy(complaint -> {
            assertThat(complaint.where()).contains(where);
            assertThat(complaint.found()).contains(found);
            assertThat(complaint.needed()).contains(needed);
            assertThat(complaint.fix()).isNotBlank();
        });
        assertThat(Set.of(refused.complaints().get(0).where())).doesNotContain("");
    }
}
