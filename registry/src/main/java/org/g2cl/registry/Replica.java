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

  /** Takes the caller's entries of a range of names, as of {@link Tree#take}. */
  void announce(
      SocketAddress caller, long owner, String after, String last, long count, byte[] entries);

  /** Asks the called member to announce its entries. */
  void announceAgain(SocketAddress caller);
}
