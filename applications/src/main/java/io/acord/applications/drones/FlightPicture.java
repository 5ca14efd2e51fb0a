package io.acord.applications.drones;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.application.Picture;
import io.acord.lab.instance.Obstacle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws a flight from above, and in space from the side as well: once as paths, once moving. Scratch; one thread. */
final class FlightPicture {

    private static final int MOST_DRONES = 100; // that are drawn
    private static final int MOST_FRAMES = 400;

    private final Flight flight;
    private final List<Coupling> neighbors;
    private final double[][] flown;
    private final int d;
    private final int shown;

    FlightPicture(Flight flight, List<Coupling> neighbors, double[][] flown) {
        this.flight = flight;
        this.neighbors = neighbors;
        this.flown = flown;
        this.d = flight.plan().dimension();
        this.shown = Math.min(MOST_DRONES, flight.plan().drones());
    }

    List<Picture> pictures(String id) {
        List<Picture> pictures = new ArrayList<>();
        pictures.add(new Picture(
                "Trajectories",
                "From above, metres; a line a drone, obstacles as discs, the planned route dashed." + cut(),
                paths(id + "-above", 1)));
        if (d == 3) {
            pictures.add(new Picture(
                    "Trajectories from the side",
                    "East to the right, height upwards, metres." + cut(),
                    paths(id + "-side", 2)));
        }
        if (d == 3) {
            pictures.add(new Picture(
                    "In space",
                    "Drag to turn, with mouse or finger; or focus it and use the arrow keys, + and - to zoom, 0 for where it began. A line a drone, dots where the drones of the round are, obstacles as discs, the planned route dashed, on the ground what lies below. East is marked E, north N."
                            + cut(),
                    new SpaceView(flight, flown, shown).markup(id + "-space")));
        }
        pictures.add(new Picture(
                "In flight",
                "From above, seen from over the planned middle: drones as dots, neighbours of the round joined, planned slots as rings. The window is "
                        + number(2 * half()) + " m wide. Press play, or drag; all policies move in step."
                        + cut(),
                moving(id + "-flight")));
        return pictures;
    }

    private String cut() {
        return shown < flight.plan().drones()
                ? " " + shown + " of " + flight.plan().drones() + " drones are drawn."
                : "";
    }

    /** The first coordinate across, another one up. */
    private String paths(String id, int up) {
        double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        int[] axes = {0, up};
        for (double[] p : flown) {
            for (int i = 0; i < shown; i++) {
                for (int a = 0; a < 2 && !Double.isNaN(p[i * d]); a++) {
                    low[a] = Math.min(low[a], p[i * d + axes[a]]);
                    high[a] = Math.max(high[a], p[i * d + axes[a]]);
                }
            }
        }
        double size = Math.max(1, Math.max(high[0] - low[0], high[1] - low[1]));
        double pad = 0.04 * size;
        double unit = size / 300; // about a pixel
        StringBuilder out = new StringBuilder();
        out.append("<svg id=\"").append(id).append("\" role=\"img\" aria-label=\"Trajectories\" viewBox=\"");
        out.append(view(low[0] - pad, -high[1] - pad, high[0] - low[0] + 2 * pad, high[1] - low[1] + 2 * pad));
        out.append("\" style=\"background:color-mix(in srgb,var(--soft) 7%,transparent)\">");
        obstacles(out, up);
        out.append("<path d=\"");
        for (int t = 0; t <= flight.horizon(); t++) {
            double time = t * flight.handling().step();
            append(
                    out,
                    t == 0 ? 'M' : 'L',
                    flight.plan().route().at(time, 0),
                    flight.plan().route().at(time, up));
        }
        out.append("\" fill=\"none\" stroke=\"var(--soft)\" stroke-width=\"" + number(unit) + "\" stroke-dasharray=\""
                + number(4 * unit) + "\"/>");
        for (int i = 0; i < shown; i++) {
            out.append("<path class=\"path\" style=\"stroke-width:" + number(unit) + "\" d=\"");
            for (int t = 0; t < flown.length && !Double.isNaN(flown[t][i * d]); t++) {
                append(out, t == 0 ? 'M' : 'L', flown[t][i * d], flown[t][i * d + up]);
            }
            out.append("\"/>");
        }
        scaleBar(out, low[0], -low[1] + 0.5 * pad, size, unit);
        return out.append("</svg>").toString();
    }

    /** A line of a round number of metres, about a fifth of the picture, with its length. */
    private static void scaleBar(StringBuilder out, double x, double y, double size, double unit) {
        double rough = size / 5;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double meters = power * (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1);
        out.append(
                "<path class=\"scale\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"" + number(unit) + "\" d=\"M"
                        + number(x) + "," + number(y - 2 * unit) + "v" + number(2 * unit) + "h" + number(meters) + "v"
                        + number(-2 * unit) + "\"/><text style=\"font-size:" + number(9 * unit) + "px\" x=\""
                        + number(x + meters + 3 * unit) + "\" y=\"" + number(y) + "\">" + number(meters) + " m</text>");
    }

    private void obstacles(StringBuilder out, int up) {
        for (Obstacle obstacle : flight.plan().obstacles()) {
            out.append("<circle cx=\"" + number(obstacle.center(0)) + "\" cy=\"" + number(-obstacle.center(up))
                    + "\" r=\"" + number(obstacle.radius()) + "\" fill=\"var(--soft)\" opacity=\"0.55\"/>");
        }
    }

    /** Half the width of the moving window, so that the first formation fills it; metres. */
    private double half() {
        double half = 1;
        for (int i = 0; i < shown; i++) {
            for (int c = 0; c < 2; c++) {
                half = Math.max(half, Math.abs(flight.plan().offsets().get(i).first(c)));
            }
        }
        return Math.ceil(1.35 * half + 4);
    }

    private String moving(String id) {
        int frames = Math.min(MOST_FRAMES, flown.length);
        double half = half();
        StringBuilder data =
                new StringBuilder("{\"half\":").append(number(half)).append(",\"frames\":[");
        for (int f = 0; f < frames; f++) {
            int t = (int) ((long) f * flown.length / frames) + 1;
            data.append(f == 0 ? "" : ",");
            frame(data, t);
        }
        data.append("]}");
        StringBuilder out = new StringBuilder();
        out.append("<svg id=\"" + id + "\" role=\"img\" aria-label=\"The formation in flight\" viewBox=\""
                + view(-half, -half, 2 * half, 2 * half)
                + "\" style=\"background:color-mix(in srgb,var(--soft) 7%,transparent)\"><g class=\"world\">");
        obstacles(out, 1);
        out.append("</g><path class=\"slots\" fill=\"none\" stroke=\"var(--soft)\" stroke-width=\"0.3\"/>");
        out.append("<path class=\"links\" fill=\"none\" stroke=\"var(--c)\" stroke-width=\"0.3\" opacity=\"0.5\"/>");
        out.append("<path class=\"drones\" fill=\"var(--c)\"/></svg>");
        out.append("<div class=\"motion\"><button type=\"button\" id=\"" + id
                + "-play\">play</button> <input type=\"range\" min=\"0\" max=\"" + (frames - 1) + "\" value=\"0\" id=\""
                + id + "-round\" aria-label=\"round\"/> <output id=\"" + id + "-at\"></output></div>");
        out.append("<script type=\"application/json\" id=\"" + id + "-data\">" + data + "</script>");
        out.append("<script>//<![CDATA[\n").append(SCRIPT.replace("ID", id)).append("\n//]]></script>");
        return out.toString();
    }

    /** {@code [round, middle x, y, [slots], [drones], [pairs]]}. */
    private void frame(StringBuilder data, int t) {
        double time = t * flight.handling().step();
        data.append('[').append(t);
        for (int c = 0; c < 2; c++) {
            data.append(',').append(number(flight.plan().route().at(time, c)));
        }
        points(data, flight.slots(t));
        points(data, flown[t - 1]);
        Graph graph = neighbors.get(t - 1).graph();
        data.append(IntStream.range(0, graph.edges())
                .filter(e -> graph.head(e) < shown && graph.tail(e) < shown)
                .mapToObj(e -> graph.tail(e) + "," + graph.head(e))
                .collect(Collectors.joining(",", ",[", "]]")));
    }

    private void points(StringBuilder data, double[] flat) {
        data.append(IntStream.range(0, shown)
                .mapToObj(i -> number(flat[i * d]) + "," + number(flat[i * d + 1]))
                .collect(Collectors.joining(",", ",[", "]")));
    }

    private static void append(StringBuilder out, char move, double x, double y) {
        out.append(move).append(number(x)).append(',').append(number(-y));
    }

    private static String view(double x, double y, double width, double height) {
        return number(x) + " " + number(y) + " " + number(width) + " " + number(height);
    }

    /** Centimetres will do. */
    static String number(double meters) {
        if (Double.isNaN(meters)) {
            return "null"; // of a drone that has left
        }
        double hundredths = Math.rint(100 * meters);
        return hundredths % 100 == 0 ? Long.toString((long) (hundredths / 100)) : Double.toString(hundredths / 100);
    }

    /** Every flight on the page listens to one event, so that they move in step. */
    private static final String SCRIPT = """
            (function () {
              var svg = document.getElementById('ID'), data = JSON.parse(document.getElementById('ID-data').textContent);
              var play = document.getElementById('ID-play'), slide = document.getElementById('ID-round'), timer = 0;
              function part(name) { return svg.querySelector('.' + name); }
              function rings(p, r) {
                var s = '';
                for (var i = 0; i < p.length; i += 2)
                  if (p[i] !== null) s += 'M' + (p[i] - r) + ',' + -p[i + 1] + 'a' + r + ',' + r + ' 0 1 0 ' + 2 * r + ',0a' + r + ',' + r + ' 0 1 0 ' + -2 * r + ',0';
                return s;
              }
              function show(k) {
                var f = data.frames[Math.min(k, data.frames.length - 1)], h = data.half, links = '';
                svg.setAttribute('viewBox', [f[1] - h, -f[2] - h, 2 * h, 2 * h].join(' '));
                part('slots').setAttribute('d', rings(f[3], 0.03 * h));
                part('drones').setAttribute('d', rings(f[4], 0.02 * h));
                for (var i = 0; i < f[5].length; i += 2) {
                  var a = 2 * f[5][i], b = 2 * f[5][i + 1];
                  links += 'M' + f[4][a] + ',' + -f[4][a + 1] + 'L' + f[4][b] + ',' + -f[4][b + 1];
                }
                part('links').setAttribute('d', links);
                slide.value = k;
                slide.setAttribute('aria-valuetext', 'round ' + f[0]);
                document.getElementById('ID-at').textContent = 'round ' + f[0];
              }
              function all(k, from) { document.dispatchEvent(new CustomEvent('flight', {detail: {k: k, from: from}})); }
              function stop() { clearInterval(timer); timer = 0; play.textContent = 'play'; }
              document.addEventListener('flight', function (e) {
                if (e.detail.from !== 'ID' && timer) stop();
                show(e.detail.k);
              });
              slide.addEventListener('input', function () { stop(); all(+slide.value, 'ID'); });
              play.addEventListener('click', function () {
                if (timer) { stop(); return; }
                play.textContent = 'pause';
                timer = setInterval(function () { all((+slide.value + 1) % data.frames.length, 'ID'); }, 150);
              });
              show(Math.floor(data.frames.length / 4));
            })();""";
}
