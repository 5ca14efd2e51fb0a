package io.acord.swarm;

import io.acord.fleet.RoundSource;
import io.acord.foresight.Foresight;
import io.acord.foresight.Trust;
import io.acord.input.Complaints;
import io.acord.lab.options.ConfigFile;
import io.acord.lab.options.Options;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.protocol.Rules;
import io.acord.recipe.Recipe;
import io.acord.swarm.live.LiveConfig;
import io.acord.swarm.part.PartFolder;
import io.acord.swarm.part.PartHeader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A member's part of a scenario that somebody else has read. Immutable.
 *
 * @param acord what is played
 * @param foresight how the fleet looks ahead; null: not at all
 * @param whole reads the scenario, for costs that cannot be told by numbers; null: all can
 */
record MemberPart(
        PartFolder folder,
        PartHeader header,
        AcordPolicy acord,
        LiveConfig.@Nullable Lookahead foresight,
        @Nullable Supplier<Scenario> whole) {

    /** What a folder holds, if nothing of it is missing. */
    static MemberPart read(Path path, @Nullable Supplier<Scenario> whole) {
        PartFolder folder = new PartFolder(path);
        PartHeader header = header(folder);
        Complaints complaints = new Complaints();
        Options recipe = ConfigFile.read(folder.recipe(), "what is played", complaints);
        AcordPolicy acord = (AcordPolicy) new AcordPolicy.Kind().create("acord", recipe);
        LiveConfig.Lookahead foresight = foresight(recipe, acord.own());
        recipe.refuseUnknownKeys();
        complaints.throwIfAny();
        return new MemberPart(folder, header, acord, foresight, whole);
    }

    private static PartHeader header(PartFolder folder) {
        try {
            PartHeader header = PartHeader.read(folder.header());
            folder.check(header);
            return header;
        } catch (NoSuchFileException e) {
            boolean isPart = !folder.header().toString().equals(e.getFile());
            throw Complaints.refuse(
                    isPart ? e.getFile() : folder.folder().toString(),
                    isPart ? "is not there" : "is no part of a scenario",
                    "a folder as ./acord parts wrote it",
                    "write it by ./acord parts SCENARIO.yaml CONFIG.yaml, and copy all of it");
        } catch (IOException e) {
            throw Complaints.refuse(
                    folder.folder().toString(),
                    "cannot be read: " + e.getMessage(),
                    "what ./acord parts of the same version wrote",
                    "write the folder again, and copy all of it");
        }
    }

    /** The rounds of the whole scenario; null if numbers tell all of the part. */
    @Nullable
    Supplier<RoundSource> roundsOfAll() {
        Supplier<Scenario> read = whole;
        return read == null ? null : () -> new ScenarioRoundSource(read.get());
    }

    /** Complains if the part is that of other agents than a member's. */
    void checkAgents(String where, List<Integer> agents, Complaints complaints) {
        List<Integer> told = IntStream.of(header.agents()).boxed().toList();
        if (!told.equals(agents)) {
            complaints.add(
                    where,
                    "is the part of agents " + told,
                    "the part of this member's agents " + agents,
                    "copy the right folder, or write it by ./acord parts SCENARIO.yaml CONFIG.yaml");
        }
    }

    /** {@code foresight: {window: 4, trust: 0.5}}, in the words of a scenario's; null if there is none. */
    static LiveConfig.@Nullable Lookahead foresight(Options top, Recipe recipe) {
        if (!top.has("foresight")) {
            return null;
        }
        Options options = top.section("foresight");
        int window = options.integer("window", Foresight.Builder.DEFAULT_WINDOW, 1, 10_000);
        double epsilon = options.number("trust").orElse(Trust.STANDARD.epsilon());
        if (!Trust.isPossible(epsilon)) {
            options.complain(
                    "trust",
                    "a number from 1e-100 to 1e100, the share that may be paid more than without forecasts",
                    "write 0.5, or omit it");
            epsilon = Trust.STANDARD.epsilon();
        }
        Trust trust = new Trust(epsilon, Trust.Account.OWN);
        Complaints refused = new Complaints();
        Rules.Builder.checkForesight(recipe, trust, refused);
        refused.all().forEach(complaint -> top.complaints().add(complaint.within(top.place())));
        options.refuseUnknownKeys();
        return new LiveConfig.Lookahead(window, trust);
    }
}
