package io.acord.paper.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The same question about many things, asked by several threads and answered in order. */
final class Many {

    private Many() {}

    static List<Long> seeds(Setup setup) {
        return LongStream.range(setup.seed(), setup.seed() + setup.seeds())
                .boxed()
                .toList();
    }

    /** The progress of one of several parts that take about equally long, as that of the whole. */
    static Study.Progress part(Study.Progress whole, int part, int parts) {
        return (done, all) -> whole.done(part * all + done, parts * all);
    }

    static <A, B> List<B> each(List<A> things, Setup setup, Study.Progress progress, Function<A, B> answer) {
        Object[] answers = new Object[things.size()];
        List<Work.Unit> units = new ArrayList<>();
        for (int k = 0; k < answers.length; k++) {
            int at = k;
            units.add(new Work.Unit(1, () -> answers[at] = answer.apply(things.get(at))));
        }
        Work.doAll(units, setup.threads(), progress);
        @SuppressWarnings("unchecked") // put there by answer
        List<B> all = (List<B>) Arrays.asList(answers);
        return all;
    }
}
