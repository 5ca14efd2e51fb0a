package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.internal.system.PrivateFile;
import io.acord.web.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command that answers HTTP has its token from: a file, the environment, or its arguments. */
final class TokenOptions {

    private static final String VARIABLE = "ACORD_TOKEN";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "A file that only you can read, with what everybody has to know who asks: 16 or more letters and digits. The variable ACORD_TOKEN does as well.")
    private @Nullable Path file;

    @Option(
            names = "--token",
            paramLabel = "T",
            description = "The same as an argument, which everybody on this machine can see in the list of processes.")
    private @Nullable String token;

    /** The token, complained of if it cannot be used; null if there is none. */
    @Nullable
    String read(Complaints complaints) {
        if (token != null && file != null) {
            complaints.add("--token", "is given, and --token-file", "one of them", "omit --token");
            return null;
        }
        String where = token != null ? "--token" : file != null ? "--token-file " + file : VARIABLE;
        String found = token != null ? token : file != null ? content(file, complaints) : System.getenv(VARIABLE);
        if (found != null) {
            AccessToken.whyNot(found)
                    .ifPresent(needed -> complaints.add(where, "cannot be used", needed, "choose another"));
        }
        return found;
    }

    private static @Nullable String content(Path file, Complaints complaints) {
        String where = "--token-file " + file;
        try {
            if (PrivateFile.openToOthers(file).isPresent()) {
                complaints.add(
                        where,
                        "can be read by others",
                        "a file that only you can read, because whoever has the token may ask",
                        "chmod 600 " + file);
                return null;
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            complaints.add(where, "cannot be read (" + e + ")", "a file with one line, the token", "give another");
            return null;
        }
    }
}
