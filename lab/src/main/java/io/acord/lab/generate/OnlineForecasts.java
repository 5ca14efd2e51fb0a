package io.acord.lab.generate;

import io.acord.input.Complaints;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;

/** {@code forecasts: {kind: online}}: they come with the rounds, for {@code acord serve}. */
public final class OnlineForecasts extends ForecastKind {

    public OnlineForecasts() {
        super("online", "sent with the rounds of acord serve");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        return new Source(options.place());
    }

    private record Source(String place) implements ForecastSource {

        @Override
        public boolean isOnline() {
            return true;
        }

        @Override
        public Forecaster forecaster(CostSource.Costs truth, CostSource.Size size, long seed) {
            throw Complaints.refuse(
                    place + ": forecasts.kind",
                    "is \"online\"",
                    "forecasts that are known, because all rounds are played at once",
                    "start acord serve with online costs, or name a file of forecasts");
        }
    }
}
