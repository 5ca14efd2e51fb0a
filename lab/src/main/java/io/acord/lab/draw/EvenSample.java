package io.acord.lab.draw;

import java.util.Arrays;

/** Which of many things are drawn, evenly picked, when all would be too many. */
public final class EvenSample {

    private EvenSample() {}

    /** Indices out of 0 .. {@code of} − 1, at most {@code most}, ascending, with the first and the last. */
    public static int[] pick(int of, int most) {
        int n = Math.min(of, most);
        int[] picked = new int[n];
        Arrays.setAll(picked, at -> n == 1 ? 0 : (int) Math.round(at * (double) (of - 1) / (n - 1)));
        return picked;
    }
}
