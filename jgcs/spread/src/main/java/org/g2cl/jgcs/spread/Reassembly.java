package org.g2cl.jgcs.spread;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages of which fragments are still to come; for one thread. */
final class Reassembly {
  /** Messages of one sender that are kept while they are not complete. */
  static final int MOST_PER_SENDER = 256;

  private final int longestMessage;
  private final Map<Key, Partial> partials = new HashMap<>();
  private long bytes;

  Reassembly(int longestMessage) {
    this.longestMessage = longestMessage;
  }

  /** Identity of a message in fragments. */
  record Key(String sender, int id) {
    static Key of(Arrival arrival) throws MalformedFrameException {
      return new Key(arrival.sender(), Fragment.of(arrival.data()).id());
    }
  }

  private record Partial(int total, List<byte[]> parts) {
    int received() {
      return parts.stream().mapToInt(part -> part.length - Fragment.HEAD_BYTES).sum();
    }

    byte[] payload() {
      byte[] payload = new byte[total];
      int end = 0;
      for (byte[] part : parts) {
        int length = part.length - Fragment.HEAD_BYTES;
        System.arraycopy(part, Fragment.HEAD_BYTES, payload, end, length);
        end += length;
      }
      return payload;
    }
  }

  /**
   * Takes a fragment; gives the payload when it is the last one, else null.
   *
   * <p>Those of a message whose beginning this member has not received are ignored: they are of a
   * message that is older than its membership.
   *
   * @throws MalformedFrameException when it does not fit; its message is forgotten
   */
  byte[] add(Arrival arrival) throws MalformedFrameException {
    Fragment fragment = Fragment.of(arrival.data());
    Key key = new Key(arrival.sender(), fragment.id());
    Partial partial = fragment.offset() == 0 ? begin(key, fragment) : partials.get(key);
    if (partial == null) {
      return null;
    }
    if (fragment.total() != partial.total() || fragment.offset() != partial.received()) {
      remove(key);
      throw new MalformedFrameException(fragment + " does not continue what came before");
    }
    partial.parts().add(arrival.data());
    bytes += arrival.bytes();
    if (partial.received() < partial.total()) {
      return null;
    }
    remove(key);
    return partial.payload();
  }

  private Partial begin(Key key, Fragment fragment) throws MalformedFrameException {
    if (fragment.total() > longestMessage) {
      throw new MalformedFrameException(
          "a message of %d bytes is longer than the %d that this member takes, half of its setting '%s'"
              .formatted(fragment.total(), longestMessage, SpreadSettings.QUEUE_BYTES));
    }
    if (partials.keySet().stream().filter(k -> k.sender().equals(key.sender())).count()
        >= MOST_PER_SENDER) {
      throw new MalformedFrameException(
          "its sender has begun %d messages already".formatted(MOST_PER_SENDER));
    }
    remove(key);
    Partial partial = new Partial(fragment.total(), new ArrayList<>());
    partials.put(key, partial);
    return partial;
  }

  private void remove(Key key) {
    Partial removed = partials.remove(key);
    if (removed != null) {
      removed.parts().forEach(part -> bytes -= part.length + Arrival.OVERHEAD);
    }
  }

  /** Forgets the messages of all other senders: they will not be completed. */
  void keepOnly(Collection<String> senders) {
    for (Key key : keys()) {
      if (!senders.contains(key.sender())) {
        remove(key);
      }
    }
  }

  /** Messages that are not complete. */
  Set<Key> keys() {
    return Set.copyOf(partials.keySet());
  }

  boolean has(Key key) {
    return partials.containsKey(key);
  }

  /** Bytes that are kept. */
  long bytes() {
    return bytes;
  }
}
