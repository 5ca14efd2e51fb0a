package io.acord.bench;

import io.acord.bench.radio.RadioTable;
import io.acord.bench.radio.RowFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./acord bench}. */
@Command(
        name = "acord bench",
        description = {
            "Measures how fast Acord is on this machine; without WHAT: kernels and rounds.",
            "kernels: an iteration against the machine's limits. rounds: whole rounds, threads, memory. iterations: how many the variants need, which is no matter of time.",
            "compare: an iteration against numpy and C, a round against numpy and against solvers of quadratic programs, in one run, as far as they are installed. opt: the hindsight optimum against scipy. sweeps: what hindsight sweeps cost. plans: an iteration of a plan over several rounds. bell: how soon a round is decided after its time or an interrupt. all: everything but radio.",
            "radio: a fleet of four hosts on this machine whose network loses, delays, repeats and corrupts, over gRPC and over datagrams; needs root, iproute2 and python3, and takes hours; --rounds shortens it, --only picks rows.",
            "spark ARGS: data frames by blocks on Spark against the engine; its arguments: bench spark --help.",
            "jmh ARGS: the JMH benchmarks, with JMH's own arguments."
        },
        mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** What to measure. */
    enum What {
        kernels,
        rounds,
        iterations,
        compare,
        opt,
        sweeps,
        plans,
        bell,
        radio,
        all
    }

    @Parameters(arity = "0..1", paramLabel = "WHAT", description = "${COMPLETION-CANDIDATES}")
    private @Nullable What what;

    @Option(names = "--quick", description = "Smaller fleets and fewer rounds.")
    private boolean quick;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of every row of radio; 1000 if not given, 60 with --quick.")
    private @Nullable Integer rounds;

    @Option(
            names = "--only",
            paramLabel = "WORDS",
            description =
                    "Only rows of radio whose names have these words, with commas between them: cut, or \"30 %% lost, datagrams, 500 ms\". May be given more than once.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--json", description = "Prints JSON instead of tables.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Also writes the tables as documents there: WHAT.md, solvers.md with compare.md, and kernels.svg with kernels.md.")
    private @Nullable Path out;

    /** Where the programs in other languages are; the launcher knows. */
    private final Path programs = Path.of(System.getProperty(
            "acord.bench.compare", Path.of("bench", "compare").toString()));

    private final List<String> documents = new ArrayList<>(); // JSON of what was measured

    public static void main(String[] args) throws IOException {
        if (args.length > 0 && args[0].equals("jmh")) {
            org.openjdk.jmh.Main.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        System.exit(new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        PrintWriter stdout = spec.commandLine().getOut();
        Machine machine = Machine.here("./acord bench" + (what == null ? "" : " " + what) + (quick ? " --quick" : "")
                + (rounds == null ? "" : " --rounds " + rounds)
                + only.stream().map(words -> " --only \"" + words + "\"").collect(Collectors.joining()));
        if (out != null && Files.exists(out) && !Files.isDirectory(out)) {
            throw new ParameterException(
                    spec.commandLine(), "--out " + out + " is not a folder: give a folder, or a free name");
        }
        if (!json) {
            stdout.println(machine.plain());
        }
        if (what == null || asksFor(What.kernels)) {
            Kernels kernels = new Kernels(quick, this::say);
            show("kernels", machine, kernels.run());
            if (out != null) { // made by now
                Files.writeString(out.resolve("kernels.svg"), Plot.svg(kernels.points()));
            }
        }
        if (what == null || asksFor(What.rounds)) {
            show("rounds", machine, new Rounds(quick, this::say).run());
        }
        if (asksFor(What.compare)) {
            show(
                    "compare",
                    machine,
                    List.of(
                            new Compare(programs, quick, this::say).run(),
                            new CompareRounds(programs, quick, this::say).run()));
            show("solvers", machine, List.of(new CompareSolvers(programs, quick, this::say).run()));
        }
        if (asksFor(What.opt)) {
            show("opt", machine, List.of(new CompareOptimum(programs, quick, this::say).run()));
        }
        if (asksFor(What.plans)) {
            show("plans", machine, List.of(new Plans(quick, this::say).run()));
        }
        if (asksFor(What.bell)) {
            show("bell", machine, List.of(new Bells(quick, this::say).run()));
        }
        if (what == What.radio) {
            String obstacle = RadioTable.obstacle();
            if (obstacle != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "radio cannot be played here: " + obstacle
                                + ". Run it as root on a Linux with network namespaces, TAP devices and python3");
            }
            int each = rounds == null ? quick ? 60 : 1000 : rounds;
            List<Table> tables = new Radio(each, rows(), this::say).run();
            show("radio", machine.markdown("radio", "intervals are longer for it, and single ones much."), tables);
        }
        if (asksFor(What.sweeps)) {
            Sweeps sweeps = new Sweeps(quick, this::say);
            show("sweeps", machine, List.of(sweeps.asServed(), sweeps.run()));
        }
        if (asksFor(What.iterations)) {
            show("iterations", machine, new Iterations(quick ? 2 : 10, this::say).run());
        }
        if (json) {
            stdout.println("{" + machine.json() + ",\"tables\":[" + String.join(",", documents) + "]}");
        }
        return 0;
    }

    private RowFilter rows() {
        RowFilter rows = new RowFilter(List.copyOf(only));
        List<String> unknown = rows.choicesOfNothing(RadioTable.names());
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--only " + unknown.get(0) + " names no row of radio; there are:\n  "
                            + String.join("\n  ", RadioTable.names()));
        }
        return rows;
    }

    private boolean asksFor(What part) {
        return what == part || what == What.all;
    }

    private void say(String words) {
        PrintWriter stderr = spec.commandLine().getErr();
        stderr.println("acord bench: " + words + " ...");
        stderr.flush();
    }

    private void show(String name, Machine machine, List<Table> tables) throws IOException {
        show(name, machine.markdown(name), tables);
    }

    /** Prints tables, and writes them as a page below a head. */
    private void show(String name, String head, List<Table> tables) throws IOException {
        for (Table table : tables) {
            documents.add(table.json());
            if (!json) {
                spec.commandLine().getOut().print(table.plain());
                spec.commandLine().getOut().flush();
            }
        }
        if (out != null) {
            Files.createDirectories(out);
            StringBuilder text = new StringBuilder(head);
            tables.forEach(table -> text.append(table.markdown()));
            Files.writeString(out.resolve(name + ".md"), text.toString().stripTrailing() + "\n");
        }
    }
}
