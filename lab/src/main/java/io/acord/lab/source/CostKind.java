package io.acord.lab.source;

import io.acord.lab.options.Options;
import io.acord.lab.options.ScenarioKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A kind of costs that scenarios can name under {@code costs.kind}. */
public abstract class CostKind extends ScenarioKind {

    private static final Pattern TABLE = Pattern.compile("[a-z][a-z-]*\\.csv");

    protected CostKind(String key, String summary, String... samples) {
        super(key, summary, samples);
    }

    /**
     * Reads the options, and the file if there is one. What is wrong is complained about to {@code options}; the result
     * is not used then.
     */
    public abstract CostSource create(Options options, DeclaredSize declared);

    /**
     * A commented scenario of this kind that runs as it stands, for {@code ./acord new --kind}: the file
     * {@code KEY.yaml} beside the class; empty if there is none.
     */
    public Optional<String> example() {
        return PackagedText.find(getClass(), key() + ".yaml");
    }

    /**
     * The same with data of its own to edit, for {@code ./acord new --kind KEY --files}: the file
     * {@code files/KEY.yaml} beside the class, under its name, and the tables that it names, which lie beside it.
     * Nothing if there is none.
     */
    public Map<String, String> exampleFiles() {
        Map<String, String> files = new LinkedHashMap<>();
        String scenario = key() + ".yaml";
        PackagedText.find(getClass(), "files/" + scenario).ifPresent(text -> {
            files.put(scenario, text);
            TABLE.matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .forEach(name ->
                            PackagedText.find(getClass(), "files/" + name).ifPresent(table -> files.put(name, table)));
        });
        return files;
    }
}
