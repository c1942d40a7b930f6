package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.sf.jgcs.spi.GroupMember;
import net.sf.jgcs.spi.ViewMembership;

/** One membership, from join to leave or crash. */
final class LocalMember implements GroupMember {
  private static final int TAKEN_KEPT = 1_000;

  private final LocalNetwork network;
  private final GroupRoom room;
  private final LocalAddress address;
  private final long number;
  private final LocalControlSession session;
  private final Inbox inbox;
  private volatile boolean crashed;
  private volatile boolean left;
  private volatile View view = View.NONE;

  /** When the newest view that is on its way arrives; guarded by the network. */
  private long lastInstall = Long.MIN_VALUE;

  /** Ordered messages taken that may come again; guarded by the network. */
  private final Set<LocalMessage> taken = new LinkedHashSet<>();

  LocalMember(
      LocalNetwork network,
      GroupRoom room,
      LocalAddress address,
      long number,
      LocalControlSession session,
      Inbox inbox) {
    this.network = network;
    this.room = room;
    this.address = address;
    this.number = number;
    this.session = session;
    this.inbox = inbox;
  }

  @Override
  public void join() {
    network.join(this);
    inbox.start();
  }

  @Override
  public void leave() {
    left = true;
    inbox.close();
    network.leave(this);
  }

  /** Stops at once, as a killed process does; the group hears of it later. */
  void crash() {
    crashed = true;
    inbox.close();
  }

  /** Is put out by the group, and hears of it in its turn. */
  void exclude() {
    crashed = true;
    inbox.offerView(
        () -> {
          inbox.close();
          session.exclude(this);
        });
  }

  /** Time at which a view arrives that would at this time, but not before an earlier one. */
  long installAfter(long nanos) {
    lastInstall = lastInstall == Long.MIN_VALUE ? nanos : Math.max(nanos, lastInstall);
    return lastInstall;
  }

  /** Tells whether an ordered message comes for the first time. */
  boolean isNew(LocalMessage message) {
    if (taken.size() > TAKEN_KEPT) {
      taken.remove(taken.iterator().next());
    }
    return taken.add(message);
  }

  /** Takes a view from the network; the session hears of it in its turn. */
  void install(View next) {
    ViewMembership membership = membership(next);
    view = next;
    inbox.offerView(() -> session.deliver(this, membership));
  }

  private ViewMembership membership(View next) {
    List<SocketAddress> leavers = new ArrayList<>();
    List<SocketAddress> failed = new ArrayList<>();
    for (LocalMember gone : view.without(next)) {
      (gone.left ? leavers : failed).add(gone.address);
    }
    return new ViewMembership(
        next.id(),
        address,
        next.addresses(),
        View.addresses(next.without(view)),
        leavers,
        failed,
        next.merged());
  }

  void take(LocalMessage message, LocalService service) {
    inbox.offerMessage(
        service,
        message.payload().remaining(),
        () -> {
          session.deliver(this, message, service);
        });
  }

  Inbox inbox() {
    return inbox;
  }

  GroupRoom room() {
    return room;
  }

  View view() {
    return view;
  }

  @Override
  public LocalAddress address() {
    return address;
  }

  long number() {
    return number;
  }

  boolean crashed() {
    return crashed;
  }

  boolean left() {
    return left;
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
