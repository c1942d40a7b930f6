package net.sf.jgcs.spi;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipID;

/**
 * Views of one membership, delivered one at a time and each before the messages of its new members,
 * unless the listener takes longer than 200 ms: then they overtake it.
 *
 * <p>For engines that hand over a view and the messages that follow it in different threads: a
 * message of an unknown member waits for the view, two seconds at most. One of a member that left,
 * or one too many that waits, is not waited for; a member that failed may come back by a merge.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 *
 * @param <A> address of the engine
 * @param <S> the binding's address of a member
 */
public final class MemberViews<A, S extends SocketAddress> {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final Duration LONGEST_CALLBACK = Duration.ofMillis(200);
  private static final int MOST_WAITING = 64;
  private static final int FORMER_KEPT = 1_000;

  private final Function<A, S> addresses;
  private final Predicate<A> leavers;
  private final Object turn = new Object();
  private volatile Map<A, S> installed = Map.of();
  private volatile MemberTable<A, S> delivered = new MemberTable<>(Map.of());
  private volatile S local;
  private long last = Long.MIN_VALUE;
  private boolean closed;
  private int waiting;

  /** Members that left, the oldest first; they never come back under the same address. */
  private final Set<A> former = new LinkedHashSet<>();

  /**
   * Creates one without a view.
   *
   * @param addresses makes the binding's address of a new member
   * @param leavers tells whether a member that is gone left on its own will; asked once for each
   */
  public MemberViews(Function<A, S> addresses, Predicate<A> leavers) {
    this.addresses = addresses;
    this.leavers = leavers;
  }

  /**
   * Installs a view and hands it to the listener in this thread; one that is not newer than the
   * last is dropped.
   *
   * @param number grows from view to view
   * @param members the coordinator first
   * @param part members that were together with this one before a merge, or null when it is none;
   *     all others are new to it, whatever it thought of them
   */
  public void install(
      MembershipID id,
      long number,
      List<A> members,
      S localAddress,
      Collection<A> part,
      Consumer<Membership> listener) {
    synchronized (turn) {
      if (number <= last) {
        return;
      }
      last = number;
      local = localAddress;
      Map<A, S> before = installed;
      Map<A, S> next = known(members, before);
      change(() -> installed = next);
      ViewMembership view = membership(id, before, next, part);
      listener.accept(view);
      MemberTable<A, S> told = new MemberTable<>(next);
      change(() -> delivered = told);
    }
  }

  private Map<A, S> known(List<A> members, Map<A, S> before) {
    Map<A, S> next = new LinkedHashMap<>();
    for (A member : members) {
      S known = before.get(member);
      next.put(member, known == null ? addresses.apply(member) : known);
    }
    return next;
  }

  private ViewMembership membership(
      MembershipID id, Map<A, S> before, Map<A, S> next, Collection<A> part) {
    List<S> left = new ArrayList<>();
    List<S> failed = new ArrayList<>();
    before.forEach(
        (address, gone) -> {
          if (!next.containsKey(address)) {
            boolean asked = leavers.test(address);
            (asked ? left : failed).add(gone);
            if (asked) {
              change(() -> keepFormer(address));
            }
          }
        });
    List<S> joined = new ArrayList<>();
    next.forEach(
        (address, member) -> {
          if (!before.containsKey(address) || apart(address, member, part)) {
            joined.add(member);
          }
        });
    return new ViewMembership(
        id, local, List.copyOf(next.values()), joined, left, failed, part != null);
  }

  private void keepFormer(A left) {
    former.add(left);
    if (former.size() > FORMER_KEPT) {
      former.remove(former.iterator().next());
    }
  }

  private boolean apart(A address, S member, Collection<A> part) {
    return part != null && !part.contains(address) && !member.equals(local);
  }

  /** Number of members of the last view; 0 before the first. */
  public int size() {
    return installed.size();
  }

  /** Tells whether the last view has that member. */
  public boolean contains(A member) {
    return installed.containsKey(member);
  }

  /** Members of the last view but this one. */
  public Set<A> others() {
    return installed.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(local))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Address of a member of the last view, or null when there is no such member; never waits. */
  public S member(A sender) {
    return installed.get(sender);
  }

  /** Tells whether a view with that member was delivered; never waits. */
  public boolean isDelivered(A member) {
    return delivered.get(member) != null;
  }

  /** Address of a member whose view was delivered, or null when there is no such member. */
  public S awaitMember(A sender) {
    S known = delivered.get(sender);
    if (known == null && awaitView(sender)) {
      await(LONGEST_CALLBACK, () -> isDelivered(sender));
      known = installed.get(sender);
    }
    return known;
  }

  private synchronized boolean awaitView(A sender) {
    if (installed.containsKey(sender)) {
      return true;
    }
    if (former.contains(sender) || waiting >= MOST_WAITING) {
      return false;
    }
    waiting++;
    try {
      return await(LONGEST_WAIT, () -> installed.containsKey(sender));
    } finally {
      waiting--;
    }
  }

  private synchronized boolean await(Duration longest, BooleanSupplier condition) {
    long deadline = System.nanoTime() + longest.toNanos();
    long left = longest.toNanos();
    try {
      while (!condition.getAsBoolean() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return condition.getAsBoolean();
  }

  private synchronized void change(Runnable step) {
    step.run();
    notifyAll();
  }

  /** Ends all waits; later ones return at once. */
  public void close() {
    change(() -> closed = true);
  }
}
