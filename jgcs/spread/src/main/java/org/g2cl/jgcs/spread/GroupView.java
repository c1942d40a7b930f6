package org.g2cl.jgcs.spread;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Regular membership message of the daemon, decoded.
 *
 * @param members all of them, in the order of the daemon
 * @param cause one of the bits {@code BY_...} of {@link Bits}
 * @param together the virtual synchrony set of this member: those that came through a change of the
 *     ring with it; after any other cause, the member that the change is about
 */
record GroupView(
    SpreadViewId id, List<String> members, int cause, int setAt, Set<String> together) {
  private static final int CAUSES =
      Bits.BY_JOIN | Bits.BY_LEAVE | Bits.BY_DISCONNECT | Bits.BY_NETWORK;
  private static final int SETS_AT = 20;
  private static final int OFFSET_AT = 16;

  static GroupView of(Frame frame) throws MalformedFrameException {
    ByteBuffer words = frame.words();
    if (words.capacity() < SETS_AT) {
      throw broken(frame, "its data are too short");
    }
    int cause = frame.type() & CAUSES;
    if (Integer.bitCount(cause) != 1) {
      throw broken(frame, "it has no single cause");
    }
    int setAt = words.getInt(OFFSET_AT);
    var id = SpreadViewId.whole(words.getInt(), words.getInt(), words.getInt());
    return new GroupView(id, List.copyOf(frame.members()), cause, setAt, set(frame, setAt));
  }

  private static Set<String> set(Frame frame, int setAt) throws MalformedFrameException {
    ByteBuffer words = frame.words();
    int room = words.capacity() - SETS_AT - Integer.BYTES;
    if (setAt < 0 || setAt > room) {
      throw broken(frame, "its set of members is at " + setAt);
    }
    int count = words.getInt(SETS_AT + setAt);
    if (count < 0 || count > (room - setAt) / Names.BYTES) {
      throw broken(frame, "its set has " + count + " members");
    }
    List<String> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(Names.get(frame.data(), SETS_AT + setAt + Integer.BYTES + i * Names.BYTES));
    }
    return new LinkedHashSet<>(names);
  }

  private static MalformedFrameException broken(Frame frame, String why) {
    return new MalformedFrameException(
        "a membership message is broken, %s: %s".formatted(why, frame));
  }

  /** The same view without those of its members. */
  GroupView without(Collection<String> some) {
    return new GroupView(id.without(some), rest(some), cause, setAt, together);
  }

  /** View that follows this one when some of its members fail, of all that are gone by now. */
  GroupView afterFailure(Collection<String> gone) {
    return new GroupView(id.without(gone), rest(gone), Bits.BY_DISCONNECT, setAt, Set.copyOf(gone));
  }

  private List<String> rest(Collection<String> some) {
    return members.stream().filter(member -> !some.contains(member)).toList();
  }

  boolean byLeave() {
    return cause == Bits.BY_LEAVE;
  }

  boolean byNetwork() {
    return cause == Bits.BY_NETWORK;
  }
}
