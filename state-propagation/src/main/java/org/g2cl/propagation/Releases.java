package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which release of the frames' format each member knows, learnt from its answers; so that members
 * one release apart understand each other. Who has not answered yet is taken for the oldest.
 * Thread-safe.
 */
final class Releases {
  /** What members knew before they told. */
  static final byte OLDEST = 1;

  /** From this one on members understand {@link Frame.PatchFrame}. */
  static final byte PATCHES = 2;

  /** What this member knows. */
  static final byte OWN = PATCHES;

  private final Map<SocketAddress, Byte> known = new ConcurrentHashMap<>();

  /** Learns from a {@link Verdict} in its wire form; one of a single byte is of the oldest. */
  void learn(SocketAddress member, byte[] verdict) {
    byte release = verdict.length < 2 ? OLDEST : verdict[1];
    Byte before = known.get(member);
    if (before == null || before != release) {
      known.put(member, release);
    }
  }

  /** Tells whether the member is known to understand what that release has brought. */
  boolean knows(SocketAddress member, byte release) {
    return known.getOrDefault(member, OLDEST) >= release;
  }

  /** Forgets all other members. */
  void retain(Collection<SocketAddress> members) {
    known.keySet().retainAll(members);
  }
}
