package org.g2cl.propagation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Sessions of which something in the background has failed: each rests before its next try, twice
 * as long each time, so that others have their turn. Of more than it remembers, the one that failed
 * longest ago is forgotten.
 *
 * <p>Not thread-safe: the keeper's.
 */
final class Rests {
  static final int MOST = 1_024;

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final Map<SessionId, Rest> rests = new LinkedHashMap<>();

  private record Rest(long nanos, long until) {}

  /** Tells whether the last try is not long enough ago. */
  boolean isResting(SessionId session, long now) {
    Rest rest = rests.get(session);
    return rest != null && now - rest.until() < 0;
  }

  /** A try has failed just now. */
  void failed(SessionId session, long now) {
    Rest before = rests.remove(session);
    long nanos = before == null ? FIRST_NANOS : Math.min(LONGEST_NANOS, 2 * before.nanos());
    if (rests.size() == MOST) {
      rests.remove(rests.keySet().iterator().next());
    }
    rests.put(session, new Rest(nanos, now + nanos));
  }

  /** There is nothing more to try. */
  void done(SessionId session) {
    rests.remove(session);
  }
}
