package org.g2cl.registry;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
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
      }
      if (known.size() > count) {
        requests.tellOwner(owner);
      }
    }
    return mine.number();
  }

  @Override
  public void holds(SocketAddress caller, long owner, byte[] entries) {
    if (owner != mine.number() || owners.hasDeparted(caller)) {
      return;
    }
    List<Entry> freed =
        read(entries).stream()
            .filter(entry -> entry.owner() == owner && !mine.has(entry.name()))
            .toList();
    requests.retractAt(caller, freed);
  }

  @Override
  public byte bind(SocketAddress caller, long owner, String name, byte[] value) {
    return write(caller, name, owner, () -> tree.bind(name, value, owner));
  }

  @Override
  public byte rebind(SocketAddress caller, long owner, String name, byte[] value) {
    return write(caller, name, owner, () -> tree.rebind(name, value, owner));
  }

  @Override
  public byte unbind(SocketAddress caller, String name) {
    return write(caller, name, () -> tree.unbind(name));
  }

  @Override
  public byte retract(SocketAddress caller, long owner, String name, long version) {
    return write(caller, name, owner, () -> tree.unbind(name, owner, version));
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
    Tree.Outcome outcome = action.get();
    mine.follow(name);
    return outcome.code();
  }

  @Override
  public void announce(SocketAddress caller, long owner, byte[] entries) {
    if (owners.hasDeparted(caller)) {
      return;
    }
    requests.learned(caller, owner);
    List<Entry> announced = read(entries);
    boolean own = owner == mine.number();
    List<Entry> freed =
        own ? announced.stream().filter(entry -> !mine.has(entry.name())).toList() : List.of();
    tree.merge(announced);
    freed.forEach(requests::retract);
    announced.forEach(entry -> followIfMine(entry.name()));
  }

  private void followIfMine(String name) {
    if (mine.has(name)) {
      mine.follow(name);
    }
  }

  private static List<Entry> read(byte[] entries) {
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
