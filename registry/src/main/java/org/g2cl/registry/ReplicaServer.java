package org.g2cl.registry;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.g2cl.StateTransferDataSession;

/** Applies what replicas call, on the thread that delivers, so nothing here waits. */
final class ReplicaServer implements Replica {
  /** Work that a call gives rise to, to be done on another thread. */
  interface Requests {
    void announceMine();

    void askToAnnounce(SocketAddress member);

    void retract(Entry entry);

    /** Tells an owner what is known of it; done soon. */
    void tellOwner(long owner);

    /** Takes back entries that one member has. */
    void retractAt(SocketAddress member, List<Entry> freed);

    void learned(SocketAddress member, long number);
  }

  private final Tree tree;
  private final Owners owners;
  private final Ownership mine;
  private final StateTransferDataSession transfer;
  private final Requests requests;

  ReplicaServer(
      Tree tree,
      Owners owners,
      Ownership mine,
      StateTransferDataSession transfer,
      Requests requests) {
    this.tree = tree;
    this.owners = owners;
    this.mine = mine;
    this.transfer = transfer;
    this.requests = requests;
  }

  @Override
  public long hello(SocketAddress caller, long owner, int count, long digest) {
    requests.learned(caller, owner);
    if (transfer.hasState()) {
      List<Entry> known = tree.of(owner);
      long sum = known.stream().mapToLong(Entry::digest).sum();
      if (known.size() != count || sum != digest) {
        requests.askToAnnounce(caller);
        requests.tellOwner(owner); // it takes back what is too much, and counts on from here
      }
    }
    return mine.number();
  }

  @Override
  public void holds(SocketAddress caller, long owner, byte[] entries) {
    if (owners.hasDeparted(caller)) {
      return;
    }
    Counted held = read(entries);
    tree.reach(held); // so nothing is bound from now on with a version that is taken back
    mine.caughtUp();
    if (owner != mine.number()) {
      return;
    }
    requests.retractAt(caller, freedOf(held));
  }

  @Override
  public byte bind(SocketAddress caller, long owner, String name, byte[] value) {
    Values.check(name, value);
    return write(caller, name, owner, () -> tree.bind(name, value, owner));
  }

  @Override
  public byte rebind(SocketAddress caller, long owner, String name, byte[] value) {
    Values.check(name, value);
    return write(caller, name, owner, () -> tree.rebind(name, value, owner));
  }

  @Override
  public byte unbind(SocketAddress caller, String name) {
    return write(caller, name, () -> tree.unbind(name));
  }

  @Override
  public byte retract(SocketAddress caller, long owner, String name, long version) {
    AtomicBoolean putBack = new AtomicBoolean();
    byte outcome =
        write(
            caller,
            name,
            owner,
            () -> {
              Tree.Outcome takenBack = tree.unbind(name, owner, version);
              putBack.set(takenBack == Tree.Outcome.DONE && mine.putBack(name, owner, version));
              return takenBack;
            });
    if (putBack.get()) {
      requests.announceMine(); // the others have put nothing back
    }
    return outcome;
  }

  private byte write(SocketAddress caller, String name, long owner, Supplier<Tree.Outcome> action) {
    requests.learned(caller, owner);
    return write(caller, name, action);
  }

  /** A departed member's write is ignored: its entries went with the view. */
  private byte write(SocketAddress caller, String name, Supplier<Tree.Outcome> action) {
    if (owners.hasDeparted(caller)) {
      return Tree.Outcome.IGNORED.code();
    }
    Names.checked(name);
    return apply(name, action).code();
  }

  /** One at a time, since what this member alone is to take back comes beside the total order. */
  private synchronized Tree.Outcome apply(String name, Supplier<Tree.Outcome> action) {
    Tree.Outcome outcome = action.get();
    mine.follow(name);
    mine.caughtUp();
    return outcome;
  }

  @Override
  public void announce(SocketAddress caller, long owner, byte[] entries) {
    if (owners.hasDeparted(caller)) {
      return;
    }
    requests.learned(caller, owner);
    Counted announced = read(entries);
    List<Entry> freed = owner == mine.number() ? freedOf(announced) : List.of();
    take(owner, announced);
    freed.forEach(requests::retract);
  }

  private synchronized void take(long owner, Counted announced) {
    mine.forgetDisplacedBy(owner);
    tree.take(announced);
    announced.entries().forEach(entry -> mine.followAnnounced(entry.name()));
    mine.caughtUp();
  }

  /**
   * What there is under this member's number though it has freed it. Of what it announced, all that
   * know so pass that over; it is taken back since some may not, as one that has got its state
   * since.
   */
  private synchronized List<Entry> freedOf(Counted held) {
    return held.entries().stream()
        .filter(entry -> entry.owner() == mine.number() && mine.hasFreed(entry.name()))
        .toList();
  }

  private static Counted read(byte[] entries) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(entries))) {
      return EntryCodec.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void announceAgain(SocketAddress caller) {
    requests.announceMine();
  }
}
