package org.g2cl.jgcs.spread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Private names of memberships: up to six characters of the member's name, four of the time.
 *
 * <p>The daemon wants at most ten characters, unique among its clients. The time of joining, in
 * seconds and raised where needed, makes a member that joins again another one, and lets all
 * members rank each other by age although the daemon sorts them by name. It begins again at zero
 * after 793 days. Of a longer member name the end is taken, where names of one cluster differ most.
 */
final class PrivateNames {
  private static final Comparator<SpreadAddress> BY_BIRTH =
      Comparator.comparing(SpreadAddress::birth).thenComparing(SpreadAddress::privateGroup);

  private static final int NAME_LENGTH = 6;
  private static final int TIME_LENGTH = 4;
  private static final int FIRST_DIGIT = '$';
  private static final int BASE = '~' - '$' + 1;
  private static final long RANGE = (long) BASE * BASE * BASE * BASE;
  private static final long EPOCH = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();
  private static final AtomicLong LAST = new AtomicLong();

  private PrivateNames() {}

  /** Makes a name that this process has not used before. */
  static String next(String memberName) {
    long now = Instant.now().getEpochSecond() - EPOCH;
    return at(memberName, LAST.updateAndGet(last -> Math.max(last + 1, now)));
  }

  /** Name of a member that joins so many seconds after the epoch. */
  static String at(String memberName, long seconds) {
    return readable(memberName) + digits(seconds);
  }

  /**
   * These members, oldest first, as far as their clocks agree; the same order everywhere.
   *
   * <p>Since births begin again at zero, the oldest is the one after the longest time in which
   * nobody was born. That is right while the oldest is older than the youngest by less than 396
   * days, half the range.
   */
  static List<SpreadAddress> byAge(Collection<SpreadAddress> members) {
    List<SpreadAddress> sorted = new ArrayList<>(members);
    sorted.sort(BY_BIRTH);
    int oldest = 0;
    long longest = -1;
    for (int i = 0; i < sorted.size(); i++) {
      long before = seconds(sorted.get(Math.floorMod(i - 1, sorted.size())));
      long gap = Math.floorMod(seconds(sorted.get(i)) - before, RANGE);
      if (gap > longest) {
        longest = gap;
        oldest = i;
      }
    }
    Collections.rotate(sorted, -oldest);
    return sorted;
  }

  private static long seconds(SpreadAddress member) {
    long seconds = 0;
    for (char digit : member.birth().toCharArray()) {
      seconds = seconds * BASE + digit - FIRST_DIGIT;
    }
    return seconds;
  }

  private static String readable(String memberName) {
    int start = Math.max(0, memberName.length() - NAME_LENGTH);
    StringBuilder name = new StringBuilder();
    memberName.substring(start).chars().forEach(c -> name.append(Names.legal(c) ? (char) c : '_'));
    return name.toString();
  }

  private static String digits(long seconds) {
    char[] digits = new char[TIME_LENGTH];
    long rest = seconds;
    for (int i = TIME_LENGTH - 1; i >= 0; i--) {
      digits[i] = (char) (FIRST_DIGIT + Math.floorMod(rest, BASE));
      rest = Math.floorDiv(rest, BASE);
    }
    return new String(digits);
  }

  /** Name of the member in a private name; all of it when it is not one of ours. */
  static String memberName(String privateName) {
    int length = privateName.length() - TIME_LENGTH;
    return length <= 0 ? privateName : privateName.substring(0, length);
  }

  /** Time of joining in a private name, as digits. */
  static String birth(String privateName) {
    int length = privateName.length() - TIME_LENGTH;
    return length <= 0 ? "" : privateName.substring(length);
  }
}
