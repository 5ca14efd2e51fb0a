package io.acord.lab.scenario;

import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.OptimumRule;
import io.acord.lab.options.YamlText;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.policy.Policy;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.ForecastSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What to play, on which costs and graphs, with which policies. Immutable.
 *
 * @param seed of repeat 0; repeat r has seed + r
 * @param size agents by name, dimension and horizon
 * @param start x_0
 * @param betas β of every round
 * @param switching b, where the costs do not bring their own
 * @param mu where λ comes from
 * @param threads that may be used; never changes a result
 * @param optimum how much it wants to know of the hindsight optimum
 * @param forecasts what agents believe of their next costs, if anything
 * @param algorithms in the order of the file
 * @param source how it was written
 */
public record Scenario(
        String name,
        long seed,
        int repeats,
        CostSource.Size size,
        Actions start,
        List<Double> betas,
        SwitchingWeights switching,
        MuRule mu,
        int threads,
        OptimumRule optimum,
        Output output,
        CostSource costs,
        GraphSource graph,
        Optional<ForecastSource> forecasts,
        List<Algorithm> algorithms,
        Source source) {

    /** The same scenario with other policies, also ones that no file can name. */
    public Scenario with(List<Algorithm> others) {
        return with(repeats, optimum, forecasts, others);
    }

    /** The same with one repeat only. */
    public Scenario once() {
        return with(1, optimum, forecasts, algorithms);
    }

    /** The same that wants to know as much of the hindsight optimum. */
    public Scenario with(OptimumRule other) {
        return with(repeats, other, forecasts, algorithms);
    }

    /** The same whose agents believe something else of their next costs. */
    public Scenario with(ForecastSource other) {
        return with(repeats, optimum, Optional.of(other), algorithms);
    }

    private Scenario with(int count, OptimumRule sought, Optional<ForecastSource> believed, List<Algorithm> others) {
        return new Scenario(
                name,
                seed,
                count,
                size,
                start,
                betas,
                switching,
                mu,
                threads,
                sought,
                output,
                costs,
                graph,
                believed,
                List.copyOf(others),
                source);
    }

    /** An entry of {@code algorithms}: a policy and its key. */
    public record Algorithm(String kind, Policy policy) {
        public String name() {
            return policy.name();
        }
    }

    /**
     * What is written besides summary and costs.
     *
     * @param agentCosts whether what every agent paid in every round is written, too
     * @param setpoints whether what controllers take is written, where the costs are of a field
     */
    public record Output(ActionsFile actions, boolean agentCosts, boolean setpoints) {

        /** With set-points. */
        public Output(ActionsFile actions, boolean agentCosts) {
            this(actions, agentCosts, true);
        }
    }

    /** How all actions are written. */
    public enum ActionsFile {
        CSV,
        PARQUET,
        NONE
    }

    /**
     * Where a scenario comes from.
     *
     * @param file its name
     * @param text as it was given
     * @param sets {@code key=value} that replaced what the text says
     * @param folder against which names of files in it are resolved
     * @param canonical YAML that says in full what is played; in the same folder it reads as the same scenario
     */
    public record Source(String file, Path folder, String text, List<String> sets, String canonical) {}

    /**
     * The first {@code acord}: what carries a play outside this process, and what a service decides with.
     *
     * @throws io.acord.input.BadInputException if there is none
     */
    public AcordPolicy acord() {
        return (AcordPolicy) acordEntry().policy();
    }

    /**
     * What decides where rounds are decided by agents or for them, in a service or by processes: the first
     * {@code acord}, or a {@code foresight} before it.
     *
     * @throws io.acord.input.BadInputException if there is neither
     */
    public Algorithm decidingEntry() {
        return algorithms.stream()
                .filter(entry -> entry.policy() instanceof AcordPolicy || entry.policy() instanceof ForesightPolicy)
                .findFirst()
                .orElseGet(this::acordEntry);
    }

    /** The {@code foresight} that decides; empty if an {@code acord} comes first. */
    public Optional<ForesightPolicy> lookingAhead() {
        return decidingEntry().policy() instanceof ForesightPolicy ahead ? Optional.of(ahead) : Optional.empty();
    }

    /** Complains if there is no {@code acord}, or about what somebody cannot play of the first one's recipe. */
    public void checkAcord(Complaints complaints, BiConsumer<Recipe, Complaints> check) {
        try {
            check(acord(), complaints, found -> check.accept(acord().own(), found));
        } catch (BadInputException none) {
            none.complaints().forEach(complaints::add);
        }
    }

    /**
     * Complains if nothing decides, or about what somebody cannot play of what does.
     *
     * @param check of the recipe of the {@code acord}, or of the expert of the {@code foresight}
     * @param account of the {@code foresight}
     */
    public void checkDeciding(
            Complaints complaints, BiConsumer<Recipe, Complaints> check, BiConsumer<Trust, Complaints> account) {
        try {
            ForesightPolicy ahead = lookingAhead().orElse(null);
            if (ahead == null) {
                checkAcord(complaints, check);
                return;
            }
            check(ahead, complaints, found -> {
                check.accept(ahead.expert().own(), found);
                account.accept(ahead.trust(), found);
            });
        } catch (BadInputException none) {
            none.complaints().forEach(complaints::add);
        }
    }

    private void check(Policy policy, Complaints complaints, Consumer<Complaints> check) {
        Complaints found = new Complaints();
        check.accept(found);
        found.all().forEach(each -> complaints.add(each.within(source.file() + ": " + policy.name())));
    }

    /** The same, with its key. */
    public Algorithm acordEntry() {
        return algorithms.stream()
                .filter(entry -> entry.policy() instanceof AcordPolicy)
                .findFirst()
                .orElseThrow(() -> Complaints.refuse(
                        source.file() + ": algorithms",
                        "has no acord",
                        "an acord, because it is what agents play that talk to their neighbours only",
                        "add - acord: {iterations: 12}"));
    }

    public int agents() {
        return size.agents();
    }

    /** The agents' names, in the order of ids. */
    public List<String> names() {
        return size.names();
    }

    public int dimension() {
        return size.dimension();
    }

    /** T. */
    public int horizon() {
        return size.horizon();
    }

    /** β of round t = 1 .. T. */
    public double beta(int t) {
        return betas.get(t - 1);
    }

    /** The text as it was given. */
    public String text() {
        return source.text();
    }

    /** {@code key=value} that replaced what the text says. */
    public List<String> sets() {
        return source.sets();
    }

    /** YAML that says in full what is played. */
    public String canonical() {
        return source.canonical();
    }

    /** The same for a file in another folder. */
    public String canonicalIn(Path other) {
        Path from = other.toAbsolutePath().normalize();
        Path to = source.folder().toAbsolutePath().normalize();
        boolean near = from.getRoot() != null && from.getRoot().equals(to.getRoot());
        return "folder: " + YamlText.word((near ? from.relativize(to) : to).toString()) + "\n" + source.canonical();
    }

    /** The rounds of a seed. Instances of several repeats may be used by several threads, each by one or more. */
    public Instance instance(long seedOfRepeat) {
        return new ScenarioInstance(this, seedOfRepeat);
    }

    /**
     * Where λ comes from in an instance.
     *
     * @throws io.acord.input.BadInputException if the scenario declares a μ that some cost does not have
     */
    public LambdaRule lambdaRule(Instance instance) {
        return mu.lambdaRule(instance);
    }
}
