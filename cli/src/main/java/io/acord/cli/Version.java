package io.acord.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What this build is called: its version, and the commit if the launcher knows it. */
final class Version implements IVersionProvider {

    static String text() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String commit = System.getProperty("acord.commit", "");
        return "acord " + properties.getProperty("version") + (commit.isEmpty() ? "" : " (" + commit + ")");
    }

    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }
}
