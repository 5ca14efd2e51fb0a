package io.acord.service;

import io.acord.Guarantee;
import io.acord.model.Cost;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Numbers for Prometheus: rounds, costs, the guarantee, requests by status and time. Safe for many threads. */
final class ServiceMetrics {

    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Upper ends, in seconds, of what a round may take to be decided and answered. */
    private static final double[] BUCKETS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    private final Map<Integer, LongAdder> answered = new TreeMap<>(); // synchronized
    private final long[] durations = new long[BUCKETS.length + 1]; // by bucket, the last without an end; synchronized
    private double seconds; // all durations together; synchronized

    /** A round was sent, and answered after this time. */
    void took(long nanos) {
        double lasted = nanos / 1e9;
        int bucket = 0;
        while (bucket < BUCKETS.length && lasted > BUCKETS[bucket]) {
            bucket++;
        }
        synchronized (durations) {
            durations[bucket]++;
            seconds += lasted;
        }
    }

    private void durations(StringBuilder text) {
        String name = "acord_serve_post_seconds";
        head(text, name, "histogram", "Time from the head of a POST to its answer.");
        synchronized (durations) {
            long sum = 0;
            for (int k = 0; k < durations.length; k++) {
                sum += durations[k];
                String end = k < BUCKETS.length ? Double.toString(BUCKETS[k]) : "+Inf";
                text.append(name + "_bucket{le=\"" + end + "\"} " + sum + "\n");
            }
            text.append(name + "_sum " + seconds + "\n" + name + "_count " + sum + "\n");
        }
    }

    void count(int status) {
        synchronized (answered) {
            answered.computeIfAbsent(status, first -> new LongAdder()).increment();
        }
    }

    /** All numbers; those of a fleet have its name where there are several. */
    String text(ServedFleets fleets) {
        StringBuilder text = new StringBuilder();
        boolean isNamed = fleets.single().isEmpty();
        each(
                text,
                fleets,
                isNamed,
                "acord_serve_rounds_total",
                "counter",
                "Rounds decided since the first one.",
                now -> OptionalDouble.of(now.nextRound() - 1));
        head(text, "acord_serve_cost_total", "counter", "What all rounds have cost.");
        for (Service service : fleets.all()) {
            Cost cost = service.health().cost();
            String of = isNamed ? "fleet=\"" + service.scenario().name() + "\"," : "";
            part(text, of, "hitting", cost.hitting());
            part(text, of, "switching", cost.switching());
            part(text, of, "dissimilarity", cost.dissimilarity());
        }
        each(
                text,
                fleets,
                isNamed,
                "acord_serve_certificates_total",
                "counter",
                "Sum of all certificates.",
                now -> proven(now, Guarantee.Proven::gaps));
        String ratio = "At most this many times the hindsight optimum was paid.";
        each(
                text,
                fleets,
                isNamed,
                "acord_ratio_at_most",
                "gauge",
                ratio,
                now -> proven(now, Guarantee.Proven::ratioAtMost));
        String overpaid = "At most this much was paid above the hindsight optimum.";
        each(
                text,
                fleets,
                isNamed,
                "acord_overpaid_at_most",
                "gauge",
                overpaid,
                now -> proven(now, Guarantee.Proven::overpaidAtMost));
        head(text, "acord_serve_requests_total", "counter", "Requests by status since the start.");
        synchronized (answered) {
            answered.forEach((status, count) ->
                    text.append("acord_serve_requests_total{status=\"" + status + "\"} " + count.sum() + "\n"));
        }
        String stuck = "1 while the journal grows because the disk does not let it turn.";
        one(
                text,
                "acord_serve_journal_stuck",
                "gauge",
                stuck,
                fleets.all().stream().anyMatch(Service::isStuck) ? 1 : 0);
        durations(text);
        return text.toString();
    }

    private static OptionalDouble proven(Service.Health now, ToDoubleFunction<Guarantee.Proven> number) {
        return now.guarantee() instanceof Guarantee.Proven proven
                ? OptionalDouble.of(number.applyAsDouble(proven))
                : OptionalDouble.empty();
    }

    /** A number of every fleet that has it. */
    private static void each(
            StringBuilder text,
            ServedFleets fleets,
            boolean isNamed,
            String name,
            String type,
            String help,
            Function<Service.Health, OptionalDouble> number) {
        StringBuilder lines = new StringBuilder();
        for (Service service : fleets.all()) {
            String label = isNamed ? "{fleet=\"" + service.scenario().name() + "\"}" : "";
            number.apply(service.health())
                    .ifPresent(value -> lines.append(name)
                            .append(label)
                            .append(' ')
                            .append(number(value))
                            .append('\n'));
        }
        if (!lines.isEmpty()) {
            head(text, name, type, help);
            text.append(lines);
        }
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
    }

    private static void one(StringBuilder text, String name, String type, String help, double value) {
        head(text, name, type, help);
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    private static void part(StringBuilder text, String of, String part, double value) {
        text.append("acord_serve_cost_total{" + of + "part=\"" + part + "\"} " + value + "\n");
    }

    private static String number(double value) {
        return value == Double.POSITIVE_INFINITY ? "+Inf" : Double.toString(value);
    }
}
