package io.acord.spark;

/** What this build is called: its version, and the commit if the launcher knows it. */
final class Versions {

    private Versions() {}

    static String text() {
        String version = Versions.class.getPackage().getImplementationVersion();
        String commit = System.getProperty("acord.commit", "");
        return "acord " + (version == null ? "" : version) + (commit.isEmpty() ? "" : " (" + commit + ")");
    }
}
