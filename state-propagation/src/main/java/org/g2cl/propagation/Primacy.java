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

  /** Members that left in order, and are in no view tried since. */
  private final Set<Long> left = new LinkedHashSet<>();

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

  /**
   * What this member knows. One that it only heard of it tells as one that was tried: it does not
   * have what the members of that view were told when it was formed, so the majority of the last
   * one that it was in must be there too, which has it.
   */
  Standing standing() {
    List<Formation> after = new ArrayList<>(tried);
    if (heard.number() > last.number() && !tried.contains(heard)) {
      after.add(heard);
    }
    return new Standing(token, last, List.copyOf(after), List.copyOf(left));
  }

  /** Last primary view that this member was in. */
  Formation last() {
    return last;
  }

  /** Newest primary view known. */
  Formation latest() {
    return heard.number() > last.number() ? heard : last;
  }

  /** Hears of a primary view that it may have missed. */
  void hear(Formation formed) {
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
   * Decides on a view, given what all its members know, and takes note of that.
   *
   * @return the primary view to try, or null when these members are a minority
   */
  Formation next(Collection<Standing> standings) {
    Set<Long> members = new LinkedHashSet<>();
    Formation latest = Formation.NONE;
    for (Standing standing : standings) {
      members.add(standing.token());
      standing.left().forEach(this::noteLeft);
      latest = standing.last().number() > latest.number() ? standing.last() : latest;
    }
    left.removeAll(members);
    hear(latest); // whoever told it may be lost before the others hear of it
    boolean follows = mayFollow(latest, members, over(latest, standings));
    long number = latest.number();
    boolean tooMany = latest.number() > 0 && latest.lives().isEmpty();
    List<Long> lives = new ArrayList<>(latest.lives());
    for (Standing standing : standings) {
      for (Formation attempt : standing.tried()) {
        if (attempt.number() > latest.number()) {
          follows &= mayFollow(attempt, members, left);
          number = Math.max(number, attempt.number());
          tooMany |= attempt.lives().isEmpty();
          lives.addAll(attempt.lives());
        }
      }
    }
    Formation before = latest.withLives(tooMany ? List.of() : lives);
    return follows ? before.next(number + 1, members, left) : null;
  }

  /** Lives of that view that are over: those that left, and those that a later view lacks. */
  private Set<Long> over(Formation latest, Collection<Standing> standings) {
    Set<Long> over = new LinkedHashSet<>(left);
    for (Standing standing : standings) {
      for (Formation attempt : standing.tried()) {
        if (attempt.number() > latest.number() && !attempt.lives().isEmpty()) {
          latest.lives().stream()
              .filter(life -> !attempt.lives().contains(life))
              .forEach(over::add);
        }
      }
    }
    return over;
  }

  private boolean mayFollow(Formation before, Set<Long> members, Set<Long> over) {
    if (groupSize == 0) {
      return before.isFollowedBy(members, over, strict);
    }
    boolean tie = 2 * members.size() == groupSize;
    boolean first = before.members().isEmpty() || members.contains(before.members().get(0));
    return 2 * members.size() > groupSize || (tie && first);
  }

  /**
   * Agrees to a view that is about to be formed; false when it cannot be.
   *
   * @param known newest view that this member knew of when it was asked: has it agreed to another
   *     since, that one may be formed by others, unknown to who decided on this one
   */
  boolean agree(Formation attempt, long known) {
    long agreed = tried.stream().mapToLong(Formation::number).reduce(last.number(), Math::max);
    if (agreed > known || attempt.number() <= Math.max(agreed, heard.number())) {
      return false;
    }
    left.removeAll(attempt.members());
    // one of the same members asks for the same, so that tries without end take no room
    tried.removeIf(before -> before.asksTheSame(attempt));
    return tried.size() < MAX_TRIED && tried.add(attempt);
  }

  /**
   * A view was formed that all its members had agreed to.
   *
   * @param previous number of the primary view that it follows
   * @return false when this member missed one before it, in which others may have gone on
   */
  boolean formed(Formation formation, long previous) {
    boolean inStep = last.number() == previous && heard.number() <= previous;
    last = formation;
    tried.removeIf(attempt -> attempt.number() <= formation.number());
    return inStep;
  }
}
