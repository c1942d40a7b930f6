package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A primary view, formed or tried.
 *
 * @param number higher than that of every one before
 * @param members their tokens, by rank
 * @param peak members that the group had at most, less those that left in order
 * @param lives tokens of all that were ever in a primary view, formed or tried, that led to this
 *     one, and of which nothing shows that they are over; contains the members; empty when they are
 *     too many
 */
record Formation(long number, List<Long> members, int peak, List<Long> lives) {
  /** Before the first. */
  static final Formation NONE = new Formation(0, List.of(), 0, List.of());

  /** Known at most; of a group that had more it cannot be told whether it is whole. */
  private static final int MAX_LIVES = 1_000;

  /**
   * Tells whether those have the right to go on from this view: more than half of it, or half of it
   * with its first member. And when each member is there, or left in order, nobody else can go on.
   *
   * <p>A member that was started anew proves that its former life is over, but not that it did not
   * form a later view before it ended, with others that go on. So such members count only when
   * nobody is missing who was ever in a primary view: each is there, left in order, or was started
   * anew itself.
   *
   * @param left members that left in order
   */
  boolean isFollowedBy(Collection<Long> those, Set<Long> left) {
    if (isEnded(those, left)) {
      return true;
    }
    long there = count(those);
    return 2 * there > members.size() || (2 * there == members.size() && isLedByOneOf(those));
  }

  /**
   * Tells whether those have one of two that are left, which is alone, or of a group that never had
   * more.
   */
  boolean isOneOfTwo(Collection<Long> those) {
    boolean isAlone = members.size() == 2 && those.size() == 1;
    return count(those) > 0 && (peak <= 2 || isAlone);
  }

  /** Tells whether its first member, by which halves are told apart, is one of those. */
  boolean isLedByOneOf(Collection<Long> those) {
    return !members.isEmpty() && those.contains(members.get(0));
  }

  /**
   * Tells whether those, and all others that are known of, are so many at most.
   *
   * @param left members that left in order
   */
  boolean hasRoomFor(Collection<Long> those, Set<Long> left, int size) {
    List<Long> all = nextLives(those, left);
    return !all.isEmpty() && all.size() <= size;
  }

  /** Counts those that are known from before, in this life or a former one. */
  long countKnown(Collection<Long> those) {
    return lives.isEmpty()
        ? those.size() // nobody is, before the first view; or too many are
        : those.stream().filter(one -> lives.contains(one) || isReplaced(one, lives)).count();
  }

  /** Counts those that may have been in a primary view before, in this life. */
  long countLives(Collection<Long> those) {
    return lives.isEmpty() ? count(those) : lives.stream().filter(those::contains).count();
  }

  private long count(Collection<Long> those) {
    return members.stream().filter(those::contains).count();
  }

  /** Tells whether nobody but those can go on. */
  boolean isEnded(Collection<Long> those, Set<Long> left) {
    if (members.stream().allMatch(member -> those.contains(member) || left.contains(member))) {
      return true;
    }
    return !lives.isEmpty() && areToldByName() && areAccountedFor(lives, those, left);
  }

  /** The view that follows this one, with those members. */
  Formation next(long nextNumber, Collection<Long> those, Set<Long> left) {
    int nextPeak = Math.max(remaining(left), those.size());
    return new Formation(nextNumber, List.copyOf(those), nextPeak, nextLives(those, left));
  }

  private List<Long> nextLives(Collection<Long> those, Set<Long> left) {
    Set<Long> next = new LinkedHashSet<>();
    for (long life : lives) {
      if (!left.contains(life) && !(areToldByName() && isReplaced(life, those))) {
        next.add(life);
      }
    }
    next.addAll(those);
    boolean tooMany = number > 0 && lives.isEmpty();
    return tooMany || next.size() > MAX_LIVES ? List.of() : List.copyOf(next);
  }

  /**
   * Tells whether members differ by their names. Else one that was started anew cannot be told from
   * another that is cut off, and names do not count.
   */
  private boolean areToldByName() {
    return members.stream().map(Formation::nameOf).distinct().count() == members.size();
  }

  /** Tells whether the same members may follow this one as may follow the other. */
  boolean asksTheSame(Formation other) {
    return members.equals(other.members) && peak == other.peak && lives.equals(other.lives);
  }

  Formation withLives(List<Long> known) {
    return new Formation(number, members, peak, known);
  }

  private int remaining(Set<Long> left) {
    return peak - (int) members.stream().filter(left::contains).count();
  }

  /** Tells whether each of the lives is there, or a later one of its member is, or it left. */
  static boolean areAccountedFor(Collection<Long> lives, Collection<Long> present, Set<Long> left) {
    return lives.stream()
        .allMatch(
            life -> present.contains(life) || left.contains(life) || isReplaced(life, present));
  }

  /**
   * Tells whether a life of that member, this one or another, is among those. When several of them
   * have its name it cannot be told.
   */
  private static boolean isReplaced(long member, Collection<Long> those) {
    return those.stream().filter(other -> nameOf(other) == nameOf(member)).count() == 1;
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

  /** What a token tells of its member's name. */
  static long nameOf(long token) {
    return token >> Integer.SIZE;
  }
}
