package io.acord.lab.report;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.draw.JsonText;
import io.acord.lab.draw.PngImage;
import io.acord.lab.run.AlgorithmResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What the agents did, round by round: one picture per policy, all in the same colours.
 *
 * <p>The colours span the middle 96 % of all actions where a few wild ones would leave everything else in one colour.
 */
final class HeatMaps {

    /** As many actions as all pictures of a page show together. */
    private static final int MOST_CELLS = 160_000;

    private static final int MOST_ROUNDS = 400;
    private static final int MOST_AGENTS = 300;

    private static final int[] VIRIDIS = {
        0x440154, 0x482878, 0x3E4989, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725
    };

    private final List<PolicyEntry> entries;
    private final List<String> agentNames;
    private final int most;
    private final double low;
    private final double high;
    private final boolean clipped;

    HeatMaps(List<PolicyEntry> entries, List<String> agentNames) {
        this.entries =
                entries.stream().filter(entry -> !isEmpty(entry.result())).toList();
        this.agentNames = agentNames;
        this.most = MOST_CELLS / Math.max(1, this.entries.size());
        double[] sorted = shown();
        double least = sorted.length == 0 ? 0 : sorted[0];
        double largest = sorted.length == 0 ? 0 : sorted[sorted.length - 1];
        double p2 = sorted.length == 0 ? 0 : sorted[(int) (0.02 * (sorted.length - 1))];
        double p98 = sorted.length == 0 ? 0 : sorted[(int) Math.ceil(0.98 * (sorted.length - 1))];
        this.clipped = largest - least > 1.6 * (p98 - p2) && p98 > p2;
        this.low = clipped ? p2 : least;
        this.high = clipped ? p98 : largest;
    }

    /** All numbers that the pictures show, ascending. */
    private double[] shown() {
        DoubleStream.Builder shown = DoubleStream.builder();
        for (PolicyEntry entry : entries) {
            int[] agents = agents(entry.result());
            for (int round : rounds(entry.result())) {
                List<Double> actions = entry.result().heat().get(round);
                for (int agent : agents) {
                    shown.add(actions.get(agent));
                }
            }
        }
        return shown.build().filter(Double::isFinite).sorted().toArray();
    }

    private static boolean isEmpty(AlgorithmResult result) {
        return result.heat().isEmpty() || result.heat().get(0).isEmpty();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    List<PolicyEntry> entries() {
        return entries;
    }

    double low() {
        return low;
    }

    double high() {
        return high;
    }

    boolean isClipped() {
        return clipped;
    }

    /** Which rounds are shown. */
    private int[] rounds(AlgorithmResult result) {
        return EvenSample.pick(result.heat().size(), Math.max(2, Math.min(MOST_ROUNDS, most / agents(result).length)));
    }

    private int[] agents(AlgorithmResult result) {
        int there = result.heat().get(0).size();
        int room = (int) Math.max(2, Math.sqrt(most));
        return EvenSample.pick(
                there, Math.min(MOST_AGENTS, Math.max(room, most / result.heat().size())));
    }

    /** Whether every round and agent of the run is in the pictures. */
    boolean showsEverything(int horizon, int agents) {
        return entries.stream()
                .allMatch(entry -> rounds(entry.result()).length == horizon && agents(entry.result()).length == agents);
    }

    /** A sentence on what is shown. */
    String extent() {
        AlgorithmResult first = entries.get(0).result();
        return Numbers.count(agents(first).length, "agent") + " and " + Numbers.count(rounds(first).length, "round");
    }

    void write(Markup out) {
        for (PolicyEntry entry : entries) {
            AlgorithmResult result = entry.result();
            int[] rounds = rounds(result);
            int[] agents = agents(result);
            byte[] pixels = new byte[rounds.length * agents.length];
            for (int column = 0; column < rounds.length; column++) {
                List<Double> actions = result.heat().get(rounds[column]);
                for (int row = 0; row < agents.length; row++) {
                    pixels[row * rounds.length + column] = color(actions.get(agents[row]));
                }
            }
            out.open("figure", "class", "heat " + entry.key()).open("figcaption");
            swatch(out, entry.look());
            out.leaf("span.policy", Canvas.clip(entry.name(), 40)).close();
            out.open("div.heat-grid").open("div.heat-y").leaf("span", label(result, agents[0]));
            out.leaf("span.soft", "agents")
                    .leaf("span", label(result, agents[agents.length - 1]))
                    .close();
            String id = "heat-" + entry.key();
            out.open(
                    "svg.heat-map",
                    "viewBox",
                    "0 0 " + rounds.length + " " + agents.length,
                    "preserveAspectRatio",
                    "none",
                    "role",
                    "img",
                    "tabindex",
                    "0",
                    "data-heat",
                    entry.key(),
                    "aria-labelledby",
                    id + "-t " + id + "-d");
            out.leaf("title", "Actions of " + entry.name(), "id", id + "-t");
            out.leaf(
                    "desc",
                    "Agents from top to bottom, rounds from left to right, first coordinate of the action as colour.",
                    "id",
                    id + "-d");
            out.empty(
                    "image",
                    "width",
                    Integer.toString(rounds.length),
                    "height",
                    Integer.toString(agents.length),
                    "preserveAspectRatio",
                    "none",
                    "href",
                    PngImage.dataUri(rounds.length, agents.length, pixels, palette()));
            out.close();
            out.open("div.heat-x").leaf("span", Numbers.count(rounds[0] + 1)).leaf("span.soft", "rounds");
            out.leaf("span", Numbers.count(rounds[rounds.length - 1] + 1))
                    .close()
                    .close()
                    .closeLine();
        }
    }

    /** A policy's line and marker, for legends. */
    static void swatch(Markup out, LineStyle look) {
        out.open(
                "svg",
                "class",
                "swatch line " + look.key(),
                "viewBox",
                "0 0 30 14",
                "width",
                "30",
                "height",
                "14",
                "aria-hidden",
                "true");
        if (look.dashes().isEmpty()) {
            out.empty("path.curve", "d", "M0,7H30");
        } else {
            out.empty("path.curve", "d", "M0,7H30", "stroke-dasharray", look.dashes());
        }
        out.empty("path.mark", "d", look.shape(4), "transform", "translate(15,7)")
                .close();
    }

    private String label(AlgorithmResult result, int column) {
        return Canvas.clip(agentNames.get(result.heatAgents().get(column)), 9);
    }

    /** 0 for what is not a number, else 1 to 255 along the scale. */
    private byte color(double action) {
        if (Double.isNaN(action)) {
            return 0;
        }
        double share = high > low ? (action - low) / (high - low) : 0.5;
        return (byte) (1 + Math.round(254 * Math.max(0, Math.min(1, share))));
    }

    static byte[] palette() {
        byte[] palette = new byte[3 * 256];
        Arrays.fill(palette, 0, 3, (byte) 0x88);
        for (int n = 1; n < 256; n++) {
            double at = (n - 1) / 254.0 * (VIRIDIS.length - 1);
            int from = (int) Math.min(VIRIDIS.length - 2, Math.floor(at));
            for (int channel = 0; channel < 3; channel++) {
                int shift = 16 - 8 * channel;
                double a = VIRIDIS[from] >> shift & 0xFF;
                double b = VIRIDIS[from + 1] >> shift & 0xFF;
                palette[3 * n + channel] = (byte) Math.round(a + (b - a) * (at - from));
            }
        }
        return palette;
    }

    /** The scale, as one row of all colours. */
    static String ramp() {
        byte[] pixels = new byte[255];
        for (int n = 0; n < 255; n++) {
            pixels[n] = (byte) (n + 1);
        }
        return PngImage.dataUri(255, 1, pixels, palette());
    }

    /** The actions themselves, for the script. */
    String data() {
        return entries.stream().map(this::data).collect(Collectors.joining(",", "{", "}"));
    }

    private String data(PolicyEntry entry) {
        AlgorithmResult result = entry.result();
        int[] agents = agents(result);
        String rounds = Arrays.stream(rounds(result))
                .mapToObj(round -> Integer.toString(round + 1))
                .collect(Collectors.joining(","));
        String names = Arrays.stream(agents)
                .mapToObj(
                        agent -> Canvas.clip(agentNames.get(result.heatAgents().get(agent)), 40))
                .map(JsonText::string)
                .collect(Collectors.joining(","));
        String actions = Arrays.stream(rounds(result))
                .mapToObj(round -> Arrays.stream(agents)
                        .mapToDouble(result.heat().get(round)::get)
                        .toArray())
                .map(JsonText::numbers)
                .collect(Collectors.joining(","));
        return "\"" + entry.key() + "\":{\"rounds\":[" + rounds + "],\"agents\":[" + names + "],\"x\":[" + actions
                + "]}";
    }
}
