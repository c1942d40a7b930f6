package org.g2cl.jgcs.spread;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;

/**
 * Word of the members among themselves, of which applications hear nothing.
 *
 * <p>In its frame it looks like the middle of a message whose beginning was never received. Members
 * of a build that does not know it pass that over without a word, as do those of this one when its
 * kind is of a later build.
 *
 * @param round view with which the members began to count anew; null in those that tell only that
 *     their sender lives
 * @param speakers members known to say such words, and the milliseconds after which they take
 *     others for failed; empty but in a greeting
 * @param members those that it is about
 */
record Control(Kind kind, SpreadViewId round, Map<String, Integer> speakers, List<String> members) {
  /** Number that no message has, since they begin at one. */
  private static final int ID = 0;

  private static final int TOTAL = Integer.MAX_VALUE;
  private static final int ROUND_BYTES = 3 * Integer.BYTES;
  private static final int SPEAKER_BYTES = Names.BYTES + Integer.BYTES;

  /** What it says. */
  enum Kind {
    /** "I live." */
    HEARTBEAT(1, SpreadService.FIFO),
    /** The same, and its sender waits for it to come back. */
    PROBE(2, SpreadService.FIFO),
    /** "I know these words, as those do, and these are put out." */
    GREETING(3, SpreadService.TOTAL_ORDER),
    /** "I have not heard that one for long." */
    SUSPICION(4, SpreadService.TOTAL_ORDER),
    /** "I have heard it again." */
    WITHDRAWAL(5, SpreadService.TOTAL_ORDER);

    private final int code;
    private final SpreadService service;

    Kind(int code, SpreadService service) {
      this.code = code;
      this.service = service;
    }
  }

  static Control heartbeat() {
    return life(Kind.HEARTBEAT);
  }

  static Control probe() {
    return life(Kind.PROBE);
  }

  private static Control life(Kind kind) {
    return new Control(kind, null, Map.of(), List.of());
  }

  /** Tells whether it says only that its sender lives. */
  boolean isOfLife() {
    return kind == Kind.HEARTBEAT || kind == Kind.PROBE;
  }

  static Control greeting(
      SpreadViewId round, Map<String, Integer> speakers, Collection<String> out) {
    return new Control(Kind.GREETING, round, Map.copyOf(speakers), List.copyOf(out));
  }

  /** Greeting of one that is about to join, which others get ahead of the view with it. */
  static Control announcement(String own, int timeoutMillis) {
    return greeting(SpreadViewId.whole(0, 0, 0), Map.of(own, timeoutMillis), List.of());
  }

  static Control suspicion(SpreadViewId round, String member) {
    return new Control(Kind.SUSPICION, round, Map.of(), List.of(member));
  }

  static Control withdrawal(SpreadViewId round, String member) {
    return new Control(Kind.WITHDRAWAL, round, Map.of(), List.of(member));
  }

  /** Subject of which only the newest word counts. */
  String subject() {
    return members.size() == 1 && kind != Kind.GREETING ? members.get(0) : "";
  }

  /** Casts it to the group. */
  void cast(Outgoing.Wire wire, String group) throws GroupException {
    byte[] head = new Fragment(ID, TOTAL, kind.code).head();
    byte[] data = toBytes();
    int tag = new Tag(kind.service, true).toApplication();
    wire.write(writer -> writer.write(kind.service.bit(), group, tag, head, data, 0, data.length));
  }

  private byte[] toBytes() {
    if (round == null) {
      return new byte[1];
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(
            ROUND_BYTES
                + Integer.BYTES
                + speakers.size() * SPEAKER_BYTES
                + members.size() * Names.BYTES);
    bytes.putInt(round.process()).putInt(round.time()).putInt(round.index());
    bytes.putInt(speakers.size());
    speakers.forEach(
        (name, millis) -> {
          Names.put(bytes, name);
          bytes.putInt(millis);
        });
    members.forEach(name -> Names.put(bytes, name));
    return bytes.array();
  }

  /** Tells whether it is such a word, also one of a kind that is not known. */
  static boolean is(Arrival arrival) {
    if (!arrival.tag().fragment() || arrival.data().length <= Fragment.HEAD_BYTES) {
      return false;
    }
    ByteBuffer head = ByteBuffer.wrap(arrival.data());
    return head.getInt() == ID && head.getInt() == TOTAL && head.getInt() > 0;
  }

  /** Reads such a word; null when its kind is not known. */
  static Control of(Arrival arrival) throws MalformedFrameException {
    ByteBuffer data = ByteBuffer.wrap(arrival.data());
    data.position(2 * Integer.BYTES);
    int code = data.getInt();
    for (Kind kind : Kind.values()) {
      if (kind.code == code) {
        return kind == Kind.HEARTBEAT || kind == Kind.PROBE ? life(kind) : read(kind, data);
      }
    }
    return null;
  }

  private static Control read(Kind kind, ByteBuffer data) throws MalformedFrameException {
    if (data.remaining() < ROUND_BYTES + Integer.BYTES) {
      throw new MalformedFrameException("a word among members is too short");
    }
    SpreadViewId round = SpreadViewId.whole(data.getInt(), data.getInt(), data.getInt());
    int count = data.getInt();
    if (count < 0 || count > data.remaining() / SPEAKER_BYTES) {
      throw new MalformedFrameException("a word among members tells of " + count + " of them");
    }
    Map<String, Integer> speakers = new HashMap<>();
    for (int i = 0; i < count; i++) {
      speakers.put(name(data), data.getInt());
    }
    List<String> members = new ArrayList<>();
    while (data.remaining() >= Names.BYTES) {
      members.add(name(data));
    }
    return new Control(kind, round, Map.copyOf(speakers), List.copyOf(members));
  }

  private static String name(ByteBuffer data) throws MalformedFrameException {
    byte[] name = new byte[Names.BYTES];
    data.get(name);
    return Names.get(name, 0);
  }
}
