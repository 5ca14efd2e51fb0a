package io.acord.swarm.part;

import io.acord.lab.block.NumberFile;
import io.acord.lab.scenario.MuRule;
import io.acord.recipe.LambdaRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * What a member is told of a scenario before the first round. Immutable.
 *
 * @param fleet N, all agents of the scenario
 * @param agents of this member, ascending
 * @param graphs that the rounds have, if all are there already; 0: rounds are handed out as they are wanted
 * @param start x_0 of these, d numbers each
 * @param papers where the paper's λ₁ has its μ from
 * @param mu what is declared of it: nothing, one number for all, or one for each of these agents
 */
@SuppressWarnings("ArrayRecordComponent") // read once
public record PartHeader(
        int horizon,
        int dimension,
        int fleet,
        int graphs,
        int[] agents,
        double[] start,
        MuRule.Kind papers,
        double[] mu) {

    private static final long MARK = 0x0002_74726170L; // "part", version 2

    void write(Path file) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(file, MARK, false)) {
            out.number(horizon);
            out.number(dimension);
            out.number(fleet);
            out.number(graphs);
            out.numbers(agents);
            out.numbers(start);
            out.texts(new String[] {papers.name()});
            out.numbers(mu);
            out.finish();
        }
    }

    public static PartHeader read(Path file) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(file, MARK)) {
            PartHeader header = new PartHeader(
                    (int) in.number(),
                    (int) in.number(),
                    (int) in.number(),
                    (int) in.number(),
                    in.wholes(),
                    in.reals(),
                    MuRule.Kind.valueOf(Objects.requireNonNull(in.texts()[0])),
                    in.reals());
            in.end();
            return header;
        }
    }

    /** Whether all rounds are there, and no supervisor hands any out. */
    public boolean isWhole() {
        return graphs > 0;
    }

    /** The paper's rule; it is asked for this member's agents only. */
    public LambdaRule lambdaRule() {
        return switch (papers) {
            case RUNNING -> LambdaRule.running();
            case ROUND -> LambdaRule.perRound();
            case NUMBER -> LambdaRule.declared(mu);
            case HORIZON -> {
                double[] byId = new double[agents[agents.length - 1] + 1];
                Arrays.fill(byId, 1); // of agents that live elsewhere: nobody asks
                for (int row = 0; row < agents.length; row++) {
                    byId[agents[row]] = mu[row];
                }
                yield LambdaRule.declared(byId);
            }
        };
    }
}
