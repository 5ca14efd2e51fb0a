package io.acord.studio;

import java.util.Locale;

/** Numbers within sentences. */
final class Words {

    private Words() {}

    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.4g", value);
        return text.contains("e") || !text.contains(".")
                ? text
                : text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
