package org.g2cl;

import java.time.Duration;
import java.util.List;

/**
 * Settings of a {@link CryptoDataSession}.
 *
 * @param keys the first one encrypts, all decrypt; never empty
 * @param file that the keys were read from, null when they were given as text
 * @param context what keeps groups with the same secret apart
 * @param replayWindow how many messages of one sender and quality may overtake another
 * @param clockTolerance how far clocks of members may differ
 * @param proofTimeout how long a joiner waits for the proof of another member
 * @param reload how often the file with the keys is looked at
 * @param grace how long a key that was taken out is still accepted
 */
record CryptoSettings(
    List<CryptoKey> keys,
    KeyFile file,
    String context,
    int replayWindow,
    Duration clockTolerance,
    Duration proofTimeout,
    Duration reload,
    Duration grace) {
  CryptoSettings {
    keys = List.copyOf(keys);
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("no key");
    }
  }

  /** Shows no key. */
  @Override
  public String toString() {
    return "CryptoSettings[" + keys.size() + " keys]";
  }
}
