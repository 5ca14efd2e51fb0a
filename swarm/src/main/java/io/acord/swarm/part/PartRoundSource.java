package io.acord.swarm.part;

import io.acord.cost.HittingCost;
import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.internal.kernel.Block;
import io.acord.lab.block.BlockFile;
import io.acord.lab.block.NumberFile;
import io.acord.protocol.LocalRound;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's rounds for one member, as whoever has read the scenario hands them out: nothing of other members' agents
 * is held here but the ids of neighbours. Waits for rounds that are not there yet.
 */
public final class PartRoundSource implements RoundSource {

    private static final long PAUSE_MS = 5;

    private final PartFolder folder;
    private final PartHeader header;
    private final Recipe recipe;
    private final boolean looksAhead;
    private final @Nullable Supplier<RoundSource> whole;
    private @Nullable RoundSource read; // null: nobody has needed the whole scenario
    private int graph = -1; // which one the block is of
    private @Nullable Block block;

    /** @param whole reads the scenario, for costs that cannot be told by numbers; null: all can */
    public PartRoundSource(
            PartFolder folder,
            PartHeader header,
            Recipe recipe,
            boolean looksAhead,
            @Nullable Supplier<RoundSource> whole) {
        this.folder = folder;
        this.header = header;
        this.recipe = recipe;
        this.looksAhead = looksAhead;
        this.whole = whole;
    }

    @Override
    public OptionalInt horizon() {
        return OptionalInt.of(header.horizon());
    }

    @Override
    public Optional<LocalRound> round(int t, NewRound draft) throws Exception {
        if (t > header.horizon()) {
            return Optional.empty();
        }
        while (!header.isWhole() && !NumberFile.isThere(folder.round(t))) {
            Thread.sleep(PAUSE_MS);
        }
        return build(t, draft);
    }

    /** Known as long as some member of the swarm has not played it, and after that as long as books may ask for it. */
    @Override
    public Optional<LocalRound> past(int t, NewRound draft) throws Exception {
        try {
            return build(t, draft);
        } catch (NoSuchFileException forgotten) {
            return Optional.empty();
        }
    }

    private synchronized Optional<LocalRound> build(int t, NewRound draft) throws Exception {
        PartRound round = PartRound.read(folder.round(t));
        if (!round.isTold()) {
            RoundSource source = read == null ? Objects.requireNonNull(whole).get() : read;
            read = source;
            return source.round(t, draft);
        }
        draft.beta(round.beta()).iterations(iterations(round)).fleet(header.fleet());
        int[] agents = draft.agents();
        HittingCost[] costs = round.costs(header.dimension());
        for (int row = 0; row < agents.length; row++) {
            draft.cost(agents[row], costs[row]).switchingWeight(agents[row], round.weights()[row]);
        }
        if (looksAhead) {
            draft.forecasts(round.forecasts(header.dimension()));
        }
        Block known = block;
        if (known == null || graph != round.graph()) {
            known = BlockFile.read(folder.graph(round.graph())).byId();
            block = known;
            graph = round.graph();
        }
        return draft.build(known);
    }

    private IterationRule iterations(PartRound round) {
        return Double.isNaN(round.epsilon()) ? recipe.iterations() : new IterationRule.Crawl(round.epsilon());
    }
}
