package io.acord.lab.text;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.NumberInput;

/** Numbers in bytes. */
public final class DecimalParser {

    /** Powers of ten that a double holds exactly. */
    private static final double[] TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private static final long EXACT = 1L << 53;

    private DecimalParser() {}

    /**
     * The number that the bytes spell, as {@link Double#parseDouble} gives it, or NaN if they spell none; infinite if
     * it is too large.
     */
    public static double parse(byte[] bytes, int from, int to) {
        // Most numbers have few digits: then digits and power of ten are exact, and so is the rounding of their
        // quotient (Clinger).
        int k = from;
        boolean negative = false;
        if (k < to && (bytes[k] == '-' || bytes[k] == '+')) {
            negative = bytes[k] == '-';
            k++;
        }
        long digits = 0;
        boolean fits = true;
        int count = 0;
        int fraction = 0;
        boolean point = false;
        for (; k < to; k++) {
            byte b = bytes[k];
            if (b >= '0' && b <= '9') {
                count++;
                fraction += point ? 1 : 0;
                if (digits < EXACT / 10) {
                    digits = 10 * digits + (b - '0');
                } else {
                    fits = false;
                }
            } else if (b == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (count == 0) {
            return Double.NaN;
        }
        int power = -fraction;
        if (k < to) {
            if (!isExponent(bytes, k, to)) {
                return Double.NaN;
            }
            fits = false;
        }
        if (fits && power >= -22) {
            double value = digits / TEN[-power];
            return negative ? -value : value;
        }
        return NumberInput.parseDouble(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1), true);
    }

    private static boolean isExponent(byte[] bytes, int from, int to) {
        int k = from;
        if (bytes[k] != 'e' && bytes[k] != 'E') {
            return false;
        }
        k++;
        if (k < to && (bytes[k] == '-' || bytes[k] == '+')) {
            k++;
        }
        if (k == to) {
            return false;
        }
        for (; k < to; k++) {
            if (bytes[k] < '0' || bytes[k] > '9') {
                return false;
            }
        }
        return true;
    }

    /** The whole number of 1 or more that the bytes spell, or −1. */
    public static int positive(byte[] bytes, int from, int to) {
        if (from == to || to - from > 10) {
            return -1;
        }
        long value = 0;
        for (int k = from; k < to; k++) {
            if (bytes[k] < '0' || bytes[k] > '9') {
                return -1;
            }
            value = 10 * value + (bytes[k] - '0');
        }
        return value >= 1 && value <= Integer.MAX_VALUE ? (int) value : -1;
    }
}
