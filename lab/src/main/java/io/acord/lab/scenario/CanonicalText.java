package io.acord.lab.scenario;

import io.acord.lab.options.Value;
import io.acord.lab.options.YamlText;
import io.acord.lab.source.CostSource;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A scenario as YAML with its defaults and overrides written out: reading it gives the same scenario. */
final class CanonicalText {

    private CanonicalText() {}

    static String of(
            Value.Mapping root,
            Set<String> decided,
            String name,
            long seed,
            int repeats,
            CostSource.Size size,
            List<Double> betas,
            Actions start,
            MuRule mu) {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "name", YamlText.word(name));
        line(yaml, "seed", Long.toString(seed));
        line(yaml, "repeats", Integer.toString(repeats));
        if (size.horizon() < Integer.MAX_VALUE) { // otherwise there is no end to tell
            line(yaml, "horizon", Integer.toString(size.horizon()));
        }
        Value.@Nullable Entry agents = root.entries().get("agents");
        if (agents != null) {
            line(yaml, "agents", YamlText.of(agents.value()));
        } else {
            yaml.append("# ").append(size.agents()).append(" agents, named by the costs\n");
        }
        line(yaml, "dimension", Integer.toString(size.dimension()));
        List<String> point =
                Arrays.stream(start.of(0)).mapToObj(YamlText::number).toList();
        if (!decided.contains("start")) {
            line(yaml, "start", point.size() == 1 ? point.get(0) : YamlText.list(point));
        }
        Value.@Nullable Entry beta = root.entries().get("beta");
        // One number stands for any number of rounds, too many to look at.
        boolean constant = beta == null
                || !(beta.value() instanceof Value.Listing)
                || betas.stream().distinct().count() == 1;
        List<String> numbers = (constant ? betas.subList(0, 1) : betas)
                .stream().map(YamlText::number).toList();
        if (!decided.contains("beta")) {
            line(yaml, "beta", constant ? numbers.get(0) : YamlText.list(numbers));
        }
        line(yaml, "mu", mu.kind() == MuRule.Kind.NUMBER ? YamlText.number(mu.number()) : mu.toString());
        for (String key : List.of("switching", "threads", "optimum", "output", "costs", "graph", "forecasts")) {
            Value.@Nullable Entry entry = root.entries().get(key);
            if (entry != null) {
                line(yaml, key, YamlText.of(entry.value()));
            }
        }
        yaml.append("algorithms:\n");
        Value.@Nullable Entry algorithms = root.entries().get("algorithms");
        if (algorithms != null && algorithms.value() instanceof Value.Listing listing) {
            listing.items()
                    .forEach(item ->
                            yaml.append("  - ").append(YamlText.of(item)).append('\n'));
        }
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, String key, String value) {
        yaml.append(key).append(": ").append(value).append('\n');
    }
}
