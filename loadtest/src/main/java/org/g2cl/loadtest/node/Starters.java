package org.g2cl.loadtest.node;

/**
 * How nodes are started; a test puts stand-ins here.
 *
 * @param business starts a business node
 * @param web starts a web node
 */
public record Starters(Business business, Web web) {
  /** Starts business nodes. */
  @FunctionalInterface
  public interface Business {
    /** Starts one; returns when it has joined its group and serves. */
    RunningNode start(NodeSettings settings);
  }

  /** Starts web nodes. */
  @FunctionalInterface
  public interface Web {
    /**
     * Starts one; returns when it serves.
     *
     * @param name name and route of the node
     * @param host address to listen on
     * @param port port of it
     * @param servers business nodes to begin with, {@code host:port,host:port}
     */
    AutoCloseable start(String name, String host, int port, String servers);
  }
}
