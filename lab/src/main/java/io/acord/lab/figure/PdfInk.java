package io.acord.lab.figure;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Deflater;

/**
 * Writes a PDF of one page, as large as the drawing. Words are outlines, so that every viewer and printer shows the
 * same without a font. The same drawing gives the same bytes: there is no date in it.
 */
final class PdfInk implements Ink {

    private static final double POINTS = 0.75; // a pixel is 1/96 inch, a point 1/72

    private final double width;
    private final double height;
    private final String title;
    private final StringBuilder page = new StringBuilder();
    private final Map<String, String> opacities = new LinkedHashMap<>(); // name by number
    private final FontRenderContext exact = new FontRenderContext(null, true, true);

    PdfInk(double width, double height, String title) {
        System.setProperty("java.awt.headless", "true");
        this.width = width;
        this.height = height;
        this.title = title;
        // From the upper left corner downwards, as the other inks have it.
        put(POINTS, 0, 0, -POINTS, 0, POINTS * height).append("cm\n");
    }

    /** The whole file. */
    byte[] finish() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        StringBuilder states = new StringBuilder();
        opacities.forEach((number, name) -> states.append('/')
                .append(name)
                .append(" <</CA ")
                .append(number)
                .append(" /ca ")
                .append(number)
                .append(">> "));
        byte[] drawn = deflated(page.toString().getBytes(StandardCharsets.US_ASCII));
        String size = digits(POINTS * width) + " " + digits(POINTS * height);
        byte[][] objects = {
            ascii("<</Type /Catalog /Pages 2 0 R>>"),
            ascii("<</Type /Pages /Kids [3 0 R] /Count 1>>"),
            ascii("<</Type /Page /Parent 2 0 R /MediaBox [0 0 " + size + "] /Contents 4 0 R /Resources <</ExtGState <<"
                    + states + ">>>>>>"),
            stream(drawn),
            ascii("<</Title <FEFF"
                    + HexFormat.of().withUpperCase().formatHex(title.getBytes(StandardCharsets.UTF_16BE))
                    + ">>>")
        };
        file.writeBytes(ascii("%PDF-1.4\n%"));
        file.writeBytes(new byte[] {(byte) 0xE2, (byte) 0xE3, (byte) 0xCF, (byte) 0xD3, '\n'}); // not a text file
        StringBuilder table = new StringBuilder("xref\n0 " + (objects.length + 1) + "\n0000000000 65535 f \n");
        for (int n = 0; n < objects.length; n++) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", file.size()));
            file.writeBytes(ascii((n + 1) + " 0 obj\n"));
            file.writeBytes(objects[n]);
            file.writeBytes(ascii("\nendobj\n"));
        }
        int start = file.size();
        file.writeBytes(ascii(table + "trailer\n<</Size " + (objects.length + 1)
                + " /Root 1 0 R /Info 5 0 R>>\nstartxref\n" + start + "\n%%EOF\n"));
        return file.toByteArray();
    }

    /** A thousandth of a pixel is finer than any printer; numbers as 1e-5 are not known to PDF. */
    private static String digits(double number) {
        return BigDecimal.valueOf(Math.round(number * 1000), 3)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] stream(byte[] packed) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii("<</Filter /FlateDecode /Length " + packed.length + ">>\nstream\n"));
        out.writeBytes(packed);
        out.writeBytes(ascii("\nendstream"));
        return out.toByteArray();
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private StringBuilder put(double... numbers) {
        for (double number : numbers) {
            page.append(digits(number)).append(' ');
        }
        return page;
    }

    private void color(int rgb, double opacity, String operator) {
        String number = Double.toString(opacity);
        page.append('/')
                .append(opacities.computeIfAbsent(number, key -> "o" + opacities.size()))
                .append(" gs ");
        for (int shift = 16; shift >= 0; shift -= 8) {
            page.append(String.format(Locale.ROOT, "%.4f ", (rgb >> shift & 0xFF) / 255.0));
        }
        page.append(operator).append('\n');
    }

    private void path(double[] x, double[] y) {
        for (int k = 0; k < x.length; k++) {
            put(x[k], y[k]).append(k == 0 ? "m\n" : "l\n");
        }
    }

    /** Fills an outline; curves of the second degree, which PDF does not have, become some of the third. */
    private void fill(PathIterator outline) {
        double[] at = new double[6];
        double x = 0;
        double y = 0;
        for (; !outline.isDone(); outline.next()) {
            int segment = outline.currentSegment(at);
            int end = 0; // where the segment's last point is
            switch (segment) {
                case PathIterator.SEG_MOVETO -> put(at[0], at[1]).append("m\n");
                case PathIterator.SEG_LINETO -> put(at[0], at[1]).append("l\n");
                case PathIterator.SEG_QUADTO -> {
                    double share = 2.0 / 3;
                    put(x + share * (at[0] - x), y + share * (at[1] - y));
                    put(at[2] + share * (at[0] - at[2]), at[3] + share * (at[1] - at[3]));
                    put(at[2], at[3]).append("c\n");
                    end = 2;
                }
                case PathIterator.SEG_CUBICTO -> {
                    put(at).append("c\n");
                    end = 4;
                }
                case PathIterator.SEG_CLOSE -> page.append("h\n");
                default -> throw new AssertionError("a segment that Java does not have");
            }
            if (segment != PathIterator.SEG_CLOSE) {
                x = at[end];
                y = at[end + 1];
            }
        }
        page.append(outline.getWindingRule() == PathIterator.WIND_EVEN_ODD ? "f*\n" : "f\n");
    }

    @Override
    public void line(double[] x, double[] y, Pen pen) {
        color(pen.color(), pen.opacity(), "RG");
        page.append('[');
        pen.dashes().forEach(dash -> put(dash));
        page.append("] 0 d 1 j ");
        put(pen.width()).append("w\n");
        path(x, y);
        page.append("S\n");
    }

    @Override
    public void area(double[] x, double[] y, int color, double opacity) {
        color(color, opacity, "rg");
        path(x, y);
        page.append("h f\n");
    }

    @Override
    public void disc(double x, double y, double radius, int color) {
        color(color, 1, "rg");
        fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius).getPathIterator(null));
    }

    @Override
    public void words(double x, double y, String words, Type type) {
        color(type.color(), 1, "rg");
        Font font = PngInk.font(type);
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        if (type.upwards()) {
            place.rotate(-Math.PI / 2);
        }
        place.translate(PngInk.shift(font, words, type, exact), 0);
        fill(font.createGlyphVector(exact, words).getOutline().getPathIterator(place));
    }
}
