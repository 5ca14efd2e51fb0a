package io.acord.lab.report;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.draw.EvenSample;
import io.acord.lab.draw.GraphLayout;
import io.acord.lab.draw.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** The graph of a round: drawn if it is small, else how many neighbours the agents have. */
final class GraphDrawing implements Canvas.Picture {

    /** Larger graphs would be a black spot. */
    static final int MOST_AGENTS = 300;

    static final int MOST_EDGES = 6000;

    private static final int WIDTHS = 5;

    private final Coupling coupling;
    private final Graph graph;
    private final List<String> agentNames;

    GraphDrawing(Coupling coupling, List<String> agentNames) {
        this.coupling = coupling;
        this.graph = coupling.graph();
        this.agentNames = agentNames;
    }

    boolean isDrawn() {
        return graph.agents() <= MOST_AGENTS;
    }

    double leastWeight() {
        return weights(true);
    }

    double largestWeight() {
        return weights(false);
    }

    private double weights(boolean least) {
        double found = least ? Double.POSITIVE_INFINITY : 0;
        for (int e = 0; e < graph.edges(); e++) {
            double weight = coupling.largestEigenvalue(e);
            found = least ? Math.min(found, weight) : Math.max(found, weight);
        }
        return graph.edges() == 0 ? 0 : found;
    }

    @Override
    public void draw(Markup out, Canvas.Size size, String id) {
        if (isDrawn()) {
            drawGraph(out, size, id);
        } else {
            drawDegrees(out, size, id);
        }
    }

    private void drawGraph(Markup out, Canvas.Size size, String id) {
        double width = size.isWide() ? 620 : 360;
        double height = size.isWide() ? 520 : 360;
        double radius = Math.min(width, height) / 2 - 30;
        GraphLayout layout = GraphLayout.of(graph);
        double[] x = new double[graph.agents()];
        double[] y = new double[graph.agents()];
        for (int i = 0; i < graph.agents(); i++) {
            x[i] = width / 2 + radius * layout.x(i);
            y[i] = height / 2 + radius * layout.y(i);
        }
        Canvas canvas = new Canvas(
                out,
                id,
                width,
                height,
                "The communication graph of round 1",
                Numbers.count(graph.agents(), "agent") + " and " + Numbers.count(graph.edges(), "edge")
                        + "; a thicker edge has a larger weight.",
                "class",
                "graph marks",
                "tabindex",
                "0");
        edges(canvas, x, y);
        boolean named = graph.agents() <= (size.isWide() ? 40 : 24);
        double dot = graph.agents() <= 40 ? 7 : graph.agents() <= 120 ? 5 : 3.4;
        LineStyle look = new LineStyle("agent", "--accent", "", 0);
        for (int i = 0; i < graph.agents(); i++) {
            String tip =
                    "agent " + Canvas.clip(agentNames.get(i), 60) + "\n" + Numbers.count(graph.degree(i), "neighbour");
            canvas.marker(look, x[i], y[i], dot, "agent tip", tip);
            if (named) {
                double dx = x[i] - width / 2;
                double dy = y[i] - height / 2;
                double length = Math.max(1, Math.hypot(dx, dy));
                boolean aside = Math.abs(dx) > 0.35 * length;
                double beyond = dy > 0 ? dot + 14 : -dot - 5;
                canvas.text(
                        aside ? x[i] + Math.signum(dx) * (dot + 5) : x[i],
                        aside ? y[i] + 4 : y[i] + beyond,
                        aside ? dx > 0 ? "start" : "end" : "middle",
                        "tick",
                        Canvas.clip(agentNames.get(i), 8));
            }
        }
        canvas.done();
    }

    /** Edges of about the same weight are one path. */
    private void edges(Canvas canvas, double[] x, double[] y) {
        double least = leastWeight();
        double largest = largestWeight();
        StringBuilder[] paths = new StringBuilder[WIDTHS];
        Arrays.setAll(paths, n -> new StringBuilder());
        for (int e : EvenSample.pick(graph.edges(), MOST_EDGES)) {
            double share = largest > least ? (coupling.largestEigenvalue(e) - least) / (largest - least) : 0.25;
            int i = graph.tail(e);
            int j = graph.head(e);
            paths[(int) Math.round(share * (WIDTHS - 1))]
                    .append('M')
                    .append(Numbers.px(x[i]))
                    .append(',')
                    .append(Numbers.px(y[i]))
                    .append('L')
                    .append(Numbers.px(x[j]))
                    .append(',')
                    .append(Numbers.px(y[j]));
        }
        String opacity = graph.edges() > 1500 ? "0.15" : graph.edges() > 300 ? "0.35" : "0.7";
        for (int n = 0; n < WIDTHS; n++) {
            if (paths[n].length() > 0) {
                canvas.path(
                        paths[n].toString(),
                        "class",
                        "edge",
                        "stroke-width",
                        Numbers.px(graph.edges() > 300 ? 0.5 + 0.5 * n : 0.7 + 1.1 * n),
                        "opacity",
                        opacity);
            }
        }
    }

    private void drawDegrees(Markup out, Canvas.Size size, String id) {
        double width = size.isWide() ? 620 : 360;
        double height = size.isWide() ? 420 : 300;
        double left = 60;
        double right = width - 16;
        double top = 34;
        double bottom = height - 44;
        List<int[]> bins = bins();
        int tallest = bins.stream().mapToInt(bin -> bin[2]).max().orElse(1);
        Scale y = Scale.linear(0, tallest * 1.05, bottom, top);
        Canvas canvas = new Canvas(
                out,
                id,
                width,
                height,
                "How many neighbours the agents have in round 1",
                "One bar per degree or range of degrees; its height is the number of agents.",
                "class",
                "marks",
                "tabindex",
                "0");
        canvas.text(0, 14, "start", "axis-title", "agents");
        for (double tick : y.wholeTicks(5)) {
            canvas.line(left, y.at(tick), right, y.at(tick), tick == 0 ? "base" : "grid");
            canvas.text(left - 8, y.at(tick) + 4, "end", "tick", Numbers.brief(tick));
        }
        double room = (right - left) / bins.size();
        int every = Math.max(1, (int) Math.ceil(bins.size() * 46 / (right - left)));
        for (int n = 0; n < bins.size(); n++) {
            int[] bin = bins.get(n);
            String degrees = bin[0] == bin[1] ? Numbers.count(bin[0]) : Numbers.count(bin[0]) + "–" + bin[1];
            double barWidth = Math.min(70, room * 0.86);
            double middle = left + (n + 0.5) * room;
            canvas.tipped(
                    Numbers.count(bin[2], "agent") + " with " + degrees + " neighbour"
                            + (degrees.equals("1") ? "" : "s"),
                    "class",
                    "tip");
            canvas.box(middle - barWidth / 2, y.at(bin[2]), barWidth, bottom - y.at(bin[2]), "bar");
            canvas.end();
            if (n % every == 0) {
                canvas.text(middle, bottom + 18, "middle", "tick", degrees);
            }
        }
        canvas.text((left + right) / 2, bottom + 38, "middle", "axis-title", "neighbours of an agent");
        canvas.done();
    }

    /** First degree, last degree, agents; at most 30 of them. */
    private List<int[]> bins() {
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        for (int i = 0; i < graph.agents(); i++) {
            counts.merge(graph.degree(i), 1, Integer::sum);
        }
        int first = counts.firstKey();
        int last = counts.lastKey();
        int width = Math.max(1, (int) Math.ceil((last - first + 1) / 30.0));
        List<int[]> bins = new ArrayList<>();
        for (int from = first; from <= last; from += width) {
            int to = Math.min(last, from + width - 1);
            int agents = counts.subMap(from, true, to, true).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            bins.add(new int[] {from, to, agents});
        }
        return bins;
    }
}
