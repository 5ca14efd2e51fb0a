package io.acord.lab.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.Complaints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the numbers of a published file hold, whose lines are of an hour here and of a quarter there. */
class MixedResolutionTest {

    private static final long HOUR = 3600;
    private static final long QUARTER = 900;

    @TempDir
    private Path folder;

    private PublishedSeries series(String text) throws IOException {
        Path file = folder.resolve("file.csv");
        Files.writeString(file, text);
        Complaints complaints = new Complaints();
        PublishedSeries series = PublishedSeries.read(
                        file, "file.csv", new PublishedSeries.Wanted("", Map.of()), SeriesRepairs.NONE, complaints)
                .orElseThrow();
        assertThat(complaints.size()).isZero();
        return series;
    }

    private PublishedSeries prices(String... lines) throws IOException {
        StringBuilder text = new StringBuilder("MTU (CET/CEST),Day-ahead Price [EUR/MWh]\n");
        for (String line : lines) {
            text.append(line).append('\n');
        }
        return series(text.toString());
    }

    private PublishedSeries carbon(String... lines) throws IOException {
        StringBuilder text = new StringBuilder("Datetime (UTC),Carbon intensity gCO₂eq/kWh (direct)\n");
        for (String line : lines) {
            text.append("2025-09-30 ").append(line).append('\n');
        }
        return series(text.toString());
    }

    private static long at(String time) {
        return Instant.parse(time).getEpochSecond();
    }

    private static long on(String time) {
        return at("2025-09-30T" + time + ":00Z");
    }

    @Test
    void hoursBeforeQuartersHoldForTheirHour() throws IOException {
        PublishedSeries prices = prices(
                "30.09.2025 22:00 - 30.09.2025 23:00,10",
                "30.09.2025 23:00 - 01.10.2025 00:00,20",
                "01.10.2025 00:00 - 01.10.2025 00:15,30",
                "01.10.2025 00:15 - 01.10.2025 00:30,32",
                "01.10.2025 00:30 - 01.10.2025 00:45,34",
                "01.10.2025 00:45 - 01.10.2025 01:00,36",
                "01.10.2025 01:00 - 01.10.2025 02:00,50");
        assertThat(prices.mean(on("20:00"), HOUR)).isEqualTo(10);
        assertThat(prices.mean(on("20:45"), QUARTER)).isEqualTo(10);
        assertThat(prices.mean(on("22:00"), HOUR)).isEqualTo(33);
        assertThat(prices.mean(on("22:15"), QUARTER)).isEqualTo(32);
        assertThat(prices.mean(on("23:30"), QUARTER)).isEqualTo(50);
        assertThat(prices.mean(on("23:30"), HOUR)).isNaN();
    }

    @Test
    void aMeanWeighsEveryNumberByHowLongItHolds() throws IOException {
        PublishedSeries prices = prices(
                "30.09.2025 23:00 - 01.10.2025 00:00,20",
                "01.10.2025 00:00 - 01.10.2025 00:15,30",
                "01.10.2025 00:15 - 01.10.2025 00:30,40");
        assertThat(prices.mean(on("21:30"), HOUR)).isEqualTo((2 * 20 + 30 + 40) / 4.0);
    }

    @Test
    void aLineThatIsMissingAmongIntervalsIsAGap() throws IOException {
        PublishedSeries prices =
                prices("30.09.2025 20:00 - 30.09.2025 21:00,10", "30.09.2025 22:00 - 30.09.2025 23:00,20");
        assertThat(prices.mean(on("18:00"), HOUR)).isEqualTo(10);
        assertThat(prices.mean(on("19:00"), HOUR)).isNaN();
        assertThat(prices.mean(on("18:00"), 3 * HOUR)).isNaN();
    }

    @Test
    void anHourThatComesTwiceEndsWhereTheSecondBegins() throws IOException {
        PublishedSeries prices =
                prices("26.10.2025 01:00 - 26.10.2025 02:00,1", "26.10.2025 02:00 - 26.10.2025 03:00,2");
        assertThat(prices.mean(at("2025-10-26T00:00:00Z"), HOUR)).isEqualTo(2);
        assertThat(prices.mean(at("2025-10-26T01:00:00Z"), HOUR)).isNaN();
    }

    @Test
    void aDayOf25HoursIsOneInterval() throws IOException {
        PublishedSeries prices = prices("26.10.2025 00:00 - 27.10.2025 00:00,7");
        assertThat(prices.mean(at("2025-10-25T22:00:00Z"), 25 * HOUR)).isEqualTo(7);
        assertThat(prices.mean(at("2025-10-26T23:00:00Z"), HOUR)).isNaN();
    }

    @Test
    void timesAloneHoldToTheNextAndNoLongerThanTheStepBefore() throws IOException {
        PublishedSeries carbon = carbon(
                "10:00:00,1", "11:00:00,2", "12:00:00,3", "12:15:00,4", "12:30:00,5", "13:15:00,6", "13:30:00,7");
        assertThat(carbon.mean(on("10:45"), QUARTER)).isEqualTo(1);
        assertThat(carbon.mean(on("11:00"), HOUR)).isEqualTo(2);
        assertThat(carbon.mean(on("12:00"), 2 * QUARTER)).isEqualTo(3.5);
        assertThat(carbon.mean(on("12:30"), QUARTER)).isEqualTo(5);
        assertThat(carbon.mean(on("12:45"), QUARTER)).isNaN(); // lines are missing
        assertThat(carbon.mean(on("13:15"), QUARTER)).isEqualTo(6);
        assertThat(carbon.mean(on("13:30"), QUARTER)).isEqualTo(7);
        assertThat(carbon.mean(on("13:45"), QUARTER)).isNaN();
    }
}
