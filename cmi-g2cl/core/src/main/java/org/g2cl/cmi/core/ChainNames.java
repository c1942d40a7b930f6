package org.g2cl.cmi.core;

import java.util.List;
import org.g2cl.ChainSetting;

/** Names of the decorators' settings, and those that the user of the HA service has set. */
final class ChainNames {
  private static final String CHAIN = ChainSetting.CHAIN.key() + " ";

  /** Names that are the beginning of others stand after them. */
  private static final List<Name> NAMES =
      List.of(
          new Name(ChainSetting.CRYPTO_SECRET_FILE, HaSetting.SECRET_FILE),
          new Name(ChainSetting.CRYPTO_SECRET, HaSetting.SECRET),
          new Name(ChainSetting.CRYPTO_ACCEPTED_SECRETS, HaSetting.ACCEPTED_SECRETS),
          new Name(ChainSetting.CRYPTO_KEYSTORE_PASSWORD, HaSetting.KEYSTORE_PASSWORD),
          new Name(ChainSetting.CRYPTO_KEYSTORE, HaSetting.KEYSTORE),
          new Name(ChainSetting.CRYPTO_KEY_ALIASES, HaSetting.KEY_ALIASES));

  private record Name(ChainSetting below, HaSetting here) {}

  private ChainNames() {}

  /** A message of the decorators, with the names that their settings have here. */
  static String translate(String message) {
    String told =
        message.startsWith(CHAIN)
            ? HaSetting.CHAIN.key() + " " + message.substring(CHAIN.length())
            : message;
    for (Name name : NAMES) {
      told = told.replace(name.below().key(), name.here().key());
    }
    return told;
  }
}
