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

/** Watches servers, emissions and work. Scratch; one thread. */
final class BalanceMeter implements Meter {

    private static final int SHOWN = 40; // centres whose paths are drawn

    private final Centers centers;
    private final List<String> names;
    private final Routing routing;
    private final double[] servers;
    private final double[] emissions;
    private final double[] inequality;
    private final double[] burden; // tonnes per thousand residents, over all hours
    private final double[][] on; // [centre][hour], to be drawn
    private double energy;
    private double turned;
    private double done;
    private double lost;
    private double moved;
    private double interactive;
    private double demanded;

    BalanceMeter(Centers centers, List<String> names, boolean drawn) {
        this.centers = centers;
        this.names = names;
        this.routing = new Routing(centers);
        this.servers = new double[centers.hours()];
        this.emissions = new double[centers.hours()];
        this.inequality = new double[centers.hours()];
        this.burden = new double[centers.count()];
        this.on = new double[drawn ? Math.min(SHOWN, centers.count()) : 0][centers.hours()];
    }

    @Override
    public String kind() {
        return "load-balancing";
    }

    @Override
    public void played(int t, Actions previous, Actions x) {
        routing.hour(t, x);
        ServerSettings running = centers.running();
        double[] now = new double[centers.count()];
        for (int i = 0; i < centers.count(); i++) {
            double used = 0;
            double all = 0;
            for (int kind = 0; kind < 2; kind++) {
                double s = centers.servers(x, i, kind);
                double change = Math.abs(s - centers.servers(previous, i, kind));
                all += s;
                used += running.energy(s, routing.busy(kind, i)) + running.bootEnergy(change);
                turned += change;
                interactive += kind == 0 ? centers.demand(0, t, i) : 0;
            }
            double tonnes = used * centers.carbon(t, i) / 1000;
            energy += used;
            servers[t - 1] += all;
            emissions[t - 1] += tonnes;
            now[i] = tonnes / centers.residents(i);
            burden[i] += now[i];
            if (i < on.length) {
                on[i][t - 1] = all;
            }
        }
        inequality[t - 1] = gini(now);
        done += routing.done(0) + routing.done(1);
        lost += routing.lost();
        moved += routing.moved();
        demanded += routing.demanded();
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

    @Override
    public Map<Measure, Double> measures() {
        double tonnes = Arrays.stream(emissions).sum();
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
                "CO2 of all centres and hours: servers on, servers busy, and turning them on and off.");
        measures.lower(
                "emissionsPerWork",
                demanded == 0 ? 0 : 1000 * tonnes / done,
                "g a server-hour",
                "The same per hour of server work done, so that leaving work undone does not count as saving.");
        measures.neither("energy", energy, "MWh", "Energy of all centres and hours, with cooling and losses.");
        measures.lower(
                "lost",
                share(100 * lost, interactive),
                "%",
                "Share of interactive work that neither its centre nor a linked one had servers on for. The costs do not forbid it.");
        measures.lower(
                "waiting",
                share(routing.waiting() * centers.hours(), demanded),
                "hours",
                "Batch work that waits at the end, in mean hours of demand of all centres.");
        measures.neither(
                "moved",
                share(100 * moved, demanded),
                "%",
                "Share of all work that is done elsewhere than it came up.");
        measures.lower(
                "turned",
                turned / centers.hours(),
                "thousand servers an hour",
                "Servers turned on or off, all centres together.");
        return measures.all();
    }

    /** 0 where nothing was asked for. */
    private static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(
                new Chart("Servers on", "thousands", "All centres together, for both kinds of work."), servers.clone());
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
        double most = 0;
        for (int i = 0; i < centers.count(); i++) {
            most = Math.max(most, i < on.length ? centers.capacity(0, i) + centers.capacity(1, i) : 0);
        }
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
        double top = 0;
        for (Meter meter : all) {
            if (meter instanceof BalanceMeter balance) {
                top = Math.max(top, Arrays.stream(balance.burden).max().orElse(0));
            }
        }
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
            out.append("<rect fill=\"var(--c)\" x=\"")
                    .append(Numbers.px(5 + i * step))
                    .append("\" width=\"")
                    .append(Numbers.px(Math.max(0.2, 0.8 * step)))
                    .append("\" y=\"")
                    .append(Numbers.px(145 - height))
                    .append("\" height=\"")
                    .append(Numbers.px(height))
                    .append("\"/>");
        }
        return out.append("<line class=\"grid\" x1=\"0\" x2=\"300\" y1=\"145\" y2=\"145\"/></svg>")
                .toString();
    }
}
