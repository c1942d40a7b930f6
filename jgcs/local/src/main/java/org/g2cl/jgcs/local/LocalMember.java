package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.spi.ViewMembership;

/** One membership, from join to leave or crash. */
final class LocalMember {
  private final LocalNetwork network;
  private final GroupRoom room;
  private final LocalAddress address;
  private final long number;
  private final LocalControlSession session;
  private final Inbox inbox;
  private volatile boolean crashed;
  private volatile boolean left;
  private volatile View view = View.NONE;

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

  void join() {
    network.join(this);
    inbox.start();
  }

  void leave() {
    left = true;
    inbox.close();
    network.leave(this);
  }

  /** Stops at once, as a killed process does; the group hears of it later. */
  void crash() {
    crashed = true;
    inbox.close();
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
        next.id(), address, next.addresses(), View.addresses(next.without(view)), leavers, failed);
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

  LocalAddress address() {
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
