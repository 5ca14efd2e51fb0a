package io.acord.lab.draw;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which look a policy has, by its name: the same in every report, figure and page, whoever else plays. A look is a
 * number from which colour, dashes and marker follow; policies that play together never share one, and share a colour
 * only where there are more of them than colours.
 *
 * <p>Names that shipped scenarios use have fixed looks. Any other name has the look that its letters give; it moves on
 * only where somebody who plays beside it has that colour already. The studio's {@code look.js} does the same.
 */
public final class PolicyPalette {

    /** How many colours there are. */
    public static final int COLORS = 10;

    /** How many markers there are. */
    public static final int MARKERS = 7;

    private static final int DASHES = 4;

    /** How many looks there are: colours, dashes and markers together. */
    public static final int LOOKS = COLORS * MARKERS * DASHES;

    private static final List<String> KNOWN = List.of(
            "acord",
            "acord-jacobi",
            "acord+",
            "acord-certified",
            "acord-auto",
            "lpc(1)",
            "lpc(10)",
            "robd",
            "local",
            "follow-the-minimizer");

    private PolicyPalette() {}

    /** The looks of policies that play together, in their order. */
    public static Map<String, Integer> looks(List<String> names) {
        Map<String, Integer> looks = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (String name : names) {
            int known = KNOWN.indexOf(name);
            if (known >= 0) {
                looks.put(name, known);
                taken.add(known);
            }
        }
        for (String name : names) {
            looks.computeIfAbsent(name, other -> {
                int look = free(other, taken);
                taken.add(look);
                return look;
            });
        }
        Map<String, Integer> inOrder = new LinkedHashMap<>();
        names.forEach(name -> inOrder.put(name, looks.getOrDefault(name, 0)));
        return inOrder;
    }

    /** Which dashes a look has: those of other looks with the same colour and marker are others. */
    public static int dashes(int look) {
        return (look + look / (COLORS * MARKERS)) % DASHES;
    }

    private static int free(String name, Set<Integer> taken) {
        Set<Integer> colors = new HashSet<>();
        taken.forEach(look -> colors.add(look % COLORS));
        int first = first(name);
        for (int step = 0; step < LOOKS; step++) {
            int look = (first + step) % LOOKS;
            boolean fresh = colors.size() == COLORS || !colors.contains(look % COLORS);
            if (!taken.contains(look) && fresh) {
                return look;
            }
        }
        return first; // more policies than looks
    }

    /** The look that the letters of a name give, by FNV-1a; the first colour is ACORD's, which nearly always plays. */
    private static int first(String name) {
        int hash = 0x811C9DC5;
        for (byte letter : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (letter & 0xFF)) * 0x01000193;
        }
        int others = COLORS - 1;
        int n = Integer.remainderUnsigned(hash, LOOKS / COLORS * others);
        return n / others * COLORS + 1 + n % others;
    }
}
