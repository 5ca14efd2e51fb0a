package io.acord.bench;

import io.acord.Fleet;
import io.acord.acord.Decision;
import io.acord.cost.HittingCosts;
import io.acord.graph.Coupling;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Round;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Whether fleets of millions play in a small heap: each plays some rounds in a process of its own. */
record LargestFleets(boolean quick, Consumer<String> saying) {

    private static final int ROUNDS = 3;
    private static final String HEAP = "2g";

    Table run() {
        Table table = new Table(
                "Large fleets in a heap of " + HEAP,
                "A `Fleet` of degree 10 with costs in columns, auto, K = 12, two threads, graph and costs made in the same heap ("
                        + "`-Xmx" + HEAP + " -XX:+UseG1GC`, a process each): whether " + ROUNDS
                        + " rounds were decided, and what was alive after them.",
                "graph | agents | played | alive, bytes an agent | certified ratio");
        int agents = quick ? 1_000_000 : 10_000_000;
        for (Fleets.Kind kind : List.of(Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR)) {
            saying.accept(agents + " agents in a heap of " + HEAP + ", " + kind.words);
            String[] answer = played(kind, agents).split(" ", -1);
            boolean isPlayed = answer.length == 2;
            table.row(
                    kind.words,
                    agents,
                    isPlayed ? "yes" : "no",
                    isPlayed ? Double.parseDouble(answer[0]) : Double.NaN,
                    isPlayed ? Double.parseDouble(answer[1]) : Double.NaN);
        }
        return table;
    }

    /** The last line of a process that plays them; whatever it says when it breaks down is no answer. */
    private static String played(Fleets.Kind kind, int agents) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-Xmx" + HEAP,
                "-XX:+UseG1GC",
                "-XX:+UseTransparentHugePages",
                "-cp",
                System.getProperty("java.class.path"),
                LargestFleets.class.getName(),
                kind.name(),
                String.valueOf(agents));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                return process.waitFor() == 0 && line != null ? line : "";
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** Plays a fleet, and prints bytes an agent and the ratio that is certified. */
    public static void main(String[] args) {
        int agents = Integer.parseInt(args[1]);
        Coupling coupling = Fleets.Kind.valueOf(args[0]).coupling(agents);
        Fleet fleet = Fleet.builder(agents).threads(2).build();
        for (int t = 1; t <= ROUNDS; t++) {
            Decision decision = fleet.decide(round(fleet, coupling, t));
            if (decision.iterations() != 12) {
                throw new AssertionError("round " + t + " had " + decision.iterations() + " iterations");
            }
        }
        System.gc();
        long alive = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        double ratio = fleet.cost().total() / fleet.books().atLeast();
        System.out.printf(Locale.ROOT, "%.0f %.4f%n", 1.0 * alive / agents, ratio);
    }

    private static Round round(Fleet fleet, Coupling coupling, int t) {
        SeededRandom random = new SeededRandom(1, "largest".hashCode(), t);
        double[] curvatures = new double[fleet.agents()];
        double[] targets = new double[curvatures.length];
        for (int i = 0; i < curvatures.length; i++) {
            curvatures[i] = 2 - random.uniform();
            targets[i] = random.uniform(-10, 10);
        }
        return fleet.round()
                .costs(HittingCosts.ofFrozen(1, curvatures, targets))
                .coupling(coupling)
                .beta(50)
                .build();
    }
}
