package io.acord.protocol;

/** Hands out guards with one of them off, to tests in other packages. */
public final class OpenGuards {

    private OpenGuards() {}

    public static Guards without(String guard) {
        return Guards.allBut(Guards.Guard.valueOf(guard));
    }
}
