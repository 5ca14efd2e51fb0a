package io.acord.paper.foresight;

import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.Study.Progress;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contests of the table of theory 14: every setting with every kind of forecasts, everybody plays. */
final class ForecastTable {

    /** What is forecast, and how many rounds ahead. */
    record Believed(String kind, int ahead) {
        static final Believed EXACT_1 = new Believed("exact", 1);
        static final Believed EXACT_4 = new Believed("exact", 4);
        static final Believed GARBAGE_4 = new Believed("garbage", 4);
        static final List<Believed> ALL = List.of(EXACT_1, EXACT_4, GARBAGE_4);

        String words() {
            return kind + ", k = " + ahead;
        }
    }

    /** A row. */
    record Place(ForecastSetting setting, Believed believed) {
        String words() {
            return setting.words() + "; " + believed.words();
        }
    }

    private final Map<Place, ForecastContest> contests = new LinkedHashMap<>();

    private ForecastTable() {}

    static ForecastTable play(List<Long> seeds, StudySetup setup, Progress progress) {
        ForecastTable table = new ForecastTable();
        int all = ForecastSetting.ALL.size() * Believed.ALL.size();
        for (ForecastSetting setting : ForecastSetting.ALL) {
            for (Believed believed : Believed.ALL) {
                Progress part = progress.part(table.contests.size(), all);
                table.contests.put(
                        new Place(setting, believed),
                        ForecastContest.play(
                                setting,
                                believed.kind(),
                                believed.ahead(),
                                List.of(ForecastPanel.values()),
                                seeds,
                                setup,
                                part));
            }
        }
        return table;
    }

    List<Place> places() {
        return List.copyOf(contests.keySet());
    }

    ForecastContest at(Place place) {
        ForecastContest contest = contests.get(place);
        if (contest == null) {
            throw new AssertionError("nobody played " + place.words());
        }
        return contest;
    }

    ForecastContest at(ForecastSetting setting, Believed believed) {
        return at(new Place(setting, believed));
    }

    /** As it is shown. */
    Table shown(String conventions) {
        List<Table.Row> rows = new ArrayList<>();
        contests.forEach((place, contest) -> {
            List<Measured> values = new ArrayList<>();
            for (ForecastPanel who : ForecastPanel.values()) {
                Statistics mean = contest.ratio(who);
                values.add(new Measured(mean.mean(), mean.low95(), mean.high95()));
            }
            rows.add(new Table.Row(place.words(), values));
        });
        List<String> columns =
                Arrays.stream(ForecastPanel.values()).map(ForecastPanel::title).toList();
        return new Table(
                "foresight-table",
                "Cost/OPT with forecasts: ring of 20, T = 20, K = 12, ε = 0.5",
                "Means over seeds; the expert is ACORD, which is given no forecasts. LPC(1, k) knows its neighbours' "
                        + "forecasts, LPC(10, k) and mpc everybody's; an agent of the others knows its own.",
                conventions,
                "setting; forecasts",
                columns,
                rows);
    }
}
