package io.acord.studio;

import java.util.Locale;

/** A number within a sentence: four digits. */
final class ShortNumber {

    private ShortNumber() {}

    static String of(double value) {
        String text = String.format(Locale.ROOT, "%.4g", value);
        return text.contains("e") || !text.contains(".")
                ? text
                : text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
