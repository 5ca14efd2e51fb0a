package io.acord.lab.scenario;

import java.util.List;
import java.util.SplittableRandom;

/** A text in which something was broken, in ways that parsers have not survived elsewhere. A seed makes it again. */
public final class MutatedText {

    private static final List<String> NASTY = List.of(
            "NaN",
            "-Infinity",
            "1e999",
            "-1e308",
            "4.9e-324",
            "9".repeat(400),
            "0x10",
            "null",
            "true",
            "\"\"",
            "\"<img src=x onerror=alert(1)>\"",
            "\"../../etc/passwd\"",
            "\\u0000",
            "\\ud800",
            "\u202e",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "[".repeat(300),
            "{\"a\":".repeat(200),
            "[" + "0,".repeat(500) + "0]",
            "*a",
            "&a",
            "!!javax.script.ScriptEngineManager ",
            "\t",
            "\r\n",
            "# ",
            "x".repeat(5_000));

    private MutatedText() {}

    /** One to three changes of a text. */
    public static String of(String text, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String mutated = text;
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            mutated = changed(mutated, random);
        }
        return mutated;
    }

    private static String changed(String text, SplittableRandom random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(1, 12));
        String nasty = NASTY.get(random.nextInt(NASTY.size()));
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, from) + text.substring(to); // something is missing
            case 1 -> text.substring(0, to) + text.substring(from); // stands twice
            case 2 -> text.substring(0, from) + nasty + text.substring(from); // comes between
            case 3 -> text.substring(0, from) + nasty + text.substring(to); // is another
            case 4 -> text.substring(0, from) + (char) random.nextInt(1, 0x3000) + text.substring(to);
            default -> text.substring(0, from) + random.nextInt(10) + text.substring(from); // a digit more
        };
    }
}
