package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A primary view, formed or tried.
 *
 * @param number higher than that of every one before
 * @param members their tokens, by rank
 * @param peak members that the group had at most, less those that left in order
 */
record Formation(long number, List<Long> members, int peak) {
  /** Before the first. */
  static final Formation NONE = new Formation(0, List.of(), 0);

  /**
   * Tells whether those have the right to go on from this view: more than half of it, or half of it
   * with its first member. When two are left either has, being alone: it cannot be told which one
   * failed. And when each member is there, or left in order, nobody else can go on.
   *
   * <p>A member that was started anew proves that its former life is over, but not that it did not
   * form a later view before it ended, with others that go on. So such members count only when
   * nobody of the group is missing.
   *
   * @param strict true when also of two only the first has
   * @param left members that left in order
   */
  boolean isFollowedBy(Collection<Long> those, Set<Long> left, boolean strict) {
    if (isEnded(those, left)) {
      return true;
    }
    long there = members.stream().filter(those::contains).count();
    if (!strict && there > 0 && (peak <= 2 || (members.size() == 2 && those.size() == 1))) {
      return true;
    }
    return 2 * there > members.size()
        || (2 * there == members.size() && those.contains(members.get(0)));
  }

  /** Tells whether nobody but those can go on. */
  private boolean isEnded(Collection<Long> those, Set<Long> left) {
    if (members.stream().allMatch(member -> those.contains(member) || left.contains(member))) {
      return true;
    }
    long names = those.stream().mapToLong(Formation::nameOf).distinct().count();
    return names >= remaining(left) && isAccountedFor(those, left);
  }

  /** Peak of the view that follows this one. */
  int nextPeak(int size, Set<Long> left) {
    return Math.max(remaining(left), size);
  }

  private int remaining(Set<Long> left) {
    return peak - (int) members.stream().filter(left::contains).count();
  }

  /** Tells whether each member is there, or a later life of it is, or it left in order. */
  boolean isAccountedFor(Collection<Long> those, Set<Long> left) {
    return members.stream()
        .allMatch(
            member -> those.contains(member) || left.contains(member) || isReplaced(member, those));
  }

  private static boolean isReplaced(long member, Collection<Long> those) {
    return those.stream().anyMatch(other -> nameOf(other) == nameOf(member));
  }

  /**
   * Makes the token of one life of a member.
   *
   * <p>Its name counts by CRC-32, which differs for names that differ in a few neighbouring
   * characters; {@code hashCode} does not, and one member would be taken for a later life of
   * another.
   *
   * @param name the same in each life
   */
  static long token(String name, long chance) {
    CRC32 sum = new CRC32();
    byte[] bytes = name.getBytes(UTF_8);
    sum.update(bytes, 0, bytes.length);
    return (sum.getValue() << Integer.SIZE) | (chance & 0xffff_ffffL);
  }

  private static long nameOf(long token) {
    return token >> Integer.SIZE;
  }
}
