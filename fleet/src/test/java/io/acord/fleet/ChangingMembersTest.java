package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.NamedFleet;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.input.BadInputException;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that come, go, move and are taken over, over real sockets; agents on a path, one each. */
class ChangingMembersTest {

    @TempDir
    private Path folder;

    private TestFleet fleet(int members) throws IOException, GeneralSecurityException {
        TestFleet fleet = new TestFleet(folder, members, members, 1, 1_000_000, false);
        fleet.pace = Duration.ofMillis(40);
        fleet.deadline = Duration.ofSeconds(20);
        return fleet;
    }

    /** Edges to the next agents, as far as the address book knows them. */
    private static RoundSource path(TestFleet fleet, int agents) {
        return (t, draft) -> {
            Round round = fleet.round(t);
            int agent = draft.agents()[0];
            draft.beta(round.beta()).iterations(fleet.k).cost(agent, round.cost(agent));
            for (int other : new int[] {agent - 1, agent + 1}) {
                if (other >= 0 && other < agents && draft.isHosted(other)) {
                    draft.edge(agent, other);
                }
            }
            return draft.build();
        };
    }

    private static Member open(TestFleet fleet, String name, boolean joins) throws IOException {
        return fleet.open(
                name, builder -> builder.rounds(path(fleet, fleet.agents)).joins(joins));
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        for (int k = 0; !what.getAsBoolean(); k++) {
            if (k > 3000) {
                throw new AssertionError("it did not happen within 30 s");
            }
            Thread.sleep(10);
        }
    }

    @Test
    void whoJoinsAndLeavesPlaysTheBitsOfAFleetInMemory() throws Exception {
        try (TestFleet fleet = fleet(4)) {
            for (String name : List.of("m0", "m1", "m2")) {
                open(fleet, name, false);
            }
            AddressBook three = AddressBook.of(fleet.places.subList(0, 3));
            for (String name : List.of("m0", "m1", "m2")) {
                fleet.member(name).renew(three);
                fleet.member(name).join(three);
            }
            await(() -> fleet.member("m2").round() >= 5);
            Member fourth = open(fleet, "m3", true);
            AddressBook four = AddressBook.of(fleet.places);
            fleet.member("m2").renew(four);
            AddressBook neighbours = AddressBook.of(fleet.places.subList(2, 4));
            fourth.renew(neighbours);
            fourth.join(neighbours);
            await(() -> fourth.round() >= 5);
            fleet.member("m0").leave();
            await(() -> fleet.member("m0").leavesAfter().isPresent());
            int last = fleet.member("m0").leavesAfter().getAsInt();
            fleet.member("m0").awaitEnd();
            await(() -> fourth.round() >= last + 5);
            int first = acted(fleet, "m3").get(0).round();
            assertThat(first).isGreaterThan(5);
            assertThat(acted(fleet, "m0")).last().matches(published -> published.round() == last);
            compare(fleet, first, last, last + 4);
        }
    }

    private static List<ActionListener.Published> acted(TestFleet fleet, String name) {
        return List.copyOf(Objects.requireNonNull(fleet.acted.get(name)));
    }

    /** The first agent is there up to a round, the fourth from a round on. */
    private static void compare(TestFleet fleet, int first, int last, int until) {
        NamedFleet named = NamedFleet.builder(1)
                .recipe(Recipe.of(fleet.variant, From.ZERO, IterationRule.fixed(fleet.k)))
                .agent("m0", 0)
                .agent("m1", 0)
                .agent("m2", 0)
                .build();
        for (int t = 1; t <= until; t++) {
            if (t == first) {
                named.join("m3", 0);
            }
            if (t == last + 1) {
                named.leave("m0");
            }
            Round round = fleet.round(t);
            NamedFleet.NamedRound told = named.round().beta(round.beta());
            for (int i = 0; i < 4; i++) {
                boolean isIn = i == 0 ? t <= last : i < 3 || t >= first;
                boolean isNextIn = i == 2 ? t >= first : i < 3;
                if (isIn) {
                    told.cost("m" + i, round.cost(i));
                }
                if (isIn && isNextIn) {
                    told.edge("m" + i, "m" + (i + 1));
                }
            }
            told.decide();
            for (int i = 0; i < 4; i++) {
                int now = t;
                for (ActionListener.Published published : acted(fleet, "m" + i).stream()
                        .filter(one -> one.round() == now)
                        .toList()) {
                    assertThat(published.level()).isEqualTo(Effect.Level.FINAL);
                    assertThat(published.actions().get(0, 0))
                            .as("round %d, agent %d", t, i)
                            .isEqualTo(named.action("m" + i)[0]);
                }
            }
        }
    }

    /** A copy of the journal elsewhere, as whoever moves a member to another host makes it. */
    private static Member takeOver(TestFleet fleet, String name) throws IOException {
        Path from = fleet.folder.resolve("journal-" + name);
        Path to = Files.createDirectory(fleet.folder.resolve("journal-of-another-host"));
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().contains("lock")) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
        int id = AddressBook.of(fleet.places).id(name);
        fleet.places.set(id, fleet.places.get(id).at(0));
        return fleet.open(
                name, builder -> builder.rounds(path(fleet, fleet.agents)).journal(to));
    }

    @Test
    void theProcessWhoseJournalWasTakenOverStopsWhenANeighbourHasHeardBoth() throws Exception {
        try (TestFleet fleet = fleet(2)) {
            Member old = open(fleet, "m0", false); // calls m1
            open(fleet, "m1", false);
            fleet.joinAll();
            await(() -> old.round() >= 3);
            Member taking = takeOver(fleet, "m0");
            taking.join(AddressBook.of(fleet.places));
            assertThatThrownBy(old::awaitEnd)
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("played by another process");
            old.close();
            int since = taking.round();
            await(() -> taking.round() > since + 3);
            assertThat(taking.health().isWell()).isTrue();
        }
    }

    @Test
    void theProcessThatWasAtTheOldAddressIsToldWhenAMemberMoves() throws Exception {
        try (TestFleet fleet = fleet(2)) {
            open(fleet, "m0", false); // calls m1
            Member old = open(fleet, "m1", false);
            fleet.joinAll();
            await(() -> old.round() >= 3);
            Member taking = takeOver(fleet, "m1");
            taking.join(AddressBook.of(fleet.places));
            fleet.member("m0").renew(AddressBook.of(fleet.places));
            assertThatThrownBy(old::awaitEnd)
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("played by another process");
            old.close();
            int since = taking.round();
            await(() -> taking.round() > since + 3);
        }
    }

    @Test
    @SuppressWarnings("try") // only its certificates are of use here
    void nobodyElseCanSayThatAProcessWasReplaced() throws Exception {
        try (TestFleet fleet = fleet(2)) {
            Path certificates = folder.resolve("certificates");
            Identity victim = new Identity(TestFleet.NAME, "m0");
            Identity liar = new Identity(TestFleet.NAME, "m1");
            Credentials victims = Credentials.inFolder(certificates, victim);
            Credentials liars = Credentials.inFolder(certificates, liar);
            Instant now = Instant.now();
            LifeGreeting asked = LifeGreeting.of(victim, victims, 5, now);
            LifeGreeting later = LifeGreeting.of(victim, victims, 6, now.plusSeconds(9));
            byte[] fence = asked.fence(asked.mine(), later.mine(), victims.x509Certificate());
            assertThat(asked.fencedBy(Objects.requireNonNull(fence))).hasValue(6);
            assertThat(fence.length).isLessThan(io.acord.fleet.transport.Greeting.LONGEST_FENCE);
            byte[] byLiar = LifeGreeting.of(liar, liars, 6, now.plusSeconds(9)).mine();
            for (Credentials shown : List.of(victims, liars)) {
                byte[] lie = asked.fence(asked.mine(), byLiar, shown.x509Certificate());
                assertThat(asked.fencedBy(Objects.requireNonNull(lie))).isEmpty();
            }
            LifeGreeting withoutJournal = LifeGreeting.of(victim, victims, 1, now.plusSeconds(60));
            assertThat(withoutJournal.fencedBy(fence))
                    .as("an old greeting told again does not shut out whoever has lost its journal")
                    .isEmpty();
        }
    }

    @Test
    void anAddressBookWithOtherAgentsOfThisMemberIsRefusedAndChangesNothing() throws Exception {
        try (TestFleet fleet = fleet(2)) {
            Member member = open(fleet, "m0", false);
            AddressBook other = AddressBook.of(List.of(new Place("m0", "127.0.0.1", 0, List.of(0, 7))));
            assertThatThrownBy(() -> member.renew(other))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("agents [0, 7]");
            assertThat(member.health().peers()).isEqualTo(1);
        }
    }
}
