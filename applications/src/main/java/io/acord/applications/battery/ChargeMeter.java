package io.acord.applications.battery;

import io.acord.graph.Coupling;
import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.report.PathDrawing;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Where the charge went, how alike it was, and what that did to batteries and grid. */
final class ChargeMeter implements Meter {

    private static final int SHOWN = 40;

    /** Percent; what lies below is rounding of the sum of action and surplus. */
    private static final double ROUNDING = 1e-9;

    /** Percent, by which a charge differs from what was asked for. */
    private static final double NOTICED = 1e-6;

    private final Storage storage;
    private final GraphSource.Graphs graphs;
    private final IntFunction<String> names;
    private final int shown;
    private final double[] spread;
    private final double[] cycles; // so far, per unit
    private final double[] exchanged; // kWh with the grid in a round
    private final double[][] paths;
    private final Inverters inverters;
    private long outside;
    private double beyond;
    private double bill; // €
    private double peak; // kW
    private double generation; // kWh
    private double exported; // kWh of it
    private double throughput; // kWh in and out
    private double lost; // kWh
    private double overConnection; // kWh
    private long otherwise; // units and rounds in which an inverter could not do what was asked

    /** @param graphs with the edges between units; only who is coupled is looked at */
    ChargeMeter(Storage storage, GraphSource.Graphs graphs, IntFunction<String> names, boolean isDrawn) {
        this.storage = storage;
        this.graphs = graphs;
        this.names = names;
        this.shown = isDrawn ? Math.min(SHOWN, storage.units()) : 0;
        this.spread = new double[storage.horizon()];
        this.cycles = new double[storage.horizon()];
        this.exchanged = new double[storage.horizon()];
        this.paths = new double[shown][storage.horizon()];
        this.inverters = new Inverters(storage.fleet(), storage.startCharge());
    }

    /** € for what the batteries hold less than before the first round, at the usual price. */
    private double settled() {
        double less = 0;
        double[] start = storage.startCharge();
        for (int i = 0; i < start.length; i++) {
            less += start[i] / 100 * storage.capacity(i) - inverters.stored(i);
        }
        return less * storage.settings().usual();
    }

    @Override
    public String kind() {
        return "batteries";
    }

    @Override
    public void played(int t, Actions previous, Actions x) {
        int n = storage.units();
        Storage.Settings settings = storage.settings();
        double[] charge = new double[n];
        double moved = 0;
        double drawn = 0; // kW by all units
        for (int i = 0; i < n; i++) {
            double asked = storage.charge(t, i, x.get(i, 0));
            inverters.follow(i, asked, storage.series().net(t, i));
            charge[i] = 100 * inverters.stored(i) / storage.capacity(i);
            otherwise += Math.abs(charge[i] - asked) > NOTICED ? 1 : 0;
            double through = Math.abs(inverters.step());
            moved += 100 * through / storage.capacity(i) / 200 / n; // a cycle is 100 % down and 100 % up
            throughput += through;
            lost += inverters.lost();
            double kwh = inverters.grid();
            exchanged[t - 1] += Math.abs(kwh);
            drawn += kwh / storage.series().hours();
            bill += storage.series().paid(t, i, kwh);
            double generated = storage.series().generated(t, i);
            generation += generated;
            exported += Math.min(generated, Math.max(0, -kwh));
            double off = Math.max(settings.low() - charge[i], charge[i] - settings.high());
            outside += off > ROUNDING ? 1 : 0;
            beyond = Math.max(beyond, Math.max(settings.least() - charge[i], charge[i] - settings.most()));
        }
        peak = Math.max(peak, drawn);
        double beyondConnection = drawn - settings.planning().connection();
        overConnection += beyondConnection > ROUNDING
                ? beyondConnection * storage.series().hours()
                : 0;
        cycles[t - 1] = moved + (t > 1 ? cycles[t - 2] : 0);
        Coupling coupling = graphs.round(t);
        int edges = coupling.graph().edges();
        for (int e = 0; e < edges; e++) {
            spread[t - 1] += Math.abs(charge[coupling.graph().tail(e)]
                            - charge[coupling.graph().head(e)])
                    / edges;
        }
        for (int s = 0; s < shown; s++) {
            paths[s][t - 1] = charge[unit(s)];
        }
    }

    private int unit(int s) {
        return (int) ((long) s * storage.units() / shown);
    }

    @Override
    public Map<Measure, Double> measures() {
        double apart = 0;
        double energy = 0;
        for (int t = 0; t < spread.length; t++) {
            apart += spread[t] / spread.length;
            energy += exchanged[t] / storage.units();
        }
        Storage.Settings settings = storage.settings();
        Measures measures = new Measures();
        measures.lower(
                "spread",
                apart,
                "% of capacity",
                "How far apart the charge of two coupled units is, on average over pairs and rounds.");
        measures.lower(
                "outsideBand",
                100.0 * outside / storage.units() / spread.length,
                "%",
                "Share of units and rounds with a charge outside the preferred band.");
        measures.lower(
                "cycles",
                cycles[cycles.length - 1],
                "a unit",
                "Throughput in full cycles, which is what wears a battery: 100 % down and 100 % up is one.");
        measures.lower("grid", energy, "kWh a unit", "Energy drawn from the grid or given to it.");
        measures.lower(
                "bill",
                (bill + settled()) / storage.units(),
                "€ a unit",
                "Energy from the grid at its price, less what is given to it at its own; what batteries hold less at the end than before the first round is paid for at the usual price.");
        measures.lower(
                "peak",
                peak,
                "kW",
                "The most that all units together drew from the grid in a round: what the connection has to bear.");
        measures.higher(
                "selfConsumption",
                generation == 0 ? 100 : 100 * (1 - exported / generation),
                "%",
                "Share of what is generated that is not given to the grid in its round.");
        measures.lower(
                "beyondLimits",
                beyond > ROUNDING ? beyond : 0,
                "% of capacity",
                "How far any charge ever was beyond its limits; anything but 0 would be a mistake of ours.");
        if (settings.planning().isOwn()) {
            measures.lower(
                    "wear",
                    throughput * settings.planning().wear() / storage.units(),
                    "€ a unit",
                    "Energy that went into batteries and out of them, at the price of wear.");
            measures.lower(
                    "losses",
                    lost / storage.units(),
                    "kWh a unit",
                    "Energy that was lost on the way into batteries and out of them.");
            measures.lower(
                    "overConnection",
                    overConnection,
                    "kWh",
                    "Energy that all units together drew beyond the limit of their connection.");
            measures.lower(
                    "notFollowed",
                    100.0 * otherwise / storage.units() / spread.length,
                    "%",
                    "Share of units and rounds in which an inverter could not go where it was asked to.");
        }
        return measures.all();
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(
                new Chart("Spread", "% of capacity", "Mean difference of charge between coupled units."),
                spread.clone());
        series.put(new Chart("Throughput", "full cycles so far, a unit", "What wears the batteries."), cycles.clone());
        series.put(
                new Chart("Exchange with the grid", "kWh a round, all units", "Energy drawn or given."),
                exchanged.clone());
        return series;
    }

    @Override
    public List<Picture> pictures(String id, List<Meter> all) {
        Storage.Settings settings = storage.settings();
        PathDrawing drawing = new PathDrawing(
                        id + "-charge", "Charge of the units over the rounds", "charge, %", 0, 100)
                .zone(settings.low(), settings.high())
                .limit(settings.least())
                .limit(settings.most());
        for (int s = 0; s < shown; s++) {
            drawing.path("unit " + names.apply(unit(s)), paths[s]);
        }
        return List.of(new Picture(
                "Charge of each unit",
                (shown < storage.units() ? shown + " of the " + storage.units() + " units. " : "")
                        + "Shaded: the preferred band; dashed: the limits.",
                drawing.markup()));
    }
}
