package io.acord.lab.figure;

import io.acord.lab.draw.PolicyPalette;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a curve is drawn, the same in all panels of a figure: colour, dashes and marker, so that curves can be told apart
 * without colours too. ACORD is the strongest. The colours are those of Okabe and Ito, which colour-blind people can
 * tell apart; LPC goes from dark to light as it sees more.
 *
 * @param marker 0 for none
 */
record CurveStyle(int color, double width, List<Double> dashes, int marker) {

    private static final int ACORD = 0xD55E00;
    private static final int OPT = 0x000000;
    private static final int[] OTHERS = {0x0072B2, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x5B4B8A, 0x7A7A7A, 0x8C510A
    };

    private static final List<List<Double>> DASHES =
            List.of(List.of(), List.of(7.0, 3.0), List.of(2.0, 2.5), List.of(9.0, 3.0, 2.0, 3.0));

    private static final List<Double> LONG_DASHES = List.of(6.0, 4.0);

    private static final Pattern LPC = Pattern.compile("LPC\\((\\d+)\\)");

    /** More curves of LPC than this are told apart by shade and dashes alone: markers would cover them. */
    private static final int MARKED = 7;

    /** The report's colours on white paper, by {@link PolicyPalette}. */
    private static final int[] POLICIES = {
        0x0A5FC2, 0xD2570B, 0x00805F, 0xA83A8E, 0x3F9BD6, 0x8F6B00, 0xD0405A, 0x5446B8, 0x6F7F1E, 0x7C4A2D
    };

    /** The looks of a figure whose curves are policies: those that the reports of their runs give them. */
    static Map<String, CurveStyle> ofPolicies(Figure figure) {
        Map<String, CurveStyle> looks = new LinkedHashMap<>();
        List<String> names = styles(figure).keySet().stream()
                .filter(name -> !name.equals("opt"))
                .toList();
        looks.put("opt", new CurveStyle(OPT, 1.4, DASHES.get(2), 0));
        PolicyPalette.looks(names)
                .forEach((name, look) -> looks.put(
                        name,
                        new CurveStyle(
                                POLICIES[look % POLICIES.length],
                                1.8,
                                DASHES.get(PolicyPalette.dashes(look)),
                                1 + look % PolicyPalette.MARKERS)));
        return looks;
    }

    /** The names of all curves, in order, with their styles. */
    private static Map<String, Figure.Style> styles(Figure figure) {
        Map<String, Figure.Style> styles = new LinkedHashMap<>();
        for (Figure.Panel panel : figure.panels()) {
            if (panel instanceof Figure.Plot plot) {
                plot.curves().forEach(curve -> styles.putIfAbsent(curve.name(), curve.style()));
            }
        }
        return styles;
    }

    /** The looks of all curves of a figure, by name. */
    static Map<String, CurveStyle> of(Figure figure) {
        Map<String, Figure.Style> styles = styles(figure);
        List<String> names = List.copyOf(styles.keySet());
        int widest = 1;
        long lpcs = 0;
        for (String name : names) {
            Matcher lpc = LPC.matcher(name);
            if (lpc.matches()) {
                widest = Math.max(widest, Integer.parseInt(lpc.group(1)));
                lpcs++;
            }
        }
        Map<String, CurveStyle> looks = new LinkedHashMap<>();
        int others = 0;
        for (String name : names) {
            Matcher lpc = LPC.matcher(name);
            CurveStyle look;
            if (name.equals("ACORD")) {
                look = new CurveStyle(ACORD, 2.8, List.of(), 1);
            } else if (name.equals("OPT")) {
                look = new CurveStyle(OPT, 1.4, DASHES.get(2), 0);
            } else if (lpc.matches()) {
                int radius = Integer.parseInt(lpc.group(1));
                double light = widest == 1 ? 0 : Math.log(radius) / Math.log(widest);
                look = new CurveStyle(
                        blend(0x08306B, 0x7FB8E0, light),
                        1.6,
                        DASHES.get((radius - 1) % DASHES.size()),
                        lpcs > MARKED ? 0 : 2 + (radius - 1) % 5);
            } else {
                look = new CurveStyle(
                        OTHERS[others % OTHERS.length],
                        1.8,
                        DASHES.get((others + others / OTHERS.length) % DASHES.size()),
                        1 + (others + 1) % 6);
                others++;
            }
            Figure.Style style = styles.getOrDefault(name, Figure.Style.LINE);
            if (style == Figure.Style.DASHED && !name.equals("OPT")) {
                look = new CurveStyle(look.color, look.width, LONG_DASHES, look.marker);
            }
            looks.put(name, look);
        }
        return looks;
    }

    private static int blend(int from, int to, double share) {
        int result = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = from >> shift & 0xFF;
            int b = to >> shift & 0xFF;
            result |= (int) Math.round(a + share * (b - a)) << shift;
        }
        return result;
    }

    Ink.Pen pen() {
        return new Ink.Pen(color, width, 1, dashes);
    }

    /** Draws the marker around a point. */
    void mark(Ink ink, double x, double y, double r) {
        switch (marker) {
            case 0 -> {}
            case 1 -> ink.disc(x, y, r, color);
            case 2 -> polygon(ink, x, y, new double[] {-r, r, r, -r}, new double[] {-r, -r, r, r}, 0.9);
            case 3 -> polygon(ink, x, y, new double[] {0, r, -r}, new double[] {-r, r, r}, 1.15);
            case 4 -> polygon(ink, x, y, new double[] {0, r, 0, -r}, new double[] {-r, 0, r, 0}, 1.3);
            case 5 -> polygon(ink, x, y, new double[] {0, r, -r}, new double[] {r, -r, -r}, 1.15);
            case 7 -> {
                double[] dx = new double[10];
                double[] dy = new double[10];
                for (int corner = 0; corner < 10; corner++) {
                    double length = corner % 2 == 0 ? r : 0.43 * r;
                    dx[corner] = length * Math.sin(Math.PI * corner / 5);
                    dy[corner] = -length * Math.cos(Math.PI * corner / 5);
                }
                polygon(ink, x, y, dx, dy, 1.4);
            }
            default -> {
                double t = r / 3;
                polygon(
                        ink,
                        x,
                        y,
                        new double[] {-t, t, t, r, r, t, t, -t, -t, -r, -r, -t},
                        new double[] {-r, -r, -t, -t, t, t, r, r, t, t, -t, -t},
                        1.2);
            }
        }
    }

    private void polygon(Ink ink, double x, double y, double[] dx, double[] dy, double scale) {
        double[] px = new double[dx.length];
        double[] py = new double[dy.length];
        for (int k = 0; k < dx.length; k++) {
            px[k] = x + scale * dx[k];
            py[k] = y + scale * dy[k];
        }
        ink.area(px, py, color, 1);
    }
}
