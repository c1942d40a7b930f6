package org.g2cl;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Setting of a {@link MarshalDataSessionFactory}: its key, its default and its meaning. */
public enum ChainSetting {
  /** {@code chain}. */
  CHAIN("", "Decorators from the application to the network: frag, bundle, compress, crypto"),
  /** {@code frag.size}. */
  FRAG_SIZE("60000", "Most bytes of a message in one fragment"),
  /** {@code bundle.size}. */
  BUNDLE_SIZE("32768", "Bytes at which waiting messages are sent together"),
  /** {@code bundle.delay}. */
  BUNDLE_DELAY("PT0.001S", "Longest time that a message waits for others"),
  /** {@code compress.algorithm}. */
  COMPRESS_ALGORITHM("deflate", "deflate, or lz4 with at.yawk.lz4:lz4-java on the class path"),
  /** {@code compress.min-size}. */
  COMPRESS_MIN_SIZE("512", "Messages of fewer bytes are not compressed"),
  /** {@code crypto.secret}. */
  CRYPTO_SECRET("", "Secret that all members share, 16 characters or more"),
  /** {@code crypto.accepted-secrets}. */
  CRYPTO_ACCEPTED_SECRETS("", "Further secrets that are accepted, separated by blanks"),
  /** {@code crypto.secret-file}. */
  CRYPTO_SECRET_FILE("", "File with a secret in each line: the first is used, all are accepted"),
  /** {@code crypto.keystore}. */
  CRYPTO_KEYSTORE("", "PKCS12 key store with AES keys of 256 bits"),
  /** {@code crypto.keystore-password}. */
  CRYPTO_KEYSTORE_PASSWORD("", "Password of the key store and its keys"),
  /** {@code crypto.key-aliases}. */
  CRYPTO_KEY_ALIASES(
      "g2cl", "Keys of the key store, separated by commas: the first is used, all are accepted"),
  /** {@code crypto.context}. */
  CRYPTO_CONTEXT("", "Text that keeps groups with the same secret apart, such as the group's name"),
  /** {@code crypto.replay-window}. */
  CRYPTO_REPLAY_WINDOW("65536", "How many messages of a sender may overtake another, by 64"),
  /** {@code crypto.clock-tolerance}. */
  CRYPTO_CLOCK_TOLERANCE("PT30S", "How far the clocks of members may differ"),
  /** {@code crypto.proof-timeout}. */
  CRYPTO_PROOF_TIMEOUT("PT10S", "How long a joiner waits until another member proves its key"),
  /** {@code crypto.reload}. */
  CRYPTO_RELOAD("PT10S", "How often the secret file or key store is looked at for new keys"),
  /** {@code crypto.grace}. */
  CRYPTO_GRACE("PT1M", "How long a key is accepted after it was taken out of the file");

  private final String defaultValue;
  private final String meaning;

  ChainSetting(String defaultValue, String meaning) {
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Name as a property, for instance {@code crypto.replay-window}. */
  public String key() {
    String name = name().toLowerCase(Locale.ROOT);
    int dot = name.indexOf('_');
    return dot < 0
        ? name
        : name.substring(0, dot) + '.' + name.substring(dot + 1).replace('_', '-');
  }

  /** Decorator that it is for; none for the chain itself. */
  Optional<Decorator> decorator() {
    return Arrays.stream(Decorator.values())
        .filter(decorator -> name().startsWith(decorator.name() + "_"))
        .findAny();
  }

  /** Whether it says where keys come from. */
  boolean namesKeys() {
    return this == CRYPTO_SECRET
        || this == CRYPTO_ACCEPTED_SECRETS
        || this == CRYPTO_SECRET_FILE
        || this == CRYPTO_KEYSTORE
        || this == CRYPTO_KEYSTORE_PASSWORD
        || this == CRYPTO_KEY_ALIASES;
  }

  /** Value when nothing is set; durations in ISO-8601. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Meaning in one line. */
  public String meaning() {
    return meaning;
  }

  /** Whether the value must not be shown. */
  boolean secret() {
    return this == CRYPTO_SECRET
        || this == CRYPTO_ACCEPTED_SECRETS
        || this == CRYPTO_KEYSTORE_PASSWORD;
  }

  static Optional<ChainSetting> ofKey(String key) {
    for (ChainSetting setting : values()) {
      if (setting.key().equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }
}
