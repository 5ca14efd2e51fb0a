package io.acord.lab.figure;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Paints a PNG, two dots a pixel. */
final class PngInk implements Ink {

    private static final double SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D out;

    PngInk(double width, double height) {
        System.setProperty("java.awt.headless", "true"); // a machine without a screen is as good as any
        ImageIO.setUseCache(false);
        this.image = new BufferedImage(
                (int) Math.ceil(SCALE * width), (int) Math.ceil(SCALE * height), BufferedImage.TYPE_INT_RGB);
        this.out = image.createGraphics();
        out.setColor(Color.WHITE);
        out.fillRect(0, 0, image.getWidth(), image.getHeight());
        out.scale(SCALE, SCALE);
        out.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        out.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        out.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        out.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    /** The whole picture. */
    byte[] finish() {
        out.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IllegalStateException("this Java cannot write PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return bytes.toByteArray();
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double();
        for (int k = 0; k < x.length; k++) {
            if (k == 0) {
                path.moveTo(x[k], y[k]);
            } else {
                path.lineTo(x[k], y[k]);
            }
        }
        return path;
    }

    private void use(int color, double opacity) {
        out.setColor(new Color(color));
        out.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) opacity));
    }

    @Override
    public void line(double[] x, double[] y, Pen pen) {
        use(pen.color(), pen.opacity());
        float[] dashes = new float[pen.dashes().size()];
        for (int k = 0; k < dashes.length; k++) {
            dashes[k] = pen.dashes().get(k).floatValue();
        }
        out.setStroke(new BasicStroke(
                (float) pen.width(),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                10,
                dashes.length == 0 ? null : dashes,
                0));
        out.draw(path(x, y));
    }

    @Override
    public void area(double[] x, double[] y, int color, double opacity) {
        use(color, opacity);
        Path2D path = path(x, y);
        path.closePath();
        out.fill(path);
    }

    @Override
    public void disc(double x, double y, double radius, int color) {
        use(color, 1);
        out.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void words(double x, double y, String words, Type type) {
        use(type.color(), 1);
        Font font = font(type);
        out.setFont(font);
        double shift = shift(font, words, type, out.getFontRenderContext());
        AffineTransform before = out.getTransform();
        out.translate(x, y);
        if (type.upwards()) {
            out.rotate(-Math.PI / 2);
        }
        out.drawString(words, (float) shift, 0);
        out.setTransform(before);
    }

    static Font font(Type type) {
        return new Font(Font.SANS_SERIF, type.bold() ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) type.size());
    }

    /** From where words are anchored to where they begin. */
    static double shift(Font font, String words, Type type, FontRenderContext context) {
        double width = font.getStringBounds(words, context).getWidth();
        return switch (type.anchor()) {
            case START -> 0;
            case MIDDLE -> -width / 2;
            case END -> -width;
        };
    }
}
