package org.g2cl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.sf.jgcs.GroupException;

/** Order of the decorators of a chain, and the rules that it keeps. */
final class ChainOrder {
  private ChainOrder() {}

  /** Decorators from the application to the network. */
  static List<Decorator> read(ChainSettings settings) throws GroupException {
    List<Decorator> chain = new ArrayList<>();
    for (String name : settings.text(ChainSetting.CHAIN).split(",", -1)) {
      if (!name.isBlank()) {
        chain.add(named(settings, name.strip()));
      }
    }
    refuseSettingsOfOthers(chain, settings);
    String refusal = refusal(chain, settings);
    if (refusal != null) {
      throw settings.wrong(ChainSetting.CHAIN, refusal);
    }
    return chain;
  }

  /**
   * Who sets something of a decorator expects to have it; who names a key, to be encrypted: never
   * is all sent in plain text instead.
   */
  private static void refuseSettingsOfOthers(List<Decorator> chain, ChainSettings settings)
      throws GroupException {
    for (ChainSetting setting : ChainSetting.values()) {
      Optional<Decorator> owner = setting.decorator();
      if (settings.isSet(setting) && owner.isPresent() && !chain.contains(owner.get())) {
        throw settings.wrong(setting, meaningless(owner.get(), settings));
      }
    }
  }

  private static String meaningless(Decorator missing, ChainSettings settings) {
    String effect = missing == Decorator.CRYPTO ? ", and nothing would be encrypted" : "";
    return "it means nothing without %s in %s, which is '%s'%s; add %s, or take the setting out"
        .formatted(
            missing.settingName(),
            ChainSetting.CHAIN.key(),
            settings.text(ChainSetting.CHAIN),
            effect,
            missing.settingName());
  }

  private static Decorator named(ChainSettings settings, String name) throws GroupException {
    Optional<Decorator> found =
        Arrays.stream(Decorator.values()).filter(d -> d.settingName().equals(name)).findAny();
    return found.orElseThrow(
        () ->
            settings.wrong(
                ChainSetting.CHAIN,
                "there is no decorator '%s'; there are %s"
                    .formatted(
                        name,
                        Arrays.stream(Decorator.values()).map(Decorator::settingName).toList())));
  }

  /** Why the order makes no sense, or null when it does. */
  private static String refusal(List<Decorator> chain, ChainSettings settings)
      throws GroupException {
    if (chain.stream().distinct().count() < chain.size()) {
      return "a decorator may be there once only";
    }
    if (before(Decorator.CRYPTO, Decorator.COMPRESS, chain)) {
      return "compress stands after crypto, but encrypted bytes do not get shorter; put it before";
    }
    if (before(Decorator.CRYPTO, Decorator.FRAG, chain)) {
      return "frag stands after crypto, so that anybody could send fragments that wait for others; put it before";
    }
    if (before(Decorator.FRAG, Decorator.BUNDLE, chain)
        && bundleSize(settings) > settings.number(ChainSetting.FRAG_SIZE, 1, Integer.MAX_VALUE)) {
      return "bundle stands after frag and would put fragments together to more than %s bytes again; put it before, or lower %s"
          .formatted(settings.text(ChainSetting.FRAG_SIZE), ChainSetting.BUNDLE_SIZE.key());
    }
    return null;
  }

  private static int bundleSize(ChainSettings settings) throws GroupException {
    return settings.number(ChainSetting.BUNDLE_SIZE, 1, Integer.MAX_VALUE);
  }

  private static boolean before(Decorator first, Decorator second, List<Decorator> chain) {
    return chain.contains(first)
        && chain.contains(second)
        && chain.indexOf(first) < chain.indexOf(second);
  }
}
