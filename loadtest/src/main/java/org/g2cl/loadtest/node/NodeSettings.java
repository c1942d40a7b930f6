package org.g2cl.loadtest.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings of a business node.
 *
 * @param name name in logs
 * @param host address that all its sockets are bound to
 * @param port port of its beans
 * @param group name of the group
 * @param groupPort port of its group communication; 0 for a free one
 * @param peers other members, {@code host:port} of their group communication; empty for the first
 * @param joinTimeout longest wait for one of the peers to be in the view
 * @param replication whether sessions are replicated; without it the stock container serves
 * @param backups copies besides the owner's
 * @param jdbcUrl database of the shop
 * @param dbUser its user
 * @param dbPassword its password
 * @param settings further settings of the HA service by name, for instance {@code g2cl.engine}
 */
public record NodeSettings(
    String name,
    String host,
    int port,
    String group,
    int groupPort,
    List<String> peers,
    Duration joinTimeout,
    boolean replication,
    int backups,
    String jdbcUrl,
    String dbUser,
    String dbPassword,
    Map<String, String> settings) {
  /** Copies the collections. */
  public NodeSettings {
    peers = List.copyOf(peers);
    settings = Map.copyOf(settings);
  }
}
