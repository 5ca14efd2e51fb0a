package io.acord.spark.scale;

import io.acord.spark.scale.LeastSquares.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Fits a {@link Model} to rounds that were measured. Collects; one thread. */
public final class Fit {

    private static final double GIGABIT = 1e9 / 8;

    /**
     * One block in one measured round.
     *
     * @param bytes payload that it told in one exchange
     * @param everyRound seconds of reading, which a row costs every round
     */
    public record Measured(
            double rows,
            double arcs,
            int iterations,
            double peers,
            double bytes,
            double computing,
            double exchanging,
            double everyRound) {}

    private final List<Sample> computing = new ArrayList<>();
    private final List<Sample> exchanging = new ArrayList<>();
    private final List<Sample> driving = new ArrayList<>();
    private final StringBuilder table = new StringBuilder();

    /** Takes a block's round. */
    public void add(Measured m) {
        computing.add(new Sample(
                m.computing() + m.everyRound(), m.iterations() * m.arcs(), m.iterations() * m.rows(), m.rows()));
        if (m.peers() > 0) {
            exchanging.add(new Sample(m.exchanging() / m.iterations(), m.peers(), m.bytes()));
        }
    }

    /** Takes how long the driver took to hand out one round. */
    public void addDriver(double agents, double seconds) {
        driving.add(new Sample(seconds, agents));
    }

    public Model model() {
        double[] c = LeastSquares.fit(computing, 3);
        double[] e = LeastSquares.fit(exchanging, 2);
        double[] d = LeastSquares.fit(driving, 1);
        return new Model(c[0], c[1], c[2], e[0], e[1] == 0 ? Double.POSITIVE_INFINITY : 1 / e[1], d[0]);
    }

    /** The fit and what follows from it, as Markdown. */
    public String words() {
        Model model = model();
        table.setLength(0);
        line("| what | fitted |");
        line("|---|---|");
        line("| an arc, once an iteration | %.3g ns |", 1e9 * model.arc());
        line("| a row, once an iteration | %.3g ns |", 1e9 * model.row());
        line("| a row, once a round | %.3g ns |", 1e9 * model.round());
        line("| a frame to and from a peer, however short | %.3g ms |", 1e3 * model.frame());
        line("| encoded, encrypted, sent and heard | %.3g MB/s each way |", model.rate() / 1e6);
        line("| an agent, once a round, on the driver | %.3g ns |", 1e9 * model.agent());
        line(
                "| typical error of the fit | computing %.0f %%, exchanging %.0f %%, driver %.0f %% |",
                100 * LeastSquares.typicalError(computing, LeastSquares.fit(computing, 3)),
                100 * LeastSquares.typicalError(exchanging, LeastSquares.fit(exchanging, 2)),
                100 * LeastSquares.typicalError(driving, LeastSquares.fit(driving, 1)));
        line("");
        line(
                "| agents | graph, degree 10, K = 12 | machines x blocks | network | bytes a block sends per iteration | memory a block | computing | exchanging | playing a round | driver a round | driver's memory |");
        line("|---|---|---|---|---|---|---|---|---|---|---|");
        for (double agents : new double[] {4e6, 1e7, 1e8}) {
            for (int machines : agents == 1e8 ? new int[] {100} : new int[] {2, 10}) {
                for (int each : new int[] {1, 8}) {
                    double blocks = (double) machines * each;
                    row(
                            model,
                            "scattered",
                            Model.Fleet.scattered(agents, 10, 12, blocks, each, 10 * GIGABIT),
                            machines,
                            each,
                            10);
                    row(
                            model,
                            "plane",
                            Model.Fleet.plane(agents, 10, 12, blocks, each, 10 * GIGABIT),
                            machines,
                            each,
                            10);
                    if (agents == 1e8) {
                        row(
                                model,
                                "scattered",
                                Model.Fleet.scattered(agents, 10, 12, blocks, each, GIGABIT),
                                machines,
                                each,
                                1);
                    }
                }
            }
        }
        return table.toString();
    }

    private void row(Model model, String graph, Model.Fleet fleet, int machines, int each, int gigabits) {
        line(
                "| %.0e | %s | %d x %d | %d Gbit/s | %.3g MB | %.3g GB | %.3g s | %.3g s | %.3g s | %.3g s | %.3g GB |",
                fleet.agents(),
                graph,
                machines,
                each,
                gigabits,
                fleet.bytesPerIteration() / 1e6,
                Model.memory(fleet) / 1e9,
                model.computing(fleet),
                fleet.iterations() * model.exchange(fleet),
                model.playing(fleet),
                model.driver(fleet),
                Model.driverMemory(fleet) / 1e9);
    }

    private void line(String format, Object... arguments) {
        table.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
                .append('\n');
    }
}
