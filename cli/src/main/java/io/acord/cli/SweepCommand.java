package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.internal.system.FolderLock;
import io.acord.internal.system.WholeFile;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.sweep.Sweep;
import io.acord.lab.sweep.SweepAxis;
import io.acord.lab.sweep.SweepCell;
import io.acord.lab.sweep.SweepFiles;
import io.acord.lab.sweep.SweepTables;
import io.acord.lab.terminal.Console;
import io.acord.lab.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord sweep}. */
@Command(
        name = "sweep",
        description = {
            "Plays a scenario with every combination of some settings, and compares.",
            "Writes sweep.csv, differences.csv, table.tex, sweep.html and every figure as SVG, PNG and PDF. Run it again after an interruption: it goes on where it was."
        },
        mixinStandardHelpOptions = true)
final class SweepCommand extends TerminalCommand {

    private static final String PLAYED = "played";
    private static final String WHAT = "sweep.txt";

    @Parameters(index = "0", paramLabel = "SCENARIO.yaml", description = "The scenario.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(
            index = "1..*",
            paramLabel = "KEY=V1,V2",
            description =
                    "A key and the values that it takes: beta=1,10,100 algorithms.0.acord.iterations=6,12 graph.kind=ring,grid.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key in all of them. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the files go; runs/NAME-SEED-sweep by default, or runs/NAME-SEED-sweep-2 and so on where another sweep is.")
    private @Nullable Path out;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many combinations are played side by side; one for every core by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--again", description = "Plays anew what was played before.")
    private boolean again;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException {
        Complaints complaints = new Complaints();
        List<SweepAxis> axes = SweepAxis.parse(words, complaints);
        if (threads < 1 || threads > 4096) {
            complaints.add("--threads", "is " + threads, "a number from 1 to 4096", "give one, or omit --threads");
        }
        if (out != null && out.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        complaints.throwIfAny();
        Scenario scenario = ScenarioReader.read(file, sets);
        Sweep sweep = new Sweep(
                combination -> {
                    List<String> all = new ArrayList<>(sets);
                    all.addAll(combination);
                    return ScenarioReader.read(file, all);
                },
                axes);
        sweep.check();
        ReplayCommand replay = new ReplayCommand("sweep").argument(file);
        words.forEach(replay::argument);
        String command = replay.options("--set", sets).toString();
        Console console = console(quiet);
        String what = scenario.canonical() + String.join("\n", words) + "\n";
        try (Place place = place(scenario, what, console)) {
            Path folder = place.folder();
            WholeFile.write(folder.resolve(WHAT), what);
            WholeFile.write(folder.resolve("origin.json"), SummaryJson.origin(command, Version.text()));
            Sweep.Result result = sweep.play(
                    folder.resolve(PLAYED),
                    Version.text(),
                    threads,
                    again,
                    console.progress("sweeping " + scenario.name()));
            List<String> written = new SweepFiles(scenario.name(), command, Version.text()).write(folder, result);
            if (!console.isQuiet()) {
                console.out().print(SweepTables.text(result.axes(), SweepCell.of(result.rows()), console.columns()));
                int all = sweep.combinations().size();
                console.out()
                        .println("Combinations: " + all
                                + (result.played() < all
                                        ? ", of which " + (all - result.played()) + " had been played before"
                                        : ""));
                console.out().println("Wrote " + folder + ": " + String.join(", ", written));
                console.out().println("Look at " + folder.resolve("sweep.html"));
            }
            result.broken().forEach(words -> console.err().println("acord: a promise was BROKEN: " + words));
            if (console.out().checkError()) {
                console.err().println("acord: standard output could not be written; the files are in " + folder);
                return ExitCode.FAILED;
            }
            return result.broken().isEmpty() ? 0 : ExitCode.PROMISE_BROKEN;
        }
    }

    /** Where a sweep is, and the lock that keeps others out of it. */
    private record Place(Path folder, FolderLock lock) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            lock.close();
        }
    }

    /** The folder that was asked for, or the first of its name that holds this sweep or none. */
    private Place place(Scenario scenario, String what, Console console) throws IOException {
        String name = scenario.name() + "-" + scenario.seed() + "-sweep";
        for (int k = 1; ; k++) {
            Path folder = out != null ? out : Path.of("runs", k == 1 ? name : name + "-" + k);
            boolean other = Files.isRegularFile(folder.resolve(WHAT))
                    && !Files.readString(folder.resolve(WHAT)).equals(what);
            if (other && out == null) {
                continue;
            }
            refuseFilesOfOthers(folder);
            Optional<FolderLock> lock = taken(folder);
            if (lock.isEmpty() && out == null) {
                continue;
            }
            if (other) {
                console.err().println("acord: what " + folder + " shows is of another sweep, and will be replaced");
            } else if (k > 1) {
                console.err()
                        .println(
                                "acord: " + Path.of("runs", name) + " holds another sweep; this one goes to " + folder);
            }
            return new Place(
                    folder,
                    lock.orElseThrow(() -> Complaints.refuse(
                            "--out " + folder,
                            "is where another sweep is going on",
                            "a folder of its own for every sweep",
                            "give another --out, or wait")));
        }
    }

    private static void refuseFilesOfOthers(Path folder) {
        Complaints complaints = new Complaints();
        for (String file : List.of("sweep.csv", "sweep.html", "table.tex", "origin.json")) {
            if (Files.exists(folder.resolve(file)) && !Files.exists(folder.resolve(WHAT))) {
                complaints.add(
                        folder.resolve(file).toString(),
                        "exists and is not of a sweep",
                        "a folder without files of these names, or one of an earlier sweep",
                        "give another --out");
            }
        }
        complaints.throwIfAny();
    }

    private static Optional<FolderLock> taken(Path folder) {
        try {
            return FolderLock.take(folder.resolve(PLAYED));
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--out " + folder,
                    "cannot be made (" + FileTrouble.words(e) + ")",
                    "a folder in a place that can be written to",
                    "give another --out");
        }
    }
}
