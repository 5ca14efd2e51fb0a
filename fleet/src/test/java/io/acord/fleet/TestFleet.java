package io.acord.fleet;

import io.acord.acord.Acord;
import io.acord.cost.Quadratic;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Transport;
import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.protocol.Rules;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A small fleet in this process, over real sockets and TLS, on seeded rounds whose fault-free actions are known. */
final class TestFleet implements AutoCloseable {

    static final String NAME = "test";

    final Path folder;
    final Authority authority;
    final int agents;
    final int dimension;
    final int horizon;
    final boolean changing;
    Variant variant = Variant.ACCELERATED;
    int k = 6;
    Duration deadline = Duration.ofSeconds(30);
    Duration pace = Duration.ZERO;
    Transport.Kind transport = Transport.Kind.valueOf(System.getProperty("acord.test.transport", "GRPC"));
    boolean ownDenials; // every member has a list of its own
    final List<Place> places = new ArrayList<>();
    final Map<String, Member> members = new HashMap<>();
    final Map<String, Metrics> metrics = new HashMap<>();

    /** What was given out: by round, by agent. More than one entry is a broken promise. */
    final Map<String, List<ActionListener.Published>> acted = new ConcurrentHashMap<>();

    TestFleet(Path folder, int agents, int members, int dimension, int horizon, boolean changing)
            throws IOException, GeneralSecurityException {
        this.folder = folder;
        this.agents = agents;
        this.dimension = dimension;
        this.horizon = horizon;
        this.changing = changing;
        Instant now = Instant.now();
        this.authority = Authority.create(NAME, now.minusSeconds(60), now.plusSeconds(86400));
        authority.save(folder.resolve("certificates"));
        for (int m = 0; m < members; m++) {
            int from = m * agents / members;
            int to = (m + 1) * agents / members;
            String name = "m" + m;
            places.add(new Place(
                    name, "127.0.0.1", 0, IntStream.range(from, to).boxed().toList()));
            authority.issue(name, now.minusSeconds(60), now.plusSeconds(3600)).save(folder.resolve("certificates"));
        }
    }

    /** Round t of everybody; the same whenever it is asked for. */
    Round round(int t) {
        Random random = new Random(31L * t + 7);
        Round.Builder builder = Round.builder(agents, dimension).beta(3);
        for (int i = 0; i < agents; i++) {
            double[] v = new double[dimension];
            for (int c = 0; c < dimension; c++) {
                v[c] = random.nextGaussian();
            }
            builder.cost(i, Quadratic.alpha(0.5 + random.nextDouble(), v));
        }
        return builder.coupling(coupling(t)).build();
    }

    private Coupling coupling(int t) {
        Coupling.Builder builder = Coupling.builder(agents, dimension);
        for (int i = 0; i < agents && agents > 1; i++) {
            if (agents > 2 || i == 0) {
                builder.edge(i, (i + 1) % agents);
            }
        }
        if (changing && agents > 6) {
            builder.edge(t % 3, agents / 2 + t % 3, 2);
        }
        return builder.build();
    }

    /** What a fleet without faults plays. */
    List<Actions> reference() {
        Acord acord = Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(k)), 1);
        Lambdas lambdas = new Lambdas(LambdaRule.riccati(), agents);
        List<Actions> played = new ArrayList<>();
        Actions at = Actions.flat(dimension, new double[agents * dimension]);
        for (int t = 1; t <= horizon; t++) {
            Round round = round(t);
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            at = acord.decide(new RoundObjective(round, at, lambda)).actions();
            played.add(at);
        }
        return played;
    }

    RoundSource source() {
        return (t, draft) -> {
            if (t > horizon) {
                return Optional.empty();
            }
            Round round = round(t);
            draft.beta(round.beta()).iterations(k);
            for (int agent : draft.agents()) {
                draft.cost(agent, round.cost(agent));
            }
            return draft.build(Block.of(round.coupling(), draft.agents()));
        };
    }

    Member open(String name) throws IOException {
        return open(name, builder -> builder);
    }

    Member open(String name, UnaryOperator<Member.Builder> change) throws IOException {
        Identity identity = new Identity(NAME, name);
        AddressBook book = AddressBook.of(places);
        Place place = book.place(book.id(name));
        Metrics counters = new Metrics();
        Path certificates = folder.resolve("certificates");
        Credentials credentials = Credentials.read(
                identity,
                new Credentials.Places(
                        certificates.resolve(name + ".pem"),
                        certificates.resolve(name + ".key"),
                        certificates.resolve("ca.pem"),
                        ownDenials ? folder.resolve("denied-" + name) : certificates.resolve("denied.txt")));
        Member member = change.apply(Member.builder(identity, credentials, book)
                        .start(Actions.flat(dimension, new double[place.agents().size() * dimension]))
                        .rules(Rules.builder()
                                .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                                .patience(Integer.MAX_VALUE)
                                .build())
                        .rounds(source())
                        .actions(published -> acted.computeIfAbsent(
                                        name, n -> java.util.Collections.synchronizedList(new ArrayList<>()))
                                .add(published))
                        .journal(folder.resolve("journal-" + name))
                        .deadline(deadline)
                        .pace(pace)
                        .transport(transport)
                        .metrics(counters))
                .open();
        members.put(name, member);
        metrics.put(name, counters);
        places.set(book.id(name), place.at(member.address().getPort()));
        return member;
    }

    Member member(String name) {
        return Objects.requireNonNull(members.get(name));
    }

    Metrics metrics(String name) {
        return Objects.requireNonNull(metrics.get(name));
    }

    void openAll() throws IOException {
        for (Place place : List.copyOf(places)) {
            if (!members.containsKey(place.member())) {
                open(place.member());
            }
        }
    }

    void joinAll() {
        for (Member member : members.values()) {
            member.join(AddressBook.of(places));
        }
    }

    void awaitAll(Duration atMost) throws InterruptedException {
        for (Member member : members.values()) {
            if (!member.awaitEnd(atMost)) {
                throw new AssertionError("not over after " + atMost + ": round " + member.round());
            }
        }
    }

    /** The action of an agent in a round, as it was given out first. */
    Actions played(int t) {
        double[] x = new double[agents * dimension];
        for (Place place : places) {
            ActionListener.Published published = List.copyOf(acted.getOrDefault(place.member(), List.of())).stream()
                    .filter(p -> p.round() == t)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(place.member() + " has no action of round " + t));
            for (int row = 0; row < place.agents().size(); row++) {
                for (int c = 0; c < dimension; c++) {
                    x[place.agents().get(row) * dimension + c] =
                            published.actions().get(row, c);
                }
            }
        }
        return Actions.flat(dimension, x);
    }

    @Override
    public void close() throws IOException {
        for (Member member : members.values()) {
            member.close();
        }
    }
}
