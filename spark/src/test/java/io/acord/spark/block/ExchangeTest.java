package io.acord.spark.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two blocks tell each other the same whether they share memory or not, and know when nobody tells any more. */
class ExchangeTest {

    private static final int FRAMES = 300;
    private static final String HOST = "127.0.0.1";

    @TempDir
    Path folder;

    private Exchange.Opened open(int block, @Nullable Path shared, Duration patience) throws Exception {
        Path certificates = folder.resolve("certificates");
        if (!Files.exists(certificates)) {
            Authority.forOneRun("exchange", List.of(Places.name(0), Places.name(1)), certificates);
        }
        Identity identity = new Identity("exchange", Places.name(block));
        return Exchange.open(
                identity,
                Credentials.inFolder(certificates, identity),
                HOST,
                shared,
                "job 0",
                1 << 16,
                patience,
                () -> {});
    }

    private static Peer peer(int block, Exchange.Opened where, String host) {
        return new Peer(block, Places.name(block), host, where.port(), 1 << 16);
    }

    /** How many numbers a frame has: they become more, as they do where graphs change. */
    private static int count(int k) {
        return 1 + k / 50 * 700;
    }

    private static BlockBoundary.Pieces agents(int k) {
        return BlockBoundary.Pieces.of(IntStream.range(0, count(k)).toArray());
    }

    private static double number(int block, int k, int i) {
        return block + 10 * k + 0.001 * i;
    }

    private static void tell(Exchange exchange, int me, int k, BlockBoundary.Pieces agents) {
        exchange.tell(1 - me, k, agents, 1, (rows, into) -> {
            for (int i = 0; i < rows.length; i++) {
                into[i] = number(me, k, rows[i]);
            }
        });
    }

    private static boolean hear(Exchange exchange, int me, int k, BlockBoundary.Pieces agents) throws IOException {
        return exchange.hear(1 - me, k, agents, 1, (columns, told) -> {
            for (int i = 0; i < columns.length; i++) {
                assertThat(told[i]).isEqualTo(number(1 - me, k, columns[i]));
            }
        });
    }

    private static void talk(Exchange exchange, int me) throws IOException {
        for (int k = 1; k <= FRAMES; k++) {
            tell(exchange, me, k, agents(k));
            assertThat(hear(exchange, me, k, agents(k))).isTrue();
        }
        exchange.tell(1 - me, BlockBoundary.empty(Long.MAX_VALUE));
        exchange.hearLast(1 - me, Long.MAX_VALUE);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"the same folder", "folders of their own", "other hosts", "one without"})
    void framesArriveInTheirOrderHoweverTheyTravel(String how) throws Exception {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path other = how.equals("folders of their own") ? Files.createDirectory(folder.resolve("other")) : shared;
        Exchange.Opened one = open(0, shared, Duration.ofSeconds(60));
        Exchange.Opened two = open(1, how.equals("one without") ? null : other, Duration.ofSeconds(60));
        try (Exchange a = one.exchange();
                Exchange b = two.exchange()) {
            a.connect(List.of(peer(1, two, how.equals("other hosts") ? "localhost" : HOST)));
            b.connect(List.of(peer(0, one, how.equals("other hosts") ? "localhost" : HOST)));
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
                try {
                    talk(b, 1);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            talk(a, 0);
            second.get(60, TimeUnit.SECONDS);
            assertThat(a.peersThatRead() + b.peersThatRead()).isEqualTo(how.equals("the same folder") ? 2 : 0);
        }
        assertThat(files(shared)).isEmpty();
        assertThat(files(other)).isEmpty();
    }

    @Test
    void whoSharesMemoryAndFallsSilentIsNotWaitedForForEver() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Exchange.Opened first = open(0, shared, Duration.ofSeconds(1));
        Exchange.Opened second = open(1, shared, Duration.ofSeconds(60));
        try (Exchange a = first.exchange();
                Exchange b = second.exchange()) {
            a.connect(List.of(peer(1, second, HOST)));
            b.connect(List.of(peer(0, first, HOST)));
            BlockBoundary.Pieces one = BlockBoundary.Pieces.of(0);
            int k = 0;
            do { // until b reads what a shares, and a what b does
                k++;
                assertThat(k).as("frames until both read").isLessThan(1_000);
                tell(a, 0, k, one);
                tell(b, 1, k, one);
                assertThat(hear(a, 0, k, one)).isTrue();
                assertThat(hear(b, 1, k, one)).isTrue();
            } while (a.peersThatRead() + b.peersThatRead() < 2);
            int next = k + 1;
            assertThatThrownBy(() -> hear(a, 0, next, one))
                    .isInstanceOf(Exchange.Silence.class)
                    .hasMessageContaining("block 1 told nothing for 1 s");
            tell(b, 1, next, one);
            assertThat(hear(a, 0, next, BlockBoundary.Pieces.of(0, 1)))
                    .as("as many numbers as it tells")
                    .isFalse();
        }
    }
}
