package io.acord.lab.figure;

import java.util.List;

/** Something to draw with, in pixels from the upper left corner. Colours are 0xRRGGBB. */
interface Ink {

    /** Joins points. */
    void line(double[] x, double[] y, Pen pen);

    /** Fills a polygon. */
    void area(double[] x, double[] y, int color, double opacity);

    void disc(double x, double y, double radius, int color);

    /** Writes words from, around or up to a point on their baseline. */
    void words(double x, double y, String words, Type type);

    /**
     * How a line is drawn.
     *
     * @param dashes lengths on and off; none for a solid line
     */
    record Pen(int color, double width, double opacity, List<Double> dashes) {
        static Pen solid(int color, double width) {
            return new Pen(color, width, 1, List.of());
        }
    }

    /**
     * How words are written.
     *
     * @param upwards whether they run from bottom to top
     */
    record Type(double size, boolean bold, Anchor anchor, boolean upwards, int color) {

        /** How wide words are, about and rather too much: the font is not the same everywhere. */
        double width(String words) {
            double sum = 0;
            for (int at = 0; at < words.length(); at++) {
                char c = words.charAt(at);
                if (" .,:;'|!ijlI()[]".indexOf(c) >= 0) {
                    sum += 0.36;
                } else if ("mwMW@%−→".indexOf(c) >= 0) {
                    sum += 0.93;
                } else if (c >= 'A' && c <= 'Z') {
                    sum += 0.72;
                } else {
                    sum += 0.62;
                }
            }
            return size * sum * (bold ? 1.1 : 1);
        }

        /** Words that are not wider than this: their beginning, where all of them would be. */
        String clip(String words, double width) {
            if (width(words) <= width) {
                return words;
            }
            int length = words.length();
            while (length > 1 && width(words.substring(0, length) + "…") > width) {
                length--;
            }
            return words.substring(0, length) + "…";
        }
    }

    enum Anchor {
        START,
        MIDDLE,
        END
    }
}
