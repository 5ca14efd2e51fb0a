package io.acord.bench.radio;

import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.Member;
import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.fleet.RoundWatcher;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Transport;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Rules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The member of one host, as a program: {@code FOLDER HOST TRANSPORT DEADLINE-MS PACE-MS ROUNDS}. Writes what it gives
 * out, and when, to {@code FOLDER/HOST.csv}, and ends with its standard input.
 */
public final class RadioMember {

    static final String FLEET = "radio";
    private static final int PORT = 7000;

    private RadioMember() {}

    static String name(int host) {
        return "host" + host;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        int host = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[5]);
        Identity identity = new Identity(FLEET, name(host));
        try (PrintWriter out =
                        new PrintWriter(folder.resolve(name(host) + ".csv").toFile(), StandardCharsets.US_ASCII);
                Member member = Member.builder(identity, Credentials.inFolder(folder, identity), book())
                        .start(Actions.flat(1, new double[RadioGame.EACH]))
                        .rules(Rules.builder()
                                .recipe(RadioGame.RECIPE)
                                .patience(Integer.MAX_VALUE)
                                .build())
                        .rounds(new GameRounds(rounds))
                        .actions(p -> {
                            StringBuilder line = new StringBuilder("act," + p.round() + "," + System.nanoTime() + ","
                                    + p.level() + "," + p.repeated());
                            for (int row = 0; row < RadioGame.EACH; row++) {
                                line.append(',')
                                        .append(Long.toHexString(Double.doubleToLongBits(
                                                p.actions().get(row))));
                            }
                            say(out, line.toString());
                        })
                        .watcher(new RoundWatcher() {
                            @Override
                            public void lost(int round, String peer, Effect.Loss cause) {
                                say(out, "lost," + round + "," + peer + "," + cause);
                            }

                            @Override
                            public void over(int round, boolean degraded) {
                                if (degraded) {
                                    say(out, "degraded," + round);
                                }
                            }
                        })
                        .journal(folder.resolve("journal-" + name(host)))
                        .transport(Transport.Kind.valueOf(args[2]))
                        .deadline(Duration.ofMillis(Long.parseLong(args[3])))
                        .pace(Duration.ofMillis(Long.parseLong(args[4])))
                        .warmUp(Duration.ofSeconds(3))
                        .open()) {
            member.join();
            while (System.in.read() >= 0) {
                // whoever has started it says nothing, and ends it
            }
        }
    }

    /** The game's rounds, which are known also once they are over. */
    private record GameRounds(int last) implements RoundSource {

        @Override
        public Optional<LocalRound> round(int t, NewRound draft) {
            if (t > last) {
                return Optional.empty();
            }
            Round round = RadioGame.round(t);
            draft.beta(round.beta()).iterations(RadioGame.ITERATIONS);
            for (int agent : draft.agents()) {
                draft.cost(agent, round.cost(agent));
            }
            return draft.build(Block.of(round.coupling(), draft.agents()));
        }

        @Override
        public Optional<LocalRound> past(int t, NewRound draft) {
            return round(t, draft);
        }
    }

    private static void say(PrintWriter out, String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    private static AddressBook book() {
        List<Place> places = new ArrayList<>();
        for (int host = 0; host < RadioGame.HOSTS; host++) {
            List<Integer> agents = IntStream.range(host * RadioGame.EACH, (host + 1) * RadioGame.EACH)
                    .boxed()
                    .toList();
            places.add(new Place(name(host), RadioHosts.address(host), PORT, agents));
        }
        return AddressBook.of(places);
    }
}
