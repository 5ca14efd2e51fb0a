package io.acord.lab.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run came to in the words of its field.
 *
 * @param kind of costs
 * @param measures in the order in which they are shown
 * @param policies in the order of the scenario
 * @param remarks what a reader should know of the data, a sentence each
 */
public record Domain(
        String kind, List<Measure> measures, List<Chart> charts, List<OfPolicy> policies, List<String> remarks) {

    /**
     * What one policy came to.
     *
     * @param values [measure][repeat]
     * @param series [chart][repeat][round]
     * @param first the meter of the first repeat, for pictures
     */
    public record OfPolicy(String name, List<List<Double>> values, List<List<double[]>> series, Meter first) {}

    /**
     * Puts together what the meters saw.
     *
     * @param names of the policies
     * @param meters [policy][repeat]
     * @param remarks on the data
     */
    public static Domain of(List<String> names, List<List<Meter>> meters, List<String> remarks) {
        Meter any = meters.get(0).get(0);
        List<Measure> measures = List.copyOf(any.measures().keySet());
        List<Chart> charts = List.copyOf(any.series().keySet());
        List<OfPolicy> policies = new ArrayList<>();
        for (int a = 0; a < names.size(); a++) {
            List<Map<Measure, Double>> found =
                    meters.get(a).stream().map(Meter::measures).toList();
            List<Map<Chart, double[]>> drawn =
                    meters.get(a).stream().map(Meter::series).toList();
            policies.add(new OfPolicy(
                    names.get(a),
                    measures.stream()
                            .map(measure -> found.stream()
                                    .map(repeat -> repeat.get(measure))
                                    .toList())
                            .toList(),
                    charts.stream()
                            .map(chart -> drawn.stream()
                                    .map(repeat -> repeat.get(chart))
                                    .toList())
                            .toList(),
                    meters.get(a).get(0)));
        }
        return new Domain(any.kind(), measures, charts, List.copyOf(policies), remarks);
    }

    /** A measure of a policy in every repeat. */
    public List<Double> values(String policy, String measure) {
        int m = 0;
        while (!measures.get(m).key().equals(measure)) {
            m++;
        }
        for (OfPolicy each : policies) {
            if (each.name().equals(policy)) {
                return each.values().get(m);
            }
        }
        throw new IllegalArgumentException("nobody is called " + policy);
    }
}
