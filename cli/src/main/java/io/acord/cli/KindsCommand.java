package io.acord.cli;

import io.acord.lab.options.ScenarioKind;
import io.acord.lab.scenario.KnownKinds;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code acord kinds}. */
@Command(
        name = "kinds",
        description = "Lists the costs, graphs, forecasts and policies that scenarios can name, those of plugins too.",
        mixinStandardHelpOptions = true)
final class KindsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        KnownKinds kinds = KnownKinds.get();
        print("costs: {kind: …}", kinds.costs());
        print("graph: {kind: …}", kinds.graphs());
        print("forecasts: {kind: …}", kinds.forecasts());
        print("algorithms: […]", kinds.policies());
    }

    private void print(String title, Map<String, ? extends ScenarioKind> kinds) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(title);
        kinds.forEach((key, kind) -> out.printf("  %-20s  %s%n", key, kind.summary()));
    }
}
