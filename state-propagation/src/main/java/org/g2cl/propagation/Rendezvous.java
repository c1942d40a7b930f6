package org.g2cl.propagation;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Highest-random-weight hashing: every member ranks the members for a key alike, and a member that
 * goes or comes moves only its own share of the keys.
 *
 * <p>Source: Thaler and Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM
 * Transactions on Networking 6(1), 1998. Clients use it too, so that a failed-over call finds the
 * backup.
 */
public final class Rendezvous {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Rendezvous() {}

  /** Ranks the members for a key, the highest weight first; ties are broken by name. */
  public static List<String> rank(String key, Collection<String> members) {
    long seed = hash(FNV_OFFSET, key);
    return members.stream()
        .sorted(
            Comparator.comparingLong((String member) -> weight(seed, member))
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static long weight(long seed, String member) {
    return mix(hash(seed, member));
  }

  private static long hash(long start, String text) {
    long hash = start;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** Finalizer of SplitMix64, so that similar names get unrelated weights. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
