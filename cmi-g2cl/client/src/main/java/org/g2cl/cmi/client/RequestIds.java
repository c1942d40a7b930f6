package org.g2cl.cmi.client;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Maker of request ids, unique among all clients.
 *
 * <p>The id of a creation becomes the session's id, which whoever knows it may call: it is 144 bits
 * of a {@link SecureRandom} of its own. Other ids need only be unique: one such prefix per JVM and
 * a counter, which costs nothing.
 */
final class RequestIds {
  private static final int BYTES = 18;

  private final SecureRandom random = new SecureRandom();
  private final AtomicLong counter = new AtomicLong();
  private final String prefix = unguessable() + "-";

  String unguessable() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String next() {
    return prefix + Long.toString(counter.incrementAndGet(), Character.MAX_RADIX);
  }
}
