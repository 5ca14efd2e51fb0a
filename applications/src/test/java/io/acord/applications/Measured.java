package io.acord.applications;

import io.acord.lab.application.Meter;

/** What a meter says of one measure. */
public final class Measured {

    private Measured() {}

    public static double measure(Meter meter, String key) {
        return meter.measures().entrySet().stream()
                .filter(each -> each.getKey().key().equals(key))
                .findFirst()
                .orElseThrow()
                .getValue();
    }
}
