package io.acord.lab.draw;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Data for the page's script, in a form that neither HTML nor XML can mistake for markup. */
public final class JsonText {

    private static final MathContext DIGITS = new MathContext(5);

    private JsonText() {}

    public static String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean plain = c >= ' ' && c < 0x7F && "\"\\<>&'".indexOf(c) < 0;
            if (plain) {
                out.append(c);
            } else {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 0xF, 16));
                }
            }
        }
        return out.append('"').toString();
    }

    /** Five significant digits; what is not finite becomes null. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e5) {
            return Long.toString((long) value);
        }
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toString();
    }

    public static String numbers(double[] values) {
        return Arrays.stream(values).mapToObj(JsonText::number).collect(Collectors.joining(",", "[", "]"));
    }
}
