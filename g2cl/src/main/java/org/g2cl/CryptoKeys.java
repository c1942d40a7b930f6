package org.g2cl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import net.sf.jgcs.GroupException;

/** Reader of the keys that settings name; no key, no session. */
final class CryptoKeys {
  static final int MIN_SECRET_LENGTH = 16;

  private static final int KEY_BYTES = 32;
  private static final String EXAMPLE = "those of 'openssl rand -base64 32'";
  private static final String FORM =
      "%d characters or more in a line, such as %s, the same for all members"
          .formatted(MIN_SECRET_LENGTH, EXAMPLE);
  private static final String NO_RIGHT =
      "user '%s', as whom this runs, has no right to; make that user its owner (chown), with the rights 600 (chmod)"
          .formatted(System.getProperty("user.name"));

  private final ChainSettings settings;
  private final String context;

  private CryptoKeys(ChainSettings settings, String context) {
    this.settings = settings;
    this.context = context;
  }

  /** Keys, the one that encrypts first. */
  static List<CryptoKey> read(ChainSettings settings, String context) throws GroupException {
    return new CryptoKeys(settings, context).read();
  }

  private List<CryptoKey> read() throws GroupException {
    List<ChainSetting> sources =
        Stream.of(
                ChainSetting.CRYPTO_SECRET,
                ChainSetting.CRYPTO_SECRET_FILE,
                ChainSetting.CRYPTO_KEYSTORE)
            .filter(settings::isSet)
            .toList();
    if (sources.size() != 1) {
      throw new GroupException(
          "chain has crypto, so one of crypto.secret, crypto.secret-file and crypto.keystore must be set, but %s are; without a key nothing is sent"
              .formatted(
                  sources.isEmpty() ? "none" : sources.stream().map(ChainSetting::key).toList()));
    }
    return switch (sources.get(0)) {
      case CRYPTO_SECRET -> ofSecret();
      case CRYPTO_SECRET_FILE -> ofFile();
      default -> ofKeyStore();
    };
  }

  private List<CryptoKey> ofSecret() throws GroupException {
    List<CryptoKey> keys = new ArrayList<>();
    keys.add(key(ChainSetting.CRYPTO_SECRET, settings.text(ChainSetting.CRYPTO_SECRET)));
    for (String accepted : settings.text(ChainSetting.CRYPTO_ACCEPTED_SECRETS).split("\\s+", -1)) {
      if (!accepted.isEmpty()) {
        keys.add(key(ChainSetting.CRYPTO_ACCEPTED_SECRETS, accepted));
      }
    }
    return keys;
  }

  private List<CryptoKey> ofFile() throws GroupException {
    List<CryptoKey> keys = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(path(ChainSetting.CRYPTO_SECRET_FILE))) {
        if (!line.isBlank()) {
          keys.add(key(ChainSetting.CRYPTO_SECRET_FILE, line.strip()));
        }
      }
    } catch (GroupException e) {
      throw e; // an IOException too, which says already what is wrong
    } catch (IOException e) {
      throw settings.wrong(ChainSetting.CRYPTO_SECRET_FILE, "it cannot be read: " + reason(e));
    }
    if (keys.isEmpty()) {
      throw settings.wrong(
          ChainSetting.CRYPTO_SECRET_FILE, "it holds no secret; write one into it, " + FORM);
    }
    return keys;
  }

  /** What is wrong with a file of secrets, and the mend. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file; write it, or correct the path; it holds a secret, " + FORM;
    }
    if (e instanceof AccessDeniedException) {
      return NO_RIGHT;
    }
    if (e instanceof CharacterCodingException) {
      return "it is no text in UTF-8; its lines are secrets, " + FORM;
    }
    return e + "; it must be a file with a secret, " + FORM;
  }

  private CryptoKey key(ChainSetting setting, String secret) throws GroupException {
    if (secret.length() < MIN_SECRET_LENGTH) {
      throw settings.wrong(
          setting,
          "a secret must have %d characters or more, such as %s"
              .formatted(MIN_SECRET_LENGTH, EXAMPLE));
    }
    return CryptoKey.ofSecret(secret, context);
  }

  private List<CryptoKey> ofKeyStore() throws GroupException {
    char[] password = settings.text(ChainSetting.CRYPTO_KEYSTORE_PASSWORD).toCharArray();
    List<CryptoKey> keys = new ArrayList<>();
    try (InputStream in = Files.newInputStream(path(ChainSetting.CRYPTO_KEYSTORE))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      for (String alias : settings.text(ChainSetting.CRYPTO_KEY_ALIASES).split(",", -1)) {
        keys.add(
            CryptoKey.ofKey(aesKey(alias.strip(), store.getKey(alias.strip(), password)), context));
      }
      return keys;
    } catch (GroupException e) {
      throw e; // an IOException too, which says already what is wrong
    } catch (IOException | GeneralSecurityException e) {
      throw settings.wrong(ChainSetting.CRYPTO_KEYSTORE, "it cannot be read: " + storeReason(e));
    }
  }

  private String storeReason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file; make it (keytool -genseckey), or correct the path";
    }
    if (e instanceof AccessDeniedException) {
      return NO_RIGHT;
    }
    String password = ChainSetting.CRYPTO_KEYSTORE_PASSWORD.key();
    return settings.isSet(ChainSetting.CRYPTO_KEYSTORE_PASSWORD)
        ? "it is no PKCS12 store, or %s is not its password (%s)".formatted(password, e)
        : "%s is not set; set the password of the store (%s)".formatted(password, e);
  }

  private SecretKey aesKey(String alias, Key key) throws GroupException {
    if (key instanceof SecretKey secret
        && secret.getEncoded() != null
        && secret.getEncoded().length == KEY_BYTES) {
      return secret;
    }
    throw settings.wrong(
        ChainSetting.CRYPTO_KEYSTORE,
        "it has no secret key of 256 bits under the alias '%s'; add one (keytool -genseckey -keyalg AES -keysize 256), or name another in %s"
            .formatted(alias, ChainSetting.CRYPTO_KEY_ALIASES.key()));
  }

  private Path path(ChainSetting setting) {
    return Path.of(settings.text(setting));
  }
}
