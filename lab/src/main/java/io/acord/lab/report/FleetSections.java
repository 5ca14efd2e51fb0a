package io.acord.lab.report;

import io.acord.graph.Graph;
import io.acord.lab.run.RunResult;
import java.util.ArrayList;
import java.util.List;

/** The drawings of the fleet: what the agents did, and who talks to whom. */
record FleetSections(RunResult run, List<PolicyEntry> entries, Markup out) {

    void actions() {
        HeatMaps maps = new HeatMaps(entries, run.agentNames());
        page().section(
                        "actions",
                        "What the agents did",
                        (run.dimension() > 1 ? "The first coordinate of every action" : "Every action")
                                + (run.repeats() > 1 ? " of the first repeat" : "")
                                + ": agents from top to bottom, rounds from left to right, one colour scale for all policies.");
        if (maps.isEmpty()) {
            page().nothing("No actions were kept for this page.");
            out.closeLine();
            return;
        }
        out.open("div.heats").open("div.controls");
        if (maps.entries().size() > 1) {
            out.open("label", "for", "heat-choice", "class", "choice").leaf("span", "Policy");
            out.open("select", "id", "heat-choice").leaf("option", "all", "value", "all");
            for (PolicyEntry entry : maps.entries()) {
                out.leaf("option", Canvas.clip(entry.name(), 40), "value", entry.key());
            }
            out.close().closeLine();
        }
        out.open("span.ramp").leaf("span", Numbers.brief(maps.low()), "title", Numbers.exact(maps.low()));
        out.empty(
                "img",
                "src",
                HeatMaps.ramp(),
                "alt",
                "from dark blue for low to yellow for high",
                "width",
                "180",
                "height",
                "12");
        out.leaf("span", Numbers.brief(maps.high()), "title", Numbers.exact(maps.high()))
                .closeLine()
                .closeLine();
        out.open("div.heat-all");
        maps.write(out);
        out.closeLine().closeLine();
        page().data("heat-data", maps.data());
        List<String> notes = new ArrayList<>();
        if (maps.isClipped()) {
            notes.add("The colours span the middle 96 % of all actions; what lies beyond has the colour of the end.");
        }
        if (!maps.showsEverything(run.horizon(), run.agents())) {
            notes.add("Shown are " + maps.extent() + ", evenly picked from " + Numbers.count(run.agents(), "agent")
                    + " and " + Numbers.count(run.horizon(), "round") + ".");
        }
        if (!notes.isEmpty()) {
            out.leaf("p.note", String.join(" ", notes));
        }
        out.closeLine();
    }

    void graph() {
        Graph graph = run.graph().graph();
        GraphDrawing drawing = new GraphDrawing(run.graph(), run.agentNames());
        page().section(
                        "graph",
                        "Who talks to whom",
                        run.graphChanges()
                                ? "The graph of round 1; later rounds have other graphs."
                                : "The graph, the same in every round.");
        out.open("div.beside");
        Canvas.both(out, "graph-drawing", drawing);
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < graph.agents(); i++) {
            least = Math.min(least, graph.degree(i));
            most = Math.max(most, graph.degree(i));
        }
        out.open("dl.list");
        page().item("Agents", Numbers.count(graph.agents()));
        page().item("Edges", Numbers.count(graph.edges()));
        page().item(
                        "Neighbours",
                        least == most
                                ? Numbers.count(least) + " each"
                                : Numbers.count(least) + " to " + Numbers.count(most) + ", mean "
                                        + Numbers.brief(2.0 * graph.edges() / graph.agents()));
        page().item("Components", Numbers.count(graph.components().count()));
        double light = drawing.leastWeight();
        double heavy = drawing.largestWeight();
        if (graph.edges() > 0) {
            page().item(
                            "Edge weights",
                            light == heavy
                                    ? "all " + Numbers.brief(light)
                                    : Numbers.brief(light) + " to " + Numbers.brief(heavy));
        }
        out.closeLine().closeLine();
        List<String> notes = new ArrayList<>();
        if (!drawing.isDrawn()) {
            notes.add("A drawing of " + Numbers.count(graph.agents())
                    + " agents would be a blot; the bars say how many neighbours they have.");
        } else if (graph.edges() > GraphDrawing.MOST_EDGES) {
            notes.add(Numbers.count(GraphDrawing.MOST_EDGES) + " of the " + Numbers.count(graph.edges())
                    + " edges are drawn, evenly picked.");
        }
        if (graph.edges() == 0) {
            notes.add("There are no edges: nobody talks to anybody, and nobody pays for differing.");
        } else if (drawing.isDrawn() && light != heavy) {
            notes.add("The thicker an edge, the larger its weight.");
        }
        if (!notes.isEmpty()) {
            out.leaf("p.note", String.join(" ", notes));
        }
        out.closeLine();
    }

    private PageParts page() {
        return new PageParts(out);
    }
}
