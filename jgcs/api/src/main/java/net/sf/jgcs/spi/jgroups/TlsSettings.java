package net.sf.jgcs.spi.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProviderSettings;

/**
 * Key store and trust store by which members know each other on TCP.
 *
 * <p>Both sides of every connection show a certificate; whoever has one that the trust store
 * vouches for may be a member. Host names are not compared.
 *
 * @param keyStore file with the private key and certificate of this member, PKCS12 or JKS
 * @param trustStore file with the certificates, or their issuer's, of all members
 */
public record TlsSettings(
    String keyStore, String keyStorePassword, String trustStore, String trustStorePassword)
    implements Serializable {
  /** File with the private key of this member; switches TLS on. */
  public static final String KEY_STORE = "tls-keystore";

  /** Password of the key store and its key. */
  public static final String KEY_STORE_PASSWORD = "tls-keystore-password";

  /** File with the certificates that are trusted. */
  public static final String TRUST_STORE = "tls-truststore";

  /** Password of the trust store. */
  public static final String TRUST_STORE_PASSWORD = "tls-truststore-password";

  static final Set<String> KEYS =
      Set.of(KEY_STORE, KEY_STORE_PASSWORD, TRUST_STORE, TRUST_STORE_PASSWORD);

  /** Reads them; null when none is set, so that TLS is off. */
  static TlsSettings of(ProviderSettings settings) throws GroupException {
    boolean any = false;
    for (String key : KEYS) {
      any |= settings.text(key, null) != null;
    }
    if (!any) {
      return null;
    }
    TlsSettings tls =
        new TlsSettings(
            required(settings, KEY_STORE),
            required(settings, KEY_STORE_PASSWORD),
            required(settings, TRUST_STORE),
            required(settings, TRUST_STORE_PASSWORD));
    tls.check(settings);
    return tls;
  }

  private static String required(ProviderSettings settings, String key) throws GroupException {
    String value = settings.text(key, null);
    if (value == null) {
      throw settings.wrong(
          key,
          "",
          "TLS needs all of %s, %s, %s and %s, or none of them"
              .formatted(KEY_STORE, KEY_STORE_PASSWORD, TRUST_STORE, TRUST_STORE_PASSWORD));
    }
    return value;
  }

  private void check(ProviderSettings settings) throws GroupException {
    KeyStore keys = load(settings, KEY_STORE, keyStore, keyStorePassword);
    KeyStore trusted = load(settings, TRUST_STORE, trustStore, trustStorePassword);
    try {
      if (!holds(keys, true)) {
        throw settings.wrong(KEY_STORE, keyStore, "it has no private key, which a member needs");
      }
      if (!holds(trusted, false)) {
        throw settings.wrong(
            TRUST_STORE, trustStore, "it has no certificate, so no member would be trusted");
      }
      context();
    } catch (GeneralSecurityException | IOException e) {
      throw new GroupException(
          settings.wrong(KEY_STORE, keyStore, "it cannot be used for TLS: " + e).getMessage(), e);
    }
  }

  private static boolean holds(KeyStore store, boolean key) throws GeneralSecurityException {
    for (var aliases = store.aliases(); aliases.hasMoreElements(); ) {
      String alias = aliases.nextElement();
      if (key ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private static KeyStore load(ProviderSettings settings, String key, String file, String password)
      throws GroupException {
    if (!Files.isReadable(Path.of(file))) {
      throw settings.wrong(key, file, "no such file, or it may not be read");
    }
    try {
      return load(file, password);
    } catch (IOException | GeneralSecurityException e) {
      throw new GroupException(
          settings
              .wrong(
                  key,
                  file,
                  "it is no PKCS12 or JKS store, or '%s-password' is not its password (%s)"
                      .formatted(key, e.getMessage()))
              .getMessage(),
          e);
    }
  }

  private static KeyStore load(String file, String password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      store.load(in, password.toCharArray());
    }
    return store;
  }

  /**
   * Reads both stores and makes the context of this member's connections.
   *
   * @throws IOException when a file cannot be read any more
   * @throws GeneralSecurityException when a store has another content or password by now
   */
  public SSLContext context() throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(load(keyStore, keyStorePassword), keyStorePassword.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(load(trustStore, trustStorePassword));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "TLS with " + keyStore + " and " + trustStore;
  }
}
