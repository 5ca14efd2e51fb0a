package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.Quadratic;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Two drones talk; what they say is in transcript.txt, to be read. */
class TranscriptTest {

    private final List<String> lines = new ArrayList<>();
    private final BlockMachine[] drones = new BlockMachine[2];
    private final List<MachineFleet.Letter> mail = new ArrayList<>();

    @Test
    void aRoundALostMessageADeathAndAPeerThatStaysSilentReadLikeThis() throws IOException {
        Rules rules = Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .patience(1)
                .build();
        for (int i = 0; i < 2; i++) {
            drones[i] = new BlockMachine(rules, new int[] {i}, Snapshot.initial(Actions.zero(1, 1)), false);
            say("drone " + i + " starts");
            perform(i, drones[i].start());
        }
        title("Round 1: nothing goes wrong");
        open(1);
        deliverAll();
        title("Round 2: a message is lost, and asked for when nothing comes");
        open(2);
        deliver();
        deliver();
        say("    lost on the way: " + text(mail.remove(0)));
        deliverAll();
        nudge(0);
        nudge(1);
        nudge(0);
        nudge(1);
        deliverAll();
        title("Round 3: drone 1 dies after its first iteration, and plays the round again");
        open(3);
        deliver();
        deliver();
        Snapshot last = drones[1].committed();
        mail.clear();
        say("drone 1 is killed, with all that was on its way, and starts again");
        drones[1] = new BlockMachine(rules, new int[] {1}, last, false);
        perform(1, drones[1].start());
        open(1, 3);
        deliverAll();
        title("Round 4: drone 1 never answers");
        open(0, 4);
        mail.clear();
        nudge(0);
        mail.clear();
        nudge(0);
        mail.clear();
        nudge(0);
        String written;
        try (InputStream file = getClass().getResourceAsStream("transcript.txt")) {
            written = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(String.join("\n", lines) + "\n").isEqualTo(written);
    }

    private void title(String text) {
        say("");
        say("== " + text);
    }

    private void say(String text) {
        lines.add(text);
    }

    private void open(int t) {
        open(0, t);
        open(1, t);
    }

    private void open(int drone, int t) {
        on(drone, new Event.RoundOpened(t, local(drone, t)), "round " + t + " opens");
    }

    private static LocalRound local(int drone, int t) {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(0.5, t), Quadratic.alpha(1, 1 - t))
                .edge(0, 1)
                .build();
        return LocalRound.builder(io.acord.internal.kernel.Block.of(round.coupling(), drone))
                .hosts(1 - drone)
                .costs(round.cost(drone))
                .iterations(IterationRule.fixed(3))
                .build();
    }

    private void nudge(int drone) {
        on(drone, new Event.Nudge(), "is nudged");
    }

    private void deliver() {
        MachineFleet.Letter letter = mail.remove(0);
        on(letter.to(), new Event.Heard(letter.from(), letter.message()), "hears " + text(letter));
    }

    private void deliverAll() {
        while (!mail.isEmpty()) {
            deliver();
        }
    }

    private void on(int drone, Event event, String text) {
        say("drone " + drone + " " + text);
        perform(drone, drones[drone].on(event));
    }

    private void perform(int drone, List<Effect> effects) {
        List<Integer> recalled = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Tell tell) {
                MachineFleet.Letter letter = new MachineFleet.Letter(drone, tell.peer(), tell.message());
                mail.add(letter);
                say("    tell " + tell.peer() + ": " + text(letter));
            } else if (effect instanceof Effect.Persist persist) {
                Snapshot s = persist.snapshot();
                say("    persist round " + s.round() + ", epoch " + s.epoch() + ", action "
                        + number(s.actions().get(0)));
            } else if (effect instanceof Effect.Publish publish) {
                say("    publish round " + publish.round() + ": "
                        + number(publish.actions().get(0)) + ", " + publish.level()
                        + (publish.repeated() ? ", repeated" : ""));
            } else if (effect instanceof Effect.Certified certified) {
                say("    certified round " + certified.round() + ": "
                        + (certified.complete() ? number(certified.sum()) : "not yet"));
            } else if (effect instanceof Effect.RoundDone done) {
                say("    round " + done.round() + " is done" + (done.degraded() ? ", degraded" : ""));
            } else if (effect instanceof Effect.Booked closed) {
                say("    books closed up to round " + closed.round() + ": at least "
                        + number(closed.numbers().get(0)));
            } else if (effect instanceof Effect.Recall recall) {
                say("    recall round " + recall.round());
                recalled.add(recall.round());
            } else {
                say("    " + effect);
            }
        }
        for (int t : recalled) {
            on(drone, new Event.Recalled(t, local(drone, t)), "is told what round " + t + " was");
        }
    }

    private static String text(MachineFleet.Letter letter) {
        Message message = letter.message();
        StringBuilder text = new StringBuilder(message.kind().name());
        text.append(" of round ").append(message.round());
        text.append(message.kind().isNumbered() ? " no. " : " from no. ").append(message.number());
        if (message.iteration() > 0) {
            text.append(", k = ").append(message.iteration());
        }
        for (int i = 0; i < message.numbers().size(); i++) {
            text.append(i == 0 ? ": " : " ").append(number(message.numbers().get(i)));
        }
        return text.toString();
    }

    private static String number(double x) {
        return String.format(Locale.ROOT, "%.4f", x);
    }
}
