package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tokens of the members that a primary view was agreed on with; never changed. */
final class MemberTokens {
  /** Before the first. */
  static final MemberTokens NONE = new MemberTokens(Map.of());

  /** By member; 0 of those that were silent. */
  private final Map<SocketAddress, Long> known;

  /** List that was last found to hold only members with a part: every call asks for it. */
  private volatile Collection<SocketAddress> whole;

  private MemberTokens(Map<SocketAddress, Long> known) {
    this.known = known;
  }

  static MemberTokens byRank(List<SocketAddress> members, List<Long> tokens) {
    Map<SocketAddress, Long> known = new HashMap<>();
    for (int i = 0; i < tokens.size(); i++) {
      known.put(members.get(i), tokens.get(i));
    }
    return new MemberTokens(Map.copyOf(known));
  }

  /** Token of the member, 0 when it was silent, null when it was not there. */
  Long of(SocketAddress member) {
    return known.get(member);
  }

  /** Tokens of those members, as far as they are known. */
  List<Long> of(Collection<SocketAddress> those) {
    return those.stream().map(known::get).filter(token -> token != null && token != 0).toList();
  }

  /** Tells whether members were agreed on, and this one was not among them. */
  boolean isNew(SocketAddress member) {
    return !known.isEmpty() && !known.containsKey(member);
  }

  /** Tells whether the member's token is among those, or not known, as that of null never is. */
  boolean isAmong(SocketAddress member, Collection<Long> those) {
    Long token = member == null ? null : known.get(member);
    return token == null || token == 0 || those.contains(token);
  }

  /** Tells whether the member was there and not silent. */
  boolean hasPart(SocketAddress member) {
    return known.getOrDefault(member, 0L) != 0;
  }

  /** Tells whether all of those were; quick when it is the list that was asked for last. */
  boolean haveAllPart(Collection<SocketAddress> those) {
    if (those == whole) {
      return true;
    }
    for (SocketAddress member : those) {
      if (!hasPart(member)) {
        return false;
      }
    }
    whole = those;
    return true;
  }

  /** Tells whether those lives are all over: later ones of them are here. */
  boolean areOver(Collection<Long> lives) {
    return !mayComeBack(lives) && lives.stream().noneMatch(known::containsValue);
  }

  /**
   * Tells whether one of those lives may go on elsewhere: it is not here, and no later life of it
   * is.
   */
  boolean mayComeBack(Collection<Long> lives) {
    return !Formation.areAccountedFor(lives, known.values(), Set.of());
  }
}
