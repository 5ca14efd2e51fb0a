package io.acord.fleet;

import io.acord.fleet.identity.Authority;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Somebody who believes everybody, and shows what a test gives it. */
public final class TrustingClient {

    private TrustingClient() {}

    /**
     * A client that shows a certificate.
     *
     * @param shown the certificate; null: it shows none
     */
    public static SSLContext context(Authority.@Nullable Issued shown) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown == null ? null : keys(shown), new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static KeyManager[] keys(Authority.Issued shown) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("me", shown.key(), new char[0], new Certificate[] {shown.x509Certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
