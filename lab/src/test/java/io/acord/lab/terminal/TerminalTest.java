package io.acord.lab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Watcher;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private final StringWriter err = new StringWriter();
    private final AtomicLong nanos = new AtomicLong();

    private Progress progress(boolean terminal) {
        return new Progress(new PrintWriter(err, true), terminal, "playing", nanos::get);
    }

    private void pass(long seconds) {
        nanos.addAndGet(seconds * 1_000_000_000L);
    }

    @Test
    void whatIsOverSoonSaysNothingWithoutATerminal() {
        Progress progress = progress(false);
        for (int k = 1; k <= 100; k++) {
            progress.progress(k, 100);
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatTakesLongSaysNowAndThenHowLongTheRestTakes() {
        Progress progress = progress(false);
        for (int k = 1; k <= 40; k++) {
            pass(3);
            progress.progress(k, 100);
        }
        assertThat(err.toString().lines())
                .startsWith("playing: 4 %, about 5 min left")
                .hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void aTerminalHasABarThatGoesWhenAllIsDone() {
        Progress progress = progress(true);
        progress.progress(1, 2);
        assertThat(err.toString()).contains("█ ", "50 %").doesNotContain("left");
        pass(10);
        progress.progress(3, 4);
        assertThat(err.toString()).contains("about 3 s left");
        progress.progress(4, 4);
        assertThat(err.toString()).endsWith("\r\u001B[K");
    }

    @Test
    void timesAreSaidAsPeopleSayThem() {
        assertThat(List.of(
                        Progress.duration(0.2), Progress.duration(80), Progress.duration(600), Progress.duration(7800)))
                .containsExactly("1 s", "80 s", "10 min", "2 h 10 min");
    }

    @Test
    void numbersOfAColumnHaveOneFormatAndAreToldApart() {
        assertThat(NumberColumn.of(List.of(1.0, 2.0, 1000.0), 5)).containsExactly("1", "2", "1000");
        assertThat(NumberColumn.of(List.of(1.5, 2.25), 5)).containsExactly("1.5000", "2.2500");
        assertThat(NumberColumn.of(List.of(3414.44957, 3414.44958), 5)).containsExactly("3414.44957", "3414.44958");
        assertThat(NumberColumn.of(List.of(1.00431, 1.00431, Double.NaN, Double.POSITIVE_INFINITY), 5))
                .containsExactly("1.0043", "1.0043", "-", "∞");
        assertThat(NumberColumn.of(List.of(1e-12, 5.0), 5)).containsExactly("1.0000e-12", "5.0000e+00");
        assertThat(NumberColumn.of(List.of(1.0, 1.0 + 1e-12, 0.5), 5))
                .as("but for rounding they are the same")
                .containsExactly("1.0000", "1.0000", "0.5000");
    }

    @Test
    void aTableThatIsTooWideGoesOnBelow() {
        List<List<String>> rows = List.of(
                List.of("policy", "cost", "hitting"), List.of("acord", "1.5", "1.0"), List.of("opt", "1", "1.0"));
        assertThat(TextTable.of(rows, 1, OptionalInt.empty()).lines())
                .containsExactly("policy  cost  hitting", "acord    1.5      1.0", "opt        1      1.0");
        assertThat(TextTable.of(rows, 1, OptionalInt.of(15)).lines())
                .containsExactly(
                        "policy  cost",
                        "acord    1.5",
                        "opt        1",
                        "",
                        "policy  hitting",
                        "acord       1.0",
                        "opt         1.0")
                .allMatch(line -> line.length() <= 15);
    }

    @Test
    void theEnvironmentSaysHowWideItIsAndWhetherSomebodyWatches() {
        PrintWriter nowhere = new PrintWriter(err);
        Console console = Console.of(nowhere, nowhere, false, Map.of("COLUMNS", "80", "ACORD_TERMINAL", "1"));
        assertThat(console.columns()).hasValue(80);
        assertThat(console.isTerminal()).isTrue();
        assertThat(Console.of(nowhere, nowhere, false, Map.of("COLUMNS", "wide"))
                        .columns())
                .isEmpty();
        assertThat(Console.of(nowhere, nowhere, true, Map.of()).progress("anything"))
                .isSameAs(Watcher.NOBODY);
    }
}
