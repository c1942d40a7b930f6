package org.g2cl.jgcs.spread;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decision who is put out of the group, the same at the same place of the total order at all
 * members; for one thread.
 *
 * <p>A view with new members, or by a change of the ring, begins a round, in which all greet each
 * other. What decides comes from the words of the round alone, so that also those decide alike that
 * were not together before: a member is put out once more than half of the others that are not
 * themselves put out suspect it, provided that all members are known to understand that.
 *
 * <p>Who is put out stays so for as long as the daemon has it in the group. Members that come to
 * know of it by a greeting put it out there. When the network takes one away that comes back, it is
 * known still who understands all this, since that one may stand still and cannot greet; and one
 * that was put out is told of by greetings, so that it is put out again at one place.
 */
final class PutOuts {
  /** Of those that are in no view, so many are kept; most joiners are in the next view. */
  private static final int MOST_KEPT = 100;

  /** Members that are put out, as far as this one knows. */
  private final Set<String> out = new TreeSet<>();

  /** Members that understand all this, as far as this one knows, with their time-outs. */
  private final Map<String, Integer> speakers = new HashMap<>();

  /** Members that were put out when the network took them away, perhaps not for ever. */
  private final Set<String> away = new LinkedHashSet<>();

  private final Set<String> outInRound = new HashSet<>();
  private final Set<String> speakersInRound = new HashSet<>();

  /** Who suspects a member, by that member. */
  private final Map<String, Set<String>> suspicions = new TreeMap<>();

  /** Time-outs of those that may come: they are about to join, or the network took them away. */
  private final Map<String, Integer> expected = new LinkedHashMap<>();

  private GroupView view;
  private SpreadViewId round;

  /** True when one was put out at all members since the last decision. */
  private boolean more;

  /** Takes a view of the daemon; true when it begins a round. */
  boolean begin(GroupView next) {
    boolean begins =
        view == null || next.byNetwork() || !view.members().containsAll(next.members());
    if (next.byNetwork()) {
      remember(next.members());
    }
    view = next;
    out.retainAll(next.members());
    speakers.keySet().retainAll(next.members());
    if (begins) {
      round = next.id();
      outInRound.clear();
      speakersInRound.clear();
      suspicions.clear();
      learnExpected();
    } else {
      outInRound.retainAll(next.members());
      suspicions.keySet().retainAll(next.members());
      suspicions.values().forEach(by -> by.retainAll(next.members()));
    }
    return begins;
  }

  /** Keeps what is known of those that the network takes away: it may bring them back. */
  private void remember(Collection<String> rest) {
    for (Map.Entry<String, Integer> speaker : speakers.entrySet()) {
      if (!rest.contains(speaker.getKey())) {
        expect(speaker.getKey(), speaker.getValue());
      }
    }
    for (String member : out) {
      if (!rest.contains(member)) {
        away.add(member);
      }
    }
    while (away.size() > MOST_KEPT) {
      away.remove(away.iterator().next());
    }
  }

  /**
   * Knows those that joined, or came back, as speakers, so that others hear of it though they stand
   * still before they can greet.
   */
  private void learnExpected() {
    for (String member : view.members()) {
      Integer timeout = expected.remove(member);
      if (timeout != null) {
        speakers.put(member, timeout);
      }
    }
  }

  /** Takes notice of one that is about to join, by what it said to the group. */
  void expect(String joiner, int timeoutMillis) {
    expected.put(joiner, timeoutMillis);
    if (expected.size() > MOST_KEPT) {
      expected.remove(expected.keySet().iterator().next());
    }
  }

  /**
   * Tells whether a view of the daemon changes nothing at any member, since it is about one that is
   * put out at all of them; to be asked before the view is taken.
   */
  boolean isOfOneThatIsOut(GroupView next) {
    return !next.byNetwork()
        && !next.together().isEmpty()
        && outInRound.containsAll(next.together());
  }

  /** Takes a word that is of this round. */
  void take(String sender, Control word) {
    if (!word.round().equals(round) || outInRound.contains(sender)) {
      return;
    }
    switch (word.kind()) {
      case GREETING -> greet(word);
      case SUSPICION -> word.members().forEach(member -> suspect(sender, member));
      case WITHDRAWAL -> word.members().forEach(member -> withdraw(sender, member));
      case HEARTBEAT, PROBE -> {}
    }
  }

  private void greet(Control greeting) {
    greeting.speakers().forEach(this::learn);
    for (String member : greeting.members()) {
      if (view.members().contains(member)) {
        putOut(member);
      }
    }
  }

  private void learn(String member, int timeoutMillis) {
    if (view.members().contains(member)) {
      speakers.put(member, timeoutMillis);
      speakersInRound.add(member);
    }
  }

  private void suspect(String sender, String member) {
    if (view.members().contains(member) && !member.equals(sender)) {
      suspicions.computeIfAbsent(member, m -> new TreeSet<>()).add(sender);
    }
  }

  private void withdraw(String sender, String member) {
    Set<String> by = suspicions.get(member);
    if (by != null) {
      by.remove(sender);
    }
  }

  private void putOut(String member) {
    out.add(member);
    more |= outInRound.add(member);
    suspicions.remove(member);
  }

  /**
   * Puts out whom enough others suspect; true when there are more since the last time that are put
   * out at all members.
   */
  boolean decide() {
    String next = condemned();
    while (next != null) {
      putOut(next);
      next = condemned();
    }
    boolean decided = more;
    more = false;
    return decided;
  }

  /** The first of those to be put out, or null. */
  private String condemned() {
    if (suspicions.isEmpty() || !allSpeak()) {
      return null;
    }
    return suspicions.keySet().stream().filter(this::isCondemned).findFirst().orElse(null);
  }

  private boolean isCondemned(String member) {
    Set<String> others = counting();
    others.remove(member);
    Set<String> by = new HashSet<>(suspicions.get(member));
    by.retainAll(others);
    return 2 * by.size() > others.size();
  }

  private Set<String> counting() {
    Set<String> counting = new HashSet<>(view.members());
    counting.removeAll(outInRound);
    return counting;
  }

  /** Tells whether all members understand each other, so that one can be put out. */
  boolean allSpeak() {
    return speakersInRound.containsAll(counting());
  }

  /** Members that are put out though the daemon has them in the group. */
  Set<String> out() {
    return Set.copyOf(out);
  }

  /** The same with those that come back, as this member tells the others. */
  Set<String> toTell() {
    Set<String> all = new HashSet<>(away);
    all.retainAll(view.members());
    all.addAll(out);
    return Set.copyOf(all);
  }

  boolean isOut(String member) {
    return out.contains(member);
  }

  /** The daemon's last view. */
  GroupView view() {
    return view;
  }

  /** View that began the round. */
  SpreadViewId round() {
    return round;
  }

  Map<String, Integer> speakers() {
    return Map.copyOf(speakers);
  }
}
