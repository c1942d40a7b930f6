package org.g2cl;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.SecretKey;

/**
 * Keys of one session, which may change while it runs: one encrypts, all decrypt, and those that
 * were taken out still do for a while, for what is under way.
 *
 * <p>Thread-safe. There is always a key that encrypts.
 */
final class KeyRing {
  /** What encrypts, with the id that goes before what it encrypted; read as one. */
  record Own(int id, SecretKey key) {}

  private record Retired(CryptoKey key, Instant until) {}

  private record Keys(Own own, Map<Integer, CryptoKey> accepted, Map<Integer, Retired> retired) {}

  private final Envelope.Instance instance;
  private final Duration grace;
  private final Clock clock;
  private volatile Keys keys;

  /**
   * Creates one.
   *
   * @param first the first one encrypts, all decrypt; never empty
   * @param grace how long a key that is taken out still decrypts
   */
  KeyRing(List<CryptoKey> first, Envelope.Instance instance, Duration grace, Clock clock) {
    this.instance = instance;
    this.grace = grace;
    this.clock = clock;
    this.keys = new Keys(own(first), byId(first), Map.of());
  }

  private Own own(List<CryptoKey> next) {
    CryptoKey key = next.get(0);
    return new Own(key.id(), key.of(instance));
  }

  private static Map<Integer, CryptoKey> byId(List<CryptoKey> next) {
    Map<Integer, CryptoKey> byId = new HashMap<>();
    next.forEach(key -> byId.putIfAbsent(key.id(), key));
    return byId;
  }

  /** Ids of the keys that decrypt, without those that were taken out. */
  Set<Integer> accepted() {
    return keys.accepted().keySet();
  }

  Own own() {
    return keys.own();
  }

  /** Key that what encrypts is derived from. */
  CryptoKey proving() {
    Keys now = keys;
    return now.accepted().get(now.own().id());
  }

  /** Key of this id, or null when there is none that decrypts now. */
  CryptoKey find(int id) {
    Keys now = keys;
    CryptoKey key = now.accepted().get(id);
    if (key != null) {
      return key;
    }
    Retired retired = now.retired().get(id);
    return retired == null || clock.instant().isAfter(retired.until()) ? null : retired.key();
  }

  /** Takes these keys in place of those that it had; never an empty list. */
  synchronized void change(List<CryptoKey> next) {
    Map<Integer, CryptoKey> accepted = byId(next);
    Instant now = clock.instant();
    Map<Integer, Retired> retired = new HashMap<>(keys.retired());
    keys.accepted().forEach((id, key) -> retired.put(id, new Retired(key, now.plus(grace))));
    retired.keySet().removeAll(accepted.keySet());
    retired.values().removeIf(old -> now.isAfter(old.until()));
    keys = new Keys(own(next), accepted, Map.copyOf(retired));
  }
}
