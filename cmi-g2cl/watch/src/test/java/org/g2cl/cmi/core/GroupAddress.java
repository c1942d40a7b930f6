package org.g2cl.cmi.core;

import java.net.SocketAddress;

/** Tells tests elsewhere which member a node is, so that they can cut it off. */
public final class GroupAddress {
  private GroupAddress() {}

  /** Address of a node in its group. */
  public static SocketAddress of(HaService node) {
    return node.address();
  }
}
