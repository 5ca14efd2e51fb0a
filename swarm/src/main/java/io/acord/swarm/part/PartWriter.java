package io.acord.swarm.part;

import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.internal.system.FolderTree;
import io.acord.internal.system.WholeFile;
import io.acord.lab.block.BlockFile;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.MuRule;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Round;
import io.acord.protocol.live.LiveRounds;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Hands members their parts of a scenario, so that nobody else has to read it: those of a swarm some rounds before they
 * are wanted, those on other hosts all at once. One thread.
 */
public final class PartWriter {

    /** Rounds that are handed out before they are wanted, if they are small. */
    private static final int MOST_AHEAD = 64;

    private static final int LEAST_AHEAD = 4;

    /** Of all members' files of the rounds that are handed out before they are wanted; as much for those behind. */
    private static final long MOST_BYTES = 256L << 20;

    private final Scenario scenario;
    private final Instance instance;
    private final AcordPolicy policy;
    private final Recipe recipe;
    private final boolean playsLambda1;
    private final @Nullable ForesightPolicy ahead; // null: nobody looks ahead
    private final Lambdas lambdas;
    private final List<PartFolder> folders = new ArrayList<>();
    private final List<int[]> agents = new ArrayList<>();
    private final int[] home; // which member hosts each agent
    private final List<Integer> graphs = new ArrayList<>(); // the first round of each
    private @Nullable Coupling coupling; // of the last of them
    private int written; // the last round that was handed out
    private int forgotten; // the last round that was deleted
    private int graphsForgotten;
    private int window = LEAST_AHEAD;
    private int behind = LEAST_AHEAD; // rounds that everybody has played and that books may still ask for
    private boolean told = true;

    /**
     * Parts of a scenario.
     *
     * @param instance its first repeat
     * @param agents of each member, ascending, and the folder where it looks
     */
    public PartWriter(Scenario scenario, Instance instance, Map<PartFolder, int[]> agents) {
        this.scenario = scenario;
        this.instance = instance;
        this.ahead = scenario.lookingAhead().orElse(null);
        this.policy = ahead == null ? scenario.acord() : ahead.expert();
        this.playsLambda1 = policy.playsLambda1();
        this.recipe = playsLambda1 ? policy.recipe(scenario.lambdaRule(instance)) : policy.own();
        this.lambdas = new Lambdas(recipe.lambda(), recipe.iterations().dependsOnRun() ? instance.agents() : 0);
        this.home = new int[instance.agents()];
        agents.forEach((folder, mine) -> {
            for (int agent : mine) {
                home[agent] = folders.size();
            }
            folders.add(folder);
            this.agents.add(mine);
        });
    }

    /** Hands out all rounds at once, for members that nobody will look after. */
    public void writeAll(Watcher watcher) throws IOException {
        for (int t = 1; t <= instance.horizon(); t++) {
            write(t);
            watcher.progress(t, instance.horizon());
        }
        writeHeaders(graphs.size());
    }

    /** What everybody has to know before the first round, the others being handed out by {@link #advance}. */
    public void writeHeaders() throws IOException {
        writeHeaders(0);
    }

    private void writeHeaders(int graphs) throws IOException {
        MuRule.Kind kind = playsLambda1 ? scenario.mu().kind() : MuRule.Kind.RUNNING; // or any other: it is not played
        double[] least = kind == MuRule.Kind.HORIZON ? instance.leastMu() : new double[0];
        int d = instance.dimension();
        for (int m = 0; m < folders.size(); m++) {
            int[] mine = agents.get(m);
            double[] start = new double[mine.length * d];
            for (int row = 0; row < mine.length; row++) {
                instance.start().copyTo(mine[row], start, row * d);
            }
            double[] mu = kind == MuRule.Kind.HORIZON
                    ? IntStream.of(mine).mapToDouble(i -> least[i]).toArray()
                    : kind == MuRule.Kind.NUMBER ? new double[] {scenario.mu().number()} : new double[0];
            Files.createDirectories(folders.get(m).folder());
            WholeFile.write(folders.get(m).recipe(), recipeInWords());
            new PartHeader(instance.horizon(), d, instance.agents(), graphs, mine, start, kind, mu)
                    .write(folders.get(m).header());
        }
    }

    /** As a scenario's {@code acord} has it, and whether agents look ahead. */
    private String recipeInWords() {
        StringBuilder words = new StringBuilder("# What the members play.\n");
        policy.inKeys()
                .forEach((key, value) ->
                        words.append(key).append(": ").append(value).append('\n'));
        if (ahead != null) {
            words.append("foresight: {window: " + ahead.window() + ", trust: "
                    + ahead.trust().epsilon() + "}\n");
        }
        return words.toString();
    }

    /**
     * Hands out what will be wanted next, and deletes what nobody needs any more.
     *
     * @param least the last round that everybody has played
     * @param most the last round that anybody has played
     */
    public void advance(int least, int most) throws IOException {
        while (written < Math.min(instance.horizon(), (long) most + window)) {
            write(++written);
        }
        while (forgotten < least - behind) {
            forget(++forgotten);
        }
    }

    private void write(int t) throws IOException {
        Round round = instance.round(t);
        if (coupling != round.coupling()) {
            coupling = round.coupling();
            writeGraph(round.coupling(), graphs.size());
            graphs.add(t);
        }
        double epsilon = epsilon(round);
        Forecasts forecasts = ahead == null
                ? null
                : instance.forecasts(
                        t, ahead.window(), IntStream.range(0, instance.agents()).toArray());
        long bytes = 0;
        for (int m = 0; m < folders.size(); m++) {
            PartRound part = PartRound.of(round, epsilon, graphs.size() - 1, forecasts, agents.get(m));
            part.write(folders.get(m).round(t));
            told &= part.isTold();
            bytes += Files.size(folders.get(m).round(t));
        }
        long fitting = Math.max(LEAST_AHEAD, MOST_BYTES / bytes);
        window = (int) Math.min(MOST_AHEAD, fitting);
        behind = (int) Math.min(LiveRounds.WINDOW, fitting);
    }

    /** The gap that a budget allows in this run, from the λ's of everybody so far; NaN where the recipe says all. */
    private double epsilon(Round round) {
        if (!recipe.iterations().dependsOnRun()) {
            return Double.NaN;
        }
        lambdas.remember(round, lambdas.of(round));
        return recipe.forRun(instance.horizon(), lambdas).iterations() instanceof IterationRule.Crawl crawl
                ? crawl.given().orElse(Double.NaN)
                : Double.NaN;
    }

    private void writeGraph(Coupling next, int graph) throws IOException {
        for (int m = 0; m < folders.size(); m++) {
            Block block = Block.of(next, agents.get(m));
            int[] hosts = new int[block.columns() - block.rows()];
            Arrays.setAll(hosts, h -> home[block.agent(block.rows() + h)]);
            BlockFile.of(block, hosts).write(folders.get(m).graph(graph));
        }
    }

    private void forget(int t) throws IOException {
        for (PartFolder folder : folders) {
            Files.deleteIfExists(folder.round(t));
        }
        while (graphsForgotten + 1 < graphs.size() && graphs.get(graphsForgotten + 1) <= t + 1) {
            for (PartFolder folder : folders) {
                Files.deleteIfExists(folder.graph(graphsForgotten));
            }
            graphsForgotten++;
        }
    }

    /** Whether numbers have told all rounds so far, so that nobody has to read the scenario. */
    public boolean areTold() {
        return told;
    }

    /** Everything has been played. */
    public void delete() throws IOException {
        for (PartFolder folder : folders) {
            FolderTree.delete(folder.folder());
        }
    }
}
