package io.acord.lab.policy;

import io.acord.lab.instance.Instance;
import io.acord.model.Round;

/** The rounds that a policy may see when it decides: this one, and as many ahead as its information model allows. */
public final class Outlook {

    private final Instance instance;
    private final int t;
    private final int visible;

    /** The outlook from round t with a window of {@code window} rounds, cut off at the horizon. */
    public Outlook(Instance instance, int t, int window) {
        this.instance = instance;
        this.t = t;
        this.visible = (int) Math.min(window, (long) instance.horizon() - t + 1);
    }

    /** t. */
    public int round() {
        return t;
    }

    /** How many rounds can be seen, this one included. */
    public int visible() {
        return visible;
    }

    /** This round. */
    public Round now() {
        return ahead(0);
    }

    /** The round {@code k} after this one. */
    public Round ahead(int k) {
        if (k < 0 || k >= visible) {
            throw new AssertionError("a policy looked " + k + " rounds ahead and may see " + visible);
        }
        return instance.round(t + k);
    }
}
