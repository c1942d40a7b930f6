package org.g2cl.jgcs.jgroups;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.ViewMembership;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.ViewId;

/**
 * Views of one membership, delivered one at a time and each before the messages of its new members.
 *
 * <p>JGroups hands over a view and the messages that follow it in different threads, so a message
 * of an unknown member waits shortly for the view.
 */
final class Views {
  /**
   * Flag of a message that its sender must not get; JGroups carries it and only BARRIER, which
   * holds messages back during JGroups' own state transfer, gives it a meaning.
   */
  static final Message.Flag NOT_TO_SELF = Message.Flag.SKIP_BARRIER;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final Duration LONGEST_CALLBACK = Duration.ofMillis(200);

  private final Object turn = new Object();
  private volatile Map<Address, JGroupsAddress> installed = Map.of();
  private volatile Map<Address, JGroupsAddress> delivered = Map.of();
  private volatile Address local;
  private ViewId lastId;
  private boolean closed;

  void install(
      View view, JGroupsAddress localAddress, Farewell farewell, Consumer<Membership> listener) {
    synchronized (turn) {
      if (lastId != null && view.getViewId().compareTo(lastId) <= 0) {
        return;
      }
      lastId = view.getViewId();
      local = localAddress.address();
      Map<Address, JGroupsAddress> before = installed;
      Map<Address, JGroupsAddress> next = addresses(view, before);
      change(() -> installed = next);
      listener.accept(membership(view, localAddress, before, farewell));
      change(() -> delivered = next);
    }
  }

  private static Map<Address, JGroupsAddress> addresses(
      View view, Map<Address, JGroupsAddress> before) {
    Map<Address, JGroupsAddress> next = new LinkedHashMap<>();
    for (Address member : view.getMembers()) {
      JGroupsAddress known = before.get(member);
      next.put(member, known == null ? JGroupsAddress.of(member) : known);
    }
    return next;
  }

  private ViewMembership membership(
      View view,
      JGroupsAddress localAddress,
      Map<Address, JGroupsAddress> before,
      Farewell farewell) {
    List<SocketAddress> left = new ArrayList<>();
    List<SocketAddress> failed = new ArrayList<>();
    before.forEach(
        (address, gone) -> {
          if (!installed.containsKey(address)) {
            (farewell.wasSaidBy(address) ? left : failed).add(gone);
          }
        });
    List<JGroupsAddress> joined =
        installed.values().stream().filter(m -> !before.containsKey(m.address())).toList();
    return new ViewMembership(
        JGroupsViewId.of(view.getViewId()),
        localAddress,
        List.copyOf(installed.values()),
        joined,
        left,
        failed);
  }

  int size() {
    return installed.size();
  }

  boolean contains(Address member) {
    return installed.containsKey(member);
  }

  Set<Address> others() {
    return installed.keySet().stream()
        .filter(member -> !member.equals(local))
        .collect(Collectors.toSet());
  }

  /** Address of a member whose view was delivered, or null when there is no such member. */
  JGroupsAddress awaitMember(Address sender) {
    JGroupsAddress known = delivered.get(sender);
    if (known == null && await(LONGEST_WAIT, () -> installed.containsKey(sender))) {
      await(LONGEST_CALLBACK, () -> delivered.containsKey(sender));
      known = installed.get(sender);
    }
    return known;
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

  void close() {
    change(() -> closed = true);
  }
}
