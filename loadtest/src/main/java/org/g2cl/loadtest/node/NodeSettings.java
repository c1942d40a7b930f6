package org.g2cl.loadtest.node;

import java.util.List;
import java.util.Map;

/**
 * Settings of a business node.
 *
 * @param name name in logs
 * @param port port of its beans on 127.0.0.1
 * @param group name of the group
 * @param groupPort port of its group communication on 127.0.0.1; 0 for a free one
 * @param peers other members, {@code host:port} of their group communication; empty for the first
 * @param replication whether sessions are replicated; without it the stock container serves
 * @param backups copies besides the owner's
 * @param jdbcUrl database of the shop
 * @param dbUser its user
 * @param dbPassword its password
 * @param direct whether sessions are replicated by JGroups alone, for comparisons
 * @param more further settings of the HA service by their names; they go before all others
 */
public record NodeSettings(
    String name,
    int port,
    String group,
    int groupPort,
    List<String> peers,
    boolean replication,
    int backups,
    String jdbcUrl,
    String dbUser,
    String dbPassword,
    boolean direct,
    Map<String, String> more) {
  /** Copies list and map. */
  public NodeSettings {
    peers = List.copyOf(peers);
    more = Map.copyOf(more);
  }
}
