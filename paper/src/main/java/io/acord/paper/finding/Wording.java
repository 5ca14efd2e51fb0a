package io.acord.paper.finding;

import io.acord.lab.report.Numbers;
import io.acord.lab.run.Statistics;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers in sentences. */
public final class Wording {

    private Wording() {}

    /** 1.902 (1.85 to 1.95). */
    public static String mean(Statistics mean) {
        return number(mean.mean()) + " (" + number(mean.low95()) + " to " + number(mean.high95()) + ")";
    }

    public static String number(double value) {
        return Numbers.brief(value);
    }

    /** +2.3 %, −0.7 %: how far a ratio is from 1. */
    public static String percent(double ratio) {
        double percent = 100 * (ratio - 1);
        BigDecimal digits = BigDecimal.valueOf(Math.abs(percent)).setScale(3, RoundingMode.HALF_EVEN);
        BigDecimal two = digits.round(new MathContext(2, RoundingMode.HALF_EVEN));
        return (two.signum() == 0 ? "" : percent < 0 ? "−" : "+")
                + two.stripTrailingZeros().toPlainString() + " %";
    }

    /** 2.3 % more, 0.7 % less: the same in a sentence. */
    public static String more(double ratio) {
        String percent = percent(ratio);
        return percent.startsWith("0") ? "as much" : percent.substring(1) + (ratio > 1 ? " more" : " less");
    }
}
