package org.g2cl.sample.jonas;

import java.util.function.Function;
import org.g2cl.cmi.jonas.G2clReplicationManager;

/** A member of ours in the group {@code neighbours}; gives what takes it out again. */
public final class OurMember implements Function<int[], Runnable> {
  private static final int SESSION_SECONDS = 600;
  private static final String NO_ADDRESS_OF_THIS_MACHINE = "192.0.2.77";

  /** With the port of this member and of the other one, which system properties tell ours. */
  @Override
  public Runnable apply(int[] ports) {
    System.setProperty("g2cl.bind-port", Integer.toString(ports[0]));
    System.setProperty("g2cl.peers", "127.0.0.1:" + ports[0] + ",127.0.0.1:" + ports[1]);
    System.setProperty("jgroups.bind_addr", NO_ADDRESS_OF_THIS_MACHINE); // stock's, not ours
    try {
      return new G2clReplicationManager(SESSION_SECONDS, null, null, "neighbours", 0)::clear;
    } finally {
      System.clearProperty("g2cl.bind-port");
      System.clearProperty("g2cl.peers");
      System.clearProperty("jgroups.bind_addr");
    }
  }
}
