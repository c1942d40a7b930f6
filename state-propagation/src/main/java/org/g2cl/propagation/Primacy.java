package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One member's part in deciding which part of a split group goes on, as a state machine.
 *
 * <p>A view is primary when it holds the majority of the last primary view, and of every view that
 * was tried since and may have been formed. Every member of it agrees before the first one relies
 * on it, so that no later view can be formed without knowing of it. Pure: no thread, clock or I/O;
 * the caller guards it. Source: Lotem, Keidar and Dolev, "Dynamic voting for consistent primary
 * components", PODC 1997.
 */
final class Primacy {
  /** Tried views kept at most; more are not agreed to. */
  private static final int MAX_TRIED = 64;

  /** Members that left kept at most; the oldest go. */
  private static final int LEFT_KEPT = 1_000;

  private long token;
  private final int groupSize;
  private final boolean strict;
  private boolean named;
  private Formation last = Formation.NONE;

  /** Newest primary view heard of, which this member may not have been in. */
  private Formation heard = Formation.NONE;

  private final List<Formation> tried = new ArrayList<>();

  /** Members of the largest view since the last primary one, which it may have been a part of. */
  private int largestView;

  /** Members that left in order, and are in no view tried since. */
  private final Set<Long> left = new LinkedHashSet<>();

  /** Views agreed to and formed so far, by which others tell whether an answer still holds. */
  private long changes;

  Primacy(long token, int groupSize, boolean strict) {
    this.strict = strict;
    this.token = token;
    this.groupSize = groupSize;
  }

  /** Gives the member its name, once. */
  void name(String name) {
    if (!named) {
      named = true;
      token = Formation.token(name, token);
    }
  }

  long token() {
    return token;
  }

  /** This member is in a view of so many. */
  void see(int members) {
    largestView = Math.max(largestView, members);
  }

  /** What this member knows. */
  Standing standing() {
    return new Standing(
        token, last, latest(), List.copyOf(tried), List.copyOf(left), largestView, changes);
  }

  /** Last primary view that this member was in. */
  Formation last() {
    return last;
  }

  /** Newest primary view known. */
  Formation latest() {
    return heard.number() > last.number() ? heard : last;
  }

  /**
   * Hears of a primary view that it may have missed. Whom that one lacks of those that were ever in
   * the last one here, or before, has left, or was started anew.
   */
  void hear(Formation formed) {
    if (formed.number() > last.number() && !formed.lives().isEmpty()) {
      last.lives().stream().filter(life -> !formed.lives().contains(life)).forEach(this::noteLeft);
    }
    if (formed.number() > heard.number()) {
      heard = formed;
    }
  }

  /** A member has left in order, so that it counts no more, unless it turns out to be there. */
  void noteLeft(long gone) {
    left.add(gone);
    if (left.size() > LEFT_KEPT) {
      left.remove(left.iterator().next());
    }
  }

  /**
   * Decides on a view, given what all its members know, and takes note of that. It must have the
   * majority of the last primary view that any of them was in, which knows what had been told by
   * then, and of those that may have been formed after it.
   *
   * @return the primary view to try, or null when these members are a minority
   */
  Formation next(Collection<Standing> standings) {
    Set<Long> members = new LinkedHashSet<>();
    Formation latest = Formation.NONE;
    int seen = 0;
    for (Standing standing : standings) {
      members.add(standing.token());
      seen = Math.max(seen, standing.seen());
      standing.left().forEach(this::noteLeft);
      latest = standing.last().number() > latest.number() ? standing.last() : latest;
      hear(standing.latest()); // whoever told it may be lost before the others hear of it
    }
    left.removeAll(members);
    boolean ofTwo = !strict && seen <= 2;
    boolean follows = mayFollow(latest, members, ofTwo);
    long number = latest.number();
    boolean tooMany = latest.number() > 0 && latest.lives().isEmpty();
    List<Long> lives = new ArrayList<>(latest.lives());
    for (Standing standing : standings) {
      for (Formation attempt : standing.after()) {
        if (attempt.number() > latest.number()) {
          follows &= mayFollow(attempt, members, ofTwo);
          number = Math.max(number, attempt.number());
          tooMany |= attempt.lives().isEmpty();
          lives.addAll(attempt.lives());
        }
      }
    }
    Formation before = latest.withLives(tooMany ? List.of() : lives);
    return follows ? before.next(number + 1, members, left) : null;
  }

  /**
   * Tells whether those may go on from that view.
   *
   * @param ofTwo true when either of two may go on without the other: it cannot be told which one
   *     failed. Not when they have seen others since, with which the other may go on
   */
  private boolean mayFollow(Formation before, Set<Long> members, boolean ofTwo) {
    return groupSize == 0
        ? before.isFollowedBy(members, left) || (ofTwo && before.isOneOfTwo(members))
        : mayFollowBySize(before, members);
  }

  /**
   * The same where the size of the group is configured. Of so many members at most two majorities
   * share one, whatever the last primary view, and it knows of the first of the two when it has
   * lived since. So members count that were in a primary view in this life; newcomers and members
   * that were started anew do only when nobody else can go on. When more are known of, majorities
   * may share none: then the last primary view is asked for too.
   */
  private boolean mayFollowBySize(Formation before, Set<Long> members) {
    boolean hasRoom = before.hasRoomFor(members, left, groupSize);
    long there = before.countLives(members);
    if (before.isEnded(members, left)) {
      there = hasRoom ? members.size() : before.countKnown(members);
    }
    return (hasRoom || before.isFollowedBy(members, left))
        && isMajority(there, groupSize, before.isLedByOneOf(members));
  }

  /**
   * Agrees to a view that is about to be formed; false when it cannot be.
   *
   * @param asked {@link Standing#changes} of this member's answer by which that was decided: a view
   *     that it agreed to since may be formed by others, and what it was told since with one that
   *     was formed, those who decided do not count with
   */
  boolean agree(Formation attempt, long asked) {
    if (asked != changes || attempt.number() <= latest().number()) {
      return false;
    }
    left.removeAll(attempt.members());
    // one of the same members asks for the same, so that tries without end take no room
    tried.removeIf(before -> before.asksTheSame(attempt));
    if (tried.size() == MAX_TRIED) {
      return false;
    }
    changes++;
    return tried.add(attempt);
  }

  /**
   * Tells whether this member missed a primary view, in which others may have gone on.
   *
   * @param previous number of the one before that which is formed now
   */
  boolean hasMissed(long previous) {
    return last.number() != previous || heard.number() > previous;
  }

  /** A view was formed that all its members had agreed to. */
  void formed(Formation formation) {
    last = formation;
    largestView = formation.members().size();
    changes++;
    tried.removeIf(attempt -> attempt.number() <= formation.number());
  }

  /**
   * Tells whether those are enough that nobody can follow the last primary view without one of
   * them.
   */
  boolean isQuorum(Collection<Long> those) {
    List<Long> formed = last.members();
    long there = formed.stream().filter(those::contains).count();
    boolean hasFirst = !formed.isEmpty() && those.contains(formed.get(0));
    // where the size of the group is configured, the majority of the last view may not be asked for
    return isMajority(there, formed.size(), hasFirst)
        && (groupSize == 0 || isMajority(there, groupSize, hasFirst));
  }

  private static boolean isMajority(long there, int all, boolean hasFirst) {
    return 2 * there > all || (2 * there == all && hasFirst);
  }
}
