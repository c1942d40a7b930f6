package org.g2cl.cmi.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupException;
import org.g2cl.ChainSetting;
import org.g2cl.MarshalDataSessionFactory;

/** What the settings of a node say of the decorators below it, in the decorators' own words. */
final class ChainProperties {
  private static final String CRYPTO = "crypto";
  private static final List<HaSetting> KEY_SOURCES =
      List.of(HaSetting.SECRET, HaSetting.SECRET_FILE, HaSetting.KEYSTORE);

  private ChainProperties() {}

  /** Whether there is a key, so that members are authenticated and messages encrypted. */
  static boolean hasKey(HaSettings settings) {
    return keySource(settings).isPresent();
  }

  /** Setting that the key comes from; empty when there is none. */
  static Optional<HaSetting> keySource(HaSettings settings) {
    return KEY_SOURCES.stream().filter(settings::isSet).findFirst();
  }

  /**
   * Checks what can be checked without a group.
   *
   * @throws HaException when settings contradict each other, or the chain's names are wrong
   */
  static void check(HaSettings settings) {
    checkEncryption(settings);
    checkNames(settings);
  }

  /** Settings of the decorators between this node and the group, encryption among them. */
  static Map<String, String> of(HaSettings settings) {
    var properties = new HashMap<String, String>();
    List<String> chain = new ArrayList<>();
    if (settings.isSet(HaSetting.CHAIN)) {
      chain.add(settings.get(HaSetting.CHAIN).strip());
    }
    if (settings.encrypted()) {
      chain.add(CRYPTO);
      properties.put(ChainSetting.CRYPTO_CONTEXT.key(), settings.get(HaSetting.GROUP));
      putIfSet(settings, properties, ChainSetting.CRYPTO_KEY_ALIASES.key(), HaSetting.KEY_ALIASES);
    }
    properties.put(ChainSetting.CHAIN.key(), String.join(",", chain));
    putIfSet(settings, properties, ChainSetting.CRYPTO_SECRET.key(), HaSetting.SECRET);
    putIfSet(
        settings,
        properties,
        ChainSetting.CRYPTO_ACCEPTED_SECRETS.key(),
        HaSetting.ACCEPTED_SECRETS);
    putIfSet(settings, properties, ChainSetting.CRYPTO_SECRET_FILE.key(), HaSetting.SECRET_FILE);
    putIfSet(settings, properties, ChainSetting.CRYPTO_KEYSTORE.key(), HaSetting.KEYSTORE);
    putIfSet(
        settings,
        properties,
        ChainSetting.CRYPTO_KEYSTORE_PASSWORD.key(),
        HaSetting.KEYSTORE_PASSWORD);
    return properties;
  }

  private static void checkEncryption(HaSettings settings) {
    List<String> sources =
        KEY_SOURCES.stream().filter(settings::isSet).map(HaSetting::key).toList();
    if (sources.size() > 1) {
      throw new HaException(
          "%s are set, and only one of them can count; keep one, and leave the others out"
              .formatted(String.join(" and ", sources)));
    }
    for (HaSetting needsKey : List.of(HaSetting.ACCEPTED_SECRETS, HaSetting.KEYSTORE_PASSWORD)) {
      if (settings.isSet(needsKey) && !settings.encrypted()) {
        throw settings.wrong(
            needsKey,
            "it means nothing without %s, %s or %s; set one, or nothing is encrypted"
                .formatted(
                    HaSetting.SECRET.key(), HaSetting.SECRET_FILE.key(), HaSetting.KEYSTORE.key()));
      }
    }
  }

  private static void checkNames(HaSettings settings) {
    List<String> names = List.of(settings.get(HaSetting.CHAIN).strip().split("\\s*,\\s*"));
    if (names.contains(CRYPTO)) {
      throw settings.wrong(
          HaSetting.CHAIN,
          "a secret or key store adds encryption by itself; leave %s out, and set %s"
              .formatted(CRYPTO, HaSetting.SECRET_FILE.key()));
    }
    try {
      MarshalDataSessionFactory.of(
          Map.of(ChainSetting.CHAIN.key(), settings.get(HaSetting.CHAIN).strip()));
    } catch (GroupException e) {
      throw new HaException(ChainNames.translate(e.getMessage()), e);
    }
  }

  private static void putIfSet(
      HaSettings settings, Map<String, String> properties, String key, HaSetting setting) {
    if (settings.isSet(setting)) {
      properties.put(key, settings.get(setting));
    }
  }
}
