package io.acord.applications.model;

import io.acord.lab.data.TimeSeries;
import io.acord.lab.source.CostSource;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the model of an application comes from: from files, and then it is the same for every seed, or from the seed.
 * Costs, graph, meters and rules of a run ask for it one after the other, so the last ones are remembered while there
 * is memory. Safe for use by several threads.
 *
 * @param <M> the model, immutable
 */
public final class ModelSource<M> {

    private static final int REMEMBERED = 4; // repeats that are played side by side

    /** Makes the model of a seed. */
    public interface Drawing<M> {
        M draw(CostSource.Size size, long seed);
    }

    private record Drawn<M>(CostSource.Size size, long seed, SoftReference<M> model) {}

    private final Optional<List<String>> names;
    private final List<String> times;
    private final OptionalInt horizon;
    private final List<String> remarks;
    private final Drawing<M> drawing;
    private final Deque<Drawn<M>> last = new ArrayDeque<>();

    private ModelSource(
            Optional<List<String>> names,
            List<String> times,
            OptionalInt horizon,
            List<String> remarks,
            Drawing<M> drawing) {
        this.names = names;
        this.times = times;
        this.horizon = horizon;
        this.remarks = remarks;
        this.drawing = drawing;
    }

    /** Out of the seed, for any number of agents and rounds. */
    public static <M> ModelSource<M> madeUp(Drawing<M> drawing) {
        return new ModelSource<>(Optional.empty(), List.of(), OptionalInt.empty(), List.of(), drawing);
    }

    /** Files that were refused: nobody gets a model out of them. */
    public static <M> ModelSource<M> refused() {
        return madeUp((size, seed) -> {
            throw new AssertionError("files that were refused are played");
        });
    }

    /**
     * Out of files.
     *
     * @param series who there is, and when
     * @param model of the first so many rounds
     */
    public static <M> ModelSource<M> ofFiles(TimeSeries series, IntFunction<M> model) {
        return new ModelSource<>(
                Optional.of(series.names()),
                series.times(),
                OptionalInt.of(series.horizon()),
                series.remarks(),
                (size, seed) -> model.apply(size.horizon()));
    }

    /**
     * Out of files that tell of the time before round 1, so that there are as many rounds as a scenario wants.
     *
     * @param model of the first so many rounds
     */
    public static <M> ModelSource<M> ofPast(List<String> names, List<String> times, IntFunction<M> model) {
        return new ModelSource<>(
                Optional.of(names), times, OptionalInt.empty(), List.of(), (size, seed) -> model.apply(size.horizon()));
    }

    /** The model of a run. */
    public M draw(CostSource.Size size, long seed) {
        @Nullable M known = remembered(size, seed);
        if (known != null) {
            return known;
        }
        M model = drawing.draw(size, seed);
        synchronized (last) {
            last.addFirst(new Drawn<>(size, seed, new SoftReference<>(model)));
            if (last.size() > REMEMBERED) {
                last.removeLast();
            }
        }
        return model;
    }

    private @Nullable M remembered(CostSource.Size size, long seed) {
        synchronized (last) {
            for (Drawn<M> each : last) {
                @Nullable M model = each.model.get();
                if (model != null && each.seed == seed && each.size.equals(size)) {
                    return model;
                }
            }
        }
        return null;
    }

    /** Costs whose model comes from here, and with it who there is and when. */
    public interface ModelCosts<M> extends CostSource {

        /** Where the model comes from. */
        ModelSource<M> models();

        @Override
        default Optional<List<String>> names() {
            return models().names;
        }

        @Override
        default List<String> times() {
            return models().times;
        }

        @Override
        default OptionalInt horizon() {
            return models().horizon;
        }

        @Override
        default List<String> remarks() {
            return models().remarks;
        }
    }
}
