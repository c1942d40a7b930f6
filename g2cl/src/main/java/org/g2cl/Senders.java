package org.g2cl;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Replay windows of the senders heard of, one per instance, key and stream.
 *
 * <p>Bounded: the sender that was silent for longest is forgotten, and from then on no frame of an
 * unknown sender is taken that is no younger than that one's last, so forgetting opens no way to
 * replay. A group of more members than are kept loses messages.
 */
final class Senders {
  static final int MAX_SENDERS = 256;

  /** A sender under one key. */
  record Name(Envelope.Instance instance, int keyId) {}

  private static final class Known {
    final Map<Integer, ReplayWindow> windows = new HashMap<>();
    long lastSecond;
  }

  private final int windowSize;
  private long earliest = Long.MIN_VALUE;

  private final Map<Name, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, Known> eldest) {
          boolean full = size() > MAX_SENDERS;
          if (full) {
            earliest = Math.max(earliest, eldest.getValue().lastSecond);
          }
          return full;
        }
      };

  Senders(int windowSize) {
    this.windowSize = windowSize;
  }

  /** Takes an authenticated frame; refuses one that came before. */
  synchronized void accept(Envelope envelope) throws MalformedFrameException {
    Name name = new Name(envelope.instance(), envelope.keyId());
    Known sender = known.get(name);
    if (sender == null) {
      if (envelope.second() <= earliest) { // its last ones may be of that very second
        throw new MalformedFrameException(
            "replayed: older than senders already forgotten; or the group has more members than can be told from replays: %d, half of it while keys change"
                .formatted(MAX_SENDERS));
      }
      sender = new Known();
      known.put(name, sender);
    }
    sender.lastSecond = Math.max(sender.lastSecond, envelope.second());
    ReplayWindow window =
        sender.windows.computeIfAbsent(envelope.stream(), s -> new ReplayWindow(windowSize));
    if (!window.accept(envelope.sequence())) {
      throw new MalformedFrameException("replayed, or too far behind: " + envelope.sequence());
    }
  }
}
