package io.acord.lab.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.lab.kept.Fingerprint;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.terminal.Console;
import io.acord.model.Actions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A run that is interrupted after some repeats, and one that goes on or begins. For tests. */
public final class InterruptedRun {

    static final String VERSION = "acord test";

    /** Times, and what names the command. */
    private static final Set<String> OWN = Set.of("times.json", "report.html", "origin.json");

    private InterruptedRun() {}

    /** Somebody pulls the plug. */
    private static final class Interruption extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Plays a scenario of one thread into a folder until a repeat has begun, and leaves it there as a signal does. */
    public static void play(Scenario scenario, Path into, int repeats) throws IOException {
        RunFiles files = open(scenario, into);
        playSome(scenario, files, repeats);
        assertThat(files.suspend()).isEqualTo(repeats);
    }

    /** Plays it until a repeat has begun and fails. */
    static void fail(Scenario scenario, Path into, int repeats) throws IOException {
        try (RunFiles files = open(scenario, into)) {
            playSome(scenario, files, repeats);
        }
    }

    static RunFiles open(Scenario scenario, Path into) throws IOException {
        List<String> names =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        RunFiles files = new RunFiles(
                into,
                names,
                scenario.output(),
                new RunFiles.Resumption(Fingerprint.of(scenario, VERSION), scenario.repeats()));
        files.calendar(scenario.costs().times());
        return files;
    }

    private static void playSome(Scenario scenario, RunFiles files, int repeats) {
        Watcher interrupting = new Watcher() {
            @Override
            public void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {
                if (repeat >= repeats && round == 2) {
                    throw new Interruption();
                }
                files.acted(algorithm, repeat, round, instance, actions);
            }

            @Override
            public void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {
                files.foresaw(algorithm, repeat, round, instance, decision);
            }

            @Override
            public boolean isKeeping() {
                return files.isKeeping();
            }

            @Override
            public void over(int repeat, Optional<byte[]> record) {
                files.over(repeat, record);
            }
        };
        assertThatThrownBy(
                        () -> Experiment.of(scenario, interrupting, "", VERSION).play())
                .isInstanceOf(Interruption.class);
    }

    /** Plays it to its end; what was said meanwhile. */
    public static String finish(Scenario scenario, Path into) throws Exception {
        StringWriter err = new StringWriter();
        Console console = new Console(
                new PrintWriter(new StringWriter()), new PrintWriter(err, true), false, OptionalInt.empty(), false);
        CarrierRun run = new CarrierRun(
                new MemoryCarrier(), scenario, into, into, new Carrier.Origin("./acord run", VERSION), false);
        assertThat(run.play(false, console, folder -> {})).isZero();
        return err.toString();
    }

    /** All files of a folder that are the same bytes whenever the same is played. */
    public static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                if (!OWN.contains(file.getFileName().toString())) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return files;
    }
}
