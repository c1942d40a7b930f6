package org.g2cl.registry;

import java.net.SocketAddress;
import org.g2cl.RemoteCallable;

/**
 * What replicas call at each other. The outcome of a write is the code of a {@link Tree.Outcome}.
 */
@RemoteCallable
interface Replica {
  /**
   * Tells a member's number, and the sum of its entries, so that a replica that differs can ask for
   * them; gives the called member's number.
   */
  long hello(SocketAddress caller, long owner, int count, long digest);

  byte bind(SocketAddress caller, long owner, String name, byte[] value);

  byte rebind(SocketAddress caller, long owner, String name, byte[] value);

  byte unbind(SocketAddress caller, String name);

  /** Takes back an entry that was announced when its owner had freed it already. */
  byte retract(SocketAddress caller, long owner, String name, long version);

  /** Adds the caller's entries where they are missing. */
  void announce(SocketAddress caller, long owner, byte[] entries);

  /**
   * Tells an owner which entries of it the caller has, in total order, so that the owner has
   * applied all that made them and takes back those that it has freed since.
   */
  void holds(SocketAddress caller, long owner, byte[] entries);

  /** Asks the called member to announce its entries. */
  void announceAgain(SocketAddress caller);
}
