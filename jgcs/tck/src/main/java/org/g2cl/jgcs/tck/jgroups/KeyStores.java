package org.g2cl.jgcs.tck.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.Map;
import net.sf.jgcs.spi.jgroups.TlsSettings;

/** Key store of one name, made by the JDK's keytool, and trust stores for it. */
public final class KeyStores {
  static final String PASSWORD = "for tests";

  private final Path folder;
  private final String name;

  private KeyStores(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /** Makes both in a folder, for a certificate of that name. */
  public static KeyStores create(Path folder, String name) throws Exception {
    KeyStores made = new KeyStores(folder, name);
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                made.keyStore().toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(output);
    }
    made.writeTrustStore();
    return made;
  }

  private void writeTrustStore() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keyStore())) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(name, keys.getCertificate(name));
    try (OutputStream out = Files.newOutputStream(trustStore())) {
      trusted.store(out, PASSWORD.toCharArray());
    }
  }

  Path keyStore() {
    return folder.resolve(name + ".p12");
  }

  Path trustStore() {
    return folder.resolve(name + "-trust.p12");
  }

  /** Settings of a member with this key, which trusts another one. */
  public Map<String, String> trusting(KeyStores other) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(TlsSettings.KEY_STORE, keyStore().toString());
    settings.put(TlsSettings.KEY_STORE_PASSWORD, PASSWORD);
    settings.put(TlsSettings.TRUST_STORE, other.trustStore().toString());
    settings.put(TlsSettings.TRUST_STORE_PASSWORD, PASSWORD);
    return settings;
  }
}
