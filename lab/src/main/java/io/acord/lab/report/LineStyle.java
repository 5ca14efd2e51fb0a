package io.acord.lab.report;

import io.acord.lab.draw.PolicyPalette;

/**
 * How a policy is drawn everywhere: colour, dashes and marker. Any of the three tells neighbours apart, all three
 * together tell 280 policies apart.
 *
 * @param key the class of everything drawn of the policy
 * @param color name of the style sheet's variable
 */
record LineStyle(String key, String color, String dashes, int marker) {

    private static final String[] DASHES = {"", "8 3", "2.5 2.5", "9 3 2 3"};

    /** The hindsight optimum is no contender, so it is drawn in the colour of the text. */
    static LineStyle optimum(int index) {
        return new LineStyle("p" + index, "--ink", "1.5 3", 6);
    }

    /**
     * How a contender is drawn.
     *
     * @param look of {@link PolicyPalette}
     */
    static LineStyle contender(int index, int look) {
        return new LineStyle(
                "p" + index,
                "--k" + look % PolicyPalette.COLORS,
                DASHES[PolicyPalette.dashes(look)],
                look % PolicyPalette.MARKERS);
    }

    /** A marker around the origin. */
    String shape(double r) {
        String a = Numbers.px(r);
        String b = Numbers.px(r * 0.9);
        String c = Numbers.px(r * 1.25);
        return switch (marker) {
            case 0 ->
                "M-" + a + ",0a" + a + "," + a + " 0 1 0 " + Numbers.px(2 * r) + ",0a" + a + "," + a + " 0 1 0 -"
                        + Numbers.px(2 * r) + ",0z";
            case 1 -> "M-" + b + ",-" + b + "H" + b + "V" + b + "H-" + b + "z";
            case 2 -> "M0,-" + c + "L" + c + "," + a + "H-" + c + "z";
            case 3 -> "M0,-" + c + "L" + c + ",0L0," + c + "L-" + c + ",0z";
            case 4 -> "M0," + c + "L" + c + ",-" + a + "H-" + c + "z";
            case 5 -> cross(r * 1.25, r * 0.42);
            default -> star(r * 1.4, r * 0.6);
        };
    }

    private static String cross(double arm, double half) {
        String a = Numbers.px(arm);
        String h = Numbers.px(half);
        return "M-" + h + ",-" + a + "H" + h + "V-" + h + "H" + a + "V" + h + "H" + h + "V" + a + "H-" + h + "V" + h
                + "H-" + a + "V-" + h + "H-" + h + "z";
    }

    private static String star(double outer, double inner) {
        StringBuilder path = new StringBuilder("M");
        for (int corner = 0; corner < 10; corner++) {
            double angle = Math.PI * (corner / 5.0 - 0.5);
            double r = corner % 2 == 0 ? outer : inner;
            path.append(
                    (corner == 0 ? "" : "L") + Numbers.px(r * Math.cos(angle)) + "," + Numbers.px(r * Math.sin(angle)));
        }
        return path.append('z').toString();
    }
}
