package io.acord.applications.balancing;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.report.Numbers;
import io.acord.lab.report.PathDrawing;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Watches servers, emissions and work. Scratch; one thread. */
final class BalanceMeter implements Meter {

    private static final int SHOWN = 40; // centres whose paths are drawn

    private final Centers centers;
    private final List<String> names;
    private final Routing routing;
    private final double[] servers;
    private final double[] emissions;
    private final double[] inequality;
    private final double[] backlog; // hours of usual batch work
    private final double[] burden; // tonnes per thousand residents, over all hours
    private final double[] batchBefore; // servers for batch work in the hour before
    private final double[][] on; // [centre][hour], to be drawn
    private final double usualBatch; // of all centres in an hour
    private double energy;
    private double turned;
    private double done;
    private double lost;
    private double late;
    private double moved;
    private double euros;
    private double interactive;
    private double batch;

    BalanceMeter(Centers centers, List<String> names, boolean drawn) {
        this.centers = centers;
        this.names = names;
        this.routing = new Routing(centers);
        int hours = centers.hours().count();
        this.servers = new double[hours];
        this.emissions = new double[hours];
        this.inequality = new double[hours];
        this.backlog = new double[hours];
        this.burden = new double[centers.count()];
        this.batchBefore = new double[centers.count()];
        this.on = new double[drawn ? Math.min(SHOWN, centers.count()) : 0][hours];
        double all = 0;
        for (int i = 0; i < centers.count(); i++) {
            all += centers.arrived(hours, i) / hours;
            batchBefore[i] = centers.hours().batch(1, i); // as interactive servers: on before the first hour
        }
        this.usualBatch = all;
    }

    @Override
    public String kind() {
        return "load-balancing";
    }

    @Override
    public void played(int t, Actions previous, Actions x) {
        routing.hour(t, x);
        ServerSettings running = centers.running();
        CenterHours data = centers.hours();
        double[] now = new double[centers.count()];
        for (int i = 0; i < centers.count(); i++) {
            double change = Math.abs(routing.on(0, i) - centers.servers(previous, i))
                    + Math.abs(routing.on(1, i) - batchBefore[i]);
            batchBefore[i] = routing.on(1, i);
            double all = routing.on(0, i) + routing.on(1, i);
            double used = running.energy(all, routing.busy(0, i) + routing.busy(1, i)) + running.bootEnergy(change);
            double tonnes = used * data.carbon(t, i) / 1000;
            turned += change;
            energy += used;
            euros += used * data.price(t, i);
            interactive += data.interactive(t, i);
            batch += data.batch(t, i);
            moved += routing.given(i);
            servers[t - 1] += all;
            emissions[t - 1] += tonnes;
            now[i] = tonnes / centers.residents(i);
            burden[i] += now[i];
            if (i < on.length) {
                on[i][t - 1] = all;
            }
        }
        inequality[t - 1] = gini(now);
        backlog[t - 1] = share(routing.waiting(), usualBatch);
        done += routing.done(0) + routing.done(1);
        lost += routing.lost();
        late += routing.late();
    }

    /** Gini's coefficient: 0 if all bear the same, nearly 1 if one bears it all. */
    static double gini(double[] burdens) {
        double[] sorted = burdens.clone();
        Arrays.sort(sorted);
        double weighted = 0;
        double sum = 0;
        for (int k = 0; k < sorted.length; k++) {
            weighted += (2 * (k + 1) - sorted.length - 1) * sorted[k];
            sum += sorted[k];
        }
        return sum > 0 ? weighted / (sorted.length * sum) : 0;
    }

    /**
     * What the work that still waits will take when it is done, at the usual intensity and price of its grid, so that
     * emissions of policies are compared at equal work.
     */
    private double afterwards(boolean isMoney) {
        double all = 0;
        for (int i = 0; i < centers.count(); i++) {
            double used = centers.running().energy(routing.waiting(i), routing.waiting(i));
            all += used * (isMoney ? centers.usualPrice(i) : centers.usualCarbon(i) / 1000);
        }
        return all;
    }

    @Override
    public Map<Measure, Double> measures() {
        double tonnes = Arrays.stream(emissions).sum() + afterwards(false);
        double everything = done + routing.waiting();
        Measures measures = new Measures();
        measures.lower(
                "inequality",
                gini(burden),
                "",
                "Gini's coefficient of what each region's centre emits per resident over all hours: 0 if all regions bear the same.");
        measures.lower(
                "emissions",
                tonnes,
                "t",
                "CO2 of all centres and hours: servers on, servers busy, turning them on and off; and of the batch work that still waits at the end, at the usual intensity of its grid.");
        measures.lower(
                "emissionsPerWork",
                share(1000 * tonnes, everything),
                "g a server-hour",
                "The same per hour of server work, so that losing work does not count as saving.");
        measures.lower(
                "electricity",
                (euros + afterwards(true)) / 1000,
                "thousand €",
                "What the energy costs, that of batch work which still waits at the usual price.");
        measures.neither("energy", energy, "MWh", "Energy of all centres and hours, with cooling and losses.");
        measures.higher(
                "done",
                share(100 * done, interactive + batch, 100),
                "%",
                "Share of all work that is done when the last hour is over; the rest is lost or waits.");
        measures.lower(
                "lost",
                share(100 * lost, interactive),
                "%",
                "Share of interactive work that neither its centre nor a linked one had servers on for. The costs do not forbid it.");
        measures.lower(
                "waiting",
                Arrays.stream(backlog).average().orElse(0),
                "hours",
                "How long batch work waits on average: what waits after an hour, over what comes up in one.");
        measures.lower(
                "backlog",
                Arrays.stream(backlog).max().orElse(0),
                "hours",
                "The most batch work that waited after any hour, in hours of usual batch work of all centres.");
        measures.lower(
                "late",
                share(100 * late, batch),
                "%",
                "Share of batch work that was not done by its deadline, because there were not enough servers.");
        measures.neither(
                "moved",
                share(100 * moved, interactive),
                "%",
                "Share of interactive work that is done elsewhere than it came up.");
        measures.lower(
                "turned",
                turned / servers.length,
                "thousand servers an hour",
                "Servers turned on or off, all centres together.");
        return measures.all();
    }

    /** 0 where nothing was asked for. */
    private static double share(double part, double whole) {
        return share(part, whole, 0);
    }

    private static double share(double part, double whole, double otherwise) {
        return whole == 0 ? otherwise : part / whole;
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(
                new Chart("Servers on", "thousands", "All centres together, for both kinds of work."), servers.clone());
        series.put(
                new Chart("Backlog", "hours of batch work", "Batch work that waits, of all centres together."),
                backlog.clone());
        series.put(new Chart("Emissions", "t an hour", "CO2 of all centres."), emissions.clone());
        series.put(
                new Chart(
                        "Inequality",
                        "Gini's coefficient",
                        "Of what each region bears per resident in the hour: 0 if all bear the same."),
                inequality.clone());
        return series;
    }

    @Override
    public List<Picture> pictures(String id, List<Meter> all) {
        double most = IntStream.range(0, on.length)
                .mapToDouble(i -> centers.capacity(0, i) + centers.capacity(1, i))
                .max()
                .orElse(0);
        PathDrawing paths =
                new PathDrawing(id + "-servers", "Servers of each centre over the hours", "thousand servers", 0, most);
        for (int i = 0; i < on.length; i++) {
            paths.path(names.get(i), on[i]);
        }
        return List.of(
                new Picture(
                        "Servers of each centre",
                        "Thousands of servers on, hour by hour, a line a centre"
                                + (on.length < centers.count() ? "; " + on.length + " of " + centers.count() : "")
                                + ".",
                        paths.markup()),
                new Picture(
                        "What each region bears",
                        "CO2 per thousand residents over all hours, a bar a centre, in the order of the centres; equal bars are equal burdens.",
                        bars(id + "-burden", top(all))));
    }

    /** The most that any region bears under any policy, so that all have the same axis and no bar is cut off. */
    private static double top(List<Meter> all) {
        double top = all.stream()
                .flatMapToDouble(meter -> Arrays.stream(((BalanceMeter) meter).burden))
                .max()
                .orElse(0);
        return top > 0 ? top : 1; // nobody emits anything: any axis will do
    }

    /** One bar a centre. */
    private String bars(String id, double top) {
        double step = 290.0 / burden.length;
        StringBuilder out = new StringBuilder("<svg id=\"" + id
                + "\" role=\"img\" aria-label=\"What each region bears\" viewBox=\"0 0 300 150\">"
                + "<text class=\"axis-title\" x=\"0\" y=\"11\">kg per thousand residents, axis up to "
                + Numbers.brief(1000 * top) + "</text>");
        for (int i = 0; i < burden.length; i++) {
            double height = 125 * burden[i] / top;
            out.append("<rect fill=\"var(--c)\" x=\"" + Numbers.px(5 + i * step) + "\" width=\""
                    + Numbers.px(Math.max(0.2, 0.8 * step)) + "\" y=\"" + Numbers.px(145 - height) + "\" height=\""
                    + Numbers.px(height) + "\"/>");
        }
        return out.append("<line class=\"grid\" x1=\"0\" x2=\"300\" y1=\"145\" y2=\"145\"/></svg>")
                .toString();
    }
}
