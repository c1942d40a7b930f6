package org.g2cl.jgcs.spread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages of which fragments are still to come; for one thread.
 *
 * <p>It keeps no more of a sender than that may have under way: messages of {@code longestMessage}
 * bytes in all for each order in which fragments travel. What is kept waits for the network and is
 * the same at all members, so it makes none of them leave; senders keep to the bound, and what one
 * sends beyond it is dropped.
 */
final class Reassembly {
  /** Messages of one sender that are kept while they are not complete. */
  static final int MOST_PER_SENDER = 256;

  /** Services whose fragments may overtake those of another one. */
  static final int ORDERS =
      (int)
          Arrays.stream(SpreadService.values())
              .mapToInt(SpreadService::fragmentBit)
              .distinct()
              .count();

  /** Fragments that a message of any length may have. */
  private static final int FEW = 1000;

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
    if (partial.parts().size() > FEW + partial.total() / SpreadSettings.SMALLEST_FRAGMENT) {
      remove(key);
      throw new MalformedFrameException(fragment + " is of smaller ones than any member sends");
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
    remove(key);
    checkShare(key.sender(), fragment.total());
    Partial partial = new Partial(fragment.total(), new ArrayList<>());
    partials.put(key, partial);
    return partial;
  }

  private void checkShare(String sender, int next) throws MalformedFrameException {
    int messages = 0;
    long begun = 0;
    for (Map.Entry<Key, Partial> entry : partials.entrySet()) {
      if (entry.getKey().sender().equals(sender)) {
        messages++;
        begun += entry.getValue().total();
      }
    }
    if (messages >= MOST_PER_SENDER || begun + next > (long) ORDERS * longestMessage) {
      throw new MalformedFrameException(
          "its sender has begun %d messages of %d bytes already".formatted(messages, begun));
    }
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
