package io.acord.fleet;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Transport;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Kind;
import io.acord.fleet.wire.Message;
import io.acord.fleet.wire.NeighbourGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What does an exchange of two members cost, beside the bare ping-pong of gRPC over the same mutual TLS? Expected:
 * about the same, because an exchange is one message each way at the same time, plus two changes of thread and the
 * arithmetic.
 *
 * <p>Run with {@code java -cp ... io.acord.fleet.ExchangeSpeed [jdk|native]}.
 */
public final class ExchangeSpeed {

    private ExchangeSpeed() {}

    public static void main(String[] args) throws Exception {
        Transport.Tls tls = args.length > 0 && args[0].equals("native") ? Transport.Tls.NATIVE : Transport.Tls.JDK;
        Path folder = Files.createTempDirectory("acord-speed");
        try {
            for (int run = 1; run <= 3; run++) {
                double ping = pingPong(folder.resolve("ping" + run), 20_000, tls);
                double exchange = exchange(folder.resolve("two" + run), 2, tls);
                double eight = exchange(folder.resolve("eight" + run), 8, tls);
                System.out.printf(
                        Locale.ROOT,
                        "%s run %d: ping-pong %.0f us a round trip; two members %.0f us an exchange (%.2f x), %.0f iterations/s;"
                                + " eight members on a ring %.0f us, %.0f iterations/s%n",
                        tls,
                        run,
                        ping,
                        exchange,
                        exchange / ping,
                        1e6 / exchange,
                        eight,
                        1e6 / eight);
            }
        } finally {
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /** Microseconds an iteration, of a few long rounds so that disk and openings count little. */
    private static double exchange(Path folder, int members, Transport.Tls tls) throws Exception {
        int rounds = 10;
        int k = 2000;
        try (TestFleet fleet = new TestFleet(folder, members, members, 1, rounds, false)) {
            fleet.k = k;
            AtomicInteger begun = new AtomicInteger();
            long[] at = new long[rounds + 1];
            for (int m = 0; m < members; m++) {
                int id = m;
                fleet.open(
                        "m" + m,
                        builder -> builder.tls(tls).actions(published -> {
                            if (id == 0) {
                                at[published.round()] = System.nanoTime();
                                begun.incrementAndGet();
                            }
                        }));
            }
            fleet.joinAll();
            fleet.awaitAll(Duration.ofMinutes(5));
            return (at[rounds] - at[4]) / 1e3 / ((rounds - 4.0) * k);
        }
    }

    /** Microseconds a round trip of the same frame by generated stubs, one stream, no threads of ours. */
    private static double pingPong(Path folder, int trips, Transport.Tls tls) throws Exception {
        Instant now = Instant.now();
        Authority authority = Authority.create("speed", now.minusSeconds(60), now.plusSeconds(3600));
        authority.save(folder);
        authority.issue("a", now.minusSeconds(60), now.plusSeconds(3600)).save(folder);
        Identity identity = new Identity("speed", "a");
        Credentials credentials = Credentials.inFolder(folder, identity);
        SslProvider provider = tls == Transport.Tls.JDK ? SslProvider.JDK : SslProvider.OPENSSL;
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .sslContext(GrpcSslContexts.configure(
                                SslContextBuilder.forServer(credentials.keyManager())
                                        .trustManager(credentials.trustManager((who, shown) -> {}, refusal -> {}))
                                        .clientAuth(ClientAuth.REQUIRE),
                                provider)
                        .build())
                .addService(new NeighbourGrpc.NeighbourImplBase() {
                    @Override
                    public StreamObserver<Frame> talk(StreamObserver<Frame> back) {
                        return new StreamObserver<>() {
                            @Override
                            public void onNext(Frame frame) {
                                back.onNext(frame);
                            }

                            @Override
                            public void onError(Throwable thrown) {}

                            @Override
                            public void onCompleted() {
                                back.onCompleted();
                            }
                        };
                    }
                })
                .build()
                .start();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .directExecutor()
                .overrideAuthority(identity.dns())
                .sslContext(GrpcSslContexts.configure(
                                SslContextBuilder.forClient()
                                        .keyManager(credentials.keyManager())
                                        .trustManager(credentials.trustManager((who, shown) -> {}, refusal -> {})),
                                provider)
                        .build())
                .build();
        try {
            Frame frame = Frame.newBuilder()
                    .setMessage(Message.newBuilder()
                            .setKind(Kind.SHOWN)
                            .setRound(3)
                            .setNumber(1000)
                            .setIteration(1000)
                            .setEpoch(1)
                            .addNumbers(Math.PI))
                    .build();
            new Trips(channel, frame, trips / 2).run(); // warm
            long start = System.nanoTime();
            new Trips(channel, frame, trips).run();
            return (System.nanoTime() - start) / 1e3 / trips;
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }

    private static final class Trips implements StreamObserver<Frame> {
        private final Frame frame;
        private final CountDownLatch left;
        private final StreamObserver<Frame> to;

        Trips(ManagedChannel channel, Frame frame, int trips) {
            this.frame = frame;
            this.left = new CountDownLatch(trips);
            this.to = NeighbourGrpc.newStub(channel).talk(this);
        }

        void run() throws InterruptedException {
            to.onNext(frame);
            left.await();
            to.onCompleted();
        }

        @Override
        public void onNext(Frame back) {
            left.countDown();
            if (left.getCount() > 0) {
                to.onNext(frame);
            }
        }

        @Override
        public void onError(Throwable thrown) {}

        @Override
        public void onCompleted() {}
    }
}
