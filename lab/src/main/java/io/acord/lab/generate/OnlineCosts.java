package io.acord.lab.generate;

import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import java.util.OptionalInt;

/**
 * {@code costs: {kind: online}}: costs that nobody knows beforehand; they are sent round by round to {@code acord
 * serve}.
 */
public final class OnlineCosts extends CostKind {

    public OnlineCosts() {
        super("online", "costs that are sent round by round to ./acord serve");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        return new Source(options.word("missing", "refuse", "hold").equals("hold"), options.place());
    }

    private record Source(boolean holdsMissing, String place) implements CostSource {

        @Override
        public boolean isOnline() {
            return true;
        }

        /** No end. */
        @Override
        public OptionalInt horizon() {
            return OptionalInt.of(Integer.MAX_VALUE);
        }

        @Override
        public Costs costs(Size size, long seed) {
            throw Complaints.refuse(
                    place + ": costs.kind",
                    "is \"online\"",
                    "costs that are known, because all rounds are played at once",
                    "start acord serve with this scenario, or name a file of costs");
        }
    }
}
