package net.sf.jgcs.spi.jgroups;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whose messages in total order a member takes, how far it came, and what a new coordinator has to
 * have done before it casts.
 *
 * <p>Not thread-safe, and does nothing by itself.
 *
 * @param <A> address of a member
 */
final class OrderState<A> {
  private static final int MOST_KNOWN = 1_000;

  private final OrderTail<A> tail = new OrderTail<>();
  private final OrderAgreement<A> agreement = new OrderAgreement<>();

  /** Members that know of this, and those that did; nobody has an address of before. */
  private final Set<A> here = new LinkedHashSet<>();

  private Set<A> members = Set.of();
  private A self;
  private A leader;

  /**
   * Members of the other parts of the last merge: what their coordinators cast was for those. Who
   * was put out without hearing of it had them in its view, and was not together with them.
   */
  private Set<A> merged = new HashSet<>();

  /** View in which the leader took over from one that is gone; 0 when all came equally far. */
  private long change;

  private long view;

  /** Whether this member made the view, and was the coordinator before. */
  private boolean isOwnView;

  /**
   * Takes a new view.
   *
   * @param all members, the coordinator first
   * @param part members that were together with this one before a merge; null when it is no merge
   * @param begin how many of the coordinator's casts have been delivered here, in any order
   * @return who joined
   */
  List<A> install(A own, List<A> all, long number, Set<A> part, long begin) {
    self = own;
    view = number;
    isOwnView = part == null && leads() && all.get(0).equals(self);
    Set<A> before = members;
    members = Set.copyOf(all);
    List<A> joined = all.stream().filter(m -> !before.contains(m) && !m.equals(self)).toList();
    if (part != null) {
      merged = others();
      merged.removeAll(part);
      forgetOtherParts();
    }
    agreement.retain(members);
    merged.retainAll(members);
    A next = all.get(0);
    if (!next.equals(leader) || (part != null && merged.contains(next))) {
      changeLeader(next, before, begin, part != null);
    }
    return joined;
  }

  /** What others cast before a merge is of this part alone. */
  private void forgetOtherParts() {
    if (change == 0 && leader != null) {
      tail.forgetOthers(leader);
    }
  }

  private void changeLeader(A next, Set<A> before, long begin, boolean isMerge) {
    boolean isGone = leader != null && !members.contains(leader);
    leader = next;
    change = isGone && !isMerge ? view : 0;
    tail.follow(next, view, begin);
    if (isMerge) {
      tail.forgetOthers(next);
    }
    if (leads()) {
      Set<A> asked = new HashSet<>(here);
      asked.retainAll(before);
      asked.retainAll(members);
      asked.remove(self);
      agreement.begin(view, asked);
    }
  }

  /** Number of the last view. */
  long view() {
    return view;
  }

  /** Whether this member casts the last view behind messages of its own. */
  boolean isOwnView() {
    return isOwnView;
  }

  /** This member; null before the first view. */
  A self() {
    return self;
  }

  /** Coordinator of the last view; null before the first. */
  A leader() {
    return leader;
  }

  /** Whether this member is the coordinator. */
  boolean leads() {
    return leader != null && leader.equals(self);
  }

  boolean isLedBy(A member) {
    return member.equals(leader);
  }

  boolean isMember(A member) {
    return members.contains(member);
  }

  Set<A> members() {
    return members;
  }

  Set<A> others() {
    Set<A> others = new HashSet<>(members);
    others.remove(self);
    return others;
  }

  /** View in which the leader took over from one that is gone; 0 when all came equally far. */
  long change() {
    return change;
  }

  /** Whether this member is a coordinator that may not cast yet. */
  boolean isTakingOver() {
    return change != 0 && leads();
  }

  /** Whether the leader will say when all came equally far, or this member itself finds out. */
  boolean isOpenAwaited() {
    return change != 0 && (leads() || here.contains(leader));
  }

  /** Nothing is missing any more, or nothing that will come. */
  void open() {
    change = 0;
  }

  /** Notes that a member knows of all this. */
  void addKnown(A member) {
    here.remove(member);
    here.add(member);
    if (here.size() > MOST_KNOWN) {
      here.remove(here.iterator().next());
    }
  }

  /** Members that know of all this, without this one. */
  Set<A> known() {
    Set<A> known = new HashSet<>(here);
    known.retainAll(members);
    known.remove(self);
    return known;
  }

  /** Whether a cast of that coordinator's, who may not be the present one, is to be delivered. */
  boolean takes(A coordinator) {
    return leader == null
        || isLedBy(coordinator)
        || (members.contains(coordinator) && !merged.contains(coordinator));
  }

  /** Notes a message that is about to be delivered; it must not be changed any more. */
  void add(A coordinator, long position, ByteBuffer message) {
    tail.add(coordinator, position, message);
  }

  boolean lacks(A coordinator, long position) {
    return tail.lacks(coordinator, position);
  }

  /** Whether it is too late for a message that this member lacks. */
  boolean isTooLate(A coordinator) {
    return change == 0 || isLedBy(coordinator) || tail.isPast(coordinator);
  }

  /** Notes that there is nothing up to the position that this member has not delivered. */
  void reached(A coordinator, long position) {
    tail.reached(coordinator, position);
  }

  /** How far this member came, and since when it follows the present coordinator. */
  OrderFrame.Report<A> report() {
    return new OrderFrame.Report<>(change, tail.places());
  }

  /** What this member still has of what another lacks. */
  List<OrderTail.Entry<A>> entriesFor(HandOver<A> wanted) {
    return tail.between(wanted.coordinator(), wanted.after(), wanted.upTo());
  }

  /** Whether it has not all of that any more. */
  boolean hasForgotten(HandOver<A> wanted) {
    return tail.hasForgotten(wanted.coordinator(), wanted.after());
  }

  // what a new coordinator knows of the others

  void reported(A member, OrderFrame.Report<A> report) {
    agreement.reported(member, report);
  }

  /** Members whose report counts. */
  List<A> asked() {
    return agreement.asked();
  }

  /** Whether this member may cast, if it is the coordinator. */
  boolean isAgreed() {
    return !isTakingOver() || agreement.isReached(self, tail.places());
  }

  /** Whether {@link #newRequests} has any. */
  boolean hasNewRequests() {
    return agreement.hasNew(self, tail.places());
  }

  /** What is left to ask for; counts as asked for then. */
  List<HandOver<A>> newRequests() {
    return isTakingOver() ? agreement.newRequests(self, tail.places()) : List.of();
  }

  /** What a new coordinator waits for, for people to read. */
  String whatIsMissing() {
    List<A> silent = agreement.silent();
    return silent.isEmpty()
        ? "which is still to be done: " + agreement.left(self, tail.places())
        : "which members have not told: " + silent;
  }
}
