package io.acord.fleet.transport;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2SecurityUtil;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** The TLS 1.3 that members talk by: both ends show a certificate. */
final class TlsContexts {

    private static final String VERSION = "TLSv1.3";

    private TlsContexts() {}

    static SslContext ofServer(Transport.Tls tls, KeyManager keys, TrustManager trust) throws SSLException {
        if (tls == Transport.Tls.JDK) {
            return ofJdk(false, keys, trust);
        }
        return GrpcSslContexts.configure(
                        SslContextBuilder.forServer(keys).trustManager(trust).clientAuth(ClientAuth.REQUIRE),
                        SslProvider.OPENSSL)
                .protocols(VERSION)
                .build();
    }

    static SslContext ofClient(Transport.Tls tls, KeyManager keys, TrustManager trust) throws SSLException {
        if (tls == Transport.Tls.JDK) {
            return ofJdk(true, keys, trust);
        }
        return GrpcSslContexts.configure(
                        SslContextBuilder.forClient().keyManager(keys).trustManager(trust), SslProvider.OPENSSL)
                .protocols(VERSION)
                .build();
    }

    /**
     * What the builder would make, without its probe: before the first one it reads a key of its own, for which it
     * loads Bouncy Castle whole, if that is there, and checks the signatures of its jars. That is a fifth of a member's
     * start.
     */
    private static SslContext ofJdk(boolean isClient, KeyManager keys, TrustManager trust) throws SSLException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, new TrustManager[] {trust}, null);
            ApplicationProtocolConfig http2 = new ApplicationProtocolConfig(
                    Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, "h2");
            return new JdkSslContext(
                    context,
                    isClient,
                    Http2SecurityUtil.CIPHERS,
                    SupportedCipherSuiteFilter.INSTANCE,
                    http2,
                    ClientAuth.REQUIRE,
                    new String[] {VERSION},
                    false);
        } catch (GeneralSecurityException e) {
            throw new SSLException("the JDK has no TLS", e);
        }
    }
}
