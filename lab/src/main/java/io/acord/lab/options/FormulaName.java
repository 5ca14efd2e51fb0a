package io.acord.lab.options;

import java.util.regex.Pattern;

/**
 * Names that a spreadsheet would take for a formula when it opens a CSV file of a run: {@code =1+1}, {@code @SUM(A1)}.
 * They are refused where they come in, because a file that other programs read has no way to write them that all of
 * these understand. A number with its sign is a number to everybody, and a name as good as any.
 */
public final class FormulaName {

    public static final String NEEDED =
            "a name that does not begin with = + - @ unless it is a number, because spreadsheets take it for a formula";

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d*)?([eE][+-]?\\d+)?");

    private FormulaName() {}

    /** Whether a name is one of those. */
    public static boolean is(String name) {
        return !name.isEmpty()
                && "=+-@\t\r".indexOf(name.charAt(0)) >= 0
                && !NUMBER.matcher(name).matches();
    }
}
