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
        return 1 + k / 50 * 7;
    }

    private static void talk(Exchange exchange, int me) throws IOException {
        double[] told = new double[count(FRAMES)];
        double[] heard = new double[count(FRAMES)];
        for (int k = 1; k <= FRAMES; k++) {
            for (int i = 0; i < count(k); i++) {
                told[i] = me + 10 * k + 0.001 * i;
            }
            exchange.tell(1 - me, k, told, count(k));
            assertThat(exchange.hear(1 - me, k, heard, count(k))).isTrue();
            for (int i = 0; i < count(k); i++) {
                assertThat(heard[i]).isEqualTo((1 - me) + 10 * k + 0.001 * i);
            }
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
        Exchange.Opened one = open(0, shared, Duration.ofSeconds(1));
        Exchange.Opened two = open(1, shared, Duration.ofSeconds(60));
        try (Exchange a = one.exchange();
                Exchange b = two.exchange()) {
            a.connect(List.of(peer(1, two, HOST)));
            b.connect(List.of(peer(0, one, HOST)));
            double[] numbers = {1};
            int k = 0;
            do { // until b reads what a shares, and a what b does
                k++;
                assertThat(k).as("frames until both read").isLessThan(1_000);
                a.tell(1, k, numbers, 1);
                b.tell(0, k, numbers, 1);
                assertThat(a.hear(1, k, numbers, 1)).isTrue();
                assertThat(b.hear(0, k, numbers, 1)).isTrue();
            } while (a.peersThatRead() + b.peersThatRead() < 2);
            int next = k + 1;
            assertThatThrownBy(() -> a.hear(1, next, numbers, 1))
                    .isInstanceOf(Exchange.Silence.class)
                    .hasMessageContaining("block 1 told nothing for 1 s");
            b.tell(0, next, new double[] {1, 2}, 1);
            assertThat(a.hear(1, next, new double[2], 2))
                    .as("as many numbers as it tells")
                    .isFalse();
        }
    }
}
