package io.acord.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows a page in the browser of whoever sits here. */
record Viewer(List<List<String>> programs) {

    /** The browser that the environment names, or whatever this system opens pages with. */
    static Viewer ofThisSystem() {
        List<List<String>> programs = new ArrayList<>();
        @Nullable String named = System.getenv("BROWSER");
        if (named != null && !named.isBlank()) {
            programs.add(List.of(named));
        }
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("win")) {
            programs.add(List.of("cmd", "/c", "start", ""));
        } else {
            programs.add(List.of(system.contains("mac") ? "open" : "xdg-open"));
        }
        return new Viewer(programs);
    }

    /** Opens a page; says where it is if nothing can open it. */
    void open(Path page, PrintWriter err) {
        for (List<String> program : programs) {
            List<String> command = new ArrayList<>(program);
            command.add(page.toAbsolutePath().toUri().toString());
            try {
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return;
            } catch (IOException e) {
                // the next one
            }
        }
        err.println("acord: no browser was found to open " + page + "; name one in BROWSER");
    }
}
