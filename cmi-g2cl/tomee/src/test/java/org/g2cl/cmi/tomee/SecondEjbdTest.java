package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.event.ClusterMetaDataUpdated;
import org.apache.openejb.client.event.Observes;
import org.apache.openejb.server.ejbd.EjbServer;
import org.g2cl.cmi.tomee.shop.Basket;
import org.junit.jupiter.api.Test;

/**
 * A second ejbd in a server, as a TomEE makes one of its own when it has deployed what it found.
 */
class SecondEjbdTest {
  private static final URI OTHER = URI.create("ejbd://127.0.0.1:1");

  @Test
  void shouldTellClientsOfThePortOfServersThatComeAfterTheSecondEjbdWasMade() throws Exception {
    try (var shop = new BasketNode()) {
      new EjbServer().init(new Properties());
      shop.group.serve(shop.node.location(), OTHER);

      assertThat(toldBy(shop)).containsExactly(shop.node.location(), OTHER);
    }
  }

  /** The list that comes with an answer, since it is newer than what the client knows. */
  private static List<URI> toldBy(BasketNode shop) throws Exception {
    var told = new ToldServers();
    Client.addEventObserver(told);
    try {
      var unused = new EjbdClient(shop.node.location(), "BasketRemote", Basket.class);
    } finally {
      Client.removeEventObserver(told);
    }
    return told.servers;
  }

  /** Observer as OpenEJB's client wants it. */
  public static final class ToldServers {
    private final List<URI> servers = new ArrayList<>();

    /** Takes a new list. */
    public void told(@Observes ClusterMetaDataUpdated update) {
      servers.clear();
      servers.addAll(List.of(update.getClusterMetaData().getLocations()));
    }
  }
}
