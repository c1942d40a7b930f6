package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.List;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ServerMetaData;

/**
 * One question for a server's list, which it tells whatever it has told before; used by one thread.
 */
final class ViewQuestion implements EjbdTransport.Views {
  private final EjbdTransport.Views others;
  private List<Location> told = List.of();

  /**
   * Creates one that nobody has answered.
   *
   * @param others are told the list as well
   */
  ViewQuestion(EjbdTransport.Views others) {
    this.others = others;
  }

  /** Whether there was an answer with a list, which lacks that server. */
  boolean isWithout(Location server) {
    return !told.isEmpty() && !told.contains(server);
  }

  @Override
  public long version(Location server) {
    return 0;
  }

  @Override
  public void update(Location teller, ClusterMetaData servers, long asked) {
    told = ProviderUrl.ofView(servers);
    others.update(teller, servers, asked);
  }

  @Override
  public boolean hasLeft(Location server, ServerMetaData provider, Duration longest) {
    return others.hasLeft(server, provider, longest);
  }
}
