package io.acord.swarm;

import io.acord.foresight.Foresight;
import io.acord.foresight.Trust;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.protocol.Rules;
import io.acord.recipe.Recipe;
import io.acord.swarm.live.LiveConfig;
import io.acord.swarm.part.PartFolder;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A member's part of a scenario that whoever started it has read. Immutable.
 *
 * @param acord what is played
 * @param foresight how the fleet looks ahead; null: not at all
 * @param whole reads the scenario, for costs that cannot be told by numbers
 */
record MemberPart(
        PartFolder folder, AcordPolicy acord, LiveConfig.@Nullable Lookahead foresight, Supplier<Scenario> whole) {

    /** What a member's file says of its part, in the words of a scenario's {@code acord}. */
    static MemberPart read(Path folder, Options top, Supplier<Scenario> whole) {
        AcordPolicy acord = (AcordPolicy) new AcordPolicy.Kind().create("acord", top);
        return new MemberPart(new PartFolder(folder), acord, foresight(top, acord.own()), whole);
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
