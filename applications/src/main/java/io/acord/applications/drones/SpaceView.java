package io.acord.applications.drones;

import io.acord.lab.source.PackagedText;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A flight in space that can be turned by mouse, touch and keys. The script is {@code space-view.js} beside this class;
 * colours are those of the page, so that it follows its light and its dark.
 */
final class SpaceView {

    private static final int MOST_FRAMES = 150;
    private static final String SCRIPT = PackagedText.of(SpaceView.class, "space-view.js");

    private final Flight flight;
    private final double[][] flown; // NaN where a drone has left
    private final int shown;

    SpaceView(Flight flight, double[][] flown, int shown) {
        this.flight = flight;
        this.flown = flown;
        this.shown = shown;
    }

    String markup(String id) {
        StringBuilder out = new StringBuilder();
        out.append("<svg id=\"" + id + "\" tabindex=\"0\" role=\"application\" viewBox=\"-160 -110 320 220\""
                + " aria-label=\"The flight in space: arrow keys turn it, plus and minus zoom, 0 goes back\""
                + " style=\"background:color-mix(in srgb,var(--soft) 7%,transparent);touch-action:none;cursor:grab\">");
        out.append("<path class=\"ground\" fill=\"none\" stroke=\"var(--line)\" stroke-width=\"0.7\"/>");
        out.append("<g class=\"balls\"/>");
        out.append(
                "<path class=\"shadows\" fill=\"none\" stroke=\"var(--soft)\" stroke-width=\"0.5\" opacity=\"0.45\"/>");
        out.append(
                "<path class=\"route\" fill=\"none\" stroke=\"var(--soft)\" stroke-width=\"0.9\" stroke-dasharray=\"4\"/>");
        out.append("<path class=\"tracks\" fill=\"none\" stroke=\"var(--c)\" stroke-width=\"0.9\" opacity=\"0.6\"/>");
        out.append("<path class=\"dots\" fill=\"var(--c)\"/>");
        out.append(
                "<text class=\"east\" style=\"font-size:9px\">E</text><text class=\"north\" style=\"font-size:9px\">N</text>");
        out.append("</svg>");
        out.append("<script type=\"application/json\" id=\"" + id + "-data\">" + data() + "</script>");
        out.append("<script>//<![CDATA[\n" + SCRIPT.replace("SPACE_ID", id) + "\n//]]></script>");
        return out.toString();
    }

    /** {@code {"of": rounds, "frames": [[x, y, z, …], …], "route": […], "balls": [x, y, z, radius, …]}}, metres. */
    private String data() {
        int frames = Math.min(MOST_FRAMES, flown.length);
        int[] rounds = IntStream.range(0, frames)
                .map(f -> frames == 1 ? 1 : 1 + (int) Math.round((double) f * (flown.length - 1) / (frames - 1)))
                .toArray();
        String places = Arrays.stream(rounds)
                .mapToObj(t -> list(Arrays.stream(flown[t - 1], 0, 3 * shown)))
                .collect(Collectors.joining(","));
        DoubleStream route = Arrays.stream(rounds)
                .mapToDouble(t -> t * flight.handling().step())
                .flatMap(time -> IntStream.range(0, 3)
                        .mapToDouble(c -> flight.plan().route().at(time, c)));
        DoubleStream balls = flight.plan().obstacles().stream()
                .flatMapToDouble(
                        ball -> DoubleStream.of(ball.center(0), ball.center(1), ball.center(2), ball.radius()));
        return "{\"of\":" + flown.length + ",\"frames\":[" + places + "],\"route\":" + list(route) + ",\"balls\":"
                + list(balls) + "}";
    }

    private static String list(DoubleStream numbers) {
        return numbers.mapToObj(FlightPicture::number).collect(Collectors.joining(",", "[", "]"));
    }
}
