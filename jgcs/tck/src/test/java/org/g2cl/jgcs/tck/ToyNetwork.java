package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.sf.jgcs.GroupException;

/** One group in one JVM; whoever holds its monitor puts the messages of all in order. */
final class ToyNetwork {
  private final Fault fault;
  private final List<ToyMember> members = new ArrayList<>();
  private final Set<ToyAddress> leavers = ConcurrentHashMap.newKeySet();
  private final Set<ToyMember> apart = new HashSet<>();
  private final List<ToyMember> ghosts = new ArrayList<>();
  private final Map<String, ToyAddress> byName = new HashMap<>();
  private long views;
  private long addresses;
  private int sent;

  ToyNetwork(Fault fault) {
    this.fault = fault;
  }

  boolean has(Fault wanted) {
    return fault == wanted;
  }

  /** What is thrown for an object of another engine. */
  ClassCastException wrong(ClassCastException cause) throws GroupException {
    if (has(Fault.WRAPS_CLASS_CAST_EXCEPTIONS)) {
      throw new GroupException("wrong class", cause);
    }
    return cause;
  }

  synchronized ToyAddress newAddress(String name) {
    ToyAddress next = new ToyAddress(name, ++addresses, !has(Fault.HAS_ADDRESSES_OF_ONE_PROCESS));
    return has(Fault.REUSES_ADDRESSES) ? byName.computeIfAbsent(name, any -> next) : next;
  }

  synchronized void add(ToyMember member, boolean again) {
    members.add(member);
    if (again && has(Fault.LEAVES_A_REJOINER_ALONE)) {
      apart.add(member);
    }
    giveViews(null);
  }

  synchronized void leave(ToyMember member) {
    leavers.add(member.address());
    ghosts.add(member);
    remove(member);
  }

  boolean left(ToyAddress member) {
    return leavers.contains(member);
  }

  synchronized void remove(ToyMember member) {
    boolean last = members.indexOf(member) == 0 && has(Fault.ENDS_WITH_ITS_COORDINATOR);
    members.remove(member);
    if (!last) {
      giveViews(null);
    }
  }

  synchronized void cutOff(ToyMember member) {
    apart.add(member);
    giveViews(null);
  }

  synchronized void letBack(ToyMember member) {
    apart.remove(member);
    giveViews(has(Fault.HIDES_MERGES) ? null : member);
  }

  /** Gives each side its view; the parts of a merge are one member and all others. */
  private void giveViews(ToyMember merged) {
    for (ToyMember member : members) {
      List<ToyAddress> side = new ArrayList<>(addresses(side(member)));
      if (has(Fault.SHOWS_OTHER_RANKS) && member != members.get(0)) {
        Collections.reverse(side);
      }
      long number = views + 1;
      List<ToyAddress> part = merged == null ? null : partOf(member, merged);
      member.offerView(number, side, part);
    }
    views++;
  }

  private List<ToyAddress> partOf(ToyMember member, ToyMember merged) {
    if (member == merged) {
      return List.of(merged.address());
    }
    return addresses(members.stream().filter(other -> other != merged).toList());
  }

  private List<ToyMember> side(ToyMember of) {
    return members.stream().filter(m -> apart.contains(m) == apart.contains(of)).toList();
  }

  private static List<ToyAddress> addresses(List<ToyMember> members) {
    return members.stream().map(ToyMember::address).toList();
  }

  synchronized void send(
      ToyMember from, byte[] payload, ToyService service, SocketAddress to, boolean toSelf) {
    sent++;
    if (has(Fault.LOSES_MESSAGES) && sent % 10 == 0) {
      return;
    }
    if (has(Fault.DROPS_EMPTY_MESSAGES) && payload.length == 0) {
      return;
    }
    int length = has(Fault.CUTS_LARGE_MESSAGES) ? Math.min(payload.length, 60_000) : payload.length;
    ToyMessage message =
        new ToyMessage(payload, length, from.address(), has(Fault.COPIES_PAYLOADS));
    List<ToyMember> receivers = new ArrayList<>(side(from));
    if (has(Fault.DELIVERS_AFTER_LEAVING)) {
      receivers.addAll(ghosts);
    }
    for (ToyMember member : receivers) {
      boolean chosen = to == null || to.equals(member.address());
      boolean itself =
          member == from
              && (has(Fault.IS_DEAF_TO_ITSELF) || (!toSelf && !has(Fault.IGNORES_SELF_DELIVERY)));
      if ((chosen || has(Fault.SENDS_TO_ALL_WHAT_IS_FOR_ONE)) && !itself) {
        member.offer(message, service, sent);
        if (has(Fault.DOUBLES_MESSAGES) && sent % 10 == 0) {
          member.offer(message, service, sent);
        }
      }
    }
  }
}
