package io.acord.service;

import io.acord.Guarantee;
import io.acord.model.Cost;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Numbers for Prometheus: rounds, costs, the guarantee, and requests by status. Safe for many threads. */
final class ServiceMetrics {

    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Map<Integer, LongAdder> answered = new TreeMap<>(); // synchronized

    void count(int status) {
        synchronized (answered) {
            answered.computeIfAbsent(status, first -> new LongAdder()).increment();
        }
    }

    String text(Service.Health now) {
        StringBuilder text = new StringBuilder();
        one(text, "acord_serve_rounds_total", "counter", "Rounds decided since the first one.", now.nextRound() - 1);
        Cost cost = now.cost();
        head(text, "acord_serve_cost_total", "counter", "What all rounds have cost.");
        part(text, "hitting", cost.hitting());
        part(text, "switching", cost.switching());
        part(text, "dissimilarity", cost.dissimilarity());
        if (now.guarantee() instanceof Guarantee.Proven proven) {
            one(text, "acord_serve_certificates_total", "counter", "Sum of all certificates.", proven.gaps());
            String ratio = "At most this many times the hindsight optimum was paid.";
            one(text, "acord_ratio_at_most", "gauge", ratio, proven.ratioAtMost());
            String overpaid = "At most this much was paid above the hindsight optimum.";
            one(text, "acord_overpaid_at_most", "gauge", overpaid, proven.overpaidAtMost());
        }
        head(text, "acord_serve_requests_total", "counter", "Requests by status since the start.");
        synchronized (answered) {
            answered.forEach((status, count) ->
                    text.append("acord_serve_requests_total{status=\"" + status + "\"} " + count.sum() + "\n"));
        }
        return text.toString();
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
    }

    private static void one(StringBuilder text, String name, String type, String help, double value) {
        head(text, name, type, help);
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    private static void part(StringBuilder text, String part, double value) {
        text.append("acord_serve_cost_total{part=\"" + part + "\"} ").append(value).append('\n');
    }

    private static String number(double value) {
        return value == Double.POSITIVE_INFINITY ? "+Inf" : Double.toString(value);
    }
}
