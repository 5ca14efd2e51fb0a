package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.RunAudit;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.text.JsonParts;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord audit}. */
@Command(
        name = "audit",
        description = {
            "Says at most how many times the best each policy of a run has paid, from its actions alone: hindsight sweeps over all rounds.",
            "The hindsight optimum is not solved; what the rounds of one policy prove holds for all of them."
        },
        mixinStandardHelpOptions = true)
final class AuditCommand extends TerminalCommand {

    @Parameters(paramLabel = "DIR", description = "A folder that run, swarm or spark wrote.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Option(
            names = "--sweeps",
            paramLabel = "N",
            defaultValue = "12",
            description = "Sweeps over all rounds; 12 by default. More make the bound tighter.")
    private int sweeps;

    @Option(names = "--json", description = "Prints JSON instead of the table.")
    private boolean json;

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder)) {
            throw Complaints.refuse(
                    "audit " + folder, "is not a folder", "one that a run wrote", "name it, as runs/figure-1-1");
        }
        RunAudit audit = RunAudit.of(folder, sweeps, Runtime.getRuntime().availableProcessors());
        PrintWriter out = out();
        out.print(json ? json(audit) : table(audit));
        out.flush();
        boolean isContradicted = audit.policies().stream()
                .flatMap(policy -> policy.repeats().stream())
                .anyMatch(RunAudit.Bounds::isContradicted);
        if (isContradicted) {
            err().println(
                            "acord: a promise was BROKEN: somebody paid less than nobody can; a cost is not what it says");
        }
        return isContradicted ? ExitCode.PROMISE_BROKEN : 0;
    }

    private static double mean(RunAudit.OfPolicy policy, ToDoubleFunction<RunAudit.Bounds> what) {
        return policy.repeats().stream().mapToDouble(what).average().orElse(Double.NaN);
    }

    private static String table(RunAudit audit) {
        int width = audit.policies().stream()
                .mapToInt(policy -> policy.name().length())
                .max()
                .orElse(0);
        width = Math.max(width, "policy".length());
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%-" + width + "s  %12s  %12s  %12s  %12s%n",
                "policy",
                "paid",
                "by its books",
                audit.sweeps() + " sweeps",
                "best bound"));
        for (RunAudit.OfPolicy policy : audit.policies()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-" + width + "s  %12.6g  %12s  %12s  %12s%n",
                    policy.name(),
                    mean(policy, RunAudit.Bounds::paid),
                    ratio(mean(policy, RunAudit.Bounds::booksRatio)),
                    ratio(mean(policy, RunAudit.Bounds::sweptRatio)),
                    ratio(mean(policy, RunAudit.Bounds::ratioAtMost))));
        }
        int repeats = audit.policies().stream()
                .mapToInt(policy -> policy.repeats().size())
                .max()
                .orElse(0);
        text.append(String.format(
                Locale.ROOT,
                "At most so many times what anyone who had known everything could have paid, if the costs are what they say;%n"
                        + "%s, seed %d. The best bound is that of all policies.%n",
                repeats == 1 ? "one repeat" : "means over " + repeats + " repeats",
                audit.scenario().seed()));
        return text.toString();
    }

    private static String ratio(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.6f", ratio) : "-";
    }

    private static String json(RunAudit audit) {
        return JsonParts.object(json -> {
                    json.writeStringProperty("name", audit.scenario().name());
                    json.writeNumberProperty("seed", audit.scenario().seed());
                    json.writeNumberProperty("sweeps", audit.sweeps());
                    JsonParts.objects(json, "algorithms", audit.policies(), policy -> {
                        json.writeStringProperty("name", policy.name());
                        JsonParts.objects(json, "repeats", policy.repeats(), bounds -> {
                            json.writeNumberProperty("repeat", bounds.repeat());
                            List<String> keys = List.of(
                                    "paid", "books", "swept", "atLeast", "booksRatio", "sweptRatio", "ratioAtMost");
                            double[] values = {
                                bounds.paid(),
                                bounds.books(),
                                bounds.swept(),
                                bounds.atLeast(),
                                bounds.booksRatio(),
                                bounds.sweptRatio(),
                                bounds.ratioAtMost()
                            };
                            for (int k = 0; k < values.length; k++) {
                                SummaryJson.number(json, keys.get(k), values[k]);
                            }
                        });
                    });
                })
                + System.lineSeparator();
    }
}
