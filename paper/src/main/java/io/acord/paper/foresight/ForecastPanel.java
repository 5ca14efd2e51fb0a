package io.acord.paper.foresight;

import io.acord.paper.experiment.StudySetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The policies that are given the same forecasts, by the names they have in tables and figures. K = 12 and ε = 0.5
 * throughout.
 */
enum ForecastPanel {
    EXPERT("expert", "acord: {iterations: 12, name: EXPERT}"),
    OWN("foresight, own accounts", "foresight: {window: AHEAD, trust: 0.5, iterations: 12, name: OWN}"),
    COMMON(
            "foresight, one account",
            "foresight: {window: AHEAD, trust: 0.5, account: common, iterations: 12, name: COMMON}"),
    LPC1("LPC(1, k)", "lpc: {radius: 1, window: WINDOW, boundary: BOUNDARY, name: LPC1}"),
    LPC10("LPC(10, k)", "lpc: {radius: 10, window: WINDOW, boundary: BOUNDARY, name: LPC10}"),
    MPC("mpc", "mpc: {window: AHEAD, name: MPC}"),
    LADO("lado", "lado: {window: AHEAD, trust: 0.5, iterations: 12, name: LADO}");

    static final double EPSILON = 0.5;

    private final String title;
    private final String entry; // of a scenario; LPC counts this round into its window, the others do not

    ForecastPanel(String title, String entry) {
        this.title = title;
        this.entry = entry;
    }

    String title() {
        return title;
    }

    /** The entries of these policies in a scenario, each under its name here. */
    static List<String> entries(List<ForecastPanel> who, int ahead, StudySetup setup) {
        List<String> entries = new ArrayList<>();
        for (ForecastPanel each : who) {
            entries.add("{"
                    + each.entry
                            .replace("AHEAD", Integer.toString(ahead))
                            .replace("WINDOW", Integer.toString(ahead + 1))
                            .replace("BOUNDARY", setup.boundary().name().toLowerCase(Locale.ROOT))
                    + "}");
        }
        return entries;
    }
}
