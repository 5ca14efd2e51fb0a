package io.acord.fleet;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.wire.Fence;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Hello;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The first frame of a member's links, which says which life of it speaks and since when, signed. Whoever is shown the
 * signed greeting of a later life of its own name knows that another process has taken its place: no third member can
 * make that up, and an old greeting that is told again began too early to count. Immutable.
 */
final class LifeGreeting implements Greeting {

    /** The first byte of a frame that has a fence: field 3, of a length that follows. */
    private static final byte FENCE = 3 << 3 | 2;

    private final Identity identity;
    private final Credentials credentials;
    private final long life;
    private final long since; // milliseconds since 1970
    private final byte[] mine;

    private LifeGreeting(Identity identity, Credentials credentials, long life, Instant since) {
        this.identity = identity;
        this.credentials = credentials;
        this.life = life;
        this.since = since.toEpochMilli();
        this.mine = Frame.newBuilder()
                .setHello(Hello.newBuilder()
                        .setVersion(Codec.VERSION)
                        .setLife(life)
                        .setSince(this.since)
                        .setSignature(ByteString.copyFrom(credentials.sign(signed(life, this.since)))))
                .build()
                .toByteArray();
    }

    /** That of a life of a member that begins at a time. */
    static LifeGreeting of(Identity identity, Credentials credentials, long life, Instant since) {
        return new LifeGreeting(identity, credentials, life, since);
    }

    private byte[] signed(long ofLife, long begun) {
        return (identity.uri() + " life " + ofLife + " since " + begun).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] mine() {
        return mine.clone();
    }

    private static @Nullable Hello hello(byte[] frame) {
        try {
            Frame parsed = Frame.parseFrom(frame);
            return parsed.hasHello() && parsed.getHello().getVersion() == Codec.VERSION ? parsed.getHello() : null;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    @Override
    public @Nullable Long lifeIn(byte[] frame) {
        Hello hello = hello(frame);
        return hello == null ? null : hello.getLife();
    }

    @Override
    public byte @Nullable [] fence(byte @Nullable [] older, byte[] newer, X509Certificate shownWithNewer) {
        Hello after = hello(newer);
        Hello before = older == null ? Hello.getDefaultInstance() : hello(older);
        boolean isLater = after != null
                && before != null
                && after.getLife() > before.getLife()
                && after.getSince() > before.getSince();
        if (!isLater) {
            return null;
        }
        try {
            return Frame.newBuilder()
                    .setFence(Fence.newBuilder()
                            .setHello(after)
                            .setCertificate(ByteString.copyFrom(shownWithNewer.getEncoded())))
                    .build()
                    .toByteArray();
        } catch (CertificateEncodingException e) {
            return null;
        }
    }

    @Override
    public boolean isFence(byte[] frame) {
        return frame.length > 0 && frame.length <= LONGEST_FENCE && frame[0] == FENCE;
    }

    @Override
    public OptionalLong fencedBy(byte[] frame) {
        try {
            Fence fence = Frame.parseFrom(frame).getFence();
            Hello hello = fence.getHello();
            boolean isLater = hello.getLife() > life && hello.getSince() > since;
            boolean isOurs = isLater
                    && credentials.isSignedBy(
                            identity,
                            fence.getCertificate().toByteArray(),
                            signed(hello.getLife(), hello.getSince()),
                            hello.getSignature().toByteArray());
            return isOurs ? OptionalLong.of(hello.getLife()) : OptionalLong.empty();
        } catch (InvalidProtocolBufferException e) {
            return OptionalLong.empty();
        }
    }
}
