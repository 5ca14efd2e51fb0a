package io.acord.lab.report;

import io.acord.lab.optimum.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them: four significant digits, whatever the locale. */
public final class Numbers {

    public static final String UNKNOWN = "not available";

    private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final String[] LARGE = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] SMALL = {"", "m", "µ", "n"};

    private Numbers() {}

    /** 1.021, 12 350, 3.2×10⁷, ∞, or that there is none. */
    public static String brief(double value) {
        if (Double.isNaN(value)) {
            return UNKNOWN;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "∞" : "−∞";
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(FOUR).stripTrailingZeros();
        String digits;
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -3 || exponent > 4) {
            BigDecimal mantissa = rounded.scaleByPowerOfTen(-exponent).abs();
            String power = "10" + superscript(exponent);
            digits = mantissa.compareTo(BigDecimal.ONE) == 0 ? power : mantissa.toPlainString() + "×" + power;
        } else {
            digits = rounded.abs().toPlainString();
            if (exponent == 4) {
                digits = digits.substring(0, 2) + "\u202F" + digits.substring(2); // a narrow space that does not break
            }
        }
        return value < 0 ? "−" + digits : digits;
    }

    /**
     * Rounded to so many significant digits and written out, 41 840 329 or 0.3706, for columns in which small
     * differences count; in powers of ten only where nobody would count digits.
     */
    public static String plain(double value, int digits) {
        if (!Double.isFinite(value) || value == 0) {
            return brief(value);
        }
        BigDecimal rounded = new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -4 || exponent > 14) {
            return brief(value);
        }
        String text = rounded.abs().toPlainString();
        int point = text.indexOf('.');
        String whole = count(Long.parseLong(point < 0 ? text : text.substring(0, point)));
        return (value < 0 ? "−" : "") + whole + (point < 0 ? "" : text.substring(point));
    }

    /** All digits that tell this double from others. */
    public static String exact(double value) {
        return Double.isFinite(value) ? Double.toString(value) : brief(value);
    }

    /** A number, or both ends where it is only bracketed. */
    public static String brief(Interval interval) {
        return interval.isPoint() || isNaN(interval)
                ? brief(interval.low())
                : "[" + brief(interval.low()) + ", " + brief(interval.high()) + "]";
    }

    public static String exact(Interval interval) {
        return interval.isPoint() || isNaN(interval)
                ? exact(interval.low())
                : "[" + exact(interval.low()) + ", " + exact(interval.high()) + "]";
    }

    private static boolean isNaN(Interval interval) {
        return Double.isNaN(interval.low()) && Double.isNaN(interval.high());
    }

    public static String bytes(double value) {
        return scaled(value, "B");
    }

    public static String seconds(double value) {
        return scaled(value, "s");
    }

    /** With an SI prefix. */
    private static String scaled(double value, String unit) {
        if (!Double.isFinite(value) || value == 0) {
            return Double.isFinite(value) ? "0 " + unit : brief(value);
        }
        double rest = new BigDecimal(value).round(FOUR).doubleValue();
        int step = 0;
        while (Math.abs(rest) >= 1000 && step < LARGE.length - 1) {
            rest /= 1000;
            step++;
        }
        while (Math.abs(rest) < 1 && unit.equals("s") && -step < SMALL.length - 1) {
            rest *= 1000;
            step--;
        }
        return brief(rest) + " " + (step >= 0 ? LARGE[step] : SMALL[-step]) + unit;
    }

    /** 100 000. */
    public static String count(long value) {
        String digits = Long.toString(value);
        StringBuilder grouped = new StringBuilder();
        for (int at = 0; at < digits.length(); at++) {
            int left = digits.length() - at;
            if (at > 0 && left % 3 == 0 && digits.length() > 4) {
                grouped.append('\u202F');
            }
            grouped.append(digits.charAt(at));
        }
        return grouped.toString();
    }

    /** 1 agent, 20 agents. */
    public static String count(long value, String one) {
        return count(value) + " " + (value == 1 ? one : one + "s");
    }

    /** A coordinate of a drawing. */
    public static String px(double value) {
        long tenths = Math.round(value * 10);
        long whole = tenths / 10;
        long rest = Math.abs(tenths % 10);
        if (rest == 0) {
            return Long.toString(whole);
        }
        return (tenths < 0 && whole == 0 ? "-" : "") + whole + "." + rest;
    }

    private static String superscript(int exponent) {
        StringBuilder raised = new StringBuilder();
        String digits = Integer.toString(exponent);
        for (int at = 0; at < digits.length(); at++) {
            char c = digits.charAt(at);
            raised.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
        }
        return raised.toString();
    }
}
