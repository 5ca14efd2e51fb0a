package io.acord.applications.drones;

import io.acord.lab.options.Options;
import java.util.Optional;

/**
 * In which formats tracks are written: {@code tracks: json} always, {@code gpx} and {@code plan} as well if the flight
 * has a place on earth, {@code origin: {latitude: 48.1, longitude: 11.6, height: 520, altitude: 30}}.
 *
 * @param level 0 for JSON, 1 with GPX, 2 with a mission for every drone
 * @param origin where x = y = 0 is
 */
record TrackFormats(int level, Optional<Origin> origin) {

    private static final double EQUATOR = 6_378_137; // metres, WGS 84
    private static final double SQUASHED = 6.694379990141316e-3; // its first eccentricity, squared

    /**
     * A place on earth. x goes east and y north, on the plane that touches the ellipsoid there: within 10 km of it
     * places are right to about a metre in each 10⁴.
     *
     * @param height of z = 0 above the ellipsoid, metres
     * @param altitude above that at which formations of the plane fly, metres
     */
    record Origin(double latitude, double longitude, double height, double altitude) {

        /** Degrees north. */
        double latitude(double north) {
            double sin = StrictMath.sin(Math.toRadians(latitude));
            double radius = EQUATOR * (1 - SQUASHED) / StrictMath.pow(1 - SQUASHED * sin * sin, 1.5);
            return latitude + Math.toDegrees(north / radius);
        }

        /** Degrees east. */
        double longitude(double east) {
            double sin = StrictMath.sin(Math.toRadians(latitude));
            double radius = EQUATOR / Math.sqrt(1 - SQUASHED * sin * sin);
            double circle = radius * StrictMath.cos(Math.toRadians(latitude));
            return longitude + Math.toDegrees(east / circle);
        }
    }

    static TrackFormats read(Options options) {
        String word = options.word("tracks", "json", "gpx", "plan");
        int level = word.equals("plan") ? 2 : word.equals("gpx") ? 1 : 0;
        if (!options.has("origin")) {
            if (level > 0) {
                options.missing(
                        "origin",
                        "the place on earth where x and y are 0, because " + word
                                + " has degrees: {latitude: 48.1, longitude: 11.6, height: 520}");
            }
            return new TrackFormats(level, Optional.empty());
        }
        Options at = options.section("origin");
        Origin origin = new Origin(
                at.required("latitude", -85, 85, "near a pole x and y have no direction"),
                at.required("longitude", -180, 180, "degrees go from -180 to 180"),
                at.number("height", 0, -500, 9000),
                at.number("altitude", 30, 0, 9000));
        at.refuseUnknownKeys();
        return new TrackFormats(level, Optional.of(origin));
    }
}
