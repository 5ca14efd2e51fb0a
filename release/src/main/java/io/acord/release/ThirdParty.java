package io.acord.release;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The list of libraries of others and their licences, from bills of materials: {@code ThirdParty OUT BILL.json ...}. A
 * library without a licence, or with one that nobody has looked at, is refused: exit code 1, and nothing is written.
 */
public final class ThirdParty {

    /** Licences under which libraries may come along with Apache-2.0, by every name that their projects use. */
    private static final Map<String, String> KNOWN = Map.ofEntries(
            Map.entry("Apache-2.0", "Apache-2.0"),
            Map.entry("BSD-2-Clause", "BSD-2-Clause"),
            Map.entry("BSD-3-Clause", "BSD-3-Clause"),
            Map.entry("MIT", "MIT"),
            Map.entry("MIT-0", "MIT-0"),
            Map.entry("CC0-1.0", "CC0-1.0"),
            Map.entry("EPL-1.0", "EPL-1.0"),
            Map.entry("EPL-2.0", "EPL-2.0"),
            Map.entry("LGPL-2.1", "LGPL-2.1"),
            Map.entry("LGPL-2.1-only", "LGPL-2.1"),
            Map.entry("GPL-2.0-with-classpath-exception", "GPL-2.0 with the class path exception"),
            Map.entry("Bouncy Castle Licence", "MIT (Bouncy Castle)"));

    private ThirdParty() {}

    /** One library: where it comes from, and the licences of which one may choose. */
    record Library(String name, String version, Set<String> licences) {}

    /** Writes the list. */
    public static void main(String[] args) throws IOException {
        System.exit(run(List.of(args), System.err));
    }

    static int run(List<String> args, PrintStream complaints) throws IOException {
        if (args.size() < 2) {
            complaints.println("ThirdParty OUT BILL.json ...: where the list goes, and the bills of materials");
            return 2;
        }
        Map<String, Library> libraries = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        for (String bill : args.subList(1, args.size())) {
            read(Path.of(bill), libraries, wrong);
        }
        if (!wrong.isEmpty()) {
            wrong.forEach(complaints::println);
            return 1;
        }
        Files.writeString(Path.of(args.get(0)), text(libraries));
        return 0;
    }

    private static void read(Path bill, Map<String, Library> libraries, List<String> wrong) throws IOException {
        JsonNode root = JsonMapper.shared().readTree(Files.readString(bill));
        for (JsonNode component : root.path("components")) {
            String name = component.path("group").asString("") + ":"
                    + component.path("name").asString("");
            if (name.startsWith("io.acord:")) {
                continue;
            }
            String version = component.path("version").asString("");
            Set<String> licences = new TreeSet<>();
            for (JsonNode entry : component.path("licenses")) {
                JsonNode licence = entry.path("license");
                String found = entry.has("expression")
                        ? entry.path("expression").asString("")
                        : licence.path("id").asString(licence.path("name").asString(""));
                String known = KNOWN.get(found);
                if (known == null) {
                    wrong.add(bill.getFileName() + ": " + name + " " + version + " has the licence \"" + found
                            + "\"; needed: one that was looked at; fix: look at it, and add it to ThirdParty.KNOWN if it"
                            + " may come along");
                } else {
                    licences.add(known);
                }
            }
            if (component.path("licenses").isEmpty()) {
                wrong.add(bill.getFileName() + ": " + name + " " + version
                        + " says no licence; needed: one; fix: find out, or do without the library");
            }
            libraries.put(name + ":" + version, new Library(name, version, licences));
        }
    }

    private static String text(Map<String, Library> libraries) {
        StringBuilder text = new StringBuilder(
                "Libraries of others that Acord uses, and their licences. Where there are"
                        + " several, one may choose.\nMade from the bills of materials when the release was built.\n\n");
        for (Library library : libraries.values()) {
            text.append(
                    library.name() + " " + library.version() + ": " + String.join(" or ", library.licences()) + "\n");
        }
        return text.toString();
    }
}
