package org.g2cl;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings of a {@link CryptoDataSession}.
 *
 * @param keys the first one encrypts, all decrypt; never empty
 * @param replayWindow how many messages of one sender and quality may overtake another
 * @param clockTolerance how far clocks of members may differ
 * @param proofTimeout how long a joiner waits for the proof of another member
 */
record CryptoSettings(
    List<CryptoKey> keys, int replayWindow, Duration clockTolerance, Duration proofTimeout) {
  CryptoSettings {
    keys = List.copyOf(keys);
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("no key");
    }
  }

  Map<Integer, CryptoKey> keysById() {
    Map<Integer, CryptoKey> byId = new HashMap<>();
    keys.forEach(key -> byId.putIfAbsent(key.id(), key));
    return byId;
  }

  /** Shows no key. */
  @Override
  public String toString() {
    return "CryptoSettings[" + keys.size() + " keys]";
  }
}
